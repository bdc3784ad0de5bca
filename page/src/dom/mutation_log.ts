// The changes in a document since a moment: the values that texts and attributes had then, and where nodes were.
//
// Only first old values are kept, so a place that changes all the time takes one entry.

import { baseUri, childNodes, data, isConnected, isElement, isText, parentNode, tag } from './dom';
import { setOf } from './text';

export class MutationLog {
  readonly #texts = new Map<Node, string>();
  readonly #attributes = new Map<Element, Map<string, string | null>>();
  /** Nodes that were removed or moved, with their parents at that moment. */
  readonly #parents = new Map<Node, Node>();
  readonly #added = new Set<Node>();
  #base: string | null = null;
  readonly #observer = new MutationObserver((records) => {
    this.#add(records);
  });

  constructor(private readonly document: Document) {}

  /** Also records the changes in a shadow root; observing a root again does nothing. */
  observe(root: Node): void {
    this.#observer.observe(root, OBSERVED);
  }

  /** Begins anew: the document as it is now is what later changes are compared with. */
  restart(): void {
    this.observe(this.document);
    this.#observer.takeRecords();
    this.#texts.clear();
    this.#attributes.clear();
    this.#parents.clear();
    this.#added.clear();
    this.#base = baseUri(this.document);
  }

  /** Whether nothing at all has changed; takes in the changes that were not reported yet. */
  isEmpty(): boolean {
    this.#add(this.#observer.takeRecords());
    return this.#size === 0 && !this.hasOtherBase();
  }

  /** So much has changed that not everything could be kept. */
  get isOverfull(): boolean {
    return this.#size >= MAX_ENTRIES;
  }

  /** Whether relative addresses lead elsewhere. */
  hasOtherBase(): boolean {
    return this.#base !== null && this.#base !== baseUri(this.document);
  }

  /** The attributes of an element that were recorded, with the values that they had. */
  attributesOf(element: Element): Iterable<[string, string | null]> {
    return this.#attributes.get(element) ?? [];
  }

  isAdded(node: Node): boolean {
    return this.#added.has(node);
  }

  /** Whether the node is in the document, but with another parent. */
  isElsewhere(node: Node): boolean {
    const parent = this.#parents.get(node);
    return parent !== undefined && parent !== parentNode(node);
  }

  /** Texts that are new, and where they are. */
  *addedTexts(): Iterable<[Text, string]> {
    for (const text of this.#texts.keys()) if (isText(text) && isConnected(text)) yield [text, data(text)];
    for (const node of this.#added) if (isConnected(node)) for (const text of textsIn(node)) yield [text, data(text)];
  }

  /** Texts that are no longer as they were, and the node in the document where they were. */
  *removedTexts(): Iterable<[Node, string]> {
    for (const [text, old] of this.#texts) if (isConnected(text)) yield [text, old];
    for (const [node, parent] of this.#parents) {
      if (isConnected(node) || !isConnected(parent)) continue;
      for (const text of textsIn(node)) yield [parent, this.#texts.get(text) ?? data(text)];
    }
  }

  /** Elements that were removed, with the parent that they had. */
  *removedElements(): Iterable<[Element, Node]> {
    for (const [node, parent] of this.#parents)
      if (isElement(node) && !isConnected(node) && isConnected(parent)) yield [node, parent];
  }

  get #size(): number {
    return this.#texts.size + this.#attributes.size + this.#parents.size + this.#added.size;
  }

  #add(records: readonly MutationRecord[]): void {
    for (const record of records) {
      if (this.isOverfull) return;
      const { target, type, attributeName: name, oldValue: old } = record;
      if (type === 'characterData') {
        if (!this.#texts.has(target)) this.#texts.set(target, old ?? '');
      } else if (type === 'attributes') {
        if (name !== null && isElement(target) && tellsIdentity(name)) this.#addAttribute(target, name, old);
      } else this.#addChildren(record);
    }
  }

  #addAttribute(element: Element, name: string, old: string | null): void {
    const known = this.#attributes.get(element) ?? new Map<string, string | null>();
    if (!known.has(name)) known.set(name, old);
    this.#attributes.set(element, known);
  }

  #addChildren({ target, removedNodes, addedNodes }: MutationRecord): void {
    for (const node of removedNodes)
      if (!this.#added.delete(node) && !this.#parents.has(node)) this.#parents.set(node, target);
    for (const node of addedNodes) if (!this.#parents.has(node)) this.#added.add(node);
  }
}

/** The texts of a node, at a bounded cost. */
export function* textsIn(node: Node): Iterable<Text> {
  const open: Node[] = [node];
  for (let at = open.pop(), left = MAX_TEXTS; at !== undefined && left > 0; at = open.pop(), left -= 1) {
    if (isText(at)) yield at;
    else if (isElement(at) && !SILENT.has(tag(at))) open.push(...[...childNodes(at)].reverse());
  }
}

/** Attributes by which a page tells its items apart, or that decide where a control leads; never those of style and state. */
export function tellsIdentity(name: string): boolean {
  if (!name.startsWith('data-')) return IDENTITY.has(name);
  return !STATES.has(name.slice(name.lastIndexOf('-') + 1));
}

const OBSERVED: MutationObserverInit = {
  subtree: true,
  childList: true,
  characterData: true,
  characterDataOldValue: true,
  attributes: true,
  attributeOldValue: true,
};
const IDENTITY = setOf(
  'id name type value href form formaction formmethod formenctype action method enctype for slot aria-label alt disabled',
);
/** Last words of data attributes by which frameworks show states. */
const STATES = setOf(
  'state status hover hovered active inactive focus focused visible within highlighted selected open opened closed expanded collapsed pressed checked disabled invalid touched dirty side align placement orientation dragging loading loaded busy current enter leave motion animating theme mode count scroll scrolled escaped hidden shown title time',
);
const SILENT = setOf('script style template noscript');
const MAX_ENTRIES = 20_000;
const MAX_TEXTS = 2_000;
