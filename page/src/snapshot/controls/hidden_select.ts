// The painted replacement of a native list that a page has hidden; a person opens the replacement.

import { children, flatContains, flatParent, isSelect, queryWithin, rectOf } from '../../dom/dom';
import { selectedText } from '../../dom/field';
import type { Look } from '../../visibility/look';
import type { SnapshotNode } from '../node';
import { controlShows } from './shown';

/** The hidden list that a clickable box stands for: the only one around it, if there is no other field. */
export function hiddenSelectBehind(face: Element, look: Look): HTMLSelectElement | null {
  const wrapper = flatParent(face);
  if (wrapper === null || children(wrapper).length > MAX_PARTS || !fits(wrapper, face)) return null;
  const [list, ...others] = queryWithin(wrapper, 'select,textarea,button,input[type=checkbox],input[type=radio]');
  if (list === undefined || others.length > 0 || !isSelect(list) || flatContains(face, list)) return null;
  return controlShows(list, look) ? null : list;
}

/** Lists the replacement as the native list. */
export function showAsSelect(node: SnapshotNode, face: Element, look: Look): void {
  const list = hiddenSelectBehind(face, look);
  if (list === null) return;
  node.role = 'combobox';
  node.value = selectedText(list) || null;
}

/** A list and its replacement lie in a box of their own, no larger than the replacement. */
function fits(wrapper: Element, face: Element): boolean {
  const [outer, inner] = [rectOf(wrapper), rectOf(face)];
  return outer.width <= inner.width + MAX_MARGIN && outer.height <= inner.height + MAX_MARGIN;
}

const MAX_PARTS = 6;
const MAX_MARGIN = 8;
