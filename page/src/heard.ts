// What the page listens on. A script cannot ask for that; the browser can, and tells it here.
//
// Invariant: only hints come from here, never an element: what nobody can see stays unseen however loudly it is listened to.

import { setOf } from './text';

/** What a person would do to be heard: click, or press and move. */
export type Hearing = 'click' | 'drag';

const clicks = new WeakSet<Element>();
const drags = new WeakSet<Element>();
const anything = new WeakSet<Node>();

/** Takes note that the page listens on each node for these event types, given as words in one line. */
export function hear(nodes: readonly unknown[], types: string): void {
  const heard = new Set(types.split(' '));
  const isClicked = [...CLICKS].some((type) => heard.has(type));
  const isDragged =
    heard.has('dragstart') ||
    ([...PRESSES].some((type) => heard.has(type)) && [...MOVES].some((type) => heard.has(type)));
  for (const node of nodes) {
    if (node instanceof Node) anything.add(node);
    if (!(node instanceof Element)) continue;
    if (isClicked) clicks.add(node);
    if (isDragged) drags.add(node);
  }
}

export const isHeard = (element: Element, hearing: Hearing): boolean =>
  hearing === 'click' ? clicks.has(element) : drags.has(element);

/** Whether the page listens on it for anything that may follow from a press. */
export const isListenedOn = (node: Node): boolean => anything.has(node);

const PRESSES = setOf('mousedown pointerdown touchstart');
const MOVES = setOf('mousemove pointermove touchmove');
const CLICKS = new Set([...PRESSES, ...setOf('click mouseup pointerup touchend dblclick auxclick contextmenu')]);
