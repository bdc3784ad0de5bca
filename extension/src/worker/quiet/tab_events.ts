// Tabs that come and go: those that pages of the run open are the run's, all others the person's.

import type { QuietEvent } from '../../generated/quiet';
import type { RunTabs } from './run_tabs';

export interface TabListener {
  emit(event: QuietEvent): void;
  /** A page of the run has opened a tab. */
  take(tab: number, opener: number, url: string): void;
  /** A tab of the person. */
  other(tab: number): void;
  /** A tab is gone. */
  removed(tab: number): void;
}

const NEW_TAB = /^(chrome|edge):\/\/(newtab|new-tab-page)/;

/** Follows the tabs until the returned function is called. */
export function followTabs(tabs: RunTabs, listener: TabListener): () => void {
  const created = ({ id, openerTabId, pendingUrl, url }: chrome.tabs.Tab): void => {
    if (id === undefined || openerTabId === undefined || tabs.has(id)) return;
    const address = pendingUrl ?? url ?? '';
    // A tab that the person opens beside the run's has it as its opener too.
    if (tabs.has(openerTabId) && !NEW_TAB.test(address)) listener.take(id, openerTabId, address);
    else listener.other(id);
  };
  const targeted = ({ sourceTabId, tabId, url }: { sourceTabId: number; tabId: number; url: string }): void => {
    if (tabs.has(sourceTabId)) listener.take(tabId, sourceTabId, url);
  };
  // The browser names the source of a tab before the tab shows anything, so one that shows something now is the person's.
  const shown = ({ tabId, frameId, url }: { tabId: number; frameId: number; url: string }): void => {
    if (frameId === 0 && url !== 'about:blank' && !tabs.has(tabId)) listener.other(tabId);
  };
  const removed = (tab: number): void => {
    const wasOwn = tabs.has(tab);
    if (wasOwn) {
      tabs.delete(tab);
      listener.emit({ kind: 'tab_closed', tab });
    }
    listener.removed(tab);
  };
  const updated = (tab: number, { title }: { title?: string }, { url }: chrome.tabs.Tab): void => {
    if (title !== undefined && tabs.has(tab)) listener.emit({ kind: 'tab_named', tab, title, url: url ?? '' });
  };
  chrome.tabs.onCreated.addListener(created);
  chrome.webNavigation.onCreatedNavigationTarget.addListener(targeted);
  chrome.webNavigation.onCommitted.addListener(shown);
  chrome.tabs.onRemoved.addListener(removed);
  chrome.tabs.onUpdated.addListener(updated);
  return () => {
    chrome.tabs.onCreated.removeListener(created);
    chrome.webNavigation.onCreatedNavigationTarget.removeListener(targeted);
    chrome.webNavigation.onCommitted.removeListener(shown);
    chrome.tabs.onRemoved.removeListener(removed);
    chrome.tabs.onUpdated.removeListener(updated);
  };
}
