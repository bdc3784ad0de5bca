// The messages to the server that are not acknowledged yet, and how far those from it have come. They outlive connections.

import type { HandsFrame, HandsNews, HandsOrder } from '../../generated/hands.ts';

/** Beyond this nothing is kept; the link begins anew. */
const MOST_KEPT = 20_000;

export class Numbering {
  #last = 0;
  #kept: { readonly no: number; readonly message: HandsNews }[] = [];
  #received = 0;

  get received(): number {
    return this.#received;
  }

  /** Gives a message its number. */
  add(message: HandsNews): HandsFrame<HandsNews> {
    const no = ++this.#last;
    this.#kept.push({ no, message });
    return { no, ack: this.#received, message };
  }

  get isFull(): boolean {
    return this.#kept.length >= MOST_KEPT;
  }

  /** Forgets what has arrived. */
  acknowledge(ack: number): void {
    let arrived = 0;
    while ((this.#kept[arrived]?.no ?? Infinity) <= ack) arrived += 1;
    if (arrived > 0) this.#kept.splice(0, arrived);
  }

  /** The frames that are sent again on a new connection. */
  unacknowledged(): HandsFrame<HandsNews>[] {
    return this.#kept.map(({ no, message }) => ({ no, ack: this.#received, message }));
  }

  /** Whether the message of a frame is to be taken: it is neither a second time nor one too early. */
  isNext({ no }: HandsFrame<HandsOrder>): boolean {
    if (no !== this.#received + 1) return false;
    this.#received = no;
    return true;
  }
}
