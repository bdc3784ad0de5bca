// Entry point: installs one `PageAgent` in the isolated world of the document, once.
//
// `handle` is the only function that is called from outside. An element with the id `webhand` also shows up as a
// global, so only a property of the global object itself counts.

import { PageAgent } from './agent';
import { watchPasswords } from './dom/secret';

if (!Object.hasOwn(globalThis, 'webhand')) {
  const agent = new PageAgent(document);
  watchPasswords(document);
  Object.defineProperty(globalThis, 'webhand', {
    value: Object.freeze({
      handle: (command: string, objects?: readonly unknown[]) => agent.handle(command, objects),
    }),
  });
}
