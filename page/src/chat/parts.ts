// The parts of a chat page as they are at this moment: composer, its surroundings and controls, and the turns.

import type { ChatPageState, ChatRole } from '../generated/chat';
import { outermost, saying, type Candidates } from './candidates';
import { answerParts } from './turns/answer';

export class Parts {
  constructor(readonly candidates: Candidates) {}

  /** The element to write into. Edit boxes of turns are left out; of several fields the last one is the composer. */
  composer(): Element | null {
    for (const candidate of this.candidates.of('composer')) {
      const found = this.candidates.found(candidate).map(editableWithin);
      const last = found.findLast((element) => element !== null && !this.isInTurn(element));
      if (last !== undefined && last !== null) return last;
    }
    return null;
  }

  /** The element around the composer, its buttons and its attachments. */
  area(composer: Element): Element {
    for (const { css } of this.candidates.of('composer_area')) {
      const area = css === '' ? null : composer.closest(css);
      if (area !== null) return area;
    }
    const form = composer.closest('form');
    if (form !== null) return form;
    let area = composer;
    for (let outer = composer.parentElement; outer !== null && !this.#holdsTurn(outer); outer = outer.parentElement) {
      area = outer;
      if (outer.querySelector('button, [role="button"]') !== null) break;
    }
    return area;
  }

  /** The send button: in the composer area, or else anywhere outside of the turns. */
  send(area: Element): Element | null {
    const near = this.candidates.all('send', area)[0];
    const stop = this.stop(area);
    const found = near ?? this.candidates.all('send').find((element) => !this.isInTurn(element));
    const isStop = stop !== null && found !== undefined && (found.contains(stop) || stop.contains(found));
    return isStop ? null : (found ?? null);
  }

  /** The stop control, in the composer area only: those of read-aloud or dictation stand elsewhere. */
  stop(area: Element): Element | null {
    return this.candidates.all('stop', area)[0] ?? null;
  }

  chips(area: Element): Element[] {
    return outermost(this.candidates.marks('chip', area));
  }

  userTurns(): Element[] {
    return this.#turns('user_turn');
  }

  assistantTurns(): Element[] {
    return this.#turns('assistant_turn');
  }

  isInTurn(element: Element): boolean {
    return TURNS.some((role) => {
      const selector = this.candidates.selector(role);
      return selector !== null && element.closest(selector) !== null;
    });
  }

  state(composer: Element | null): ChatPageState {
    for (const role of ['blocked', 'signed_out', 'limit', 'dialog'] as const) {
      const text = this.#mark(role);
      if (text === null) continue;
      return role === 'signed_out' ? { kind: role } : { kind: role, text };
    }
    if (composer === null) return { kind: 'changed' };
    const failed = this.#mark('failed');
    return failed === null ? { kind: 'ready' } : { kind: 'failed', text: failed };
  }

  /**
   * The words of the first mark of a state, null without one. Text of a turn is a model's or a person's and counts for
   * nothing.
   */
  #mark(role: ChatRole): string | null {
    for (const candidate of this.candidates.of(role)) {
      if (candidate.css === '' && this.candidates.fits(candidate)) return this.candidates.document.title.slice(0, 500);
      const isCounted = (element: Element): boolean =>
        !this.isInTurn(element) || (role === 'failed' && this.#isBesideNewestAnswer(element));
      const found = this.candidates.found(candidate).find(isCounted);
      if (found !== undefined) return saying(found);
    }
    return null;
  }

  /** Some pages say below an answer that it failed. */
  #isBesideNewestAnswer(element: Element): boolean {
    const turn = this.assistantTurns().at(-1);
    if (turn === undefined || !turn.contains(element)) return false;
    return !answerParts(turn, this.candidates).some((part) => part !== turn && part.contains(element));
  }

  /** Turns count although they are not painted, because a long chat unloads what is out of view. */
  #turns(role: ChatRole): Element[] {
    for (const { css } of this.candidates.of(role)) {
      const found = css === '' ? [] : [...this.candidates.document.querySelectorAll(css)];
      if (found.length > 0) return outermost(found);
    }
    return [];
  }

  #holdsTurn(element: Element): boolean {
    return TURNS.some((role) => {
      const selector = this.candidates.selector(role);
      return selector !== null && element.querySelector(selector) !== null;
    });
  }
}

/** A candidate may name the element around the field. */
function editableWithin(element: Element): Element | null {
  if (isField(element)) return element;
  return [...element.querySelectorAll('textarea, [contenteditable]')].find(isField) ?? null;
}

export const isField = (element: Element): boolean =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && /^(text|search)$/.test(element.type)) ||
  (element instanceof HTMLElement && element.isContentEditable);

const TURNS = ['user_turn', 'assistant_turn'] as const;
