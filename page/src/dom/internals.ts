// Custom elements whose internals the browser is asked for. Asking costs a fifth of a millisecond for each, so a few of
// a kind are asked about first, and more only of a kind that has internals.
//
// Invariant: on a page whose elements have no internals, a few of each kind are asked about once, and then never again.

import { attributesOf, elementCount, flatParent, matches, ownsAttr, tag } from './dom';
import { internalAttributesOf, setInternalAttributes, type InternalAttributes } from './internal_attributes';
import { hasAnyListener } from './listeners';

/** Most elements asked about in one look. */
const MOST = 100;
/**
 * The browser computes its tree of the whole document for the first answer, so in a larger document no element is asked
 * about.
 */
const MOST_ELEMENTS = 5_000;
/** After so many elements without internals, a kind counts as having none. */
const ENOUGH = 2;
/** Internals that do not change while the attributes stay the same. */
const LASTING = new Set(['role', 'aria-label']);

interface Kind {
  silent: number;
  speaks: boolean;
}

const kinds = new Map<string, Kind>();
/** The attributes of an element when the browser was last asked about it. */
const asked = new WeakMap<Element, string>();
const found = new Set<Element>();
/** How many elements of each kind this look has named. */
const named = new Map<string, number>();
/** Elements whose new internals led to another look; that look does not ask about them again. */
let answered = new Set<unknown>();
let isAnyKindSpeaking = false;

let room = 0;

/** Called once before each look. */
export function beginAsking(document: Document): void {
  room = elementCount(document) > MOST_ELEMENTS ? 0 : MOST;
  found.clear();
  named.clear();
}

/** Called after each look: the answer that led to it has had its effect. */
export function endAsking(): void {
  answered = new Set();
}

/** Considers a visible custom element. */
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

/** The elements that the browser is to be asked about now. */
export const elementsToAsk = (): readonly Element[] => [...found];

/** Whether the element may have a role, name or state that only the browser knows. */
export const hasInternals = (element: Element): boolean => internalAttributesOf(element) !== undefined;

/** Records the internals that the browser reports for these elements, if any. Returns whether any of them is new. */
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

/** Internal states change without a mutation of the document. */
function mayHaveChanged(element: Element): boolean {
  const words = internalAttributesOf(element);
  if (words !== undefined && [...words.keys()].some((word) => !LASTING.has(word))) return true;
  return asked.get(element) !== attributesOf(element);
}

/**
 * Whether the element can be focused, has a listener or is part of a form; or other elements of the page have
 * internals.
 */
function mayMeanSomething(element: Element): boolean {
  if (isAnyKindSpeaking || ownsAttr(element, 'tabindex') || hasAnyListener(element)) return true;
  const outer = flatParent(element);
  return (outer !== null && hasInternals(outer)) || matches(element, ':enabled, :disabled');
}
