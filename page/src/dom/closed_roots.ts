// Elements that may hold a closed shadow root. No script can ask for one; the browser can, if it is told whom to ask about.
//
// Invariant: whoever was asked about and held nothing is asked about again only when its box or its content has changed,
// so a page at rest has no suspects.

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
/** So many custom elements are asked about in one look. */
const MOST_CUSTOM = 300;
/** Empty boxes: so many at first, then a few more with each look. */
const MOST_BARE = 200;
const BARE_PER_LOOK = 20;
/** Elements with content of their own that they may show through a slot: so many in a document's life. */
const MOST_FILLED = 64;
/** An element that never rests is not asked about for ever. */
const MOST_TIMES = 5;
/** Less than that holds no control. */
const MIN_SIDE = 10;

const checked = new WeakMap<Element, { looks: string; times: number }>();
const found = new Set<Element>();
const budget = { custom: 0, bare: MOST_BARE, filled: MOST_FILLED };
/** The same when the look began. */
const atFirst = { ...budget };

/** Called once before each look: what was not asked about in the last one has had its chance. */
export function beginShadowCandidates(): void {
  found.clear();
  budget.custom = MOST_CUSTOM;
  budget.bare = Math.min(MOST_BARE, budget.bare + BARE_PER_LOOK);
  Object.assign(atFirst, budget);
}

/** After a look that nobody follows up: the next one names the same again. */
export function restoreShadowCandidates(): void {
  for (const element of found) {
    const known = checked.get(element);
    if (known !== undefined) checked.set(element, { looks: '', times: known.times - 1 });
  }
  Object.assign(budget, atFirst);
}

/** Considers an element that is seen and has no shadow root we know of. */
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

/** An element whose own content is not painted though it is itself: only a shadow root does that. */
export function considerUnpaintedHost(element: Element, name: string): void {
  const mayHost = name.includes('-') || HOSTS.has(name);
  if (mayHost && budget.custom > 0 && shadowOf(element) === null && isWorthAsking(element))
    budget.custom -= addCandidate(element);
}

/** Those to ask about now. */
export const shadowCandidates = (): readonly Element[] => [...found];

function addCandidate(element: Element): number {
  found.add(element);
  return 1;
}

/** `least` is the shortest side that counts. */
function isWorthAsking(element: Element, least = 0): boolean {
  if (found.has(element)) return false;
  const { width, height } = rectOf(element);
  if (width < least || height < least) return false;
  // One without a box of its own may show what is in it all the same.
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

/** Neither elements nor text, only perhaps white space and comments. */
function isBare(element: Element): boolean {
  if (firstElement(element) !== null) return false;
  for (let child = firstChild(element); child !== null; child = nextSibling(child)) {
    if (isText(child) && data(child).trim() !== '') return false;
  }
  return true;
}
