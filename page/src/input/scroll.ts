// Scrolls the page or one scroller, and reports where that ended.

import {
  clientHeight,
  clientWidth,
  closest,
  documentElement,
  elementAtPoint,
  pageBody,
  queryAll,
  queryWithin,
  scrollBy,
  scrollHeight,
  scrollingElement,
  scrollLeft,
  scrollTo,
  scrollTop,
  scrollWidth,
  styleOf,
} from '../dom/dom';
import type { ScrollDirection, Scrolled } from '../generated/wire';

export function scroll(
  element: Element | null,
  direction: ScrollDirection,
  amount: number | null,
  document: Document,
): Scrolled {
  const across = direction === 'left' || direction === 'right';
  const page = scrollingElement(document) ?? documentElement(document);
  const scroller =
    element === null ? defaultScroller(page, across, document) : (scrollerFor(element, across, page) ?? page);
  // In right-to-left text, horizontal offsets count downwards from zero.
  const offset = (at: Element): number => Math.abs(across ? scrollLeft(at) : scrollTop(at));
  const before = offset(scroller);
  const visible = across ? clientWidth(scroller) : clientHeight(scroller);
  const max = Math.max(0, (across ? scrollWidth(scroller) : scrollHeight(scroller)) - visible);
  const step = amount ?? visible * SHARE;
  move(scroller, direction, step);
  const after = offset(scroller);
  return { moved: Math.abs(after - before) >= 1, position: after, max, visible };
}

function move(scroller: Element, direction: ScrollDirection, step: number): void {
  switch (direction) {
    case 'up':
      scrollBy(scroller, { top: -step, behavior: 'instant' });
      break;
    case 'down':
      scrollBy(scroller, { top: step, behavior: 'instant' });
      break;
    case 'left':
      scrollBy(scroller, { left: -step, behavior: 'instant' });
      break;
    case 'right':
      scrollBy(scroller, { left: step, behavior: 'instant' });
      break;
    case 'top':
      scrollTo(scroller, { top: 0, behavior: 'instant' });
      break;
    case 'bottom':
      scrollTo(scroller, { top: scrollHeight(scroller), behavior: 'instant' });
      break;
  }
}

/** The vertical scroller of an element: the nearest one, or the page. */
export const scrollerOf = (element: Element, page: Element): Element =>
  closest(element, (at) => scrolls(at, false, page)) ?? page;

function scrolls(element: Element, across: boolean, page: Element): boolean {
  const room = across ? scrollWidth(element) - clientWidth(element) : scrollHeight(element) - clientHeight(element);
  if (room < 1) return false;
  if (element === page) return true;
  const overflow = across ? styleOf(element).overflowX : styleOf(element).overflowY;
  return overflow === 'auto' || overflow === 'scroll';
}

/** The nearest scroller that an element is or lies in; if that is only the page, the largest one inside the element. */
function scrollerFor(element: Element, across: boolean, page: Element): Element | null {
  const around = closest(element, (at) => at !== page && scrolls(at, across, page));
  return around ?? largestScroller(queryWithin(element, '*'), across, page);
}

function largestScroller(candidates: readonly Element[], across: boolean, page: Element): Element | null {
  let found: Element | null = null;
  for (const at of candidates.slice(0, MAX_CANDIDATES))
    if (scrolls(at, across, page) && (found === null || areaOf(at) > areaOf(found))) found = at;
  return found;
}

const areaOf = (element: Element): number => clientWidth(element) * clientHeight(element);

/** The page, or if that does not scroll, the scroller in its middle, which a mouse wheel would turn. */
function defaultScroller(page: Element, across: boolean, document: Document): Element {
  if (scrolls(page, across, page)) return page;
  const middle = elementAtPoint(document, window.innerWidth / 2, window.innerHeight / 2) ?? pageBody(document);
  const around = closest(middle, (at) => scrolls(at, across, page));
  return around ?? largestScroller(Array.from(queryAll(document, '*')), across, page) ?? page;
}

/** Share of the visible height that one step covers, so that some of the old view stays visible. */
const SHARE = 0.7;
const MAX_CANDIDATES = 5_000;
