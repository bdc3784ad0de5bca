// Opaque boxes that CSS generates over the content of an element. They cannot be found by a point: a click on one is a
// click on the element.

import type { Box } from '../dom/box';
import { isSolid } from '../dom/colour';
import { clientLeft, clientTop, css, flatContains, flatParent, rectOf } from '../dom/dom';
import type { Look } from './look';
import { isRectangle, isUnmixed } from './opaque';
import { isGenerated, pseudoStyle } from './pseudo';

export interface GeneratedBox extends Box {
  readonly layer: number;
  /** The box is painted after all of the content. */
  readonly isLast: boolean;
}

/** Whether a generated box of `owner` lies over content at a place right inside `parent`. */
export function isUnderGenerated(owner: Element, parent: Element, place: Box, look: Look): boolean {
  if (!flatContains(owner, parent)) return false;
  return generatedOver(owner, look).some((box) => {
    const isWithin =
      place.left >= box.left - 1 &&
      place.right <= box.right + 1 &&
      place.top >= box.top - 1 &&
      place.bottom <= box.bottom + 1;
    if (!isWithin) return false;
    const over = box.layer - layerOf(parent, owner, look);
    return over > 0 || (over === 0 && box.isLast);
  });
}

/** The layer in which an element is painted inside another: that of its outermost positioned ancestor in there. */
export function layerOf(element: Element, top: Element | null, look: Look): number {
  let layer = IN_FLOW;
  for (let at: Element | null = element; at !== null && at !== top; at = flatParent(at)) {
    const { position, zIndex, transform } = look.style(at);
    if (position !== 'static' || transform !== 'none') layer = zIndex === 'auto' ? 0 : Number(zIndex);
  }
  return layer;
}

function generatedOver(owner: Element, look: Look): readonly GeneratedBox[] {
  let boxes = look.generated.get(owner);
  if (boxes === undefined) {
    boxes = PSEUDOS.flatMap((pseudo) => generatedBox(owner, pseudo));
    look.generated.set(owner, boxes);
  }
  return boxes;
}

function generatedBox(owner: Element, pseudo: (typeof PSEUDOS)[number]): GeneratedBox[] {
  if (!isGenerated(owner, pseudo)) return [];
  const style = pseudoStyle(owner, pseudo);
  if (css(style, 'position') !== 'absolute' || css(style, 'visibility') !== 'visible') return [];
  if (!isSolid(style) || !isRectangle(style) || !isUnmixed(style) || Number(css(style, 'opacity')) < 1) return [];
  const [left = 0, top = 0, width = 0, height = 0] = SIDES.map((side) => Number.parseFloat(css(style, side)));
  const { x, y } = rectOf(owner);
  const [startX, startY] = [x + clientLeft(owner) + left, y + clientTop(owner) + top];
  const zIndex = css(style, 'z-index');
  return [
    {
      left: startX,
      top: startY,
      right: startX + width,
      bottom: startY + height,
      layer: zIndex === 'auto' ? 0 : Number(zIndex),
      isLast: pseudo === '::after',
    },
  ];
}

/** Below all positioned elements, above those with a negative z-index. */
const IN_FLOW = -0.5;
const PSEUDOS = ['::before', '::after'] as const;
const SIDES = ['left', 'top', 'width', 'height'] as const;
