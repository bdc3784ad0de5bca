// Numbers for elements: each is given once, never to another element, and kept only in this script's memory.

import { isConnected } from './dom';
import { Failure } from './failure';

export class Refs {
  readonly #numbers = new WeakMap<Element, number>();
  readonly #elements = new Map<number, WeakRef<Element>>();
  readonly #gone = new FinalizationRegistry<number>((node) => this.#elements.delete(node));
  #last = 0;

  numberOf(element: Element): number {
    const known = this.#numbers.get(element);
    if (known !== undefined) return known;
    this.#last += 1;
    this.#numbers.set(element, this.#last);
    this.#elements.set(this.#last, new WeakRef(element));
    this.#gone.register(element, this.#last);
    return this.#last;
  }

  /** The element that has this number, which must still be in the document. */
  resolve(node: number): Element {
    if (node > this.#last || node < 1)
      throw new Failure('unknown', `no element has the number ${node}; take a snapshot`);
    const element = this.#elements.get(node)?.deref();
    if (element !== undefined && isConnected(element)) return element;
    throw new Failure('stale', `element ${node} is no longer in the document; take a new snapshot`);
  }
}
