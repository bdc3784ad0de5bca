// Which requests were begun and how they ended, in `storage.session`: a worker that is started again answers a repeated
// request from here. A request that was begun and has no end is not performed again; whoever sent it has to look.
//
// Invariant: what is kept has a bound, because that storage is full at 10 MB and everything else of the worker lies there
// too. An end that its sender has received is dropped; one that is large is kept as the bare fact that it ended.

import { ENDED } from '../protocol.ts';

type End = { readonly ok: unknown } | { readonly error: string };

interface Entry {
  readonly id: string;
  /** Counts up, so that the oldest entries are known. */
  readonly at: number;
  readonly end?: End;
}

/** The state of a request that arrives, as far as it is known. */
export type Known = { readonly state: 'new' | 'begun' } | { readonly state: 'ended'; readonly end: End };

const PREFIX = 'command:';
const MOST_ENTRIES = 256;
/** In UTF-16 units of the JSON; the storage counts bytes and has room for 10 MB. */
const LARGEST_END = 32_000;
const MOST_KEPT = 1_000_000;

export class CommandJournal {
  readonly #entries = new Map<string, Entry>();
  readonly #sizes = new Map<string, number>();
  #last = 0;
  readonly #restored: Promise<void>;

  constructor() {
    this.#restored = this.#restore();
  }

  async find(id: string): Promise<Known> {
    await this.#restored;
    const entry = this.#entries.get(id);
    if (entry === undefined) return { state: 'new' };
    return entry.end === undefined ? { state: 'begun' } : { state: 'ended', end: entry.end };
  }

  /** Returns when the beginning is written, so that it survives the worker; rejects where it could not be. */
  async begin(id: string): Promise<void> {
    await this.#restored;
    const entry = { id, at: ++this.#last };
    try {
      await this.#write(entry);
    } catch {
      // Somebody else has filled the storage: what has ended is given up for what begins.
      await this.#forget([...this.#entries.values()].filter(({ end }) => end !== undefined));
      await this.#write(entry);
    }
    await this.#forgetOldest();
  }

  /** Keeps how a request ended. Where that fails, it stays known as begun, so it is never done twice. */
  async end(id: string, end: End): Promise<void> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    await this.#write({ ...entry, end: sizeOf(end) > LARGEST_END ? { error: ENDED } : end });
    await this.#forgetOldest();
  }

  /** Drops the requests whose ends have reached their sender, who asks for them no more. */
  async acknowledge(ids: readonly string[]): Promise<void> {
    await this.#restored;
    await this.#forget(ids.flatMap((id) => this.#entries.get(id) ?? []).filter(({ end }) => end !== undefined));
  }

  async #write(entry: Entry): Promise<void> {
    await chrome.storage.session.set({ [PREFIX + entry.id]: entry });
    this.#note(entry);
  }

  #note(entry: Entry): void {
    this.#entries.set(entry.id, entry);
    this.#sizes.set(entry.id, sizeOf(entry));
  }

  async #restore(): Promise<void> {
    const stored = await chrome.storage.session.get(null);
    for (const [key, value] of Object.entries(stored)) {
      if (!key.startsWith(PREFIX)) continue;
      const entry = value as Entry;
      this.#note(entry);
      this.#last = Math.max(this.#last, entry.at);
    }
  }

  async #forgetOldest(): Promise<void> {
    let kept = [...this.#sizes.values()].reduce((sum, size) => sum + size, 0);
    if (this.#entries.size <= MOST_ENTRIES && kept <= MOST_KEPT) return;
    const oldest: Entry[] = [];
    // One that has not ended is still being performed, or was cut off: forgotten, it could be done twice.
    const ended = [...this.#entries.values()].filter(({ end }) => end !== undefined).sort((a, b) => a.at - b.at);
    for (const entry of ended) {
      if (this.#entries.size - oldest.length <= MOST_ENTRIES / 2 && kept <= MOST_KEPT / 2) break;
      kept -= this.#sizes.get(entry.id) ?? 0;
      oldest.push(entry);
    }
    await this.#forget(oldest);
  }

  async #forget(entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    for (const { id } of entries) {
      this.#entries.delete(id);
      this.#sizes.delete(id);
    }
    await chrome.storage.session.remove(entries.map(({ id }) => PREFIX + id));
  }
}

const sizeOf = (value: unknown): number => JSON.stringify(value).length;
