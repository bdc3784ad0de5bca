// Watches for the person's own input while a run works on the page: it is kept from the page and pauses the run. Input that
// the run makes through the debugger is trusted too and comes announced.

import type { ExpectedInput, Mark, PresenceAct } from '../worker/presence/messages.ts';
import type { Bar } from './bar.ts';

const POINTER = ['pointerdown', 'mousedown', 'touchstart', 'pointerup', 'mouseup', 'touchend', 'click', 'auxclick'];
const KEYS = ['keydown', 'keypress', 'keyup'];
/** The first event of each press or key. */
const BEGINS = new Set(['pointerdown', 'mousedown', 'touchstart', 'keydown']);
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'NumLock']);
/** Announced input that has not come within this time will not come. */
const EXPECTED_FOR = 1000;
const MOST_EXPECTED = 64;
/** Presses and keys within this time are one interrupt. */
const ONE_INTERRUPT = 400;
/** How much later than input its announcement may be heard in a frame. */
const HEARD_WITHIN = 200;
/** Coordinates of a command are rounded on their way. */
const NEAR = 2;

type Fate = 'pass' | 'keep';

export class InputWatch {
  readonly #bar: Bar | null;
  readonly #onAct: (act: PresenceAct['act']) => void;
  #mark: Mark | null = null;
  #expected: { input: ExpectedInput; until: number }[] = [];
  /** The fate of the rest of the press or key that is under way. */
  #fate: Fate = 'pass';
  /** When an interrupt was reported last. */
  #reportedAt = -Infinity;
  #isListening = false;

  constructor(bar: Bar | null, onAct: (act: PresenceAct['act']) => void) {
    this.#bar = bar;
    this.#onAct = onAct;
    if (bar !== null) bar.onPress = onAct;
  }

  /** Listens from the first mark on: a press that began under a mark must not reach the page when the mark goes meanwhile. */
  follow(mark: Mark | null): void {
    if (this.#mark?.state !== mark?.state) this.#reportedAt = -Infinity;
    this.#mark = mark;
    if (mark === null || this.#isListening) return;
    this.#isListening = true;
    for (const type of [...POINTER, ...KEYS, 'pointermove']) addEventListener(type, this.#take, { capture: true });
  }

  expect(input: ExpectedInput): void {
    this.#expected.push({ input, until: performance.now() + EXPECTED_FOR });
    if (this.#expected.length > MOST_EXPECTED) this.#expected.shift();
  }

  readonly #take = (event: Event): void => {
    if (!event.isTrusted) return;
    if (event.type === 'pointermove') {
      const { clientX, clientY } = event as PointerEvent;
      this.#bar?.hover(this.#bar.actAt(clientX, clientY));
      return;
    }
    if (event instanceof KeyboardEvent ? this.#isHeldKey(event) : this.#isHeldPress(event)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };

  /** Whether a key is kept from the page. */
  #isHeldKey(event: KeyboardEvent): boolean {
    if (event.type !== 'keydown') return this.#fate === 'keep';
    this.#fate = 'pass';
    if (this.#mark === null) return false;
    if (event.key === '.' && event.ctrlKey) return this.#keep('cancel');
    if (MODIFIERS.has(event.key) || !this.#guards()) return false;
    return this.#isInterrupt({ kind: 'key', key: event.key });
  }

  /** Whether an event of a press is kept from the page. */
  #isHeldPress(event: Event): boolean {
    if (!BEGINS.has(event.type)) return this.#fate === 'keep';
    // The later beginnings of one press share the fate of its first.
    if (event.type !== 'pointerdown') return this.#fate === 'keep';
    this.#fate = 'pass';
    if (this.#mark === null) return false;
    const { clientX, clientY } = event as PointerEvent;
    const input = { kind: 'pointer', x: clientX, y: clientY } as const;
    const act = this.#bar?.actAt(clientX, clientY) ?? null;
    if (act !== null) return !this.#isExpected(input) && this.#keep(act);
    return this.#guards() && this.#isInterrupt(input);
  }

  /** Whether input that nobody announced is kept from the page. */
  #isInterrupt(input: ExpectedInput): boolean {
    if (this.#isExpected(input)) return false;
    if (window.top === window || this.#mark?.announced !== true) return this.#keep('interrupt');
    // A frame of another process may hear of announced input later than the input itself: it goes to the page meanwhile.
    setTimeout(() => {
      if (this.#guards() && !this.#isExpected(input)) this.#report('interrupt');
    }, HEARD_WITHIN);
    return false;
  }

  #keep(act: PresenceAct['act']): true {
    this.#fate = 'keep';
    this.#report(act);
    return true;
  }

  #report(act: PresenceAct['act']): void {
    const now = performance.now();
    if (act === 'interrupt' && now - this.#reportedAt < ONE_INTERRUPT) return;
    if (act === 'interrupt') this.#reportedAt = now;
    this.#onAct(act);
  }

  #guards(): boolean {
    return this.#mark?.guards === true;
  }

  /** Announced input is expected once; any press may be it, the nearest first. In a frame the coordinates are its own. */
  #isExpected(input: ExpectedInput): boolean {
    const now = performance.now();
    this.#expected = this.#expected.filter(({ until }) => until > now);
    const isIt = (other: ExpectedInput): boolean => {
      if (input.kind === 'key') return other.kind === 'key' && other.key === input.key;
      if (other.kind === 'key') return false;
      return Math.abs(input.x - other.x) <= NEAR && Math.abs(input.y - other.y) <= NEAR;
    };
    let index = this.#expected.findIndex((one) => isIt(one.input));
    // At another zoom the browser counts in other units than the page.
    if (index < 0 && input.kind === 'pointer') index = this.#expected.findIndex((one) => one.input.kind === 'pointer');
    if (index < 0) return false;
    this.#expected.splice(index, 1);
    return true;
  }
}
