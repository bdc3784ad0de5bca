// Reads a list, table or scroller in pieces: the rows that are drawn now, and the distance to those that are not drawn
// yet.

import {
  childNodes,
  clientHeight,
  documentElement,
  flatContains,
  flatParent,
  isElement,
  rectOf,
  scrollingElement,
  scrollTop,
  textContent,
} from '../dom/dom';
import type { Refs } from '../dom/refs';
import { isWhitespace } from '../dom/text';
import type { PageRecords, RowsPart } from '../generated/wire';
import { scrollerOf } from '../input/scroll';
import { Look } from '../visibility/look';
import { isVisible } from '../visibility/visible';
import { nextPageControl } from './more';
import { type Group, groupOf, groupsIn, recordOf, richest, isFilled, titleOfGroup } from './records';

export function rowsWithin(element: Element, part: RowsPart, document: Document, refs: Refs): PageRecords {
  const look = new Look(document);
  const group = listOf(element, look);
  const page = scrollingElement(document) ?? documentElement(document);
  const scroller = scrollerOf(group.items[0] ?? element, page);
  const top = scroller === page ? 0 : rectOf(scroller).top;
  const view = { top, height: clientHeight(scroller) };
  const placed = inOrder(group.items.map((item) => ({ item, box: rectOf(item) })));
  const { count, ahead } = scrollDistance(placed, view);
  const isFarAbove = ({ box }: Placed): boolean => box.height > 0 && box.bottom < top - view.height;
  const asked = placed.slice(0, count).filter((one) => !part.onward || !isFarAbove(one));
  const end = part.skip + AT_ONCE;
  const now = asked.slice(part.skip, end).filter(({ item }) => isVisible(item, look));
  const origin = top - scrollTop(scroller);
  const records = now.map(({ item, box }) => recordOf(item, group, Math.round(box.top - origin), look));
  const more = nextPageControl(group, look, refs);
  look.close();
  return {
    facts: { key: '', at: 0, fields: [] },
    sets: [{ title: titleOfGroup(group, look), records: records.filter(isFilled) }],
    scroller: scroller === page ? null : refs.numberOf(scroller),
    next: asked.length > end ? end : null,
    ahead,
    more,
  };
}

interface Placed {
  readonly item: Element;
  readonly box: DOMRect;
}

interface View {
  readonly top: number;
  readonly height: number;
}

/** The list that an element holds or lies in. */
function listOf(element: Element, look: Look): Group {
  const inside = richest(groupsIn(element, look), look);
  if (inside !== null) return inside;
  const items = [...childNodes(element)].filter(isElement).filter((child) => isVisible(child, look));
  const own = { around: element, items, table: null };
  if (items.length > 1) return own;
  for (let at = flatParent(element); at !== null; at = flatParent(at)) {
    const group = groupOf(at, look);
    if (group?.items.some((item) => flatContains(item, element)) === true) return group;
  }
  return own;
}

/** Virtual lists reuse elements in any order; stacked rows are sorted by position. */
function inOrder(placed: Placed[]): readonly Placed[] {
  const sized = placed.filter(({ box }) => box.height > 0);
  const left = sized[0]?.box.left ?? 0;
  const isOneColumn = sized.every(({ box }) => Math.abs(box.left - left) < 1);
  return sized.length > 0 && isOneColumn ? sized.sort((one, other) => one.box.top - other.box.top) : placed;
}

interface Reach {
  /** How many rows come before the first gap after the view. */
  readonly count: number;
  readonly ahead: number | null;
}

/**
 * The distance to the last row that follows those in view without a gap, less a part of the view, because headers may
 * lie over it.
 *
 * A row behind a gap may be kept there for another reason, such as having the focus, and the rows in between would be
 * skipped. It is read once it is reached.
 */
function scrollDistance(placed: readonly Placed[], { top, height }: View): Reach {
  const far = (box: DOMRect): number => Math.max(0, Math.floor(box.top - top - height * OVERLAP));
  let last: DOMRect | null = null;
  for (const [count, { item, box }] of placed.entries()) {
    if (box.height === 0 || box.bottom <= top) continue;
    // Empty space that a virtual list keeps for undrawn rows.
    if (box.height > height && isWhitespace(textContent(item) ?? '')) continue;
    const allowed = last === null ? top + height : last.bottom + Math.max(last.height, LEAST_GAP);
    if (box.top > allowed) return { count, ahead: far(last ?? box) };
    if (last === null || box.bottom > last.bottom) last = box;
  }
  return { count: placed.length, ahead: last === null ? null : far(last) };
}

const AT_ONCE = 500;
const OVERLAP = 0.25;
/** Titles of groups stand between rows. */
const LEAST_GAP = 60;
