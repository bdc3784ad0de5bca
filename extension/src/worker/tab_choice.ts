// Which tabs a run may have, at both levels: none of an incognito window, none in which a chat decides.

import type { CurrentTab } from '../ext_api.ts';
import { isChatTab } from './chat/chat_tabs.ts';

const INCOGNITO =
  'webhand works in no incognito window, because a run leaves its journal in your profile; open the page in another window';
const CHAT = 'a chat in this tab decides for a run, so no run can work in it; choose another tab';
const LEFT = 'left:';

/** Why no extension may drive a page. */
export async function refusal({
  id = -1,
  url = '',
  incognito,
  discarded,
}: chrome.tabs.Tab): Promise<CurrentTab['refused']> {
  if (incognito) return 'incognito';
  if (await isChatTab(id)) return 'chat';
  if (/^https:\/\/(chromewebstore\.google\.com|chrome\.google\.com\/webstore)/.test(url)) return 'store';
  if (url.startsWith('chrome-extension:')) return 'other_extension';
  if (!/^(https?|file|about:blank)/.test(url)) return 'browser_page';
  return discarded ? 'not_loaded' : null;
}

/** The tab, if a run may take it; fails in words for the person. */
export async function takeable(tab: number): Promise<chrome.tabs.Tab> {
  const known = await chrome.tabs.get(tab);
  if (known.incognito) throw new Error(INCOGNITO);
  if (await isChatTab(tab)) throw new Error(CHAT);
  return known;
}

/** Opens an empty tab behind the others; without a window that may be used, in a window of its own. */
export async function newTab(): Promise<number> {
  const windows = await chrome.windows.getAll({ windowTypes: ['normal'] });
  const usable = windows.filter(({ incognito }) => !incognito);
  const last = await chrome.windows.getLastFocused({ windowTypes: ['normal'] }).catch(() => undefined);
  const windowId = (usable.find(({ id }) => id === last?.id) ?? usable[0])?.id;
  const empty = { url: 'about:blank' };
  const tab =
    windowId === undefined
      ? (await chrome.windows.create({ ...empty, focused: false, incognito: false }))?.tabs?.[0]
      : await chrome.tabs.create({ ...empty, active: false, windowId });
  if (tab?.id === undefined) throw new Error('the browser opened no tab');
  return tab.id;
}

/** Keeps the tab that a run would go on in. */
export async function keepLeft(run: string, tab: number): Promise<void> {
  await chrome.storage.session.set({ [LEFT + run]: tab });
}

/** The tab that a run worked in last, if it is still open. */
export async function leftTab(run: string): Promise<number | undefined> {
  const tab = (await chrome.storage.session.get(LEFT + run))[LEFT + run] as number | undefined;
  const open = tab === undefined ? undefined : await chrome.tabs.get(tab).catch(() => undefined);
  return open?.id;
}
