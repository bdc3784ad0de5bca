// The colour behind the text of an element, pictures aside, computed from its ancestors.

import { blend, type Colour, parseColour, WHITE } from '../dom/colour';
import { attr, css, documentElement, flatParent, queryAll, styleOf } from '../dom/dom';
import type { Visibility } from './visible';

/** Null if it is unknown. */
export function backgroundColourOf(visibility: Visibility): Colour | null {
  const bare: Visibility[] = [];
  let at = visibility;
  while (at.background === undefined && at.outer !== null) {
    bare.push(at);
    at = at.outer;
  }
  let ground = at.background === undefined ? (at.background = canvasColour()) : at.background;
  for (let next = bare.pop(); next !== undefined; next = bare.pop())
    next.background = ground = painted(next.style, ground);
  return ground;
}

/** The visible colour where a box of this style lies on a colour. */
function painted(style: CSSStyleDeclaration, under: Colour | null): Colour | null {
  const own = parseColour(css(style, 'background-color'));
  if (own === null) return null;
  if (own.a === 0 || css(style, 'background-clip') === 'text') return under;
  if (own.a >= 1) return own;
  return under === null ? null : blend(own, under);
}

/**
 * The colour behind a document without a background. A frame is transparent, so for a frame it is the colour behind it.
 */
function canvasColour(): Colour | null {
  if (window.parent === window) return isDark(window.document) ? DARK : WHITE;
  const styles: CSSStyleDeclaration[] = [];
  let outermost: Window = window;
  // The frame element of a parent of another origin cannot be read.
  for (let frame = window.frameElement; frame !== null; frame = outermost.frameElement) {
    for (let at: Element | null = frame; at !== null; at = flatParent(at)) styles.push(styleOf(at));
    outermost = outermost.parent;
  }
  if (outermost.parent !== outermost || styles.some(({ backgroundImage }) => backgroundImage !== 'none')) return null;
  let ground: Colour | null = isDark(outermost.document) ? DARK : WHITE;
  for (const style of styles.reverse()) ground = painted(style, ground);
  return ground;
}

/** Whether the browser renders the document dark by itself. */
function isDark(document: Document): boolean {
  const { colorScheme } = styleOf(documentElement(document));
  const [meta] = colorScheme === 'normal' ? queryAll(document, 'meta[name="color-scheme" i]') : [];
  const schemes = (meta === undefined ? colorScheme : (attr(meta, 'content') ?? '')).toLowerCase().split(/\s+/);
  if (!schemes.includes('dark')) return false;
  return !schemes.includes('light') || window.matchMedia('(prefers-color-scheme: dark)').matches;
}

const DARK: Colour = { r: 18, g: 18, b: 18, a: 1 };
