// The facts that the guard judges an element by: where a click leads and what a form would send, read fresh from the
// document.

import { toBounds } from '../dom/box';
import { formOf } from '../dom/control';
import {
  attr,
  buttonType,
  closest,
  inputType,
  isButton,
  isInput,
  isLabel,
  isSelect,
  isTextarea,
  labelControl,
  matches,
  queryWithin,
  rectOf,
} from '../dom/dom';
import { isEditingHost } from '../dom/field';
import { secretKind } from '../dom/secret';
import { truncate, MAX_NAME, setOf } from '../dom/text';
import type { Accessible, PageFacts, PageFieldKind } from '../generated/wire';
import { descriptionOf } from '../name/description';
import { nameOf } from '../name/name';
import { roleOf, strictRoleOf } from '../name/role';
import { displayName, hrefOf, displayRole } from '../snapshot/names/describe';
import { Look } from '../visibility/look';
import { controlsOf, formDestination, formFacts } from './form_facts';

export function inspect(element: Element, document: Document): Omit<PageFacts, 'aimed' | 'changed'> {
  const look = new Look(document);
  const role = roleOf(element, look);
  // A name that is only guessed from attributes is no fact.
  const name = displayName(element, role, look);
  const acting = activated(element);
  const submits = acting !== null && isSubmitter(acting);
  const form = ownerForm(acting ?? element);
  const box = rectOf(element);
  const link = closest(element, (at) => hrefOf(at) !== null);
  const facts = {
    role: displayRole(element, role),
    name: truncate(name.guessed ? '' : name.name, MAX_NAME),
    field: fieldKind(element),
    href: link === null ? null : hrefOf(link),
    submits,
    enter_submits: form !== null && entersForm(element, form),
    form: form === null ? null : formFacts(element, form, submits ? acting : defaultButton(form), document, look),
    bounds: box.width === 0 && box.height === 0 ? null : toBounds(box),
    accessible: accessible(element, look),
  };
  look.close();
  return facts;
}

function accessible(element: Element, look: Look): Accessible {
  const role = strictRoleOf(element, look);
  const strict = role === roleOf(element, look) || role.startsWith('doc-') ? look : lookWith(element, role, look);
  const name = nameOf(element, strict);
  return { role, name, description: descriptionOf(element, name, strict) };
}

/** A look in which the element has only this role. */
function lookWith(element: Element, role: string, { document }: Look): Look {
  const look = new Look(document);
  look.roles.set(element, role);
  return look;
}

export function fieldKind(element: Element): PageFieldKind {
  const secret = secretKind(element);
  if (secret !== null) return secret;
  if (isSelect(element)) return 'choice';
  if (isTextarea(element) || isEditingHost(element)) return 'text';
  if (!isInput(element)) return ARIA_KINDS.get(attr(element, 'role') ?? '') ?? 'none';
  const type = inputType(element);
  if (type === 'file') return 'file';
  if (CHOICES.has(type)) return 'choice';
  return BUTTONS.has(type) ? 'none' : 'text';
}

/** The button or control that a click on the element activates: itself, an ancestor, or the control that it labels. */
export function activated(element: Element): Element | null {
  const found = closest(element, (at) => isButton(at) || isInput(at) || isLabel(at) || isSelect(at) || isTextarea(at));
  return found !== null && isLabel(found) ? labelControl(found) : found;
}

export function isSubmitter(element: Element): boolean {
  if (formOf(element) === null || matches(element, ':disabled')) return false;
  if (isButton(element)) return buttonType(element) === 'submit';
  return isInput(element) && (inputType(element) === 'submit' || inputType(element) === 'image');
}

export const ownerForm = (element: Element): HTMLFormElement | null =>
  formOf(element) ?? (closest(element, (at) => at instanceof HTMLFormElement) as HTMLFormElement | null);

/** The button that Enter presses: the first submit button of the form. */
export const defaultButton = (form: HTMLFormElement): Element | null =>
  controlsOf(form).find((control) => {
    if (isButton(control)) return buttonType(control) === 'submit';
    return isInput(control) && (inputType(control) === 'submit' || inputType(control) === 'image');
  }) ?? imageButton(form);

/** Image buttons are not among a form's elements. */
function imageButton(form: HTMLFormElement): Element | null {
  return (
    queryWithin(form, 'input').find(
      (element) => isInput(element) && inputType(element) === 'image' && formOf(element) === form,
    ) ?? null
  );
}

export function entersForm(element: Element, form: HTMLFormElement): boolean {
  if (isSubmitter(element)) return true;
  if (!isInput(element) || !SINGLE_LINE.has(inputType(element)) || matches(element, ':disabled')) return false;
  const button = defaultButton(form);
  if (button !== null) return !matches(button, ':disabled');
  return controlsOf(form).filter((control) => isInput(control) && BLOCKS_ENTER.has(inputType(control))).length <= 1;
}

/** Where a press or Enter leads: the address of a link, or the address, method and hidden fields of a form. */
export function leadOf(element: Element, document: Document): string {
  const link = closest(element, (at) => hrefOf(at) !== null);
  const acting = activated(element);
  const form = ownerForm(acting ?? element);
  const submits = acting !== null && isSubmitter(acting);
  const href = link === null ? null : hrefOf(link);
  if (form === null || !(submits || entersForm(element, form))) return JSON.stringify([href, submits]);
  const { action, method } = formDestination(form, submits ? acting : defaultButton(form), document);
  const hidden = controlsOf(form).filter((control) => isInput(control) && inputType(control) === 'hidden');
  const fields = hidden.slice(0, MAX_FIELDS).map((field) => [attr(field, 'name'), attr(field, 'value')]);
  return JSON.stringify([href, submits, action, method, fields]);
}

const MAX_FIELDS = 100;
const BUTTONS = new Set(['button', 'submit', 'reset', 'image']);
const CHOICES = setOf('checkbox radio range color date time datetime-local month week');
const BLOCKS_ENTER = setOf('text search tel url email password date month week time datetime-local number');
const SINGLE_LINE = new Set([...BLOCKS_ENTER, 'checkbox', 'radio', 'range', 'color', 'file']);
const ARIA_KINDS = new Map<string, PageFieldKind>([
  ['textbox', 'text'],
  ['searchbox', 'text'],
  ['combobox', 'choice'],
  ['listbox', 'choice'],
  ['checkbox', 'choice'],
  ['radio', 'choice'],
  ['switch', 'choice'],
  ['slider', 'choice'],
  ['spinbutton', 'choice'],
  ['option', 'choice'],
  ['menuitemcheckbox', 'choice'],
  ['menuitemradio', 'choice'],
]);
