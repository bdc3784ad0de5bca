// Watches the turns of a page and answers as soon as a reading differs from the one that was seen.

import type { ChatCommand, TurnReading } from '../../generated/chat';
import type { Parts } from '../parts';
import { readTurns, type Turns } from './reading';

type Watch = Extract<ChatCommand, { kind: 'watch' }>;

export class TurnWatch {
  #watched: { parts: Parts; mark: string } | null = null;
  #reading: Turns | null = null;
  #written = '';
  #revision = 0;
  /** When the answer, its marks or the stop control last changed. */
  #changedAt = 0;
  #readAt = -Infinity;
  #mutatedAt = -Infinity;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #waiting: (() => void)[] = [];
  readonly #observer: MutationObserver;

  constructor(private readonly document: Document) {
    this.#observer = new MutationObserver(() => {
      this.#mutatedAt = performance.now();
      this.#readSoon();
    });
  }

  /** One wait at a time; a second one ends the first. */
  async wait(parts: Parts, { mark, seen, max_ms }: Watch): Promise<TurnReading> {
    this.#start(parts, mark);
    this.#read();
    const end = performance.now() + Math.min(max_ms, LONGEST);
    while (seen !== null && this.#revision === seen && performance.now() < end) await this.#change(end);
    return this.#report();
  }

  #start(parts: Parts, mark: string): void {
    if (this.#watched?.mark !== mark) [this.#reading, this.#written] = [null, ''];
    if (this.#watched === null) {
      const what = { subtree: true, childList: true, characterData: true, attributes: true };
      this.#observer.observe(this.document, what);
      this.document.addEventListener('visibilitychange', this.#readSoon);
    }
    this.#watched = { parts, mark };
    clearTimeout(this.#idle);
    this.#idle = setTimeout(this.#stop, KEPT_WATCHING);
  }

  readonly #stop = (): void => {
    this.#observer.disconnect();
    this.document.removeEventListener('visibilitychange', this.#readSoon);
    this.#watched = null;
  };

  /** Ends after the next reading that may differ; states and addresses can change without a change of the document. */
  #change(end: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting = this.#waiting.filter((other) => other !== done);
        this.#read();
        resolve();
      };
      const timer = setTimeout(done, Math.max(0, Math.min(READ_AGAIN, end - performance.now())));
      this.#waiting.push(done);
    });
  }

  #report(): TurnReading {
    const reading = this.#reading ?? this.#read();
    return { revision: this.#revision, quiet_ms: Math.round(performance.now() - this.#changedAt), ...reading };
  }

  #due = false;

  /** After a change: now if the last reading is old enough, else a little later. Timers of hidden tabs come late. */
  readonly #readSoon = (): void => {
    const now = performance.now();
    if (now - this.#readAt >= READ_EVERY) this.#wake();
    else if (!this.#due) {
      this.#due = true;
      setTimeout(() => {
        this.#due = false;
        this.#wake();
      }, READ_EVERY);
    }
  };

  #wake(): void {
    if (this.#watched === null) return;
    this.#read();
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #read(): Turns {
    const { parts, mark } = this.#watched ?? { parts: null, mark: '' };
    if (parts === null) throw new Error('the watch has not been started');
    // A change that is found came with the last mutation at the latest, and may be read some time after it.
    const changedAt = this.#mutatedAt > this.#readAt ? this.#mutatedAt : performance.now();
    this.#readAt = performance.now();
    const reading = readTurns(parts, mark);
    const written = JSON.stringify(reading);
    if (written === this.#written) return this.#reading ?? reading;
    const { assistant, stop } = reading;
    if (
      this.#reading === null ||
      JSON.stringify([assistant, stop]) !== JSON.stringify([this.#reading.assistant, this.#reading.stop])
    )
      this.#changedAt = changedAt;
    [this.#reading, this.#written] = [reading, written];
    this.#revision += 1;
    return reading;
  }
}

const LONGEST = 25_000;
/** Between two readings of a page that changes all the time, in milliseconds. */
const READ_EVERY = 80;
const READ_AGAIN = 500;
const KEPT_WATCHING = 60_000;
