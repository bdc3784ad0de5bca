// Texts with a ref: passages of a small page, which can be selected, and labels that are positioned over the page, as
// the entries of a calendar, whose place matters.

import { children, css, flatParent, rectOf } from '../../dom/dom';
import type { Look } from '../../visibility/look';
import type { SnapshotNode } from '../node';

interface Found {
  readonly node: SnapshotNode;
  /** Inside no element with a ref. */
  readonly free: boolean;
  /** Inside no control. */
  readonly bare: boolean;
}

/** Gives texts refs, unless there are so many that they would drown the controls. */
export function offerPassages(roots: readonly SnapshotNode[], look: Look): void {
  const all: Found[] = roots.map((node) => ({ node, free: true, bare: true }));
  for (let at = 0; at < all.length && all.length <= MAX_LOOKED_AT; at += 1) {
    const found = all[at];
    if (found === undefined) break;
    const free = found.free && found.node.target === null;
    const bare = free || (found.bare && found.node.role === 'region');
    for (const node of found.node.kids) all.push({ node, free, bare });
  }
  const isSmall = all.length <= MAX_SMALL;
  const taken = new Set(all.map(({ node }) => node.target));
  for (const { node, free, bare } of all) {
    const { block } = node;
    if (!bare || block === null || node.target !== null || node.role !== 'text' || taken.has(block)) continue;
    if (!(isSmall && free && isPassage(node.name)) && !liesOver(block, look)) continue;
    taken.add(block);
    node.target = block;
    node.box = rectOf(block);
  }
}

/** Two words are a label, three may be worth copying. */
function isPassage(text: string): boolean {
  const words = text.split(' ').length;
  return words >= MIN_WORDS || (words === 2 && text.length >= MIN_PASSAGE);
}

/** Whether a block is positioned over other content; a text may be all that such a box holds. */
function liesOver(block: Element, look: Look): boolean {
  const box = flatParent(block);
  return isPlaced(block, look) || (box !== null && children(box).length === 1 && isPlaced(box, look));
}

function isPlaced(box: Element, look: Look): boolean {
  const style = look.style(box);
  if (css(style, 'position') !== 'absolute') return false;
  return !CLEAR.has(css(style, 'background-color')) || css(style, 'background-image') !== 'none';
}

const CLEAR = new Set(['rgba(0, 0, 0, 0)', 'transparent', '']);
/** Pages with more nodes are not small. */
const MAX_SMALL = 16;
/** Pages with more nodes are not searched for positioned labels. */
const MAX_LOOKED_AT = 300;
const MIN_WORDS = 3;
const MIN_PASSAGE = 16;
