// Colours as CSS computes them, and whether the eye can tell two of them apart.

import { css } from './dom';

export interface Colour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
}

export const WHITE: Colour = { r: 255, g: 255, b: 255, a: 1 };
export const CLEAR: Colour = { r: 0, g: 0, b: 0, a: 0 };

/** A computed colour; null if the text is none. */
export function parseColour(written: string): Colour | null {
  let colour = known.get(written);
  if (colour === undefined) {
    colour = readColour(written);
    if (known.size < MAX_KNOWN) known.set(written, colour);
  }
  return colour;
}

/** The visible colour where `over` lies on `under`. */
export function blend(over: Colour, under: Colour): Colour {
  const mix = (above: number, below: number): number => above * over.a + below * (1 - over.a);
  return { r: mix(over.r, under.r), g: mix(over.g, under.g), b: mix(over.b, under.b), a: 1 };
}

export const areAlike = (a: Colour, b: Colour): boolean =>
  Math.max(Math.abs(a.r - b.r), Math.abs(a.g - b.g), Math.abs(a.b - b.b)) <= SAME_COLOUR;

/** Whether nothing behind a box of this style shows through its background. */
export function isSolid(style: CSSStyleDeclaration): boolean {
  if ((parseColour(css(style, 'background-color'))?.a ?? 0) >= 1) return true;
  const image = css(style, 'background-image');
  if (image === 'none' || image.includes('url(') || css(style, 'background-size') !== 'auto') return false;
  const stops = image.match(/\b(?:rgba?|color|(?:ok)?l(?:ab|ch))\([^()]*\)/g) ?? [];
  return stops.length > 0 && stops.every((stop) => (parseColour(stop)?.a ?? 0) >= 1);
}

function readColour(written: string): Colour | null {
  const parts = /^rgba?\(([^)]*)\)$/
    .exec(written)?.[1]
    ?.split(/[,/ ]+/)
    .map(Number);
  if (parts === undefined) return MODERN.test(written) ? paintedColour(written) : null;
  const [r = 0, g = 0, b = 0, a = 1] = parts;
  return parts.length < 3 ? null : { r, g, b, a };
}

/** Converts a colour of another colour space to red, green and blue by painting it on a canvas. */
function paintedColour(written: string): Colour | null {
  canvas ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (canvas === null) return null;
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = written;
  canvas.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return { r, g, b, a: a / 255 };
}

let canvas: OffscreenCanvasRenderingContext2D | null = null;
const MODERN = /^(color|(ok)?l(ab|ch))\(/;

const known = new Map<string, Colour | null>();
const MAX_KNOWN = 1_000;
/** Channels that differ by no more than this cannot be told apart by eye. */
const SAME_COLOUR = 16;
