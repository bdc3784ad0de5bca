// Names a field without a name by the text in the same box, although no label connects them.

import { flatContains, flatParent, isInput, isTextarea, queryWithin, rectOf } from '../../dom/dom';
import { isTextField } from '../../dom/field';
import { isGlyphs, tidy } from '../../dom/text';
import type { SnapshotNode } from '../node';

/** Names the fields among siblings; only a text that is listed anyway can be a name here. */
export function nameFieldsByNeighbours(kids: readonly SnapshotNode[]): void {
  kids.forEach((node, index) => {
    const field = node.target;
    if (field === null || node.name !== '' || !(isInput(field) || isTextarea(field)) || !isTextField(field)) return;
    const label = [kids[index - 1], kids[index + 1]].find((text) => text !== undefined && isLabelFor(text, field));
    if (label === undefined) return;
    node.name = tidy(label.name);
    node.unnamed = true;
    node.states.push('guessed');
  });
}

/** Whether a text is in a box that holds the field and no other control. */
function isLabelFor(text: SnapshotNode, field: Element): boolean {
  if ((text.kind !== 'text' && text.role !== 'rowheader') || text.block === null || text.states.length > 0)
    return false;
  if (text.name.length > MAX_NAME || isGlyphs(text.name) || isSentence(text.name)) return false;
  if (!isNear(rectOf(text.block), rectOf(field))) return false;
  let box: Element | null = flatParent(field);
  for (let steps = 0; box !== null && steps < MAX_STEPS; steps += 1, box = flatParent(box)) {
    if (queryWithin(box, CONTROLS).length > 1) return false;
    if (flatContains(box, text.block)) return true;
  }
  return false;
}

/** Whether a text is a sentence or an instruction and no name. */
const isSentence = (text: string): boolean => /[.!]\s*$/.test(text);

const isNear = (one: DOMRect, other: DOMRect): boolean =>
  one.top <= other.bottom + MAX_GAP && other.top <= one.bottom + MAX_GAP;

const CONTROLS = 'input:not([type=hidden]),select,textarea,button,a[href],[role],[tabindex],[contenteditable]';
const MAX_STEPS = 3;
const MAX_NAME = 40;
/** In pixels, from a field to the line above or below it. */
const MAX_GAP = 24;
