// The file field that belongs to a button: pages lay it over the button, unseen, so that it takes the click.

import {
  containsNode,
  elementsAtPoint,
  flatContains,
  inputType,
  isInput,
  isLabel,
  labelControl,
  rectOf,
} from '../dom/dom';

/** The file field that takes a click on the element in its place, or that its label belongs to; null if there is none. */
export function fileFieldOf(element: Element, document: Document): Element | null {
  if (isFileField(element)) return element;
  const { left, top, width, height } = rectOf(element);
  const hits = elementsAtPoint(document, left + width / 2, top + height / 2);
  const own = hits.findIndex((hit) => hit === element || containsNode(element, hit));
  const above = own < 0 ? hits : hits.slice(0, own + 1);
  const over = above.find(isFileField);
  if (over !== undefined && !above.slice(0, above.indexOf(over)).some((hit) => !flatContains(over, hit))) return over;
  const labelled = isLabel(element) ? labelControl(element) : null;
  return labelled !== null && isFileField(labelled) ? labelled : null;
}

const isFileField = (element: Element): boolean => isInput(element) && inputType(element) === 'file';
