// How an element is listed that only a listener, a cursor or its appearance makes a control.

import { MAX_NAME } from '../../dom/text';
import type { SnapshotNode } from '../node';
import type { Interactivity } from './interactive';

/** The node of such an element, or null if it has nothing to be named by. */
export function asControl(node: SnapshotNode, interest: Interactivity): SnapshotNode | null {
  const heard = interest === 'listener';
  if (node.name === '' && (!heard || isEdge(node))) return null;
  const shown = node.name.length > MAX_NAME && !node.unnamed ? opened(node) : node;
  shown.guessed = true;
  if (!heard && !shown.states.includes('guessed')) shown.states.push('guessed');
  return shown;
}

/** Whether it is a narrow bar between columns, to be dragged. */
const isEdge = ({ box }: SnapshotNode): boolean => box !== null && Math.min(box.width, box.height) < MIN_BARE;

/** An element with more text than a name can hold is no button but a part of the page, listed piece by piece. */
const opened = (node: SnapshotNode): SnapshotNode => ({ ...node, kind: 'group', role: 'group', name: '' });

/** Whether its text is part of its name and need not be repeated. */
export const absorbsText = (node: SnapshotNode): boolean => node.kind === 'named' && !(node.guessed && node.unnamed);

export const isShownAsControl = (interest: Interactivity, controlsOnly: boolean, inTarget: boolean): boolean => {
  switch (interest) {
    case 'sure':
    case 'listener':
    case 'focusable':
      return true;
    case 'guessed':
      return !controlsOnly;
    case 'icon':
      return !controlsOnly && !inTarget;
    case 'none':
      return false;
  }
};

/** A narrower or lower element without a name is the edge of another. */
const MIN_BARE = 8;
