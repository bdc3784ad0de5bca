// The way in: puts one agent into this world of the document, once.
//
// An element with the id `webhand` also shows up as a global, so only a property of the global object itself counts.

import { PageAgent } from './agent';
import { adoptShadow } from './dom';
import { hear } from './heard';
import { watchPasswords } from './secret';

if (!Object.hasOwn(globalThis, 'webhand')) {
  const agent = new PageAgent(document);
  watchPasswords(document);
  Object.defineProperty(globalThis, 'webhand', {
    value: Object.freeze({
      handle: (command: string) => agent.handle(command),
      numberOf: (element: Element) => agent.numberOf(element),
      adopt: (root: ShadowRoot) => {
        adoptShadow(root);
        watchPasswords(root);
      },
      heard: (elements: Element[], types: string) => {
        hear(elements, types);
      },
    }),
  });
}
