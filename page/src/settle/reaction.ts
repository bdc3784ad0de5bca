// Classifies a change of the document as a reaction to an input or not.

import {
  attr,
  bodyOf,
  checkVisibility,
  closest,
  containsNode,
  data,
  documentElement,
  hasAttr,
  inputType,
  isConnected,
  isElement,
  isInput,
  isText,
  parentNode,
  styleOf,
  tag,
  textContent,
  word,
} from '../dom/dom';
import { isTextField } from '../dom/field';

/** `echo`: only the touched element shows that it was touched; the real reaction may still come. */
export type ChangeKind = 'none' | 'echo' | 'reaction';

/** An input; `path` is the path of its event, innermost first. */
export type InputRecord = { target: Element | null; kind: InputKind; path: readonly EventTarget[] };

/** `lookup`: typed text that the page is likely to look up. */
export type InputKind = 'press' | 'hover' | 'lookup';

export function classifyChange(record: MutationRecord, { target, kind }: InputRecord): ChangeKind {
  if (!isVisibleChange(record)) return 'none';
  if (target === null) return 'reaction';
  const place = record.target;
  const isInside = containsNode(target, place);
  if (kind === 'lookup') return !isInside && changesText(record) && !changesOnlyNumbers(record) ? 'reaction' : 'echo';
  if (kind === 'hover') return opens(record) ? 'reaction' : 'echo';
  // Editors take a moment to react to a key, and a clock that ticks meanwhile is no reaction.
  if (isTextField(target) && !isInside && changesOnlyNumbers(record)) return 'echo';
  if (record.type !== 'attributes') return isInside && !changesText(record) ? 'echo' : 'reaction';
  const isLook = record.attributeName === 'class' || record.attributeName === 'style';
  return isLook && (isInside || isRoot(place)) ? 'echo' : 'reaction';
}

/** Whether text or an overlay appears; a style for "the mouse is here" alone is no reaction to a hover. */
const opens = (record: MutationRecord): boolean =>
  changesText(record) &&
  (record.type !== 'attributes' ||
    REVEALING.has(record.attributeName ?? '') ||
    (isElement(record.target) && isPositionedOver(record.target)));

function isPositionedOver(element: Element): boolean {
  const { position } = styleOf(element);
  return (position === 'absolute' || position === 'fixed') && checkVisibility(element);
}

/** Changes in invisible elements, and mutations without a difference, do not count. */
function isVisibleChange(record: MutationRecord): boolean {
  const { target, type } = record;
  if (type === 'characterData') return isText(target) && data(target) !== record.oldValue && isSeen(parentNode(target));
  if (type === 'childList')
    return (
      isSeen(target) && [...record.addedNodes, ...record.removedNodes].some((node) => isText(node) || isElement(node))
    );
  return isElement(target) && attr(target, record.attributeName ?? '') !== record.oldValue && isConnected(target);
}

/** Whether the style that a script has just set is a step of a slide or a fade, so that another will follow. */
export const isAnimationStep = (element: Element): boolean => STEP.test(attr(element, 'style') ?? '');

/** Whether a change adds or removes text, or shows or hides an element. */
function changesText(record: MutationRecord): boolean {
  if (record.type === 'characterData') return true;
  if (record.type === 'childList')
    return [...record.addedNodes, ...record.removedNodes].some((node) => /\S/.test(textContent(node) ?? ''));
  return record.attributeName !== 'value' && /\S/.test(textContent(record.target) ?? '') && !isRoot(record.target);
}

/** Whether a text was replaced by the same text: a form that is submitted in vain again shows the same error again. */
export const isRepeatedText = (
  { type, target: place, addedNodes, removedNodes }: MutationRecord,
  { target }: InputRecord,
): boolean =>
  type === 'childList' &&
  removedNodes.length > 0 &&
  said(addedNodes) === said(removedNodes) &&
  /\S/.test(said(addedNodes)) &&
  !(target !== null && containsNode(target, place));

/** Whether only a number changes: a clock ticks while a page looks something up. */
function changesOnlyNumbers({ type, target, oldValue, addedNodes, removedNodes }: MutationRecord): boolean {
  if (type === 'characterData') return isText(target) && numberless(data(target)) === numberless(oldValue ?? '');
  const [after, before] = [numberless(said(addedNodes)), numberless(said(removedNodes))];
  return type === 'childList' && removedNodes.length > 0 && after === before;
}

const said = (nodes: NodeList): string => [...nodes].map((node) => textContent(node) ?? '').join('');

/** A text without its numbers. */
const numberless = (text: string): string => text.replace(/\d+/g, '');

const isSeen = (node: Node | null): boolean => node !== null && (!isElement(node) || checkVisibility(node));

const isRoot = (node: Node): boolean => node === documentElement(document) || node === bodyOf(document);

/**
 * Whether text typed into a field is likely to be looked up while it is typed. Pages wait a moment for the next key
 * before they do so, and until then nothing shows that a reaction is coming.
 */
export function isLookupField(field: Element): boolean {
  if (isInput(field) && (inputType(field) === 'search' || hasAttr(field, 'list'))) return true;
  if (LOOKED_UP_ROLES.has(word(field, 'role'))) return true;
  const autocomplete = word(field, 'aria-autocomplete');
  if (autocomplete !== '' && autocomplete !== 'none') return true;
  if (word(field, 'aria-haspopup') === 'listbox') return true;
  if (LOOKUP_CLASS.test(attr(field, 'class') ?? '')) return true;
  if (NAMING.some((name) => LOOKUP_WORDS.test(attr(field, name) ?? ''))) return true;
  return closest(field, (at) => word(at, 'role') === 'search' || tag(at) === 'search') !== null;
}

const REVEALING = new Set(['hidden', 'open', 'aria-expanded', 'aria-hidden']);
const STEP =
  /overflow(-[xy])?: ?hidden[\s\S]*\b(height|width):|\b(height|width):[\s\S]*overflow(-[xy])?: ?hidden|opacity: ?(0?\.\d|0\s*(;|$))/;
const LOOKED_UP_ROLES = new Set(['searchbox', 'combobox']);
const NAMING = ['name', 'id', 'placeholder', 'aria-label', 'title'];
/** Class words of widget libraries for a field that offers suggestions. */
const LOOKUP_CLASS = /autocomplete|typeahead|autosuggest|combobox/i;
const LOOKUP_WORDS =
  /\b(q|query|search|find|lookup|filter|suche[n]?|buscar|busca|recherche[r]?|cerca|zoek(en)?|szukaj|hae|sök)|search\b|поиск|搜索|搜尋|検索|검색/i;
