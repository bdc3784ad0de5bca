// Elements that show a document of their own, and the position of that document in this one.

import { flatParent, isHtml, offsetHeight, offsetWidth, rectOf, styleOf, tag } from './dom';
import { setOf } from './text';

/** The origin of a frame's document, and the scale at which it is painted. */
export interface FrameContent {
  readonly x: number;
  readonly y: number;
  readonly across: number;
  readonly down: number;
}

export const holdsDocument = (element: Element): boolean => HOLDERS.has(tag(element));

/** The content begins behind border and padding; a transform or zoom scales those as well. */
export function frameContentOf(frame: Element): FrameContent {
  const box = rectOf(frame);
  const style = styleOf(frame);
  const [width, height] = isHtml(frame) ? [offsetWidth(frame), offsetHeight(frame)] : [box.width, box.height];
  const across = width === 0 ? 1 : box.width / width;
  const down = height === 0 ? 1 : box.height / height;
  return {
    x: box.left + (px(style.borderLeftWidth) + px(style.paddingLeft)) * across,
    y: box.top + (px(style.borderTopWidth) + px(style.paddingTop)) * down,
    across,
    down,
  };
}

/** Converts a point of the frame's document to one of this document. */
export function pointOutOfFrame(frame: Element, x: number, y: number): [number, number] {
  const turn = rotationOf(frame);
  if (turn === null) {
    const content = frameContentOf(frame);
    return [content.x + x * content.across, content.y + y * content.down];
  }
  const { middle, inset, half } = rotatedBox(frame);
  const { x: right, y: down } = turn.transformPoint(new DOMPoint(x + inset[0] - half[0], y + inset[1] - half[1]));
  return [middle[0] + right, middle[1] + down];
}

/** Converts a point of this document to one of the frame's document. */
export function pointIntoFrame(frame: Element, x: number, y: number): [number, number] {
  const turn = rotationOf(frame);
  if (turn === null) {
    const content = frameContentOf(frame);
    return [(x - content.x) / content.across, (y - content.y) / content.down];
  }
  const { middle, inset, half } = rotatedBox(frame);
  const back = turn.inverse().transformPoint(new DOMPoint(x - middle[0], y - middle[1]));
  return [back.x + half[0] - inset[0], back.y + half[1] - inset[1]];
}

/** The rotation or skew of a frame, without its translation; null for an upright frame, as nearly all are. */
function rotationOf(frame: Element): DOMMatrix | null {
  let turn = new DOMMatrix();
  for (let at: Element | null = frame; at !== null; at = flatParent(at)) {
    const { transform, rotate, scale } = styleOf(at);
    if (transform === 'none' && rotate === 'none' && scale === 'none') continue;
    const own = new DOMMatrix(transform);
    const [across = 1, down = across] = scale === 'none' ? [] : scale.split(' ').map(Number);
    turn = new DOMMatrix().rotate(px(rotate)).scale(across, down).multiply(own).multiply(turn);
  }
  if (!turn.is2D || (Math.abs(turn.b) < STRAIGHT && Math.abs(turn.c) < STRAIGHT)) return null;
  return new DOMMatrix([turn.a, turn.b, turn.c, turn.d, 0, 0]);
}

/** The centre of a rotated box is that of the upright box around it. */
function rotatedBox(frame: Element): Record<'middle' | 'inset' | 'half', [number, number]> {
  const box = rectOf(frame);
  const style = styleOf(frame);
  const [width, height] = isHtml(frame) ? [offsetWidth(frame), offsetHeight(frame)] : [box.width, box.height];
  return {
    middle: [(box.left + box.right) / 2, (box.top + box.bottom) / 2],
    inset: [px(style.borderLeftWidth) + px(style.paddingLeft), px(style.borderTopWidth) + px(style.paddingTop)],
    half: [width / 2, height / 2],
  };
}

const STRAIGHT = 0.001;
const px = (length: string): number => Number.parseFloat(length) || 0;

const HOLDERS = setOf('iframe frame object embed');
