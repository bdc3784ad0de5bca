// Text that CSS generates before or after the content of an element, as far as a person can read it.

import { showsIn } from '../dom/box';
import { closest, css, rectOf, tag } from '../dom/dom';
import { collapse, transformed } from '../dom/text';
import type { Look } from './look';
import { generatedText, pseudoStyle } from './pseudo';
import { legibility, type Visibility } from './visible';

export interface GeneratedWords {
  readonly text: string;
  /** The box of the element, because the box of generated text is not exposed. */
  readonly box: DOMRect;
  readonly faint: boolean;
}

export function generatedWordsAt(
  element: Element,
  pseudo: '::before' | '::after',
  sight: Visibility,
  look: Look,
): GeneratedWords | null {
  const text = generatedText(element, pseudo, look);
  const style = pseudoStyle(element, pseudo);
  const isSaid = WORDS.test(text) || (SIGNS.test(text) && closest(element, (at) => CELLS.has(tag(at))) !== null);
  if (!isSaid || PLACES.some((side) => Number.parseFloat(css(style, side)) < FAR_OUT)) return null;
  const box = rectOf(element);
  const shade = legibility(element, { ...sight, style }, look, () => box);
  if (shade === 'clear' || !showsIn(box, sight.clip, 1)) return null;
  return { text: collapse(transformed(text, css(style, 'text-transform'))), box, faint: shade === 'faint' };
}

/** Other characters are ornaments. */
const WORDS = /[\p{L}\p{N}]/u;
/** In a cell a sign alone says something: a line that was added or removed. */
const SIGNS = /^\s*[+\-−±✓✔✗✘×]\s*$/u;
const CELLS = new Set(['td', 'th']);
const PLACES = ['left', 'top', 'right', 'bottom', 'text-indent'];
/** A text that is moved further than this is out of view. */
const FAR_OUT = -500;
