// Whether a navigation away from the document has begun. The page knows of it at once; the browser reports it later,
// much later on a busy machine.

import { addListener } from '../dom/dom';

export class PendingNavigation {
  #at = -Infinity;

  listen(): void {
    const { navigation } = window as { navigation?: EventTarget };
    if (navigation === undefined) return;
    addListener(navigation, 'navigate', this.#leaves);
    // A page that intercepts the navigation stays in its document.
    for (const kind of ['navigatesuccess', 'navigateerror']) addListener(navigation, kind, this.#stays);
  }

  /**
   * Whether a navigation has begun since then, and not too long ago: some responses are downloads or have no content,
   * and the document stays.
   */
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

/** The used part of the `navigate` event, which not every browser has. */
interface Navigating extends Event {
  readonly destination?: { readonly sameDocument?: boolean; readonly url?: string };
  readonly downloadRequest?: string | null;
}

const LEFT_WITHIN = 1_000;
