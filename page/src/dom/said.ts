// What custom elements tell the browser alone about themselves, through their internals, in the words of attributes. No
// script can ask for it; the browser can, and tells it here.
//
// Invariant: as in the standard, an attribute that the element really has outweighs what is said here.

export type Words = Readonly<Record<string, string>>;

const said = new WeakMap<Element, ReadonlyMap<string, string>>();
let isSaid = false;

export const saidBy = (element: Element): ReadonlyMap<string, string> | undefined =>
  isSaid ? said.get(element) : undefined;

export const isAnythingSaid = (): boolean => isSaid;

/** Whether it is something else than before. */
export function say(element: Element, words: Words): boolean {
  const before = said.get(element);
  const now = Object.entries(words);
  if (now.length === (before?.size ?? 0) && now.every(([name, value]) => before?.get(name) === value)) return false;
  said.set(element, new Map(now));
  isSaid = true;
  return true;
}
