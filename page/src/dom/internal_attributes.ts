// What custom elements tell the browser alone about themselves, through their internals, in the words of attributes. No
// script can ask for it; the browser can, and tells it here.
//
// Invariant: as in the standard, an attribute that the element really has outweighs what is said here.

export type InternalAttributes = Readonly<Record<string, string>>;

const attributesOfElement = new WeakMap<Element, ReadonlyMap<string, string>>();
let isAnySet = false;

export const internalAttributesOf = (element: Element): ReadonlyMap<string, string> | undefined =>
  isAnySet ? attributesOfElement.get(element) : undefined;

export const hasInternalAttributes = (): boolean => isAnySet;

/** Whether it is something else than before. */
export function setInternalAttributes(element: Element, words: InternalAttributes): boolean {
  const before = attributesOfElement.get(element);
  const now = Object.entries(words);
  if (now.length === (before?.size ?? 0) && now.every(([name, value]) => before?.get(name) === value)) return false;
  attributesOfElement.set(element, new Map(now));
  isAnySet = true;
  return true;
}
