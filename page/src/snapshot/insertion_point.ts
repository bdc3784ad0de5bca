// Where in the tree of a snapshot the content of an element is inserted.

import type { SnapshotNode } from './node';

export interface InsertionPoint {
  readonly seen: SnapshotNode;
  readonly block: Element;
  /** Inside an element that is named by its content: only controls are listed. */
  readonly muted: boolean;
  /** Text that a label has already given to its control. */
  readonly said: string;
  readonly depth: number;
}

/** The same insertion point, in another block. */
export const inBlock = (outer: InsertionPoint, block: Element): InsertionPoint => ({
  seen: outer.seen,
  block,
  muted: outer.muted,
  said: outer.said,
  depth: outer.depth,
});
