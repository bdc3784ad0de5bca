// Detects a press that can have no effect: no listener is registered on its path, and the pressed element has no
// behaviour of its own.

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

/** Valid only while the listeners of every node are known. */
export const cannotHaveEffect = ({ target, path }: InputRecord): boolean =>
  target !== null &&
  path.length > 0 &&
  path.length < MAX_PATH &&
  path.every((at) => !(at instanceof Node) || hasNoBehaviour(at, takesText(target)));

function hasNoBehaviour(node: Node, isWrittenIn: boolean): boolean {
  if (hasAnyListener(node)) return false;
  if (!isElement(node)) return true;
  // The path inside a closed shadow root is unknown outside of it.
  if (shadowOf(node) !== null || BEHAVIOUR_ATTRIBUTES.some((name) => hasAttr(node, name))) return false;
  // A field inside a label receives the press itself, and its focus is visible at once.
  if (isWrittenIn && (isLabel(node) || takesText(node))) return true;
  if (WITH_BEHAVIOUR.has(tag(node)) || takesText(node)) return false;
  return !isButton(node) || buttonType(node) === 'button' || formOf(node) === null;
}

const takesText = (element: Element): boolean =>
  isTextField(element) || (isHtml(element) && isContentEditable(element));

/** Elements with a behaviour of their own, or that pass the press on. */
const WITH_BEHAVIOUR = setOf(
  'a area audio details dialog embed frame iframe input label menuitem meter object option select summary textarea video',
);
/** Longest path that is checked. */
const MAX_PATH = 400;
/** Attributes that give a button a behaviour. */
const BEHAVIOUR_ATTRIBUTES = ['popovertarget', 'commandfor', 'command', 'popover', 'interestfor', 'draggable'];
