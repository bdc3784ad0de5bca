// Which elements something can be done to, and how sure that is.

import { attr, clientHeight, clientWidth, flatParent, hasAttr, inputType, isInput, scrollHeight, scrollWidth, tag, documentElement, bodyOf } from './dom';
import { isEditingHost } from './field';
import type { Look } from './look';

/** `sure`: by its kind or role. `guessed`: something hints at it. */
export type Interest = 'sure' | 'guessed' | 'none';

export function interestIn(element: Element, role: string, look: Look): Interest {
  if (isInput(element)) return inputType(element) === 'hidden' ? 'none' : 'sure';
  if (CONTROLS.has(tag(element)) || isEditingHost(element)) return 'sure';
  if (WIDGETS.has(role)) return 'sure';
  if ((tag(element) === 'video' || tag(element) === 'audio') && hasAttr(element, 'controls')) return 'sure';
  if (hasAttr(element, 'onclick') || hasAttr(element, 'onmousedown')) return 'guessed';
  if (Number.parseInt(attr(element, 'tabindex') ?? '', 10) >= 0) return 'guessed';
  return hasOwnPointer(element, look) ? 'guessed' : 'none';
}

/** A hand-shaped cursor that starts here: what it lies in does not have it. */
function hasOwnPointer(element: Element, look: Look): boolean {
  if (look.style(element).cursor !== 'pointer') return false;
  const outer = flatParent(element);
  return outer !== null && look.style(outer).cursor !== 'pointer';
}

export function isScrollable(element: Element, look: Look): boolean {
  if (element === documentElement(look.document) || element === bodyOf(look.document)) return false;
  const { overflowX, overflowY } = look.style(element);
  const down = SCROLLS.has(overflowY) && scrollHeight(element) > clientHeight(element) + MIN_OVERFLOW;
  const across = SCROLLS.has(overflowX) && scrollWidth(element) > clientWidth(element) + MIN_OVERFLOW;
  return (down || across) && clientHeight(element) >= MIN_SCROLLER && clientWidth(element) >= MIN_SCROLLER;
}

const SCROLLS = new Set(['auto', 'scroll', 'overlay']);
const MIN_OVERFLOW = 8;
const MIN_SCROLLER = 40;
const CONTROLS = new Set(['button', 'select', 'textarea', 'iframe', 'frame', 'canvas', 'video', 'object', 'embed']);
const WIDGETS = new Set([
  'button', 'checkbox', 'combobox', 'link', 'listbox', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'radio', 'scrollbar', 'searchbox',
  'slider', 'spinbutton', 'switch', 'tab', 'textbox', 'treeitem',
]);
