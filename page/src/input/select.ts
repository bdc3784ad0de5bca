// Chooses options of a native list.

import { setter } from '../dom/capture';
import {
  attr,
  dispatch,
  isSelect,
  matches,
  optionSelected,
  optionText,
  optionValue,
  selectMultiple,
  selectOptions,
} from '../dom/dom';
import { Failure } from '../dom/failure';
import { truncate, normalized, tidy } from '../dom/text';
import { isDisabled } from '../snapshot/controls/states';

/** Returns the texts of the options that are selected then. */
export function select(element: Element, values: readonly string[]): string {
  if (!isSelect(element)) throw new Failure('wrong_kind', 'this is no native list; click it, then click the option');
  if (isDisabled(element)) throw new Failure('disabled', 'the list is disabled');
  if (values.length > 1 && !selectMultiple(element)) throw new Failure('wrong_kind', 'this list takes one option only');
  const options = Array.from(selectOptions(element));
  const chosen = new Set(values.map((value) => choose(value, options)));
  const changed = options.some((option) => optionSelected(option) !== chosen.has(option));
  const told = options
    .filter((option) => chosen.has(option))
    .map(label)
    .join(', ');
  if (!changed) return told;
  for (const option of options)
    if (selectMultiple(element) || chosen.has(option)) setSelected(option, chosen.has(option));
  dispatch(element, new InputEvent('input', { bubbles: true, composed: true }));
  dispatch(element, new Event('change', { bubbles: true, composed: true }));
  return told;
}

/**
 * Matches the text as it was shown, then the value, then the text loosely, then a part of the text that fits one option
 * only.
 */
function choose(wanted: string, options: readonly HTMLOptionElement[]): HTMLOptionElement {
  const said = normalized(wanted);
  const partly = options.filter((option) => said !== '' && normalized(label(option)).includes(said));
  const found =
    options.find((option) => label(option) === tidy(wanted)) ??
    options.find((option) => optionValue(option) === wanted) ??
    options.find((option) => normalized(label(option)) === said) ??
    (partly.length === 1 ? partly[0] : undefined);
  if (found === undefined) {
    const fits =
      partly.length > 1
        ? `"${truncate(wanted, MAX_QUOTED)}" fits several options`
        : `no option "${truncate(wanted, MAX_QUOTED)}"`;
    throw new Failure('no_option', `${fits}; there are ${listed(partly.length > 1 ? partly : options)}`);
  }
  if (matches(found, ':disabled')) throw new Failure('disabled', `the option "${label(found)}" is disabled`);
  return found;
}

const label = (option: HTMLOptionElement): string => tidy(attr(option, 'label') ?? optionText(option));

function listed(options: readonly HTMLOptionElement[]): string {
  const shown = options.slice(0, MAX_LISTED).map((option) => `"${truncate(label(option), MAX_QUOTED)}"`);
  const rest = options.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

const setSelected = setter(HTMLOptionElement, 'selected');
const MAX_LISTED = 20;
const MAX_QUOTED = 60;
