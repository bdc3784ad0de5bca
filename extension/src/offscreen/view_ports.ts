// The ports of the views: panel, popup and options page ask here what they would ask a server.

import { isOwnPage, VIEW_PORT, type ViewMessage, type ViewRequest, type ViewStop } from '../protocol.ts';

/** Answers requests. `send` may be called several times, for a stream; the returned function stops it. */
export type Serve = (request: ViewRequest, send: (message: ViewMessage) => void) => () => void;

export class ViewPorts {
  readonly #serve: Serve;
  readonly #onCount: (open: number) => void;
  #open = 0;

  constructor(serve: Serve, onCount: (open: number) => void) {
    this.#serve = serve;
    this.#onCount = onCount;
    chrome.runtime.onConnect.addListener((port) => {
      // A script in a web page can open ports too.
      if (port.name === VIEW_PORT && isOwnPage(port.sender)) this.#accept(port);
    });
  }

  #accept(port: chrome.runtime.Port): void {
    const streams = new Map<number, () => void>();
    this.#onCount(++this.#open);
    port.onMessage.addListener((message: unknown) => {
      const request = message as ViewRequest | ViewStop;
      if ('stop' in request) {
        streams.get(request.id)?.();
        streams.delete(request.id);
        return;
      }
      const stop = this.#serve(request, (answer) => {
        if ('end' in answer) streams.delete(answer.id);
        port.postMessage(answer);
      });
      streams.set(request.id, stop);
    });
    port.onDisconnect.addListener(() => {
      for (const stop of streams.values()) stop();
      streams.clear();
      this.#onCount(--this.#open);
    });
  }
}
