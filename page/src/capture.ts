// Takes getters, setters and methods from prototypes once, before and beyond whatever a page does to its elements.

const apply = Reflect.apply;

type Class<T> = { prototype: T };
type Callable = (...args: unknown[]) => unknown;

/** A getter, setter or method as the prototype holds it, to be applied to an element later. */
export function part(prototype: object, name: PropertyKey, which: 'get' | 'set' | 'value'): Callable | undefined {
  const found: Record<string, unknown> = { ...Object.getOwnPropertyDescriptor(prototype, name) };
  return found[which] as Callable | undefined;
}

export function getter<T extends object, K extends keyof T>(owner: Class<T>, name: K): (target: T) => T[K] {
  const found = part(owner.prototype, name, 'get');
  if (found === undefined) throw new Error(`no property ${String(name)}`);
  return (target) => apply(found, target, []) as T[K];
}

export function setter<T extends object, K extends keyof T>(
  owner: Class<T>,
  name: K,
): (target: T, value: T[K]) => void {
  const found = part(owner.prototype, name, 'set');
  if (found === undefined) throw new Error(`no property ${String(name)}`);
  return (target, value) => {
    apply(found, target, [value]);
  };
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
  return (target, ...args) => apply(found, target, args) as ReturnType<Extract<T[K], (...args: never[]) => unknown>>;
}
