// The requests of panel, popup and options to the engine in the offscreen document, over one port for each view.
//
// The port is cut when the offscreen document is closed or the extension is updated: what is under way then fails as a lost
// connection, and the next request makes the document and the port anew.

import type { ScreenDialog } from '../../../ui/src/generated/api.ts';
import type { Method, MessageStream, Reply, Transport } from '../../../ui/src/transport.ts';
import { ApiError } from '../../../ui/src/transport.ts';
import {
  type Acknowledged,
  VIEW_PORT,
  type ViewMessage,
  type ViewReply,
  type ViewRequest,
  type ViewStop,
  type WorkerMessage,
} from '../protocol.ts';

interface Pending {
  readonly onReply: (reply: ViewReply) => void;
  readonly onEvent: (event: string, data: unknown) => void;
  readonly onEnd: () => void;
  readonly onCut: (error: Error) => void;
}

/** How soon it is seen that the offscreen document is gone. */
const WATCH_EVERY = 1000;
/** Every request is answered within this time or has failed. */
const DEADLINE = 15_000;

class ViewPort {
  #port: Promise<chrome.runtime.Port> | null = null;
  #last = 0;
  readonly #pending = new Map<number, Pending>();

  /** Sends a request; returns how to end it. */
  #send(request: Omit<ViewRequest, 'id'>, pending: Pending): { forget: () => void; stop: () => void } {
    const id = ++this.#last;
    this.#pending.set(id, pending);
    this.#connected().then(
      (port) => {
        if (this.#pending.has(id)) port.postMessage({ ...request, id } satisfies ViewRequest);
      },
      (error: unknown) => {
        this.#pending.delete(id);
        pending.onCut(error instanceof Error ? error : new Error(String(error)));
      },
    );
    const forget = () => this.#pending.delete(id);
    const stop = () => {
      if (!forget()) return;
      void this.#port?.then((port) => {
        port.postMessage({ id, stop: true } satisfies ViewStop);
      });
    };
    return { forget, stop };
  }

  #connected(): Promise<chrome.runtime.Port> {
    this.#port ??= this.#connect().catch((error: unknown) => {
      this.#port = null;
      throw error;
    });
    return this.#port;
  }

  async #connect(): Promise<chrome.runtime.Port> {
    const message: WorkerMessage = { to: 'worker', do: 'ensure_engine' };
    const answer: Acknowledged = await chrome.runtime.sendMessage(message);
    if ('error' in answer) throw new Error(answer.error);
    const port = chrome.runtime.connect({ name: VIEW_PORT });
    port.onMessage.addListener((received: unknown) => {
      this.#take(received as ViewMessage);
    });
    const cut = () => {
      clearInterval(watch);
      this.#cut();
    };
    // The worker has an end of the port too, so the port outlives the offscreen document.
    const watch = setInterval(() => {
      void hasEngine().then((isThere) => {
        if (isThere) return;
        port.disconnect();
        cut();
      });
    }, WATCH_EVERY);
    port.onDisconnect.addListener(cut);
    return port;
  }

  #cut(): void {
    this.#port = null;
    const cut = [...this.#pending.values()];
    this.#pending.clear();
    for (const { onCut } of cut) onCut(new Error('the engine was stopped'));
  }

  #take(message: ViewMessage): void {
    const pending = this.#pending.get(message.id);
    if ('status' in message) pending?.onReply(message);
    else if ('event' in message) pending?.onEvent(message.event, message.data);
    else {
      this.#pending.delete(message.id);
      pending?.onEnd();
    }
  }

  request(method: Method, path: string, body?: unknown): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        sent.stop();
        reject(new ApiError('late', `${method} ${path}: the engine did not answer`));
      }, DEADLINE);
      const sent = this.#send(
        { method, path, ...(body === undefined ? {} : { body }) },
        {
          onReply: (reply) => {
            clearTimeout(late);
            sent.forget();
            if (isRefused(reply)) reject(problemOf(reply));
            else resolve({ json: () => Promise.resolve(reply.body), blob: () => Promise.resolve(blobOf(reply)) });
          },
          onEvent: () => undefined,
          onEnd: () => undefined,
          onCut: (error) => {
            clearTimeout(late);
            reject(error);
          },
        },
      );
    });
  }

  stream(path: string, headers: Record<string, string>, taker: StreamTaker, stop: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sent = this.#send(
        { method: 'GET', path, headers },
        {
          onReply: (reply) => {
            if (!isRefused(reply)) {
              taker.onOpen();
              return;
            }
            sent.forget();
            reject(problemOf(reply));
          },
          onEvent: taker.onEvent,
          onEnd: resolve,
          onCut: reject,
        },
      );
      stop.addEventListener('abort', () => {
        sent.stop();
        resolve();
      });
    });
  }
}

interface StreamTaker {
  readonly onOpen: () => void;
  readonly onEvent: (event: string, data: unknown) => void;
}

async function hasEngine(): Promise<boolean> {
  const contexts = await chrome.runtime.getContexts({ contextTypes: [chrome.runtime.ContextType.OFFSCREEN_DOCUMENT] });
  return contexts.length > 0;
}

const isRefused = ({ status }: ViewReply) => status >= 400;

function problemOf({ body }: ViewReply): ApiError {
  const { code, detail } = (body ?? {}) as { code?: string; detail?: string };
  return new ApiError(code ?? 'internal', detail ?? code ?? 'the engine refused without a reason');
}

function blobOf({ type, body }: ViewReply): Blob {
  return base64Blob(typeof body === 'string' ? body : '', type);
}

function base64Blob(base64: string, type: string): Blob {
  return new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type });
}

const port = new ViewPort();

export const portTransport: Transport = {
  request: (method, path, body) => port.request(method, path, body),
  messages: (path, { headers, onOpen, onMessage }: MessageStream, stop) =>
    port.stream(path, { ...headers(), accept: 'text/event-stream' }, { onOpen, onEvent: onMessage }, stop),
  screen: (path, taker, stop) =>
    port.stream(
      path,
      {},
      {
        onOpen: () => undefined,
        onEvent: (event, data) => {
          if (event === 'dialog') taker.onDialog(data as ScreenDialog);
          else taker.onPicture(base64Blob(String(data), 'image/jpeg'));
        },
      },
      stop,
    ),
};
