// The tab beside the panel, and whether it can be driven.

import { useEffect, useState } from 'preact/hooks';

import type { CurrentTab } from '../ext_api.ts';
import { isChatTab } from '../worker/chat/chat_tabs.ts';

const STORES = ['chromewebstore.google.com', 'microsoftedge.microsoft.com'];

/** Why a page cannot be driven; null where it can. */
export function refusalOf(url: string, isIncognito: boolean): CurrentTab['refused'] {
  if (isIncognito) return 'incognito';
  if (url === '' || url === 'about:blank') return null;
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return 'not_loaded';
  }
  if (parsed.protocol === 'chrome-extension:') return 'other_extension';
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return 'browser_page';
  return STORES.includes(parsed.hostname) ? 'store' : null;
}

export function useCurrentTab(): CurrentTab | null {
  const [tab, setTab] = useState<CurrentTab | null>(null);
  useEffect(() => {
    const look = () => {
      void chrome.tabs.query({ active: true, currentWindow: true }).then(async ([found]) => {
        if (found?.id === undefined) return;
        const url = found.pendingUrl ?? found.url ?? '';
        const refused = refusalOf(url, found.incognito) ?? ((await isChatTab(found.id)) ? 'chat' : null);
        setTab({ id: found.id, title: found.title ?? url, url, refused });
      });
    };
    look();
    chrome.tabs.onActivated.addListener(look);
    chrome.tabs.onUpdated.addListener(look);
    return () => {
      chrome.tabs.onActivated.removeListener(look);
      chrome.tabs.onUpdated.removeListener(look);
    };
  }, []);
  return tab;
}
