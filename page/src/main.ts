// The way in: puts one agent into this world of the document, once.
//
// An element with the id `webhand` also shows up as a global, so only a property of the global object itself counts.

import { PageAgent } from './agent';
import { shadowCandidates } from './dom/closed_roots';
import type { InternalAttributes } from './dom/internal_attributes';
import { elementsToAsk, applyInternals } from './dom/internals';
import { watchPasswords } from './dom/secret';

if (!Object.hasOwn(globalThis, 'webhand')) {
  const agent = new PageAgent(document);
  watchPasswords(document);
  Object.defineProperty(globalThis, 'webhand', {
    value: Object.freeze({
      handle: (command: string) => agent.handle(command),
      numberOf: (element: Element) => agent.numberOf(element),
      element: (node: number) => agent.element(node),
      focused: () => agent.focused(),
      documentUpTo: (most: number) => agent.documentUpTo(most),
      suspects: () => shadowCandidates(),
      speakers: () => elementsToAsk(),
      told: (words: InternalAttributes[], ...elements: unknown[]) => applyInternals(elements, words),
      adopt: (...roots: unknown[]) => {
        agent.adopt(roots);
      },
      heard: (elements: Element[], types: string) => {
        agent.heard(elements, types);
      },
    }),
  });
}
