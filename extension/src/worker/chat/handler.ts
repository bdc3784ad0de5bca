// The part `chat` of the worker: chat pages that serve as a brain. It decides nothing: what is written and read is in the
// calls of the engine.

import type { Handler } from '../handler.ts';
import { callPage } from './chat_page.ts';
import { assign, leave, list, release, tabOf, take } from './chat_tabs.ts';
import type { ChatReply, ChatRequest } from './messages.ts';

/** Longest time for a chat to load, in milliseconds. */
const LOADS_WITHIN = 45_000;
const LOOK_EVERY = 100;
/** Commands that change nothing in the page, or for which a second time is as good as once. */
const REPEATABLE = new Set(['probe', 'read_composer', 'focus', 'watch', 'learn']);
const GONE: ChatReply = { failed: 'gone', why: 'the tab of the chat is gone' };
const DONE: ChatReply = { done: true };

export function chatHandler(): Handler {
  return {
    isRepeatable: (body) => {
      const request = body as ChatRequest;
      return request.do !== 'call' || REPEATABLE.has(commandOf(request.call));
    },
    handle: (body) => perform(body as ChatRequest),
  };
}

async function perform(request: ChatRequest): Promise<ChatReply> {
  switch (request.do) {
    case 'open':
      return open(request.chat, request.address);
    case 'call': {
      const tab = await tabOf(request.chat);
      return tab?.id === undefined ? GONE : callPage(tab.id, request.call, request.within_ms);
    }
    case 'assign':
      await assign(request.chat, request.tab);
      return DONE;
    case 'leave':
      await leave(request.run);
      return DONE;
    case 'release':
      await release(request.chat);
      return DONE;
    case 'list': {
      const chats = await list();
      return {
        chats: chats.map(({ chat, tab: { id = -1, title = '', url = '' } }) => ({ chat, tab: id, title, url })),
      };
    }
  }
}

/** A tab that shows the address stays as it is; no tab is closed or loaded again. */
async function open(chat: string, address: string): Promise<ChatReply> {
  const tab = (await tabOf(chat)) ?? (await take(chat));
  if (tab?.id !== undefined && isSame(tab.pendingUrl ?? tab.url, address)) return loaded(tab.id);
  if (tab?.id !== undefined) {
    await chrome.tabs.update(tab.id, { url: address });
    return loaded(tab.id);
  }
  // A window of its own: a tab behind another one is hidden, and chat pages write no answer while they are hidden.
  const window = await chrome.windows.create({ url: address, focused: false });
  const opened = window?.tabs?.[0]?.id;
  if (opened === undefined) return { failed: 'not_opened', why: 'the browser opened no window for the chat' };
  await assign(chat, opened);
  return loaded(opened);
}

async function loaded(id: number): Promise<ChatReply> {
  for (const end = Date.now() + LOADS_WITHIN; Date.now() < end;) {
    const tab = await chrome.tabs.get(id).catch(() => null);
    if (tab === null) return GONE;
    if (tab.status === 'complete' && tab.pendingUrl === undefined) return DONE;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
  return { failed: 'not_opened', why: 'the chat page did not load in time' };
}

/** Fragments name a place in a page, not another page. */
const isSame = (shown: string | undefined, wanted: string): boolean =>
  shown !== undefined && shown.split('#')[0] === wanted.split('#')[0];

function commandOf(call: string): string {
  const { command } = JSON.parse(call) as { command?: { kind?: string } };
  return command?.kind ?? '';
}
