// Whether the document is about to be left for another one. The page knows of it at once, the browser tells it later: much
// later where the machine is busy.

import { addListener } from '../dom/dom';

export class PendingNavigation {
  #at = -Infinity;

  listen(): void {
    const { navigation } = window as { navigation?: EventTarget };
    if (navigation === undefined) return;
    addListener(navigation, 'navigate', this.#leaves);
    // A page that takes the way into its own hands stays.
    for (const kind of ['navigatesuccess', 'navigateerror']) addListener(navigation, kind, this.#stays);
  }

  /** What began to leave after that, and not too long ago: some answers are files, or nothing, and the document stays. */
  hasBegunSince(moment: number, now: number): boolean {
    return this.#at >= moment && now - this.#at < LEFT_WITHIN;
  }

  readonly #leaves = (event: Event): void => {
    const { destination, downloadRequest } = event as Navigating;
    if (destination?.sameDocument === false && downloadRequest === null && /^https?:/.test(destination.url ?? ''))
      this.#at = performance.now();
  };

  readonly #stays = (): void => {
    this.#at = -Infinity;
  };
}

/** What is needed of the event; not every browser has it. */
interface Navigating extends Event {
  readonly destination?: { readonly sameDocument?: boolean; readonly url?: string };
  readonly downloadRequest?: string | null;
}

const LEFT_WITHIN = 1_000;
