// The scripted model and the recorder: what each page sent, and the answers that a test put in for it.

/**
 * The messages of the pages, in order of arrival; `number` counts from 1. A reader that is behind waits with a
 * deadline.
 */
export class Recorder {
  #messages = [];
  #waiting = new Set();

  add(message) {
    const recorded = { number: this.#messages.length + 1, at: Date.now(), ended_at: null, ...message };
    this.#messages.push(recorded);
    for (const wake of this.#waiting) wake();
    return recorded;
  }

  /** The messages after number `after`, at the latest after `wait` milliseconds. */
  async after(after, wait, client) {
    const end = Date.now() + wait;
    for (;;) {
      const found = this.#messages.filter(
        (message) => message.number > after && (client === null || message.client === client),
      );
      const rest = end - Date.now();
      if (found.length > 0 || rest <= 0) return found;
      await new Promise((resolve) => {
        const timer = setTimeout(done, rest);
        const waiting = this.#waiting;
        function done() {
          clearTimeout(timer);
          waiting.delete(done);
          resolve();
        }
        waiting.add(done);
      });
    }
  }

  /** The newest message of a client. */
  latest(client) {
    return this.#messages.findLast((message) => message.client === client);
  }

  get(number) {
    return this.#messages[number - 1];
  }
}

/**
 * Answers of one model for all sites. A test queues answers for a client (the `client` of the page's address), or holds the
 * client and answers each message by its number.
 */
export class ScriptedModel {
  #queues = new Map();
  #held = new Set();
  #expected = new Map();
  /** Answers that arrived before anybody waited for them. */
  #early = new Map();

  queue(client, answers) {
    this.#queues.set(client, [...(this.#queues.get(client) ?? []), ...answers]);
  }

  /** From now on this client's messages wait for `answer`. */
  hold(client) {
    this.#held.add(client);
  }

  answer(number, answer) {
    const resolve = this.#expected.get(number);
    if (resolve === undefined) this.#early.set(number, answer);
    else resolve(answer);
    this.#expected.delete(number);
  }

  /** The answer to a message: the next queued one, the one that is given by number, or else the size of the message. */
  async answerTo({ number, client, text }) {
    const queued = this.#queues.get(client)?.shift();
    if (queued !== undefined) return queued;
    if (this.#early.has(number)) return this.#early.get(number);
    if (!this.#held.has(client)) return { text: `I have read ${text.length} characters.` };
    return new Promise((resolve) => {
      this.#expected.set(number, resolve);
      setTimeout(() => {
        this.answer(number, { error: 'wrong' });
      }, LONGEST_HOLD).unref();
    });
  }
}

/**
 * The pieces of a text as a model sends them: of 1 to `most` characters, each after a pause. About one pause in twenty is
 * long. The same seed gives the same pieces.
 */
export function* pieces(text, { seed = 1, least = 1, most = 200, pause = 20, longest_pause = pause } = {}) {
  const random = randomNumbers(seed);
  for (let start = 0; start < text.length;) {
    let end = start + least + Math.floor(random() * (most - least + 1));
    // A surrogate pair is never cut, because the transport is text.
    if (isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
    const isLong = random() < 0.05;
    const wait = isLong ? random() * longest_pause : random() * pause;
    yield { piece: text.slice(start, end), wait: Math.round(wait) };
    start = end;
  }
}

const isHighSurrogate = (unit) => unit >= 0xd800 && unit < 0xdc00;

/** Mulberry32: small, and the same on every machine. */
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const LONGEST_HOLD = 600_000;
