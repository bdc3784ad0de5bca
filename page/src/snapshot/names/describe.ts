// How an element is named to a person or a brain.

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
import { truncate, isGlyphs, MAX_NAME, setOf, tidy, withoutGlyphs } from '../../dom/text';
import type { Described } from '../../generated/wire';
import { guessName } from '../../name/guess';
import { isHidden } from '../../name/label';
import { contentNameOf, nameOf } from '../../name/name';
import { isNamedByContent } from '../../name/named';
import { isStructural, roleOf } from '../../name/role';
import type { Look } from '../../visibility/look';
import { interactivityOf } from '../controls/interactive';
import { CELL_GAP, cellText } from '../node';

export interface DisplayName {
  readonly name: string;
  /** The name is no accessible name, only the best guess. */
  readonly guessed: boolean;
}

/** The accessible name; for a clickable element without one, its text or a guess from its attributes. */
export function displayName(element: Element, role: string, look: Look): DisplayName {
  if (role === 'row') return { name: rowName(element, look), guessed: false };
  const accessible = nameOf(element, look);
  const name = withoutGlyphs(accessible);
  if (name !== '' || interactivityOf(element, role, look) === 'none') return { name, guessed: false };
  if (!isStructural(role) && !isNamedByContent(role) && !NAMED_BY_CONTENT.has(role))
    return { name: '', guessed: false };
  const holdsText = !FIELDS.has(role) && !isEditingHost(element);
  const content = holdsText ? contentNameOf(element, look) : '';
  // The content of a canvas shows only if the canvas itself cannot.
  if (!isGlyphs(content)) return { name: withoutGlyphs(content), guessed: tag(element) === 'canvas' };
  const painted = holdsText ? tidy(textContent(element) ?? '') : '';
  if (!isGlyphs(painted) && painted.length <= MAX_PAINTED) return { name: withoutGlyphs(painted), guessed: true };
  const guess = nameOfHost(element, role, look) || guessName(element, look);
  return { name: guess, guessed: guess !== '' };
}

/** The accessible name of a control that has a line of its own; empty for one that is listed by its content. */
export const listedName = (control: Element, look: Look): string =>
  isStructural(roleOf(control, look)) ? '' : nameOf(control, look);

/** A field inside a labelled custom element is named by that label. */
function nameOfHost(element: Element, role: string, look: Look): string {
  let at = FIELDS.has(role) ? flatParent(element) : null;
  for (let steps = 0; at !== null && steps < MAX_STEPS; at = flatParent(at), steps += 1) {
    if (tag(at).includes('-') && look.labelsOf(at).length > 0) return nameOf(at, look);
  }
  return '';
}

/** By the standard a caption is no name of its figure, but it says what the figure is. */
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
      if (look.style(at).display !== 'none') cells.push(cellText(withoutGlyphs(contentNameOf(at, look))));
      continue;
    }
    open.push(...[...flatChildren(at)].filter(isElement).reverse());
  }
  return cells.length === 0 ? nameOf(row, look) : withColumnGaps(cells).join(CELL_GAP);
}

/** Empty cells between others stay, so that columns stay aligned. */
function withColumnGaps(cells: readonly string[]): readonly string[] {
  const filled = cells.filter(Boolean);
  return filled.length < 2 ? filled : cells.slice(0, cells.findLastIndex(Boolean) + 1);
}

/** Names an element that is in the way, by the nearest meaningful element around it. */
export function describe(element: Element, look: Look, refs: Refs): Described {
  const dialog = closest(element, (at) => DIALOGS.has(roleOf(at, look)));
  const means = dialog ?? closest(element, (at) => !isStructural(roleOf(at, look)) && tag(at) !== 'html') ?? element;
  const role = roleOf(means, look);
  const name = displayName(means, role, look).name || contentNameOf(means, look);
  return { node: refs.numberOf(means), role: displayRole(means, role), name: truncate(name, MAX_NAME) };
}

/** The role as it is listed: frames and editable regions have none of their own. */
export function displayRole(element: Element, role: string): string {
  if (tag(element) === 'iframe' || tag(element) === 'frame') return 'iframe';
  return isStructural(role) && isEditingHost(element) ? 'textbox' : role;
}

/** The resolved address of a link. */
export function hrefOf(element: Element): string | null {
  if (element instanceof HTMLAnchorElement) {
    const written = attr(element, 'href');
    if (written === null) return null;
    // Most links of a single-page application are fragments, and resolving costs.
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
/** Steps from a field to the custom element that it belongs to. */
const MAX_STEPS = 8;
/** Roles that are named by their content here although ARIA does not do so. */
const NAMED_BY_CONTENT = setOf(
  'textbox searchbox combobox listbox slider spinbutton listitem paragraph definition alert status note img',
);
/** Longest text, hidden from the accessibility tree, that may replace a name. */
const MAX_PAINTED = 40;
const CELLS = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
const DIALOGS = new Set(['dialog', 'alertdialog']);
const FIELDS = setOf('textbox searchbox combobox listbox slider spinbutton checkbox radio switch');
