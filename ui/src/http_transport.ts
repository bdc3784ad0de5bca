// The requests of the dashboard to its server. Each carries the session's token; streams are read with fetch, because an
// EventSource has no headers.

import type { Problem, ScreenDialog } from './generated/api.ts';
import { forgetSession, sessionToken } from './session.ts';
import type { Method, MessageStream, ScreenTaker, Transport } from './transport.ts';
import { ApiError } from './transport.ts';

/**
 * Ends when this page is left. A page that the browser keeps for "back" would hold its streams open, and a browser opens six
 * connections to one server at most.
 */
let left = new AbortController();
addEventListener('pagehide', () => {
  left.abort();
});
addEventListener('pageshow', (event) => {
  if (event.persisted) left = new AbortController();
});

/** Ends when the tab is no longer shown. */
function whenHidden(): AbortSignal {
  const hidden = new AbortController();
  document.addEventListener(
    'visibilitychange',
    () => {
      hidden.abort();
    },
    { once: true },
  );
  return hidden.signal;
}

/** Resolves when the tab is shown. */
function whenShown(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });
}

async function send(method: Method, path: string, body?: unknown, more: RequestInit = {}): Promise<Response> {
  const headers = new Headers(more.headers);
  headers.set('Authorization', `Bearer ${sessionToken() ?? ''}`);
  const init: RequestInit = { ...more, method, headers, cache: 'no-store' };
  if (body !== undefined) init.body = JSON.stringify(body);
  const response = await fetch(path, init);
  if (response.ok) return response;
  if (response.status === 401) forgetSession();
  const problem = (await response.json().catch(() => null)) as Problem | null;
  throw new ApiError(problem?.code ?? 'internal', problem?.detail ?? response.statusText);
}

export const httpTransport: Transport = {
  request: send,
  messages: async (path, stream, stop) => {
    const ends = [stop, left.signal];
    if (!stream.whileHidden) {
      await whenShown();
      ends.push(whenHidden());
    }
    const headers = { ...stream.headers(), Accept: 'text/event-stream' };
    const response = await send('GET', path, undefined, { signal: AbortSignal.any(ends), headers });
    stream.onOpen();
    await readMessages(response, stream);
  },
  screen: async (path, taker, stop) => {
    const stalled = new AbortController();
    const signal = AbortSignal.any([stop, left.signal, stalled.signal]);
    await readScreen(await send('GET', path, undefined, { signal }), taker, stalled);
  },
};

async function readMessages(response: Response, { onMessage }: MessageStream): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let held = '';
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) return;
    held += part.value;
    const messages = held.split('\n\n');
    held = messages.pop() ?? '';
    for (const message of messages) {
      let [name, data] = ['', ''];
      for (const line of message.split('\n')) {
        if (line.startsWith('event: ')) name = line.slice(7);
        if (line.startsWith('data: ')) data += line.slice(6);
      }
      if (data !== '') onMessage(name, JSON.parse(data));
    }
  }
}

/** Each piece comes after its length in four bytes; the highest bit of the length says that it is a dialog, not a picture. */
async function readScreen(response: Response, taker: ScreenTaker, stalled: AbortController): Promise<void> {
  const reader = response.body?.getReader();
  let held = new Uint8Array();
  for (;;) {
    // The server sends something every two seconds; a connection that is lost silently is given up.
    const tooLong = setTimeout(() => {
      stalled.abort();
    }, STALLED_AFTER);
    const part = await reader?.read().finally(() => {
      clearTimeout(tooLong);
    });
    if (part?.value === undefined) return;
    const joined = new Uint8Array(held.length + part.value.length);
    joined.set(held);
    joined.set(part.value, held.length);
    held = joined;
    while (held.length >= 4) {
      const head = new DataView(held.buffer, held.byteOffset).getUint32(0);
      const length = head & 0x7fffffff;
      if (held.length < 4 + length) break;
      const piece = held.slice(4, 4 + length);
      if (head !== length) taker.onDialog(JSON.parse(new TextDecoder().decode(piece)) as ScreenDialog);
      else if (length > 0) taker.onPicture(new Blob([piece], { type: 'image/jpeg' }));
      held = held.slice(4 + length);
    }
  }
}

const STALLED_AFTER = 15_000;
