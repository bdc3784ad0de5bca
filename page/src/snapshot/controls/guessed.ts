// How an element is listed that only a listener, a cursor or its appearance makes a control.

import { MAX_NAME } from '../../dom/text';
import type { SnapshotNode } from '../node';
import type { Interactivity } from './interactive';

/** The node of such an element, or null if it has nothing to be named by. */
export function asControl(seen: SnapshotNode, interest: Interactivity): SnapshotNode | null {
  const heard = interest === 'heard';
  if (seen.name === '' && (!heard || isEdge(seen))) return null;
  const shown = seen.name.length > MAX_NAME && !seen.unnamed ? opened(seen) : seen;
  shown.guessed = true;
  if (!heard && !shown.states.includes('guessed')) shown.states.push('guessed');
  return shown;
}

/** Whether it is a narrow bar between columns, to be dragged. */
const isEdge = ({ box }: SnapshotNode): boolean => box !== null && Math.min(box.width, box.height) < MIN_BARE;

/** An element with more text than a name can hold is no button but a part of the page, listed piece by piece. */
const opened = (seen: SnapshotNode): SnapshotNode => ({ ...seen, kind: 'group', role: 'group', name: '' });

/** Whether its text is part of its name and need not be repeated. */
export const absorbsText = (seen: SnapshotNode): boolean => seen.kind === 'named' && !(seen.guessed && seen.unnamed);

export const isShownAsControl = (interest: Interactivity, muted: boolean, inTarget: boolean): boolean => {
  switch (interest) {
    case 'sure':
    case 'heard':
    case 'focusable':
      return true;
    case 'guessed':
      return !muted;
    case 'icon':
      return !muted && !inTarget;
    case 'none':
      return false;
  }
};

/** A narrower or lower element without a name is the edge of another. */
const MIN_BARE = 8;
