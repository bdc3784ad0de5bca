// Finds a point at which an element really takes a click: in view, at rest, and with nothing over it.

import { type Box, intersect, viewportBox } from './box';
import { labelsOf } from './control';
import { described } from './describe';
import {
  closest,
  containsNode,
  elementAtPoint,
  flatChildren,
  flatContains,
  isElement,
  isHidden,
  isHtml,
  isLabel,
  labelControl,
  offsetHeight,
  offsetWidth,
  rectOf,
  rectsOf,
  scrollIntoView,
  styleOf,
  tag,
} from './dom';
import { Failure } from './failure';
import type { Aimed } from './generated/wire';
import { Look } from './look';
import { Refs } from './refs';
import { isDisabled } from './states';
import { setOf } from './text';
import { clipOf, isVisible } from './visible';

export async function aim(element: Element, document: Document, refs: Refs): Promise<Aimed> {
  if (tag(element) === 'option' || tag(element) === 'optgroup') {
    throw new Failure('wrong_kind', 'options of a native list cannot be clicked; use select on the list itself');
  }
  if (isDisabled(element))
    throw new Failure('disabled', 'the element is disabled; something else has to be done first');
  const target = clickable(element, new Look(document));
  if (isInView(target)) {
    await atRest(target);
    const found = pointOn(element, target, document);
    if ('x' in found) return found;
  }
  // Out of view, cut off by a scroller or under a bar at the edge: the middle of the view is the best place.
  scrollIntoView(target, { block: 'center', inline: 'nearest', behavior: 'instant' });
  await atRest(target);
  const found = pointOn(element, target, document);
  if ('x' in found) return found;
  if (found.over === null)
    throw new Failure('not_visible', 'no part of the element lies in the visible part of the page');
  throw covered(found.over, document, refs);
}

/** Carries a point inside a frame out to the document that holds the frame. */
export function outward(frame: Element, x: number, y: number, document: Document, refs: Refs): Aimed {
  if (tag(frame) !== 'iframe' && tag(frame) !== 'frame')
    throw new Failure('wrong_kind', 'only a frame holds another document');
  const box = rectOf(frame);
  const style = styleOf(frame);
  const [width, height] = isHtml(frame) ? [offsetWidth(frame), offsetHeight(frame)] : [box.width, box.height];
  const across = width === 0 ? 1 : box.width / width;
  const down = height === 0 ? 1 : box.height / height;
  const outerX = box.left + (px(style.borderLeftWidth) + px(style.paddingLeft) + x) * across;
  const outerY = box.top + (px(style.borderTopWidth) + px(style.paddingTop) + y) * down;
  const view = viewportBox();
  if (outerX < view.left || outerY < view.top || outerX >= view.right || outerY >= view.bottom) {
    throw new Failure(
      'not_visible',
      'that point of the frame lies outside the visible part of the page; scroll the frame into view',
    );
  }
  const hit = elementAtPoint(document, outerX, outerY);
  if (hit !== frame && hit !== null) throw covered(hit, document, refs);
  return { x: outerX, y: outerY, bounds: [box.x, box.y, box.width, box.height] };
}

/** Whether a click that lands on `hit` is a click on `element`. */
export function reaches(element: Element, hit: Node | null): boolean {
  if (hit === null) return false;
  if (flatContains(element, hit) || containsNode(element, hit)) return true;
  if (labelsOf(element).some((label) => flatContains(label, hit))) return isDirectLabelHit(element, hit);
  return isLabel(element) && labelControl(element) !== null && hit === labelControl(element);
}

/** A link or button inside a label takes the click for itself. */
function isDirectLabelHit(element: Element, hit: Node): boolean {
  const taker = isElement(hit) ? closest(hit, (at) => isLabel(at) || INTERACTIVE.has(tag(at))) : null;
  return taker === null || isLabel(taker) || taker === element;
}

/** The element itself, or the label that stands for a control which is not painted. */
function clickable(element: Element, look: Look): Element {
  if (canBeHit(element, look)) return element;
  const label = labelsOf(element).find((candidate) => isVisible(candidate, look));
  if (label !== undefined) return label;
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
  if (display === 'none' || visibility !== 'visible' || isPinched) return false;
  return isVisible(element, look) || Number(opacity) < 1;
}

/** Something painted inside an element that has no box of its own. */
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

/** Waits until the box is the same in two frames. */
async function atRest(element: Element): Promise<void> {
  let before = rectOf(element);
  const deadline = performance.now() + MAX_MOVING;
  while (performance.now() < deadline) {
    await nextFrame();
    const now = rectOf(element);
    if (now.x === before.x && now.y === before.y && now.width === before.width && now.height === before.height) return;
    before = now;
  }
  throw new Failure('moving', 'the element is still moving; wait a moment and try again');
}

/** Frames do not come in a tab that is not painted, so a timer stands in; where they do come they may come late. */
const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, isHidden(document) ? FRAME_FALLBACK : LATE_FRAME);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });

/** A point that takes the click, or what lies over the first point that was tried. */
function pointOn(element: Element, target: Element, document: Document): Aimed | { over: Element | null } {
  const box = rectOf(target);
  let over: Element | null = null;
  for (const [x, y] of candidates(target)) {
    const hit = elementAtPoint(document, x, y);
    if (reaches(element, hit) || (target !== element && reaches(target, hit)))
      return { x, y, bounds: [box.x, box.y, box.width, box.height] };
    over ??= hit;
  }
  return { over };
}

function covered(by: Element, document: Document, refs: Refs): Failure {
  const who = described(by, new Look(document), refs);
  return new Failure(
    'covered',
    `covered by ${who.role}${who.name === '' ? '' : ` "${who.name}"`}; deal with that first`,
    who,
  );
}

/** Centres of the element's boxes (a wrapped link has several), then points nearer to their corners. */
function* candidates(element: Element): Iterable<[number, number]> {
  const view = viewportBox();
  const boxes: Box[] = Array.from(rectsOf(element)).slice(0, MAX_BOXES);
  if (boxes.length === 0) boxes.push(rectOf(element));
  const shown = boxes
    .map((box) => intersect(box, view))
    .filter((box) => box.right - box.left > 0 && box.bottom - box.top > 0);
  for (const [across, down] of SPOTS) {
    for (const box of shown)
      yield [box.left + (box.right - box.left) * across, box.top + (box.bottom - box.top) * down];
  }
}

const px = (length: string): number => Number.parseFloat(length) || 0;

const SPOTS = [
  [0.5, 0.5],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.25],
  [0.5, 0.75],
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
  [0.1, 0.5],
  [0.9, 0.5],
] as const;
const INTERACTIVE = setOf('a button input select textarea');
const MAX_MOVING = 1_000;
const FRAME_FALLBACK = 50;
const LATE_FRAME = 400;
const MAX_BOXES = 20;
const MAX_LOOKED_AT = 200;
const MIN_SHOWN = 20;
