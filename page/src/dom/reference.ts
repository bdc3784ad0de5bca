// The elements that an element refers to by an attribute.

import { part } from './capture';
import { attr, byId } from './dom';

export type Reference = 'aria-labelledby' | 'aria-describedby' | 'aria-owns' | 'aria-controls';

/** The elements that an attribute names by their ids, or that a script assigned instead (`ariaLabelledByElements`). */
export function referencedElements(element: Element, by: Reference): Element[] {
  const ids = attr(element, by);
  if (ids === null) return [];
  if (ids === '') return reflected(element, by);
  return ids
    .split(/\s+/)
    .slice(0, MAX_REFERENCES)
    .flatMap((id) => (id === '' ? [] : (byId(element, id) ?? [])));
}

/** The elements that a script assigned; the attribute then reads as empty. Older browsers lack this property. */
function reflected(element: Element, by: Reference): Element[] {
  const found = ELEMENTS[by];
  const elements = found === undefined ? null : (Reflect.apply(found, element, []) as Element[] | null);
  return elements?.slice(0, MAX_REFERENCES) ?? [];
}

const ELEMENTS = {
  'aria-labelledby': part(Element.prototype, 'ariaLabelledByElements', 'get'),
  'aria-describedby': part(Element.prototype, 'ariaDescribedByElements', 'get'),
  'aria-owns': part(Element.prototype, 'ariaOwnsElements', 'get'),
  'aria-controls': part(Element.prototype, 'ariaControlsElements', 'get'),
};
const MAX_REFERENCES = 100;
