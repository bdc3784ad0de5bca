// Values of CSS counters, which a browser paints but does not expose to scripts: counted through the document as CSS
// does.

import { documentElement, flatChildren, isElement, styleOf } from '../dom/dom';

type Pseudo = '::before' | '::after';

export class Counters {
  /** Values, outermost first, at each place that shows a counter. */
  readonly #shown = new Map<Element, Map<Pseudo, Map<string, number[]>>>();

  constructor(document: Document) {
    this.#count(documentElement(document));
  }

  /** `counter(name)` and `counters(name, "separator")` as they are painted, in decimal. */
  text(element: Element, pseudo: Pseudo, call: string, args: string): string {
    const [, name = '', separator = '.'] = /^\s*([^,\s]+)\s*(?:,\s*"([^"]*)")?/.exec(args) ?? [];
    const values = this.#shown.get(element)?.get(pseudo)?.get(name) ?? [0];
    return call === 'counters' ? values.join(separator) : String(values.at(-1) ?? 0);
  }

  #count(root: Element): void {
    const scopes = new Scopes();
    const stack = [{ element: root, children: this.#open(root, scopes) }];
    let left = MAX_COUNTED;
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const next = frame.children.next();
      if (next.done === true) {
        this.#apply(frame.element, '::after', scopes);
        stack.pop();
        scopes.leave();
        continue;
      }
      if (!isElement(next.value) || styleOf(next.value).display === 'none') continue;
      left -= 1;
      if (left <= 0) return;
      stack.push({ element: next.value, children: this.#open(next.value, scopes) });
    }
  }

  #open(element: Element, scopes: Scopes): Iterator<Node> {
    scopes.apply(styleOf(element));
    scopes.enter();
    this.#apply(element, '::before', scopes);
    return flatChildren(element)[Symbol.iterator]();
  }

  #apply(element: Element, pseudo: Pseudo, scopes: Scopes): void {
    const style = styleOf(element, pseudo);
    if (style.content === 'none' || style.content === 'normal' || style.display === 'none') return;
    scopes.apply(style);
    if (!style.content.includes('counter')) return;
    const places = this.#shown.get(element) ?? new Map<Pseudo, Map<string, number[]>>();
    this.#shown.set(element, places.set(pseudo, scopes.values()));
  }
}

/** The counters in scope: a counter applies to following siblings and their descendants. */
class Scopes {
  #depth = 0;
  readonly #counters = new Map<string, { depth: number; value: number }[]>();

  enter(): void {
    this.#depth += 1;
  }

  leave(): void {
    for (const scopes of this.#counters.values()) while ((scopes.at(-1)?.depth ?? 0) >= this.#depth) scopes.pop();
    this.#depth -= 1;
  }

  apply(style: CSSStyleDeclaration): void {
    for (const [name, value] of pairs(style.counterReset, 0)) {
      const scopes = this.#scopesOf(name);
      if (scopes.at(-1)?.depth === this.#depth) scopes.pop();
      scopes.push({ depth: this.#depth, value });
    }
    for (const [name, value] of pairs(style.counterIncrement, 1)) this.#current(name).value += value;
    for (const [name, value] of pairs(style.counterSet, 0)) this.#current(name).value = value;
  }

  values(): Map<string, number[]> {
    return new Map([...this.#counters].map(([name, scopes]) => [name, scopes.map((scope) => scope.value)]));
  }

  #scopesOf(name: string): { depth: number; value: number }[] {
    const scopes = this.#counters.get(name) ?? [];
    this.#counters.set(name, scopes);
    return scopes;
  }

  /** Using a counter that was never reset creates it. */
  #current(name: string): { value: number } {
    const scopes = this.#scopesOf(name);
    const last = scopes.at(-1);
    if (last !== undefined) return last;
    const made = { depth: this.#depth, value: 0 };
    scopes.push(made);
    return made;
  }
}

/** Parses `name 5 other 1`; numbers may be left out. */
function pairs(value: string, missing: number): [string, number][] {
  if (value === 'none' || value === '') return [];
  return [...value.matchAll(/([^\s\d-][^\s]*)(?:\s+(-?\d+))?/g)].map(([, name = '', number]) => [
    name,
    number === undefined ? missing : Number(number),
  ]);
}

/** Counters beyond this many elements are not followed. */
const MAX_COUNTED = 20_000;
