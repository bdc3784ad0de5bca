// Whether an element still means what it meant when the page was last looked at: its own text, the row that it acts on, and
// the form or address that it leads to. A row that is reused for another item keeps its nodes, so the node alone is no proof.
//
// Invariant: a text that was replaced counts as a change, one that was only added or only removed does not, because rows show
// further controls and hints while the mouse is over them.

import { labelsOf } from '../dom/control';
import {
  attr,
  closest,
  comparePosition,
  data,
  flatContains,
  flatParent,
  inputType,
  inputValue,
  isButton,
  isElement,
  isInput,
  isTextarea,
  nextElement,
  parentNode,
  previousElement,
  tag,
  textareaValue,
  word,
} from '../dom/dom';
import { Failure } from '../dom/failure';
import { isEditingHost } from '../dom/field';
import { type MutationLog, textsIn } from '../dom/mutation_log';
import { setOf, tidy, truncate } from '../dom/text';
import { hrefOf } from '../snapshot/names/describe';
import { activated, defaultButton, entersForm, isSubmitter, ownerForm } from './facts';
import { controlsOf } from './form_facts';

/**
 * The use of an element that is about to happen. Between a look and the facts, numbers in an element's own text are
 * compared with its name by the hands. A field that is being written into makes the page write around it, too.
 */
export type Use = 'judge' | 'press' | 'write';

/** The change of an element's meaning, as the end of a sentence about it; null if it means the same. */
export function changedMeaning(
  element: Element,
  log: MutationLog,
  use: Use,
  isTicker: (text: Node) => boolean,
): string | null {
  if (log.isEmpty()) return null;
  if (log.isOverfull) return 'so much of the page has changed since the last look that it cannot be told from others';
  const row = rowOf(element);
  return (
    (log.isAdded(element) ? null : (changedPlace(element, row, log) ?? changedLead(element, log))) ??
    changedIdentity(element, row, log) ??
    changedText(element, row, log, use, isTicker)
  );
}

/** Refuses a command that sets a value, because no event of it passes the gate. */
export function refuseChanged(element: Element, log: MutationLog, isTicker: (text: Node) => boolean): void {
  const changed = changedMeaning(element, log, 'press', isTicker);
  if (changed === null) return;
  log.restart();
  throw new Failure('changed', `${changed}; nothing was done: decide again`);
}

function changedPlace(element: Element, row: Element | null, log: MutationLog): string | null {
  for (const at of upTo(element, row)) if (log.isElsewhere(at)) return 'it was moved to another place of the page';
  return null;
}

function* upTo(element: Element, row: Element | null): Iterable<Element> {
  yield element;
  if (row === null) return;
  for (let at = flatParent(element); at !== null; at = flatParent(at)) {
    yield at;
    if (at === row) return;
  }
}

function changedIdentity(element: Element, row: Element | null, log: MutationLog): string | null {
  for (const at of upTo(element, row)) {
    for (const [name, old] of log.attributesOf(at)) {
      const now = attr(at, name);
      if (old === now || !(at === element ? decides(element, name) : isName(name))) continue;
      // Frameworks add and remove attributes with states; an item has one before and after.
      if (REPLACED_ONLY(name) && (old === null || now === null)) continue;
      return `its ${name} was ${quoted(old)} and is ${quoted(now)} now`;
    }
  }
  return null;
}

const isName = (name: string): boolean => name === 'id' || name === 'slot' || name.startsWith('data-');
const REPLACED_ONLY = (name: string): boolean => name.startsWith('data-') || name === 'aria-label' || name === 'alt';

/** The value of a field is its content, and its type changes when a password is shown. */
function decides(element: Element, name: string): boolean {
  if (name === 'disabled' || name === 'href') return false;
  return (
    !['value', 'type', 'name'].includes(name) ||
    isButton(element) ||
    (isInput(element) && FIXED.has(inputType(element)))
  );
}

/** The link or form that the element leads to. */
function changedLead(element: Element, log: MutationLog): string | null {
  const link = closest(element, (at) => hrefOf(at) !== null);
  if (link !== null) {
    if (log.hasOtherBase()) return ADDRESS;
    for (const [name, old] of log.attributesOf(link))
      if (name === 'href' && !isSameLead(old ?? '', attr(link, 'href') ?? '')) return ADDRESS;
  }
  const acting = activated(element);
  const form = ownerForm(acting ?? element);
  const submits = acting !== null && isSubmitter(acting);
  if (form === null || !(submits || entersForm(element, form))) return null;
  return changedForm(form, submits ? acting : defaultButton(form), log);
}

function changedForm(form: HTMLFormElement, submitter: Element | null, log: MutationLog): string | null {
  if (log.hasOtherBase() || hasChanged(form, FORM, log)) return 'its form was changed';
  if (submitter !== null && (hasChanged(submitter, SUBMITTER, log) || isNew(submitter, form, log)))
    return 'the button of its form was changed';
  for (const control of controlsOf(form)) {
    if (!isInput(control) || inputType(control) !== 'hidden') continue;
    if (hasChanged(control, HIDDEN, log) || isNew(control, form, log) || log.isElsewhere(control)) return FIELDS;
  }
  for (const [removed, parent] of log.removedElements())
    if (isInput(removed) && inputType(removed) === 'hidden' && flatContains(form, parent)) return FIELDS;
  return null;
}

function hasChanged(element: Element, names: ReadonlySet<string>, log: MutationLog): boolean {
  for (const [name, old] of log.attributesOf(element)) if (names.has(name) && old !== attr(element, name)) return true;
  return false;
}

function isNew(control: Element, form: Element, log: MutationLog): boolean {
  for (let at: Node | null = control; at !== null && at !== form; at = parentNode(at)) if (log.isAdded(at)) return true;
  return false;
}

/** Sites count clicks by an address of their own around the one that was shown, or by a further part of the query. */
function isSameLead(old: string, now: string): boolean {
  if (old === '' || now === '') return false;
  const whole = decoded(now);
  return whole === decoded(old) || (/^https?:/i.test(old) && whole.includes(decoded(old)));
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function changedText(
  element: Element,
  row: Element | null,
  log: MutationLog,
  use: Use,
  isTicker: (text: Node) => boolean,
): string | null {
  const scopes = [row ?? element, ...labelsOf(element)];
  const isEdited = isEditingHost(element) || isTextarea(element);
  const counts = (at: Node): boolean =>
    scopes.some((scope) => flatContains(scope, at)) && !(isEdited && flatContains(element, at)) && !isTime(at);
  const gone: string[] = [];
  for (const [at, text] of log.removedTexts()) if (counts(at)) gone.push(tidy(text));
  if (gone.length === 0) return null;
  const come: string[] = [];
  const steady: string[] = [];
  for (const [at, text] of log.addedTexts()) {
    if (!counts(at) || (use === 'write' && (follows(at, element) || isLengthOf(element, text)))) continue;
    come.push(tidy(text));
    if (!isTicker(at)) steady.push(tidy(text));
  }
  const lost = without(gone, come);
  const now = without(come, gone);
  if (lost === '' || now === '') return null;
  if (onlyLetters(lost) === onlyLetters(now)) {
    const isCounting = without(steady, gone) === '';
    if (isCounting || (row === null ? use === 'judge' : hasTextOfItsOwn(row, log))) return null;
  }
  return `${row === null ? 'it' : 'its row'} said ${quoted(lost)} and says ${quoted(now)} now`;
}

/** The row of a list or table that an element belongs to: it has a text beside the element's own. */
function rowOf(element: Element): Element | null {
  let at = flatParent(element);
  for (let steps = 0; at !== null && steps < MAX_STEPS && !PAGES.has(tag(at)); at = flatParent(at), steps += 1)
    if (isRow(at) && hasTextBeside(at, element)) return at;
  return null;
}

function isRow(element: Element): boolean {
  if (CELLS.has(tag(element)) || CELL_ROLES.has(word(element, 'role'))) return false;
  if (ROWS.has(tag(element)) || ROW_ROLES.has(word(element, 'role'))) return true;
  return isAlike(element, previousElement(element)) || isAlike(element, nextElement(element));
}

const isAlike = (one: Element, other: Element | null): boolean =>
  other !== null && tag(one) === tag(other) && firstClass(one) === firstClass(other);

const firstClass = (element: Element): string => tidy(attr(element, 'class') ?? '').split(' ')[0] ?? '';

function hasTextBeside(row: Element, element: Element): boolean {
  for (const text of textsIn(row)) if (tidy(data(text)) !== '' && !flatContains(element, text)) return true;
  // Slotted elements are no children of the row that shows them.
  return false;
}

/** Whether a row has kept a text that neither neighbour has: then a number in it has changed, not the item. */
function hasTextOfItsOwn(row: Element, log: MutationLog): boolean {
  const changed = new Set<Node>([...log.addedTexts()].map(([text]) => text));
  const others = new Set<string>();
  for (const other of [previousElement(row), nextElement(row)])
    if (other !== null) for (const text of textsIn(other)) others.add(tidy(data(text)));
  for (const text of textsIn(row)) {
    const said = tidy(data(text));
    if (onlyLetters(said) === said && said !== '' && !changed.has(text) && !others.has(said)) return others.size > 0;
  }
  return false;
}

const isTime = (at: Node): boolean => {
  const element = isElement(at) ? at : flatParent(at);
  return element !== null && (tag(element) === 'time' || tag(element).endsWith('-time'));
};

const follows = (at: Node, element: Element): boolean => (comparePosition(element, at) & FOLLOWING) !== 0;

/** A field that counts its letters. */
function isLengthOf(element: Element, text: string): boolean {
  const { length } = isInput(element) ? inputValue(element) : isTextarea(element) ? textareaValue(element) : '';
  const most = Number(attr(element, 'maxlength') ?? Number.NaN);
  return (text.match(/\d+/g) ?? []).some((number) => Number(number) === length || Number(number) === most - length);
}

/** The texts of one list that are not in the other, each as often as it is there more. */
function without(texts: readonly string[], others: readonly string[]): string {
  const left = [...others];
  return tidy(
    texts
      .filter((text) => {
        const at = left.indexOf(text);
        if (at >= 0) left.splice(at, 1);
        return at < 0;
      })
      .join(' '),
  );
}

const onlyLetters = (text: string): string => text.replace(/\p{N}/gu, '');
const quoted = (text: string | null): string => (text === null ? 'absent' : `"${truncate(tidy(text), MAX_QUOTED)}"`);

const ADDRESS = 'its address was changed';
const FIELDS = 'the hidden fields of its form were changed';
const FORM = setOf('id action method enctype');
const SUBMITTER = setOf('form formaction formmethod formenctype name value type');
const HIDDEN = setOf('name value form type disabled');
/** Types of inputs whose value is no content. */
const FIXED = setOf('hidden submit image button reset checkbox radio');
const CELLS = setOf('td th');
const CELL_ROLES = setOf('cell gridcell rowheader columnheader');
const ROWS = setOf('tr li article option dd figure');
const ROW_ROLES = setOf('row listitem option treeitem article menuitem tab');
const PAGES = setOf('html body');
const MAX_STEPS = 8;
const MAX_QUOTED = 60;
const FOLLOWING = 4;
