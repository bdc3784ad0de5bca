// Points of a document and of the documents its frames hold.

import { viewportBox } from '../dom/box';
import { elementAtPoint, rectOf } from '../dom/dom';
import { Failure } from '../dom/failure';
import { holdsDocument, pointIntoFrame, pointOutOfFrame } from '../dom/frame';
import { Refs } from '../dom/refs';
import type { Aimed, At } from '../generated/wire';
import { coveredFailure } from './aim';

/** The element at a point, also inside shadow roots. */
export function elementAt(x: number, y: number, document: Document, refs: Refs): At {
  const hit = elementAtPoint(document, x, y);
  if (hit === null) return { node: null, inner: null };
  if (!holdsDocument(hit)) return { node: refs.numberOf(hit), inner: null };
  return { node: refs.numberOf(hit), inner: pointIntoFrame(hit, x, y) };
}

/** Converts a point inside a frame to the document that holds the frame. */
export function toOuterPoint(frame: Element, x: number, y: number, document: Document, refs: Refs): Aimed {
  if (!holdsDocument(frame)) throw new Failure('wrong_kind', 'only a frame holds another document');
  const box = rectOf(frame);
  const [outerX, outerY] = pointOutOfFrame(frame, x, y);
  const view = viewportBox();
  if (outerX < view.left || outerY < view.top || outerX >= view.right || outerY >= view.bottom) {
    throw new Failure(
      'not_visible',
      'that point of the frame lies outside the visible part of the page; scroll the frame into view',
    );
  }
  const hit = elementAtPoint(document, outerX, outerY);
  if (hit !== frame && hit !== null) throw coveredFailure(frame, hit, document, refs);
  return { x: outerX, y: outerY, bounds: [box.x, box.y, box.width, box.height] };
}
