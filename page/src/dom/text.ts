// Text helpers: white space as HTML collapses it, case as CSS paints it, and the lengths to which page text is cut.

/** Longest name of an element. */
export const MAX_NAME = 120;
/** Longest run of loose text. */
export const MAX_TEXT = 500;
/** Longest value of a field, which can be read nowhere else. */
export const MAX_VALUE = 3_000;

/** The set of words in a text. */
export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Collapses white space as a browser does; a no-break space is not white space. Most texts need no collapsing. */
export const collapse = (text: string): string => (HEAPED.test(text) ? text.replace(/[ \t\n\f\r]+/g, ' ') : text);

/** Collapses white space and trims both ends. */
export function tidy(text: string): string {
  const flat = collapse(text);
  const start = flat.startsWith(' ') ? 1 : 0;
  return flat.slice(start, flat.endsWith(' ') ? Math.max(start, flat.length - 1) : flat.length);
}

/** Whether a text is nothing but white space. */
export const isWhitespace = (text: string): boolean => !SAYS.test(text);

/** Cuts to `max` characters, adds an ellipsis, and never splits a surrogate pair. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = max - 1;
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end -= 1;
  return `${text.slice(0, end)}…`;
}

/** Whether an element with this `display` is a block beside the text around it. */
export const isBlock = (display: string): boolean =>
  display !== 'inline' && display !== 'contents' && display !== 'none' && display !== 'ruby';

/** A text as `text-transform` paints it. */
export function transformed(text: string, transform: string): string {
  switch (transform) {
    case 'uppercase':
      return text.toUpperCase();
    case 'lowercase':
      return text.toLowerCase();
    case 'capitalize':
      return text.replace(
        /(^|[\s\p{P}])(\p{L})/gu,
        (_whole, before: string, letter: string) => before + letter.toUpperCase(),
      );
    default:
      return text;
  }
}

/** Whether a text consists only of glyphs of an icon font, which mean nothing as text. */
export const isGlyphs = (text: string): boolean =>
  !WRITTEN.test(text) && /^[\s\u{e000}-\u{f8ff}\u{f0000}-\u{10fffd}]*$/u.test(text);

/** The text without glyphs of an icon font among its words. */
export const withoutGlyphs = (text: string): string => (text.search(GLYPHS) < 0 ? text : tidy(blankGlyphs(text)));

/** The same for a part of a text, whose spaces at both ends count. */
export const blankGlyphs = (text: string): string => text.replace(GLYPHS, ' ');

/** A text in the form in which texts are compared. */
export function normalized(text: string): string {
  const lower = text.toLowerCase();
  return (SPACED.test(lower) ? lower.replace(/\s+/g, ' ') : lower).trim();
}

/** Characters for private use. */
const GLYPHS = /[\u{e000}-\u{f8ff}\u{f0000}-\u{10fffd}]+/gu;
const HEAPED = /[\t\n\f\r]| {2}/;
const SPACED = /[^\S ]| {2}/;
const SAYS = /\S/;
/** Nearly every text contains one of these characters, and a glyph of an icon font never does. */
const WRITTEN = /[!-~]/;
