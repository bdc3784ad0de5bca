// Icons beside a name. They add nothing to the name, except if the page shows the same icon by itself and refers to
// elements by it: "the entry with this icon".

import { type Box, showsIn } from '../../dom/box';
import { attr, rectOf, tag, textContent } from '../../dom/dom';
import { isGlyphs, normalized, tidy } from '../../dom/text';
import { guessName } from '../../name/guess';
import { svgName } from '../../name/label';
import type { Look } from '../../visibility/look';
import type { Visibility } from '../../visibility/visible';
import { MIN_SIZE } from '../controls/shown';
import type { InsertionPoint } from '../insertion_point';
import { emptyNode, type SnapshotNode } from '../node';

export class Icons {
  readonly #alone = new Set<string>();
  readonly #beside: { readonly icon: Element; readonly bearer: SnapshotNode }[] = [];

  /** Records an icon with a line of its own. */
  alone(name: string): void {
    if (name !== '') this.#alone.add(name);
  }

  /** Records an icon inside a named element. */
  beside(icon: Element, bearer: SnapshotNode): void {
    if (this.#beside.length < MAX_BESIDE) this.#beside.push({ icon, bearer });
  }

  /** Names the icons beside names that are also shown by themselves. */
  finish(look: Look): void {
    if (this.#alone.size === 0) return;
    for (const { icon, bearer } of this.#beside) {
      const name = guessName(icon, look);
      if (!this.#alone.has(name) || bearer.name === '' || bearer.name === name) continue;
      const { inView } = bearer;
      bearer.kids.push({ ...emptyNode('named', 'img'), name, states: ['guessed'], painted: true, inView });
    }
  }
}

/** An icon that is no control and that only its tooltip names: "Unread", "Attachment". Null for any other element. */
export function signOf(
  element: Element,
  visibility: Visibility,
  view: Box,
  outer: InsertionPoint,
): SnapshotNode | null {
  const name = visibility.painted && !outer.controlsOnly ? signName(element) : '';
  if (outer.labelText !== '' && outer.labelText.includes(normalized(name))) return null;
  const box = name === '' ? null : rectOf(element);
  if (box === null || !showsIn(box, visibility.clip, MIN_SIZE)) return null;
  return { ...emptyNode('named', 'img'), name, painted: true, inView: showsIn(box, view, 1) };
}

/** The name that the tooltip of an element without words says. */
function signName(element: Element): string {
  const isDrawing = tag(element) === 'svg:svg';
  const name = isDrawing ? svgName(element) : attr(element, 'title');
  if (name === null || name.length > MAX_SIGN) return '';
  return isDrawing || isGlyphs(textContent(element) ?? '') ? tidy(name) : '';
}

const MAX_SIGN = 60;
const MAX_BESIDE = 500;
