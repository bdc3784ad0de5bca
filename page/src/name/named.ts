// Which elements have a name, and which are named by their content.

import { flatParent, tag } from '../dom/dom';
import { setOf } from '../dom/text';
import type { Look } from '../visibility/look';
import { isStructural, roleOf } from './role';

/** Whether an element of this role is named by its content. */
export const isNamedByContent = (role: string): boolean => NAMED_BY_CONTENT.has(role);

/** Whether an element of this role can be set, pressed or chosen. */
export const isControl = (role: string): boolean => CONTROLS.has(role);

/** Whether a group holds the items below an item of a tree, which have names of their own. */
export function isBranch(group: Element, look: Look): boolean {
  let at = flatParent(group);
  while (at !== null && isStructural(roleOf(at, look))) at = flatParent(at);
  return at !== null && roleOf(at, look) === 'treeitem';
}

/** Whether a tooltip or the like may name it. */
export const mayHaveName = (element: Element, role: string): boolean =>
  !NOT_NAMED.has(role) || NAMED_TAGS.has(tag(element));

/** Elements that can have a name although they have no role. */
const NAMED_TAGS = setOf('abbr audio canvas embed frame iframe object video');
/** A tooltip on these is a description, since they have no name. */
const NOT_NAMED = setOf(
  'caption code definition deletion emphasis generic insertion mark none paragraph strong subscript suggestion ' +
    'superscript term time',
);
const CONTROLS = setOf(
  'button checkbox combobox listbox menu menubar menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox ' +
    'slider spinbutton switch tab textbox tree',
);
const NAMED_BY_CONTENT = setOf(
  'button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio ' +
    'option radio row rowheader switch tab term tooltip treeitem',
);
