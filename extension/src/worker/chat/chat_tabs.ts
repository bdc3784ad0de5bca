// Which tab belongs to which chat. It is kept in `storage.session`, because the worker may be ended at any moment.
//
// Invariant: a chat tab is no tab of a run. `isChatTab` is asked before a run takes a tab.

const KEY = 'chats';

type Chats = Record<string, number>;

async function read(): Promise<Chats> {
  const stored = await chrome.storage.session.get<{ chats?: Chats }>(KEY);
  return stored.chats ?? {};
}

/** Changes follow one another, so that two of them lose nothing. */
let last: Promise<unknown> = Promise.resolve();

function change(apply: (chats: Chats) => void): Promise<void> {
  const changed = last.then(async () => {
    const chats = await read();
    apply(chats);
    await chrome.storage.session.set({ [KEY]: chats });
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

/** Without a name, all chats give their tabs back. */
export async function release(chat: string | null): Promise<void> {
  const released = Object.entries(await read()).filter(([name]) => chat === null || name === chat);
  await change((chats) => {
    for (const [name] of released) Reflect.deleteProperty(chats, name);
  });
  for (const [, tab] of released) await chrome.tabs.update(tab, { autoDiscardable: true }).catch(() => undefined);
}

export async function list(): Promise<readonly { chat: string; tab: chrome.tabs.Tab }[]> {
  const found = Object.keys(await read()).map(async (chat) => {
    const tab = await tabOf(chat);
    return tab === null ? [] : [{ chat, tab }];
  });
  return (await Promise.all(found)).flat();
}
