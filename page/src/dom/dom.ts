// The only place that reads the document.
//
// A form or a document shows its controls as properties of its own, so `form.parentNode` may be an <input name=parentNode>.
// Everything here therefore goes through getters and methods taken once from the prototypes, which a page cannot reach.

import { getter, method, part } from './capture';
import { attr, SVG, tag } from './element_cache';

export {
  attr,
  attributesOf,
  hasAnyAttr,
  hasAria,
  hasAttr,
  hasAttributes,
  namespace,
  ownsAttr,
  cachedPerElement,
  SVG,
  tag,
  keywordAttr as word,
  XHTML,
} from './element_cache';

const XLINK = 'http://www.w3.org/1999/xlink';

// Nodes
export const parentNode = getter(Node, 'parentNode');
export const childNodes = getter(Node, 'childNodes');
export const firstChild = getter(Node, 'firstChild');
export const firstElement = getter(Element, 'firstElementChild');
export const children = getter(Element, 'children');
export const nextElement = getter(Element, 'nextElementSibling');
export const previousElement = getter(Element, 'previousElementSibling');
export const nextSibling = getter(Node, 'nextSibling');
export const nodeType = getter(Node, 'nodeType');
export const isConnected = getter(Node, 'isConnected');
export const textContent = getter(Node, 'textContent');
export const rootOf = method(Node, 'getRootNode');
export const containsNode = method(Node, 'contains');
export const comparePosition = method(Node, 'compareDocumentPosition');
export const data = getter(CharacterData, 'data');
export const textLength = getter(CharacterData, 'length');
export const addListener = method(EventTarget, 'addEventListener');
export const dispatch = method(EventTarget, 'dispatchEvent');
const assignedSlotOfText = getter(Text, 'assignedSlot');

// Elements
const openShadow = getter(Element, 'shadowRoot');
const assignedSlotOf = getter(Element, 'assignedSlot');
const getAttributeNS = method(Element, 'getAttributeNS');
export const matches = method(Element, 'matches');
export const attributeNames = method(Element, 'getAttributeNames');
const outerHtmlOf = getter(Element, 'outerHTML');
export const outerHtml = (element: Element): string => outerHtmlOf(element);
export const rectOf = method(Element, 'getBoundingClientRect');
export const rectsOf = method(Element, 'getClientRects');
export const clientWidth = getter(Element, 'clientWidth');
export const clientHeight = getter(Element, 'clientHeight');
export const clientLeft = getter(Element, 'clientLeft');
export const clientTop = getter(Element, 'clientTop');
export const scrollWidth = getter(Element, 'scrollWidth');
export const scrollHeight = getter(Element, 'scrollHeight');
export const scrollLeft = getter(Element, 'scrollLeft');
export const scrollTop = getter(Element, 'scrollTop');
export const scrollIntoView = method(Element, 'scrollIntoView');
export const scrollBy = method(Element, 'scrollBy') as unknown as (element: Element, options: ScrollToOptions) => void;
export const scrollTo = method(Element, 'scrollTo') as unknown as (element: Element, options: ScrollToOptions) => void;
export const checkVisibility = method(Element, 'checkVisibility');
export const offsetWidth = getter(HTMLElement, 'offsetWidth');
export const offsetHeight = getter(HTMLElement, 'offsetHeight');
export const isContentEditable = getter(HTMLElement, 'isContentEditable');
export const focusElement = method(HTMLElement, 'focus');
const tabIndexOfHtml = getter(HTMLElement, 'tabIndex');
const editContextOf = part(HTMLElement.prototype, 'editContext', 'get');

// Drawings
export const pathLength = method(SVGGeometryElement, 'getTotalLength');
export const pointAlong = method(SVGGeometryElement, 'getPointAtLength');
/** A path that is part of no document. */
export function drawnPath(data: string): SVGPathElement {
  const path = createElementNS(window.document, SVG, 'path') as SVGPathElement;
  path.setAttribute('d', data);
  return path;
}
export const screenMatrix = method(SVGGraphicsElement, 'getScreenCTM');

// Documents and shadow roots
export const documentElement = getter(Document, 'documentElement');
/** Whether the document has no root element: it has not begun yet, or its page has emptied it. */
export const isEmpty = (document: Document): boolean => (documentElement(document) as Element | null) === null;
export const bodyOf: (document: Document) => HTMLElement | null = getter(Document, 'body');
/** The body, or the root element in documents without one. */
export const pageBody = (document: Document): Element => bodyOf(document) ?? documentElement(document);
export const titleOf = getter(Document, 'title');
export const readyState = getter(Document, 'readyState');
export const isHidden = getter(Document, 'hidden');
export const scrollingElement = getter(Document, 'scrollingElement');
export const animationsOf = method(Document, 'getAnimations');
export const animationsIn = method(ShadowRoot, 'getAnimations');
export const imagesOf = getter(Document, 'images');
export const execCommand = method(Document, 'execCommand');
export const createRange = method(Document, 'createRange');
export const designMode = getter(Document, 'designMode');
const createElementNS = method(Document, 'createElementNS');
const getElementById = method(Document, 'getElementById');
const getElementByIdIn = method(DocumentFragment, 'getElementById');
const activeOfDocument = getter(Document, 'activeElement');
const hasFocus = method(Document, 'hasFocus');
const activeOfShadow = getter(ShadowRoot, 'activeElement');
const elementAt = method(Document, 'elementFromPoint');
/** From the topmost down; does not look inside shadow roots. */
export const elementsAtPoint = method(Document, 'elementsFromPoint');
const elementAtIn = shadowMethod('elementFromPoint');
export const documentUrl = getter(Document, 'URL');
export const baseUri = getter(Node, 'baseURI');
export const hostOf = getter(ShadowRoot, 'host');
const assignedNodes = method(HTMLSlotElement, 'assignedNodes');
const queryAllOfElement = method(Element, 'querySelectorAll');
const queryAllOfDocument = method(Document, 'querySelectorAll');
const elementsByTag = method(Document, 'getElementsByTagName');
export const elementCount = (document: Document): number => elementsByTag(document, '*').length;
export const queryAll = (document: Document, selector: string): NodeListOf<Element> =>
  queryAllOfDocument(document, selector);

// Controls
export const inputType = getter(HTMLInputElement, 'type');
export const inputValue = getter(HTMLInputElement, 'value');
export const inputChecked = getter(HTMLInputElement, 'checked');
export const inputIndeterminate = getter(HTMLInputElement, 'indeterminate');
export const inputFiles = getter(HTMLInputElement, 'files');
export const textareaValue = getter(HTMLTextAreaElement, 'value');
export const selectOptions = getter(HTMLSelectElement, 'options');
export const selectMultiple = getter(HTMLSelectElement, 'multiple');
export const selectSize = getter(HTMLSelectElement, 'size');
export const optionSelected = getter(HTMLOptionElement, 'selected');
export const optionValue = getter(HTMLOptionElement, 'value');
export const optionText = getter(HTMLOptionElement, 'text');
export const optionLabel = getter(HTMLOptionElement, 'label');
export const mediaPaused = getter(HTMLMediaElement, 'paused');
export const mediaTime = getter(HTMLMediaElement, 'currentTime');
export const mediaDuration = getter(HTMLMediaElement, 'duration');
export const labelControl = getter(HTMLLabelElement, 'control');
export const detailsOpen = getter(HTMLDetailsElement, 'open');
export const anchorHref = getter(HTMLAnchorElement, 'href');
export const areaHref = getter(HTMLAreaElement, 'href');
export const formElements = getter(HTMLFormElement, 'elements');
export const frameDocument: (frame: HTMLIFrameElement) => Document | null = getter(
  HTMLIFrameElement,
  'contentDocument',
);
export const imageComplete = getter(HTMLImageElement, 'complete');
export const buttonType = getter(HTMLButtonElement, 'type');
export const buttonValue = getter(HTMLButtonElement, 'value');

export const ELEMENT = 1;
export const TEXT = 3;
export const isElement = (node: Node | null): node is Element => node !== null && nodeType(node) === ELEMENT;
export const isText = (node: Node): node is Text => nodeType(node) === TEXT;
export const isHtml = (element: Element): element is HTMLElement => element instanceof HTMLElement;
export const isInput = (element: Element): element is HTMLInputElement => element instanceof HTMLInputElement;
export const isTextarea = (element: Element): element is HTMLTextAreaElement => element instanceof HTMLTextAreaElement;
export const isSelect = (element: Element): element is HTMLSelectElement => element instanceof HTMLSelectElement;
export const isButton = (element: Element): element is HTMLButtonElement => element instanceof HTMLButtonElement;
export const isLabel = (element: Element): element is HTMLLabelElement => element instanceof HTMLLabelElement;
export const isImage = (element: Element): element is HTMLImageElement => element instanceof HTMLImageElement;
/** Whether a script holds its text and receives the keys from the browser (`EditContext`). */
export const hasEditContext = (element: Element): boolean =>
  editContextOf !== undefined && isHtml(element) && Reflect.apply(editContextOf, element, []) !== null;
export const isSvg = (element: Element): boolean => tag(element).startsWith('svg:');

export const xlink = (element: Element, name: string): string | null => getAttributeNS(element, XLINK, name);

/** A property of a computed style; twice as quick as reading the property by its own name. */
export const css = method(CSSStyleDeclaration, 'getPropertyValue');

export function styleOf(element: Element, pseudo?: string): CSSStyleDeclaration {
  return pseudo === undefined ? window.getComputedStyle(element) : window.getComputedStyle(element, pseudo);
}

export const tabIndex = (element: Element): number =>
  isHtml(element) ? tabIndexOfHtml(element) : Number(attr(element, 'tabindex') ?? -1);

export function byId(from: Element, id: string): Element | null {
  const root = rootOf(from);
  if (root instanceof Document) return getElementById(root, id);
  return root instanceof DocumentFragment ? getElementByIdIn(root, id) : null;
}

const closedShadows = new WeakMap<Element, ShadowRoot>();
let hasClosed = false;

/** Makes a closed shadow root, which only the browser can hand over, part of the flat tree. */
export function adoptShadow(root: ShadowRoot): void {
  closedShadows.set(hostOf(root), root);
  hasClosed = true;
}

export const shadowOf = (element: Element): ShadowRoot | null =>
  openShadow(element) ?? (hasClosed ? (closedShadows.get(element) ?? null) : null);

export const queryWithin = (element: Element, selector: string): Element[] =>
  Array.from(queryAllOfElement(element, selector));

export const queryAllIn = method(DocumentFragment, 'querySelectorAll');

/** The children in the flat tree: those of the shadow root instead of its host's, and the nodes assigned to a slot. */
export function flatChildren(element: Element): Iterable<Node> {
  const placed = placedChildren(element);
  if (placed !== null) return placed;
  const shadow = shadowOf(element);
  return childNodes(shadow ?? element);
}

/** The children in the flat tree if they differ from the child nodes; null if they do not. */
export function placedChildren(element: Element): readonly Node[] | null {
  const name = tag(element);
  if (name === 'slot' && shadowOf(element) === null) {
    const assigned = assignedNodes(element as HTMLSlotElement);
    return assigned.length > 0 ? assigned : null;
  }
  if (name === 'details' && !showsDetails(element as HTMLDetailsElement)) {
    const summary = summaryOf(element);
    return summary === null ? [] : [summary];
  }
  return null;
}

/** Whether the folded content is shown; pages may override that with styles. */
function showsDetails(details: HTMLDetailsElement): boolean {
  const style = styleOf(details, '::details-content');
  const { display, opacity, height, overflowY } = style;
  if (css(style, 'content-visibility') === 'hidden' || display === 'none' || opacity === '0') return false;
  return detailsOpen(details) ? height !== '0px' || overflowY === 'visible' : display !== '';
}

/** Iterates over the children in the flat tree; much quicker than building a list of them. */
export class FlatSteps {
  readonly #placed: readonly Node[] | null;
  #index = 0;
  #next: Node | null;

  constructor(element: Element) {
    this.#placed = placedChildren(element);
    this.#next = this.#placed === null ? firstChild(shadowOf(element) ?? element) : (this.#placed[0] ?? null);
  }

  /** The next child, or null at the end. */
  next(): Node | null {
    const node = this.#next;
    if (node === null) return null;
    this.#index += 1;
    this.#next = this.#placed === null ? nextSibling(node) : (this.#placed[this.#index] ?? null);
    return node;
  }
}

/** The parent element in the flat tree. */
export function flatParent(node: Node): Element | null {
  const slot = isElement(node) ? assignedSlotOf(node) : isText(node) ? assignedSlotOfText(node) : null;
  if (slot !== null) return slot;
  const parent = parentNode(node);
  if (parent instanceof ShadowRoot) return hostOf(parent);
  return isElement(parent) ? parent : null;
}

/** Whether `inner` is `outer` or lies inside it in the flat tree. */
export function flatContains(outer: Element, inner: Node | null): boolean {
  for (let node = inner; node !== null; node = flatParent(node)) if (node === outer) return true;
  return false;
}

/** The nearest of the element and its ancestors in the flat tree for which `test` holds. */
export function closest(element: Element, test: (candidate: Element) => boolean): Element | null {
  for (let at: Element | null = element; at !== null; at = flatParent(at)) if (test(at)) return at;
  return null;
}

export function childByTag(element: Element, name: string): Element | null {
  for (let child = firstChild(element); child !== null; child = nextSibling(child)) {
    if (isElement(child) && tag(child) === name) return child;
  }
  return null;
}

export const summaryOf = (details: Element): Element | null => childByTag(details, 'summary');

/** Whether a focused body is an editor: every document without a focused element names its body, too. */
const isWritten = (page: Element | null, document: Document): boolean =>
  page !== null && isHtml(page) && isContentEditable(page) && hasFocus(document);

/** The focused element, also inside shadow roots; a body counts if it is editable. */
export function focusedElement(document: Document): Element | null {
  let active = activeOfDocument(document);
  for (;;) {
    const shadow = active === null ? null : shadowOf(active);
    const inner = shadow === null ? null : activeOfShadow(shadow);
    if (inner === null) break;
    active = inner;
  }
  const isPage = active === bodyOf(document) || active === documentElement(document);
  return isPage && !isWritten(active, document) ? null : active;
}

/** Elements that no ancestor clips or fades. */
export const TOP_LAYER = ':popover-open, :modal';

/** The topmost element at a point of the viewport, also inside shadow roots. */
export function elementAtPoint(document: Document, x: number, y: number): Element | null {
  const found = elementAt(document, x, y);
  return found === null ? null : elementWithin(found, x, y);
}

/** The innermost element at a point that hits this element, also inside its shadow root. */
export function elementWithin(hit: Element, x: number, y: number): Element {
  let found = hit;
  for (;;) {
    const shadow = shadowOf(found);
    const inner = shadow === null ? null : elementAtIn(shadow, x, y);
    if (inner === null || inner === found) return found;
    found = inner;
  }
}

function shadowMethod(name: 'elementFromPoint'): (target: ShadowRoot, x: number, y: number) => Element | null {
  const owner =
    [ShadowRoot.prototype, DocumentFragment.prototype].find((proto) => Object.hasOwn(proto, name)) ??
    ShadowRoot.prototype;
  const found = part(owner, name, 'value');
  if (found === undefined) throw new Error(`no method ${name}`);
  return (target, x, y) => Reflect.apply(found, target, [x, y]) as Element | null;
}
