// The states of an element, as words of a snapshot line.

import {
  attr,
  detailsOpen,
  flatParent,
  hasAria,
  hasAttr,
  hasAttributes,
  inputChecked,
  inputIndeterminate,
  inputType,
  inputValue,
  isInput,
  isSelect,
  isTextarea,
  matches,
  mediaPaused,
  optionSelected,
  queryWithin,
  selectMultiple,
  tag,
  textareaValue,
  word,
} from '../../dom/dom';
import { isEditingHost } from '../../dom/field';
import { secretKind } from '../../dom/secret';
import { setOf } from '../../dom/text';

/** `disabled` is passed in by the caller, who knows the ancestors. */
export function pushStates(
  states: string[],
  element: Element,
  role: string,
  focused: Element | null,
  disabled: boolean,
): void {
  if (element === focused) states.push('focused');
  if (role === 'heading') states.push(`level=${headingLevel(element)}`);
  const isField = isInput(element) || isTextarea(element) || isSelect(element);
  const isBare = !isField && !hasAttributes(element);
  if (!isBare) {
    pushKind(element, states);
    pushTicks(element, role, states);
  }
  pushExpanded(element, role, states);
  if (disabled) states.push('disabled');
  if (isBare) return;
  pushDemands(element, isField, states);
  pushLimits(element, role, states);
  if (element instanceof HTMLMediaElement) states.push(mediaPaused(element) ? 'paused' : 'playing');
  if (hasAria(element)) pushAriaStates(element, role, states);
  if (isModal(element) || attr(element, 'aria-modal') === 'true') states.push('modal');
  if (isField && isFilledSecret(element)) states.push('filled');
}

/** States that only ARIA attributes express. */
function pushAriaStates(element: Element, role: string, states: string[]): void {
  pushPlace(element, role, states);
  const sort = word(element, 'aria-sort');
  if (sort === 'ascending' || sort === 'descending') states.push(`sort=${sort}`);
  const current = word(element, 'aria-current');
  if (current !== '' && current !== 'false') states.push('current');
  if (attr(element, 'aria-busy') === 'true') states.push('busy');
}

/** Whether a dialog blocks everything around it. */
export const isModal = (element: Element): boolean =>
  element instanceof HTMLDialogElement && matches(element, ':modal');

/** By its own attribute or by a fieldset around it. */
export function isNativelyDisabled(element: Element): boolean {
  const name = tag(element);
  return (DISABLED.has(name) || name.includes('-')) && matches(element, ':disabled');
}

/** Natively, or by `aria-disabled` on it or an ancestor. */
export function isDisabled(element: Element): boolean {
  if (isNativelyDisabled(element)) return true;
  for (let at: Element | null = element, steps = 0; at !== null && steps < MAX_STEPS; at = flatParent(at), steps += 1) {
    const said = attr(at, 'aria-disabled');
    if (said !== null) return said === 'true';
  }
  return false;
}

export function isReadOnly(element: Element): boolean {
  if (isInput(element) || isTextarea(element)) return hasAttr(element, 'readonly');
  return attr(element, 'aria-readonly') === 'true';
}

/** Checkedness: true, false, `mixed`, or null if it cannot be checked. */
export function checkedness(element: Element): boolean | 'mixed' | null {
  if (isInput(element) && (inputType(element) === 'checkbox' || inputType(element) === 'radio')) {
    // A drawn switch that cancels clicks keeps its own state, because the browser reverts the native one.
    const drawn = word(element, 'role') === 'switch' ? word(element, 'aria-checked') : '';
    if (drawn === 'true' || drawn === 'false') return drawn === 'true';
    return inputIndeterminate(element) ? 'mixed' : inputChecked(element);
  }
  const said = word(element, 'aria-checked');
  if (said === 'mixed') return 'mixed';
  if (said !== '') return said === 'true';
  // By the standard these roles are unchecked without the attribute.
  return TICKED.has(word(element, 'role')) ? false : null;
}

/** A toggle button is checked like a box. */
export function toggled(element: Element): boolean | 'mixed' | null {
  const said = word(element, 'aria-pressed');
  if (said === 'mixed') return 'mixed';
  return said === 'true' || said === 'false' ? said === 'true' : null;
}

export const isFilledSecret = (element: Element): boolean =>
  (isInput(element) ? inputValue(element) !== '' : isTextarea(element) && textareaValue(element) !== '') &&
  secretKind(element) !== null;

function headingLevel(element: Element): number {
  const said = Number.parseInt(attr(element, 'aria-level') ?? '', 10);
  if (said >= 1) return said;
  const name = tag(element);
  return /^h[1-6]$/.test(name) ? Number(name[1]) : 2;
}

/** Roles of fields without line breaks. */
const ONE_LINE = setOf('combobox searchbox spinbutton');

/** The kind of a field, if the role alone does not say it. */
function pushKind(element: Element, states: string[]): void {
  if (isInput(element) && NAMED_TYPES.has(inputType(element))) states.push(`type=${inputType(element)}`);
  const multiline =
    isTextarea(element) ||
    attr(element, 'aria-multiline') === 'true' ||
    (isEditingHost(element) && attr(element, 'aria-multiline') !== 'false' && !ONE_LINE.has(word(element, 'role')));
  if (multiline) states.push('multiline');
  if (isEditingHost(element) && queryWithin(element, ANY_FORMAT).length > 0) states.push('formatted');
  if (isSelect(element) && selectMultiple(element)) states.push('multiple');
}

/** The formats in an editor that plain text cannot say, in words. */
export const formatsOf = (element: Element): string[] =>
  isEditingHost(element)
    ? FORMATS.filter(([selector]) => queryWithin(element, selector).length > 0).map(([, word]) => word)
    : [];

const FORMATS: readonly [selector: string, word: string][] = [
  ['b, strong', 'bold'],
  ['i, em', 'italics'],
  ['u', 'underlines'],
  ['s', 'strikethroughs'],
  ['a[href]', 'links'],
  ['h1, h2, h3, h4', 'headings'],
  ['li', 'lists'],
  ['blockquote', 'quotations'],
  ['img', 'pictures'],
  ['table', 'tables'],
];
const ANY_FORMAT = FORMATS.map(([selector]) => selector).join(', ');

/** Adds the demands of a field to its states. */
function pushDemands(element: Element, isField: boolean, states: string[]): void {
  if ((isField && matches(element, ':required')) || attr(element, 'aria-required') === 'true') states.push('required');
  if (isReadOnly(element)) states.push('readonly');
  const invalid = word(element, 'aria-invalid');
  if ((invalid !== '' && invalid !== 'false') || (isField && matches(element, ':user-invalid'))) states.push('invalid');
}

/** The limits of a value, if they are short. */
function pushLimits(element: Element, role: string, states: string[]): void {
  const isRange = RANGES.has(role) || (isInput(element) && LIMITED.has(inputType(element)));
  if (!isRange) return;
  for (const limit of ['min', 'max', 'step']) {
    const said = attr(element, limit) ?? (limit === 'step' ? null : attr(element, `aria-value${limit}`));
    if (said !== null && /^[\w.:-]{1,16}$/.test(said)) states.push(`${limit}=${said}`);
  }
}

/** The position of an item in a tree or a longer set. */
function pushPlace(element: Element, role: string, states: string[]): void {
  const level = role === 'treeitem' || role === 'row' ? Number.parseInt(attr(element, 'aria-level') ?? '', 10) : 0;
  if (level >= 1) states.push(`level=${level}`);
  const place = Number.parseInt(attr(element, 'aria-posinset') ?? '', 10);
  const size = Number.parseInt(attr(element, 'aria-setsize') ?? '', 10);
  if (place >= 1) states.push(size >= 1 ? `item=${place}/${size}` : `item=${place}`);
}

function pushTicks(element: Element, role: string, states: string[]): void {
  const checked = checkedness(element);
  if (checked === 'mixed') states.push('checked=mixed');
  else if (checked === true) states.push('checked');
  const pressed = word(element, 'aria-pressed');
  if (pressed === 'true') states.push('pressed');
  else if (pressed === 'mixed') states.push('pressed=mixed');
  const selected =
    element instanceof HTMLOptionElement ? optionSelected(element) : attr(element, 'aria-selected') === 'true';
  if (selected && SELECTABLE.has(role)) states.push('selected');
}

export function pushExpanded(element: Element, role: string, states: string[]): void {
  const said = word(element, 'aria-expanded');
  if (said === 'true' || said === 'false') {
    states.push(`expanded=${said}`);
  } else if (tag(element) === 'summary' && role === 'button') {
    const details = flatParent(element);
    if (details instanceof HTMLDetailsElement) states.push(`expanded=${detailsOpen(details) ? 'true' : 'false'}`);
  }
}

/** Besides custom elements. */
const DISABLED = setOf('button input select textarea option optgroup fieldset');
const TICKED = setOf('checkbox switch radio menuitemcheckbox menuitemradio');
/** `aria-disabled` is searched in so many ancestors. */
const MAX_STEPS = 50;
const SELECTABLE = setOf('option tab row gridcell treeitem columnheader rowheader menuitem');
const RANGES = setOf('slider spinbutton scrollbar meter progressbar');
const LIMITED = setOf('number range date time datetime-local month week');
const NAMED_TYPES = setOf('password date time datetime-local month week color file');
