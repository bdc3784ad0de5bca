// Reads the content of an element for a name: in levels, one for each open element, with blocks set apart by spaces.

import { css, firstChild, FlatSteps, flatParent, hasAttr, isText, nextSibling, shadowOf, tag } from '../dom/dom';
import { referencedElements } from '../dom/reference';
import { isBlock, setOf } from '../dom/text';
import type { Look } from '../visibility/look';
import { generatedText } from '../visibility/pseudo';

/** How a label was reached: through `aria-labelledby` (which is followed once), and whether hidden nodes count. */
export interface Reach {
  readonly referenced: boolean;
  readonly hidden: boolean;
  /** Nothing in it is laid out, so styles are meaningless and costly. */
  readonly unrendered: boolean;
  readonly nested: number;
}

/** An element whose content is being read. */
export interface Level {
  readonly element: Element;
  /** Null if a style keeps the children from being painted. */
  readonly children: FlatSteps | null;
  /** Elements that `aria-owns` adds behind the children. */
  readonly owned: Element[];
  readonly block: boolean;
  readonly visible: boolean;
  readonly transform: string;
  /** The count of caller-dependent parts before this element. */
  readonly dependent: number;
  text: string;
}

export function levelOf(element: Element, reach: Reach, look: Look, dependent: number): Level {
  const style = reach.unrendered ? null : look.style(element);
  const visibility = style === null ? 'visible' : css(style, 'visibility');
  const block = isBlockIn(element, reach, look);
  const isSkipped = block && style !== null && !reach.hidden && css(style, 'content-visibility') === 'hidden';
  return {
    element,
    children: isSkipped ? null : new FlatSteps(element),
    owned: hasAttr(element, 'aria-owns') ? referencedElements(element, 'aria-owns') : [],
    dependent,
    block,
    visible: visibility !== 'hidden' && visibility !== 'collapse',
    transform: style === null ? 'none' : css(style, 'text-transform'),
    text: style === null ? '' : generatedText(element, '::before', look),
  };
}

export const isBlockIn = (element: Element, reach: Reach, look: Look): boolean =>
  reach.unrendered ? BLOCK_TAGS.has(tag(element)) : isBlock(css(look.style(element), 'display'));

/** Whether another element owns it by `aria-owns`, so that it is no part of this content. */
export const isOwned = (element: Element, around: Element): boolean =>
  hasAttr(around, 'aria-owns') && flatParent(element) !== around;

/** The single text of an element without other content. */
export function onlyText(element: Element): Text | null {
  const child = firstChild(element);
  if (child === null || !isText(child) || nextSibling(child) !== null) return null;
  return shadowOf(element) === null && !hasAttr(element, 'aria-owns') && tag(element) !== 'slot' ? child : null;
}

/** Adds spaces around a block but never doubles them, or a nested name would grow with every block around it. */
export const spaced = (text: string, block: boolean): string =>
  !block || (text.startsWith(' ') && text.endsWith(' ')) ? text : ` ${text} `;

export const isPlain = (reach: Reach): boolean => !reach.referenced && !reach.hidden;

const BLOCK_TAGS = setOf('p div li ul ol dl dt dd table tr td th section article h1 h2 h3 h4 h5 h6');
