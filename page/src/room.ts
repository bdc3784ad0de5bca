// How much of a document a snapshot takes in: a number of nodes, and some time.
//
// Invariant: what is in view finds room even when the rest of the document would fill it.

export class Room {
  readonly #deadline = performance.now() + MAX_TIME;
  readonly #reserve: number;
  #steps = 0;
  #omitted = 0;
  #isOver = false;
  #isScarce = false;

  constructor(private left: number) {
    this.#reserve = Math.min(left / 4, RESERVE);
  }

  /** From now on, only what is in view is to be taken in. */
  get isScarce(): boolean {
    return this.#isScarce;
  }

  /** Not everything that is there was taken in. */
  get wasShort(): boolean {
    return this.#isOver || this.#omitted > 0;
  }

  /** Once it is over it stays so, even if tidying gives back some of the nodes. */
  isOver(): boolean {
    this.#steps += 1;
    this.#isOver ||= this.left <= 0 || (this.#steps % STEPS === 0 && performance.now() > this.#deadline);
    return this.#isOver;
  }

  take(nodes: number): void {
    this.left -= nodes;
    this.#isScarce ||= this.left <= this.#reserve;
  }

  /** Something was there and left out. */
  omit(): void {
    this.#omitted += 1;
  }
}

/** Nodes kept free for what is in view. */
const RESERVE = 2_000;
/** Milliseconds after which a snapshot ends where it is. */
const MAX_TIME = 3_500;
/** Steps between two looks at the clock. */
const STEPS = 256;
