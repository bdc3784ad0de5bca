// States of a chat page, other languages, fewer and other marks, hidden tabs, and learning from a person.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyAdapter } from './adapters.mjs';
import { deliver, receivedAfter } from './writing.mjs';

const fittingOf = ({ roles }, name) => roles.find(({ role }) => role === name);

export function stateStories({ eachVariant, open, openPage, sites }) {
  eachVariant('the state of the page is told', async (name) => {
    const tab = await open(name);
    const states = {};
    for (const kind of ['signed_out', 'limit', 'limit_banner', 'consent', 'wrong', 'captcha']) {
      await tab.page.main(`replica.show('${kind}')`);
      states[kind] = await tab.stateOtherThan('ready');
      await tab.page.main(`replica.show('')`);
      await tab.ready();
    }
    const google = /gemini|aistudio/.test(name);
    assert.deepEqual(states, {
      signed_out: 'signed_out',
      limit: 'limit',
      limit_banner: 'limit',
      consent: 'dialog',
      wrong: 'failed',
      // The page that asks for a person is known by its title or its address; without either nothing is found on it.
      captcha: google ? 'changed' : 'blocked',
    });
  });

  eachVariant('an answer that broke off or was refused shows in the state', async (name) => {
    const tab = await open(name);
    sites.model.queue(tab.client, [
      { text: 'The beginning of an answer', error: 'network', pace: { most: 5, pause: 5 } },
      { error: 'limit', until: 'Limit reached: too many requests, try again after 18:45.' },
    ]);
    await deliver(tab, sites, 'Break off. [one]');
    const broken = await tab.until('[one]', ({ state, stop }) => state.kind === 'failed' && !stop);
    assert.deepEqual([broken.state.kind, broken.stop], ['failed', false]);
    await tab.page.main(`replica.show('')`);
    await tab.ready();
    await deliver(tab, sites, 'And once more. [two]');
    const { state, assistant } = await tab.until(
      '[two]',
      ({ state: { kind } }) => kind === 'limit' || kind === 'dialog',
    );
    assert.match(state.text, /try again after 18:45/);
    assert.equal(assistant?.blocks.length ?? 0, 0);
  });

  test('a limit in a hint and a page to sign in at are known', async () => {
    const [hint, login] = [await open('chatgpt-2026-08'), 'claude-2026-07'];
    await hint.page.main(`replica.show('limit_tooltip', 'Limit reached. Try again after 19 November.')`);
    await hint.stateOtherThan('ready');
    assert.match((await hint.probe()).state.text, /Try again after 19 November/);
    const tab = await open(login, 'state=login', { isReady: false });
    assert.equal(await tab.stateOtherThan('changed'), 'signed_out');
  });

  eachVariant('other languages change nothing', async (name) => {
    for (const locale of ['es', 'de', 'zh']) {
      const tab = await open(name, `locale=${locale}`);
      const { message } = await deliver(tab, sites, `Sprache ${locale} turn:${locale}`);
      assert.equal(message.text, `Sprache ${locale} turn:${locale}`);
      const over = ({ assistant, stop }) => assistant?.blocks.length > 0 && assistant.end_mark !== 'absent' && !stop;
      const { assistant } = await tab.until(`turn:${locale}`, over);
      assert.match(assistant.blocks[0].text, /^I have read \d+ characters\.$/);
    }
  });

  eachVariant('without test ids a message still arrives', async (name) => {
    const tab = await open(name, 'reduced=1');
    const { message } = await deliver(tab, sites, 'Fewer marks. turn:fewer');
    assert.equal(message.text, 'Fewer marks. turn:fewer');
  });

  eachVariant('renamed marks show in the probe', async (name) => {
    const before = await (await open(name, 'turns=4')).probe();
    const after = await (await open(name, 'turns=4&renamed=1', { isReady: false })).probe();
    const count = ({ roles }) => roles.reduce((sum, { fitting }) => sum + fitting, 0);
    assert.ok(count(after) < count(before), `${count(after)} of ${count(before)} candidates fit`);
    assert.equal(fittingOf(before, 'composer').fitting > 0, true);
  });

  test('every reply to a wrong call is an error with a reason', async () => {
    const tab = await open('claude-2026-07');
    tab.adapter = emptyAdapter();
    assert.equal((await tab.read()).code, 'no_composer');
    assert.equal((await tab.send('button')).code, 'no_composer');
    tab.adapter = { ...emptyAdapter(), composer: [{ css: 'div[', words: [], address: '', page_title: '', seen: '' }] };
    assert.equal((await tab.read()).code, 'bad_call');
    assert.equal(JSON.parse(await tab.page.isolated(`webhandChat.handle('{')`)).code, 'bad_call');
    assert.equal((await tab.call({ kind: 'sing' })).code, 'bad_call');
  });

  test('the script writes nothing into the document beside the composer', async () => {
    const tab = await open('claude-2026-07');
    const marks = `JSON.stringify([Object.keys(window).filter((key) => /webhand/i.test(key)), localStorage.length,
      document.documentElement.outerHTML.replace(/<fieldset.*?<.fieldset>/s, '')])`;
    const before = await tab.page.main(marks);
    await tab.probe();
    await tab.watch('turn:none');
    await tab.call({ kind: 'learn', step: 'begin' });
    await tab.call({ kind: 'learn', step: 'end' });
    assert.equal(await tab.page.main(marks), before);
  });

  test('a hidden page is told, and sends when it is shown again', async () => {
    const tab = await open('chatgpt-2026-08', 'hidden=1');
    await tab.writeMessage('Later. turn:later');
    await tab.sendMessage();
    assert.deepEqual((await tab.watch('turn:later')).user, null);
    assert.equal((await tab.read()).text, 'Later. turn:later');
    await tab.page.main('replica.unhide()');
    assert.equal((await receivedAfter(sites, tab.client, 0))[0].text, 'Later. turn:later');
  });

  eachVariant('a tab behind another one takes the text, and says that it is hidden', async (name) => {
    const tab = await open(name);
    const front = await openPage();
    await front.cdp('Page.bringToFront');
    assert.notEqual(await tab.writeMessage('Two\n\nlines, hidden'), null);
    const { text, hidden } = await tab.read();
    assert.deepEqual([text, hidden], ['Two\n\nlines, hidden', true]);
    await tab.page.cdp('Page.bringToFront');
    await front.close();
    while ((await tab.read()).text !== '') await tab.send('key');
    assert.equal((await receivedAfter(sites, tab.client, 0))[0].text, 'Two\n\nlines, hidden');
  });

  test('a draft of ours that was not sent is removed', async () => {
    const tab = await open('chatgpt-2026-08', 'hidden=1');
    await tab.writeMessage('Not sent');
    assert.equal((await tab.clear()).text, '');
    await tab.page.visit(tab.address);
    await tab.ready();
    assert.equal((await tab.read()).text, '');
  });
}

const ANSWER = 'Here:\n\n```json\n{"a": [\n\t1\n]}\n```\n\nThat is done.';

/** Types as a person does: by events of the browser. */
async function typeAndSend(tab, text) {
  await tab.page.cdp('Input.insertText', { text });
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
  await tab.page.main('new Promise((resolve) => setTimeout(resolve, 400))');
  await tab.page.cdp('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  await tab.page.cdp('Input.dispatchKeyEvent', { type: 'char', ...key, text: '\r' });
  await tab.page.cdp('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
}

const FIELDS = {
  chatgpt: '#prompt-textarea, [contenteditable]',
  claude: '.ProseMirror',
  gemini: '.ql-editor',
  aistudio: 'footer textarea',
};

export function learningStories({ eachVariant, open, sites }) {
  eachVariant('one message of a person teaches where everything is', async (name) => {
    const tab = await open(name, 'renamed=1&reduced=1', { isReady: false });
    tab.adapter = { ...emptyAdapter(), send_key: 'enter' };
    await tab.call({ kind: 'learn', step: 'begin' });
    // An answer that repeats the message is no message of the person.
    sites.model.queue(tab.client, [{ text: 'You wrote: A message of mine' }, { text: ANSWER }]);
    const field = JSON.stringify(FIELDS[name.split('-')[0]]);
    await tab.page.main(`document.querySelector(${field}).focus()`);
    await typeAndSend(tab, 'A message of mine');
    assert.equal((await receivedAfter(sites, tab.client, 0)).length, 1, 'the message of the person was sent');
    let learned;
    for (let asked = 0; asked < 60; asked += 1) {
      learned = await tab.call({ kind: 'learn', step: 'read' });
      if (learned.roles.some(({ role }) => role === 'assistant_turn')) break;
      await tab.page.main('new Promise((resolve) => setTimeout(resolve, 50))');
    }
    for (const { role, candidates } of learned.roles) tab.adapter[role] = candidates;
    assert.deepEqual(
      [learned.sent, learned.roles.map(({ role }) => role)],
      [true, ['composer', 'user_turn', 'assistant_turn']],
    );
    await tab.until('', ({ quiet_ms }) => quiet_ms > 300, 10);
    const { message } = await deliver(tab, sites, 'Now it is ours. turn:ours');
    assert.equal(message.text, 'Now it is ours. turn:ours');
    const { assistant } = await tab.until(
      'turn:ours',
      (reading) => reading.assistant !== null && JSON.stringify(reading.assistant.blocks).includes('done.'),
    );
    const code = assistant.blocks.filter(({ kind }) => kind === 'code').map(({ text }) => text);
    assert.deepEqual(code, ['{"a": [\n\t1\n]}']);
  });

  test('the button that a person pressed is learned, and what a script pressed is not', async () => {
    const tab = await open('claude-2026-07', 'reduced=1');
    const { adapter } = tab;
    tab.adapter = emptyAdapter();
    await tab.call({ kind: 'learn', step: 'begin' });
    await tab.page.main(`document.querySelector('.ProseMirror').focus()`);
    await tab.page.cdp('Input.insertText', { text: 'Pressed by hand' });
    const send = `document.querySelector('button[aria-label="Send message"]:not(:disabled)')`;
    await tab.page.main(
      `new Promise((done) => { const look = () => ${send} ? done() : setTimeout(look, 20); look(); })`,
    );
    await tab.page.main(`document.querySelector('main').click()`);
    const [x, y] = await tab.page.main(
      `(() => { const box = ${send}.getBoundingClientRect(); return [box.x + 5, box.y + 5]; })()`,
    );
    await tab.page.click(x, y);
    assert.equal((await receivedAfter(sites, tab.client, 0))[0].text, 'Pressed by hand');
    const { roles } = await tab.call({ kind: 'learn', step: 'end' });
    const learned = roles.find(({ role }) => role === 'send');
    assert.ok(learned.candidates.length > 0);
    tab.adapter = { ...adapter, send: learned.candidates };
    await tab.until('', ({ stop }) => !stop);
    await tab.writeMessage('Pressed by us');
    assert.equal(await tab.sendMessage(['button']), 'button');
    assert.equal((await receivedAfter(sites, tab.client, 1))[0].text, 'Pressed by us');
  });
}
