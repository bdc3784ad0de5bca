// The painted face of a list whose field or native list a page has hidden; a person opens the face.

import { attr, children, flatContains, flatParent, isSelect, queryWithin, rectOf, textContent } from '../../dom/dom';
import { selectedText } from '../../dom/field';
import { tidy } from '../../dom/text';
import { nameOf } from '../../name/name';
import type { Look } from '../../visibility/look';
import type { SnapshotNode } from '../node';
import { controlShows } from './shown';
import { pushExpanded } from './states';

/** The hidden list that a clickable box stands for: the only one around it, if there is no other field. */
export function hiddenSelectBehind(face: Element, look: Look): HTMLSelectElement | null {
  const wrapper = flatParent(face);
  if (wrapper === null || children(wrapper).length > MAX_PARTS || !fits(wrapper, face)) return null;
  const [list, ...others] = queryWithin(wrapper, 'select,textarea,button,input[type=checkbox],input[type=radio]');
  if (list === undefined || others.length > 0 || !isSelect(list) || flatContains(face, list)) return null;
  return controlShows(list, look) ? null : list;
}

/** Lists the face as the list that it stands for. */
export function showAsSelect(node: SnapshotNode, face: Element, look: Look): void {
  const field = hiddenComboboxIn(face, look);
  if (field !== null) showAsCombobox(node, face, field, look);
  const list = field === null ? hiddenSelectBehind(face, look) : null;
  if (list === null) return;
  node.role = 'combobox';
  node.value = selectedText(list) || null;
}

/** The combobox inside a clickable box that shows its choice as text: component libraries make its field transparent. */
function hiddenComboboxIn(face: Element, look: Look): Element | null {
  const [field, ...others] = queryWithin(face, 'input,select,textarea,button,[role=combobox]');
  if (field === undefined || others.length > 0 || attr(field, 'role') !== 'combobox') return null;
  return controlShows(field, look) ? null : field;
}

function showAsCombobox(node: SnapshotNode, face: Element, field: Element, look: Look): void {
  node.role = 'combobox';
  node.value = tidy(textContent(face) ?? '') || null;
  node.name = nameOf(field, look);
  node.guessed = false;
  const guessed = node.states.indexOf('guessed');
  if (guessed >= 0) node.states.splice(guessed, 1);
  pushExpanded(field, 'combobox', node.states);
}

/** A list and its replacement lie in a box of their own, no larger than the replacement. */
function fits(wrapper: Element, face: Element): boolean {
  const [outer, inner] = [rectOf(wrapper), rectOf(face)];
  return outer.width <= inner.width + MAX_MARGIN && outer.height <= inner.height + MAX_MARGIN;
}

const MAX_PARTS = 6;
const MAX_MARGIN = 8;
