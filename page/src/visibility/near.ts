// Which parts of a large document are so far from the viewport that they are only counted.
//
// Invariant: a visible element is never left out. An element may show content far from its own box, so the elements at
// points all over the viewport keep all their ancestors from being left out.

import { elementAtPoint, elementCount, flatParent, focusedElement, rectOf, scrollHeight } from '../dom/dom';

export type Side = 'above' | 'below';

export class Near {
  readonly #kept = new Set<Element>();
  readonly #tall = new Map<Element, boolean>();
  readonly #top: number;
  readonly #bottom: number;

  /** Null for a document that is small enough to be looked at as a whole. */
  static of(document: Document): Near | null {
    const count = elementCount(document);
    if (count <= LARGE) return null;
    // The more elements there are, the longer the browser takes to find the element at a point.
    return count > HUGE ? new Near(document, ROWS / 2, COLUMNS / 2) : new Near(document, ROWS, COLUMNS);
  }

  private constructor(document: Document, rows: number, columns: number) {
    const { innerWidth, innerHeight } = window;
    this.#top = -innerHeight * MARGIN;
    this.#bottom = innerHeight * (1 + MARGIN);
    this.#keep(focusedElement(document));
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1)
        this.#keep(
          elementAtPoint(document, ((column + 0.5) * innerWidth) / columns, ((row + 0.5) * innerHeight) / rows),
        );
  }

  /** On which side of the view an element lies that need not be visited; null if it must be visited. */
  beyond(element: Element): Side | null {
    const parent = flatParent(element);
    // A card at the border is visited as a whole.
    if (this.#kept.has(element) || parent === null || !this.#isTall(parent)) return null;
    const box = rectOf(element);
    // A box without height may hold content that is positioned elsewhere.
    if (box.height < 1) return null;
    if (box.bottom < this.#top) return 'above';
    return box.top > this.#bottom ? 'below' : null;
  }

  /** Whether the content of an element is higher than a screen. */
  #isTall(element: Element): boolean {
    let tall = this.#tall.get(element);
    if (tall === undefined) {
      tall = scrollHeight(element) > window.innerHeight;
      this.#tall.set(element, tall);
    }
    return tall;
  }

  #keep(element: Element | null): void {
    for (let at = element; at !== null && !this.#kept.has(at); at = flatParent(at)) this.#kept.add(at);
  }
}

/** A document of more elements is large. */
const LARGE = 1_500;
const HUGE = 30_000;
/** Share of a screen above and below the viewport that is visited, too. */
const MARGIN = 0.5;
const ROWS = 6;
const COLUMNS = 8;
