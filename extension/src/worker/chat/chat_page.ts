// Carries calls to the script in a chat page: `chat.js` in the top document, in the isolated world of the extension.
//
// Nothing is put into a page before the first call, and the script keeps nothing that a page that was loaded again would miss.

import type { ChatReply } from './messages.ts';

const SCRIPT = 'chat.js';
const INSTALL_WITHIN = 10_000;

/** Sends one call and returns the reply of the script. */
export async function callPage(tab: number, call: string, within: number): Promise<ChatReply> {
  try {
    const reply = await inTime(handle(tab, call), within);
    return reply === null ? { failed: 'reloaded', why: 'the chat page was loaded anew' } : { reply };
  } catch (error) {
    return failureOf(error);
  }
}

async function handle(tab: number, call: string): Promise<string | null> {
  const reply = await evaluate(tab, call);
  if (reply !== 'not installed') return reply;
  await inTime(chrome.scripting.executeScript({ target: { tabId: tab }, files: [SCRIPT] }), INSTALL_WITHIN);
  return evaluate(tab, call);
}

/** A reply is an object in JSON; null if the document went away before it replied. */
async function evaluate(tab: number, call: string): Promise<string | null> {
  const [injected] = await chrome.scripting.executeScript({
    target: { tabId: tab },
    func: (json: string) => {
      const page = globalThis as { webhandChat?: { handle(call: string): Promise<string> } };
      return page.webhandChat?.handle(json) ?? 'not installed';
    },
    args: [call],
  });
  return typeof injected?.result === 'string' ? injected.result : null;
}

class DeadlineError extends Error {}

function inTime<T>(work: Promise<T>, within: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new DeadlineError('the chat page does not answer'));
    }, within);
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}

function failureOf(error: unknown): ChatReply {
  const why = error instanceof Error ? error.message : String(error);
  if (error instanceof DeadlineError) return { failed: 'no_answer', why };
  if (/no tab with id|tab was closed/i.test(why)) return { failed: 'gone', why };
  if (/frame .*was removed|no frame|navigat/i.test(why)) return { failed: 'reloaded', why };
  return { failed: 'not_opened', why };
}
