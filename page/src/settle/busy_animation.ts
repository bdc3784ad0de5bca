// Endless animations that only show that a page is busy: spinners, pulsing dots, shimmering skeletons.

import {
  animationsOf,
  checkVisibility,
  containsNode,
  isHtml,
  isContentEditable,
  closest,
  rectOf,
  rootOf,
  animationsIn,
  textContent,
} from '../dom/dom';
import { isTextField } from '../dom/field';
import { tidy } from '../dom/text';
import { phraseOf } from './busy_text';

/** Which animations count: those that began since a time, or in a document that is new only those that turn. */
export type AnimationScope = { since: number; onlyTurning: boolean };

/** The elements whose endless animation shows that the page is busy. */
export function busyAnimations(document: Document, touched: Element | null, scope: AnimationScope): Element[] {
  const root = touched === null ? null : rootOf(touched);
  const inShadow = root instanceof ShadowRoot ? animationsIn(root) : [];
  const found: Element[] = [];
  for (const animation of [...animationsOf(document), ...inShadow].slice(0, MOST_ANIMATIONS)) {
    const element = endlessTarget(animation, scope.since);
    if (element === null || found.includes(element)) continue;
    const turns = isTurning(animation);
    if (scope.onlyTurning && !turns) continue;
    if (isBusyShape(element, turns) && !isPartOfInput(element, touched, turns)) found.push(element);
  }
  return found;
}

function endlessTarget({ playState, effect, startTime }: Animation, since: number): Element | null {
  if (playState !== 'running' || !(effect instanceof KeyframeEffect) || effect.target === null) return null;
  if (effect.getComputedTiming().iterations !== Infinity) return null;
  if (startTime !== null && Number(startTime) < since - SAME_FRAME) return null;
  // A caret blinks in two steps.
  return effect.getKeyframes().some(({ easing }) => BLINKING.test(easing)) ? null : effect.target;
}

function isTurning({ effect }: Animation): boolean {
  if (!(effect instanceof KeyframeEffect)) return false;
  const frames = effect.getKeyframes();
  return frames.some(
    (frame) => /rotate/.test(String(frame['transform'] ?? '')) || 'rotate' in frame || 'strokeDashoffset' in frame,
  );
}

/** In view, and without words of its own: a small sign, or a box in the place of content. */
function isBusyShape(element: Element, turns: boolean): boolean {
  const { left, top, right, bottom, width, height } = rectOf(element);
  if (width <= CARET || height <= CARET || right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight)
    return false;
  if (turns && (width > MOST_TURNING || height > MOST_TURNING)) return false;
  const words = tidy(textContent(element) ?? '');
  return (words === '' || phraseOf(words, 'whole') !== 'none') && checkVisibility(element, SHOWN);
}

/** Carets and focus rings of a field, and the ripple in a pressed button, only show where the input went. */
function isPartOfInput(element: Element, touched: Element | null, turns: boolean): boolean {
  if (closest(element, (at) => isHtml(at) && isContentEditable(at)) !== null) return true;
  if (touched === null || !containsNode(touched, element)) return false;
  if (isTextField(touched)) return true;
  const [inner, outer] = [rectOf(element), rectOf(touched)];
  return !turns && inner.width * inner.height > (outer.width * outer.height) / 2;
}

const SHOWN = { opacityProperty: true, visibilityProperty: true };
const BLINKING = /^step|^steps\([12]\b/;
/** An animation begins with the frame, which the browser may have begun before the input. */
const SAME_FRAME = 20;
const CARET = 4;
const MOST_TURNING = 200;
const MOST_ANIMATIONS = 200;
