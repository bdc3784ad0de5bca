// Which elements the page listens on. A script cannot ask for that; the browser can, and tells it here.
//
// Invariant: only hints come from here, never an element: what nobody can see stays unseen however loudly it is listened to.

import { setOf } from './text';

/** What a person would do to be heard: click, or press and move. */
export type Hearing = 'click' | 'drag';

const clicks = new WeakSet<Element>();
const drags = new WeakSet<Element>();

/** Takes note that the page listens on each element for these event types, given as words in one line. */
export function hear(elements: readonly unknown[], types: string): void {
  const heard = new Set(types.split(' '));
  const isClicked = [...CLICKS].some((type) => heard.has(type));
  const isDragged =
    heard.has('dragstart') ||
    ([...PRESSES].some((type) => heard.has(type)) && [...MOVES].some((type) => heard.has(type)));
  for (const element of elements) {
    if (!(element instanceof Element)) continue;
    if (isClicked) clicks.add(element);
    if (isDragged) drags.add(element);
  }
}

export const isHeard = (element: Element, hearing: Hearing): boolean =>
  hearing === 'click' ? clicks.has(element) : drags.has(element);

const PRESSES = setOf('mousedown pointerdown touchstart');
const MOVES = setOf('mousemove pointermove touchmove');
const CLICKS = new Set([...PRESSES, ...setOf('click mouseup pointerup touchend dblclick auxclick contextmenu')]);
