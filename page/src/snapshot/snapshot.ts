// The content of this document that a person can see and touch, as a tree in reading order.

import { beginShadowCandidates, shadowCandidates } from '../dom/closed_roots';
import {
  clientHeight,
  clientWidth,
  documentElement,
  documentUrl,
  isEmpty,
  readyState,
  scrollHeight,
  scrollingElement,
  scrollLeft,
  scrollTop,
  scrollWidth,
  titleOf,
} from '../dom/dom';
import { withElementCache } from '../dom/element_cache';
import { beginInternalsCandidates, endInternalsCandidates, internalsCandidates } from '../dom/internals';
import type { Refs } from '../dom/refs';
import type { PageSnapshot } from '../generated/wire';
import { Look } from '../visibility/look';
import { Near } from '../visibility/near';
import { resetMissingPictures } from '../visibility/pending_pictures';
import { documentVisibility } from '../visibility/visible';
import { Builder } from './builder';
import { snapshotJson } from './json';
import { offerPassages } from './text/passages';
import { walk } from './walk';

/** The reply to a snapshot command, as JSON. */
export function snapshot(document: Document, refs: Refs, maxNodes: number, isNear: boolean): string {
  resetMissingPictures();
  if (isEmpty(document)) return emptySnapshot(document, refs);
  return withElementCache(() => wholeSnapshot(document, refs, maxNodes, isNear));
}

function wholeSnapshot(document: Document, refs: Refs, maxNodes: number, isNear: boolean): string {
  beginShadowCandidates();
  beginInternalsCandidates(document);
  const look = new Look(document);
  const builder = new Builder(look, maxNodes, isNear ? Near.of(document) : null);
  walk(documentElement(document), documentVisibility(look), builder.top, look, builder);
  const roots = builder.roots();
  look.close();
  endInternalsCandidates();
  const root = scrollingElement(document) ?? documentElement(document);
  const head: Omit<PageSnapshot, 'nodes'> = {
    title: titleOf(document),
    url: documentUrl(document),
    ready: readyState(document),
    viewport: [window.innerWidth, window.innerHeight],
    scroll: [
      scrollLeft(root),
      scrollTop(root),
      scrollWidth(root) - clientWidth(root),
      scrollHeight(root) - clientHeight(root),
    ],
    truncated: builder.truncated,
    ...(shadowCandidates().length > 0 && { suspects: shadowCandidates().length }),
    ...(internalsCandidates().length > 0 && { speakers: internalsCandidates().length }),
  };
  offerPassages(roots, look);
  return snapshotJson(head, roots, (element) => refs.numberOf(element));
}

/** The snapshot of a document that has not begun yet, or that its page has emptied. */
function emptySnapshot(document: Document, refs: Refs): string {
  const head: Omit<PageSnapshot, 'nodes'> = {
    title: titleOf(document),
    url: documentUrl(document),
    ready: readyState(document),
    viewport: [window.innerWidth, window.innerHeight],
    scroll: [0, 0, 0, 0],
    truncated: false,
  };
  return snapshotJson(head, [], (element) => refs.numberOf(element));
}
