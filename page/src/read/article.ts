// Finds the main content of a page: the part that is marked as such, otherwise the box that holds nearly all running
// text.

import {
  data,
  firstChild,
  isElement,
  nextSibling,
  nodeType,
  pageBody,
  parentNode,
  queryAll,
  queryWithin,
  tag,
  TEXT,
} from '../dom/dom';
import { setOf, tidy } from '../dom/text';
import { roleOf } from '../name/role';
import type { Look } from '../visibility/look';
import { isVisible } from '../visibility/visible';

export interface Content {
  readonly root: Element;
  /** The page marks it as its main content. */
  readonly isMarked: boolean;
}

export function mainContent(document: Document, look: Look): Content {
  const main = Array.from(queryAll(document, 'main, [role="main"]')).find((candidate) => isVisible(candidate, look));
  if (main !== undefined) return { root: main, isMarked: true };
  const articles = Array.from(queryAll(document, 'article, [role="article"]')).filter((candidate) =>
    isVisible(candidate, look),
  );
  const [article] = articles;
  if (article !== undefined && articles.length === 1) return { root: article, isMarked: true };
  return { root: mainBox(pageBody(document), look), isMarked: false };
}

/** The title of the page, if it stands outside of the main content. */
export function titleOutside(document: Document, { root }: Content, look: Look): Element | null {
  const [title, ...more] = Array.from(queryAll(document, 'h1')).filter((heading) => isVisible(heading, look));
  if (title === undefined || more.length > 0) return null;
  for (let at: Node | null = title; at !== null; at = parentNode(at)) if (at === root) return null;
  return title;
}

/** The innermost box with nearly all text outside of links, unless its siblings have titled parts, too. */
function mainBox(body: Element, look: Look): Element {
  const weights = textWeights(body, look);
  const weight = (element: Element): number => weights.get(element) ?? 0;
  const isOwn = (element: Element): boolean => weight(element) > 0 && (isFlow(element) || hasTitles(element));
  let at = body;
  while (weight(body) >= MIN_WEIGHT) {
    const inside = queryWithin(at, ':scope > *');
    const inner = inside.find((child) => weight(child) >= weight(body) * NEARLY_ALL);
    if (inner === undefined || !BOXES.has(tag(inner)) || !isVisible(inner, look)) break;
    if (inside.some((beside) => beside !== inner && isOwn(beside))) break;
    at = inner;
  }
  return at;
}

const isFlow = (element: Element): boolean => FLOW.has(tag(element));
const hasTitles = (element: Element): boolean => queryWithin(element, 'h2, h3, h4, h5, h6').length > 0;

/** The number of letters in each box, outside of links and of parts marked as navigation and the like. */
function textWeights(body: Element, look: Look): ReadonlyMap<Element, number> {
  const weights = new Map<Element, number>();
  let left = MOST_WEIGHED;
  let at: Node | null = body;
  while (at !== null && left > 0) {
    left -= 1;
    if (nodeType(at) === TEXT) add(weights, at, tidy(data(at as Text)).length);
    const isOpen: boolean = isElement(at) && !LIGHT.has(tag(at)) && !LIGHT_ROLES.has(roleOf(at, look));
    const inner: Node | null = isOpen ? firstChild(at) : null;
    at = inner ?? nextNode(at, body, weights);
  }
  return weights;
}

/**
 * The next node after this one and its descendants; on the way, the weight of each finished element is added to its
 * parent.
 */
function nextNode(node: Node, top: Element, weights: Map<Element, number>): Node | null {
  for (let at: Node | null = node; at !== null && at !== top; at = parentNode(at)) {
    if (isElement(at)) add(weights, at, weights.get(at) ?? 0);
    const next = nextSibling(at);
    if (next !== null) return next;
  }
  return null;
}

function add(weights: Map<Element, number>, node: Node, letters: number): void {
  const parent = parentNode(node);
  if (letters > 0 && isElement(parent)) weights.set(parent, (weights.get(parent) ?? 0) + letters);
}

const NEARLY_ALL = 0.8;
/** Pages with fewer letters have no running text. */
const MIN_WEIGHT = 400;
const MOST_WEIGHED = 300_000;
const BOXES = setOf('div section article center form');
const FLOW = setOf('p pre ul ol dl blockquote figure h2 h3 h4 h5 h6');
const LIGHT = setOf('a script style template noscript select button textarea');
const LIGHT_ROLES = setOf('navigation contentinfo complementary banner search');
