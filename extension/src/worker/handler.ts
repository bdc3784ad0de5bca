// The interface by which a part of the worker performs the requests that are addressed to it.

import type { Recipient } from '../protocol.ts';

export interface Handler {
  /** Whether a request that was cut off may simply be performed again, because it changes nothing. */
  isRepeatable(body: unknown): boolean;
  /**
   * Begins the request and answers when it is done. It is called in the order in which requests arrive and not before the
   * request is in the journal; what has to happen in that order happens before the first `await`.
   */
  handle(body: unknown): Promise<unknown>;
}

export type Handlers = Readonly<Partial<Record<Recipient, Handler>>>;
