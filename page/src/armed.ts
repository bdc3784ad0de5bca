// Lets pointer and key events reach one element or nothing.
//
// Listens on the window from the start, ahead of every script of the page, so a page that moves things under the pointer at
// the last moment gets no event at all. While nothing is armed it lets everything pass.

import { reaches } from './aim';
import { described } from './describe';
import { addListener, focusedElement, isElement, pageBody } from './dom';
import type { Described } from './generated/wire';
import { Look } from './look';
import { Refs } from './refs';

export class Armed {
  #target: Element | null = null;
  #hit: boolean | null = null;
  #instead: Described | null = null;

  constructor(
    private readonly document: Document,
    private readonly refs: Refs,
  ) {
    this.#listen();
  }

  arm(element: Element): void {
    this.disarm();
    this.#target = element;
    this.#listen();
  }

  /** Says whether an event reached the element, and where others that were held back would have gone instead. */
  disarm(): { hit: boolean | null; instead: Described | null } {
    const outcome = { hit: this.#hit, instead: this.#instead };
    this.#target = null;
    this.#hit = null;
    this.#instead = null;
    return outcome;
  }

  /** Adding a listener again does nothing; `document.open()` may have taken it away. */
  #listen(): void {
    for (const kind of KINDS) addListener(window, kind, this.#judge, CAPTURE);
  }

  readonly #judge = (event: Event): void => {
    const target = this.#target;
    if (target === null || !event.isTrusted) return;
    const goesTo = KEYS.has(event.type) ? (focusedElement(this.document) ?? pageBody(this.document)) : pointedAt(event);
    if (this.#hit === true && isConsequence(event)) return;
    if (reaches(target, goesTo)) {
      if (DECISIVE.has(event.type)) this.#hit = true;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#hit ??= false;
    this.#instead ??= described(goesTo ?? pageBody(this.document), new Look(this.document), this.refs);
  };
}

function pointedAt(event: Event): Element | null {
  const first = event.composedPath()[0];
  return first instanceof Node && isElement(first) ? first : null;
}

/** A click without a pointer is the browser's own: Enter in a field presses the form's button, a label its control. */
const isConsequence = (event: Event): boolean =>
  event.type === 'click' && event instanceof PointerEvent && event.pointerId === -1;

const CAPTURE = { capture: true } as const;
const KINDS = [
  'pointerdown',
  'mousedown',
  'pointerup',
  'mouseup',
  'click',
  'auxclick',
  'dblclick',
  'contextmenu',
  'keydown',
  'beforeinput',
];
const KEYS = new Set(['keydown', 'beforeinput']);
const DECISIVE = new Set(['mousedown', 'click', 'keydown', 'beforeinput']);
