// A name for a control that has none: what its attributes and its icon hint at.

import { isLabelable } from './control';
import { attr, flatChildren, isElement, tag, xlink } from './dom';
import { tidy } from './text';

export function guessName(element: Element): string {
  for (const name of HINTS) {
    const hint = tidy(attr(element, name) ?? '');
    if (hint !== '' && hint.length <= MAX_HINT)
      return name.startsWith('data-test') || name === 'name' ? words(hint) : hint;
  }
  return iconOf(element) || identifierOf(element);
}

/** As a last resort, what the page's author called it. */
function identifierOf(element: Element): string {
  const classes = isLabelable(element) && tag(element) !== 'button' ? [] : (attr(element, 'class') ?? '').split(/\s+/);
  const candidates = [attr(element, 'id') ?? '', ...classes];
  return words(candidates.find((candidate) => /^[a-z][a-z_-]{2,24}\d{0,3}$/i.test(candidate)) ?? '');
}

/** The icon inside: by class, by the symbol an SVG uses, or by the file name of a picture. */
function iconOf(element: Element): string {
  const open: Element[] = [element];
  for (let at = open.shift(), count = 0; at !== undefined && count < MAX_LOOKED_AT; at = open.shift(), count += 1) {
    const named = ICON_CLASS.exec(attr(at, 'class') ?? '')?.[1] ?? attr(at, 'data-icon');
    if (named !== null && named !== '') return words(named);
    const used =
      tag(at) === 'svg:use' ? (attr(at, 'href') ?? xlink(at, 'href')) : tag(at) === 'img' ? attr(at, 'src') : null;
    const file =
      used === null || used.startsWith('data:') ? undefined : /([^/#?]+?)(\.[a-z]+)?([?][^#]*)?$/i.exec(used)?.[1];
    if (file !== undefined && file.length <= MAX_HINT) return words(file);
    open.push(...[...flatChildren(at)].filter(isElement));
  }
  return '';
}

const words = (identifier: string): string =>
  tidy(
    identifier
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replace(/[-_.:]+/g, ' ')
      .toLowerCase(),
  ).replace(/^(icon|ic|btn|button) | (icon|btn|button)$/g, '');

const HINTS = [
  'title',
  'data-placeholder',
  'data-tooltip',
  'data-title',
  'data-original-title',
  'data-label',
  'data-tip',
  'data-content-tooltip',
  'name',
  'data-testid',
  'data-test',
];
const ICON_CLASS = /(?:^|\s)(?:fa|fas|icon|icons|bi|mdi|glyphicon|ti|ri|la|codicon|octicon)-([a-z][a-z0-9-]+)/i;
const MAX_HINT = 60;
const MAX_LOOKED_AT = 40;
