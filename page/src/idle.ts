// Tells a press that nothing can come of: the page listens nowhere on its way, and what was pressed does nothing by itself.

import { formOf } from './control';
import { buttonType, hasAttr, isButton, isContentEditable, isElement, isHtml, shadowOf, tag } from './dom';
import { isListenedOn } from './heard';
import type { Deed } from './reaction';
import { setOf } from './text';

/** Holds only while it is known of every node what the page listens on. */
export const isIdle = ({ target, path }: Deed): boolean =>
  target !== null &&
  path.length > 0 &&
  path.length < DEEPEST &&
  path.every((at) => !(at instanceof Node) || isInert(at));

function isInert(node: Node): boolean {
  if (isListenedOn(node)) return false;
  if (!isElement(node)) return true;
  // The way through a closed shadow root is not told outside of it.
  if (shadowOf(node) !== null || DOING.has(tag(node)) || ORDERS.some((name) => hasAttr(node, name))) return false;
  if (isButton(node)) return buttonType(node) === 'button' || formOf(node) === null;
  return !(isHtml(node) && isContentEditable(node));
}

/** What a browser does something about by itself when it is pressed, or what passes the press on. */
const DOING = setOf(
  'a area audio details dialog embed frame iframe input label menuitem meter object option select summary textarea video',
);
/** Further down nothing is known. */
const DEEPEST = 400;
/** Attributes that make a button open, close or tell something. */
const ORDERS = ['popovertarget', 'commandfor', 'command', 'popover', 'interestfor', 'draggable'];
