// Where in the tree of a snapshot the content of an element is inserted.

import type { SnapshotNode } from './node';

export interface InsertionPoint {
  readonly node: SnapshotNode;
  readonly block: Element;
  /** Inside an element that is named by its content: only controls are listed. */
  readonly controlsOnly: boolean;
  /** Text that a label has already given to its control. */
  readonly labelText: string;
  readonly depth: number;
}

/** The same insertion point, in another block. */
export const inBlock = (outer: InsertionPoint, block: Element): InsertionPoint => ({
  node: outer.node,
  block,
  controlsOnly: outer.controlsOnly,
  labelText: outer.labelText,
  depth: outer.depth,
});
