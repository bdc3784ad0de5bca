// Elements that may hold a closed shadow root. No script can read one; the browser can, for the candidates named here.
//
// Invariant: a candidate that held no root is named again only after its box or its content has changed, so a page at
// rest has no candidates.

import {
  childNodes,
  css,
  data,
  firstChild,
  firstElement,
  hasAttr,
  isText,
  nextSibling,
  rectOf,
  shadowOf,
  styleOf,
} from './dom';
import { setOf } from './text';

/** The names, apart from those with a hyphen, that the HTML standard lets have a shadow root. */
const HOSTS = setOf('article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span');
/** Most custom elements named in one look. */
const MOST_CUSTOM = 300;
/** Most empty boxes named at first; each look adds a few more. */
const MOST_BARE = 200;
const BARE_PER_LOOK = 20;
/** Most elements with content of their own (which a slot may show) named in a document's life. */
const MOST_FILLED = 64;
/** Most times that an element which keeps changing is named. */
const MOST_TIMES = 5;
/** A smaller box holds no control. */
const MIN_SIDE = 10;

const checked = new WeakMap<Element, { looks: string; times: number }>();
const found = new Set<Element>();
const budget = { custom: 0, bare: MOST_BARE, filled: MOST_FILLED };
/** The budget as it was when the look began. */
const atFirst = { ...budget };

/** Called once before each look; drops candidates of the last look that the browser was not asked about. */
export function beginShadowCandidates(): void {
  found.clear();
  budget.custom = MOST_CUSTOM;
  budget.bare = Math.min(MOST_BARE, budget.bare + BARE_PER_LOOK);
  Object.assign(atFirst, budget);
}

/** Called after a look whose candidates are not followed up, so that the next look names them again. */
export function restoreShadowCandidates(): void {
  for (const element of found) {
    const known = checked.get(element);
    if (known !== undefined) checked.set(element, { looks: '', times: known.times - 1 });
  }
  Object.assign(budget, atFirst);
}

/** Considers a visible element without a known shadow root. */
export function considerShadowHost(element: Element, name: string): void {
  if (name.includes('-')) {
    if (budget.custom > 0 && isWorthAsking(element)) budget.custom -= addCandidate(element);
  } else if (HOSTS.has(name)) {
    if (isBare(element)) {
      if (budget.bare > 0 && isWorthAsking(element, MIN_SIDE)) budget.bare -= addCandidate(element);
    } else if (budget.filled > 0 && hasAttr(element, 'id') && isWorthAsking(element)) {
      budget.filled -= addCandidate(element);
    }
  }
}

/** Considers an element that is painted while its own content is not: only a shadow root does that. */
export function considerUnpaintedHost(element: Element, name: string): void {
  const mayHost = name.includes('-') || HOSTS.has(name);
  if (mayHost && budget.custom > 0 && shadowOf(element) === null && isWorthAsking(element))
    budget.custom -= addCandidate(element);
}

/** The candidates of this look. */
export const shadowCandidates = (): readonly Element[] => [...found];

function addCandidate(element: Element): number {
  found.add(element);
  return 1;
}

/** `least` is the smallest width and height that counts. */
function isWorthAsking(element: Element, least = 0): boolean {
  if (found.has(element)) return false;
  const { width, height } = rectOf(element);
  if (width < least || height < least) return false;
  // An element without a box of its own may still show its content.
  if (width === 0 && height === 0 && firstChild(element) === null && !isBoxless(element)) return false;
  const looks = `${width} ${height} ${childNodes(element).length}`;
  const known = checked.get(element);
  if (known === undefined) {
    checked.set(element, { looks, times: 1 });
    return true;
  }
  if (known.looks === looks || known.times >= MOST_TIMES) return false;
  known.looks = looks;
  known.times += 1;
  return true;
}

const isBoxless = (element: Element): boolean => css(styleOf(element), 'display') === 'contents';

/** Whether it has neither elements nor text, at most white space and comments. */
function isBare(element: Element): boolean {
  if (firstElement(element) !== null) return false;
  for (let child = firstChild(element); child !== null; child = nextSibling(child)) {
    if (isText(child) && data(child).trim() !== '') return false;
  }
  return true;
}
