// Network rules for what `Fetch` does not see: the first request of a popup, shared workers, and what a page sends while it
// is being closed. They last as long as the browser and survive the worker.
//
// Invariant: no rule names a tab of the person, and none stands without a run.

import type { RunStates } from './run_state.ts';

const { POST, PUT, PATCH, DELETE } = chrome.declarativeNetRequest.RequestMethod;
const MARKING = [POST, PUT, PATCH, DELETE];
const KINDS = Object.values(chrome.declarativeNetRequest.ResourceType);
const UNKNOWN_TABS = 1;
const WORKERS = 2;
const CLOSING = 1000;
const CLOSED_AFTER_MS = 2000;

/** Puts the rules in place for the sites that the tabs of runs show now. */
export async function updateNetworkRules(states: RunStates): Promise<void> {
  const own = new Set(states.all().flatMap(({ tabs }) => tabs));
  const open = await chrome.tabs.query({});
  const domains = sites(open.filter(({ id }) => id !== undefined && own.has(id)));
  // Fetch sees the tabs of runs, and the person's are left alone. What is left are tabs that nobody knows yet.
  const known = open.filter((tab) => isKnown(tab, own, states.following)).flatMap(({ id }) => id ?? []);
  const addRules =
    domains.length === 0
      ? []
      : [
          rule(UNKNOWN_TABS, { excludedTabIds: [chrome.tabs.TAB_ID_NONE, ...known], initiatorDomains: domains }),
          rule(WORKERS, { tabIds: [chrome.tabs.TAB_ID_NONE], initiatorDomains: domains }),
        ];
  await chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: [UNKNOWN_TABS, WORKERS], addRules });
}

/**
 * The browser names the source of a tab before the tab shows anything. So one that shows something is the person's, unless it
 * is being attached; a popup without an opener shows nothing until its first request is answered.
 */
function isKnown({ id, url = '' }: chrome.tabs.Tab, own: ReadonlySet<number>, following: ReadonlySet<number>): boolean {
  if (id === undefined || following.has(id)) return false;
  return own.has(id) || (url !== '' && url !== 'about:blank');
}

/** Keeps a page from sending anything while it is closed. */
export async function withRulesForClosing<T>(tab: number, close: () => Promise<T>): Promise<T> {
  const id = CLOSING + (tab % 1_000_000);
  const closing = await chrome.tabs.get(tab);
  const domains = sites([closing]);
  // Without a site the rule would hold for every worker.
  const condition =
    domains.length === 0 ? { tabIds: [tab] } : { tabIds: [tab, chrome.tabs.TAB_ID_NONE], initiatorDomains: domains };
  const rules = [rule(id, condition)];
  await chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: [id], addRules: rules });
  try {
    return await close();
  } finally {
    // The requests that the page sends with its last breath come after its tab is gone.
    setTimeout(() => void chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: [id] }), CLOSED_AFTER_MS);
  }
}

function rule(
  id: number,
  condition: Partial<chrome.declarativeNetRequest.RuleCondition>,
): chrome.declarativeNetRequest.Rule {
  return {
    id,
    action: { type: chrome.declarativeNetRequest.RuleActionType.BLOCK },
    condition: { ...condition, requestMethods: MARKING, resourceTypes: KINDS },
  };
}

function sites(tabs: readonly chrome.tabs.Tab[]): string[] {
  const hosts = tabs.flatMap(({ url, pendingUrl }) => [url, pendingUrl].flatMap((text) => hostOf(text)));
  return [...new Set(hosts)];
}

function hostOf(url: string | undefined): string[] {
  if (url === undefined || !/^https?:/.test(url)) return [];
  const { hostname } = new URL(url);
  return hostname === '' ? [] : [hostname];
}
