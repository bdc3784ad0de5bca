// Elements that an action added and that stay transparent for a moment, while the page measures them or fades them in.

import { children, css, isConnected, isElement, styleOf, textContent } from '../dom/dom';
import { MIN_OPACITY } from '../visibility/visible';

export class NewElements {
  #added: Element[] = [];
  #since = -Infinity;

  forget(): void {
    this.#added = [];
  }

  /** Records added nodes. */
  add(nodes: Iterable<Node>, now: number): void {
    for (const node of nodes) {
      if (!isElement(node) || this.#added.length >= MOST_NOTED) continue;
      this.#added.push(node);
      this.#since = now;
    }
  }

  /** Whether a new element with text is still transparent. */
  areTransparent(now: number): boolean {
    return now - this.#since < HELD_AT_MOST && this.#added.some(isStillTransparent);
  }
}

/** The transparent element lies near the root of the added part. */
function isStillTransparent(root: Element): boolean {
  if (!isConnected(root) || !/\S/.test(textContent(root) ?? '')) return false;
  const open = [root];
  for (let at = open.shift(), count = 0; at !== undefined && count < MOST_ASKED; at = open.shift(), count += 1) {
    const style = styleOf(at);
    if (css(style, 'display') === 'none' || css(style, 'visibility') !== 'visible') continue;
    if (Number(css(style, 'opacity')) < MIN_OPACITY) return true;
    open.push(...children(at));
  }
  return false;
}

/** An element that stays transparent for longer is meant to. */
const HELD_AT_MOST = 150;
const MOST_NOTED = 8;
const MOST_ASKED = 12;
