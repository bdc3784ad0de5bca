// One look at the document: what was found out during one command, so that it is computed once.
//
// Invariant: a look never outlives its command; the page may be a different one right afterwards.

import { createRange, documentElement, styleOf } from './dom';

export class Look {
  readonly #styles = new Map<Element, CSSStyleDeclaration>();
  readonly #range: Range;
  readonly roles = new Map<Element, string>();
  /** How many more nodes may be visited for names; what comes after is named by its attributes alone. */
  namingBudget = 1_000_000;

  constructor(readonly document: Document) {
    this.#range = createRange(document);
  }

  style(element: Element): CSSStyleDeclaration {
    const known = this.#styles.get(element);
    if (known !== undefined) return known;
    const style = styleOf(element);
    this.#styles.set(element, style);
    return style;
  }

  /** Where a text is painted. */
  textRect(text: Text): DOMRect {
    this.#range.selectNodeContents(text);
    return this.#range.getBoundingClientRect();
  }

  /** Lets go of the document, whose changes would otherwise have to keep the range up to date. */
  close(): void {
    this.#range.selectNode(documentElement(this.document));
  }
}
