// What a person can see and touch in this document, as a tree in reading order.

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
import { beginAsking, endAsking, speakers } from '../dom/internals';
import { remembering } from '../dom/memory';
import type { Refs } from '../dom/refs';
import { beginSuspecting, suspects } from '../dom/suspects';
import type { PageSnapshot } from '../generated/wire';
import { Look } from '../sight/look';
import { Near } from '../sight/near';
import { beginMissing } from '../sight/pictures';
import { sightOfDocument } from '../sight/visible';
import { Builder } from './builder';
import { offerPassages } from './passage';
import { walk } from './walk';
import { written } from './written';

/** The reply to a snapshot command, as JSON. */
export function snapshot(document: Document, refs: Refs, maxNodes: number, isNear: boolean): string {
  beginMissing();
  if (isEmpty(document)) return emptySnapshot(document, refs);
  return remembering(() => wholeSnapshot(document, refs, maxNodes, isNear));
}

function wholeSnapshot(document: Document, refs: Refs, maxNodes: number, isNear: boolean): string {
  beginSuspecting();
  beginAsking(document);
  const look = new Look(document);
  const builder = new Builder(look, maxNodes, isNear ? Near.of(document) : null);
  walk(documentElement(document), sightOfDocument(look), builder.top, look, builder);
  const roots = builder.roots();
  look.close();
  endAsking();
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
    ...(suspects().length > 0 && { suspects: suspects().length }),
    ...(speakers().length > 0 && { speakers: speakers().length }),
  };
  offerPassages(roots, look);
  return written(head, roots, (element) => refs.numberOf(element));
}

/** A document that has not begun yet, or whose page has taken everything away. */
function emptySnapshot(document: Document, refs: Refs): string {
  const head: Omit<PageSnapshot, 'nodes'> = {
    title: titleOf(document),
    url: documentUrl(document),
    ready: readyState(document),
    viewport: [window.innerWidth, window.innerHeight],
    scroll: [0, 0, 0, 0],
    truncated: false,
  };
  return written(head, [], (element) => refs.numberOf(element));
}
