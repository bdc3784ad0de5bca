// Controls, the labels that belong to them and the forms they belong to.

import { getter } from './capture';
import { isButton, isInput, isSelect, isTextarea, queryAll, queryAllIn, tag } from './dom';

export function labelsOf(element: Element): readonly HTMLLabelElement[] {
  let labels: NodeListOf<HTMLLabelElement> | null = null;
  if (isInput(element)) labels = labelsOfInput(element);
  else if (isSelect(element)) labels = labelsOfSelect(element);
  else if (isTextarea(element)) labels = labelsOfTextarea(element);
  else if (isButton(element)) labels = labelsOfButton(element);
  else if (element instanceof HTMLMeterElement) labels = labelsOfMeter(element);
  else if (element instanceof HTMLOutputElement) labels = labelsOfOutput(element);
  else if (element instanceof HTMLProgressElement) labels = labelsOfProgress(element);
  return labels === null ? [] : Array.from(labels);
}

/** Elements a label can be for. */
export const isLabelable = (element: Element): boolean =>
  isInput(element) || isSelect(element) || isTextarea(element) || isButton(element) || LABELABLE.has(tag(element));

const LABELABLE = new Set(['meter', 'output', 'progress']);

/** All labels of a document or shadow root. */
export function labelsIn(root: Node): HTMLLabelElement[] {
  if (root instanceof Document) return Array.from(queryAll(root, 'label')) as HTMLLabelElement[];
  return root instanceof DocumentFragment ? (Array.from(queryAllIn(root, 'label')) as HTMLLabelElement[]) : [];
}

export function formOf(element: Element): HTMLFormElement | null {
  if (isInput(element)) return formOfInput(element);
  if (isSelect(element)) return formOfSelect(element);
  if (isTextarea(element)) return formOfTextarea(element);
  if (isButton(element)) return formOfButton(element);
  return null;
}

const labelsOfInput = getter(HTMLInputElement, 'labels');

const labelsOfSelect = getter(HTMLSelectElement, 'labels');

const labelsOfTextarea = getter(HTMLTextAreaElement, 'labels');

const labelsOfButton = getter(HTMLButtonElement, 'labels');

const labelsOfMeter = getter(HTMLMeterElement, 'labels');

const labelsOfOutput = getter(HTMLOutputElement, 'labels');

const labelsOfProgress = getter(HTMLProgressElement, 'labels');

const formOfInput = getter(HTMLInputElement, 'form');

const formOfSelect = getter(HTMLSelectElement, 'form');

const formOfTextarea = getter(HTMLTextAreaElement, 'form');

const formOfButton = getter(HTMLButtonElement, 'form');
