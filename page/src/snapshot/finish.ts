// Facts that are known only after the whole document has been walked: covers, names of fields after their neighbours,
// and content locked by a modal dialog.

import { flatContains, flatParent } from '../dom/dom';
import { nameFieldsByNeighbours } from './names/neighbour_labels';
import type { SnapshotNode } from './node';

/** Replaces each cover by the nearest element around it that has a ref, if one has. */
export function nameCovers(root: SnapshotNode): void {
  const covered: SnapshotNode[] = [];
  visit(root, (node) => {
    if (node.cover !== null) covered.push(node);
  });
  if (covered.length === 0) return;
  const targets = new Set<Element>();
  visit(root, (node) => {
    if (node.target !== null) targets.add(node.target);
  });
  for (const node of covered) {
    let at = node.cover;
    while (at !== null && !targets.has(at)) at = flatParent(at);
    node.cover = at !== null && flatContains(at, node.target) ? null : at;
    node.covered = true;
  }
}

/** Names fields without a name by the text beside them. */
export function nameByNeighbours(root: SnapshotNode): void {
  visit(root, ({ kids }) => {
    nameFieldsByNeighbours(kids);
  });
}

/** Marks everything outside of a modal dialog, which cannot be used while it is open, and treats it as out of view. */
export function lockBehind(root: SnapshotNode, modal: SnapshotNode): void {
  const around = new Set<SnapshotNode>();
  const path: SnapshotNode[] = [];
  const open: (SnapshotNode | null)[] = [root];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === null) {
      path.pop();
      continue;
    }
    if (at === modal) for (const outer of path) around.add(outer);
    path.push(at);
    open.push(null, ...at.kids);
  }
  const left: SnapshotNode[] = [root];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (at === modal) continue;
    if (!around.has(at)) lock(at);
    for (const kid of at.kids) left.push(kid);
  }
}

function lock(node: SnapshotNode): void {
  node.inView = false;
  node.covered = false;
  const says = node.target !== null || (node.kids.length === 0 && node.name !== '');
  if (says && !node.states.includes('inert')) node.states.push('inert');
}

function visit(root: SnapshotNode, look: (node: SnapshotNode) => void): void {
  const open = [root];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    look(at);
    for (const kid of at.kids) open.push(kid);
  }
}
