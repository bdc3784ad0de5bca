// What the page listens on. A script cannot ask for that; the browser can, and tells it here.
//
// Invariant: only hints come from here, never an element: what nobody can see stays unseen however loudly it is listened to.

import { setOf } from './text';

/** What a person would do to be heard: click, press and move, let something fall, or take something out of it. */
export type ListenerKind = 'click' | 'drag' | 'drop' | 'sort';

const heardFor: Readonly<Record<ListenerKind, WeakSet<Element>>> = {
  click: new WeakSet(),
  drag: new WeakSet(),
  drop: new WeakSet(),
  sort: new WeakSet(),
};
const anything = new WeakSet<Node>();

/** Takes note that the page listens on each node for these event types, given as words in one line. */
export function recordListeners(nodes: readonly unknown[], types: string): void {
  const heard = new Set(types.split(' '));
  const isAny = (of: ReadonlySet<string>): boolean => [...of].some((type) => heard.has(type));
  const is: Readonly<Record<ListenerKind, boolean>> = {
    click: isAny(CLICKS),
    drag: heard.has('dragstart') || (isAny(PRESSES) && isAny(MOVES)),
    drop: heard.has('drop'),
    sort: isAny(PRESSES) && heard.has('dragover') && !isAny(ENDS),
  };
  for (const node of nodes) {
    if (node instanceof Node) anything.add(node);
    if (node instanceof Element) for (const hearing of LISTENER_KINDS) if (is[hearing]) heardFor[hearing].add(node);
  }
}

export const hasListenerFor = (element: Element, hearing: ListenerKind): boolean => heardFor[hearing].has(element);

/** Whether the page listens on it for anything that may follow from a press. */
export const hasAnyListener = (node: Node): boolean => anything.has(node);

const LISTENER_KINDS = ['click', 'drag', 'drop', 'sort'] as const;
const PRESSES = setOf('mousedown pointerdown touchstart');
const MOVES = setOf('mousemove pointermove touchmove');
const ENDS = setOf('click mouseup pointerup touchend dblclick auxclick contextmenu');
const CLICKS = new Set([...PRESSES, ...ENDS]);
