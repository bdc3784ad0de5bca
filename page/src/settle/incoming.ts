// Content that is visibly on its way into a document.

import {
  animationsIn,
  animationsOf,
  flatContains,
  queryWithin,
  rectOf,
  rootOf,
  styleOf,
  textContent,
} from '../dom/dom';
import { MIN_OPACITY } from '../visibility/visible';

/** Whether an animation is bringing an element to its final place or look. */
export const isMovingIn = (document: Document, target: Element | null): boolean =>
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
    // The input itself may move its target, as a card that is lifted under the mouse.
    if (target !== null && flatContains(effect.target, target)) return false;
    const isInside = target !== null && flatContains(target, effect.target);
    // A backdrop that fades in or out is often only the first step: the dialog follows.
    if (!isInside && left <= MOST_FADING && frames.some((frame) => 'opacity' in frame) && isLarge(effect.target))
      return true;
    const moves = frames.some((frame) => (isInside ? GROWING : MOVING).some((property) => property in frame));
    return moves && hasWords(effect.target);
  });

/** The animations of the document leave out those in shadow trees. */
function animationsAround(document: Document, target: Element | null): Animation[] {
  const root = target === null ? null : rootOf(target);
  return root instanceof ShadowRoot ? [...animationsOf(document), ...animationsIn(root)] : animationsOf(document);
}

/** Slotted content counts, too. */
const hasWords = (element: Element): boolean =>
  /\S/.test(textContent(element) ?? '') || queryWithin(element, 'slot').length > 0;

const isLarge = (element: Element): boolean => {
  const { width, height } = rectOf(element);
  return width >= MIN_VEIL && height >= MIN_VEIL;
};

/** Animations with more milliseconds to go are decoration. */
const MOST_LEFT = 1_000;
const MOST_FADING = 500;
/** Smaller elements that fade are hints and notes. */
const MIN_VEIL = 80;
const GROWING = ['height', 'maxHeight', 'gridTemplateRows'];
const MOVING = [...GROWING, 'transform', 'translate', 'width', 'left', 'right', 'top', 'bottom', 'clipPath'];
