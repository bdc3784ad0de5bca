// Controls whose name says more than a person reads on them, because part of their text is painted nowhere.
//
// Invariant: a control that shows a picture instead of its text is not marked: that is how pictures are named.

import { data, firstElement, queryWithin, textContent } from './dom';
import type { Look } from './look';
import type { Place } from './place';
import { isGenerated } from './pseudo';
import { blank, hasWords, type Seen } from './seen';
import { tidy } from './text';
import { legibility, type Sight } from './visible';

export class Unread {
  /** What is not to be read of a control's name, piece by piece. */
  readonly #pieces = new Map<Seen, string[]>();

  constructor(private readonly look: Look) {}

  /** A text that the name of a control says. */
  text(text: Text, parent: Element, sight: Sight, outer: Place): void {
    const shade = legibility(parent, sight, this.look);
    if (shade === 'clear' || (shade === 'faint' && this.#isPlain(outer.seen))) this.#note(outer.seen, data(text));
  }

  /** An element inside a control, nothing of which is to be seen. */
  element(element: Element, outer: Place): void {
    if (!outer.muted || this.look.style(element).display === 'none') return;
    this.#note(outer.seen, textContent(element) ?? '');
  }

  /** Marks a control that is complete. */
  finish(seen: Seen): void {
    const pieces = this.#pieces.get(seen);
    if (pieces === undefined || seen.target === null) return;
    let painted = seen.name;
    for (const piece of pieces) painted = painted.replace(piece, ' ');
    painted = tidy(painted);
    if (hasWords(painted)) {
      seen.states.push('source=hidden');
      seen.kids = seen.kids.filter((kid) => kid.kind !== 'text');
      seen.kids.unshift({ ...blank('text', 'text'), name: painted, inView: seen.inView });
    } else if (!this.#isPictured(seen.target)) {
      seen.states.push('hidden');
    }
  }

  #note(seen: Seen, text: string): void {
    const piece = tidy(text);
    if (!hasWords(piece) || seen.kind !== 'named' || !seen.name.includes(piece)) return;
    const pieces = this.#pieces.get(seen);
    if (pieces === undefined) this.#pieces.set(seen, [piece]);
    else pieces.push(piece);
  }

  /** Nothing in it could paint a ground for its text. */
  #isPlain(seen: Seen): boolean {
    const { target } = seen;
    return target !== null && firstElement(target) === null && !this.#isAdorned(target);
  }

  #isPictured(element: Element): boolean {
    const { backgroundImage } = this.look.style(element);
    return backgroundImage !== 'none' || this.#isAdorned(element) || queryWithin(element, PICTURES).length > 0;
  }

  #isAdorned(element: Element): boolean {
    return PSEUDOS.some((pseudo) => isGenerated(element, pseudo));
  }
}

const PSEUDOS = ['::before', '::after'] as const;
const PICTURES = 'svg, img, canvas, video, picture, i, b:empty, span:empty, div:empty';
