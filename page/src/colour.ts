// Colours as CSS computes them, and whether the eye can tell two of them apart.

export interface Colour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
}

export const WHITE: Colour = { r: 255, g: 255, b: 255, a: 1 };

/** A computed colour; null for notations that are not plain red, green and blue. */
export function parseColour(css: string): Colour | null {
  let colour = known.get(css);
  if (colour === undefined) {
    colour = readColour(css);
    if (known.size < MAX_KNOWN) known.set(css, colour);
  }
  return colour;
}

/** What is seen where `over` lies on `under`. */
export function blend(over: Colour, under: Colour): Colour {
  const mix = (above: number, below: number): number => above * over.a + below * (1 - over.a);
  return { r: mix(over.r, under.r), g: mix(over.g, under.g), b: mix(over.b, under.b), a: 1 };
}

export const alike = (a: Colour, b: Colour): boolean =>
  Math.max(Math.abs(a.r - b.r), Math.abs(a.g - b.g), Math.abs(a.b - b.b)) <= SAME_COLOUR;

function readColour(css: string): Colour | null {
  const parts = /^rgba?\(([^)]*)\)$/
    .exec(css)?.[1]
    ?.split(/[,/ ]+/)
    .map(Number);
  if (parts === undefined || parts.length < 3) return null;
  const [r = 0, g = 0, b = 0, a = 1] = parts;
  return { r, g, b, a };
}

const known = new Map<string, Colour | null>();
const MAX_KNOWN = 1_000;
/** Channels that differ by no more than this cannot be told apart by eye. */
const SAME_COLOUR = 16;
