// What the properties that cut an element off leave of it: the old `clip`, `clip-path` and masks.

import type { Box } from './box';
import { parseColour } from './colour';
import { css } from './dom';

/** The old `clip` property, which is in force on absolutely placed elements only. */
export const clipOf = (style: CSSStyleDeclaration, position = css(style, 'position')): string =>
  position === 'absolute' || position === 'fixed' ? css(style, 'clip') : 'auto';

/** The part of a box that a computed `clip` leaves. */
export function clipRect(clip: string, box: DOMRect): Box {
  const [top, right, bottom, left] = (/rect\(([^)]*)\)/.exec(clip)?.[1] ?? '')
    .split(/[, ]+/)
    .map((side) => Number.parseFloat(side));
  return {
    left: box.left + (Number.isFinite(left) ? (left ?? 0) : 0),
    top: box.top + (Number.isFinite(top) ? (top ?? 0) : 0),
    right: Number.isFinite(right) ? box.left + (right ?? 0) : box.right,
    bottom: Number.isFinite(bottom) ? box.top + (bottom ?? 0) : box.bottom,
  };
}

/** Whether a computed `clip-path` leaves nothing. */
export function clipsAll(path: string): boolean {
  const inset = /^inset\(([^)]*)\)/.exec(path)?.[1];
  if (inset !== undefined) {
    const sides = (inset.split(' round')[0] ?? '').trim().split(/\s+/);
    const share = (index: number): number =>
      sides[index]?.endsWith('%') === true ? Number.parseFloat(sides[index]) : 0;
    const right = sides.length > 1 ? share(1) : share(0);
    const bottom = sides.length > 2 ? share(2) : share(0);
    const left = sides.length > 3 ? share(3) : right;
    return share(0) + bottom >= 100 || left + right >= 100;
  }
  if (/^(circle|ellipse)\(0(px|%)?[ )]/.test(path)) return true;
  if (path.startsWith('path(')) return (path.match(/-?\d*\.?\d+/g) ?? []).length < LEAST_OF_A_PATH;
  const points = /^polygon\(([^)]*)\)/.exec(path)?.[1]?.split(/, */);
  return points !== undefined && (new Set(points.map((point) => point.trim())).size < 3 || isSpeck(points));
}

/** Whether a polygon measured in pixels is too small to show anything. */
function isSpeck(points: readonly string[]): boolean {
  const places = points.map((point) => /^(-?[\d.]+)px (-?[\d.]+)px$/.exec(point.trim()));
  if (places.some((place) => place === null)) return false;
  const extent = (axis: 1 | 2): number => {
    const along = places.map((place) => Number(place?.[axis] ?? 0));
    return Math.max(...along) - Math.min(...along);
  };
  return extent(1) < MIN_SHOWN || extent(2) < MIN_SHOWN;
}

/** Whether a computed `mask-image` leaves nothing: a gradient between colours that are all transparent. */
export function masksAll(image: string): boolean {
  const colours = image.match(/rgba?\([^)]*\)/g);
  return (
    colours !== null && !image.includes('url(') && colours.every((colour) => (parseColour(colour)?.a ?? 1) < FAINT)
  );
}

const FAINT = 0.1;
/** Three points with two numbers each. Lines straight across or down are written with one. */
const LEAST_OF_A_PATH = 4;
const MIN_SHOWN = 2;
