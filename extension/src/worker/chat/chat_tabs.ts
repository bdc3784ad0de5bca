// Which tab belongs to which chat. It is kept in `storage.session`, because the worker may be ended at any moment.
//
// Invariant: a chat tab is no tab of a run. `isChatTab` is asked before a run takes a tab.

import type { RunTab } from '../../ext_api.ts';
import { brainOf, isOfRun, runOf } from './messages.ts';

const KEY = 'chats';

type Chats = Record<string, number>;

async function read(): Promise<Chats> {
  const stored = await chrome.storage.session.get<{ chats?: Chats }>(KEY);
  return stored.chats ?? {};
}

/** Changes follow one another, so that two of them lose nothing. */
let last: Promise<unknown> = Promise.resolve();

function change<T>(apply: (chats: Chats) => T): Promise<T> {
  const changed = last.then(async () => {
    const chats = await read();
    const applied = apply(chats);
    await chrome.storage.session.set({ [KEY]: chats });
    return applied;
  });
  last = changed.catch(() => undefined);
  return changed;
}

export const isChatTab = async (tab: number): Promise<boolean> => Object.values(await read()).includes(tab);

/** The tab of a chat, if it is still open. */
export async function tabOf(chat: string): Promise<chrome.tabs.Tab | null> {
  const tab = (await read())[chat];
  return tab === undefined ? null : chrome.tabs.get(tab).catch(() => null);
}

export async function assign(chat: string, tab: number): Promise<void> {
  // A tab that the browser discards loses the answer that is being written in it.
  await chrome.tabs.update(tab, { autoDiscardable: false });
  await change((chats) => {
    for (const [other, taken] of Object.entries(chats)) if (taken === tab) Reflect.deleteProperty(chats, other);
    chats[chat] = tab;
  });
}

/** The tab that the person gave for the brain of a run's chat, unless another run has it; it stays given afterwards. */
export async function take(chat: string): Promise<chrome.tabs.Tab | null> {
  const tab = await tabOf(brainOf(chat));
  const id = tab?.id;
  if (id === undefined) return null;
  return change((chats) => {
    const isFree = Object.keys(chats).every((name) => chats[name] !== id || name === brainOf(chat));
    if (isFree) chats[chat] = id;
    return isFree ? tab : null;
  });
}

/** Without a name, all chats give their tabs back. */
export const release = (chat: string | null): Promise<void> => giveBack((name) => chat === null || name === chat);

/** A tab is the person's again, whichever chats it had. */
export async function releaseTab(tab: number): Promise<void> {
  const chats = await read();
  await giveBack((name) => chats[name] === tab);
}

/** The chats of a run give their tabs back. */
export const leave = (run: string): Promise<void> => giveBack((name) => isOfRun(name, run));

async function giveBack(isMeant: (name: string) => boolean): Promise<void> {
  const released = Object.entries(await read()).filter(([name]) => isMeant(name));
  await change((chats) => {
    for (const [name] of released) Reflect.deleteProperty(chats, name);
  });
  const kept = Object.values(await read());
  const free = released.filter(([, tab]) => !kept.includes(tab));
  for (const [, tab] of free) await chrome.tabs.update(tab, { autoDiscardable: true }).catch(() => undefined);
}

export async function list(): Promise<readonly { chat: string; tab: chrome.tabs.Tab }[]> {
  const found = Object.keys(await read()).map(async (chat) => {
    const tab = await tabOf(chat);
    return tab === null ? [] : [{ chat, tab }];
  });
  return (await Promise.all(found)).flat();
}

/** The tabs of chats as views list them: each once, with the run that uses it. */
export async function brainTabs(): Promise<readonly RunTab[]> {
  const tabs = new Map<number, RunTab>();
  for (const { chat, tab } of await list()) {
    const { id = -1, title = '', url = '' } = tab;
    const run = runOf(chat) ?? tabs.get(id)?.run ?? '';
    tabs.set(id, { id, title, url, run, level: 'quiet', role: 'brain', current: false });
  }
  return [...tabs.values()];
}
