// How requests and streams reach the program that has the runs: over HTTP from the dashboard, over a port inside the extension.
// The paths and types are those of `/api/v1` on both.

import type { ScreenDialog } from './generated/api.ts';

/** A request was refused; the message says what to do. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** An answer to a request that was not refused. */
export interface Reply {
  json: () => Promise<unknown>;
  blob: () => Promise<Blob>;
}

/** A stream of messages as they come in; `name` is empty for an event of a run. */
export interface MessageStream {
  /** Asked when the connection is made. */
  headers: () => Record<string, string>;
  /** Whether the stream is needed while nobody sees the view. */
  whileHidden: boolean;
  onOpen: () => void;
  onMessage: (name: string, data: unknown) => void;
}

/** The receiver of the pictures and dialogs of a run's browser, as they come in. */
export interface ScreenTaker {
  onPicture: (picture: Blob) => void;
  /** A dialog of the page, until the next picture. */
  onDialog: (dialog: ScreenDialog) => void;
}

/** Everything that a transport reports as refused is an `ApiError`; any other error is a lost connection. */
export interface Transport {
  request: (method: Method, path: string, body?: unknown) => Promise<Reply>;
  /** Resolves when the stream has ended. */
  messages: (path: string, stream: MessageStream, stop: AbortSignal) => Promise<void>;
  /** Resolves when the stream has ended. */
  screen: (path: string, taker: ScreenTaker, stop: AbortSignal) => Promise<void>;
}
