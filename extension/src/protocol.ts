// The messages between the contexts of the extension. Types only: this file decides and keeps nothing.
//
// Offscreen document → worker: requests on the port `endpoint`, each with an id that is never used again, so that a request
// that is sent once more after the worker was ended is answered and not performed twice. Worker → offscreen document: a
// reply for each request, and events. Views → offscreen document: requests of `/api/v1` and `/ext` on the port `view`.

/** The port from the offscreen document to the worker. */
export const ENDPOINT_PORT = 'endpoint';
/** The port from a view (panel, popup, options) to the offscreen document. */
export const VIEW_PORT = 'view';
/** The page that hosts the engine. */
export const OFFSCREEN_PAGE = 'offscreen.html';

/** Which part of the worker performs a request. */
export type Recipient = 'cdp' | 'quiet' | 'settings' | 'presence' | 'tabs' | 'chat';

/** A request of the offscreen document. */
export interface EndpointRequest {
  readonly id: string;
  readonly to: Recipient;
  readonly body: unknown;
  /** Requests whose replies have arrived since the last request, so that they are kept no longer. */
  readonly received?: readonly string[];
}

/** The answer to the request with the same id. */
export type EndpointReply =
  { readonly id: string; readonly ok: unknown } | { readonly id: string; readonly error: string };

/** An event in the browser. `event` names the part that sends it, as `to` does for a request. */
export interface EndpointEvent {
  readonly event: Recipient;
  readonly body: unknown;
}

/** Why a request has no answer: the worker was ended between its beginning and its end. */
export const INTERRUPTED = 'interrupted: the extension was stopped in the middle; it may or may not have happened';

/** It happened, but what came of it was too large to keep while the worker was ended. */
export const ENDED = 'interrupted: it was done, and the extension was stopped before it could say what came of it';

export type EndpointMessage = EndpointReply | EndpointEvent;

/** One-time messages through `chrome.runtime.sendMessage`; each is answered with `Acknowledged`. */
export type WorkerMessage =
  /** Makes the offscreen document if there is none. A view sends it before it connects. */
  | { readonly to: 'worker'; readonly do: 'ensure_engine' }
  /** From the offscreen document: nothing is under way any more and nobody looks. */
  | { readonly to: 'worker'; readonly do: 'close_engine' };

/** From the worker to the offscreen document. */
export interface OffscreenMessage {
  readonly to: 'offscreen';
  /** `connect`: an event waits, so the port is opened. `park`: pauses every run; answered with `Acknowledged` when that is written. */
  readonly do: 'connect' | 'park';
}

export type Acknowledged = { readonly ok: true } | { readonly error: string };

/** A request of a view, in the terms of the HTTP API. `{id, stop: true}` ends a stream. */
export interface ViewRequest {
  readonly id: number;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ViewStop {
  readonly id: number;
  readonly stop: true;
}

/** The answer to a view. Pictures and reports are base64, with their media type in `type`. */
export interface ViewReply {
  readonly id: number;
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

/** One event of a stream; the reply with its status comes first. */
export interface ViewEvent {
  readonly id: number;
  readonly event: string;
  readonly data: unknown;
  readonly seq?: number;
}

export interface ViewEnd {
  readonly id: number;
  readonly end: true;
}

export type ViewMessage = ViewReply | ViewEvent | ViewEnd;

/** Whether a message or port comes from a page or the worker of this extension, and not from a script inside a web page. */
export function isOwnPage(sender: chrome.runtime.MessageSender | undefined): boolean {
  return sender?.id === chrome.runtime.id && (sender.url ?? '').startsWith(chrome.runtime.getURL(''));
}
