// One look at the document: what was found out during one command, so that it is computed once.
//
// Invariant: a look never outlives its command; the page may be a different one right afterwards.

import { isLabelable, labelsIn } from '../dom/control';
import { createRange, documentElement, labelControl, queryAll, rootOf, styleOf, tag, TOP_LAYER } from '../dom/dom';
import { Counters } from './counters';
import type { GeneratedBox } from './generated_boxes';
import { elementsWithGeneratedText } from './style_rules';
import type { Visibility } from './visible';

/** What kind of picture an `<svg>` is: an icon says nothing by itself, and of many shapes only those are told that can be touched. */
export type DrawingKind = 'icon' | 'few' | 'many';

/** A computed style always tells the present, so that it may outlive a look. */
const styles = new WeakMap<Element, CSSStyleDeclaration>();

export class Look {
  readonly #labels = new Map<Node, Map<Element, readonly HTMLLabelElement[]>>();
  readonly #range: Range;
  #counters: Counters | null = null;
  #written: ReadonlySet<Element> | null = null;
  #hasTopLayer: boolean | undefined;
  readonly roles = new Map<Element, string>();
  readonly names = new Map<Element, string>();
  /** What the content of an element names besides itself, so far. */
  readonly labelled = new Map<Element, Set<Element>>();
  readonly drawings = new Map<Element, DrawingKind>();
  /** The sights around what was asked about by itself: the cells of a table share theirs. */
  readonly visibilities = new Map<Element, Visibility>();
  /** What the content of an element adds to a name, where that does not depend on who asks. */
  readonly contents = new Map<Element, string>();
  /** The opaque boxes that CSS puts over the content of an element, once somebody asked. */
  readonly generated = new Map<Element, readonly GeneratedBox[]>();
  /** How many more nodes may be visited for names; what comes after is named by its attributes alone. */
  namingBudget = 1_000_000;

  /** How many more elements may be asked whether they lie behind a text that nothing else sets off. */
  backdropBudget = 5_000;

  /** The elements that stylesheets may write words before or after. */
  get withGeneratedText(): ReadonlySet<Element> {
    this.#written ??= elementsWithGeneratedText(this.document);
    return this.#written;
  }

  /** Counted only when something shows a counter. */
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

  /** The labels of a control. Asking the control itself would search the whole document each time. */
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

  /** One element is called by the content of another. */
  labels(label: Element, element: Element): void {
    const named = this.labelled.get(label);
    if (named === undefined) this.labelled.set(label, new Set([element]));
    else named.add(element);
  }

  /** Where a text is painted; of a very long one, where it begins. */
  textRect(text: Text, length: number): DOMRect {
    this.#range.selectNodeContents(text);
    if (length > MAX_MEASURED) this.#range.setEnd(text, MAX_MEASURED);
    return this.#range.getBoundingClientRect();
  }

  /** Lets go of the document, whose changes would otherwise have to keep the range up to date. */
  close(): void {
    this.#range.selectNode(documentElement(this.document));
  }
}

/** Characters of a text that are asked for their place; each line of it costs. */
const MAX_MEASURED = 2_000;
