// Entry point of `dist/chat.js`: installs one `ChatScript` in the isolated world of a chat page, once.
//
// `handle` takes a `ChatCall` as JSON and returns a `ChatReply` as JSON. The script writes into the composer and presses the
// send control, nowhere else, leaves no mark in the document, and uses neither `chrome.*` nor the network.

import { ChatScript } from './script';

if (!Object.hasOwn(globalThis, 'webhandChat')) {
  const script = new ChatScript(document);
  Object.defineProperty(globalThis, 'webhandChat', {
    value: Object.freeze({ handle: (call: string) => script.handle(call) }),
  });
}
