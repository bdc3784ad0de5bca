// Captures getters, setters and methods from prototypes once, so that properties which a page puts on its elements
// cannot shadow them.

type Class<T> = { prototype: T };
type Callable = (...args: unknown[]) => unknown;

/** A function that takes its `this` as the first argument; in a hot loop far quicker than `Reflect.apply`. */
function uncurried(found: Callable): unknown {
  const bind = part(Function.prototype, 'bind', 'value');
  const call = part(Function.prototype, 'call', 'value');
  if (bind === undefined || call === undefined) throw new Error('no functions');
  return Reflect.apply(bind, call, [found]);
}

/** A getter, setter or method as the prototype holds it, to be applied to an element later. */
export function part(prototype: object, name: PropertyKey, which: 'get' | 'set' | 'value'): Callable | undefined {
  const found: Record<string, unknown> = { ...Object.getOwnPropertyDescriptor(prototype, name) };
  return found[which] as Callable | undefined;
}

export function getter<T extends object, K extends keyof T>(owner: Class<T>, name: K): (target: T) => T[K] {
  const found = part(owner.prototype, name, 'get');
  if (found === undefined) throw new Error(`no property ${String(name)}`);
  return uncurried(found) as (target: T) => T[K];
}

export function setter<T extends object, K extends keyof T>(
  owner: Class<T>,
  name: K,
): (target: T, value: T[K]) => void {
  const found = part(owner.prototype, name, 'set');
  if (found === undefined) throw new Error(`no property ${String(name)}`);
  return uncurried(found) as (target: T, value: T[K]) => void;
}

type Methods<T> = { [K in keyof T]: T[K] extends (...args: never[]) => unknown ? K : never }[keyof T];

export function method<T extends object, K extends Methods<T>>(
  owner: Class<T>,
  name: K,
): (
  target: T,
  ...args: Parameters<Extract<T[K], (...args: never[]) => unknown>>
) => ReturnType<Extract<T[K], (...args: never[]) => unknown>> {
  const found = part(owner.prototype, name, 'value');
  if (found === undefined) throw new Error(`no method ${String(name)}`);
  return uncurried(found) as (
    target: T,
    ...args: Parameters<Extract<T[K], (...args: never[]) => unknown>>
  ) => ReturnType<Extract<T[K], (...args: never[]) => unknown>>;
}
