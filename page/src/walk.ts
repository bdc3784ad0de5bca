// Walks the document as it is painted, without recursion, and tells a visitor of what can be seen.

import { data, flatChildren, isElement, isText, shadowOf, tag } from './dom';
import type { Look } from './look';
import { watchPasswords } from './secret';
import { setOf } from './text';
import { type Sight, sightOf, textSight } from './visible';

/** `P` is what the visitor hands from an element to its children. */
export interface Visitor<P> {
  /** An element that is not hidden as a whole. Answers what its children get, or null to pass over them. */
  enter(element: Element, sight: Sight, outer: P): P | null;
  /** After the children of an element whose `enter` answered `mine`. */
  leave(element: Element, mine: P, outer: P): void;
  /** A text that shows. */
  text(text: Text, parent: Element, sight: Sight, box: DOMRect, faint: boolean, outer: P): void;
  /** White space between two pieces. */
  space(outer: P): void;
  /** An element nothing of which can be seen. */
  unseen(element: Element, outer: P): void;
  /** True ends the walk. */
  full(): boolean;
}

interface Frame<P> {
  readonly element: Element;
  readonly children: Iterator<Node>;
  readonly sight: Sight;
  readonly mine: P;
  readonly outer: P;
}

export function walk<P>(root: Element, outer: Sight, start: P, look: Look, visitor: Visitor<P>): void {
  const stack: Frame<P>[] = [];
  const open = (element: Element, around: Sight, given: P): void => {
    if (NEVER.has(tag(element))) return;
    const sight = sightOf(element, around, look);
    if (sight === null) {
      visitor.unseen(element, given);
      return;
    }
    const shadow = shadowOf(element);
    if (shadow !== null) watchPasswords(shadow);
    const mine = visitor.enter(element, sight, given);
    if (mine === null) return;
    stack.push({ element, children: flatChildren(element)[Symbol.iterator](), sight, mine, outer: given });
  };
  open(root, outer, start);
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const next = visitor.full() ? { done: true as const, value: undefined } : frame.children.next();
    if (next.done === true) {
      stack.pop();
      visitor.leave(frame.element, frame.mine, frame.outer);
    } else if (isText(next.value)) {
      if (data(next.value).trim() === '') {
        visitor.space(frame.mine);
        continue;
      }
      const seen = textSight(next.value, frame.element, frame.sight, look);
      if (seen !== null) visitor.text(next.value, frame.element, frame.sight, seen.box, seen.faint, frame.mine);
    } else if (isElement(next.value)) {
      open(next.value, frame.sight, frame.mine);
    }
  }
}

const NEVER = setOf(
  'script style template noscript head svg:defs svg:title svg:desc svg:style svg:metadata svg:symbol',
);
