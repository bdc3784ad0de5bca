// The offscreen document's end of the port to the worker: requests with replies, and events.
//
// The worker is ended when it is idle, and may be ended at any other moment. The port is opened when there is something to
// say or an event calls; requests without a reply are sent once more under their id, which the worker knows.

import {
  ENDPOINT_PORT,
  type EndpointEvent,
  type EndpointMessage,
  type EndpointRequest,
  isOwnPage,
  type OffscreenMessage,
  type Recipient,
} from '../protocol.ts';

interface Pending {
  readonly request: EndpointRequest;
  readonly resolve: (ok: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Each telling is one more write of the worker. */
const TOLD_AT_ONCE = 16;
/** More than these are forgotten by the worker itself. */
const MOST_RECEIVED = 1000;

export class WorkerPort {
  /** Ids of a document that was closed are never used again. */
  readonly #epoch = crypto.randomUUID();
  readonly #onEvent: (event: EndpointEvent) => void;
  readonly #pending = new Map<string, Pending>();
  /** Replies that the worker does not know to have arrived. */
  #received: string[] = [];
  #last = 0;
  #port: chrome.runtime.Port | undefined;

  constructor(onEvent: (event: EndpointEvent) => void) {
    this.#onEvent = onEvent;
    chrome.runtime.onMessage.addListener((message: unknown, sender) => {
      const { to, do: what } = message as Partial<OffscreenMessage>;
      if (to === 'offscreen' && what === 'connect' && isOwnPage(sender)) this.#connect();
      return false;
    });
  }

  /** Has the worker perform something; rejects with its reason. */
  request(to: Recipient, body: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const request = { id: `${this.#epoch}:${++this.#last}`, to, body };
      this.#pending.set(request.id, { request, resolve, reject });
      if (this.#port === undefined) this.#connect();
      else this.#post(this.#port, request);
    });
  }

  #post(port: chrome.runtime.Port, request: EndpointRequest): void {
    if (this.#received.length < TOLD_AT_ONCE) {
      port.postMessage(request);
      return;
    }
    port.postMessage({ ...request, received: this.#received });
    this.#received = [];
  }

  /** Opens the port and sends what has no reply yet. */
  #connect(): void {
    if (this.#port !== undefined) return;
    const port = chrome.runtime.connect({ name: ENDPOINT_PORT });
    this.#port = port;
    port.onMessage.addListener((message: unknown) => {
      this.#receive(message as EndpointMessage);
    });
    port.onDisconnect.addListener(() => {
      this.#port = undefined;
      if (this.#pending.size > 0) this.#connect();
    });
    for (const { request } of this.#pending.values()) this.#post(port, request);
  }

  #receive(message: EndpointMessage): void {
    if ('event' in message) {
      this.#onEvent(message);
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    this.#received.push(message.id);
    if (this.#received.length > MOST_RECEIVED) this.#received.shift();
    if ('ok' in message) pending?.resolve(message.ok);
    else pending?.reject(new Error(message.error));
  }
}
