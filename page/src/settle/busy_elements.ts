// The nature of an element that may be a sign of work, and whether a person can see it.

import {
  bodyOf,
  buttonType,
  checkVisibility,
  css,
  documentElement,
  flatParent,
  hasAttr,
  inputType,
  isButton,
  isInput,
  queryAllIn,
  queryWithin,
  rectOf,
  rootOf,
  styleOf,
  tag,
  textContent,
  word,
} from '../dom/dom';
import { formOf } from '../dom/control';

/** The elements that declare themselves as a sign of work. */
export const markedSigns = (document: Document): Element[] =>
  queryWithin(documentElement(document), MARKED).map((sign) =>
    TURNING.has(tag(sign)) ? (flatParent(sign) ?? sign) : sign,
  );

export const signsInShadow = (element: Element): Element[] => {
  const root = rootOf(element);
  return root instanceof ShadowRoot ? [...queryAllIn(root, MARKED)] : [];
};

export const isProgress = (element: Element): boolean =>
  tag(element) === 'progress' || word(element, 'role') === 'progressbar';

export const isShown = (element: Element): boolean => checkVisibility(element, SHOWN);

/** Many fields hold a progress bar without height for later use. */
export const hasRoom = (element: Element): boolean => {
  const { width, height } = rectOf(element);
  return width > 0 && height > 0 && (isProgress(element) || !/\S/.test(textContent(element) ?? ''));
};

export const isInView = (element: Element): boolean => {
  const { left, top, right, bottom } = rectOf(element);
  return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
};

export const hasBusyCursor = (document: Document): boolean =>
  [documentElement(document), bodyOf(document)].some(
    (element) => element !== null && /^(wait|progress)$/.test(css(styleOf(element), 'cursor')),
  );

export const isButtonLike = (element: Element): boolean =>
  isButton(element) || word(element, 'role') === 'button' || (isInput(element) && BUTTONS.test(inputType(element)));

export const isDisabled = (element: Element): boolean =>
  hasAttr(element, 'disabled') || word(element, 'aria-disabled') === 'true';

export const isSameForm = (button: Element, target: Element): boolean =>
  formOf(button) !== null &&
  formOf(button) === formOf(target) &&
  (!isButton(button) || buttonType(button) === 'submit');

const SHOWN = { opacityProperty: true, visibilityProperty: true };
const TURNING = new Set(['svg:animateTransform', 'svg:animatetransform']);
const BUTTONS = /^(button|submit|image|reset)$/;
const MARKED = [
  '[aria-busy="true"]',
  'progress',
  '[role="progressbar"]',
  'animateTransform[repeatCount="indefinite"]',
  'img[src*="loading" i]',
  'img[src*="spinner" i]',
  '[class*="skeleton" i]',
].join();
