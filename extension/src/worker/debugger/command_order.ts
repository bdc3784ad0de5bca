// Keeps the commands for a tab in their order while one of them waits for something: the hands send several without waiting.

export class CommandOrder {
  /** Done when the last command that had to wait may be sent. */
  readonly #last = new Map<number, Promise<unknown>>();

  /** Sends a command after those that came before it and after `ready`; at once where nothing is waited for. */
  send<T>(tab: number, ready: Promise<unknown> | null, send: () => Promise<T>): Promise<T> {
    const before = this.#last.get(tab);
    if (before === undefined && ready === null) return send();
    const turn = Promise.allSettled([before, ready]);
    this.#last.set(tab, turn);
    const sent = turn.then(send);
    void turn.then(() => {
      if (this.#last.get(tab) === turn) this.#last.delete(tab);
    });
    return sent;
  }
}
