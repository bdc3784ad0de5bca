// Which element covers which: the browser is asked what a click would hit, at a few points of elements in view.

import { type Box, EVERYWHERE, intersect } from '../dom/box';
import {
  clientHeight,
  closest,
  css,
  documentElement,
  elementAtPoint,
  flatContains,
  flatParent,
  isLabel,
  labelControl,
  rectOf,
  rectsOf,
  scrollHeight,
  scrollingElement,
  scrollTop,
  tag,
} from '../dom/dom';
import { isUnderGenerated } from './generated_boxes';
import type { Look } from './look';
import { isOpaque } from './opaque';
import type { Visibility } from './visible';

/** Whether a text in view, right inside `parent`, lies behind an opaque element that scrolling does not move away. */
export function isTextCovered(parent: Element, box: DOMRect, look: Look): boolean {
  const { left, top, right, bottom } = box;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const places = [x, y, left + 1, y, right - 1, y, left + 1, top + 1, right - 1, bottom - 1];
  return [0, 2, 4, 6, 8].every((at) => {
    const [across = 0, down = 0] = [places[at], places[at + 1]];
    const hit = elementAtPoint(look.document, across, down);
    if (hit === null) return false;
    const isGone = flatContains(hit, parent) ? isUnseenIn(hit, parent, box, look) : hides(hit, parent, box, look);
    return isGone && isShownAt(parent, across, down, look);
  });
}

/** Why an uncovered element cannot be hit: `cut`, nothing of it is painted there; `away`, it has to be scrolled to. */
export type Missing = 'cut' | 'away';

/**
 * The element that takes every click meant for an element in view; null if some point of it is free, `away` if it has
 * to be scrolled to inside a scroller in view, `cut` if nothing of it is painted there.
 */
export function coverOf(
  element: Element,
  box: Box,
  visibility: Visibility,
  view: Box,
  look: Look,
): Element | Missing | null {
  const painted = visibility.display === 'inline' ? (rectsOf(element)[0] ?? box) : box;
  const place = intersect(intersect(painted, view), visibility.clip);
  // Its surroundings are inspected only if something seems to be in the way.
  if (coverAt(element, place, look) === null) return null;
  const shown = shownPart(element, place, look);
  return shown.right - shown.left < 1 || shown.bottom - shown.top < 1 ? 'away' : coverAt(element, shown, look);
}

/** The element that takes the clicks at all points of a place. */
function coverAt(element: Element, place: Box, look: Look): Element | 'cut' | null {
  const { left, top, right, bottom } = place;
  let cover: Element | 'cut' | null = null;
  for (const [across, down] of POINTS) {
    const hit = elementAtPoint(look.document, left + (right - left) * across, top + (bottom - top) * down);
    if (hit === null || flatContains(element, hit)) return null;
    const isAround = flatContains(hit, element);
    if (isAround && !isUnseenIn(hit, element, place, look)) return null;
    if (closest(hit, (at) => isLabel(at) && labelControl(at) === element) !== null) return null;
    cover = isAround ? 'cut' : hit;
  }
  return cover;
}

/** The part of a place that the scrollers around an element show at this moment. */
function shownPart(element: Element, place: Box, look: Look): Box {
  let shown = place;
  for (let at = flatParent(element); at !== null; at = flatParent(at))
    if (!PAGES.has(tag(at)) && css(look.style(at), 'overflow') !== 'visible') shown = intersect(shown, rectOf(at));
  return shown;
}

function isShownAt(element: Element, x: number, y: number, look: Look): boolean {
  const { left, top, right, bottom } = shownPart(element, EVERYWHERE, look);
  return x >= left && x < right && y >= top && y < bottom;
}

/** Whether the element or one of its ancestors is painted solid and is no ancestor of `under`. */
function hides(over: Element, under: Element, box: Box, look: Look): boolean {
  let solid = false;
  for (let at: Element | null = over; at !== null && !flatContains(at, under); at = flatParent(at)) {
    const style = look.style(at);
    if (Number(style.opacity) < 1) return false;
    if (STAYS.has(style.position) && !staysOver(at, style, under, box, look)) return false;
    solid ||= isOpaque(at, style);
  }
  return solid;
}

/** Whether a fixed or sticky element lies over a text however far the page is scrolled. */
function staysOver(fixed: Element, style: CSSStyleDeclaration, under: Element, box: Box, look: Look): boolean {
  if (style.position !== 'fixed') return false;
  const { top, bottom } = rectOf(fixed);
  if (top <= 0 && bottom >= window.innerHeight) return true;
  const moves = (at: Element): boolean =>
    !PAGES.has(tag(at)) && (STAYS.has(look.style(at).position) || css(look.style(at), 'overflow') !== 'visible');
  if (closest(under, moves) !== null) return false;
  const root = scrollingElement(look.document) ?? documentElement(look.document);
  const up = scrollHeight(root) - clientHeight(root) - scrollTop(root);
  const isOverAbove = top <= 0 || box.top - up >= top;
  const isOverBelow = bottom >= window.innerHeight || box.bottom + scrollTop(root) <= bottom;
  return isOverAbove && isOverBelow;
}

/**
 * Whether nothing of an element is painted at a place where a click hits `hit`, which is the element or an ancestor.
 */
function isUnseenIn(hit: Element, element: Element, place: Box, look: Look): boolean {
  if (hit !== element && isCutAway(element, hit, look)) return true;
  return css(look.style(hit), 'position') !== 'static' && isUnderGenerated(hit, element, place, look);
}

/** Whether an element is not painted at a point where a click hits only an ancestor, although it would take clicks. */
function isCutAway(element: Element, hit: Element, look: Look): boolean {
  if (css(look.style(element), 'pointer-events') === 'none') return false;
  let isCut = false;
  for (let at: Element | null = element; at !== null && at !== hit; at = flatParent(at)) {
    const { backfaceVisibility, clipPath, contain, zIndex } = look.style(at);
    // A layer with a negative z-index lies behind its container's background.
    if (Number(zIndex) < 0) return isOpaque(hit, look.style(hit));
    isCut ||= clipPath !== 'none' || backfaceVisibility === 'hidden' || CUTS.test(contain);
  }
  return isCut;
}

/** Fractions of width and height; most elements are free at the first. */
const POINTS = [
  [0.5, 0.5],
  [0.2, 0.5],
  [0.8, 0.5],
] as const;
const STAYS = new Set(['fixed', 'sticky']);
/** Values of `contain` by which a box clips its content. */
const CUTS = /paint|strict|content/;
const PAGES = new Set(['html', 'body']);
