// Sets focus and values of fields, with the events that a person's own input would cause.

import { setter } from '../dom/capture';
import {
  attr,
  createRange,
  dispatch,
  execCommand,
  flatContains,
  focusedElement,
  focusElement,
  inputType,
  inputValue,
  isHtml,
  isInput,
  isTextarea,
  textareaValue,
} from '../dom/dom';
import { Failure } from '../dom/failure';
import { isEditingHost, isSetAsWhole, isTextField } from '../dom/field';
import type { Caret } from '../generated/wire';
import { isDisabled, isReadOnly } from '../snapshot/controls/states';
import { toFieldValue } from './field_values';

/** Focuses an element and places the caret. Only fields that take text have one. */
export function focus(element: Element, caret: Caret, document: Document): void {
  if (isDisabled(element))
    throw new Failure('disabled', 'the element is disabled; something else has to be done first');
  const takesText = isTextField(element);
  if (caret !== 'keep' && (!takesText || isReadOnly(element))) {
    throw new Failure(
      'not_editable',
      takesText
        ? 'the field is read-only; click it, it may open something to choose from'
        : 'the element itself does not take text; use select or check, or click it and type without a ref',
    );
  }
  if (!isHtml(element)) throw new Failure('wrong_kind', 'only HTML elements take the focus');
  focusElement(element);
  const focused = focusedElement(document);
  if (caret !== 'keep' && (focused === null || !(focused === element || flatContains(element, focused)))) {
    throw new Failure('not_editable', 'the field does not keep the focus; click it first');
  }
  if (caret !== 'keep') placeCaret(element, caret, document);
}

function placeCaret(element: Element, caret: 'all' | 'end', document: Document): void {
  if (isInput(element) || isTextarea(element)) {
    const length = isInput(element) ? inputValue(element).length : textareaValue(element).length;
    if (caret === 'all' || (isInput(element) && NO_SELECTION.has(inputType(element)))) selectField(element);
    else element.setSelectionRange(length, length);
    return;
  }
  if (!isEditingHost(element)) return;
  const range = createRange(document);
  range.selectNodeContents(element);
  if (caret === 'end') range.collapse(false);
  const selection = window.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  // Selects from the first to the last letter, as keys do: editors inspect the surroundings of both ends of a
  // selection.
  if (caret === 'all') execCommand(document, 'selectAll');
}

/** Number and mail fields have a selection that scripts cannot set. */
function selectField(field: HTMLInputElement | HTMLTextAreaElement): void {
  field.select();
}

/** Sets a value that is picked, not typed, with the events a picker fires. */
export function setValue(element: Element, value: string): void {
  if (!isInput(element) || !isSetAsWhole(inputType(element))) {
    throw new Failure('wrong_kind', 'this is for date, time, colour and range fields; type into this one');
  }
  if (isDisabled(element)) throw new Failure('disabled', 'the field is disabled');
  if (isReadOnly(element)) throw new Failure('not_editable', 'the field is read-only');
  const type = inputType(element);
  const before = inputValue(element);
  const wanted = toFieldValue(type, type === 'range' ? fromPercentage(element, value) : value);
  writeValue(element, wanted);
  const now = inputValue(element);
  if (!isAccepted(type, wanted, now)) {
    writeValue(element, before);
    throw new Failure(
      'no_option',
      `"${wanted}" is not a value of this ${type} field; write it as ${FORMATS.get(type) ?? 'the field expects'}${limits(element)}`,
    );
  }
  dispatch(element, new InputEvent('input', { bubbles: true, composed: true }));
  dispatch(element, new Event('change', { bubbles: true }));
}

function isAccepted(type: string, wanted: string, now: string): boolean {
  if (wanted === '') return type === 'color' || type === 'range' ? false : now === '';
  if (now === '') return false;
  if (type === 'range') return Number(now) === Number(wanted);
  if (type === 'color') return now.toLowerCase() === wanted.toLowerCase();
  // Browsers shorten a time of zero seconds.
  return now === wanted || wanted.startsWith(now) || now.startsWith(wanted);
}

/** A percentage is a share of the way from the minimum to the maximum. */
function fromPercentage(input: HTMLInputElement, value: string): string {
  const share = /^(\d+(?:\.\d+)?)\s*%$/.exec(value.trim())?.[1];
  if (share === undefined) return value;
  const [least, most] = [Number(attr(input, 'min') ?? 0), Number(attr(input, 'max') ?? 100)];
  return String(Math.round((least + ((most - least) * Number(share)) / 100) * 1e6) / 1e6);
}

function limits(input: HTMLInputElement): string {
  const range = [input.min === '' ? '' : `from ${input.min}`, input.max === '' ? '' : `to ${input.max}`]
    .filter(Boolean)
    .join(' ');
  return range === '' ? '' : `, ${range}`;
}

const writeValue = setter(HTMLInputElement, 'value');
const NO_SELECTION = new Set(['number', 'email']);
const FORMATS = new Map([
  ['date', '2026-12-31'],
  ['time', '23:59'],
  ['datetime-local', '2026-12-31T23:59'],
  ['month', '2026-12'],
  ['week', '2026-W53'],
  ['color', '#336699'],
  ['range', 'a number that fits its minimum, maximum and step'],
]);
