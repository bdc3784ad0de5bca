// Pictures that are on their way. What is drawn with nothing but one has no size before it is there, so that a look right
// after a page has changed would miss icons that a person sees a moment later.

import { viewportBox } from '../dom/box';
import { attr, css, firstChild, imageComplete, isImage, queryWithin } from '../dom/dom';
import type { Look } from './look';

/** When something was first found without its picture. */
const firstMissed = new WeakMap<Element, number>();
let isMissing = false;

/** Called once before each look. */
export function resetMissingPictures(): void {
  isMissing = false;
}

/** Whether something in view that the last look passed over is likely to show soon. */
export const isMissingPictures = (): boolean => isMissing;

/** Considers an element that can be used, or says something, but has no size. */
export function considerPicture(element: Element, box: DOMRect, look: Look): void {
  if (isMissing || (box.width > 0 && box.height > 0) || !isInView(box) || !isPictured(element, look)) return;
  const now = performance.now();
  const missed = firstMissed.get(element) ?? now;
  firstMissed.set(element, missed);
  isMissing = now - missed < WAITED_AT_MOST;
}

/** Whether a picture is all that an element is drawn with. Of one that a style names nobody tells whether it will come. */
function isPictured(element: Element, look: Look): boolean {
  if (isImage(element)) return !imageComplete(element);
  if (firstChild(element) === null) return css(look.style(element), 'content').includes('url(');
  return queryWithin(element, 'img').some((image) => isImage(image) && !imageComplete(image));
}

/** Whether it says or does something, so that a look without it is not whole. */
export const isWorthAwaiting = (element: Element, isOffered: boolean): boolean =>
  isOffered || (isImage(element) && (attr(element, 'alt') ?? '') !== '');

function isInView({ left, top }: DOMRect): boolean {
  const view = viewportBox();
  return left >= view.left && left < view.right && top >= view.top && top < view.bottom;
}

/** A picture that has not come by then, in milliseconds, may never do. */
const WAITED_AT_MOST = 700;
