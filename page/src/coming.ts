// What a document itself shows to be still on its way.

import { animationsOf, checkVisibility, documentElement, flatContains, queryWithin, styleOf, textContent } from './dom';
import { MIN_OPACITY } from './visible';

/** Whether something is fading or moving in, or the page says that it is busy. */
export const isComing = (document: Document, target: Element | null): boolean =>
  isMovingIn(document, target) || saysItIsBusy(document);

/** Whether something with words in it is on its way to where, or to how, it will be seen. */
const isMovingIn = (document: Document, target: Element | null): boolean =>
  animationsOf(document).some((animation) => {
    const { playState, effect } = animation;
    if (playState !== 'running' || !(effect instanceof KeyframeEffect) || effect.target === null) return false;
    const { endTime, localTime } = effect.getComputedTiming();
    if (typeof endTime !== 'number' || endTime === Infinity || endTime - Number(localTime ?? 0) > MOST_LEFT)
      return false;
    const frames = effect.getKeyframes();
    const opacity = frames.at(-1)?.['opacity'];
    const now = Number(styleOf(effect.target).opacity);
    if (opacity !== undefined && Number(opacity) > now && now < MIN_OPACITY) return true;
    // What was touched may be moved by the touch itself, as a card that is lifted under the mouse.
    const isTouched = target !== null && (flatContains(effect.target, target) || flatContains(target, effect.target));
    const moves = frames.some((frame) => MOVING.some((property) => property in frame));
    return moves && !isTouched && /\S/.test(textContent(effect.target) ?? '');
  });

/** Whether the page itself says that something is still coming: a region marked busy, a bar without a known end. */
const saysItIsBusy = (document: Document): boolean =>
  queryWithin(documentElement(document), BUSY).some((element) => checkVisibility(element));

/** Animations with more than so many milliseconds to go are for show. */
const MOST_LEFT = 1_000;
const MOVING = ['transform', 'translate', 'height', 'maxHeight', 'width', 'left', 'right', 'top', 'bottom', 'clipPath'];
const BUSY = '[aria-busy="true"], progress:indeterminate, [role="progressbar"]:not([aria-valuenow])';
