// The life of the offscreen document: made when a view or an event needs the engine, closed when it says that nothing is
// under way.

import { type Acknowledged, isOwnPage, OFFSCREEN_PAGE, type WorkerMessage } from '../protocol.ts';

let making: Promise<void> | undefined;

/** Makes the offscreen document if there is none. */
export async function ensureEngine(): Promise<void> {
  making ??= make().finally(() => (making = undefined));
  await making;
}

async function make(): Promise<void> {
  if (await hasEngine()) return;
  await chrome.offscreen.createDocument({
    url: OFFSCREEN_PAGE,
    reasons: [chrome.offscreen.Reason.WORKERS],
    justification: 'Hosts the engine, which works on a task while no page of the extension is open.',
  });
}

export async function hasEngine(): Promise<boolean> {
  const contexts = await chrome.runtime.getContexts({ contextTypes: [chrome.runtime.ContextType.OFFSCREEN_DOCUMENT] });
  return contexts.length > 0;
}

/** Answers the messages that are addressed to the worker. */
export function serveEnginePage(): void {
  chrome.runtime.onStartup.addListener(() => void connectAgain());
  chrome.runtime.onMessage.addListener((message: unknown, sender, respond: (answer: Acknowledged) => void) => {
    if (!isOwnPage(sender) || !isForWorker(message)) return false;
    const done = message.do === 'ensure_engine' ? ensureEngine() : chrome.offscreen.closeDocument();
    done.then(
      () => {
        respond({ ok: true });
      },
      (error: unknown) => {
        respond({ error: String(error) });
      },
    );
    // The answer comes later.
    return true;
  });
}

/** A server that the person has connected to is connected to again when the browser starts. */
async function connectAgain(): Promise<void> {
  const { server } = await chrome.storage.local.get('server');
  if ((server as { wanted?: boolean } | undefined)?.wanted === true) await ensureEngine();
}

function isForWorker(message: unknown): message is WorkerMessage {
  return typeof message === 'object' && message !== null && (message as { to?: unknown }).to === 'worker';
}
