// A form as the browser would send it now: address, method, encoding, and every field with its real value. The values
// go to the hands, which digest them; nothing of a secret field goes further than that.

import { getter } from '../dom/capture';
import {
  attr,
  baseUri,
  buttonValue,
  closest,
  documentUrl,
  formElements,
  hasAttr,
  inputChecked,
  inputFiles,
  inputType,
  inputValue,
  isButton,
  isElement,
  isInput,
  isSelect,
  isTextarea,
  matches,
  optionSelected,
  optionValue,
  selectOptions,
  tag,
  textareaValue,
} from '../dom/dom';
import { secretKind } from '../dom/secret';
import { MAX_NAME, truncate } from '../dom/text';
import type { FormFacts, FormField, FormFieldKind } from '../generated/wire';
import { nameOf } from '../name/name';
import type { Look } from '../visibility/look';

/** Where a form is sent, and how. */
export function formDestination(
  form: HTMLFormElement,
  submitter: Element | null,
  document: Document,
): { action: string; method: string } {
  const action = overridden(submitter, 'formaction') || attr(form, 'action') || '';
  const method = (overridden(submitter, 'formmethod') ?? attr(form, 'method') ?? 'get').trim().toLowerCase();
  return {
    action: resolved(action, form, document),
    method: method === 'post' || method === 'dialog' ? method : 'get',
  };
}

const overridden = (submitter: Element | null, name: string): string | null =>
  submitter === null ? null : attr(submitter, name);

export function formFacts(
  inspected: Element,
  form: HTMLFormElement,
  submitter: Element | null,
  document: Document,
  look: Look,
): FormFacts {
  const encoding = (overridden(submitter, 'formenctype') ?? attr(form, 'enctype') ?? '').trim().toLowerCase();
  const isUnchecked = hasAttr(form, 'novalidate') || (submitter !== null && hasAttr(submitter, 'formnovalidate'));
  return {
    ...formDestination(form, submitter, document),
    encoding: ENCODINGS.has(encoding) ? encoding : URL_ENCODED,
    ...formFields(inspected, form, submitter),
    invalid: isUnchecked ? [] : invalidFields(form, look),
  };
}

export function controlsOf(form: HTMLFormElement): Element[] {
  return Array.from(formElements(form)).filter((control) => isElement(control));
}

function resolved(action: string, form: HTMLFormElement, document: Document): string {
  if (action.trim() === '') return documentUrl(document);
  try {
    return new URL(action, baseUri(form)).href;
  } catch {
    return action;
  }
}

/** Every field as form data has it, without the event that building real form data would fire. */
function formFields(
  inspected: Element,
  form: HTMLFormElement,
  submitter: Element | null,
): Pick<FormFacts, 'fields' | 'own_field' | 'complete'> {
  const fields: FormField[] = [];
  let room = MAX_CONTENT;
  let complete = true;
  let own: number | null = null;
  for (const control of controlsOf(form)) {
    if (matches(control, ':disabled') || closest(control, (at) => tag(at) === 'datalist') !== null) continue;
    const name = attr(control, 'name') ?? '';
    // A custom element alone knows the value it sends.
    if (tag(control).includes('-') || hasAttr(control, 'dirname')) complete = false;
    if (name === '') continue;
    if (control === inspected) own = fields.length;
    for (const field of sentFields(name, control, submitter)) {
      room -= name.length + field.value.length;
      if (fields.length >= MAX_FIELDS || room < 0) return { fields, own_field: own, complete: false };
      fields.push(field);
    }
  }
  // The coordinates of an image button are known only when it is pressed.
  if (submitter !== null && isInput(submitter) && inputType(submitter) === 'image') complete = false;
  return { fields, own_field: own, complete };
}

function sentFields(name: string, control: Element, submitter: Element | null): FormField[] {
  const plain = (value: string, kind: FormFieldKind = 'plain'): FormField => ({ name, value, kind, size: null });
  if (isSelect(control)) {
    const chosen = Array.from(selectOptions(control)).filter(
      (option) => optionSelected(option) && !matches(option, ':disabled'),
    );
    return chosen.map((option) => plain(optionValue(option)));
  }
  if (isTextarea(control)) return [plain(textareaValue(control), secretKind(control) ?? 'plain')];
  if (isButton(control)) return control === submitter ? [plain(buttonValue(control))] : [];
  if (!isInput(control)) return [];
  const type = inputType(control);
  if (type === 'checkbox' || type === 'radio')
    return inputChecked(control) ? [plain(hasAttr(control, 'value') ? inputValue(control) : 'on')] : [];
  if (type === 'file') {
    const files = Array.from(inputFiles(control) ?? []);
    if (files.length === 0) return [plain('', 'file')];
    return files.map((file) => ({ name, value: fileName(file), kind: 'file', size: fileSize(file) }));
  }
  if (type === 'image') return [];
  if (BUTTONS.has(type)) return control === submitter ? [plain(inputValue(control))] : [];
  if (type === 'hidden') return [plain(inputValue(control), 'hidden')];
  return [plain(inputValue(control), secretKind(control) ?? 'plain')];
}

/** The fields because of which the browser does not send the form, by what a person calls them. */
function invalidFields(form: HTMLFormElement, look: Look): string[] {
  const invalid = controlsOf(form).filter((control) => tag(control) !== 'fieldset' && matches(control, ':invalid'));
  return invalid
    .slice(0, MAX_INVALID)
    .map((control) => truncate(nameOf(control, look) || (attr(control, 'name') ?? ''), MAX_NAME));
}

const fileName = getter(File, 'name');
const fileSize = getter(Blob, 'size') as (file: File) => number;

const URL_ENCODED = 'application/x-www-form-urlencoded';
const ENCODINGS = new Set(['multipart/form-data', 'text/plain']);
const BUTTONS = new Set(['button', 'submit', 'reset']);
const MAX_FIELDS = 2_000;
/** In characters of names and values together. */
const MAX_CONTENT = 1_000_000;
const MAX_INVALID = 10;
