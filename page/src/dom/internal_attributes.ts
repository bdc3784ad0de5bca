// Attributes that custom elements set only through their internals (`ElementInternals`). No script can read them; the
// browser can, and passes them to this script.
//
// Invariant: as in the standard, a real attribute of the element outweighs an internal one.

export type InternalAttributes = Readonly<Record<string, string>>;

const attributesOfElement = new WeakMap<Element, ReadonlyMap<string, string>>();
let isAnySet = false;

export const internalAttributesOf = (element: Element): ReadonlyMap<string, string> | undefined =>
  isAnySet ? attributesOfElement.get(element) : undefined;

export const hasInternalAttributes = (): boolean => isAnySet;

/** Returns whether the attributes differ from those before. */
export function setInternalAttributes(element: Element, words: InternalAttributes): boolean {
  const before = attributesOfElement.get(element);
  const now = Object.entries(words);
  if (now.length === (before?.size ?? 0) && now.every(([name, value]) => before?.get(name) === value)) return false;
  attributesOfElement.set(element, new Map(now));
  isAnySet = true;
  return true;
}
