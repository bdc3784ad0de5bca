// The event listeners of the page. A script cannot read them; the browser can, and reports them here.
//
// Invariant: a listener is only a hint and never makes an element visible.

import { setOf } from './text';

/** The act of a person that triggers the listener: click, drag, drop something on it, or sort its entries. */
export type ListenerKind = 'click' | 'drag' | 'drop' | 'sort';

const heardFor: Readonly<Record<ListenerKind, WeakSet<Element>>> = {
  click: new WeakSet(),
  drag: new WeakSet(),
  drop: new WeakSet(),
  sort: new WeakSet(),
};
const anything = new WeakSet<Node>();

/** Records that the page listens on each node for these event types, separated by spaces. */
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

/** Whether the page listens on the node for any event that a press can cause. */
export const hasAnyListener = (node: Node): boolean => anything.has(node);

const LISTENER_KINDS = ['click', 'drag', 'drop', 'sort'] as const;
const PRESSES = setOf('mousedown pointerdown touchstart');
const MOVES = setOf('mousemove pointermove touchmove');
const ENDS = setOf('click mouseup pointerup touchend dblclick auxclick contextmenu');
const CLICKS = new Set([...PRESSES, ...ENDS]);
