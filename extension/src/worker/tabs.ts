// The part `tabs` of the worker: which tabs runs have, what the person looks at, taking tabs and letting them go.

import type { CurrentTab, RunTab, TabCommand, TabList } from '../ext_api.ts';
import { assign, brainTabs, releaseTab } from './chat/chat_tabs.ts';
import type { DebuggerEndpoint } from './debugger/endpoint.ts';
import type { Handler } from './handler.ts';

export type TabsRequest = { readonly list: true } | { readonly release: true } | TabCommand;

export function tabsHandler(tabs: DebuggerEndpoint): Handler {
  return {
    isRepeatable: () => true,
    handle: async (body) => {
      const request = body as TabsRequest;
      if ('list' in request) return listTabs(tabs);
      if ('release' in request) return tabs.releaseAll();
      switch (request.do) {
        case 'attach':
          return tabs.take(request.run, request.tab);
        case 'release':
          await releaseTab(request.tab);
          return tabs.release(request.tab);
        case 'brain':
          return assign(request.brain, request.tab);
        case 'show':
          return show(request.tab);
      }
    },
  };
}

async function listTabs(tabs: DebuggerEndpoint): Promise<TabList> {
  const [current] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  const own = (await tabs.runs()).flatMap(({ run, tabs }) =>
    tabs.map((tab) => ({ run, tab, current: tab === tabs.at(-1) })),
  );
  const listed = own.map(async ({ run, tab, current }): Promise<RunTab[]> => {
    const shown = await chrome.tabs.get(tab).catch(() => undefined);
    if (shown === undefined) return [];
    const { title = '', url = '' } = shown;
    return [{ id: tab, title, url, run, level: 'debugger', role: 'work', current }];
  });
  return { current: currentTab(current), tabs: [...(await Promise.all(listed)).flat(), ...(await brainTabs())] };
}

function currentTab(tab: chrome.tabs.Tab | undefined): CurrentTab | null {
  if (tab?.id === undefined) return null;
  return { id: tab.id, title: tab.title ?? '', url: tab.url ?? '', refused: refusal(tab) };
}

/** Why no extension may drive a page. */
function refusal({ url = '', incognito, discarded }: chrome.tabs.Tab): CurrentTab['refused'] {
  if (incognito) return 'incognito';
  if (/^https:\/\/(chromewebstore\.google\.com|chrome\.google\.com\/webstore)/.test(url)) return 'store';
  if (url.startsWith('chrome-extension:')) return 'other_extension';
  if (!/^(https?|file|about:blank)/.test(url)) return 'browser_page';
  return discarded ? 'not_loaded' : null;
}

async function show(tab: number): Promise<void> {
  const shown = await chrome.tabs.update(tab, { active: true });
  if (shown !== undefined) await chrome.windows.update(shown.windowId, { focused: true });
}
