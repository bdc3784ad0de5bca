// The texts of a snapshot: which of them are told, and which of those nobody can read.

import { type Box, showsIn } from '../dom/box';
import { css, data, rectOf, textLength } from '../dom/dom';
import { collapse, isGlyphs, plain, transformed } from '../dom/text';
import { isBuried } from '../sight/cover';
import type { Look } from '../sight/look';
import { Veils } from '../sight/veil';
import type { Sight } from '../sight/visible';
import type { Words } from '../sight/words';
import type { Place } from './place';
import type { Room } from './room';
import { blank, flowsOn, isSaidAround, type Seen } from './seen';
import { Unread } from './unread';

/** Something told, and the thing in which it is told. */
interface Line {
  readonly seen: Seen;
  readonly holder: Seen;
}

export class Texts {
  readonly unread: Unread;
  readonly veils: Veils<Line>;

  constructor(
    private readonly look: Look,
    private readonly room: Room,
    private readonly view: Box,
  ) {
    this.unread = new Unread(look);
    this.veils = new Veils(look);
  }

  /** Text that the name of a painted control says anyway. */
  knows(text: Text, parent: Element, sight: Sight, outer: Place): boolean {
    if (!outer.muted || !outer.seen.painted) return false;
    if (!outer.seen.name.includes(data(text).slice(0, MAX_RAW).trim())) return false;
    this.unread.said(text, parent, sight, outer);
    return true;
  }

  /** A thing that is told of, and its box where it can be seen. */
  told(seen: Seen, element: Element, sight: Sight, box: DOMRect | null): void {
    this.unread.named(element, seen);
    this.unread.field(element, sight, seen);
    if (box !== null && seen.target !== null) this.veils.under({ seen, holder: seen }, element, box, seen.inView);
  }

  /** Marks what is not read after all, once everything is there. */
  finish(): void {
    const lines = new Map<Seen, boolean>();
    for (const [{ seen, holder }, isCovered] of this.veils.judged()) {
      // A line of a list or a table takes in the texts that it holds.
      const line = holder.kids.includes(seen) ? seen : holder;
      lines.set(line, (lines.get(line) ?? true) && isCovered);
    }
    for (const [line, isCovered] of lines) if (isCovered && !line.states.includes('hidden')) line.states.push('hidden');
    this.unread.finish();
  }

  take(text: Text, parent: Element, sight: Sight, box: DOMRect, faint: boolean, outer: Place): void {
    const written = collapse(transformed(data(text).slice(0, MAX_RAW), css(sight.style, 'text-transform')));
    if (isGlyphs(written)) {
      outer.seen.painted ||= outer.muted;
      return;
    }
    if (faint) this.unread.text(text, parent);
    const inView = showsIn(box, this.view, 1) || (textLength(text) > MAX_RAW && showsIn(rectOf(parent), this.view, 1));
    this.#tell(written, inView, parent, sight, box, faint, outer);
  }

  takeWords({ text, box, faint }: Words, element: Element, sight: Sight, outer: Place): void {
    this.#tell(text, showsIn(box, this.view, 1), element, sight, box, faint, outer);
  }

  #tell(
    written: string,
    inView: boolean,
    parent: Element,
    sight: Sight,
    box: DOMRect,
    faint: boolean,
    outer: Place,
  ): void {
    if (outer.said !== '' && outer.said.includes(plain(written))) return;
    if (this.room.isScarce && !inView) {
      this.room.omit();
      return;
    }
    // What lies over a control is found out by itself.
    const isLoose = !outer.muted || outer.seen.target === null;
    const unread = faint || (inView && isLoose && isBuried(parent, box, this.look));
    if (outer.muted && !unread) outer.seen.painted = true;
    let seen = { ...blank('text', 'text', outer.block), name: written, inView };
    if (unread) seen.states.push('hidden');
    if (sight.marked !== null && !isSaidAround(sight.marked, outer.seen)) seen.states.push(sight.marked);
    const { kids, target } = outer.seen;
    const last = kids.at(-1);
    if (last !== undefined && flowsOn(last, seen)) {
      seen = last;
    } else {
      this.room.take(1);
      kids.push(seen);
    }
    if (target === null && !unread) this.veils.under({ seen, holder: outer.seen }, parent, box, inView);
  }
}

/** How much of one text is looked at; white space in it collapses before it is cut. */
const MAX_RAW = 10_000;
