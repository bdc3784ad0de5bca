// Fields that are transparent while they are empty, so that the label which lies on them can be read.
//
// An invisible field may be a trap for robots; such a field is accepted only if its own label is painted in the box
// around it.

import { attr, checkVisibility, css, flatChildren, flatParent, isElement, rectOf, tabIndex } from '../../dom/dom';
import { isTextField } from '../../dom/field';
import { normalized } from '../../dom/text';
import { nameOf } from '../../name/name';
import type { Look } from '../../visibility/look';
import { isVisible, MIN_OPACITY } from '../../visibility/visible';
import { visibleText } from '../element_state';
import { MIN_SIZE } from './shown';
import { isDisabled } from './states';

/** The fields under their labels inside an invisible element, or that element itself. */
export function fieldsUnderLabels(element: Element, look: Look): Element[] {
  const style = look.style(element);
  if (css(style, 'display') === 'none' || Number(css(style, 'opacity')) >= MIN_OPACITY) return [];
  return fieldsIn(element).filter((field) => isUnderItsLabel(field, look));
}

/** Whether an unpainted field receives text typed where its label is painted. */
export function isUnderItsLabel(field: Element, look: Look): boolean {
  if (!isTextField(field) || isDisabled(field) || tabIndex(field) < 0 || attr(field, 'aria-hidden') === 'true')
    return false;
  const { width, height } = rectOf(field);
  if (width < MIN_SIZE || height < MIN_SIZE || !checkVisibility(field, { visibilityProperty: true })) return false;
  const name = normalized(nameOf(field, look));
  const frame = name === '' ? null : paintedBoxAround(field, look);
  return frame !== null && normalized(visibleText(frame, look, MAX_TEXT)).includes(name);
}

/** The painted box around the field and little more. */
function paintedBoxAround(field: Element, look: Look): Element | null {
  const { width, height } = rectOf(field);
  let found: Element | null = null;
  for (let at = flatParent(field), steps = 0; at !== null && steps < MAX_STEPS; at = flatParent(at), steps += 1) {
    const box = rectOf(at);
    if (box.width > width + MAX_BESIDE || box.height > height + MAX_ABOVE) break;
    if (isVisible(at, look)) found = at;
  }
  return found;
}

function fieldsIn(root: Element): Element[] {
  const fields: Element[] = [];
  const open: Element[] = [root];
  for (let at = open.shift(), count = 0; at !== undefined && count < MAX_LOOKED_AT; at = open.shift(), count += 1) {
    if (isTextField(at)) fields.push(at);
    else open.push(...[...flatChildren(at)].filter(isElement));
  }
  return fields;
}

const MAX_LOOKED_AT = 12;
const MAX_STEPS = 12;
const MAX_TEXT = 300;
/** In pixels: icons beside the field, and its label and help above and below. */
const MAX_BESIDE = 160;
const MAX_ABOVE = 60;
