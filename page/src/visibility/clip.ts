// The part of an element that clipping properties leave: the old `clip`, `clip-path` and masks.

import { type Box, EVERYWHERE, NOWHERE } from '../dom/box';
import { type Colour, parseColour } from '../dom/colour';
import {
  byId,
  css,
  drawnPath,
  firstElement,
  isHtml,
  offsetHeight,
  offsetWidth,
  pathLength,
  pointAlong,
  rectOf,
  tag,
} from '../dom/dom';

/** The old `clip` property, which applies to absolutely positioned elements only. */
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

/** A box around the part of an element that a computed `clip-path` leaves. */
export function pathBox(path: string, element: Element): Box {
  const box = rectOf(element);
  const name = path.slice(0, path.indexOf('('));
  if (name === 'url') return isEmptyPath(path, element) ? NOWHERE : EVERYWHERE;
  if (name === 'path') return samplesOf(path, box) ?? EVERYWHERE;
  // A shape is measured before the transforms of the element.
  const [width, height] = isHtml(element) ? [offsetWidth(element), offsetHeight(element)] : [box.width, box.height];
  const shape = shapeBox(name, path.slice(name.length + 1, path.lastIndexOf(')')), width, height);
  if (shape === null) return EVERYWHERE;
  const [across, down] = [box.width / (width || 1) || 1, box.height / (height || 1) || 1];
  return {
    left: box.left + shape.left * across,
    top: box.top + shape.top * down,
    right: box.left + shape.right * across,
    bottom: box.top + shape.bottom * down,
  };
}

/** The rectangle around a shape in an element of this size; null if it is unknown. */
function shapeBox(name: string, written: string, width: number, height: number): Box | null {
  if (name === 'inset') {
    const [top = '0', right = top, bottom = top, left = right] = (written.split(' round')[0] ?? '').trim().split(/\s+/);
    return {
      left: length(left, width),
      top: length(top, height),
      right: width - length(right, width),
      bottom: height - length(bottom, height),
    };
  }
  if (name === 'polygon') {
    const points = written.replace(/^(evenodd|nonzero), */, '').split(/, */);
    const places = points.map((point) => point.trim().split(/\s+/));
    return around(
      places.map(([x]) => length(x, width)),
      places.map(([, y]) => length(y, height)),
    );
  }
  if (name !== 'circle' && name !== 'ellipse') return null;
  const [radii = '', at = '50% 50%'] = written.split(/\s*\bat\s+/);
  const [x = '', y = ''] = at.split(/\s+/);
  const [rx = '', ry = rx] = radii.trim().split(/\s+/);
  // A percentage of a circle's radius refers to the diagonal.
  const whole = name === 'circle' ? Math.hypot(width, height) / Math.SQRT2 : 0;
  const [across, down] = [length(rx, whole || width), length(ry, whole || height)];
  const [left, top] = [length(x, width), length(y, height)];
  return around([left - across, left + across], [top - down, top + down]);
}

function around(across: readonly number[], down: readonly number[]): Box | null {
  if ([...across, ...down].some(Number.isNaN)) return null;
  return { left: Math.min(...across), top: Math.min(...down), right: Math.max(...across), bottom: Math.max(...down) };
}

/** A computed length in pixels; NaN if it is neither pixels nor a percentage. */
function length(written: string | undefined, whole: number): number {
  const [, number, unit] = /^(-?[\d.e+-]+)(px|%)?$/.exec(written ?? '') ?? [];
  return number === undefined ? Number.NaN : unit === '%' ? (Number(number) * whole) / 100 : Number(number);
}

/** The rectangle around a path that is measured from the corner of an element. */
function samplesOf(path: string, box: Box): Box | null {
  const data = /"([^"]*)"/.exec(path)?.[1];
  if (data === undefined) return null;
  const line = drawnPath(data);
  const whole = pathLength(line);
  const points = Array.from({ length: SAMPLES + 1 }, (_none, index) => pointAlong(line, (whole * index) / SAMPLES));
  return around(
    points.map(({ x }) => box.left + x),
    points.map(({ y }) => box.top + y),
  );
}

/** Whether a reference leads to a path without content. */
function isEmptyPath(path: string, element: Element): boolean {
  const id = /#([^"')]+)["')]/.exec(path)?.[1];
  const target = id === undefined ? null : byId(element, decodeURIComponent(id));
  return target !== null && tag(target) === 'svg:clipPath' && firstElement(target) === null;
}

/** Whether a mask leaves nothing of an element. */
export function masksAll(image: string, style: CSSStyleDeclaration, element: Element): boolean {
  const [, id] = /^url\("[^"#]*#([^"]+)"\)$/.exec(image) ?? [];
  if (id !== undefined) {
    const mask = byId(element, id);
    return mask === null ? image.startsWith('url("#') : tag(mask) === 'svg:mask' && firstElement(mask) === null;
  }
  const { maskMode, maskRepeat, maskSize } = style;
  const [width = Number.NaN, height = Number.NaN] = maskSize.split(' ').map((side) => Number.parseFloat(side));
  if (maskRepeat === 'no-repeat' && /^[\d.]+px [\d.]+px$/.test(maskSize) && Math.min(width, height) < MIN_SHOWN)
    return true;
  const colours = image.match(/rgba?\([^)]*\)/g);
  if (colours === null || image.includes('url(')) return false;
  return colours.map(parseColour).every((colour) => colour !== null && strength(colour, maskMode) < FAINT);
}

/** How much a mask of this colour lets through. */
const strength = ({ r, g, b, a }: Colour, mode: string): number =>
  mode === 'luminance' ? (a * Math.max(r, g, b)) / 255 : a;

const FAINT = 0.1;
const MIN_SHOWN = 2;
/** A path is sampled at so many points. */
const SAMPLES = 24;
