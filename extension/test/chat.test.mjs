// The part `chat` of the worker in a real browser: chats in tabs of a person, against replicas of chat sites.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { adapterOf } from '../../page/test/chat/adapters.mjs';
import { startSites } from '../../tests/chat-sites/server/sites.mjs';
import { openEngine } from './engine_port.mjs';
import { startExtension } from './harness.mjs';

let [browser, sites, engine] = [null, null, null];
before(async () => {
  sites = await startSites();
  browser = await startExtension();
  engine = await openEngine(browser);
});
after(async () => {
  sites?.close();
  await browser?.close();
});

let requests = 0;

/** Sends a part of the worker one request and returns its answer. */
async function answerOf(to, body) {
  const request = { id: `test-${(requests += 1)}`, to, body };
  return engine.main(`ask(${JSON.stringify(request)})`);
}

async function ask(body) {
  const answer = await answerOf('chat', body);
  assert.equal(answer.error, undefined);
  return answer;
}

/** A chat that speaks with its page through the worker. */
class Chat {
  constructor(name, variant, client) {
    Object.assign(this, { name, client, adapter: adapterOf(variant.split('-')[0]) });
    this.address = `${sites.sites[variant].home}?enable_ms=50&client=${client}`;
  }

  open = async () => (await ask({ do: 'open', chat: this.name, address: this.address })).ok;

  raw = async (command, within_ms = 30_000) => {
    const call = JSON.stringify({ adapter: this.adapter, command });
    return (await ask({ do: 'call', chat: this.name, call, within_ms })).ok;
  };

  call = async (command) => JSON.parse((await this.raw(command)).reply);

  async until(command, isMeant) {
    for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
      const reply = await this.call(command);
      if (isMeant(reply)) return reply;
    }
    throw new Error(`${JSON.stringify(command)} never became what was meant`);
  }

  /** Writes and sends one message and returns the answer to it. */
  async say(text, mark) {
    await this.until({ kind: 'probe' }, ({ state }) => state.kind === 'ready');
    const written = await this.call({ kind: 'write', text, place: 'end', way: 'paste', settle_ms: 3_000 });
    assert.equal(written.text, text, JSON.stringify(written));
    await this.until({ kind: 'send', way: 'button' }, ({ kind }) => kind === 'done');
    const watch = { kind: 'watch', mark, seen: null, max_ms: 0 };
    return this.until(watch, ({ assistant }) => assistant?.end_mark === 'there' && assistant.blocks.length > 0);
  }
}

/** The chats of a list, for a test to compare; titles change as pages like. */
const names = async () => (await ask({ do: 'list' })).ok.chats.map(({ chat }) => chat);

test('a message goes through the worker into a chat page, and its answer comes back', async () => {
  const chat = new Chat('claude', 'claude-2026-07', 'one');
  assert.deepEqual(await chat.open(), { done: true });
  const { assistant, hidden } = await chat.say('Hello,\n\nthis is [one].', '[one]');
  assert.deepEqual([assistant.blocks[0].text, hidden], ['I have read 22 characters.', false]);
  assert.deepEqual([await names(), sites.recorder.latest('one').text], [['claude'], 'Hello,\n\nthis is [one].']);
  await ask({ do: 'release', chat: null });
});

test('the worker may be ended between two calls', async () => {
  const chat = new Chat('gemini', 'gemini-2026-02', 'two');
  await chat.open();
  await chat.until({ kind: 'probe' }, ({ state }) => state.kind === 'ready');
  await chat.call({ kind: 'write', text: 'Kept in mind', place: 'end', way: 'paste', settle_ms: 3_000 });
  const { targetInfos } = await browser.pipe.call('Target.getTargets');
  const { targetId } = targetInfos.find(({ type }) => type === 'service_worker');
  await browser.pipe.call('Target.closeTarget', { targetId });
  assert.equal((await chat.call({ kind: 'read_composer' })).text, 'Kept in mind');
  assert.deepEqual(await names(), ['gemini']);
  await ask({ do: 'release', chat: 'gemini' });
});

test('two chats at once get their own answers', async () => {
  const chats = ['claude', 'chatgpt'].map(
    (site) => new Chat(site, `${site}-${site === 'claude' ? '2026-03' : '2026-08'}`, site),
  );
  for (const { client } of chats) sites.model.queue(client, [{ text: `For ${client}.`, pace: { most: 3, pause: 30 } }]);
  for (const chat of chats) assert.deepEqual(await chat.open(), { done: true });
  const answers = await Promise.all(chats.map((chat) => chat.say(`Who are you? [${chat.name}]`, `[${chat.name}]`)));
  assert.deepEqual(
    answers.map(({ assistant }) => assistant.blocks[0].text),
    ['For claude.', 'For chatgpt.'],
  );
  await ask({ do: 'release', chat: null });
  assert.deepEqual(await names(), []);
});

test('a tab of the person becomes a chat, is left as it is, and may be closed', async () => {
  const chat = new Chat('mine', 'claude-2026-03', 'mine');
  const page = await browser.openPage();
  await page.visit(chat.address);
  await page.main(`document.title = 'The tab of a person'`);
  const tab = await engine.main(`chrome.tabs.query({ title: 'The tab of a person' }).then(([{ id }]) => id)`);
  await ask({ do: 'assign', chat: 'mine', tab });
  assert.deepEqual(await chat.open(), { done: true });
  assert.equal(await page.main('document.title'), 'The tab of a person');
  assert.equal((await chat.until({ kind: 'probe' }, ({ state }) => state.kind === 'ready')).editor, 'prosemirror');
  await page.close();
  assert.equal((await chat.raw({ kind: 'probe' })).failed, 'gone');
});

test('a page that goes away in the middle of a call, and one that does not answer, are told apart', async () => {
  const chat = new Chat('away', 'claude-2026-07', 'away');
  await chat.open();
  const seen = (await chat.call({ kind: 'watch', mark: 'x', seen: null, max_ms: 0 })).revision;
  assert.equal((await chat.raw({ kind: 'watch', mark: 'x', seen, max_ms: 20_000 }, 300)).failed, 'no_answer');
  const waiting = chat.raw({ kind: 'watch', mark: 'x', seen, max_ms: 20_000 });
  const { tab } = (await ask({ do: 'list' })).ok.chats[0];
  await engine.main(`chrome.tabs.reload(${tab})`);
  assert.equal((await waiting).failed, 'reloaded');
});

test('a tab in which a chat decides is taken by no run, at neither level', async () => {
  await ask({ do: 'release', chat: null });
  const page = await browser.openPage();
  await page.visit(`${sites.sites['claude-2026-03'].home}?client=theirs`);
  await page.main(`document.title = 'A chat that decides'`);
  const tab = await engine.main(`chrome.tabs.query({ title: 'A chat that decides' }).then(([{ id }]) => id)`);
  await engine.main(`chrome.tabs.update(${tab}, { active: true }).then(() => 0)`);
  await ask({ do: 'assign', chat: 'deciding', tab });
  const { current } = (await answerOf('tabs', { list: true })).ok;
  assert.deepEqual([current.id, current.refused], [tab, 'chat']);

  await answerOf('cdp', { run: 'loud', begin: { name: 'loud', tab, tabs: 3 } });
  const frame = JSON.stringify({ id: 1, method: 'Target.createTarget', params: { url: 'about:blank' } });
  assert.match((await answerOf('cdp', { run: 'loud', frame })).ok, /a chat in this tab/);
  await answerOf('quiet', { begin: { run: 'low', name: 'low', tabs: 3 } });
  const taken = [
    await answerOf('tabs', { do: 'attach', run: 'loud', tab }),
    await answerOf('quiet', { kind: 'adopt', tab }),
    await answerOf('tabs', { do: 'attach', run: 'low', tab }),
  ];
  for (const { error } of taken) assert.match(error, /a chat in this tab/);
  const worked = (await answerOf('tabs', { list: true })).ok.tabs.filter(({ role }) => role === 'work');
  assert.deepEqual(worked, []);
  await answerOf('tabs', { release: true });
  await ask({ do: 'release', chat: null });
});
