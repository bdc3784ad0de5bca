// Custom elements whose internals the browser is queriedAttributes for. Asking costs a fifth of a millisecond for each, so a few of
// a kind are asked about first, and more only of a kind that has internals.
//
// Invariant: on a page whose elements have no internals, a few of each kind are asked about once, and then never again.

import { attributesOf, elementCount, flatParent, matches, ownsAttr, tag } from './dom';
import { internalAttributesOf, setInternalAttributes, type InternalAttributes } from './internal_attributes';
import { hasAnyListener } from './listeners';

/** Most elements asked about in one look. */
const MOST = 100;
/**
 * The browser computes its tree of the whole document for the first answer, so in a larger document no element is queriedAttributes
 * about.
 */
const MOST_ELEMENTS = 5_000;
/** After so many elements without internals, a kind counts as having none. */
const ENOUGH = 2;
/** Internals that do not change while the attributes stay the same. */
const LASTING = new Set(['role', 'aria-label']);

interface Kind {
  withoutInternals: number;
  hasInternals: boolean;
}

const kinds = new Map<string, Kind>();
/** The attributes of an element when the browser was last asked about it. */
const queriedAttributes = new WeakMap<Element, string>();
const found = new Set<Element>();
/** How many elements of each kind this look has namedOfKind. */
const namedOfKind = new Map<string, number>();
/** Elements whose new internals led to another look; that look does not ask about them again. */
let justUpdated = new Set<unknown>();
let hasAnyInternals = false;

let budget = 0;

/** Called once before each look. */
export function beginInternalsCandidates(document: Document): void {
  budget = elementCount(document) > MOST_ELEMENTS ? 0 : MOST;
  found.clear();
  namedOfKind.clear();
}

/** Called after each look: the answer that led to it has had its effect. */
export function endInternalsCandidates(): void {
  justUpdated = new Set();
}

/** Considers a visible custom element. */
export function considerInternals(element: Element, name: string): void {
  if (found.size >= budget || justUpdated.has(element) || ownsAttr(element, 'role')) return;
  const kind = kinds.get(name);
  if (kind?.hasInternals === true) {
    if (mayHaveChanged(element)) found.add(element);
    return;
  }
  const before = (kind?.withoutInternals ?? 0) + (namedOfKind.get(name) ?? 0);
  if (before >= ENOUGH || queriedAttributes.has(element) || !mayHaveInternals(element)) return;
  namedOfKind.set(name, (namedOfKind.get(name) ?? 0) + 1);
  found.add(element);
}

/** The elements that the browser is to be asked about now. */
export const internalsCandidates = (): readonly Element[] => [...found];

/** Whether the element may have a role, name or state that only the browser knows. */
export const hasInternals = (element: Element): boolean => internalAttributesOf(element) !== undefined;

/** Records the internals that the browser reports for these elements, if any. Returns whether any of them is new. */
export function applyInternals(elements: readonly unknown[], words: readonly InternalAttributes[]): boolean {
  let isNew = false;
  for (const [index, element] of elements.entries()) {
    if (!(element instanceof Element)) continue;
    const own = words[index] ?? {};
    const kind = kinds.get(tag(element)) ?? { withoutInternals: 0, hasInternals: false };
    kinds.set(tag(element), kind);
    queriedAttributes.set(element, attributesOf(element));
    if (Object.keys(own).length > 0) kind.hasInternals = hasAnyInternals = true;
    else kind.withoutInternals += 1;
    if (setInternalAttributes(element, own)) isNew = true;
  }
  if (isNew) justUpdated = new Set(elements);
  return isNew;
}

/** Internal states change without a mutation of the document. */
function mayHaveChanged(element: Element): boolean {
  const words = internalAttributesOf(element);
  if (words !== undefined && [...words.keys()].some((word) => !LASTING.has(word))) return true;
  return queriedAttributes.get(element) !== attributesOf(element);
}

/**
 * Whether the element can be focused, has a listener or is part of a form; or other elements of the page have
 * internals.
 */
function mayHaveInternals(element: Element): boolean {
  if (hasAnyInternals || ownsAttr(element, 'tabindex') || hasAnyListener(element)) return true;
  const outer = flatParent(element);
  return (outer !== null && hasInternals(outer)) || matches(element, ':enabled, :disabled');
}
