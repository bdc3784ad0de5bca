// The state of one look at the document, so that each fact is computed once.
//
// Invariant: a look never outlives its command, because the page may change right afterwards.

import { isLabelable, labelsIn } from '../dom/control';
import { createRange, documentElement, labelControl, queryAll, rootOf, styleOf, tag, TOP_LAYER } from '../dom/dom';
import { Counters } from './counters';
import type { GeneratedBox } from './generated_boxes';
import { elementsWithGeneratedText } from './style_rules';
import type { Visibility } from './visible';

/**
 * The kind of drawing that an `<svg>` is: an icon says nothing by itself, and of a drawing with many shapes only the
 * interactive ones are listed.
 */
export type DrawingKind = 'icon' | 'few' | 'many';

/** A computed style is live, so it may outlive a look. */
const styles = new WeakMap<Element, CSSStyleDeclaration>();

export class Look {
  readonly #labels = new Map<Node, Map<Element, readonly HTMLLabelElement[]>>();
  readonly #range: Range;
  #counters: Counters | null = null;
  #written: ReadonlySet<Element> | null = null;
  #hasTopLayer: boolean | undefined;
  readonly roles = new Map<Element, string>();
  readonly names = new Map<Element, string>();
  /** The other elements that the content of an element names, as far as known. */
  readonly labelled = new Map<Element, Set<Element>>();
  readonly drawings = new Map<Element, DrawingKind>();
  /** The visibilities of the ancestors of single elements: the cells of a table share theirs. */
  readonly visibilities = new Map<Element, Visibility>();
  /** The name that the content of an element adds, if it does not depend on the caller. */
  readonly contents = new Map<Element, string>();
  /** The opaque boxes that CSS generates over the content of an element, computed on demand. */
  readonly generated = new Map<Element, readonly GeneratedBox[]>();
  /** How many more nodes may be visited for names; later elements are named by their attributes alone. */
  namingBudget = 1_000_000;

  /** How many more elements may be tested as the background of a text. */
  backdropBudget = 5_000;

  /** The elements before or after which stylesheets may generate text. */
  get withGeneratedText(): ReadonlySet<Element> {
    this.#written ??= elementsWithGeneratedText(this.document);
    return this.#written;
  }

  /** Counted on demand, when an element shows a counter. */
  get counters(): Counters {
    this.#counters ??= new Counters(this.document);
    return this.#counters;
  }

  /** Whether anything is in the top layer, shadow roots aside. */
  get hasTopLayer(): boolean {
    this.#hasTopLayer ??= queryAll(this.document, TOP_LAYER).length > 0;
    return this.#hasTopLayer;
  }

  constructor(readonly document: Document) {
    this.#range = createRange(document);
  }

  style(element: Element): CSSStyleDeclaration {
    let style = styles.get(element);
    if (style === undefined) {
      style = styleOf(element);
      styles.set(element, style);
    }
    return style;
  }

  /** The labels of a control. Its own `labels` would search the whole document each time. */
  labelsOf(element: Element): readonly HTMLLabelElement[] {
    if (!isLabelable(element) && !tag(element).includes('-')) return [];
    const root = rootOf(element);
    let addLabel = this.#labels.get(root);
    if (addLabel === undefined) {
      addLabel = new Map();
      for (const label of labelsIn(root)) {
        const control = labelControl(label);
        if (control !== null) addLabel.set(control, [...(addLabel.get(control) ?? []), label]);
      }
      this.#labels.set(root, addLabel);
    }
    return addLabel.get(element) ?? [];
  }

  /** Records that one element is named by the content of another. */
  recordLabel(label: Element, element: Element): void {
    const named = this.labelled.get(label);
    if (named === undefined) this.labelled.set(label, new Set([element]));
    else named.add(element);
  }

  /** The box of a text; for a very long one, of its beginning. */
  textRect(text: Text, length: number): DOMRect {
    this.#range.selectNodeContents(text);
    if (length > MAX_MEASURED) this.#range.setEnd(text, MAX_MEASURED);
    return this.#range.getBoundingClientRect();
  }

  /** Releases the range, which the browser would otherwise update with every change of the document. */
  close(): void {
    this.#range.selectNode(documentElement(this.document));
  }
}

/** Characters of a text that are measured; each line of it costs. */
const MAX_MEASURED = 2_000;
