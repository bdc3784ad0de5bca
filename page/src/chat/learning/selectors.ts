// Candidates for an element that a person used, the steadiest first: id, test id, tag and role, position.

import type { ChatCandidate } from '../../generated/chat';

/** At most five; each finds the element and, but for the last, nothing else. */
export function candidatesFor(element: Element): ChatCandidate[] {
  const named = namesOf(element);
  const found = [...named, ...namesWithin(element), positionOf(element)];
  return [...new Set(found)].slice(0, MOST).map((css) => candidate(css));
}

/**
 * As `candidatesFor`. What only tells the place of a button wants its label too, because other buttons stand there at other
 * times: a microphone while nothing is written. The label is in the person's own language.
 */
export function buttonCandidates(button: Element): ChatCandidate[] {
  const label = button.getAttribute('aria-label') ?? button.textContent.trim();
  const words = label === '' || label.length > LONGEST_LABEL ? [] : [label];
  return candidatesFor(button).map(({ css }) => candidate(css, ownName(button).includes(css) ? [] : words));
}

/** Selectors by the names that a page gave this element itself. */
function ownName(element: Element): string[] {
  const id = element.id !== '' && isSteady(element.id) ? [`#${CSS.escape(element.id)}`] : [];
  return [...id, ...attributesOf(element)];
}

/** Candidates for elements of which a page holds many, as turns are; each fits `element` and `isGood` of all it finds. */
export function groupCandidates(element: Element, isGood: (found: readonly Element[]) => boolean): ChatCandidate[] {
  const { document } = element.ownerDocument.defaultView ?? window;
  const selectors = [...attributesOf(element), ...customTag(element), ...dataOf(element), ...classesOf(element)];
  const good = selectors.filter((selector) => isGood([...document.querySelectorAll(selector)]));
  return good.slice(0, MOST).map((css) => candidate(css));
}

const candidate = (css: string, words: string[] = []): ChatCandidate => ({
  css,
  words,
  address: '',
  page_title: '',
  seen: 'learned',
});

function namesOf(element: Element): string[] {
  const selectors = ownName(element);
  const role = element.getAttribute('role');
  if (role !== null) selectors.push(`${tagOf(element)}[role="${CSS.escape(role)}"]`);
  if (element.getAttribute('type') === 'submit') selectors.push(`${tagOf(element)}[type="submit"]`);
  selectors.push(...classesOf(element), tagOf(element));
  return selectors.filter((selector) => isOnly(selector, element));
}

/** The same names below the nearest ancestor with a steady name. */
function namesWithin(element: Element): string[] {
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
    const [name] = namesOf(outer);
    if (name === undefined || outer === element.ownerDocument.body || outer === element.ownerDocument.documentElement)
      continue;
    const inner = [...attributesOf(element), ...classesOf(element), tagOf(element)].map((part) => `${name} ${part}`);
    const only = inner.find((selector) => isOnly(selector, element));
    if (only !== undefined) return [only];
  }
  return [];
}

/** Attributes by which a page names its parts for its own use; labels are left out, because they change with the language. */
function attributesOf(element: Element): string[] {
  const others = element.getAttributeNames().filter((name) => name.startsWith('data-') && !CHANGING.test(name));
  return [...new Set([...NAMING, ...others])].flatMap((name) => {
    const value = element.getAttribute(name);
    const isName = value !== null && /^[a-z][\w-]*$/i.test(value) && isSteady(value) && isSteady(name);
    return isName && !/^(true|false)$/.test(value) ? [`[${name}="${CSS.escape(value)}"]`] : [];
  });
}

const classesOf = (element: Element): string[] =>
  [...element.classList]
    .filter(isSteady)
    .slice(0, 4)
    .map((name) => `${tagOf(element)}.${CSS.escape(name)}`);

/** Attributes that elements of this kind have, whatever their value is. */
const dataOf = (element: Element): string[] =>
  element
    .getAttributeNames()
    .filter((name) => name.startsWith('data-') && isSteady(name))
    .map((name) => `${tagOf(element)}[${CSS.escape(name)}]`);

const customTag = (element: Element): string[] => (element.tagName.includes('-') ? [tagOf(element)] : []);

/** The way from the body, which holds as long as the layout of the page. */
function positionOf(element: Element): string {
  const steps: string[] = [];
  for (let at = element; at.parentElement !== null && steps.length < DEEPEST; at = at.parentElement) {
    const alike = [...at.parentElement.children].filter(({ tagName }) => tagName === at.tagName);
    steps.unshift(alike.length === 1 ? tagOf(at) : `${tagOf(at)}:nth-of-type(${alike.indexOf(at) + 1})`);
  }
  return steps.join(' > ');
}

const tagOf = (element: Element): string => CSS.escape(element.tagName.toLowerCase());

const isOnly = (selector: string, element: Element): boolean => {
  const found = element.ownerDocument.querySelectorAll(selector);
  return found.length === 1 && found[0] === element;
};

/** Generated names carry numbers or a jumble of letters, and are others tomorrow. */
const isSteady = (name: string): boolean =>
  name.length <= 60 && !/\d{2,}|[0-9a-f]{8,}|^_|:|[a-z][A-Z]+[a-z]+[A-Z]|[a-z]\d[a-z]/.test(name);

const NAMING = [
  'data-testid',
  'data-test-id',
  'data-message-author-role',
  'data-turn',
  'data-role',
  'data-turn-role',
  'name',
];
/** Attributes that say what a part is doing, not which it is. */
const CHANGING = /^data-(state|status|theme|orientation|side|align|open|active|focus|hover|highlighted|disabled)/;
const MOST = 5;
const LONGEST_LABEL = 40;
const DEEPEST = 20;
