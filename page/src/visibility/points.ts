// Candidate points for a click on an element: where it is painted, its middle first.
//
// Boxes alone do not decide what a click at a point would hit, so the caller still tests every point with the browser.

import { type Box, intersect, viewportBox } from '../dom/box';
import {
  attr,
  clientHeight,
  clientLeft,
  clientTop,
  clientWidth,
  flatParent,
  imagesOf,
  isSvg,
  pathLength,
  pointAlong,
  queryWithin,
  queryAll,
  rectOf,
  rectsOf,
  screenMatrix,
  tag,
} from '../dom/dom';
import type { Look } from './look';

export type Point = readonly [x: number, y: number];

/** Points in the visible parts of an element; all of them inside `within`. */
export function* pointsOn(element: Element, within: Box, look: Look): Iterable<Point> {
  const shown = boxesOf(element, look.document)
    .map((box) => intersect(intersect(box, within), clipAround(element, look)))
    .filter((box) => box.right > box.left && box.bottom > box.top);
  for (const [across, down] of GRID) {
    for (const box of shown)
      yield [box.left + (box.right - box.left) * across, box.top + (box.bottom - box.top) * down];
  }
  if (isSvg(element)) yield* pointsOnShape(element);
}

/** The boxes an element is painted in: a wrapped link has one for each line. */
function boxesOf(element: Element, document: Document): Box[] {
  const area = tag(element) === 'area' ? boxOfArea(element, document) : null;
  if (area !== null) return [area];
  const boxes = Array.from(rectsOf(element)).slice(0, MAX_BOXES);
  return boxes.length === 0 ? [rectOf(element)] : boxes;
}

/** The box of an image-map area; the browser paints nothing there, so it knows no box. */
export function boxOfArea(area: Element, document: Document): Box | null {
  const image = imageOf(area, document);
  if (image === null) return null;
  const box = rectOf(image);
  const style = window.getComputedStyle(image);
  const left = box.left + clientLeft(image) + (Number.parseFloat(style.paddingLeft) || 0);
  const top = box.top + clientTop(image) + (Number.parseFloat(style.paddingTop) || 0);
  const at = (attr(area, 'coords') ?? '').split(/[\s,;]+/).map(Number);
  const shape = (attr(area, 'shape') ?? 'rect').toLowerCase();
  if (shape === 'default' || at.length < 3) return box;
  const [x = 0, y = 0, radius = 0] = at;
  if (shape.startsWith('circ'))
    return { left: left + x - radius, top: top + y - radius, right: left + x + radius, bottom: top + y + radius };
  const xs = at.filter((_, index) => index % 2 === 0);
  const ys = at.filter((_, index) => index % 2 === 1);
  return {
    left: left + Math.min(...xs),
    top: top + Math.min(...ys),
    right: left + Math.max(...xs),
    bottom: top + Math.max(...ys),
  };
}

/** The image-map areas of a picture; of several pictures with one map, only the first has them. */
export function areasOf(image: Element, document: Document): Element[] {
  const map = attr(image, 'usemap');
  const areas = Array.from(queryAll(document, 'area[href], area[onclick]')).filter((area) => mapOf(area) === map);
  const first = areas[0];
  return first !== undefined && imageOf(first, document) === image ? areas.slice(0, MAX_AREAS) : [];
}

/** The picture that uses the map of an area. */
export function imageOf(area: Element, document: Document): Element | null {
  const map = mapOf(area);
  return map === null ? null : (Array.from(imagesOf(document)).find((image) => attr(image, 'usemap') === map) ?? null);
}

/** How pictures refer to the map of an area. */
function mapOf(area: Element): string | null {
  const map = flatParent(area);
  const name = map === null ? null : (attr(map, 'name') ?? attr(map, 'id'));
  return name === null ? null : `#${name}`;
}

/** The part of the view that scrollers and other clipping ancestors leave to an element. */
function clipAround(element: Element, look: Look): Box {
  let clip = viewportBox();
  let isFixed = look.style(element).position === 'fixed';
  for (let at = flatParent(element), steps = 0; at !== null && steps < MAX_STEPS; at = flatParent(at), steps += 1) {
    const style = look.style(at);
    if (isFixed && style.transform === 'none') continue;
    const cuts = style.overflowX !== 'visible' || style.overflowY !== 'visible';
    if (cuts && (clientWidth(at) > 0 || clientHeight(at) > 0) && !PAGES.has(tag(at))) {
      const outer = rectOf(at);
      const left = outer.left + clientLeft(at);
      const top = outer.top + clientTop(at);
      // Client sizes ignore transforms.
      const isPlain = style.transform === 'none' && Math.abs(outer.width - clientWidth(at)) < MAX_FRAME;
      const inner = isPlain
        ? { left, top, right: left + clientWidth(at), bottom: top + clientHeight(at) }
        : { left: outer.left, top: outer.top, right: outer.right, bottom: outer.bottom };
      clip = intersect(clip, inner);
    }
    isFixed = style.position === 'fixed';
  }
  return clip;
}

/** Points along the outline of a drawing, which may be thin, hollow or slanted. */
function* pointsOnShape(element: Element): Iterable<Point> {
  const inside = queryWithin(element, SHAPES).slice(0, MAX_SHAPES);
  for (const shape of [element, ...inside]) {
    if (!(shape instanceof SVGGeometryElement)) continue;
    const matrix = screenMatrix(shape);
    if (matrix === null) continue;
    const length = pathLength(shape);
    for (const part of ALONG) {
      const { x, y } = pointAlong(shape, length * part);
      yield [matrix.a * x + matrix.c * y + matrix.e, matrix.b * x + matrix.d * y + matrix.f];
    }
  }
}

/** Fractions of width and height, the middle first. */
const GRID: readonly Point[] = [0.5, 0.25, 0.75, 0.1, 0.9, 0.02, 0.98]
  .flatMap((x, _, all) => all.map((y): Point => [x, y]))
  .sort((a, b) => fromMiddle(a) - fromMiddle(b));

function fromMiddle([x, y]: Point): number {
  return Math.hypot(x - 0.5, y - 0.5);
}

const ALONG = [0.5, 0.25, 0.75, 0.1, 0.9, 0.02, 0.98, 0.37, 0.63] as const;
const SHAPES = 'path, line, polyline, polygon, circle, ellipse, rect';
const PAGES = new Set(['html', 'body']);
const MAX_AREAS = 200;
const MAX_BOXES = 20;
const MAX_SHAPES = 20;
const MAX_STEPS = 200;
/** Borders and scroll bars together are never wider. */
const MAX_FRAME = 60;
