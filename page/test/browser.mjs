// One Chromium for all page tests, driven over its debugging pipe: opens HTML and speaks to the page script in an isolated world.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const WORLD = 'webhand';
const BINARY = process.env.WEBHAND_BROWSER ?? process.env.CHROME_PATH ?? 'chromium';
/** Long enough for the largest pages, which take half a minute on a busy machine. */
const DEADLINE = 120_000;
/** How long a page may take until a condition holds; below the deadline of one call, so that the condition is named. */
const CONDITION_DEADLINE = 60_000;
const PAGE_SCRIPT = new URL('../dist/page.js', import.meta.url);

/**
 * Starts the browser with one page, which has `script` in an isolated world. With `extension`, the unpacked extension of that
 * folder is loaded, and its id is returned too.
 */
export async function startBrowser({ extension = null, script = PAGE_SCRIPT } = {}) {
  const bundle = readFileSync(script, 'utf8');
  const profile = mkdtempSync(join(tmpdir(), 'webhand-page-'));
  if (extension !== null) {
    // Without developer mode an extension that is loaded anew stays switched off.
    mkdirSync(join(profile, 'Default'), { recursive: true });
    writeFileSync(join(profile, 'Default/Preferences'), '{"extensions":{"ui":{"developer_mode":true}}}');
  }
  const flags = [
    '--headless=new',
    '--remote-debugging-pipe',
    '--no-first-run',
    '--window-size=1280,800',
    '--disable-background-networking',
    '--enable-unsafe-extension-debugging',
    `--user-data-dir=${profile}`,
  ];
  if (process.getuid?.() === 0) flags.push('--no-sandbox');
  const process_ = spawn(BINARY, flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const pipe = new CdpPipe(process_.stdio[3], process_.stdio[4]);
  const exited = new Promise((resolve) => process_.once('exit', resolve));
  void exited.then(() => pipe.end());
  const id = extension === null ? null : (await pipe.call('Extensions.loadUnpacked', { path: extension })).id;
  const openPage = async (options = {}) => {
    const { targetId } = await pipe.call('Target.createTarget', { url: 'about:blank', ...options });
    const { sessionId } = await pipe.call('Target.attachToTarget', { targetId, flatten: true });
    const opened = new Page(pipe, sessionId, bundle);
    await opened.start();
    return Object.assign(opened, { targetId, close: () => pipe.call('Target.closeTarget', { targetId }) });
  };
  const page = await openPage();
  const close = async () => {
    pipe.call('Browser.close').catch(() => process_.kill('SIGKILL'));
    await exited;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { page, openPage, pipe, id, close };
}

class Page {
  constructor(pipe, session, bundle) {
    this.bundle = bundle;
    this.cdp = (method, params) => pipe.call(method, params, session);
    this.once = (method, test) => pipe.once(method, session, test);
  }

  async start() {
    await this.cdp('Page.enable');
    await this.cdp('Runtime.enable');
    await this.cdp('Page.addScriptToEvaluateOnNewDocument', {
      source: this.bundle,
      worldName: WORLD,
      runImmediately: true,
    });
  }

  /** Loads a page given as HTML. */
  open = (html) => this.visit(`data:text/html;charset=utf-8,${encodeURIComponent(`<!doctype html>${html}`)}`);

  async visit(url) {
    const world = this.once('Runtime.executionContextCreated', ({ context }) => context.name === WORLD);
    const loaded = this.once('Page.loadEventFired');
    const [created] = await Promise.all([world, loaded, this.cdp('Page.navigate', { url })]);
    this.world = created.context.id;
  }

  /** Evaluates in the page's own world. */
  main = (expression) => this.#evaluate({ expression });
  /** Waits for a condition of the page, looked at some sixty times a second, also where the page draws nothing. */
  until = (condition) =>
    this.main(
      `new Promise((done, fail) => { const end = performance.now() + ${CONDITION_DEADLINE}; const look = () => (${condition}) ? done(true)
        : performance.now() > end ? fail(new Error(${JSON.stringify(condition)} + ' at ' + location.href)) : setTimeout(look, 16); look(); })`,
    );
  /** Evaluates in the isolated world of the page script. */
  isolated = (expression) => this.#evaluate({ expression, contextId: this.world });
  /** Runs the page script in the document once more. */
  reinstall = () => this.isolated(`${this.bundle};0`);
  /** Sends the page script one command. */
  send = async (command) => {
    const reply = JSON.parse(await this.isolated(`webhand.handle(${JSON.stringify(JSON.stringify(command))})`));
    return reply.kind === 'snapshot' ? { ...reply, nodes: reply.nodes.map(unpackNode) } : reply;
  };
  /** Sends a command together with the elements that match these selectors. */
  sendWith = async (command, ...selectors) => {
    const elements = selectors.map((selector) => `document.querySelector(${JSON.stringify(selector)})`);
    const json = JSON.stringify(JSON.stringify(command));
    return JSON.parse(await this.isolated(`webhand.handle(${json}, [${elements.join()}])`));
  };
  numberOf = async (selector) => (await this.sendWith({ kind: 'number_of' }, selector)).node;

  /** The snapshot as lines; refs are left out unless asked for. */
  async lines({ refs = false, max_nodes = 1000 } = {}) {
    const { nodes } = await this.send({ kind: 'snapshot', max_nodes });
    return nodes.map((node) => renderNode(node, refs)).join('\n');
  }

  async click(x, y) {
    for (const type of ['mousePressed', 'mouseReleased'])
      await this.cdp('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
  }

  async #evaluate(params) {
    const { result, exceptionDetails } = await this.cdp('Runtime.evaluate', {
      awaitPromise: true,
      returnByValue: true,
      ...params,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }
}

/** Turns a node, which is sent as an array, into an object with named fields; null means absent. */
function unpackNode(written) {
  const fields = ['depth', 'role', 'name', 'node', 'bounds', 'in_view', 'href', 'states', 'value', 'content', 'cover'];
  return Object.fromEntries(written.map((value, index) => [fields[index], value ?? undefined]));
}

function renderNode({ depth, role, name, node, states = [], value, cover }, refs) {
  const parts = [`${'  '.repeat(depth)}- ${role}`];
  if (name) parts.push(JSON.stringify(name));
  if (node !== undefined) parts.push(refs ? `[e${node}]` : '[e]');
  parts.push(...states.map((state) => `[${state}]`));
  if (cover !== undefined) parts.push(cover === 0 ? '[covered]' : refs ? `[covered=e${cover}]` : '[covered=e]');
  return parts.join(' ') + (value === undefined ? '' : `: ${JSON.stringify(value)}`);
}

class CdpPipe {
  #last = 0;
  #pending = new Map();
  #waiting = [];
  #rest = '';

  constructor(output, input) {
    this.output = output;
    input.setEncoding('utf8').on('data', (chunk) => this.#receive(chunk));
  }

  call(method, params = {}, sessionId) {
    const id = ++this.#last;
    this.output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return withDeadline(method, (resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  /** Waits for an event; one that is no longer waited for takes no event from the next. */
  once(method, sessionId, test = () => true) {
    let waiting;
    return withDeadline(method, (resolve, reject) => {
      waiting = { method, sessionId, test, resolve, reject };
      this.#waiting.push(waiting);
    }).catch((error) => {
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
      throw error;
    });
  }

  /** The browser has ended: nothing that is waited for can come any more. */
  end() {
    const open = [...this.#pending.values(), ...this.#waiting];
    this.#pending.clear();
    this.#waiting = [];
    for (const { reject } of open) reject(new Error('the browser has ended'));
  }

  #receive(chunk) {
    const messages = (this.#rest + chunk).split('\0');
    this.#rest = messages.pop();
    for (const { id, error, result, method, params, sessionId } of messages.map((message) => JSON.parse(message))) {
      if (id === undefined) {
        const index = this.#waiting.findIndex(
          (waiting) => waiting.method === method && waiting.sessionId === sessionId && waiting.test(params),
        );
        if (index >= 0) this.#waiting.splice(index, 1)[0].resolve(params);
      } else if (error) this.#pending.get(id)?.reject(new Error(error.message));
      else this.#pending.get(id)?.resolve(result);
      this.#pending.delete(id);
    }
  }
}

function withDeadline(what, start) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${what} took too long`)), DEADLINE);
    const settle = (done) => (value) => {
      clearTimeout(timer);
      done(value);
    };
    start(settle(resolve), settle(reject));
  });
}
