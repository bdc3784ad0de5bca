// The accessible description of an element, by the accname steps.

import { attr, childByTag, hasAttr, isInput, isSvg, tag, xlink } from '../dom/dom';
import { tidy } from '../dom/text';
import type { Look } from '../visibility/look';
import { buttonValue, svgText, tooltip } from './label';
import { contentNameOf, referencedText } from './name';

/** The whole description; it never repeats the name. */
export function descriptionOf(element: Element, name: string, look: Look): string {
  if (hasAttr(element, 'aria-describedby')) {
    const referenced = tidy(referencedText(element, 'aria-describedby', look));
    if (referenced !== '') return referenced;
  }
  const written = tidy(attr(element, 'aria-description') ?? '');
  if (written !== '') return written;
  return [native(element, look), tooltip(element)].find((text) => text !== '' && text !== name) ?? '';
}

function native(element: Element, look: Look): string {
  if (isSvg(element)) return svgText(element, 'svg:desc') || tidy(xlink(element, 'title') ?? '');
  const caption = tag(element) === 'table' ? childByTag(element, 'caption') : null;
  if (caption !== null) return contentNameOf(caption, look);
  return isInput(element) && buttonValue(element) !== null ? tidy(attr(element, 'value') ?? '') : '';
}
