// Chromium with the built extension, whose engine is the stub; pages of the extension are opened as tabs of a given size.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { startBrowser } from '../../page/test/browser.mjs';

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const DEADLINE = 60_000;
/** Where pictures of all views are left, to be looked at. */
const PICTURES = process.env.WEBHAND_UI_PICTURES;

export async function startExtension() {
  const folder = mkdtempSync(join(tmpdir(), 'webhand-extension-'));
  cpSync(fileURLToPath(new URL('../dist/', import.meta.url)), folder, { recursive: true });
  const stub = fileURLToPath(new URL('stub_engine.mjs', import.meta.url));
  await build({
    entryPoints: [stub],
    bundle: true,
    format: 'esm',
    outfile: join(folder, 'offscreen.js'),
    allowOverwrite: true,
  });
  const browser = await startBrowser({ extension: folder });
  const { page, id, pipe } = browser;
  await closeWelcome(pipe);
  const view = (name) => `chrome-extension://${id}/${name}`;
  const close = async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...browser, view, close, on: (at = page) => new ViewPage(at) };
}

/** The page that is opened after the installation comes to the front, and a page behind it draws no frames. */
async function closeWelcome(pipe) {
  for (const end = Date.now() + DEADLINE; Date.now() < end; await pause()) {
    const { targetInfos } = await pipe.call('Target.getTargets');
    const welcome = targetInfos.find(({ url }) => url.endsWith('/welcome.html'));
    if (welcome) return pipe.call('Target.closeTarget', { targetId: welcome.targetId });
  }
  throw new Error('the extension opened no page after its installation');
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

/** A page of the extension as a test sees it. */
class ViewPage {
  constructor(page) {
    this.page = page;
    this.eval = (expression) => page.main(expression);
  }

  async open(url, { width = 360, height = 780, theme = 'light', ready = 'main' } = {}) {
    const { page } = this;
    await page.cdp('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
    await page.cdp('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: theme }] });
    await page.open('');
    await page.visit(url);
    await this.until(`document.querySelector(${JSON.stringify(ready)})`);
  }

  /** Presses a key with the modifiers of CDP: 2 is control. */
  async key(key, modifiers = 0) {
    await this.page.cdp('Input.dispatchKeyEvent', { type: 'keyDown', key, modifiers });
    await this.page.cdp('Input.dispatchKeyEvent', { type: 'keyUp', key, modifiers });
  }

  /** Presses the middle of an element. */
  async press(selector) {
    await this.until(`document.querySelector(${JSON.stringify(selector)})`);
    const at = await this.eval(`(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(
      document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`);
    await this.page.click(at.x, at.y);
  }

  /** Tells the stub engine how things stand ("PUT"), or asks what it was asked for ("GET"). */
  stub = (method, body = null) =>
    this.eval(`new Promise((done) => {
      const port = chrome.runtime.connect({ name: 'view' });
      port.onMessage.addListener((answer) => { port.disconnect(); done(answer.body); });
      port.postMessage({ id: 1, method: '${method}', path: '/stub', body: ${JSON.stringify(body)} });
    })`);

  /** Waits until the stub engine was asked for something. */
  async asked(method, path) {
    for (const end = Date.now() + DEADLINE; Date.now() < end;) {
      const found = (await this.stub('GET')).find((one) => one.method === method && one.path === path);
      if (found) return found;
      await pause();
    }
    throw new Error(`the engine was not asked for ${method} ${path}`);
  }

  /** Waits for a condition of the page, looked at again and again. */
  until = (condition) => this.page.until(condition);

  async complaints() {
    await this.eval(`${axe};0`);
    return this.eval(`axe.run(document, { resultTypes: ['violations'] }).then((result) =>
      result.violations.map((v) => v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html + ' ' + n.failureSummary).join(' | ')))`);
  }

  /** How many pixels the page is too wide. */
  overflow = () => this.eval('document.documentElement.scrollWidth - innerWidth');

  async keepPicture(name) {
    if (PICTURES === undefined) return;
    const { data } = await this.page.cdp('Page.captureScreenshot', { format: 'png' });
    mkdirSync(PICTURES, { recursive: true });
    writeFileSync(`${PICTURES}/${name}.png`, Buffer.from(data, 'base64'));
  }
}
