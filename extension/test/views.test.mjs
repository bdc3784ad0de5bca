// Every view of the extension in a real browser with a stub in the engine's place: nothing keeps people out, in both themes.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { RUNS } from '../../ui/test/stub_runs.mjs';
import { startExtension } from './harness.mjs';

let browser;
let view;
before(async () => {
  browser = await startExtension();
  view = browser.on();
});
after(() => browser?.close());

const PANEL = [
  ['#/', '.choices'],
  ['#/runs', '.run-row'],
  ['#/settings', '.provider'],
  ...RUNS.map((run) => [`#/runs/${run.id}`, '.run-actions']),
  ['#/runs/1/steps/3', '.sheet img'],
];
const PAGES = [
  ['popup.html', '.server-line', 340],
  ['options.html', '.provider', 1000],
  ['welcome.html', '.flows', 1100],
];

for (const theme of ['light', 'dark']) {
  test(`every state of the panel can be used by everybody: ${theme}`, async () => {
    for (const [hash, ready] of PANEL) {
      await view.open(browser.view(`panel.html${hash}`), { theme, ready });
      await view.until('document.fonts.status === "loaded"');
      await view.keepPicture(`panel-${theme}-${hash.replaceAll(/\W+/g, '_')}`);
      assert.deepEqual(await view.complaints(), [], `${hash} ${theme}`);
      assert.ok((await view.overflow()) <= 0, `${hash} is too wide`);
    }
  });
  test(`the other pages can be used by everybody: ${theme}`, async () => {
    for (const [name, ready, width] of PAGES) {
      await view.open(browser.view(name), { theme, ready, width, height: 900 });
      await view.keepPicture(`${name.replace('.html', '')}-${theme}`);
      assert.deepEqual(await view.complaints(), [], `${name} ${theme}`);
      assert.ok((await view.overflow()) <= 0, `${name} is too wide`);
    }
  });
}

test('Spanish texts, which are longer, fit into the panel', async () => {
  await view.open(browser.view('panel.html#/'));
  await view.eval("localStorage.setItem('webhand-language', 'es')");
  for (const [hash, ready] of PANEL) {
    await view.open(browser.view(`panel.html${hash}`), { width: 320, ready });
    assert.equal(await view.eval('document.documentElement.lang'), 'es');
    assert.ok((await view.overflow()) <= 0, `${hash} is too wide`);
  }
  await view.keepPicture('panel-es-320');
  await view.eval("localStorage.removeItem('webhand-language')");
});

test('stop is at the same place in every state, and on its key', async () => {
  const places = new Set();
  for (const run of RUNS) {
    await view.open(browser.view(`panel.html#/runs/${run.id}`), { ready: '.run-actions' });
    const place = await view.eval(`(({ x, y, width, height }) => [x + width, y, height])(
      document.querySelector('.panel-head .stop').getBoundingClientRect())`);
    places.add(JSON.stringify(place));
    await view.until(`document.querySelector('.panel-head .stop').disabled === ${run.state === 'over'}`);
  }
  assert.equal(places.size, 1, [...places].join(' '));
  await view.open(browser.view('panel.html#/runs/2'), { ready: '.run-actions' });
  await view.until("!document.querySelector('.panel-head .stop').disabled");
  await view.stub('PUT', {});
  await view.key('.', 2);
  await view.asked('POST', '/api/v1/runs/2/cancel');
});

test('a task is started by its key, in the level, tab and mode that were chosen', async () => {
  await view.stub('PUT', { runs: [] });
  await view.open(browser.view('panel.html#/'), { ready: '.choices' });
  assert.deepEqual(await view.complaints(), []);
  await view.keepPicture('panel-idle');
  await view.eval("document.querySelector('.composer textarea').focus()");
  await view.page.cdp('Input.insertText', { text: 'Compare three lamps' });
  await view.eval(`(() => {
    const level = document.querySelector('.choose');
    level.value = 'debugger';
    level.dispatchEvent(new Event('change', { bubbles: true }));
  })()`);
  await view.until("/Cancel/.test(document.querySelector('.level-text').textContent)");
  await view.key('Enter');
  const { body } = await view.asked('POST', '/api/v1/runs');
  assert.deepEqual([body.task, body.level, body.tab, body.mode], ['Compare three lamps', 'debugger', null, 'careful']);
  await view.stub('PUT', { runs: null });
});

test('a chat is switched on only beside what its site says, after a tick', async () => {
  await view.open(browser.view('options.html'), { width: 1000, height: 900, ready: '#settings-chats .provider' });
  await view.stub('PUT', {});
  await view.eval("document.querySelector('#settings-chats .provider').open = true");
  const card = await view.eval("document.querySelector('#settings-chats').textContent");
  assert.match(card, /Its terms forbid programs\..*ollama/);
  assert.equal(await view.eval("document.querySelector('#settings-chats .button').disabled"), true);
  await view.press('#settings-chats [type=checkbox]');
  await view.until("!document.querySelector('#settings-chats .button').disabled");
  await view.press('#settings-chats .button');
  const { body } = await view.asked('PUT', '/api/v1/settings/chat_tabs');
  assert.deepEqual(body, { value: 'chatgpt' });
});

test('a provider is chosen with the model that the person writes', async () => {
  await view.stub('PUT', { runs: [] });
  await view.open(browser.view('panel.html#/'), { ready: '.choices' });
  await view.until('document.querySelector(\'.choices option[value="groq/"]\')');
  await view.eval(`(() => {
    const brain = document.querySelector('.choices option[value="groq/"]').parentElement;
    brain.value = 'groq/';
    brain.dispatchEvent(new Event('change', { bubbles: true }));
  })()`);
  await view.until("document.querySelector('.choices input')");
  await view.eval("document.querySelector('.choices input').focus()");
  await view.page.cdp('Input.insertText', { text: 'llama-4' });
  await view.eval("document.querySelector('.composer textarea').focus()");
  await view.page.cdp('Input.insertText', { text: 'Compare three lamps' });
  await view.key('Enter');
  const { body } = await view.asked('POST', '/api/v1/runs');
  assert.equal(body.brain, 'groq/llama-4');
  await view.stub('PUT', { runs: null });
});

test('a question is answered with its number, and not by a press that was meant for something else', async () => {
  await view.open(browser.view('panel.html#/runs/1'), { ready: '.question .primary' });
  await view.until("!document.querySelector('.question .primary').disabled");
  await view.stub('PUT', {});
  await view.press('.question .primary');
  const { body } = await view.asked('POST', '/api/v1/runs/1/answer');
  assert.deepEqual(body, { question: 12, answer: 'yes' });
});

test('a panel whose engine was stopped comes back by itself', async () => {
  await view.open(browser.view('panel.html#/runs/2'), { ready: '.row' });
  await view.eval('chrome.offscreen.closeDocument()');
  await view.until("document.querySelector('.panel > .offline')");
  await view.until("!document.querySelector('.panel > .offline') && document.querySelector('.row')");
});

test('a press opens the real side panel, which shows the run that is under way', async () => {
  await view.open(browser.view('welcome.html'), { width: 1100, height: 800, ready: '.flows' });
  await view.press('.button.primary');
  await view.eval(`(async () => {
    const isOpen = async () => (await chrome.runtime.getContexts({ contextTypes: ['SIDE_PANEL'] }))
      .some((context) => context.documentUrl.endsWith('#/runs/1'));
    while (!(await isOpen())) await new Promise((go) => setTimeout(go, 30));
  })()`);
});
