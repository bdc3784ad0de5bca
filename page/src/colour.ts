// Colours as CSS computes them, and whether the eye can tell two of them apart.

export interface Colour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
}

export const WHITE: Colour = { r: 255, g: 255, b: 255, a: 1 };
export const CLEAR: Colour = { r: 0, g: 0, b: 0, a: 0 };

/** A computed colour; null for what is none. */
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
  if (parts === undefined) return MODERN.test(css) ? paintedColour(css) : null;
  const [r = 0, g = 0, b = 0, a = 1] = parts;
  return parts.length < 3 ? null : { r, g, b, a };
}

/** A colour of another space, as red, green and blue: by painting it, since that is what the browser can do. */
function paintedColour(css: string): Colour | null {
  canvas ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (canvas === null) return null;
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = css;
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
