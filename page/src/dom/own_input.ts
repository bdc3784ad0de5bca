// Input events that webhand itself makes where a browser makes none for it. They count like those of the browser; events that
// the page makes never do.

const own = new WeakSet<Event>();

export function markOwnInput<E extends Event>(event: E): E {
  own.add(event);
  return event;
}

/** Whether an event comes from the browser or from webhand, and not from a script of the page. */
export const isRealInput = (event: Event): boolean => event.isTrusted || own.has(event);
