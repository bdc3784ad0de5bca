// Custom elements that may have told the browser alone what they are. Asking costs a fifth of a millisecond for each, so
// first a few of a kind are asked about, and more only of a kind that has something to say.
//
// Invariant: a page none of whose elements speaks in this way is asked about a few of each kind once, and then never again.

import { attributesOf, elementCount, flatParent, matches, ownsAttr, tag } from './dom';
import { internalAttributesOf, setInternalAttributes, type InternalAttributes } from './internal_attributes';
import { hasAnyListener } from './listeners';

/** So many are asked about in one look. */
const MOST = 100;
/** The browser works out all of a document for the first answer: of a larger one, nobody is asked about. */
const MOST_ELEMENTS = 5_000;
/** So many that say nothing speak for their kind. */
const ENOUGH = 2;
/** What does not change while the attributes stay the same. */
const LASTING = new Set(['role', 'aria-label']);

interface Kind {
  silent: number;
  speaks: boolean;
}

const kinds = new Map<string, Kind>();
/** How the attributes were when an element was asked about. */
const asked = new WeakMap<Element, string>();
const found = new Set<Element>();
/** How many of a kind this look has named. */
const named = new Map<string, number>();
/** Whom an answer was about that leads to another look: nobody asks again for that one. */
let answered = new Set<unknown>();
let isAnyKindSpeaking = false;

let room = 0;

/** Called once before each look. */
export function beginAsking(document: Document): void {
  room = elementCount(document) > MOST_ELEMENTS ? 0 : MOST;
  found.clear();
  named.clear();
}

/** After each look: the answer that led to it has had its effect. */
export function endAsking(): void {
  answered = new Set();
}

/** Considers a custom element that is seen. */
export function considerInternals(element: Element, name: string): void {
  if (found.size >= room || answered.has(element) || ownsAttr(element, 'role')) return;
  const kind = kinds.get(name);
  if (kind?.speaks === true) {
    if (mayHaveChanged(element)) found.add(element);
    return;
  }
  const before = (kind?.silent ?? 0) + (named.get(name) ?? 0);
  if (before >= ENOUGH || asked.has(element) || !mayMeanSomething(element)) return;
  named.set(name, (named.get(name) ?? 0) + 1);
  found.add(element);
}

/** Those to ask about now. */
export const elementsToAsk = (): readonly Element[] => [...found];

/** Whether what an element is and how it is may be known to the browser alone. */
export const hasInternals = (element: Element): boolean => internalAttributesOf(element) !== undefined;

/** Takes note of what the browser knows of these elements, nothing where they told it nothing. Whether any of it is new. */
export function applyInternals(elements: readonly unknown[], words: readonly InternalAttributes[]): boolean {
  let isNew = false;
  for (const [index, element] of elements.entries()) {
    if (!(element instanceof Element)) continue;
    const own = words[index] ?? {};
    const kind = kinds.get(tag(element)) ?? { silent: 0, speaks: false };
    kinds.set(tag(element), kind);
    asked.set(element, attributesOf(element));
    if (Object.keys(own).length > 0) kind.speaks = isAnyKindSpeaking = true;
    else kind.silent += 1;
    if (setInternalAttributes(element, own)) isNew = true;
  }
  if (isNew) answered = new Set(elements);
  return isNew;
}

/** States change without a trace in the document. */
function mayHaveChanged(element: Element): boolean {
  const words = internalAttributesOf(element);
  if (words !== undefined && [...words.keys()].some((word) => !LASTING.has(word))) return true;
  return asked.get(element) !== attributesOf(element);
}

/** It can be focused, is listened on or part of a form; or the page is one whose elements speak in this way. */
function mayMeanSomething(element: Element): boolean {
  if (isAnyKindSpeaking || ownsAttr(element, 'tabindex') || hasAnyListener(element)) return true;
  const outer = flatParent(element);
  return (outer !== null && hasInternals(outer)) || matches(element, ':enabled, :disabled');
}
