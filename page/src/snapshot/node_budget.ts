// How much of a document a snapshot contains: a number of nodes, in a number of steps. Time plays no part, so that the
// same document gives the same snapshot on a busy machine.
//
// Invariant: content in view finds room even if the rest of the document would fill it.

export class NodeBudget {
  readonly #reserve: number;
  #steps = 0;
  #omitted = 0;
  #isOver = false;
  #isScarce = false;

  constructor(private left: number) {
    this.#reserve = Math.min(left / 4, RESERVE);
  }

  /** From now on, only content in view is added. */
  get isScarce(): boolean {
    return this.#isScarce;
  }

  /** Whether some content was left out. */
  get wasExceeded(): boolean {
    return this.#isOver || this.#omitted > 0;
  }

  /** Once spent, the budget stays spent, even if tidying removes some nodes. */
  isSpent(): boolean {
    this.#steps += 1;
    this.#isOver ||= this.left <= 0 || this.#steps > MAX_STEPS;
    return this.#isOver;
  }

  spend(nodes: number): void {
    this.left -= nodes;
    this.#isScarce ||= this.left <= this.#reserve;
  }

  /** Records that content was left out. */
  omit(): void {
    this.#omitted += 1;
  }
}

/** Nodes reserved for content in view. */
const RESERVE = 2_000;
/** Nodes entered and left before the walk stops; enough for 400,000 elements. */
const MAX_STEPS = 1_000_000;
