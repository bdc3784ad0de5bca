// The navigations of the frames in the run's tabs.

import type { QuietEvent, QuietNavigation } from '../../generated/quiet';
import type { RunTabs } from './run_tabs';

interface Details {
  readonly tabId: number;
  readonly frameId: number;
  readonly url: string;
  readonly parentFrameId?: number;
  readonly documentId?: string;
  readonly transitionQualifiers?: readonly string[];
}

export interface NavigationListener {
  emit(event: QuietEvent): void;
  /** A frame shows another document. */
  committed(tab: number, document: string | undefined, url: string): void;
}

type Callback = Parameters<typeof chrome.webNavigation.onCommitted.addListener>[0];
type Listened = readonly [chrome.events.Event<Callback>, Callback];

/** Follows the frames until the returned function is called. */
export function followNavigation(tabs: RunTabs, listener: NavigationListener): () => void {
  const place = (details: Details): QuietNavigation => {
    const { tabId: tab, frameId: frame, parentFrameId, documentId, url, transitionQualifiers } = details;
    if (parentFrameId !== undefined) tabs.noteFrame(tab, frame, parentFrameId);
    const parent = tabs.parentOf(tab, frame) ?? null;
    const inHistory = transitionQualifiers?.includes('forward_back') ?? false;
    return { tab, frame, parent, document: documentId ?? null, url, in_history: inHistory };
  };
  const on = (kind: 'navigation_started' | 'within_document' | 'interactive') => (details: Details) => {
    if (tabs.has(details.tabId)) listener.emit({ kind, ...place(details) });
  };
  const committed = (details: Details): void => {
    if (!tabs.has(details.tabId)) return;
    listener.emit({ kind: 'committed', ...place(details) });
    listener.committed(details.tabId, details.documentId, details.url);
  };
  const failed = (details: Details & { error: string }): void => {
    if (tabs.has(details.tabId)) listener.emit({ kind: 'load_failed', place: place(details), error: details.error });
  };
  const events = chrome.webNavigation;
  const listened = [
    [events.onBeforeNavigate, on('navigation_started')],
    [events.onCommitted, committed],
    [events.onReferenceFragmentUpdated, on('within_document')],
    [events.onHistoryStateUpdated, on('within_document')],
    [events.onDOMContentLoaded, on('interactive')],
    [events.onErrorOccurred, failed],
  ] as unknown as readonly Listened[];
  for (const [event, callback] of listened) event.addListener(callback);
  return () => {
    for (const [event, callback] of listened) event.removeListener(callback);
  };
}
