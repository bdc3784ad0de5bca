// The part `tabs` of the worker: which tabs runs have, what the person looks at, taking tabs and letting them go.

import type { CurrentTab, Level, RunTab, TabCommand, TabList } from '../ext_api.ts';
import { assign, brainTabs, releaseTab } from './chat/chat_tabs.ts';
import type { Handler } from './handler.ts';
import { refusal } from './tab_choice.ts';

export type TabsRequest = { readonly list: true } | { readonly release: true } | TabCommand;

/** A run that drives tabs now. */
export interface DrivenTabs {
  readonly run: string;
  readonly tabs: readonly number[];
  /** The one that it works on. */
  readonly current: number | undefined;
}

/** The tabs of the runs at one level. */
export interface TabKeeper {
  readonly level: Level;
  driven(): Promise<readonly DrivenTabs[]>;
  /** Takes a tab of the person into a run, because they asked for it. */
  take(run: string, tab: number): Promise<void>;
  /** Lets go of one tab, which stays open. */
  release(tab: number): Promise<void>;
  /** Lets go of every tab of every run. */
  releaseAll(): Promise<void>;
}

export function tabsHandler(keepers: readonly TabKeeper[]): Handler {
  return {
    isRepeatable: () => true,
    handle: async (body) => {
      const request = body as TabsRequest;
      if ('list' in request) return listTabs(keepers);
      if ('release' in request) {
        for (const keeper of keepers) await keeper.releaseAll();
        return undefined;
      }
      switch (request.do) {
        case 'attach': {
          const keeper = await keeperOf(keepers, ({ run }) => run === request.run);
          if (keeper === undefined) throw new Error('this run drives no tabs now');
          return keeper.take(request.run, request.tab);
        }
        case 'release':
          await releaseTab(request.tab);
          return (await keeperOf(keepers, ({ tabs }) => tabs.includes(request.tab)))?.release(request.tab);
        case 'brain':
          return assign(request.brain, request.tab);
        case 'show':
          return show(request.tab);
      }
    },
  };
}

async function keeperOf(
  keepers: readonly TabKeeper[],
  isIt: (driven: DrivenTabs) => boolean,
): Promise<TabKeeper | undefined> {
  for (const keeper of keepers) if ((await keeper.driven()).some(isIt)) return keeper;
  return undefined;
}

async function listTabs(keepers: readonly TabKeeper[]): Promise<TabList> {
  const [current] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  const tabs = await Promise.all(keepers.map(listOf));
  return { current: await currentTab(current), tabs: [...tabs.flat(), ...(await brainTabs())] };
}

async function listOf(keeper: TabKeeper): Promise<RunTab[]> {
  const own = (await keeper.driven()).flatMap(({ run, tabs, current }) =>
    tabs.map((tab) => ({ run, tab, current: tab === current })),
  );
  const listed = own.map(async ({ run, tab, current }): Promise<RunTab[]> => {
    const shown = await chrome.tabs.get(tab).catch(() => undefined);
    if (shown === undefined) return [];
    const { title = '', url = '' } = shown;
    return [{ id: tab, title, url, run, level: keeper.level, role: 'work', current }];
  });
  return (await Promise.all(listed)).flat();
}

async function currentTab(tab: chrome.tabs.Tab | undefined): Promise<CurrentTab | null> {
  if (tab?.id === undefined) return null;
  return { id: tab.id, title: tab.title ?? '', url: tab.url ?? '', refused: await refusal(tab) };
}

async function show(tab: number): Promise<void> {
  const shown = await chrome.tabs.update(tab, { active: true });
  if (shown !== undefined) await chrome.windows.update(shown.windowId, { focused: true });
}
