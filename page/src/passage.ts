// Passages of text that can be selected: on a small page they have a number like anything else that can be touched.

import { rectOf } from './dom';
import type { Seen } from './seen';

/** Gives the passages of a page their elements, unless there is so much on it that this would drown the controls. */
export function offerPassages(roots: readonly Seen[]): void {
  const all: { seen: Seen; free: boolean }[] = roots.map((seen) => ({ seen, free: true }));
  for (let at = 0; at < all.length; at += 1) {
    if (all.length > MAX_SMALL) return;
    const { seen, free } = all[at] ?? {};
    if (seen === undefined) break;
    for (const kid of seen.kids) all.push({ seen: kid, free: free === true && seen.target === null });
  }
  const taken = new Set(all.map(({ seen }) => seen.target));
  for (const { seen, free } of all) {
    const { block } = seen;
    if (!free || block === null || seen.target !== null || seen.role !== 'text' || taken.has(block)) continue;
    if (!isPassage(seen.name)) continue;
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

/** Pages of more nodes are not small. */
const MAX_SMALL = 16;
const MIN_WORDS = 3;
const MIN_PASSAGE = 16;
