// Colours in plain words: the author's own word if there is one, else a common word or a shade of one.

import { type Colour, parseColour } from '../dom/colour';

/** A plain word for a computed colour; empty if it is transparent. */
export function colourName(css: string): string {
  const colour = parseColour(css);
  if (colour === null || colour.a < MIN_ALPHA) return '';
  return WORDS.find(([, exact]) => isNear(colour, exact))?.[0] ?? hueName(colour);
}

/** The word, and for an inexact one the colour itself: `light red #ecd0d0`. */
export function exactColour(css: string): string {
  const colour = parseColour(css);
  const word = colourName(css);
  if (
    colour === null ||
    word === '' ||
    WORDS.some(([, [r, g, b]]) => colour.r === r && colour.g === g && colour.b === b)
  )
    return word;
  const hex = [colour.r, colour.g, colour.b].map((value) => Math.round(value).toString(16).padStart(2, '0')).join('');
  return PURE.test(hex) ? word : `${word} #${hex}`;
}

/** A colour as its author wrote it, if that is a plain word. */
export function authorColourName(written: string | null): string {
  const word = (written ?? '').trim().toLowerCase();
  return /^[a-z]{3,20}$/.test(word) && !NO_COLOUR.has(word) ? word : '';
}

const isNear = ({ r, g, b }: Colour, [red, green, blue]: Exact): boolean =>
  Math.max(Math.abs(r - red), Math.abs(g - green), Math.abs(b - blue)) <= MAX_OFF;

function hueName({ r, g, b }: Colour): string {
  const most = Math.max(r, g, b);
  const least = Math.min(r, g, b);
  const lightness = (most + least) / 510;
  const spread = most - least;
  if (spread < MIN_SPREAD) {
    if (lightness < 0.2) return 'black';
    return lightness > 0.92 ? 'white' : lightness > 0.7 ? 'silver' : 'grey';
  }
  let turn = ((r - g) / spread + 4) * 60;
  if (most === r) turn = (((g - b) / spread + 6) % 6) * 60;
  else if (most === g) turn = ((b - r) / spread + 2) * 60;
  const hue = HUES.find(([to]) => turn < to)?.[1] ?? 'red';
  if (hue === 'orange' && lightness < 0.42) return 'brown';
  return lightness > 0.7 ? `light ${hue}` : lightness < 0.28 ? `dark ${hue}` : hue;
}

type Exact = readonly [number, number, number];

const MIN_ALPHA = 0.1;
/** Channels of a colour that goes by its exact name differ by no more than this. */
const MAX_OFF = 16;
/** A colour whose channels differ by less is a grey. */
const MIN_SPREAD = 12;
/** A colour of full and empty channels goes by its word alone. */
const PURE = /^(00|ff)(00|ff)(00|ff)$/;
const NO_COLOUR = new Set(['none', 'inherit', 'initial', 'unset', 'revert', 'transparent', 'currentcolor']);
/** The end of each hue on the colour wheel, in degrees. */
const HUES: readonly (readonly [number, string])[] = [
  [15, 'red'],
  [42, 'orange'],
  [68, 'yellow'],
  [165, 'green'],
  [195, 'cyan'],
  [258, 'blue'],
  [290, 'purple'],
  [325, 'magenta'],
  [345, 'pink'],
  [361, 'red'],
];
const WORDS: readonly (readonly [string, Exact])[] = [
  ['black', [0, 0, 0]],
  ['grey', [128, 128, 128]],
  ['silver', [192, 192, 192]],
  ['white', [255, 255, 255]],
  ['maroon', [128, 0, 0]],
  ['brown', [165, 42, 42]],
  ['gold', [255, 215, 0]],
  ['olive', [128, 128, 0]],
  ['beige', [245, 245, 220]],
  ['lime', [0, 255, 0]],
  ['teal', [0, 128, 128]],
  ['navy', [0, 0, 128]],
  ['purple', [128, 0, 128]],
  ['pink', [255, 192, 203]],
];
