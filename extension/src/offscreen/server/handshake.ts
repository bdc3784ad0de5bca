// The proof in both directions with which a connection begins. Nothing is taken from a server that has proven nothing.

import type { HandsGreeting, HandsHello, HandsProof } from '../../generated/hands.ts';
import { deviceKey, isProven, newNonce, prove } from './proof.ts';

const VERSION = 1;
const PROVEN_WITHIN_MS = 12_000;

/** The connection may not be used, and trying again changes nothing. */
export class Refused extends Error {}

export interface Pairing {
  /** Absent while pairing, when the key is that of the code. */
  readonly device: string | null;
  readonly key: string;
}

export type Welcome = Extract<HandsGreeting, { welcome: unknown }>['welcome'];

export interface Opened {
  readonly welcome: Welcome;
  /** The lasting pairing. */
  readonly pairing: Pairing;
  /** Ends the listening of the handshake and returns what came since the welcome. */
  readonly rest: () => readonly string[];
}

/** Proves this browser's part and checks the server's. */
export async function shakeHands(
  socket: WebSocket,
  { device, key }: Pairing,
  state: Omit<HandsProof, 'proof'>,
): Promise<Opened> {
  const greetings = new Greetings(socket);
  try {
    await greetings.opened;
    const extensionNonce = newNonce();
    send(socket, { version: VERSION, nonce: extensionNonce, device } satisfies HandsHello);
    const challenge = await greetings.next();
    if (!('challenge' in challenge)) throw new Refused('it is no webhand server that this browser is paired with');
    const serverNonce = challenge.challenge.nonce;
    const about = { device, host: new URL(socket.url).host, extensionNonce, serverNonce };
    if (!(await isProven(key, about, challenge.challenge.proof))) {
      throw new Refused(device === null ? WRONG_CODE : 'the server cannot prove that this browser was paired with it');
    }
    send(socket, { ...state, proof: await prove(key, about) } satisfies HandsProof);
    const answer = await greetings.next();
    if (!('welcome' in answer)) throw new Refused('the server broke the rules of the connection');
    const { welcome } = answer;
    const lasting = device === null ? await deviceKey(key, about, welcome.device) : key;
    return { welcome, pairing: { device: welcome.device, key: lasting }, rest: () => greetings.rest() };
  } catch (error) {
    greetings.rest();
    throw error;
  }
}

const WRONG_CODE = 'the code is wrong or another one is waited for; `webhand extension pair` prints a new one';

function send(socket: WebSocket, message: unknown): void {
  socket.send(JSON.stringify(message));
}

/** The messages of the server until the welcome, each within a deadline. */
class Greetings {
  readonly opened: Promise<undefined>;
  readonly #socket: WebSocket;
  #come: string[] = [];
  #wanted: (() => void) | undefined;
  #failure: Error | undefined;
  readonly #late: ReturnType<typeof setTimeout>;
  readonly #listeners = new AbortController();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    const { signal } = this.#listeners;
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    this.opened = promise;
    const gone = () => {
      const why = new Error('nobody answers there');
      this.#fail(why);
      reject(why);
    };
    this.#late = setTimeout(gone, PROVEN_WITHIN_MS);
    const opened = () => {
      resolve(undefined);
    };
    socket.addEventListener('open', opened, { signal });
    socket.addEventListener('close', gone, { signal });
    socket.addEventListener('error', gone, { signal });
    const take = ({ data }: MessageEvent) => {
      this.#take(data);
    };
    socket.addEventListener('message', take, { signal });
  }

  async next(): Promise<HandsGreeting> {
    if (this.#come.length === 0 && this.#failure === undefined) {
      await new Promise<void>((resolve) => (this.#wanted = resolve));
    }
    const text = this.#come.shift();
    if (text === undefined) throw this.#failure ?? new Error('nobody answers there');
    const greeting = read(text);
    if ('refused' in greeting) throw new Refused(greeting.refused.why.slice(0, LONGEST_REASON));
    return greeting;
  }

  rest(): readonly string[] {
    clearTimeout(this.#late);
    this.#listeners.abort();
    return this.#come;
  }

  #take(data: unknown): void {
    this.#come.push(String(data));
    this.#wanted?.();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wanted?.();
    this.#socket.close();
  }
}

function read(text: string): HandsGreeting {
  try {
    if (text.length > LONGEST_GREETING) throw new Error('it is too long');
    const greeting = JSON.parse(text) as HandsGreeting;
    if (typeof greeting === 'object') return greeting;
  } catch {
    // Told below.
  }
  throw new Refused('it is no webhand server');
}

const LONGEST_GREETING = 4096;
const LONGEST_REASON = 200;
