// Sends the engine's requests to providers and streams their answers back. Cookies stay at home, redirects are not followed.

export interface FetchRequest {
  readonly id: number;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly [string, string][];
  readonly body: string;
}

export class Fetches {
  readonly #deliver: (message: unknown) => void;
  readonly #open = new Map<number, AbortController>();

  constructor(deliver: (message: unknown) => void) {
    this.#deliver = deliver;
  }

  start(request: FetchRequest): void {
    const abort = new AbortController();
    this.#open.set(request.id, abort);
    void this.#run(request, abort.signal).finally(() => this.#open.delete(request.id));
  }

  abort(id: number): void {
    this.#open.get(id)?.abort();
  }

  async #run(request: FetchRequest, signal: AbortSignal): Promise<void> {
    const { id, method, url, headers, body } = request;
    const tell = (part: unknown): void => {
      if (!signal.aborted) this.#deliver({ fetched: { id, part } });
    };
    try {
      const response = await fetch(url, {
        method,
        headers: headers.map(([name, value]): [string, string] => [name, value]),
        body: body === '' ? null : body,
        credentials: 'omit',
        redirect: 'manual',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        signal,
      });
      if (response.type === 'opaqueredirect') throw new Error('it leads to another address');
      tell({ head: { status: response.status, headers: [...response.headers] } });
      const reader = response.body?.getReader();
      for (;;) {
        const piece = await reader?.read();
        if (piece?.value === undefined) break;
        tell({ piece: { bytes: base64(piece.value) } });
      }
      tell('end');
    } catch (error) {
      tell({ failed: { why: error instanceof Error ? error.message : String(error) } });
    }
  }
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
