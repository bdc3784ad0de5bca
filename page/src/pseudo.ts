// What CSS puts before and after an element: `content`, or the text given for those who do not see it.

import { attr, styleOf } from './dom';

/** The generated text, with spaces around it when it stands in a block of its own. */
export function generatedText(element: Element, pseudo: '::before' | '::after'): string {
  const style = styleOf(element, pseudo);
  const content = style.content;
  if (content === 'none' || content === 'normal' || content === '' || style.display === 'none' || style.visibility === 'hidden') return '';
  const text = contentText(content, element);
  return style.display.startsWith('inline') || text === '' ? text : ` ${text} `;
}

/** Reads a computed `content` value. Pictures and counters say nothing. */
export function contentText(content: string, element: Element): string {
  let shown = '';
  let alternative: string | null = null;
  const token = /"((?:[^"\\]|\\[\s\S])*)"|([a-z-]+)\(((?:[^()"]|"(?:[^"\\]|\\[\s\S])*")*)\)|(\/)/gi;
  for (const [, quoted, name, args, slash] of content.matchAll(token)) {
    if (slash !== undefined) {
      alternative = '';
      continue;
    }
    const piece = quoted !== undefined ? unescape(quoted) : name === 'attr' ? (attr(element, (args ?? '').split(/[ ,]/)[0] ?? '') ?? '') : '';
    if (alternative === null) shown += piece;
    else alternative += piece;
  }
  return alternative ?? shown;
}

const unescape = (quoted: string): string =>
  quoted.replace(/\\(?:([0-9a-f]{1,6}) ?|([\s\S]))/gi, (_whole, hex: string | undefined, character: string | undefined) =>
    hex === undefined ? (character ?? '') : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
  );
