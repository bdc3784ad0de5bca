// Content that CSS generates before and after an element: `content`, or its alternative text.

import { parseColour } from '../dom/colour';
import { attr, css, styleOf } from '../dom/dom';
import { isBlock } from '../dom/text';
import type { Look } from './look';

// Computed styles are live, so they may be kept.
const befores = new WeakMap<Element, CSSStyleDeclaration>();
const afters = new WeakMap<Element, CSSStyleDeclaration>();

/** The generated text, with spaces around it if it is a block of its own. */
export function generatedText(element: Element, pseudo: '::before' | '::after', look: Look): string {
  const style = pseudoStyle(element, pseudo);
  const content = css(style, 'content');
  if (
    content === 'none' ||
    content === 'normal' ||
    content === '' ||
    css(style, 'display') === 'none' ||
    css(style, 'visibility') === 'hidden'
  )
    return '';
  if (content.includes('"') && isUnseen(style)) return '';
  const text = contentText(content, element, (name, args) => look.counters.text(element, pseudo, name, args));
  return !isBlock(css(style, 'display')) || text.trim() === '' ? text : ` ${text} `;
}

/** Whether text of this style is invisible. */
const isUnseen = (style: CSSStyleDeclaration): boolean =>
  Number(css(style, 'opacity')) < MIN_SEEN ||
  Number.parseFloat(css(style, 'font-size')) < 1 ||
  (parseColour(css(style, '-webkit-text-fill-color'))?.a ?? 1) < MIN_SEEN;
const MIN_SEEN = 0.1;

/** Whether CSS generates a box there, even one without text. */
export function isGenerated(element: Element, pseudo: '::before' | '::after'): boolean {
  const content = css(pseudoStyle(element, pseudo), 'content');
  return content !== 'none' && content !== 'normal' && content !== '';
}

export function pseudoStyle(element: Element, pseudo: '::before' | '::after'): CSSStyleDeclaration {
  const styles = pseudo === '::before' ? befores : afters;
  let style = styles.get(element);
  if (style === undefined) {
    style = styleOf(element, pseudo);
    styles.set(element, style);
  }
  return style;
}

/** Reads a computed `content` value. Pictures have no text. */
function contentText(content: string, element: Element, counter: (name: string, args: string) => string): string {
  let shown = '';
  let alternative: string | null = null;
  const token = /"((?:[^"\\]|\\[\s\S])*)"|([a-z-]+)\(((?:[^()"]|"(?:[^"\\]|\\[\s\S])*")*)\)|(\/)|(open|close)-quote/gi;
  for (const [, quoted, name, args, slash, quote] of content.matchAll(token)) {
    if (slash !== undefined) {
      alternative = '';
      continue;
    }
    let piece = '';
    if (quote !== undefined) piece = quote === 'open' ? '“' : '”';
    else if (quoted !== undefined) piece = unescape(quoted);
    else if (name === 'attr') piece = attr(element, (args ?? '').split(/[ ,]/)[0] ?? '') ?? '';
    else if (name === 'counter' || name === 'counters') piece = counter(name, args ?? '');
    if (alternative === null) shown += piece;
    else alternative += piece;
  }
  // An alternative text stands for a picture, so it is a word of its own.
  return alternative === null ? shown : ` ${alternative} `;
}

const unescape = (quoted: string): string =>
  quoted.replace(
    /\\(?:([0-9a-f]{1,6}) ?|([\s\S]))/gi,
    (_whole, hex: string | undefined, character: string | undefined) =>
      hex === undefined ? (character ?? '') : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
  );
