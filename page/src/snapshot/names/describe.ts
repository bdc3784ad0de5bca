// What to call an element when talking to a person or a brain.

import {
  anchorHref,
  areaHref,
  attr,
  baseUri,
  childByTag,
  closest,
  flatChildren,
  flatParent,
  isElement,
  tag,
  textContent,
  xlink,
} from '../../dom/dom';
import { isEditingHost } from '../../dom/field';
import type { Refs } from '../../dom/refs';
import { truncate, isGlyphs, MAX_NAME, setOf, tidy } from '../../dom/text';
import type { Described } from '../../generated/wire';
import { guessName } from '../../name/guess';
import { isHidden } from '../../name/label';
import { contentNameOf, nameOf } from '../../name/name';
import { isNamedByContent } from '../../name/named';
import { isStructural, roleOf } from '../../name/role';
import type { Look } from '../../visibility/look';
import { interactivityOf } from '../controls/interactive';
import { CELL_GAP } from '../node';

export interface DisplayName {
  readonly name: string;
  /** The name is no accessible name, only the best that could be found. */
  readonly guessed: boolean;
}

/** The accessible name; for what can be clicked and has none, its text or what its attributes hint at. */
export function displayName(element: Element, role: string, look: Look): DisplayName {
  if (role === 'row') return { name: rowName(element, look), guessed: false };
  const accessible = nameOf(element, look);
  const name = isGlyphs(accessible) ? '' : accessible;
  if (name !== '' || interactivityOf(element, role, look) === 'none') return { name, guessed: false };
  if (!isStructural(role) && !isNamedByContent(role) && !TOLD.has(role)) return { name: '', guessed: false };
  const holdsText = !FIELDS.has(role) && !isEditingHost(element);
  const content = holdsText ? contentNameOf(element, look) : '';
  // What a picture holds inside is shown only where the picture itself cannot be.
  if (!isGlyphs(content)) return { name: content, guessed: tag(element) === 'canvas' };
  const painted = holdsText ? tidy(textContent(element) ?? '') : '';
  if (!isGlyphs(painted) && painted.length <= MAX_PAINTED) return { name: painted, guessed: true };
  const guess = nameOfHost(element, role, look) || guessName(element, look);
  return { name: guess, guessed: guess !== '' };
}

/** The accessible name of a control that has a line of its own; none of one that is told by what is in it. */
export const toldName = (control: Element, look: Look): string =>
  isStructural(roleOf(control, look)) ? '' : nameOf(control, look);

/** A field inside a custom element that a label is for goes by that label. */
function nameOfHost(element: Element, role: string, look: Look): string {
  let at = FIELDS.has(role) ? flatParent(element) : null;
  for (let steps = 0; at !== null && steps < MAX_STEPS; at = flatParent(at), steps += 1) {
    if (tag(at).includes('-') && look.labelsOf(at).length > 0) return nameOf(at, look);
  }
  return '';
}

/** A caption is no name of its figure by the standard, but says what the figure is. */
export function captionOf(element: Element, look: Look): string {
  const caption = tag(element) === 'figure' ? childByTag(element, 'figcaption') : null;
  return caption === null || isHidden(caption, look) ? '' : contentNameOf(caption, look);
}

function rowName(row: Element, look: Look): string {
  const own = attr(row, 'aria-label') === null && attr(row, 'aria-labelledby') === null ? '' : nameOf(row, look);
  if (own !== '') return own;
  const cells: string[] = [];
  const open: Element[] = [row];
  for (let at = open.pop(); at !== undefined && cells.length < MAX_CELLS; at = open.pop()) {
    if (at !== row && CELLS.has(roleOf(at, look))) {
      if (look.style(at).display !== 'none') cells.push(contentNameOf(at, look));
      continue;
    }
    open.push(...[...flatChildren(at)].filter(isElement).reverse());
  }
  return cells.length === 0 ? nameOf(row, look) : inPlace(cells).join(CELL_GAP);
}

/** What empty cells stand between keeps its column by them. */
function inPlace(cells: readonly string[]): readonly string[] {
  const filled = cells.filter(Boolean);
  return filled.length < 2 ? filled : cells.slice(0, cells.findLastIndex(Boolean) + 1);
}

/** Names an element that got in the way, by the nearest thing around it that means something. */
export function describe(element: Element, look: Look, refs: Refs): Described {
  const dialog = closest(element, (at) => DIALOGS.has(roleOf(at, look)));
  const means = dialog ?? closest(element, (at) => !isStructural(roleOf(at, look)) && tag(at) !== 'html') ?? element;
  const role = roleOf(means, look);
  const name = displayName(means, role, look).name || contentNameOf(means, look);
  return { node: refs.numberOf(means), role: displayRole(means, role), name: truncate(name, MAX_NAME) };
}

/** The role as it is told: frames and editable regions have none of their own. */
export function displayRole(element: Element, role: string): string {
  if (tag(element) === 'iframe' || tag(element) === 'frame') return 'iframe';
  return isStructural(role) && isEditingHost(element) ? 'textbox' : role;
}

/** The resolved address a link leads to. */
export function hrefOf(element: Element): string | null {
  if (element instanceof HTMLAnchorElement) {
    const written = attr(element, 'href');
    if (written === null) return null;
    // Most links of a page that lives in one document are of this kind, and resolving costs.
    return FRAGMENT.test(written) ? `${baseUri(element).split('#', 1)[0] ?? ''}${written}` : anchorHref(element);
  }
  if (element instanceof HTMLAreaElement) return attr(element, 'href') === null ? null : areaHref(element);
  if (tag(element) !== 'svg:a') return null;
  const written = attr(element, 'href') ?? xlink(element, 'href');
  return written === null ? null : resolveUrl(element, written);
}

export function resolveUrl(element: Element, written: string): string {
  try {
    return new URL(written, baseUri(element)).href;
  } catch {
    return written;
  }
}

const FRAGMENT = /^#[\w-]*$/;
const MAX_CELLS = 50;
/** From a field to the element that it stands for. */
const MAX_STEPS = 8;
/** Roles that go by what is inside them though ARIA gives them no name from it. */
const TOLD = setOf(
  'textbox searchbox combobox listbox slider spinbutton listitem paragraph definition alert status note img',
);
/** Longest text, hidden from the accessibility tree, that may stand in for a name. */
const MAX_PAINTED = 40;
const CELLS = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
const DIALOGS = new Set(['dialog', 'alertdialog']);
const FIELDS = setOf('textbox searchbox combobox listbox slider spinbutton checkbox radio switch');
