// Pictures that are still loading. An element that is drawn only by a picture has no size before it is loaded, so a
// look right after a page has changed would miss icons that a person sees a moment later.

import { viewportBox } from '../dom/box';
import { attr, css, firstChild, imageComplete, isImage, queryWithin } from '../dom/dom';
import type { Look } from './look';

/** When an element was first found without its picture. */
const firstMissed = new WeakMap<Element, number>();
let isMissing = false;

/** Called once before each look. */
export function resetMissingPictures(): void {
  isMissing = false;
}

/** Whether an element in view that the last look left out is likely to show soon. */
export const isMissingPictures = (): boolean => isMissing;

/** Considers an interactive or named element without a size. */
export function considerPicture(element: Element, box: DOMRect, look: Look): void {
  if (isMissing || (box.width > 0 && box.height > 0) || !isInView(box) || !isPictured(element, look)) return;
  const now = performance.now();
  const missed = firstMissed.get(element) ?? now;
  firstMissed.set(element, missed);
  isMissing = now - missed < WAITED_AT_MOST;
}

/** Whether an element is drawn only by a picture. Nothing says whether a picture that a style names will ever load. */
function isPictured(element: Element, look: Look): boolean {
  if (isImage(element)) return !imageComplete(element);
  if (firstChild(element) === null) return css(look.style(element), 'content').includes('url(');
  return queryWithin(element, 'img').some((image) => isImage(image) && !imageComplete(image));
}

/** Whether a look without the element would be incomplete. */
export const isWorthAwaiting = (element: Element, isOffered: boolean): boolean =>
  isOffered || (isImage(element) && (attr(element, 'alt') ?? '') !== '');

function isInView({ left, top }: DOMRect): boolean {
  const view = viewportBox();
  return left >= view.left && left < view.right && top >= view.top && top < view.bottom;
}

/** A picture that is not loaded after so many milliseconds may never be. */
const WAITED_AT_MOST = 700;
