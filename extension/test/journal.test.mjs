// The worker's memory of the requests that it performs: it has a bound, and whoever asks always gets an answer.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { openEngine } from './engine_port.mjs';
import { startExtension } from './harness.mjs';

const RUN = 'large-looks';
const LOOKS = 60;

let [browser, engine] = [null, null];
before(async () => {
  browser = await startExtension();
  engine = await openEngine(browser);
});
after(() => browser?.close());

let requests = 0;
const ask = (to, body, id = `journal-${(requests += 1)}`) => engine.main(`ask(${JSON.stringify({ id, to, body })})`);

let commands = 0;
/** Sends a command of the run and returns its reply, without the long text in it. */
async function command(method, params, { sessionId, id } = {}) {
  const frame = JSON.stringify({ id: (commands += 1), method, params, sessionId });
  const request = { id: id ?? `journal-${(requests += 1)}`, to: 'cdp', body: { run: RUN, frame } };
  return engine.main(`ask(${JSON.stringify(request)}).then((reply) => {
    const frame = reply.ok === undefined ? reply : JSON.parse(reply.ok);
    const value = frame.result?.result?.value;
    return typeof value === 'string' ? { length: value.length } : frame;
  })`);
}

/** Evaluates in the worker. */
async function inWorker(expression) {
  const { targetInfos } = await browser.pipe.call('Target.getTargets');
  const { targetId } = targetInfos.find(({ type }) => type === 'service_worker');
  const { sessionId } = await browser.pipe.call('Target.attachToTarget', { targetId, flatten: true });
  const { result } = await browser.pipe.call(
    'Runtime.evaluate',
    { expression, awaitPromise: true, returnByValue: true },
    sessionId,
  );
  await browser.pipe.call('Target.detachFromTarget', { sessionId });
  return result.value;
}

/** How much of the worker's memory is taken, which only it can say. */
const kept = () => inWorker('chrome.storage.session.getBytesInUse(null)');

test('sixty looks of half a megabyte are answered, and little of them is kept', async () => {
  await ask('cdp', { run: RUN, begin: { name: 'look', tab: null, tabs: 3 } });
  const created = await command('Target.createTarget', { url: 'about:blank' });
  assert.ok(created.result.targetId, JSON.stringify(created));
  const tab = await engine.main(`chrome.debugger.getTargets().then((all) =>
    all.find(({ id }) => id === ${JSON.stringify(created.result.targetId)}).tabId)`);
  const sessionId = `t${tab}`;
  const { result } = await command('Runtime.evaluate', { expression: 'globalThis' }, { sessionId });
  const look = {
    functionDeclaration: '() => "x".repeat(500_000)',
    objectId: result.result.objectId,
    returnByValue: true,
  };
  for (let seen = 0; seen < LOOKS; seen += 1) {
    const id = `look-${seen}`;
    assert.deepEqual(await command('Runtime.callFunctionOn', look, { sessionId, id }), { length: 500_000 });
  }
  assert.ok((await kept()) < 1_000_000, `kept: ${await kept()}`);
  const again = await command('Runtime.callFunctionOn', look, { sessionId, id: `look-${LOOKS - 1}` });
  assert.match(again.error, /it was done/, 'it is not done twice');
});

test('a full memory of the worker is answered and not waited for', async () => {
  await inWorker(`{
    const { session } = chrome.storage;
    globalThis.set = session.set.bind(session);
    session.set = (items) => Object.keys(items).some((key) => key.startsWith('command:'))
      ? Promise.reject(new Error('the storage is full')) : set(items);
  }`);
  const answer = await command('Target.createTarget', { url: 'about:blank' });
  assert.match(answer.error, /it was not begun/, JSON.stringify(answer));
  await inWorker('chrome.storage.session.set = set');
  assert.ok((await command('Target.createTarget', { url: 'about:blank' })).result.targetId);
  await ask('cdp', { run: RUN, end: 'close' });
});

test('what has reached its sender is dropped', async () => {
  await ask('cdp', { run: 'none', end: 'leave' }, 'told-1');
  await engine.main(`ask({ id: 'told-2', to: 'cdp', body: { run: 'none', end: 'leave' }, received: ['told-1'] })`);
  const ids = await inWorker(`chrome.storage.session.get(null).then((all) => Object.keys(all).join())`);
  assert.doesNotMatch(ids, /told-1/);
  assert.match(ids, /told-2/);
});
