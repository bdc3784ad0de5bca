// Points of a document and of the documents its frames hold.

import { covered } from './aim';
import { viewportBox } from './box';
import { elementAtPoint, isHtml, offsetHeight, offsetWidth, rectOf, styleOf, tag } from './dom';
import { Failure } from './failure';
import type { Aimed, At } from './generated/wire';
import { Refs } from './refs';

/** What lies at a point, looked for inside shadow roots. */
export function at(x: number, y: number, document: Document, refs: Refs): At {
  const hit = elementAtPoint(document, x, y);
  if (hit === null) return { node: null, inner: null };
  if (!isFrame(hit)) return { node: refs.numberOf(hit), inner: null };
  const { left, top, across, down } = insideOf(hit);
  return { node: refs.numberOf(hit), inner: [(x - left) / across, (y - top) / down] };
}

/** Carries a point inside a frame out to the document that holds the frame. */
export function outward(frame: Element, x: number, y: number, document: Document, refs: Refs): Aimed {
  if (!isFrame(frame)) throw new Failure('wrong_kind', 'only a frame holds another document');
  const box = rectOf(frame);
  const { left, top, across, down } = insideOf(frame);
  const [outerX, outerY] = [left + x * across, top + y * down];
  const view = viewportBox();
  if (outerX < view.left || outerY < view.top || outerX >= view.right || outerY >= view.bottom) {
    throw new Failure(
      'not_visible',
      'that point of the frame lies outside the visible part of the page; scroll the frame into view',
    );
  }
  const hit = elementAtPoint(document, outerX, outerY);
  if (hit !== frame && hit !== null) throw covered(frame, hit, document, refs);
  return { x: outerX, y: outerY, bounds: [box.x, box.y, box.width, box.height] };
}

const isFrame = (element: Element): boolean => tag(element) === 'iframe' || tag(element) === 'frame';

/** Where the document inside a frame begins, and by how much it is scaled. */
function insideOf(frame: Element): { left: number; top: number; across: number; down: number } {
  const box = rectOf(frame);
  const style = styleOf(frame);
  const [width, height] = isHtml(frame) ? [offsetWidth(frame), offsetHeight(frame)] : [box.width, box.height];
  const across = width === 0 ? 1 : box.width / width;
  const down = height === 0 ? 1 : box.height / height;
  return {
    left: box.left + (px(style.borderLeftWidth) + px(style.paddingLeft)) * across,
    top: box.top + (px(style.borderTopWidth) + px(style.paddingTop)) * down,
    across,
    down,
  };
}

const px = (length: string): number => Number.parseFloat(length) || 0;
