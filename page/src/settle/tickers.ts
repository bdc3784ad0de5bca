// Places that keep changing by themselves: clocks, counters, adverts. They are never quiet and delay nothing.

import { attr, isElement, parentNode, tag } from '../dom/dom';

/** How often a place changed, since when, and when last. */
type ChangeSeries = { times: number; since: number; last: number };

export class Tickers {
  #places = new WeakMap<Node, ChangeSeries>();
  readonly #kinds = new Map<string, ChangeSeries>();
  readonly #recent: number[] = [];

  /** Records a change at a place. */
  note(place: Node, what: string, now: number): void {
    const known = this.#places.get(place);
    this.#places.set(place, again(known, now));
    const kind = kindOf(place, what);
    if (this.#kinds.size < MAX_KINDS || this.#kinds.has(kind)) this.#kinds.set(kind, again(this.#kinds.get(kind), now));
  }

  /** Whether the place, or places of its kind, are known tickers. */
  isTicker(place: Node, what: string, now: number): boolean {
    const is =
      ticks(this.#places.get(place), PLACE_TICKS, now) || ticks(this.#kinds.get(kindOf(place, what)), KIND_TICKS, now);
    if (is) {
      this.#recent.push(now);
      if (this.#recent.length > STREAM_CHANGES) this.#recent.shift();
    }
    return is;
  }

  /** Whether a text keeps changing by itself. */
  isTickingText(text: Node, now: number): boolean {
    const parent = parentNode(text);
    const places: [Node | null, string][] = [
      [text, 'characterData '],
      [parent, 'childList '],
    ];
    // The first event of a press forgets the places, but not the kinds that tick.
    return places.some(
      ([place, what]) =>
        place !== null &&
        (ticks(this.#places.get(place), PLACE_TICKS, now) ||
          ticks(this.#kinds.get(kindOf(place, what)), PLACE_TICKS, now)),
    );
  }

  /** Whether the page changes by itself at such a rate that it is never the same for long. */
  isStreaming(now: number): boolean {
    const [first] = this.#recent;
    return this.#recent.length === STREAM_CHANGES && first !== undefined && now - first < STREAM_WITHIN;
  }

  /** Whether anything ticks at all. */
  isAnyTicking(now: number): boolean {
    return [...this.#kinds.values()].some((run) => ticks(run, KIND_TICKS, now));
  }

  /** Forgets the places that are no tickers yet, because an action may make them change often. */
  forgetOthers(now: number): void {
    this.#places = new WeakMap();
    for (const [kind, run] of this.#kinds) if (!ticks(run, PLACE_TICKS, now)) this.#kinds.delete(kind);
  }
}

const again = (known: ChangeSeries | undefined, now: number): ChangeSeries =>
  known === undefined || now - known.last > GONE_AFTER
    ? { times: 1, since: now, last: now }
    : { times: known.times + 1, since: known.since, last: now };

const ticks = (run: ChangeSeries | undefined, times: number, now: number): boolean =>
  run !== undefined && run.times > times && run.last - run.since > TICKING_FOR && now - run.last <= GONE_AFTER;

/** Cells of one table tick in turn, so places that look alike count together. */
function kindOf(place: Node, what: string): string {
  const element = isElement(place) ? place : parentNode(place);
  return isElement(element) ? `${tag(element)}.${attr(element, 'class') ?? ''} ${what}` : what;
}

/** A place that changes so often, for so many milliseconds, counts as a ticker; a shorter series is an animation. */
const PLACE_TICKS = 4;
const KIND_TICKS = 12;
const TICKING_FOR = 250;
const GONE_AFTER = 1_500;
const MAX_KINDS = 200;
/** So many changes within so many milliseconds make a stream. */
const STREAM_CHANGES = 10;
const STREAM_WITHIN = 500;
