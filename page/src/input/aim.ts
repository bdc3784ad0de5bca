// Finds a point at which an element really takes a click: in view, at rest, and with nothing over it.

import { type Box, EVERYWHERE, intersect, showsIn, viewportBox } from '../dom/box';
import { labelsOf } from '../dom/control';
import {
  closest,
  containsNode,
  elementAtPoint,
  flatChildren,
  flatContains,
  flatParent,
  isElement,
  isHidden,
  isLabel,
  isSvg,
  labelControl,
  rectOf,
  scrollIntoView,
  styleOf,
  tag,
  word,
} from '../dom/dom';
import { Failure } from '../dom/failure';
import { Refs } from '../dom/refs';
import { setOf } from '../dom/text';
import type { Aimed, Purpose } from '../generated/wire';
import { nameOf } from '../name/name';
import { isUnderItsLabel } from '../snapshot/controls/floating_labels';
import { handleOf, surfaceOf, isCaretTarget } from '../snapshot/controls/painted_editors';
import { isInPixelBox } from '../snapshot/controls/shown';
import { isDisabled } from '../snapshot/controls/states';
import { describe } from '../snapshot/names/describe';
import { clipOf } from '../visibility/clip';
import { Look } from '../visibility/look';
import { imageOf, pointsOn } from '../visibility/points';
import { isVisible } from '../visibility/visible';
import { closerOf, describeCloser } from './closer';

/**
 * How an element is aimed at. If nothing moves on the page (`isStill`), aiming does not wait for the element to stand
 * still.
 */
export type Aim = { isStill: boolean; purpose: Purpose };

export async function aim(element: Element, document: Document, refs: Refs, { isStill, purpose }: Aim): Promise<Aimed> {
  const target = aimable(element, document, purpose);
  let over: Element | null = null;
  if (isInView(target)) {
    const found = findPoint(element, target, isStill ? EVERYWHERE : await waitUntilStill(target), document, purpose);
    if ('x' in found) return found;
    over = found.over;
  }
  // The element is out of view, clipped by a scroller or under a bar at the edge: the middle of the view is the best
  // place.
  for (const block of ['center', 'end', 'start'] as const) {
    scrollIntoView(target, { block, inline: block === 'center' ? 'nearest' : 'center', behavior: 'instant' });
    // The page receives scroll events with the next frame.
    await nextFrame();
    const found = findPoint(element, target, await waitUntilStill(target), document, purpose);
    if ('x' in found) return found;
    over = found.over ?? over;
  }
  if (over === null) throw new Failure('not_visible', 'no part of the element lies in the visible part of the page');
  throw coveredFailure(element, over, document, refs);
}

/** The point, if it needs neither scrolling nor waiting; otherwise null. */
export function aimAtOnce(element: Element, document: Document): Aimed | null {
  const target = aimable(element, document, 'press');
  const found = isInView(target) ? findPoint(element, target, EVERYWHERE, document, 'press') : null;
  return found !== null && 'x' in found ? found : null;
}

function aimable(element: Element, document: Document, purpose: Purpose): Element {
  const isChosen = tag(element) === 'option' || tag(element) === 'optgroup';
  if (isChosen && rectOf(element).height === 0) {
    throw new Failure('wrong_kind', 'options of a native list cannot be clicked; use select on the list itself');
  }
  if (purpose !== 'point' && isDisabled(element))
    throw new Failure('disabled', 'the element is disabled; something else has to be done first');
  return clickTargetOf(element, new Look(document));
}

/** Scrolls an element into view for a picture. */
export function reveal(element: Element, document: Document): Aimed {
  const target = isVisible(element, new Look(document)) ? element : clickTargetOf(element, new Look(document));
  if (!isInView(target)) scrollIntoView(target, { block: 'center', inline: 'nearest', behavior: 'instant' });
  const box = rectOf(target);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, bounds: [box.x, box.y, box.width, box.height] };
}

/** Whether a click that lands on `hit` is a click on `element`. */
export function reaches(element: Element, hit: Node | null): boolean {
  if (hit === null) return false;
  if (flatContains(element, hit) || containsNode(element, hit)) return true;
  if (labelsOf(element).some((label) => flatContains(label, hit))) return isDirectLabelHit(element, hit);
  if (isLabel(element) && labelControl(element) !== null && hit === labelControl(element)) return true;
  if (isCaretTarget(element, hit)) return true;
  if (isOfSlider(element, hit)) return true;
  // An element that lets the mouse through is clicked by clicking its container; a link or a button without pointer
  // events is out of use.
  return flatContainsElement(hit, element) && styleOf(element).pointerEvents === 'none' && !TAKERS.has(tag(element));
}

/** The handle of a drawn slider lies on its rail, which takes the mouse as soon as it is pressed. */
function isOfSlider(field: Element, hit: Node): boolean {
  const handle = handleOf(field, new Look(document));
  return handle !== null && flatContains(flatParent(handle) ?? handle, hit);
}

const flatContainsElement = (outer: Node, inner: Element): boolean =>
  isElement(outer) && !PAGES.has(tag(outer)) && flatContains(outer, inner);

/** A link or button inside a label takes the click for itself. */
function isDirectLabelHit(element: Element, hit: Node): boolean {
  const taker = isElement(hit) ? closest(hit, (at) => isLabel(at) || INTERACTIVE.has(tag(at))) : null;
  return taker === null || isLabel(taker) || taker === element;
}

/** The element itself, or the label of a control that is not painted. */
function clickTargetOf(element: Element, look: Look): Element {
  if (tag(element) === 'area') return imageOf(element, look.document) ?? element;
  if (canBeHit(element, look)) return element;
  const label = labelsOf(element).find((candidate) => isVisible(candidate, look));
  if (label !== undefined) return label;
  const surface = surfaceOf(element, look);
  if (surface !== null) return surface.text;
  const handle = handleOf(element, look);
  if (handle !== null) return handle;
  const inner = paintedInside(element, look);
  if (inner === null)
    throw new Failure('not_visible', 'the element has no visible box; it may appear after another action');
  return inner;
}

function canBeHit(element: Element, look: Look): boolean {
  const box = rectOf(element);
  const style = look.style(element);
  const { visibility, display, clipPath, opacity } = style;
  const isPinched = box.width <= 1 || box.height <= 1 || clipPath.startsWith('inset(') || clipOf(style) !== 'auto';
  if (display === 'none' || visibility !== 'visible' || isPinched || isInPixelBox(element, look)) return false;
  return isVisible(element, look) || Number(opacity) < 1 || isUnderItsLabel(element, look);
}

/** A painted descendant of an element that has no box of its own. */
function paintedInside(element: Element, look: Look): Element | null {
  const open: Element[] = [element];
  for (let at = open.shift(), count = 0; at !== undefined && count < MAX_LOOKED_AT; at = open.shift(), count += 1) {
    if (at !== element && isVisible(at, look)) return at;
    open.push(...[...flatChildren(at)].filter(isElement));
  }
  return null;
}

function isInView(element: Element): boolean {
  const box = rectOf(element);
  const shown = intersect(box, viewportBox());
  return (
    shown.right - shown.left >= Math.min(box.width, MIN_SHOWN) &&
    shown.bottom - shown.top >= Math.min(box.height, MIN_SHOWN)
  );
}

/**
 * Waits until the box is the same in two frames. For an element that keeps moving around one place, as one that pulses
 * does, returns the part that it covered all the time; for any other, everywhere.
 */
async function waitUntilStill(element: Element): Promise<Box> {
  let before = rectOf(element);
  let common: Box = before;
  const began = performance.now();
  while (performance.now() < began + MAX_MOVING) {
    await nextFrame();
    const now = rectOf(element);
    const isStill =
      now.x === before.x && now.y === before.y && now.width === before.width && now.height === before.height;
    if (isStill && !(letsThrough(element) && performance.now() < began + MAX_SCROLLING)) return EVERYWHERE;
    common = intersect(common, now);
    if (performance.now() > began + PULSE && showsIn(common, common, MIN_COMMON)) return common;
    before = now;
  }
  throw new Failure('moving', 'the element is still moving; wait a moment and try again');
}

/** A virtual list lets the mouse through while it is being scrolled. */
const letsThrough = (element: Element): boolean => styleOf(element).pointerEvents === 'none';

/** A tab that is not painted has no frames, so a timer stands in; on a busy machine frames may also come late. */
const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, isHidden(document) ? FRAME_FALLBACK : LATE_FRAME);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });

/** A point that takes the click, or the element that lies over the first point that was tried. */
function findPoint(
  element: Element,
  target: Element,
  within: Box,
  document: Document,
  purpose: Purpose,
): Aimed | { over: Element | null } {
  const shape = tag(element) === 'area' ? element : target;
  const box = rectOf(target);
  const look = new Look(document);
  let over: Element | null = null;
  let inAnother: Aimed | null = null;
  for (const [x, y] of pointsOn(shape, within, look)) {
    const hit = elementAtPoint(document, x, y);
    const isTaken = reaches(element, hit) || (shape !== element && reaches(target, hit));
    if (isTaken || (purpose === 'drop' && hit !== null && isWithin(hit, target))) {
      const found: Aimed = { x, y, bounds: [box.x, box.y, box.width, box.height] };
      if (purpose === 'drop' || hit === null || !isTakenInside(element, hit, look)) return found;
      inAnother ??= found;
    }
    over ??= hit;
  }
  return inAnother ?? { over };
}

/** Whether a click goes to a smaller control of another name inside the element, as to a button on a card that is a link. */
function isTakenInside(element: Element, hit: Element, look: Look): boolean {
  if (hit === element || !flatContains(element, hit)) return false;
  const taker = closest(hit, (at) => at === element || TAKERS.has(tag(at)) || TAKERS.has(word(at, 'role')));
  if (taker === null || taker === element) return false;
  const [outer, inner] = [rectOf(element), rectOf(taker)];
  const isPart = inner.width * inner.height < (outer.width * outer.height) / 2;
  return isPart && nameOf(taker, look) !== nameOf(element, look);
}

/**
 * Whether the element that takes the mouse at a point inside an outline lies behind the outline, or was inside it
 * before.
 */
function isWithin(hit: Element, outline: Element): boolean {
  if (!isSvg(outline)) return false;
  const [outer, inner] = [rectOf(outline), rectOf(hit)];
  const isInside =
    inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;
  return flatContainsElement(hit, outline) || (isSvg(hit) && isInside);
}

export function coveredFailure(element: Element, by: Element, document: Document, refs: Refs): Failure {
  if (PAGES.has(tag(by))) return new Failure('not_visible', LOCKED);
  const look = new Look(document);
  const who = describe(by, look, refs);
  const named = `${who.role}${who.name === '' ? '' : ` "${who.name}"`}`;
  if (flatContains(by, element))
    return new Failure('not_visible', `the mouse does not reach it: clicks at its place go to ${named} around it`, who);
  const closer = closerOf(by, element, look);
  const known = closer === null ? who : { ...who, closer: describeCloser(closer, look, refs) };
  return new Failure('covered', `covered by ${named}; deal with that first`, known);
}

/** Libraries disable the pointer events of the page while a list or a dialog is open. */
const LOCKED = 'the page takes no clicks at its place now; close what is open first, with Escape for instance';
const INTERACTIVE = setOf('a button input select textarea');
const TAKERS = setOf('a button link');
const PAGES = new Set(['html', 'body']);
const MAX_MOVING = 3_000;
/** A virtual list lets the mouse through for so long while it is scrolled, in milliseconds. */
const MAX_SCROLLING = 300;
/** An element that has moved around one place for so long, in milliseconds, will go on like this. */
const PULSE = 250;
const MIN_COMMON = 6;
const FRAME_FALLBACK = 50;
const LATE_FRAME = 400;
const MAX_LOOKED_AT = 200;
const MIN_SHOWN = 20;
