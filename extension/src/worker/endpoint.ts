// The worker's end of the port to the offscreen document: takes requests in their order, performs each once, and sends
// replies and events.
//
// Invariant: a request that changes something is in the journal before it is begun. Events that come while the port is cut
// wait for it, within a bound.

import {
  ENDPOINT_PORT,
  type EndpointMessage,
  type EndpointReply,
  type EndpointRequest,
  INTERRUPTED,
  isOwnPage,
  OFFSCREEN_PAGE,
  type OffscreenMessage,
  type Recipient,
} from '../protocol.ts';
import { CommandJournal } from './command_journal.ts';
import type { Handler, Handlers } from './handler.ts';

const MOST_WAITING_EVENTS = 2000;

export class Endpoint {
  readonly #journal = new CommandJournal();
  readonly #handlers: Handlers;
  #port: chrome.runtime.Port | undefined;
  #waiting: EndpointMessage[] = [];
  /** Requests that this worker is performing. */
  readonly #running = new Map<string, Promise<EndpointReply>>();
  /** Ends when the request that arrived last is begun. */
  #turn: Promise<void> = Promise.resolve();

  constructor(handlers: (emit: Endpoint['emit']) => Handlers) {
    this.#handlers = handlers(this.emit);
    chrome.runtime.onConnect.addListener((port) => {
      const isOffscreen = isOwnPage(port.sender) && port.sender?.url === chrome.runtime.getURL(OFFSCREEN_PAGE);
      if (port.name === ENDPOINT_PORT && isOffscreen) this.#accept(port);
    });
  }

  /** Sends an event; without a port it asks the offscreen document to connect. */
  readonly emit = (event: Recipient, body: unknown): void => {
    this.#send({ event, body });
  };

  #accept(port: chrome.runtime.Port): void {
    this.#port = port;
    port.onDisconnect.addListener(() => {
      if (this.#port === port) this.#port = undefined;
    });
    port.onMessage.addListener((message: unknown) => {
      this.#take(message as EndpointRequest);
    });
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const message of waiting) post(port, message);
  }

  #take(request: EndpointRequest): void {
    const handler = this.#handlers[request.to];
    if (handler === undefined) {
      this.#send({ id: request.id, error: `the worker has no part ${request.to}` });
      return;
    }
    this.#turn = this.#turn
      .then(() => this.#begin(request, handler))
      .catch((error: unknown) => {
        // The sender of a request always gets an answer.
        this.#send({ id: request.id, error: `it was not begun: ${String(error)}` });
      });
  }

  /** Returns as soon as the request is begun, so that the next one follows it without waiting for its end. */
  async #begin(request: EndpointRequest, handler: Handler): Promise<void> {
    const { id, body, received } = request;
    if (received !== undefined) void this.#journal.acknowledge(received).catch(() => undefined);
    if (handler.isRepeatable(body)) {
      void this.#perform(id, handler, body).then((reply) => {
        this.#send(reply);
      });
      return;
    }
    const running = this.#running.get(id);
    if (running !== undefined) {
      void running.then((reply) => {
        this.#send(reply);
      });
      return;
    }
    const known = await this.#journal.find(id);
    if (known.state === 'ended') {
      this.#send({ id, ...known.end });
      return;
    }
    if (known.state === 'begun') {
      await this.#journal.end(id, { error: INTERRUPTED });
      this.#send({ id, error: INTERRUPTED });
      return;
    }
    await this.#journal.begin(id);
    const reply = this.#perform(id, handler, body).then(async (reply) => {
      const end = 'ok' in reply ? { ok: reply.ok } : { error: reply.error };
      await this.#journal.end(id, end).catch(() => undefined);
      return reply;
    });
    this.#running.set(id, reply);
    void reply.then((reply) => {
      this.#running.delete(id);
      this.#send(reply);
    });
  }

  async #perform(id: string, handler: Handler, body: unknown): Promise<EndpointReply> {
    try {
      // A message has no undefined.
      return { id, ok: (await handler.handle(body)) ?? null };
    } catch (error) {
      return { id, error: error instanceof Error ? error.message : String(error) };
    }
  }

  #send(message: EndpointMessage): void {
    if (this.#port !== undefined) {
      post(this.#port, message);
      return;
    }
    // Replies are asked for again by whoever waits for them.
    if (!('event' in message)) return;
    this.#waiting.push(message);
    if (this.#waiting.length > MOST_WAITING_EVENTS) this.#waiting.shift();
    if (this.#waiting.length > 1) return;
    const call: OffscreenMessage = { to: 'offscreen', do: 'connect' };
    // Without an offscreen document nobody waits for the event.
    chrome.runtime.sendMessage(call).catch(() => (this.#waiting = []));
  }
}

/** A message that is too large for a port is replaced by word of that. */
function post(port: chrome.runtime.Port, message: EndpointMessage): void {
  try {
    port.postMessage(message);
  } catch (error) {
    if ('id' in message) port.postMessage({ id: message.id, error: `the answer cannot be sent: ${String(error)}` });
  }
}
