// Drawings: an SVG that is more than an icon, as shapes with kind, colour and size.
//
// Invariant: a drawing of many shapes takes one line, not a line for each shape; only its interactive parts are listed
// then.

import { type Box, showsIn } from '../dom/box';
import { attr, closest, matches, queryWithin, rectOf, tag } from '../dom/dom';
import { contentNameOf, nameOf } from '../name/name';
import { authorColourName, colourName } from '../visibility/colour_names';
import type { DrawingKind, Look } from '../visibility/look';
import { hasPointer, hasPressListener } from './controls/interactive';
import { emptyNode, type SnapshotNode } from './node';

/** How a part of a drawing is listed: `circle "red"`, `polygon "green triangle"`. */
export interface Drawn {
  readonly role: string;
  /** Its appearance, for a part without a name. */
  readonly look: string;
  readonly states: readonly string[];
}

/**
 * How a part of a drawing, or the drawing itself, is listed; null if it is listed like any other element, or not at
 * all.
 */
export function drawnAs(element: Element, role: string, controlsOnly: boolean, look: Look): Drawn | null {
  const name = tag(element);
  if (name === 'svg:svg')
    return controlsOnly || role !== 'generic' || drawingOf(element, look) === 'icon'
      ? null
      : { role: 'drawing', look: '', states: [] };
  if (name === 'svg:text' && rectOf(element).height < MIN_SHAPE) return null;
  const touchable = hasPressListener(element) || (!controlsOnly && hasPointer(element, look));
  if (name === 'svg:text')
    return touchable ? { role: 'button', look: contentNameOf(element, look), states: textStates(element, look) } : null;
  const listed = touchable || (!controlsOnly && isListed(element, look));
  return listed ? shapeOf(element, look) : null;
}

/** The node of a part of a drawing, if it is visible. */
export function drawingNode(element: Element, drawn: Drawn, clip: Box, view: Box, look: Look): SnapshotNode | null {
  const box = rectOf(element);
  // The box of a line may have no width or height.
  const wide = { left: box.left - 1, top: box.top - 1, right: box.right + 1, bottom: box.bottom + 1 };
  if (!showsIn(wide, clip, 2)) return null;
  const node = emptyNode(drawn.role === 'drawing' ? 'group' : 'named', drawn.role);
  node.name = nameOf(element, look) || drawn.look;
  node.target = element;
  node.box = box;
  node.inView = showsIn(wide, view, 1);
  node.states.push(...drawn.states);
  node.painted = drawn.role !== 'drawing' || hasPressListener(element);
  return node;
}

/** Whether the element is in a drawing that is listed shape by shape. */
function isListed(element: Element, look: Look): boolean {
  const svg = KINDS.has(tag(element)) ? closest(element, (at) => tag(at) === 'svg:svg') : null;
  return svg !== null && drawingOf(svg, look) === 'few';
}

function drawingOf(svg: Element, look: Look): DrawingKind {
  const known = look.drawings.get(svg);
  if (known !== undefined) return known;
  const drawing = classifyDrawing(svg);
  look.drawings.set(svg, drawing);
  return drawing;
}

/** Whether nothing in a drawing can be read or touched by itself. */
export const isMereIcon = (svg: Element, look: Look): boolean =>
  drawingOf(svg, look) === 'icon' && !matches(svg, WITH_CONTENT);

function classifyDrawing(svg: Element): DrawingKind {
  const { width, height } = rectOf(svg);
  const large = width >= MIN_DRAWING && height >= MIN_DRAWING;
  const shapes = queryWithin(svg, large ? `${SHAPES},text` : SHAPES);
  if (large && shapes.length > 0) return shapes.length <= MAX_SHAPES ? 'few' : 'many';
  return shapes.some(hasPressListener) ? 'many' : 'icon';
}

/** The shape that an SVG element draws, or null when it is none. */
function shapeOf(element: Element, look: Look): Drawn | null {
  const role = KINDS.get(tag(element));
  if (role === undefined) return null;
  const { width, height } = rectOf(element);
  if (Math.max(width, height) < MIN_SHAPE || (Math.min(width, height) < 1 && !THIN.has(role))) return null;
  const sides = role === 'polygon' ? pointsOf(element) : 0;
  const size = `size=${String(Math.round(width))}x${String(Math.round(height))}`;
  return {
    role,
    look: `${paintOf(element, look)} ${sides === 3 ? 'triangle' : ''}`.trim(),
    states: sides > 3 ? [`sides=${String(sides)}`, size] : [size],
  };
}

/** The colour and the size of a text of a drawing. */
function textStates(element: Element, look: Look): string[] {
  const size = Math.round(Number.parseFloat(look.style(element).fontSize));
  return [`color=${paintOf(element, look).replaceAll(' ', '-') || 'none'}`, `size=${String(size)}`];
}

/** Its fill colour, or else its outline colour. */
function paintOf(element: Element, look: Look): string {
  const { fill, stroke } = look.style(element);
  const role = KINDS.get(tag(element)) ?? '';
  const filled = LINES.has(role) ? '' : paint(element, 'fill', fill);
  if (filled !== '') return filled;
  const line = paint(element, 'stroke', stroke);
  return line === '' || THIN.has(role) ? line : `${line} outline`;
}

function paint(element: Element, which: 'fill' | 'stroke', computed: string): string {
  const word = colourName(computed);
  return word === ''
    ? ''
    : authorColourName(inlineStyle(element, which)) || authorColourName(attr(element, which)) || word;
}

const inlineStyle = (element: Element, property: string): string =>
  new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([a-z]+)\\s*(?:;|$)`, 'i').exec(attr(element, 'style') ?? '')?.[1] ?? '';

const pointsOf = (polygon: Element): number =>
  ((attr(polygon, 'points') ?? '').match(/-?\d*\.?\d+(e-?\d+)?/gi) ?? []).length / 2;

/** Smaller shapes cannot be recognised. */
const MIN_SHAPE = 4;
const LINES = new Set(['line', 'polyline']);
const THIN = new Set([...LINES, 'path']);
/** Smaller pictures are icons. */
const MIN_DRAWING = 80;
/** A drawing of more shapes is not listed shape by shape. */
const MAX_SHAPES = 100;
const KINDS = new Map([
  ['svg:circle', 'circle'],
  ['svg:ellipse', 'ellipse'],
  ['svg:line', 'line'],
  ['svg:path', 'path'],
  ['svg:polygon', 'polygon'],
  ['svg:polyline', 'polyline'],
  ['svg:rect', 'rectangle'],
]);
const WITH_CONTENT = ':has(a, text, foreignObject, [tabindex], [role], [onclick], [style*=cursor])';
const SHAPES = 'circle,ellipse,line,path,polygon,polyline,rect';
