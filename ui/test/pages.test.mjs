// Every view of the dashboard in a real browser, in both themes and at both widths: nothing keeps people out, hostile texts
// stay texts, and a long run is drawn in part only.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { startBrowser } from '../../page/test/browser.mjs';
import { INPUTS, PAGES, RUNS, SCREENS, SENT, startServer, tellChange } from './stub_server.mjs';

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
/** Where pictures of all views are left, to be looked at. */
const PICTURES = process.env.WEBHAND_UI_PICTURES;
let browser;
let server;

before(async () => {
  server = await startServer();
  browser = await startBrowser();
  await browser.page.cdp('Page.setBypassCSP', { enabled: false });
});
after(async () => {
  await browser?.close();
  server?.close();
});

test('the script of the dashboard is at most 60 KB when it is sent', () => {
  const script = readFileSync(new URL('../dist/app.js', import.meta.url));
  assert.ok(gzipSync(script).length <= 60_000, `${gzipSync(script).length} bytes`);
});

const VIEWS = [
  '#/',
  '#/runs',
  '#/settings',
  '#/schedules',
  ...RUNS.map((run) => `#/runs/${run.id}`),
  '#/runs/1/steps/3',
];

async function open(view, { width = 1280, theme = 'light', picture = /^#\/runs\/[^7]/.test(view) } = {}) {
  const { page } = browser;
  await page.cdp('Emulation.setDeviceMetricsOverride', { width, height: 860, deviceScaleFactor: 1, mobile: false });
  await page.cdp('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: theme }] });
  // An address that differs only behind the # would not be loaded anew.
  await page.open('');
  await page.visit(`${server.url}/#code=once`);
  await until('document.querySelector("main")');
  await page.main(`location.hash = ${JSON.stringify(view)}`);
  const ready = view.startsWith('#/runs/')
    ? '.totals'
    : view === '#/settings'
      ? '.setting'
      : view === '#/schedules'
        ? '.schedule'
        : 'main, .run-row';
  await until(`document.querySelector(${JSON.stringify(ready)})`);
  await until('document.querySelector(".run-row") && document.querySelector(".server")');
  if (picture) await until('document.querySelector(".page img")?.complete');
}

const until = (condition) => browser.page.until(condition);

async function complaints() {
  const { page } = browser;
  await page.main(`${axe};0`);
  const found = await page.main(`axe.run(document, { resultTypes: ['violations'] }).then((result) =>
    result.violations.map((v) => v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html + ' ' + n.failureSummary).join(' | ')))`);
  return found;
}

async function keepPicture(name) {
  if (PICTURES === undefined) return;
  const { data } = await browser.page.cdp('Page.captureScreenshot', { format: 'png' });
  mkdirSync(PICTURES, { recursive: true });
  writeFileSync(`${PICTURES}/${name}.png`, Buffer.from(data, 'base64'));
}

for (const theme of ['light', 'dark'])
  for (const width of [1280, 360])
    test(`every view can be used by everybody: ${theme}, ${width} pixels wide`, async () => {
      for (const view of VIEWS) {
        await open(view, { width, theme });
        await keepPicture(`${theme}-${width}-${view.replaceAll(/\W+/g, '_')}`);
        assert.deepEqual(await complaints(), [], `${view} ${theme} ${width}`);
        const overflow = await browser.page.main(`Math.max(document.documentElement.scrollWidth - innerWidth,
          ...['main', '.sidebar'].map((part) => document.querySelector(part)).map((part) => part.scrollWidth - part.clientWidth))`);
        assert.ok(overflow <= 0, `${view} is ${overflow} pixels too wide at ${width}`);
      }
    });

test('texts of pages and tasks are shown as text', async () => {
  for (const view of ['#/runs/1', '#/runs/4']) {
    await open(view);
    assert.match(await browser.page.main('document.body.textContent'), /onerror=/);
    assert.equal(await browser.page.main('document.querySelectorAll("main img[src=x], main script").length'), 0);
    assert.doesNotMatch(await browser.page.main('document.title'), /broken/);
  }
});

test('stop is in the window in every state of a run that is not over, also on a narrow screen', async () => {
  for (const run of RUNS.filter((known) => known.state !== 'over'))
    for (const width of [1280, 360]) {
      await open(`#/runs/${run.id}`, { width });
      await browser.page.main('document.querySelector("main").scrollTo(0, 5000)');
      const seen = await browser.page.main(`(() => {
        const stop = document.querySelector('.button.stop');
        const box = stop.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return !stop.disabled && box.height >= 32 && stop.contains(top);
      })()`);
      assert.ok(seen, `${run.state} ${width}`);
    }
});

test('a click that was meant for something else does not answer a question', async () => {
  await open('#/');
  const wasDead = await browser.page.main(`new Promise((done) => {
    new MutationObserver((_, observer) => {
      const button = document.querySelector('.question .primary');
      if (button === null) return;
      observer.disconnect();
      done(button.disabled);
    }).observe(document, { childList: true, subtree: true });
    location.hash = '#/runs/1';
  })`);
  assert.equal(wasDead, true);
  await until('!document.querySelector(".question .primary").disabled');
});

test('a run of ten thousand steps draws only the rows that are seen', async () => {
  const usual = server;
  server = await startServer({ manyEvents: 10_000 });
  try {
    await open('#/runs/2', { picture: false });
    await until('document.querySelector(".row[aria-setsize=\\"10000\\"]")');
    const rows = await browser.page.main('document.querySelectorAll(".row").length');
    assert.ok(rows > 5 && rows < 60, `${rows} rows`);
  } finally {
    server.close();
    server = usual;
  }
});

test("the mouse and keys of a person go to the live picture of the run they have taken over, in the picture's pixels", async () => {
  await open('#/runs/5');
  await until('document.querySelector(".taken-page") && document.querySelector(".page img").naturalWidth === 640');
  assert.deepEqual(await complaints(), []);
  const box = await browser.page.main(
    '(({ x, y, width }) => ({ x, y, width }))(document.querySelector(".page img").getBoundingClientRect())',
  );
  INPUTS.length = 0;
  const scale = box.width / 640;
  await browser.page.click(box.x + 100 * scale, box.y + 50 * scale);
  await browser.page.cdp('Input.dispatchKeyEvent', { type: 'keyDown', key: 'a', text: 'a' });
  await browser.page.cdp('Input.insertText', { text: 'ñandú' });
  const end = Date.now() + 20_000;
  while (!INPUTS.some((input) => input.type === 'text') && Date.now() < end)
    await new Promise((go) => setTimeout(go, 20));
  const [press, release, key] = INPUTS.filter((input) => input.step !== 'move');
  assert.deepEqual([press.step, press.x, press.y, press.button], ['press', 100, 50, 'left']);
  assert.deepEqual([release.step, release.button], ['release', 'left']);
  assert.deepEqual([key.key, key.down], ['a', true]);
  assert.deepEqual(INPUTS.at(-1), { type: 'text', text: 'ñandú' });
});

test('a step of the past shows what was seen, shown to the brain, answered and sent, with pictures before and after', async () => {
  await open('#/runs/3/steps/2');
  await until('document.querySelectorAll(".record .part").length === 6');
  await browser.page.main('document.querySelectorAll(".record details").forEach((part) => { part.open = true; })');
  const text = await browser.page.main('document.querySelector(".record").textContent');
  for (const part of [
    'button "Add Tide clock"',
    'You work in a browser.',
    'click {"ref":"e4"}',
    '1 in the basket',
    'POST',
    'slow network',
  ])
    assert.ok(text.includes(part), part);
  assert.deepEqual(await complaints(), []);
  await keepPicture('light-1280-record');
  await browser.page.cdp('Input.dispatchKeyEvent', { type: 'keyDown', key: 'b', text: 'b' });
  await until('document.querySelector(".before-after [aria-pressed=true]:last-child")');
});

test('a live picture comes back by itself when its connection was lost', async () => {
  SCREENS.cut.add('2');
  await open('#/runs/2', { picture: false });
  await until('document.querySelector(".badge.red") && document.querySelector(".page img")?.naturalWidth === 640');
  assert.equal(SCREENS.cut.size, 0);
});

test('a dialog of a page that was taken over is shown and answered', async () => {
  SCREENS.dialog = { kind: 'prompt', message: 'Your name, please' };
  await open('#/runs/5');
  await until('document.querySelector(".page-dialog input")');
  assert.deepEqual(await complaints(), []);
  await keepPicture('light-1280-dialog');
  SCREENS.dialog = null;
  INPUTS.length = 0;
  await browser.page.main('document.querySelector(".page-dialog input").focus()');
  await browser.page.cdp('Input.insertText', { text: 'Ana' });
  await browser.page.main('document.querySelector(".page-dialog .primary").click()');
  await arrived(() => INPUTS.length > 0);
  assert.deepEqual(INPUTS, [{ type: 'dialog', accept: true, text: 'Ana' }]);
});

test('a tab without a code is opened with the key of the owner', async () => {
  const { page } = browser;
  await open('#/');
  await page.main('sessionStorage.clear()');
  await page.open('');
  await page.visit(`${server.url}/`);
  await until('document.querySelector(".locked input")');
  assert.deepEqual(await complaints(), []);
  await keepPicture('light-1280-locked');
  const enter = async (key) => {
    await page.main('document.querySelector(".locked input").focus()');
    await page.cdp('Input.insertText', { text: key });
    await page.main('document.querySelector(".locked .primary").click()');
  };
  await enter('another key');
  await until('document.querySelector(".locked .error")');
  await enter('owner-key');
  await until('document.querySelector(".run-row")');
  assert.equal(await page.main('sessionStorage.getItem("webhand-session")'), 'session');
});

test('what was asked for of the list stays when a run changes', async () => {
  PAGES.size = 4;
  await open('#/');
  await until('document.querySelectorAll(".run-row").length === 4');
  await browser.page.main('document.querySelector(".sidebar .runs ~ .wide-button").click()');
  await until('document.querySelectorAll(".run-row").length === 8');
  tellChange();
  await browser.page.main('new Promise((done) => setTimeout(done, 300))');
  assert.equal(await browser.page.main('document.querySelectorAll(".run-row").length'), 8);
  PAGES.size = 50;
});

test('a question is answered and a run stopped by keys, and never by one alone', async () => {
  const press = async (key) => {
    await browser.page.cdp('Input.dispatchKeyEvent', { type: 'keyDown', key, code: key });
    await browser.page.cdp('Input.dispatchKeyEvent', { type: 'keyUp', key, code: key });
  };
  await open('#/runs/1');
  await until('document.querySelector(".question .primary:not(:disabled)")');
  SENT.length = 0;
  await press('y');
  await until('document.activeElement?.matches(".question .primary")');
  await press('Escape');
  assert.deepEqual(SENT, []);
  await press('Escape');
  await arrived(() => SENT.length > 0);
  assert.deepEqual(SENT, ['cancel']);
  await open('#/runs/1');
  await until('document.querySelector(".question .primary:not(:disabled)")');
  await press('g');
  await press('n');
  await until('location.hash === "#/"');
  assert.deepEqual(SENT, ['cancel'], 'the second key of two is no answer');
});

/** Waits for something that the page sends. */
async function arrived(isThere) {
  const end = Date.now() + 20_000;
  while (!isThere() && Date.now() < end) await new Promise((go) => setTimeout(go, 20));
}
