// The options that a list, combobox or group of radio buttons made by a page offers at this moment.

import { type Box } from '../../dom/box';
import {
  attr,
  byId,
  closest,
  documentElement,
  flatChildren,
  flatContains,
  flatParent,
  focusedElement,
  inputValue,
  isElement,
  isInput,
  matches,
  optionLabel,
  optionValue,
  queryAll,
  queryWithin,
  rectOf,
  tag,
  textContent,
} from '../../dom/dom';
import { fieldValue, isTextField } from '../../dom/field';
import { referencedElements } from '../../dom/reference';
import type { Refs } from '../../dom/refs';
import { truncate, MAX_NAME, setOf, tidy } from '../../dom/text';
import type { PageOption, PageOptions } from '../../generated/wire';
import { roleOf } from '../../name/role';
import { Look } from '../../visibility/look';
import { isVisible } from '../../visibility/visible';
import { visibleText } from '../element_state';
import { displayName } from '../names/describe';
import { checkedness, isDisabled, isReadOnly } from './states';

export function options(control: Element, document: Document, refs: Refs): PageOptions {
  const look = new Look(document);
  const suggested = isInput(control) ? suggestions(control) : null;
  const found = suggested === null ? offeredOptions(control, look) : [];
  const field = filterField(control, document);
  const focused = field === null ? focusedField(document) : null;
  const shows = truncate(shownValue(control, found, look), MAX_SHOWN);
  const answer: PageOptions = {
    shows,
    suggested,
    field: field === null ? null : refs.numberOf(field),
    focused: focused === null ? null : refs.numberOf(focused),
    options: found.slice(0, MAX_OPTIONS).map((element) => {
      const option = asOption(element, look, refs);
      return { ...option, selected: option.selected && (!isActive(element, control) || shows.includes(option.name)) };
    }),
  };
  look.close();
  return answer;
}

/** The browser's own suggestions for a field (`<datalist>`); they are chosen by typing them. */
function suggestions(input: Element): string[] | null {
  const id = attr(input, 'list');
  const list = id === null ? null : byId(input, id);
  if (list === null || tag(list) !== 'datalist') return null;
  return queryWithin(list, 'option').flatMap((option) =>
    option instanceof HTMLOptionElement ? [optionValue(option) || optionLabel(option)] : [],
  );
}

function asOption(element: Element, look: Look, refs: Refs): PageOption {
  const name = displayName(element, roleOf(element, look), look).name || tidy(textContent(element) ?? '');
  return {
    node: refs.numberOf(element),
    name: truncate(name, MAX_NAME),
    selected: attr(element, 'aria-selected') === 'true' || checkedness(element) === true,
    disabled: isDisabled(element),
  };
}

/**
 * The options that belong to the control by ARIA, else visible options near it, else entries of a list that opened near
 * it.
 */
function offeredOptions(control: Element, look: Look): Element[] {
  for (const popup of popupsOf(control, look)) {
    const found = [queryWithin(popup, OPTIONS), inShadows(popup, isOption), inShadows(popup, isCalledOption)]
      .map((elements) => visibleOf(elements, look))
      .find((elements) => elements.length > 0);
    if (found !== undefined) return found;
  }
  const elsewhere = otherFieldArea(control, look);
  const near = (element: Element): boolean =>
    !flatContains(control, element) &&
    isNear(rectOf(element), rectOf(control)) &&
    !(elsewhere !== null && flatContains(elsewhere, element));
  const belongs = (element: Element): boolean =>
    near(element) && (attr(element, 'role') === 'option' ? !isOfAnother(element, control) : floats(element, look));
  const marked = visibleOf(Array.from(queryAll(look.document, POPPED)), look).filter(belongs);
  if (marked.length > 0) return marked;
  const shadowed = visibleOf(inShadows(documentElement(look.document), isOption), look).filter(belongs);
  if (shadowed.length > 0) return shadowed;
  return innermost(
    Array.from(queryAll(look.document, ENTRIES)).filter(
      (element) =>
        near(element) && isVisible(element, look) && floats(element, look) && tidy(textContent(element) ?? '') !== '',
    ),
  );
}

/** The matching elements in the flat tree: inside shadow roots and in slots, too. */
function inShadows(root: Element, test: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  const open: Element[] = [root];
  for (let at = open.pop(), count = 0; at !== undefined && count < MAX_SEARCHED; at = open.pop(), count += 1) {
    if (at !== root && test(at)) found.push(at);
    else open.push(...[...flatChildren(at)].filter(isElement).reverse());
  }
  return found;
}

const isOption = (element: Element): boolean => OFFERED.has(attr(element, 'role') ?? '');

/** A custom element may have its role only in its internals; its tag names it, too. */
const isCalledOption = (element: Element): boolean => /-(option|item)$/.test(tag(element));

/** Whether another combobox shows the option inside itself. */
const isOfAnother = (option: Element, control: Element): boolean => {
  const owner = closest(option, (at) => attr(at, 'role') === 'combobox');
  return owner !== null && owner !== control;
};

/** The widest surroundings of another focused field: a list inside them belongs to that field. */
function otherFieldArea(control: Element, look: Look): Element | null {
  const field = focusedField(look.document);
  if (field === null || flatContains(control, field) || floats(field, look)) return null;
  let around: Element = field;
  for (let at = flatParent(field); at !== null && !flatContains(at, control); at = flatParent(at)) around = at;
  return around;
}

/** Elements whose attributes may name the list of the control. */
function elementsNamingList(control: Element): Element[] {
  const around = closest(control, (at) => attr(at, 'role') === 'combobox');
  return [control, ...queryWithin(control, 'input,[role=combobox]'), ...(around === null ? [] : [around])];
}

/** Highlighted by the keys while a list is browsed, which many pages mark as if it were chosen. */
const isActive = (option: Element, control: Element): boolean => {
  const id = attr(option, 'id');
  return id !== null && elementsNamingList(control).some((speaker) => attr(speaker, 'aria-activedescendant') === id);
};

function popupsOf(control: Element, look: Look): Element[] {
  if (LISTS.has(roleOf(control, look))) return [control];
  const popups: Element[] = [];
  for (const speaker of elementsNamingList(control)) {
    popups.push(...referencedElements(speaker, 'aria-controls'), ...referencedElements(speaker, 'aria-owns'));
    const active = byId(speaker, attr(speaker, 'aria-activedescendant') ?? '');
    const list = active === null ? null : closest(active, (at) => LISTS.has(roleOf(at, look)));
    if (list !== null) popups.push(list);
  }
  return popups;
}

const visibleOf = (elements: readonly Element[], look: Look): Element[] =>
  elements.filter((element) => tag(element) !== 'option' && isVisible(element, look));

/** A list opens above or below its control, or over it. */
function isNear(box: Box, control: Box): boolean {
  const across = box.left < control.right && box.right > control.left;
  return across && box.top < control.bottom + MAX_AWAY && box.bottom > control.top - MAX_AWAY;
}

/** Whether it lies in an overlay. */
const floats = (element: Element, look: Look): boolean =>
  closest(element, (at) => {
    const { position } = look.style(at);
    return position === 'absolute' || position === 'fixed';
  }) !== null;

const innermost = (elements: readonly Element[]): Element[] =>
  elements.filter((element) => !elements.some((other) => other !== element && flatContains(element, other)));

/** The field whose text filters the options. */
function filterField(control: Element, document: Document): Element | null {
  if (takesText(control)) return control;
  const focused = attr(control, 'aria-expanded') === 'true' ? focusedField(document) : null;
  return (
    focused ?? queryWithin(control, 'input').find((input) => takesText(input) && matches(input, ':enabled')) ?? null
  );
}

function focusedField(document: Document): Element | null {
  const focused = focusedElement(document);
  return focused !== null && isInput(focused) && takesText(focused) ? focused : null;
}

const takesText = (element: Element): boolean => isTextField(element) && !isReadOnly(element) && !isDisabled(element);

/** The value that the control shows: its value, its text, and the text beside its field, without its options. */
function shownValue(control: Element, offers: readonly Element[], look: Look): string {
  const inputs = queryWithin(control, 'input').flatMap((input) => (isInput(input) ? [inputValue(input)] : []));
  const { height } = rectOf(control);
  let box = control;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const outer = flatParent(box);
    if (outer === null || PAGES.has(tag(outer)) || rectOf(outer).height > Math.max(height * 2, MIN_ROOM)) break;
    if (offers.some((option) => flatContains(outer, option) && !flatContains(control, option))) break;
    box = outer;
  }
  return [fieldValue(control) ?? '', ...inputs, visibleText(box, look, MAX_SHOWN)].filter(Boolean).join('\n');
}

const LISTS = setOf('listbox menu tree grid radiogroup');
const PAGES = new Set(['html', 'body', 'form']);
/** Roles of entries in a list that opens. */
const OFFERED = setOf('option menuitemradio menuitemcheckbox menuitem treeitem');
const POPPED = [...OFFERED].map((role) => `[role=${role}]`).join(',');
const OPTIONS = `${POPPED},[role=radio],input[type=radio]`;
const ENTRIES = 'li,[class*=option],[class*=item],[class*=suggestion]';
const MAX_OPTIONS = 500;
const MAX_SHOWN = 2_000;
const MAX_SEARCHED = 20_000;
const MAX_AWAY = 500;
const MAX_STEPS = 3;
const MIN_ROOM = 60;
