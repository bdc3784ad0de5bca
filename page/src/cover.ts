// What lies over what: the page is asked what a click would reach, at a few points of things in view.

import { type Box, EVERYWHERE, intersect } from './box';
import {
  closest,
  css,
  elementAtPoint,
  flatContains,
  flatParent,
  isLabel,
  labelControl,
  rectOf,
  rectsOf,
  tag,
} from './dom';
import type { Look } from './look';
import { isOpaque } from './opaque';
import type { Sight } from './visible';

/** Whether a text in view, right inside `parent`, lies behind something opaque that will not move away by scrolling. */
export function isBuried(parent: Element, box: DOMRect, look: Look): boolean {
  const { left, top, right, bottom } = box;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const places = [x, y, left + 1, y, right - 1, y, left + 1, top + 1, right - 1, bottom - 1];
  return [0, 2, 4, 6, 8].every((at) => {
    const [across = 0, down = 0] = [places[at], places[at + 1]];
    const hit = elementAtPoint(look.document, across, down);
    if (hit === null || flatContains(hit, parent)) return false;
    return hides(hit, parent, look) && isShownAt(parent, across, down, look);
  });
}

/**
 * What takes every click meant for an element in view; null when some point of it is free, `away` when it has to be scrolled
 * to in something that lies in view.
 */
export function coverOf(element: Element, box: Box, sight: Sight, view: Box, look: Look): Element | 'away' | null {
  const painted = sight.display === 'inline' ? (rectsOf(element)[0] ?? box) : box;
  const place = intersect(intersect(painted, view), sight.clip);
  // What lies around it is asked only where something seems to be in the way.
  if (over(element, place, look) === null) return null;
  const shown = shownPart(element, place, look);
  return shown.right - shown.left < 1 || shown.bottom - shown.top < 1 ? 'away' : over(element, shown, look);
}

/** What takes the clicks at all points of a place. */
function over(element: Element, { left, top, right, bottom }: Box, look: Look): Element | null {
  let cover: Element | null = null;
  for (const [across, down] of POINTS) {
    const hit = elementAtPoint(look.document, left + (right - left) * across, top + (bottom - top) * down);
    if (hit === null || flatContains(hit, element) || flatContains(element, hit)) return null;
    if (closest(hit, (at) => isLabel(at) && labelControl(at) === element) !== null) return null;
    cover = hit;
  }
  return cover;
}

/** The part of a place that scrollers around an element show at this moment. */
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

/** Whether the element, or what it lies in, is painted solid and is no part of what surrounds `under`. */
function hides(over: Element, under: Element, look: Look): boolean {
  let solid = false;
  for (let at: Element | null = over; at !== null && !flatContains(at, under); at = flatParent(at)) {
    const style = look.style(at);
    if (style.position === 'fixed' || style.position === 'sticky' || Number(style.opacity) < 1) return false;
    solid ||= isOpaque(at, style);
  }
  return solid;
}

/** Shares of width and height; most elements are free at the first. */
const POINTS = [
  [0.5, 0.5],
  [0.2, 0.5],
  [0.8, 0.5],
] as const;
const PAGES = new Set(['html', 'body']);
