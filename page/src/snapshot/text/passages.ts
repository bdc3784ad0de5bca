// Texts with a number like anything else that can be touched: passages of a small page, which can be selected, and labels
// that lie over the page, as the entries of a calendar do, of which it counts where they are.

import { children, css, flatParent, rectOf } from '../../dom/dom';
import type { Look } from '../../visibility/look';
import type { SnapshotNode } from '../node';

interface Found {
  readonly seen: SnapshotNode;
  /** In nothing that has a number. */
  readonly free: boolean;
  /** In no control. */
  readonly bare: boolean;
}

/** Gives texts their elements, unless there is so much on the page that this would drown the controls. */
export function offerPassages(roots: readonly SnapshotNode[], look: Look): void {
  const all: Found[] = roots.map((seen) => ({ seen, free: true, bare: true }));
  for (let at = 0; at < all.length && all.length <= MAX_LOOKED_AT; at += 1) {
    const found = all[at];
    if (found === undefined) break;
    const free = found.free && found.seen.target === null;
    const bare = free || (found.bare && found.seen.role === 'region');
    for (const seen of found.seen.kids) all.push({ seen, free, bare });
  }
  const isSmall = all.length <= MAX_SMALL;
  const taken = new Set(all.map(({ seen }) => seen.target));
  for (const { seen, free, bare } of all) {
    const { block } = seen;
    if (!bare || block === null || seen.target !== null || seen.role !== 'text' || taken.has(block)) continue;
    if (!(isSmall && free && isPassage(seen.name)) && !liesOver(block, look)) continue;
    taken.add(block);
    seen.target = block;
    seen.box = rectOf(block);
  }
}

/** Two words are a label, three may be worth copying. */
function isPassage(text: string): boolean {
  const words = text.split(' ').length;
  return words >= MIN_WORDS || (words === 2 && text.length >= MIN_PASSAGE);
}

/** Painted in a place of its own, over whatever is there; it may be all that such a box holds. */
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
/** Pages of more nodes are not small. */
const MAX_SMALL = 16;
/** Of still larger ones, nothing is looked at for this. */
const MAX_LOOKED_AT = 300;
const MIN_WORDS = 3;
const MIN_PASSAGE = 16;
