// Which requests were begun and how they ended, in `storage.session`: a worker that is started again answers a repeated
// request from here. A request that was begun and has no end is not performed again; whoever sent it has to look.

interface Entry {
  readonly id: string;
  /** Counts up, so that the oldest entries are known. */
  readonly at: number;
  readonly end?: { readonly ok: unknown } | { readonly error: string };
}

/** What is known of a request that arrives. */
export type Known =
  { readonly state: 'new' | 'begun' } | { readonly state: 'ended'; readonly end: NonNullable<Entry['end']> };

const PREFIX = 'command:';
const MOST_ENTRIES = 256;

export class CommandJournal {
  readonly #entries = new Map<string, Entry>();
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

  /** Returns when the beginning is written, so that it survives the worker. */
  async begin(id: string): Promise<void> {
    await this.#restored;
    await this.#write({ id, at: ++this.#last });
    await this.#forgetOldest();
  }

  async end(id: string, end: NonNullable<Entry['end']>): Promise<void> {
    const entry = this.#entries.get(id);
    if (entry !== undefined) await this.#write({ ...entry, end });
  }

  async #write(entry: Entry): Promise<void> {
    this.#entries.set(entry.id, entry);
    await chrome.storage.session.set({ [PREFIX + entry.id]: entry });
  }

  async #restore(): Promise<void> {
    const stored = await chrome.storage.session.get(null);
    for (const [key, value] of Object.entries(stored)) {
      if (!key.startsWith(PREFIX)) continue;
      const entry = value as Entry;
      this.#entries.set(entry.id, entry);
      this.#last = Math.max(this.#last, entry.at);
    }
  }

  async #forgetOldest(): Promise<void> {
    if (this.#entries.size <= MOST_ENTRIES) return;
    const oldest = [...this.#entries.values()]
      .sort((a, b) => a.at - b.at)
      .slice(0, this.#entries.size - MOST_ENTRIES / 2);
    for (const { id } of oldest) this.#entries.delete(id);
    await chrome.storage.session.remove(oldest.map(({ id }) => PREFIX + id));
  }
}
