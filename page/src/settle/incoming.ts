// What a document itself shows to be still on its way.

import {
  animationsIn,
  animationsOf,
  checkVisibility,
  documentElement,
  flatContains,
  queryWithin,
  rectOf,
  rootOf,
  styleOf,
  textContent,
} from '../dom/dom';
import { MIN_OPACITY } from '../visibility/visible';

/** Whether something is fading or moving in, or the page says that it is busy. */
export const isArriving = (document: Document, target: Element | null): boolean =>
  isMovingIn(document, target) || saysItIsBusy(document);

/** Whether something is on its way to where, or to how, it will be seen. */
const isMovingIn = (document: Document, target: Element | null): boolean =>
  animationsAround(document, target).some((animation) => {
    const { playState, effect } = animation;
    if (playState !== 'running' || !(effect instanceof KeyframeEffect) || effect.target === null) return false;
    const { endTime, localTime } = effect.getComputedTiming();
    if (typeof endTime !== 'number' || endTime === Infinity) return false;
    const left = endTime - Number(localTime ?? 0);
    if (left > MOST_LEFT) return false;
    const frames = effect.getKeyframes();
    const opacity = frames.at(-1)?.['opacity'];
    const now = Number(styleOf(effect.target).opacity);
    if (opacity !== undefined && Number(opacity) > now && now < MIN_OPACITY) return true;
    // What was touched may be moved by the touch itself, as a card that is lifted under the mouse.
    if (target !== null && flatContains(effect.target, target)) return false;
    const isInside = target !== null && flatContains(target, effect.target);
    // A veil that comes or goes is often only the first step: what lies behind or above it follows.
    if (!isInside && left <= MOST_FADING && frames.some((frame) => 'opacity' in frame) && isLarge(effect.target))
      return true;
    const moves = frames.some((frame) => (isInside ? GROWING : MOVING).some((property) => property in frame));
    return moves && hasWords(effect.target);
  });

/** The document tells nothing of what moves in a shadow tree. */
function animationsAround(document: Document, target: Element | null): Animation[] {
  const root = target === null ? null : rootOf(target);
  return root instanceof ShadowRoot ? [...animationsOf(document), ...animationsIn(root)] : animationsOf(document);
}

/** What is slotted into it counts too. */
const hasWords = (element: Element): boolean =>
  /\S/.test(textContent(element) ?? '') || queryWithin(element, 'slot').length > 0;

const isLarge = (element: Element): boolean => {
  const { width, height } = rectOf(element);
  return width >= MIN_VEIL && height >= MIN_VEIL;
};

/** Whether the page itself says that something is still coming: a region marked busy, a bar without a known end. */
const saysItIsBusy = (document: Document): boolean =>
  queryWithin(documentElement(document), BUSY).some((element) => checkVisibility(element)) ||
  queryWithin(documentElement(document), ENDLESS).some((bar) => checkVisibility(bar, SHOWN) && hasRoom(bar));

/** Many fields carry a bar of no height, for when they will have something to wait for. */
const hasRoom = (element: Element): boolean => {
  const { width, height } = rectOf(element);
  return width > 0 && height > 0;
};

/** Animations with more than so many milliseconds to go are for show. */
const MOST_LEFT = 1_000;
const MOST_FADING = 500;
/** Smaller things that fade are marks and notes. */
const MIN_VEIL = 80;
const GROWING = ['height', 'maxHeight', 'gridTemplateRows'];
const MOVING = [...GROWING, 'transform', 'translate', 'width', 'left', 'right', 'top', 'bottom', 'clipPath'];
const SHOWN = { opacityProperty: true, visibilityProperty: true };
const BUSY = '[aria-busy="true"]';
const ENDLESS = 'progress:indeterminate, [role="progressbar"]:not([aria-valuenow])';
