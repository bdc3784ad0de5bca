// The validation error of a field, as the page or the browser reports it.

import { getter } from './capture';
import { attr, byId, isInput, isSelect, isTextarea, matches, textContent, word } from './dom';
import { truncate, MAX_NAME, tidy } from './text';

/** The message; empty if the field is only marked invalid, null if it is valid. */
export function validationErrorOf(field: Element): string | null {
  const said = word(field, 'aria-invalid');
  const isMarked = said !== '' && said !== 'false';
  const refused = isInput(field) || isTextarea(field) || isSelect(field) ? matches(field, ':invalid') : false;
  if (!isMarked && !refused) return null;
  const message = errorMessageOf(field);
  return truncate(message === '' && refused ? tidy(browserMessageOf(field)) : message, MAX_NAME);
}

function errorMessageOf(field: Element): string {
  for (const id of (attr(field, 'aria-errormessage') ?? '').split(/\s+/)) {
    const element = id === '' ? null : byId(field, id);
    const text = element === null ? '' : tidy(textContent(element) ?? '');
    if (text !== '') return text;
  }
  return '';
}

function browserMessageOf(field: Element): string {
  if (isInput(field)) return messageOfInput(field);
  if (isTextarea(field)) return messageOfTextarea(field);
  return isSelect(field) ? messageOfSelect(field) : '';
}

const messageOfInput = getter(HTMLInputElement, 'validationMessage');
const messageOfTextarea = getter(HTMLTextAreaElement, 'validationMessage');
const messageOfSelect = getter(HTMLSelectElement, 'validationMessage');
