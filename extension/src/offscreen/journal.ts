// Journals, notes and pictures of runs in IndexedDB. It keeps texts and understands none of them.

type Key = IDBValidKey;

/** A request of the module by its name, as `JournalRequest` in `message.rs`. */
export type JournalRequest = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface RunRecord {
  run: string;
  end: number;
  summary?: string;
  order?: string;
  setup?: string;
  chat?: string;
}

/** Texts that are kept with a run, as `Note` in `message.rs`. */
type Note = 'order' | 'setup' | 'chat';

const DATABASE = 'webhand';
const VERSION = 1;
const LINES = 'lines';
const RUNS = 'runs';
const PICTURES = 'pictures';

export class Journal {
  readonly #database: IDBDatabase;

  private constructor(database: IDBDatabase) {
    this.#database = database;
  }

  static async open(): Promise<Journal> {
    const opening = indexedDB.open(DATABASE, VERSION);
    opening.onupgradeneeded = () => {
      const database = opening.result;
      // Keys: run and number of the line; run; run and name.
      for (const store of [LINES, RUNS, PICTURES]) database.createObjectStore(store);
    };
    return new Journal(await result(opening));
  }

  /** Does the work of one request and returns the module's reply to it. */
  async perform(request: JournalRequest): Promise<unknown> {
    const [entry] = Object.entries(request);
    if (entry === undefined) throw new Error('an empty request');
    const [kind, body] = entry;
    try {
      return await this.#perform(kind, body);
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
      return { failed: isFull ? 'full' : { unusable: { why: String(error) } } };
    }
  }

  async #perform(kind: string, body: Readonly<Record<string, unknown>>): Promise<unknown> {
    const run = body['run'] as string;
    switch (kind) {
      case 'append':
        return this.#append(run, body as unknown as Append);
      case 'read':
        return this.#read(run, body['after'] as number, body['most'] as number | null);
      case 'end':
        return { end: { end: (await this.#record(run))?.end ?? 0 } };
      case 'records':
        return { records: { records: await this.#records(body['run'] as string | null) } };
      case 'put_note':
        return this.#putNote(run, body['note'] as Note, body['text'] as string | null);
      case 'forget':
        return this.#forget(run);
      case 'keep_picture':
        await this.#put(PICTURES, [run, body['name'] as string], body['jpeg']);
        return 'kept';
      case 'picture': {
        const kept = (await result(this.#store(PICTURES).get([run, body['name'] as string]))) as string | undefined;
        return { picture: { jpeg: kept ?? null } };
      }
      default:
        throw new Error(`there is no request ${kind}`);
    }
  }

  async #append(run: string, { after, lines, durable, summary }: Append): Promise<unknown> {
    const transaction = this.#database.transaction([LINES, RUNS], 'readwrite', {
      durability: durable ? 'strict' : 'relaxed',
    });
    const runs = transaction.objectStore(RUNS);
    const record = ((await result(runs.get(run))) as RunRecord | undefined) ?? { run, end: 0 };
    if (record.end !== after) {
      transaction.abort();
      return { failed: { conflict: { end: record.end } } };
    }
    const store = transaction.objectStore(LINES);
    for (const [at, line] of lines.entries()) store.put(line, [run, after + 1 + at]);
    const end = after + lines.length;
    runs.put({ ...record, end, summary }, run);
    await done(transaction);
    return { appended: { end } };
  }

  async #read(run: string, after: number, most: number | null): Promise<unknown> {
    const range = IDBKeyRange.bound([run, after + 1], [run, Infinity]);
    const lines = (await result(this.#store(LINES).getAll(range, most ?? undefined))) as string[];
    return { lines: { lines } };
  }

  async #record(run: string): Promise<RunRecord | undefined> {
    return (await result(this.#store(RUNS).get(run))) as RunRecord | undefined;
  }

  async #records(run: string | null): Promise<unknown[]> {
    const found = run === null ? await result(this.#store(RUNS).getAll()) : [await this.#record(run)];
    const records = found.filter((record): record is RunRecord => record !== undefined);
    // The chats that are kept are long, and a request for all runs does not need them.
    const chatOf = ({ chat }: RunRecord) => (run === null ? {} : { chat });
    return records.map((record) => {
      const { run, summary, order, setup } = record;
      return { run, summary, order, setup, ...chatOf(record) };
    });
  }

  async #putNote(run: string, note: Note, text: string | null): Promise<unknown> {
    const transaction = this.#database.transaction(RUNS, 'readwrite', { durability: 'strict' });
    const runs = transaction.objectStore(RUNS);
    const record = ((await result(runs.get(run))) as RunRecord | undefined) ?? { run, end: 0 };
    if (text === null) record[note] = undefined as never;
    else record[note] = text;
    const isEmpty = record.end === 0 && [record.order, record.setup, record.chat].every((text) => text === undefined);
    if (isEmpty) runs.delete(run);
    else runs.put(record, run);
    await done(transaction);
    return 'kept';
  }

  async #forget(run: string): Promise<unknown> {
    const transaction = this.#database.transaction([LINES, RUNS, PICTURES], 'readwrite', { durability: 'strict' });
    transaction.objectStore(RUNS).delete(run);
    // An empty list comes after every number and every name.
    const all = IDBKeyRange.bound([run], [run, []]);
    for (const store of [LINES, PICTURES]) transaction.objectStore(store).delete(all);
    await done(transaction);
    return 'kept';
  }

  async #put(store: string, key: Key, value: unknown): Promise<void> {
    const transaction = this.#database.transaction(store, 'readwrite');
    transaction.objectStore(store).put(value, key);
    await done(transaction);
  }

  #store(name: string): IDBObjectStore {
    return this.#database.transaction(name).objectStore(name);
  }
}

interface Append {
  readonly after: number;
  readonly lines: readonly string[];
  readonly durable: boolean;
  readonly summary: string;
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('the database does not answer'));
    };
  });
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => {
      resolve();
    };
    transaction.onerror = transaction.onabort = () => {
      reject(transaction.error ?? new Error('the database gave the work up'));
    };
  });
}
