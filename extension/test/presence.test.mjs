// The sight of a person on a page where webhand works: when the mark is there, what their own input does, and what the
// page and a look at it notice of all that.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';

import { startExtension } from './harness.mjs';

const PAGE = `<!doctype html><title>Shop</title><h1>Tide clocks</h1><button style="position:fixed;left:20px;top:80px;width:200px;height:60px">Add</button>
  <input aria-label="Name" autofocus><script>
  window.noticed = [];
  for (const type of ['pointerdown', 'click', 'keydown'])
    document.addEventListener(type, (event) => noticed.push(type));
  </script>`;
const RUN = {
  id: '2',
  task: 'Compare lamps',
  state: 'working',
  started: 1,
  updated: 1,
  steps: 3,
  max_steps: 50,
  tokens: 0,
  cost: 0,
};

let browser;
let shop;
let control;
let first;
let second;

before(async () => {
  shop = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(PAGE));
  await new Promise((resolve) => shop.listen(0, '127.0.0.1', resolve));
  browser = await startExtension();
  control = browser.on();
  await control.open(browser.view('options.html'));
  await control.eval(`chrome.runtime.sendMessage({ to: 'worker', do: 'ensure_engine' }).then(() => 0)`);
  await control.eval(`(globalThis.port = chrome.runtime.connect({ name: 'view' }), globalThis.last = 0)`);
  first = await openTab('/first');
  second = await openTab('/second');
});
after(async () => {
  await browser?.close();
  shop?.close();
});

async function openTab(path) {
  const page = await browser.openPage();
  await page.visit(`http://127.0.0.1:${shop.address().port}${path}`);
  const tab = await control.eval(
    `chrome.tabs.query({}).then((tabs) => tabs.find((tab) => tab.url?.endsWith('${path}')))`,
  );
  return { page, ...tab };
}

/** Has the stub engine say that this is how things stand. */
const engine = (method, body) =>
  control.eval(`new Promise((done) => {
    const id = ++last;
    const take = (answer) => { if (answer.id === id) { port.onMessage.removeListener(take); done(answer.body); } };
    port.onMessage.addListener(take);
    port.postMessage({ id, method: '${method}', path: '/stub', body: ${JSON.stringify(body) ?? null} });
  })`);
const tabOf = ({ id }, current) => ({ id, title: '', url: '', run: '2', level: 'quiet', role: 'work', current });
const stands = (state, current = first) =>
  engine('PUT', {
    runs: state === null ? [] : [{ ...RUN, state, ...(state === 'over' ? { outcome: OUTCOME } : {}) }],
    tabs: [tabOf(first, current === first), tabOf(second, current === second)],
  });
const OUTCOME = { kind: 'done', text: 'Done.', evidence: [] };
const asked = async () =>
  (await engine('GET')).filter(({ path }) => path.startsWith('/api/v1/runs/')).map(({ path }) => path);
const toFront = (tab) => control.eval(`chrome.tabs.update(${tab.id}, { active: true }).then(() => 0)`);

/** The page sees one element more while it is marked. */
const COUNT = 'document.documentElement.childElementCount';
const marked = (tab) => tab.page.main(soon(`${COUNT} === 3`));
const unmarked = (tab) => tab.page.main(soon(`${COUNT} === 2`));
/** Looks again and again; a tab that is not shown draws no frames. */
const soon = (condition) =>
  `new Promise((done, fail) => { const end = Date.now() + 60000; const look = () =>
    (${condition}) ? done(true) : Date.now() > end ? fail(new Error(${JSON.stringify(condition)})) : setTimeout(look, 20); look(); })`;

beforeEach(async () => {
  await stands('working');
  await toFront(first);
  await marked(first);
});

/** The nodes that are drawn in the closed root, which only the browser can show. */
async function drawn({ page }) {
  const { root } = await page.cdp('DOM.getDocument', { depth: -1, pierce: true });
  const found = [];
  const walk = (node, isInside) => {
    if (isInside) found.push(node);
    for (const child of node.children ?? []) walk(child, isInside);
    for (const shadow of node.shadowRoots ?? []) if (shadow.shadowRootType === 'closed') walk(shadow, true);
  };
  walk(root, false);
  return found;
}

/** Where a button of the bar is; waits until the bar has followed the state of the run. */
async function buttonOf(tab, name) {
  for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const button = (await drawn(tab)).find(
      (node) => node.nodeName === 'BUTTON' && node.children?.some((child) => child.nodeValue === name),
    );
    const box = button && (await tab.page.cdp('DOM.getBoxModel', { nodeId: button.nodeId }).catch(() => undefined));
    if (box) return { x: box.model.content[0] + 4, y: box.model.content[1] + 4 };
  }
  throw new Error(`the bar has no button ${name}`);
}

async function press(tab, name) {
  const { x, y } = await buttonOf(tab, name);
  await tab.page.click(x, y);
}

const askedFor = (path) =>
  control.eval(`new Promise((done, fail) => {
    const end = Date.now() + 60000;
    port.onMessage.addListener(function take(answer) {
      if (!Array.isArray(answer.body)) return;
      if (answer.body.some((one) => one.path === ${JSON.stringify(path)})) { port.onMessage.removeListener(take); done(true); }
      else if (Date.now() > end) fail(new Error('not asked for: ' + JSON.stringify(answer.body)));
      else setTimeout(ask, 30);
    });
    const ask = () => port.postMessage({ id: ++last, method: 'GET', path: '/stub' });
    ask();
  })`);

test('the mark is on the page while the run works there, its tab is in front and its window has the focus', async () => {
  await toFront(second);
  await unmarked(first);
  await toFront(first);
  await marked(first);
  await stands('working', second);
  await unmarked(first);
  await toFront(second);
  await marked(second);
  await stands('working', first);
  await unmarked(second);
  await toFront(first);
  await marked(first);
  const other = await control.eval("chrome.windows.create({ url: 'about:blank', focused: true }).then(({ id }) => id)");
  await unmarked(first);
  await control.eval(
    `chrome.windows.remove(${other}).then(() => chrome.windows.update(${first.windowId}, { focused: true })).then(() => 0)`,
  );
  await marked(first);
  await stands('over');
  await unmarked(first);
});

test('a page that is loaded again is marked again, also by a worker that was ended', async () => {
  await first.page.visit(first.url);
  await marked(first);
  const { targetInfos } = await browser.pipe.call('Target.getTargets');
  await browser.pipe.call('Target.closeTarget', {
    targetId: targetInfos.find(({ type }) => type === 'service_worker').targetId,
  });
  await first.page.visit(first.url);
  await marked(first);
});

test("the person's own press is kept from the page and pauses the run", async () => {
  await first.page.main('noticed.length = 0');
  await first.page.click(60, 110);
  await askedFor('/api/v1/runs/2/pause');
  assert.deepEqual(await first.page.main('noticed'), []);
});

test("the person's own key is kept from the page and pauses the run; Ctrl and dot stops it", async () => {
  // Presses and keys that follow each other closely are one interrupt, so this one begins anew.
  await stands('over');
  await unmarked(first);
  await stands('working');
  await marked(first);
  await first.page.main('noticed.length = 0');
  await first.page.cdp('Input.dispatchKeyEvent', { type: 'keyDown', key: 'a', text: 'a' });
  await askedFor('/api/v1/runs/2/pause');
  assert.deepEqual(await first.page.main('noticed'), []);
  await first.page.cdp('Input.dispatchKeyEvent', { type: 'keyUp', key: 'a' });
  await first.page.cdp('Input.dispatchKeyEvent', { type: 'keyDown', key: '.', modifiers: 2 });
  await askedFor('/api/v1/runs/2/cancel');
});

test('the bar offers what the state of the run allows, and a page cannot press it', async () => {
  await press(first, 'Take over');
  await askedFor('/api/v1/runs/2/take');
  await press(first, 'Stop');
  await askedFor('/api/v1/runs/2/cancel');
  await stands('taken_over');
  await press(first, 'Hand back');
  await askedFor('/api/v1/runs/2/give-back');
  await stands('working');
  await buttonOf(first, 'Take over');
  const { x, y } = await buttonOf(first, 'Stop');
  await first.page
    .main(`for (const type of ['pointerdown', 'pointerup', 'click']) document.documentElement.dispatchEvent(
    new PointerEvent(type, { clientX: ${x}, clientY: ${y}, bubbles: true }))`);
  assert.deepEqual(await asked(), []);
});

test('a page whose run was taken over belongs to the person', async () => {
  await stands('taken_over');
  await buttonOf(first, 'Hand back');
  await first.page.main('noticed.length = 0');
  await first.page.click(60, 110);
  assert.deepEqual(await first.page.main('noticed'), ['pointerdown', 'click']);
});

test('nothing of the mark is in a look', async () => {
  const withMark = await first.page.lines();
  await stands('over');
  await unmarked(first);
  assert.equal(withMark, await first.page.lines());
  assert.match(withMark, /button "Add"/);
  assert.doesNotMatch(withMark, /Take over|Stop|webhand/);
});

test('a page finds one empty element without a size, and no other trace', async () => {
  const found = await first.page.main(`(() => {
    const host = document.documentElement.lastElementChild;
    const box = host.getBoundingClientRect();
    const at = [];
    for (let x = 5; x < innerWidth; x += 40) for (let y = 5; y < innerHeight; y += 20) at.push(document.elementFromPoint(x, y));
    return {
      html: host.outerHTML, root: host.shadowRoot, size: [box.width, box.height], hit: at.includes(host),
      globals: Object.keys(window).filter((key) => /webhand|presence/i.test(key)), attributes: document.body.attributes.length,
      mine: [...document.styleSheets].length + document.adoptedStyleSheets.length,
    };
  })()`);
  assert.deepEqual(found, {
    html: '<div></div>',
    root: null,
    size: [0, 0],
    hit: false,
    globals: [],
    attributes: 0,
    mine: 0,
  });
});

/** Evaluates in the worker, which alone tells the scripts of pages what to do. */
async function inWorker(expression) {
  const { targetInfos } = await browser.pipe.call('Target.getTargets');
  const { targetId } = targetInfos.find(({ type }) => type === 'service_worker');
  const { sessionId } = await browser.pipe.call('Target.attachToTarget', { targetId, flatten: true });
  const call = { expression, awaitPromise: true, returnByValue: true };
  const { result } = await browser.pipe.call('Runtime.evaluate', call, sessionId);
  await browser.pipe.call('Target.detachFromTarget', { sessionId });
  return result.value;
}
const picture = async ({ page }) => (await page.cdp('Page.captureScreenshot', { format: 'png' })).data;

test('a picture that is taken shows the page without the mark', async () => {
  await browser.on(first.page).keepPicture('mark');
  await inWorker(`chrome.tabs.sendMessage(${first.id}, { do: 'hide' })`);
  const hidden = await picture(first);
  await inWorker(`chrome.tabs.sendMessage(${first.id}, { do: 'show' })`);
  assert.notEqual(await picture(first), hidden);
  await stands('over');
  await unmarked(first);
  assert.equal(await picture(first), hidden);
});

test('input that the run makes through the debugger is announced and is no interrupt', async () => {
  await first.page.main('noticed.length = 0');
  await inWorker(`chrome.tabs.sendMessage(${first.id}, { do: 'expect', input: { kind: 'pointer', x: 60, y: 110 } })`);
  await first.page.click(60, 110);
  assert.deepEqual(await first.page.main('noticed'), ['pointerdown', 'click']);
  await inWorker(`chrome.tabs.sendMessage(${first.id}, { do: 'expect', input: { kind: 'key', key: 'b' } })`);
  await first.page.cdp('Input.dispatchKeyEvent', { type: 'keyDown', key: 'b', text: 'b' });
  assert.deepEqual(await first.page.main('noticed'), ['pointerdown', 'click', 'keydown']);
  assert.deepEqual(await asked(), []);
});

test("a script in a page learns nothing, stops nothing but its own tab's run, and cannot speak to the engine", async () => {
  const world = first.page.once(
    'Runtime.executionContextCreated',
    ({ context }) => context.origin === `chrome-extension://${browser.id}`,
  );
  await first.page.visit(first.url);
  const { id: contextId } = (await world).context;
  await marked(first);
  const inPage = async (expression) => {
    const call = { expression, contextId, awaitPromise: true, returnByValue: true };
    return (await first.page.cdp('Runtime.evaluate', call)).result.value;
  };
  const answers = ['state', 'disengage', 'ensure_engine'].flatMap((what) =>
    ['presence', 'worker'].map((to) => `chrome.runtime.sendMessage({ to: '${to}', do: '${what}' })`),
  );
  const given = await inPage(`Promise.all([${answers.join()}].map((sent) => sent.then((a) => a ?? null, () => null)))`);
  assert.deepEqual(
    given.filter((answer) => answer !== null),
    [],
  );
  const spoke = await inPage(`new Promise((done) => {
    const port = chrome.runtime.connect({ name: 'view' });
    port.onMessage.addListener(() => done('answered'));
    port.onDisconnect.addListener(() => done('cut'));
    setTimeout(() => done('silent'), 500);
    port.postMessage({ id: 1, method: 'POST', path: '/api/v1/runs/2/answer', body: {} });
  })`);
  assert.notEqual(spoke, 'answered');
  assert.deepEqual(await asked(), []);
  await marked(first);
});

test('the person can take the mark off all pages', async () => {
  await control.eval('chrome.storage.local.set({ mark_pages: false })');
  await unmarked(first);
  await control.eval('chrome.storage.local.set({ mark_pages: true })');
  await marked(first);
});

test('the badge and a notification say that a question waits', async () => {
  const question = { no: 1, topic: 'approval', text: 'Place the order?', details: [], content: [], options: [] };
  await engine('PUT', { runs: [{ ...RUN, state: 'waiting', question }] });
  const badge = 'chrome.action.getBadgeText({})';
  const shown = 'chrome.notifications.getAll().then((all) => Object.keys(all))';
  await control.until('true');
  await control.eval(
    `(async () => { while ((await ${badge}) !== '?') await new Promise((go) => setTimeout(go, 20)); })()`,
  );
  assert.deepEqual(await control.eval(shown), ['question:2']);
  await stands('working');
  await control.eval(
    `(async () => { while ((await ${badge}) !== '▶') await new Promise((go) => setTimeout(go, 20)); })()`,
  );
  assert.deepEqual(await control.eval(shown), []);
});
