// Finds the replacement of an element: frameworks replace an element by an equal one while it is being touched.
//
// Invariant: a replacement has the same tag, text and behaviour-deciding attributes, equal ancestors and the same form or
// address, so the button of another row is never taken for the one that was meant.

import { attr, attributeNames, data, flatChildren, flatParent, isElement, isText, tag } from '../dom/dom';
import { tellsIdentity } from '../dom/mutation_log';
import { leadOf } from './facts';

/** Describes an element and its ancestors for comparing. */
export type Fingerprint = string;

export function fingerprintOf(element: Element, document: Document): Fingerprint {
  const own = DECIDING.map((name) => attr(element, name));
  const levels: string[] = [];
  for (let at: Element | null = element; at !== null && levels.length < LEVELS; at = flatParent(at))
    levels.push(`${tag(at)} ${itemAttributes(at)} ${textBeginning(at)}`);
  return JSON.stringify([own, levels, leadOf(element, document)]);
}

/** The element at or around `hit` that has this fingerprint. */
export function findReplacement(likeness: Fingerprint, hit: Element, document: Document): Element | null {
  for (let at: Element | null = hit, steps = 0; at !== null && steps < STEPS; at = flatParent(at), steps += 1)
    if (fingerprintOf(at, document) === likeness) return at;
  return null;
}

/** The data attributes by which a page tells its items apart. */
const itemAttributes = (element: Element): string =>
  attributeNames(element)
    .filter((name) => name.startsWith('data-') && tellsIdentity(name))
    .map((name) => `${name}=${attr(element, name) ?? ''}`)
    .join(' ');

/** The beginning of an element's text, at a bounded cost. */
function textBeginning(element: Element): string {
  let text = '';
  const open: Node[] = [element];
  for (let visited = 0; open.length > 0 && text.length < MAX_TEXT && visited < MAX_VISITED; visited += 1) {
    const node = open.pop();
    if (node === undefined) break;
    if (isText(node)) text += data(node);
    else if (isElement(node)) for (const child of [...flatChildren(node)].reverse()) open.push(child);
  }
  return text.slice(0, MAX_TEXT);
}

const DECIDING = ['id', 'name', 'type', 'value', 'href', 'action', 'formaction', 'for', 'aria-label', 'title', 'role'];
const LEVELS = 4;
const STEPS = 5;
const MAX_TEXT = 300;
const MAX_VISITED = 300;
