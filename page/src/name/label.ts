// Parts of names that do not come from text content: values of controls inside a label, titles, alternative texts.

import {
  attr,
  byId,
  checkVisibility,
  childByTag,
  closest,
  data,
  flatChildren,
  hasAttr,
  inputType,
  inputValue,
  isElement,
  isInput,
  isSelect,
  isText,
  isTextarea,
  tag,
  xlink,
} from '../dom/dom';
import { editableText, fieldText, isTextField, selectedTexts } from '../dom/field';
import { setOf, tidy } from '../dom/text';
import type { Look } from '../visibility/look';
import { roleOf } from './role';

/** The value of a control inside the label of another; null for any other element and for an empty field. */
export function embeddedValue(element: Element, look: Look, textOf: (option: Element) => string): string | null {
  const role = roleOf(element, look);
  switch (role) {
    case 'textbox':
    case 'searchbox':
      return (isInput(element) || isTextarea(element) ? fieldText(element) : editableText(element)) || null;
    case 'combobox':
    case 'listbox':
      if (isSelect(element)) return selectedTexts(element).join(' ');
      if (isInput(element)) return fieldText(element) || null;
      return selectedOptions(element, textOf) ?? (role === 'combobox' ? editableText(element) : null);
    case 'slider':
    case 'spinbutton':
    case 'scrollbar':
    case 'progressbar':
    case 'meter':
      return (
        attr(element, 'aria-valuetext') ??
        attr(element, 'aria-valuenow') ??
        (isInput(element) ? inputValue(element) : measured(element))
      );
    default:
      return null;
  }
}

/** The value of a `<meter>` or `<progress>`, as a number is written. */
function measured(element: Element): string | null {
  const value = Number.parseFloat(attr(element, 'value') ?? '');
  return Number.isNaN(value) ? null : String(value);
}

function selectedOptions(element: Element, textOf: (option: Element) => string): string | null {
  const selected: string[] = [];
  let options = 0;
  const open: Element[] = [element];
  for (let at = open.pop(); at !== undefined && options < MAX_OPTIONS; at = open.pop()) {
    if (attr(at, 'role') === 'option') {
      options += 1;
      if (attr(at, 'aria-selected') === 'true') selected.push(textOf(at));
      continue;
    }
    open.push(...[...flatChildren(at)].filter(isElement).reverse());
  }
  if (options === 0) return null;
  return selected.length === 0 ? (attr(element, 'aria-label') ?? '') : selected.join(' ');
}

export const svgName = (element: Element): string | null =>
  svgText(element, 'svg:title') || (tag(element) === 'svg:a' ? xlink(element, 'title') : null);

/** The name of the symbol that a `<use>` shows, if it is in the same document. */
export function usedName(use: Element): string {
  const address = attr(use, 'href') ?? xlink(use, 'href') ?? '';
  const symbol = address.startsWith('#') ? byId(use, address.slice(1)) : null;
  return symbol === null ? '' : tidy(attr(symbol, 'aria-label') ?? '') || svgText(symbol, 'svg:title');
}

/** The text of the `<title>` or `<desc>` of an SVG element. */
export function svgText(element: Element, name: 'svg:title' | 'svg:desc'): string {
  const child = childByTag(element, name);
  return child === null ? '' : tidy([...flatChildren(child)].filter(isText).map(data).join(''));
}

export function buttonValue(input: HTMLInputElement): string | null {
  switch (inputType(input)) {
    case 'button':
      return attr(input, 'value');
    case 'submit':
      return attr(input, 'value') ?? 'Submit';
    case 'reset':
      return attr(input, 'value') ?? 'Reset';
    case 'image':
      return attr(input, 'alt') || attr(input, 'title') || 'Submit';
    default:
      return null;
  }
}

export function tooltip(element: Element): string {
  if (attr(element, 'role') === 'presentation' || attr(element, 'role') === 'none') return '';
  if (attr(element, 'alt') === '' && tag(element) === 'img') return '';
  return hasAttr(element, 'title') ? tidy(attr(element, 'title') ?? '') : '';
}

/** The placeholder of a text field, which shows while it is empty. */
export function placeholder(element: Element, role: string): string {
  if (isInput(element) && !isTextField(element)) return '';
  if (!isInput(element) && !isTextarea(element) && !TEXT_ROLES.has(role)) return '';
  return tidy(attr(element, 'placeholder') ?? '') || tidy(attr(element, 'aria-placeholder') ?? '');
}

export function isHidden(element: Element, look: Look): boolean {
  const { visibility, display } = look.style(element);
  if (visibility === 'hidden' || visibility === 'collapse') return true;
  if (display !== 'contents' && !checkVisibility(element)) return true;
  return closest(element, (at) => attr(at, 'aria-hidden') === 'true') !== null;
}

const TEXT_ROLES = setOf('combobox searchbox spinbutton textbox');
const MAX_OPTIONS = 100;
