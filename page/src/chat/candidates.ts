// Finds elements by the candidates of an adapter. Selectors that the browser refuses are a fault of the adapter and reported.

import type { ChatAdapter, ChatCandidate, ChatRole } from '../generated/chat';
import { ChatFailure } from './failure';

export const ROLES = [
  'composer',
  'composer_area',
  'send',
  'stop',
  'user_turn',
  'user_text',
  'assistant_turn',
  'answer',
  'code',
  'code_text',
  'thinking',
  'end_mark',
  'busy_mark',
  'chip',
  'chip_remove',
  'signed_out',
  'limit',
  'blocked',
  'failed',
  'dialog',
] as const satisfies readonly ChatRole[];

export class Candidates {
  constructor(
    readonly document: Document,
    readonly adapter: ChatAdapter,
  ) {
    // An adapter may have been written for another version of the script.
    for (const role of ROLES)
      if (!Array.isArray(adapter[role])) throw new ChatFailure('bad_call', `the adapter has no list ${role}`);
  }

  of(role: ChatRole): readonly ChatCandidate[] {
    return this.adapter[role];
  }

  /** The elements within `scope` that one candidate finds, in document order. */
  found(candidate: ChatCandidate, scope: ParentNode = this.document): Element[] {
    if (!this.#isOnPage(candidate) || candidate.css === '') return [];
    return query(scope, candidate.css).filter((element) => isPainted(element) && hasWord(element, candidate.words));
  }

  /** Whether a candidate fits the page, also one that names only an address or a title. */
  fits(candidate: ChatCandidate): boolean {
    return (
      this.#isOnPage(candidate) && (candidate.css === '' ? namesPage(candidate) : this.found(candidate).length > 0)
    );
  }

  /** The elements of the first candidate that finds any within `scope`. */
  all(role: ChatRole, scope?: ParentNode): Element[] {
    for (const candidate of this.of(role)) {
      const found = this.found(candidate, scope);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** The elements of all candidates within `scope`, for marks. */
  marks(role: ChatRole, scope?: ParentNode): Element[] {
    return this.of(role).flatMap((candidate) => this.found(candidate, scope));
  }

  /** Whether one of the candidates fits this element itself, painted or not. */
  isOne(role: ChatRole, element: Element): boolean {
    return this.of(role).some(
      (candidate) =>
        candidate.css !== '' &&
        this.#isOnPage(candidate) &&
        matches(element, candidate.css) &&
        hasWord(element, candidate.words),
    );
  }

  /** A selector for all candidates of a role, for one pass over many elements; null if there is none. */
  selector(role: ChatRole): string | null {
    const selectors = this.of(role).flatMap(({ css }) => (css === '' ? [] : [css]));
    return selectors.length === 0 ? null : selectors.join(', ');
  }

  #isOnPage({ address, page_title }: ChatCandidate): boolean {
    const { document } = this;
    return document.URL.includes(address) && document.title.includes(page_title);
  }
}

const namesPage = ({ address, page_title }: ChatCandidate): boolean => address !== '' || page_title !== '';

function query(scope: ParentNode, css: string): Element[] {
  try {
    return [...scope.querySelectorAll(css)];
  } catch {
    throw new ChatFailure('bad_call', `the adapter has a selector that the browser cannot read: ${css}`);
  }
}

function matches(element: Element, css: string): boolean {
  try {
    return element.matches(css);
  } catch {
    throw new ChatFailure('bad_call', `the adapter has a selector that the browser cannot read: ${css}`);
  }
}

/** Icons without text have no size until their font is there, so only what is not rendered at all is left out. */
export const isPainted = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });

/** The words of an element for a person: its text, label and hint. */
export function saying(element: Element): string {
  const hints = [element.getAttribute('aria-label'), element.getAttribute('title')];
  const within = element.querySelector('[title]')?.getAttribute('title') ?? null;
  const texts = [element.textContent.trim(), ...hints, within].filter((text) => text !== null && text !== '');
  return [...new Set(texts)].join(' ').replace(/\s+/g, ' ').slice(0, LONGEST_SAYING);
}

function hasWord(element: Element, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const said = saying(element).toLowerCase();
  return words.some((word) => said.includes(word.toLowerCase()));
}

/** Elements that lie in no other element of the list. */
export const outermost = (elements: readonly Element[]): Element[] =>
  elements.filter((element) => !elements.some((other) => other !== element && other.contains(element)));

const LONGEST_SAYING = 500;
