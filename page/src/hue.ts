// Colours in plain words: the author's own where there is one, else the nearest of a few that everybody knows.

/** The nearest plain word for a computed colour; empty when nothing of it shows. */
export function colourWord(colour: string): string {
  const [red = 0, green = 0, blue = 0, alpha = 1] = channels(colour);
  if (alpha < MIN_ALPHA) return '';
  let nearest = '';
  let least = Number.POSITIVE_INFINITY;
  for (const [word, value] of WORDS) {
    const away = distance([red, green, blue], value);
    if (away < least) [nearest, least] = [word, away];
  }
  return nearest;
}

/** A colour as its author wrote it, if that is a plain word. */
export const authorsWord = (written: string | null): string => {
  const word = (written ?? '').trim().toLowerCase();
  return /^[a-z]{3,20}$/.test(word) && !NO_COLOUR.has(word) ? word : '';
};

/** Numbers of `rgb(1, 2, 3)`, `rgba(1, 2, 3, 0.5)` or `color(srgb 0.1 0.2 0.3 / 0.5)`. */
function channels(colour: string): number[] {
  const numbers = (colour.match(/-?\d*\.?\d+(e-?\d+)?/g) ?? []).map(Number);
  if (colour.startsWith('rgb')) return numbers;
  if (!colour.startsWith('color(')) return [0, 0, 0, 0];
  return numbers.map((value, index) => (index < 3 ? value * 255 : value));
}

/** How different two colours look, roughly. */
function distance(one: readonly number[], other: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = one.map((value, index) => value - (other[index] ?? 0));
  const mean = ((one[0] ?? 0) + (other[0] ?? 0)) / 512;
  return (2 + mean) * red * red + 4 * green * green + (3 - mean) * blue * blue;
}

const MIN_ALPHA = 0.1;
const NO_COLOUR = new Set(['none', 'inherit', 'initial', 'unset', 'revert', 'transparent', 'currentcolor']);
const WORDS: readonly (readonly [string, readonly [number, number, number]])[] = [
  ['black', [0, 0, 0]],
  ['grey', [128, 128, 128]],
  ['silver', [200, 200, 200]],
  ['white', [255, 255, 255]],
  ['red', [255, 0, 0]],
  ['maroon', [128, 0, 0]],
  ['orange', [255, 150, 0]],
  ['brown', [150, 75, 30]],
  ['yellow', [255, 255, 0]],
  ['gold', [218, 165, 32]],
  ['olive', [128, 128, 0]],
  ['beige', [245, 235, 205]],
  ['lime', [0, 255, 0]],
  ['green', [0, 128, 0]],
  ['teal', [0, 128, 128]],
  ['cyan', [0, 255, 255]],
  ['light blue', [150, 200, 240]],
  ['blue', [0, 0, 255]],
  ['navy', [0, 0, 128]],
  ['purple', [128, 0, 128]],
  ['violet', [150, 80, 220]],
  ['magenta', [255, 0, 255]],
  ['pink', [255, 170, 190]],
];
