// How much of a document a snapshot takes in: so many nodes, in so many steps. No clock decides, so that the same
// document gives the same snapshot on a machine that is busy.
//
// Invariant: what is in view finds room even when the rest of the document would fill it.

export class NodeBudget {
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
  get wasExceeded(): boolean {
    return this.#isOver || this.#omitted > 0;
  }

  /** Once it is over it stays so, even if tidying gives back some of the nodes. */
  isSpent(): boolean {
    this.#steps += 1;
    this.#isOver ||= this.left <= 0 || this.#steps > MAX_STEPS;
    return this.#isOver;
  }

  spend(nodes: number): void {
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
/** Nodes entered and left before the walk ends where it is; enough for 400,000 elements. */
const MAX_STEPS = 1_000_000;
