// Codes that are typed into a row of fields of one character each.

import { getter, method } from '../../dom/capture';
import { formOf } from '../../dom/control';
import { flatContains, flatParent, inputType, inputValue, isInput, queryWithin, rectOf } from '../../dom/dom';
import { isDisabled, isReadOnly } from './states';

/**
 * Whether `next` is the field of a code that follows the filled field `from`: both take one character, belong to one form
 * and one row, and nothing that takes text lies between them.
 */
export function isNextCodeField(from: Element, next: Element): boolean {
  if (!isInput(from) || !isInput(next) || from === next || inputValue(from) === '') return false;
  if (inputType(from) !== inputType(next) || formOf(from) !== formOf(next)) return false;
  if (!takesOneCharacter(from) || !takesOneCharacter(next) || isDisabled(next) || isReadOnly(next)) return false;
  if ((comparePosition(from, next) & FOLLOWING) === 0 || !isOneRow(from, next)) return false;
  const row = rowAround(from, next);
  if (row === null) return false;
  const fields = queryWithin(row, 'input,textarea').filter((field) => !isInput(field) || inputType(field) !== 'hidden');
  return (
    fields.every((field) => isInput(field) && takesOneCharacter(field)) &&
    fields.indexOf(next) === fields.indexOf(from) + 1
  );
}

/** By its `maxlength`, or by a box that has room for one character only. */
function takesOneCharacter(field: HTMLInputElement): boolean {
  if (maxLength(field) === 1) return true;
  const { width, height } = rectOf(field);
  return width > 0 && width <= MAX_WIDTH && width <= height * MAX_SHAPE;
}

function isOneRow(from: Element, next: Element): boolean {
  const [one, other] = [rectOf(from), rectOf(next)];
  return Math.abs(one.top - other.top) <= one.height / 2 && Math.abs(one.height - other.height) <= 2;
}

function rowAround(from: Element, next: Element): Element | null {
  let row = flatParent(from);
  for (let steps = 0; row !== null && steps < MAX_STEPS; steps += 1) {
    if (flatContains(row, next)) return row;
    row = flatParent(row);
  }
  return null;
}

const maxLength = getter(HTMLInputElement, 'maxLength');
const comparePosition = method(Node, 'compareDocumentPosition');
const FOLLOWING = 4;
const MAX_STEPS = 4;
const MAX_WIDTH = 90;
const MAX_SHAPE = 1.5;
