// Lets pointer and key events reach one element or nothing.
//
// The gate listens on the window from the start, ahead of every script of the page, so a page that moves elements under
// the pointer at the last moment gets no event at all. While nothing is armed, the gate lets everything pass.

import {
  addListener,
  checkVisibility,
  closest,
  elementWithin,
  flatContains,
  flatParent,
  focusedElement,
  isConnected,
  isElement,
  isLabel,
  labelControl,
  pageBody,
  queryWithin,
  rectOf,
  shadowOf,
} from '../dom/dom';
import { type MutationLog } from '../dom/mutation_log';
import { isRealInput } from '../dom/own_input';
import { Refs } from '../dom/refs';
import type { Disarmed, PageCommand } from '../generated/wire';
import { isNextCodeField } from '../snapshot/controls/code_fields';
import { describe } from '../snapshot/names/describe';
import { Look } from '../visibility/look';
import { reaches } from './aim';
import { changedMeaning } from './changed_meaning';
import { activated, ownerForm } from './facts';
import { type Fingerprint, fingerprintOf, findReplacement } from './replaced_element';

export class EventGate {
  #state: State | null = null;
  #drag: Event | null = null;

  constructor(
    private readonly document: Document,
    private readonly refs: Refs,
    private readonly log: MutationLog,
    private readonly isTicker: (text: Node) => boolean,
  ) {
    this.#listen();
  }

  /**
   * Events may reach only this element; with null, nothing in this document. Ends by itself after `ms` milliseconds.
   */
  arm(element: Element | null, ms = Infinity, follow = false): void {
    this.#begin(element, NOTHING, performance.now() + ms, follow);
  }

  /**
   * Lets releases of buttons reach any element, so that the page does not go on as if they were down, and stops clicks.
   */
  allowReleases(): void {
    this.#begin(null, RELEASES, Infinity);
  }

  #begin(element: Element | null, unblocked: ReadonlySet<string>, until: number, follow = false): void {
    this.#drag = null;
    this.#state = {
      unblocked,
      until,
      follow,
      isOver: () => false,
      over: () => undefined,
      target: element,
      likeness: element === null ? null : fingerprintOf(element, this.document),
      box: element === null ? null : rectOf(element),
      around: new Set(element === null ? [] : ancestorsOf(element)),
      isReplaced: () => element !== null && !isConnected(element),
      activates: element === null ? NOTHING_ACTIVATED : labelledBy(element),
      form: element === null ? null : ownerForm(activated(element) ?? element),
      pressed: false,
      released: false,
      isTyped: false,
      entered: new Map(),
      outcome: untouched(),
    };
    this.#listen();
  }

  /** Returns whether an event reached the element, and where blocked events would have gone instead. */
  disarm(): Disarmed {
    const outcome = this.#state?.outcome ?? untouched();
    this.#state = null;
    // The changes after the events are the page's answer to them, and what was reported as changed is known.
    if (outcome.hit === true || outcome.changed !== null) this.log.restart();
    return outcome;
  }

  /**
   * Resolves when the press is over: with the message that says so, or with null once a click has arrived and `isOver`
   * holds.
   */
  async untilPressed(isOver: () => boolean): Promise<Pressed | null> {
    const state = this.#state;
    if (state === null || (state.outcome.clicked && isOver())) return null;
    return new Promise((resolve) => {
      state.isOver = isOver;
      state.over = resolve;
    });
  }

  pressed(over: Pressed): void {
    this.#state?.over(over);
  }

  /** Whether a native drag has begun since the gate was armed, and the page did not cancel it. */
  isDragging(): boolean {
    return this.#drag !== null && !this.#drag.defaultPrevented;
  }

  /** Outside of a closed shadow root an event names only the host, so events are checked once more inside. */
  listenIn(root: ShadowRoot): void {
    for (const kind of KINDS) addListener(root, kind, this.#filter, CAPTURE);
  }

  /** Adding a listener again does nothing; `document.open()` may have taken it away. */
  #listen(): void {
    for (const kind of KINDS) addListener(window, kind, this.#filter, CAPTURE);
    addListener(window, 'dragstart', this.#drags, CAPTURE);
  }

  readonly #drags = (event: Event): void => {
    if (isRealInput(event)) this.#drag = event;
  };

  /** A page that takes a code in fields of one character each moves the focus to the next one after every key. */
  #movesOn(state: State, event: Event, goesTo: Element | null): boolean {
    if (!KEYS.has(event.type) || state.outcome.hit !== true || state.target === null || goesTo === null) return false;
    if (state.follow && this.log.isAdded(goesTo)) {
      state.target = goesTo;
      return true;
    }
    if (event.type !== 'keydown' || !isNextCodeField(state.target, goesTo)) return false;
    state.target = goesTo;
    state.outcome.along.push(this.refs.numberOf(goesTo));
    return true;
  }

  #isMeant(state: State, event: Event, goesTo: Element | null): boolean {
    if (event.type === 'submit') return state.outcome.hit !== true || isOwnForm(state, event);
    if (state.outcome.hit === true && isConsequence(event)) return isExpected(state, goesTo);
    return this.#isFor(state, goesTo) || isRedirected(state, event, goesTo) || this.#movesOn(state, event, goesTo);
  }

  #isFor(state: State, goesTo: Element | null): boolean {
    if (state.target === null) return false;
    if (reaches(state.target, goesTo)) return true;
    if (isConnected(state.target) || state.likeness === null || goesTo === null) return false;
    const twin = findReplacement(state.likeness, goesTo, this.document);
    if (twin !== null) state.target = twin;
    return twin !== null;
  }

  /** The pointer enters the ancestors of the element before the element itself. */
  #mayMoveOver(state: State, goesTo: Element | null): boolean {
    if (state.target !== null && goesTo !== null && goesTo !== state.target && flatContains(goesTo, state.target))
      return true;
    if (!this.#isFor(state, goesTo)) return false;
    // A change that the page makes after a click is its answer to the click.
    if (!state.outcome.clicked) state.outcome.changed ??= this.#meaning(state, goesTo);
    return state.outcome.changed === null;
  }

  /** Whether the element means something else than when it was judged; from then on nothing reaches it. */
  #isChanged(state: State, event: Event, goesTo: Element | null): boolean {
    // A click that was delivered may make the page change its form before it submits it.
    if (event.type === 'submit' && (state.outcome.clicked || !state.isTyped)) return false;
    state.outcome.changed ??= this.#meaning(state, goesTo);
    return state.outcome.changed !== null;
  }

  #meaning({ target, isTyped }: State, goesTo: Element | null): string | null {
    const at = target !== null && isConnected(target) ? target : goesTo;
    return at === null ? null : changedMeaning(at, this.log, isTyped ? 'write' : 'press', this.isTicker);
  }

  readonly #filter = (event: Event): void => {
    const state = this.#state;
    // The start time of an event counts, not the time when the page handles it.
    if (state === null || !isRealInput(event) || state.unblocked.has(event.type) || event.timeStamp > state.until)
      return;
    const goesTo = KEYS.has(event.type) ? (focusedElement(this.document) ?? pageBody(this.document)) : pointedAt(event);
    const entering = ENTERING.get(event.type);
    if (entering !== undefined) {
      if (goesTo !== null) state.entered.get(entering)?.delete(goesTo);
      return;
    }
    if (MOVES.has(event.type)) {
      if (!this.#mayMoveOver(state, goesTo) || entersAgain(state, event, goesTo)) event.stopImmediatePropagation();
      return;
    }
    const { outcome } = state;
    if (this.#isMeant(state, event, goesTo) && !this.#isChanged(state, event, goesTo)) {
      if (event.type === 'submit' || (outcome.hit === true && isConsequence(event))) return;
      if (KEYS.has(event.type)) state.isTyped = true;
      if (event.type === 'pointerdown') state.pressed = true;
      if (event.type === 'mouseup') state.released = true;
      if (DECISIVE.has(event.type)) outcome.hit = true;
      if (CLICKS.has(event.type)) outcome.clicked = true;
      if (event.type === 'click' && state.isOver()) state.over(null);
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    outcome.hit ??= false;
    if (outcome.changed !== null) return;
    // An entry of a list is often chosen by the press alone and removed with its list before the release.
    if (outcome.hit && !isShown(state.target)) outcome.clicked = true;
    if (outcome.instead !== null) return;
    outcome.instead = describe(goesTo ?? pageBody(this.document), new Look(this.document), this.refs);
    outcome.covered = hasNotMoved(state) || liesUnder(state, event);
  };
}

const untouched = (): Disarmed => ({
  hit: null,
  clicked: false,
  instead: null,
  covered: false,
  along: [],
  changed: null,
});

type Pressed = Extract<PageCommand, { kind: 'pressed' }>;

interface State {
  /** Kinds of events that pass to any element. */
  readonly unblocked: ReadonlySet<string>;
  /** Events that begin after this time of the page's clock pass, too. */
  readonly until: number;
  /** Keys may follow the focus to a new element. */
  readonly follow: boolean;
  /** Whether the click can have no further effect. */
  isOver: () => boolean;
  /** Resolves `untilPressed`. */
  over: (pressed: Pressed | null) => void;
  /** The element; if the page replaces it, the replacement. */
  target: Element | null;
  readonly likeness: Fingerprint | null;
  readonly box: DOMRect | null;
  /** Its ancestors at the time of arming. */
  readonly around: ReadonlySet<Element>;
  readonly isReplaced: () => boolean;
  /** The controls that labels in and around the element belonged to at the time of arming. */
  readonly activates: ReadonlySet<Element>;
  /** The form that it belonged to then. */
  readonly form: HTMLFormElement | null;
  pressed: boolean;
  released: boolean;
  /** A key has reached the element. */
  isTyped: boolean;
  /** By kind of event, the elements that the pointer has entered and not left, with the event that reported it. */
  readonly entered: Map<string, Map<Element, Event>>;
  readonly outcome: Disarmed;
}

/** A click that a label or a key leads to reaches the control that it led to when the element was armed. */
function isExpected(state: State, goesTo: Element | null): boolean {
  const { target, activates, isTyped } = state;
  if (target === null || goesTo === null) return false;
  return isTyped || activates.has(goesTo) || !isConnected(target) || reaches(target, goesTo);
}

/** A form that a press submits is the one that the element belonged to; scripts may submit others. */
function isOwnForm(state: State, event: Event): boolean {
  if (!(event instanceof SubmitEvent) || event.submitter === null || state.form === null) return true;
  return event.target === state.form || !isConnected(state.form);
}

function labelledBy(element: Element): ReadonlySet<Element> {
  const around = closest(element, isLabel);
  const labels = [...(around === null ? [] : [around]), ...queryWithin(element, 'label').slice(0, MAX_LABELS)];
  const controls = labels.map((label) => (isLabel(label) ? labelControl(label) : null));
  return new Set(controls.filter((control) => control !== null));
}

/**
 * Whether the browser redirects the rest of a press that reached the element to an ancestor: the mousedown if the
 * element is gone by then, the click if the release went to its replacement.
 */
function isRedirected(state: State, event: Event, goesTo: Element | null): boolean {
  if (!state.pressed || goesTo === null || !state.around.has(goesTo)) return false;
  return event.type === 'mousedown' ? state.isReplaced() : event.type === 'click' && state.released;
}

/**
 * Whether the pointer enters an element that it has not left. A page that removes and reinserts an element each time
 * the pointer enters it would otherwise do so right before the press, which the browser then sends to an ancestor.
 */
function entersAgain(state: State, event: Event, goesTo: Element | null): boolean {
  if (goesTo === null || !ENTRIES.has(event.type)) return false;
  const entered = state.entered.get(event.type) ?? new Map<Element, Event>();
  state.entered.set(event.type, entered);
  const first = entered.get(goesTo);
  if (first === undefined) entered.set(goesTo, event);
  return first !== undefined && first !== event;
}

const isShown = (target: Element | null): boolean => target !== null && checkVisibility(target);

/** Whether the element has not moved, so that another element must have come over it. */
function hasNotMoved({ target, box }: State): boolean {
  if (target === null || box === null || !isConnected(target)) return false;
  const now = rectOf(target);
  const sides = [now.x - box.x, now.y - box.y, now.width - box.width, now.height - box.height];
  return now.width > 0 && sides.every((difference) => Math.abs(difference) <= SAME_PLACE);
}

/** A menu that opens under the mouse may push its control a little, which then lies below. */
function liesUnder({ target }: State, event: Event): boolean {
  if (target === null || !isConnected(target) || !(event instanceof MouseEvent)) return false;
  const { left, top, right, bottom } = rectOf(target);
  const { clientX: x, clientY: y } = event;
  return x >= left && x < right && y >= top && y < bottom;
}

function* ancestorsOf(element: Element): Iterable<Element> {
  for (let at = flatParent(element); at !== null; at = flatParent(at)) yield at;
}

function pointedAt(event: Event): Element | null {
  const first = event.composedPath()[0];
  if (!(first instanceof Node) || !isElement(first)) return null;
  // An event names only the host of a closed shadow root; the element inside is found by its point.
  return event instanceof MouseEvent && shadowOf(first) !== null
    ? elementWithin(first, event.clientX, event.clientY)
    : first;
}

/**
 * A click without a pointer comes from the browser: Enter in a field presses the form's button, a label its control.
 */
const isConsequence = (event: Event): boolean =>
  event.type === 'click' && event instanceof PointerEvent && event.pointerId === -1;

const NOTHING: ReadonlySet<string> = new Set();
const NOTHING_ACTIVATED: ReadonlySet<Element> = new Set();
const RELEASES: ReadonlySet<string> = new Set(['pointerup', 'mouseup']);
const CAPTURE = { capture: true } as const;
/** Events of a moving mouse. Events of leaving pass, or the page would see the mouse in two places. */
const MOVES = new Set(['pointermove', 'mousemove', 'pointerover', 'mouseover', 'pointerenter', 'mouseenter']);
/** Events of leaving, with the events of entering that they undo. */
const ENTERING = new Map([
  ['pointerout', 'pointerover'],
  ['mouseout', 'mouseover'],
  ['pointerleave', 'pointerenter'],
  ['mouseleave', 'mouseenter'],
]);
const ENTRIES = new Set(ENTERING.values());
const KEYS = new Set(['keydown', 'beforeinput']);
const CLICKS = new Set(['click', 'auxclick', 'contextmenu']);
const DECISIVE = new Set(['pointerdown', 'mousedown', 'click', 'keydown', 'beforeinput']);
const KINDS = [
  ...MOVES,
  ...ENTERING.keys(),
  ...KEYS,
  ...CLICKS,
  'pointerdown',
  'mousedown',
  'pointerup',
  'mouseup',
  'dblclick',
  'submit',
];
const SAME_PLACE = 2;
const MAX_LABELS = 20;
