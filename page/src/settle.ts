// Waits until the document has come to rest: nothing that can be seen has changed for a while.

import {
  animationsOf,
  attr,
  checkVisibility,
  data,
  documentElement,
  flatChildren,
  isConnected,
  isElement,
  isText,
  parentNode,
  queryWithin,
  shadowOf,
  styleOf,
} from './dom';
import { MIN_OPACITY } from './visible';

export function settle(document: Document, quietMs: number, maxMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const finish = (result: boolean): void => {
      clearTimeout(quiet);
      clearTimeout(limit);
      observer.disconnect();
      resolve(result);
    };
    const rest = (): void => {
      clearTimeout(quiet);
      quiet = setTimeout(() => {
        if (isFadingIn(document) || saysItIsBusy(document)) rest();
        else finish(true);
      }, quietMs);
    };
    const tickers = new Tickers();
    const observer = new MutationObserver((records) => {
      const changed = records.filter(matters).filter(({ target }) => !tickers.isOne(target));
      if (changed.length > 0) rest();
    });
    const limit = setTimeout(() => {
      finish(false);
    }, maxMs);
    for (const root of roots(document)) observer.observe(root, WATCHED);
    rest();
  });
}

/** Places that change again and again: clocks, counters, adverts. They are never at rest and hold nothing up. */
class Tickers {
  readonly #places = new WeakMap<Node, { times: number; since: number }>();

  /** Takes note of a change, and says whether its place has proved to be a ticker. */
  isOne(place: Node): boolean {
    const now = performance.now();
    const known = this.#places.get(place) ?? { times: 0, since: now };
    known.times += 1;
    this.#places.set(place, known);
    return known.times > TICKS && now - known.since > TICKING_FOR;
  }
}

/** Changes in what nobody sees, and those that change nothing, do not count. */
function matters(record: MutationRecord): boolean {
  const { target, type } = record;
  if (type === 'characterData') return isText(target) && data(target) !== record.oldValue && isSeen(parentNode(target));
  if (type === 'childList')
    return (
      isSeen(target) && [...record.addedNodes, ...record.removedNodes].some((node) => isText(node) || isElement(node))
    );
  return isElement(target) && attr(target, record.attributeName ?? '') !== record.oldValue && isConnected(target);
}

const isSeen = (node: Node | null): boolean => node !== null && (!isElement(node) || checkVisibility(node));

/** Whether something that cannot be seen yet is on its way to be. */
const isFadingIn = (document: Document): boolean =>
  animationsOf(document).some(({ playState, effect }) => {
    if (playState !== 'running' || !(effect instanceof KeyframeEffect) || effect.target === null) return false;
    const end = effect.getKeyframes().at(-1)?.['opacity'];
    return (
      effect.getComputedTiming().endTime !== Infinity &&
      end !== undefined &&
      Number(end) > Number(styleOf(effect.target).opacity) &&
      Number(styleOf(effect.target).opacity) < MIN_OPACITY
    );
  });

/** Whether the page itself says that something is still coming: a region marked busy, a bar without a known end. */
const saysItIsBusy = (document: Document): boolean =>
  queryWithin(documentElement(document), BUSY).some((element) => checkVisibility(element));

/** The document and the shadow roots in it, as far as they can be found in reasonable time. */
function roots(document: Document): Node[] {
  const found: Node[] = [document];
  const open: Element[] = [documentElement(document)];
  for (let at = open.pop(), count = 0; at !== undefined && count < MAX_LOOKED_AT; at = open.pop(), count += 1) {
    const shadow = shadowOf(at);
    if (shadow !== null) found.push(shadow);
    for (const child of flatChildren(at)) if (isElement(child)) open.push(child);
  }
  return found;
}

/** So often, and for so long in milliseconds, a place must change to count as a ticker; shorter ones are animations. */
const TICKS = 4;
const TICKING_FOR = 250;
const BUSY = '[aria-busy="true"], progress:indeterminate, [role="progressbar"]:not([aria-valuenow])';
const MAX_LOOKED_AT = 50_000;
const WATCHED: MutationObserverInit = {
  subtree: true,
  childList: true,
  characterData: true,
  characterDataOldValue: true,
  attributes: true,
  attributeOldValue: true,
  attributeFilter: [
    'class',
    'style',
    'hidden',
    'disabled',
    'open',
    'value',
    'checked',
    'src',
    'href',
    'inert',
    'aria-hidden',
    'aria-expanded',
    'aria-busy',
    'aria-disabled',
    'aria-selected',
    'aria-checked',
  ],
};
