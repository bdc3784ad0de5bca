// The engine's end of the port to the worker, for pages of tests that take the engine's place.

/** Has a page take the engine's place: `ask(request)` in it sends the worker one request and returns its answer. */
export async function openEngine(browser) {
  const engine = await browser.openPage();
  await engine.visit(browser.view('offscreen.html'));
  // The port of the page's own script is the last one otherwise, and gets the answers.
  await engine.main('connected.then(() => 0)');
  await engine.main(`{${PORT}}`);
  return engine;
}

/** As the engine does: one port, opened again after the worker was ended, and unanswered requests sent once more. */
const PORT = `
  const pending = new Map();
  let port;
  const post = (request) => {
    port ??= connect();
    port.postMessage(request);
  };
  const connect = () => {
    const opened = chrome.runtime.connect({ name: 'endpoint' });
    opened.onMessage.addListener((message) => {
      pending.get(message.id)?.done(message);
      pending.delete(message.id);
    });
    opened.onDisconnect.addListener(() => {
      port = undefined;
      for (const { request } of pending.values()) post(request);
    });
    return opened;
  };
  globalThis.ask = (request) =>
    new Promise((done) => {
      pending.set(request.id, { request, done });
      post(request);
    });
`;
