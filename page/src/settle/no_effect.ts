// Tells a press that nothing can come of: the page listens nowhere on its way, and what was pressed does nothing by itself.

import { formOf } from '../dom/control';
import {
  buttonType,
  hasAttr,
  isButton,
  isContentEditable,
  isElement,
  isHtml,
  isLabel,
  shadowOf,
  tag,
} from '../dom/dom';
import { isTextField } from '../dom/field';
import { hasAnyListener } from '../dom/listeners';
import { setOf } from '../dom/text';
import type { InputRecord } from './reaction';

/** Holds only while it is known of every node what the page listens on. */
export const cannotHaveEffect = ({ target, path }: InputRecord): boolean =>
  target !== null &&
  path.length > 0 &&
  path.length < DEEPEST &&
  path.every((at) => !(at instanceof Node) || hasNoBehaviour(at, takesText(target)));

function hasNoBehaviour(node: Node, isWrittenIn: boolean): boolean {
  if (hasAnyListener(node)) return false;
  if (!isElement(node)) return true;
  // The way through a closed shadow root is not told outside of it.
  if (shadowOf(node) !== null || ORDERS.some((name) => hasAttr(node, name))) return false;
  // A field in a label is pressed by itself, and shows at once that it has the focus.
  if (isWrittenIn && (isLabel(node) || takesText(node))) return true;
  if (DOING.has(tag(node)) || takesText(node)) return false;
  return !isButton(node) || buttonType(node) === 'button' || formOf(node) === null;
}

const takesText = (element: Element): boolean =>
  isTextField(element) || (isHtml(element) && isContentEditable(element));

/** What a browser does something about by itself when it is pressed, or what passes the press on. */
const DOING = setOf(
  'a area audio details dialog embed frame iframe input label menuitem meter object option select summary textarea video',
);
/** Further down nothing is known. */
const DEEPEST = 400;
/** Attributes that make a button open, close or tell something. */
const ORDERS = ['popovertarget', 'commandfor', 'command', 'popover', 'interestfor', 'draggable'];
