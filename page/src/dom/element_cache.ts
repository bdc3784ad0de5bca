// Remembers the tag and the attribute names of the element that was queried last. A look asks each element for a dozen
// attributes, nearly all of which it does not have.
//
// Invariant: the cache is valid during one look, while no script of the page runs, and holds no element afterwards.

import { getter, method } from './capture';
import { internalAttributesOf } from './internal_attributes';

export const XHTML = 'http://www.w3.org/1999/xhtml';
export const SVG = 'http://www.w3.org/2000/svg';

const localName = getter(Element, 'localName');
export const namespace = getter(Element, 'namespaceURI');
const getAttribute = method(Element, 'getAttribute');
const hasAttribute = method(Element, 'hasAttribute');
const attributeNames = method(Element, 'getAttributeNames');
const hasAny = method(Element, 'hasAttributes');

let isLooking = false;
let tagged: Element | null = null;
let taggedAs = '';
let listed: Element | null = null;
let names: readonly string[] = [];
const resets: (() => void)[] = [];

/** Runs a look with the cache; no script of the page may run before it ends. */
export function withElementCache<T>(look: () => T): T {
  isLooking = true;
  try {
    return look();
  } finally {
    isLooking = false;
    tagged = listed = null;
    for (const forget of resets) forget();
  }
}

/** Wraps a function so that repeated calls with the same element are computed once. */
export function cachedPerElement<T>(ask: (element: Element) => T): (element: Element) => T {
  let last: { readonly element: Element; readonly said: T } | null = null;
  resets.push(() => (last = null));
  return (element) => {
    if (!isLooking) return ask(element);
    if (last?.element !== element) last = { element, said: ask(element) };
    return last.said;
  };
}

/** The tag name in lower case; SVG elements carry their namespace: `svg:a`. No other tag can look like that. */
export function tag(element: Element): string {
  if (element === tagged) return taggedAs;
  const own = localName(element);
  const name = namespace(element) === SVG ? `svg:${own}` : own.startsWith('svg:') ? `:${own}` : own;
  if (isLooking) {
    tagged = element;
    taggedAs = name;
  }
  return name;
}

/** Names are in lower case, as HTML keeps them. */
export function hasAttr(element: Element, name: string): boolean {
  if (!isLooking) return hasOwnOrInternal(element, name);
  if (element !== listed) listAttributes(element);
  return names.length > MOST_LISTED ? hasOwnOrInternal(element, name) : names.includes(name);
}

export const attr = (element: Element, name: string): string | null =>
  isLooking && !hasAttr(element, name)
    ? null
    : (getAttribute(element, name) ?? internalAttributesOf(element)?.get(name) ?? null);

/** Whether the document gives the element this attribute, internals aside. */
export const ownsAttr = hasAttribute;

/** All attributes that the document gives the element, as one text for comparing. */
export const attributesOf = (element: Element): string =>
  attributeNames(element)
    .map((name) => `${name}=${getAttribute(element, name) ?? ''}`)
    .join(' ');

const hasOwnOrInternal = (element: Element, name: string): boolean =>
  hasAttribute(element, name) || internalAttributesOf(element)?.has(name) === true;

export function hasAttributes(element: Element): boolean {
  if (!isLooking) return hasAny(element) || internalAttributesOf(element) !== undefined;
  if (element !== listed) listAttributes(element);
  return names.length > 0;
}

/** Whether the element has one of these attributes. */
export function hasAnyAttr(element: Element, wanted: ReadonlySet<string>): boolean {
  if (element !== listed || !isLooking) listAttributes(element);
  for (const name of names) if (wanted.has(name)) return true;
  return false;
}

/** Whether the element has an ARIA attribute other than its role. */
export function hasAria(element: Element): boolean {
  if (element !== listed || !isLooking) listAttributes(element);
  for (const name of names) if (name.startsWith('aria-')) return true;
  return false;
}

/** An attribute with a keyword as its value, in lower case; empty if absent. */
export const keywordAttr = (element: Element, name: string): string => (attr(element, name) ?? '').trim().toLowerCase();

function listAttributes(element: Element): void {
  const words = internalAttributesOf(element);
  names = words === undefined ? attributeNames(element) : [...attributeNames(element), ...words.keys()];
  listed = isLooking ? element : null;
}

/** With more attributes than this, asking the browser is quicker. */
const MOST_LISTED = 24;
