// Commands that exchange objects with the browser: closed shadow roots, listeners and internals, which no script can
// read by itself.

import { shadowCandidates } from './dom/closed_roots';
import { adoptShadow, elementCount, hostOf, rootOf, shadowOf } from './dom/dom';
import { Failure } from './dom/failure';
import { applyInternals, internalsCandidates } from './dom/internals';
import { recordListeners } from './dom/listeners';
import type { Refs } from './dom/refs';
import { watchPasswords } from './dom/secret';
import type { ListenerGroup, ObjectCommand, PageReply } from './generated/wire';
import type { EventGate } from './input/event_gate';
import type { Activity } from './settle/activity';

export class BrowserObjects {
  constructor(
    private readonly document: Document,
    private readonly refs: Refs,
    private readonly gate: EventGate,
    private readonly activity: Activity,
  ) {}

  /** Returns a reply, or the requested objects. */
  execute(command: ObjectCommand, objects: readonly unknown[]): PageReply | Objects {
    switch (command.kind) {
      case 'shadow_candidates':
        return new Objects(shadowCandidates());
      case 'internals_candidates':
        return new Objects(internalsCandidates());
      case 'element':
        return new Objects(this.#element(command.node));
      case 'document':
        return new Objects(elementCount(this.document) > command.most_elements ? null : this.document);
      case 'number_of':
        return { kind: 'number', node: this.refs.numberOf(onlyElement(objects)) };
      case 'adopt_roots':
        this.#adopt(objects);
        return { kind: 'done' };
      case 'add_listeners':
        this.#addListeners(command.groups, objects);
        return { kind: 'done' };
      case 'apply_internals':
        return { kind: 'has', has: applyInternals(objects, command.attributes) };
    }
  }

  /** Null if the element is not in the document any more. */
  #element(node: number): Element | null {
    try {
      return this.refs.resolve(node);
    } catch {
      return null;
    }
  }

  /** Makes closed shadow roots visible to looks and actions. */
  #adopt(roots: readonly unknown[]): void {
    for (const root of roots) {
      if (!(root instanceof ShadowRoot)) continue;
      adoptShadow(root);
      watchPasswords(root);
      this.gate.listenIn(root);
      this.activity.include(root);
    }
  }

  /** An element that lies in a closed shadow root reveals that root. */
  #addListeners(groups: readonly ListenerGroup[], objects: readonly unknown[]): void {
    let at = 0;
    for (const group of groups) {
      const elements = objects.slice(at, at + group.elements);
      at += group.elements;
      recordListeners(elements, group.events);
      for (const element of elements) {
        const root = element instanceof Element ? rootOf(element) : null;
        if (root instanceof ShadowRoot && shadowOf(hostOf(root)) === null) this.#adopt([root]);
      }
    }
  }
}

/**
 * Wraps objects that are returned as they are, because an element may have a property that looks like one of a reply.
 */
export class Objects {
  constructor(readonly found: readonly Element[] | Element | Document | null) {}
}

const KINDS = [
  'shadow_candidates',
  'internals_candidates',
  'element',
  'document',
  'number_of',
  'adopt_roots',
  'add_listeners',
  'apply_internals',
] as const satisfies readonly ObjectCommand['kind'][];

export const isObjectCommand = (command: { kind: string }): command is ObjectCommand =>
  KINDS.some((kind) => kind === command.kind);

function onlyElement([element]: readonly unknown[]): Element {
  if (element instanceof Element) return element;
  throw new Failure('unknown', 'that is no element');
}
