// Learns from one message that a person writes and sends: where the composer is, how it is sent, and where turns appear.
//
// Only events that the browser made are believed. Texts are compared within the page and never leave it.

import type { ChatCandidate, ChatReply, ChatRole, LearnStep, LearnedRole } from '../../generated/chat';
import { isField } from '../parts';
import { editorText } from '../writing/editor_text';
import { buttonCandidates, candidatesFor, groupCandidates } from './selectors';

export class Learning {
  readonly #learned = new Map<ChatRole, ChatCandidate[]>();
  #composer: Element | null = null;
  /** The text of the composer when it was sent, without white space. */
  #sent = '';

  constructor(private readonly document: Document) {}

  step(step: LearnStep): Omit<Extract<ChatReply, { kind: 'learned' }>, 'kind'> {
    if (step === 'begin') this.#begin();
    this.#findTurns();
    if (step === 'end') this.#stop();
    const roles: LearnedRole[] = [...this.#learned].map(([role, candidates]) => ({ role, candidates }));
    return { roles, sent: this.#sent !== '' };
  }

  #begin(): void {
    this.#stop();
    this.#learned.clear();
    [this.#composer, this.#sent] = [null, ''];
    for (const type of WRITTEN) this.document.addEventListener(type, this.#onInput, true);
    this.document.addEventListener('keydown', this.#onKey, true);
    this.document.addEventListener('click', this.#onClick, true);
  }

  #stop(): void {
    for (const type of WRITTEN) this.document.removeEventListener(type, this.#onInput, true);
    this.document.removeEventListener('keydown', this.#onKey, true);
    this.document.removeEventListener('click', this.#onClick, true);
  }

  readonly #onInput = (event: Event): void => {
    const field = event.isTrusted ? fieldOf(event.target) : null;
    if (field === null || this.#sent !== '' || field === this.#composer) return;
    this.#composer = field;
    this.#learned.set('composer', candidatesFor(field));
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (!event.isTrusted || event.isComposing || event.key !== 'Enter' || event.shiftKey) return;
    if (this.#composer !== null && fieldOf(event.target) === this.#composer) this.#send(this.#composer);
  };

  readonly #onClick = (event: MouseEvent): void => {
    const target = event.target instanceof Element ? event.target : null;
    const button = target?.closest('button, [role="button"], [type="submit"]') ?? null;
    if (!event.isTrusted || button === null || this.#composer === null || this.#sent !== '') return;
    if (this.#send(this.#composer)) this.#learned.set('send', buttonCandidates(button));
  };

  /** Takes down what is in the composer at the moment of sending. */
  #send(composer: Element): boolean {
    const text = spaceless(editorText(composer));
    if (text.length < SHORTEST) return false;
    this.#sent = text;
    return true;
  }

  #findTurns(): void {
    const composer = this.#composer;
    const said =
      this.#sent === '' || composer === null ? null : elementSaying(this.#sent, this.document.body, composer);
    const pair = said === null || composer === null ? null : turnsAround(said, composer);
    if (pair === null || said === null) return;
    const [user, answer] = pair;
    const isApartFrom = (other: Element, found: readonly Element[]): boolean =>
      !found.some((one) => one.contains(composer) || one.contains(other) || other.contains(one));
    this.#learn('user_turn', pathTo(said, user), (found) => isApartFrom(answer, found));
    this.#learn('assistant_turn', [answer, ...answer.querySelectorAll('*')], (found) => isApartFrom(user, found));
  }

  /** The first of these elements for which names are found that fit nothing of the other turn. */
  #learn(role: ChatRole, elements: readonly Element[], isGood: (found: readonly Element[]) => boolean): void {
    for (const element of elements) {
      const candidates = groupCandidates(element, isGood);
      if (candidates.length === 0) continue;
      this.#learned.set(role, candidates);
      return;
    }
  }
}

function fieldOf(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  if (target instanceof HTMLElement && target.isContentEditable) {
    let host: HTMLElement = target;
    while (host.parentElement?.isContentEditable === true) host = host.parentElement;
    return host;
  }
  return isField(target) ? target : null;
}

/** The element that says just this text; where none does, the last that contains it, for an answer may repeat it. */
function elementSaying(text: string, body: Element, composer: Element): Element | null {
  const isExact = (found: string): boolean => found === text;
  return deepest(body, composer, text, isExact) ?? deepest(body, composer, text, () => true);
}

/** The smallest element with the text whose whole text `isMeant`; of several the last, outside of the composer. */
function deepest(outer: Element, composer: Element, text: string, isMeant: (found: string) => boolean): Element | null {
  for (const child of [...outer.children].reverse()) {
    if (child === composer || isField(child)) continue;
    const found = spaceless(child.textContent);
    if (!found.includes(text)) continue;
    const inner = deepest(child, composer, text, isMeant);
    if (inner !== null) return inner;
    if (!child.contains(composer) && isMeant(found)) return child;
  }
  return null;
}

/** The outermost elements of a message and of the answer behind it, or null as long as there is no answer. */
function turnsAround(said: Element, composer: Element): [Element, Element] | null {
  for (let at: Element | null = said; at !== null && !at.contains(composer); at = at.parentElement)
    for (let next = at.nextElementSibling; next !== null && !next.contains(composer); next = next.nextElementSibling)
      if (next.textContent.trim() !== '' && !isAside(next)) return [at, next];
  return null;
}

/** Buttons and edit boxes beside a message are no answer. */
const isAside = (element: Element): boolean =>
  isField(element) || element.matches('button') || element.querySelector('textarea, [contenteditable]') !== null;

/** The elements from `outer` down to `inner`. */
function pathTo(inner: Element, outer: Element): Element[] {
  const path = [inner];
  for (let at = inner; at !== outer && at.parentElement !== null; at = at.parentElement) path.unshift(at.parentElement);
  return path;
}

const spaceless = (text: string): string => text.replace(/[\s\u00a0]+/g, '');

/** Some editors cancel `beforeinput`, after which no `input` comes. */
const WRITTEN = ['beforeinput', 'input'] as const;
const SHORTEST = 3;
