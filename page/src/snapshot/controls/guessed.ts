// What an element is shown as when nothing but a listener, a cursor or its looks says that it can be touched.

import { MAX_NAME } from '../../dom/text';
import type { SnapshotNode } from '../node';
import type { Interactivity } from './interactive';

/** How such an element is shown, or null when there is nothing to call it by. */
export function asControl(seen: SnapshotNode, interest: Interactivity): SnapshotNode | null {
  const heard = interest === 'heard';
  if (seen.name === '' && (!heard || isEdge(seen))) return null;
  const shown = seen.name.length > MAX_NAME && !seen.unnamed ? opened(seen) : seen;
  shown.guessed = true;
  if (!heard && !shown.states.includes('guessed')) shown.states.push('guessed');
  return shown;
}

/** Between columns, to be pulled. */
const isEdge = ({ box }: SnapshotNode): boolean => box !== null && Math.min(box.width, box.height) < MIN_BARE;

/** What says more than a name can hold is no button but a part of the page, told piece by piece. */
const opened = (seen: SnapshotNode): SnapshotNode => ({ ...seen, kind: 'group', role: 'group', name: '' });

/** Whether text inside it is part of its name and need not be told again. */
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

/** A thing without a name that is less wide or high than this is the edge of another. */
const MIN_BARE = 8;
