// Puts together what can be seen while the document is walked.

import { asRect, showsIn, viewportBox } from '../dom/box';
import {
  documentElement,
  focusedElement,
  hasAttr,
  isInput,
  isLabel,
  isSelect,
  isTextarea,
  labelControl,
  rectOf,
  tag,
} from '../dom/dom';
import { plain } from '../dom/text';
import { isStructural, roleOf } from '../name/role';
import { coverOf } from '../sight/cover';
import { Look } from '../sight/look';
import type { Near } from '../sight/near';
import { considerPicture, isWorthAwaiting } from '../sight/pictures';
import { areasOf, boxOfArea } from '../sight/points';
import type { Sight } from '../sight/visible';
import type { Words } from '../sight/words';
import { toldName } from './describe';
import { drawnAs, isMereIcon, sketched } from './drawing';
import { listBehind, tellAsList } from './face';
import { lockBehind, nameByNeighbours, nameCovers } from './finish';
import { floatingIn } from './floating';
import { Icons } from './icons';
import { isIconButton, isScrollable } from './interactive';
import { Naming } from './naming';
import { isOffered, mutes, offeredAs } from './offer';
import { Parts } from './parts';
import { type Place, within } from './place';
import { handleBox, isTool, paintedText, type Surfaced, surfacesOf } from './proxy';
import { Room } from './room';
import { blank, count, holds, holdsRow, isSaidAround, type Seen, settled } from './seen';
import {
  controlShows,
  countedOptions,
  GAUGES,
  isInline,
  isLaidOver,
  isUsedByLabel,
  kindOf,
  MIN_SIZE,
  NO_CONTENT,
  shownRole,
  optionsOf,
  takesKeysUnseen,
} from './shown';
import { isDisabled, isModal, isNativelyDisabled } from './states';
import { Texts } from './texts';
import type { Visitor } from './walk';

export class Builder implements Visitor<Place> {
  readonly asksOn = true;
  readonly top: Place;
  readonly #focused: Element | null;
  readonly #view = viewportBox();
  /** Controls that are shown already, by their label or where they lie unseen over something. */
  readonly #done = new Set<Element>();
  readonly #parts = new Parts();
  readonly #icons = new Icons();
  readonly #room: Room;
  readonly #naming: Naming;
  readonly #texts: Texts;
  readonly #surfaces: ReadonlyMap<Element, Surfaced>;
  /** The modal dialog that was opened last, as far as the order in the document tells. */
  #modal: Seen | null = null;

  constructor(
    private readonly look: Look,
    maxNodes: number,
    private readonly near: Near | null,
  ) {
    this.#room = new Room(maxNodes);
    this.#focused = focusedElement(look.document);
    this.#naming = new Naming(look, this.#focused, this.#view, this.#parts);
    this.#texts = new Texts(look, this.#room, this.#view);
    this.#surfaces = surfacesOf(look);
    for (const { field } of this.#surfaces.values()) this.#done.add(field);
    this.top = {
      seen: blank('group', 'document'),
      block: documentElement(look.document),
      muted: false,
      said: '',
      depth: 0,
    };
  }

  /** The tree, complete. */
  roots(): Seen[] {
    this.#addFocused();
    this.#icons.finish(this.look);
    nameCovers(this.top.seen);
    this.#texts.finish();
    if (this.#modal !== null) lockBehind(this.top.seen, this.#modal);
    const roots = [...(settled(this.top.seen) ?? this.top.seen.kids)];
    nameByNeighbours({ ...this.top.seen, kids: roots });
    return roots;
  }

  /** Not everything that is there was taken in. */
  get truncated(): boolean {
    return this.#room.wasShort;
  }

  full(): boolean {
    return this.#room.isOver();
  }

  enter(element: Element, sight: Sight, outer: Place): Place | null {
    const name = tag(element);
    if (name === 'br') {
      this.space(outer);
      return null;
    }
    this.#texts.veils.consider(element, sight);
    if (this.#done.has(element)) return null;
    const surface = this.#surfaces.get(element);
    if (surface !== undefined) return this.#surface(surface, sight, outer);
    if (this.#surfaces.size > 0 && isTool(element)) return null;
    const role = roleOf(element, this.look);
    const block = isInline(sight.display) ? outer.block : element;
    if (block !== outer.block) this.space(outer);
    const through = block === outer.block ? outer : within(outer, block);
    if (isLabel(element)) return this.#label(element, sight, through);
    const isIcon = name === 'svg:svg' && role === 'generic' && isMereIcon(element, this.look);
    if (isIcon && !isIconButton(element, this.look)) {
      if (sight.painted && outer.seen.kind === 'named') outer.seen.painted = true;
      return null;
    }
    const seen = name.startsWith('svg:')
      ? this.#draw(element, role, sight, outer)
      : this.#see(element, role, sight, outer);
    if (name === 'img' && sight.painted && hasAttr(element, 'usemap')) this.#map(element, sight, seen, outer);
    if (seen === null) {
      if (SAID_BY_PARENT.has(name)) return { ...through, said: plain(outer.seen.name) };
      return NO_CONTENT.has(name) ? null : through;
    }
    this.#add(seen, outer);
    const list = isSelect(element) ? element : seen.role === 'combobox' ? listBehind(element, this.look) : null;
    if (list !== null) {
      seen.states.push(...countedOptions(list));
      for (const option of optionsOf(list, seen.inView)) this.#add(option, { ...outer, seen });
    }
    if (isIcon || seen.kind === 'text' || NO_CONTENT.has(name) || isSelect(element) || seen.role === 'img') return null;
    return { seen, block: element, muted: mutes(seen), said: '', depth: outer.depth + 1 };
  }

  /** What is far away is only counted. */
  passes(element: Element, outer: Place): boolean {
    const side = outer.muted ? null : (this.near?.beyond(element) ?? null);
    if (side !== null) count(outer.seen, side, roleOf(element, this.look));
    return side !== null;
  }

  leave(element: Element, mine: Place, outer: Place): void {
    if (mine.seen === outer.seen) {
      if (mine.block !== outer.block) this.space(outer);
      return;
    }
    const kids = outer.seen.kids;
    if (kids.at(-1) !== mine.seen) return;
    const before = 1 + mine.seen.kids.length;
    const instead = settled(mine.seen);
    if (instead !== null) kids.splice(-1, 1, ...instead);
    // What holds a long row can be asked for by itself.
    if (mine.seen.target === null && holdsRow(mine.seen)) mine.seen.target = element;
    this.#room.take((instead === null ? 1 + mine.seen.kids.length : instead.length) - before);
    if (mine.seen.painted || mine.seen.kids.length > 0) outer.seen.painted ||= outer.seen.kind === 'named';
  }

  knows(text: Text, parent: Element, sight: Sight, outer: Place): boolean {
    return this.#texts.knows(text, parent, sight, outer);
  }

  unread(text: Text, parent: Element): void {
    this.#texts.unread.text(text, parent);
  }

  text(text: Text, parent: Element, sight: Sight, box: DOMRect, faint: boolean, outer: Place): void {
    this.#texts.take(text, parent, sight, box, faint, outer);
  }

  words(words: Words, element: Element, sight: Sight, outer: Place): void {
    this.#texts.takeWords(words, element, sight, outer);
  }

  space(outer: Place): void {
    const last = outer.seen.kids.at(-1);
    if (last?.kind === 'text') last.name += ' ';
  }

  /** A transparent control may be what a click or a key on something painted reaches. */
  unseen(element: Element, outer: Place): void {
    this.#texts.unread.element(element, outer);
    for (const field of floatingIn(element, this.look)) this.#lay(field, rectOf(field), outer);
    if (isLaidOver(element, this.look) || takesKeysUnseen(element, this.look))
      this.#lay(element, rectOf(element), outer)?.states.push('hidden');
  }

  /** Shows a control that is not painted itself, unless it is shown already. */
  #lay(control: Element, box: DOMRect, outer: Place): Seen | null {
    if (this.#done.has(control)) return null;
    const seen = this.#control(control, box);
    this.#add(seen, outer);
    this.#done.add(control);
    return seen;
  }

  /** The focused element is shown wherever it is. */
  #addFocused(): void {
    const element = this.#focused;
    if (element === null || holds(this.top.seen, (seen) => seen.target === element)) return;
    const seen = this.#control(element, rectOf(element));
    seen.states.push('hidden');
    this.top.seen.kids.push(seen);
  }

  /** A label whose control cannot be seen stands for it; otherwise its text is the control's name and is not repeated. */
  #label(label: HTMLLabelElement, sight: Sight, through: Place): Place {
    const control = labelControl(label);
    if (control === null) return through;
    if (controlShows(control, this.look)) return { ...through, said: plain(toldName(control, this.look)) };
    const stands = sight.painted && isUsedByLabel(control);
    const seen = stands ? this.#lay(control, rectOf(label), through) : null;
    return seen === null ? through : { seen, block: label, muted: true, said: '', depth: through.depth + 1 };
  }

  /** An editor that paints its text itself is one field; what else it shows comes inside. */
  #surface(surface: Surfaced, sight: Sight, outer: Place): Place {
    const { field, container } = surface;
    const seen = this.#control(field, rectOf(container));
    seen.value = paintedText(surface, this.look) || null;
    this.#cover(seen, surface.text, rectOf(surface.text), sight);
    this.#add(seen, outer);
    return { seen, block: container, muted: true, said: '', depth: outer.depth + 1 };
  }

  /** The parts of a picture that lead somewhere come in the picture, or in its place where it has no name. */
  #map(image: Element, sight: Sight, seen: Seen | null, outer: Place): void {
    for (const area of areasOf(image, this.look.document)) {
      const box = boxOfArea(area, this.look.document);
      if (box === null || !showsIn(box, sight.clip, MIN_SIZE)) continue;
      this.#add(this.#control(area, asRect(box)), seen === null ? outer : { ...outer, seen });
    }
  }

  #control(element: Element, box: DOMRect): Seen {
    const role = roleOf(element, this.look);
    const seen = blank('named', role);
    this.#naming.touch(seen, element, role, box, isDisabled(element));
    seen.painted = true;
    this.#texts.unread.named(element, seen);
    return seen;
  }

  /** What to show for an element, or null when only its content counts. */
  #see(element: Element, role: string, sight: Sight, outer: Place): Seen | null {
    const interest = sight.painted ? this.#parts.interestIn(element, role, this.look) : 'none';
    const scrolls = sight.scrolls && !outer.muted && interest === 'none' && isScrollable(element, this.look);
    const offered = isOffered(interest, outer.muted, outer.seen.target !== null);
    if (interest === 'icon' && !offered) this.#icons.beside(element, outer.seen);
    const shown = shownRole(element, role, offered, scrolls);
    if (shown === null || (!offered && (outer.muted || (outer.depth > MAX_DEPTH && shown !== 'img')))) {
      if (shown === 'img' && sight.painted) outer.seen.painted ||= outer.muted;
      return null;
    }
    const kind = kindOf(shown, element);
    const isThin = isInput(element) || isTextarea(element) || isSelect(element) || GAUGES.has(shown);
    const isWhole = isThin || shown === 'img' || NO_CONTENT.has(tag(element));
    const box = offered || scrolls || isWhole ? rectOf(element) : null;
    const visible = sight.painted && box !== null && showsIn(box, sight.clip, isThin ? 1 : MIN_SIZE);
    if (this.#room.isScarce && !(visible && showsIn(box, this.#view, 1))) {
      if (visible && offered) this.#room.omit();
      return null;
    }
    if (!visible && sight.painted && box !== null && isWorthAwaiting(element, offered))
      considerPicture(element, box, this.look);
    if (!visible && isWhole) {
      const handle = handleBox(element, sight, this.look);
      return handle === null ? null : this.#control(element, handle);
    }
    let seen: Seen | null = blank(kind, shown, kind === 'holder' ? element : null);
    const disabled = sight.disabled || isNativelyDisabled(element);
    if ((offered || scrolls) && box !== null) this.#naming.touch(seen, element, role, box, disabled);
    else this.#naming.name(seen, element, role, disabled);
    if ((shown === 'img' || shown === 'group') && seen.name === '' && !offered && !scrolls) return null;
    seen.painted = visible && (offered || scrolls || isThin || shown === 'img');
    if (visible && offered) this.#cover(seen, element, box, sight);
    if (kind === 'group') this.#hold(seen, element);
    if (offered && interest !== 'sure' && isStructural(role)) {
      seen = this.#parts.take(element) ? null : offeredAs(seen, interest);
      if (seen === null) return null;
    }
    if (interest === 'icon') this.#icons.alone(seen.name);
    if (offered && shown === 'button' && isStructural(role)) tellAsList(seen, element, this.look);
    if (scrolls) seen.states.push('scrollable');
    if (sight.marked !== null && !isSaidAround(sight.marked, outer.seen)) seen.states.push(sight.marked);
    this.#texts.told(seen, element, sight, visible ? box : null);
    return seen;
  }

  #cover(seen: Seen, element: Element, box: DOMRect, sight: Sight): void {
    if (!seen.inView) return;
    const cover = coverOf(element, box, sight, this.#view, this.look);
    if (cover === 'away') seen.inView = false;
    else if (cover === 'cut') seen.states.push('hidden');
    else seen.cover = cover;
  }

  /** A dialog can be asked for by itself. */
  #hold(seen: Seen, element: Element): void {
    if (seen.role === 'dialog' || seen.role === 'alertdialog') {
      seen.target = element;
      seen.box = rectOf(element);
    }
    if (isModal(element)) this.#modal = seen;
  }

  #draw(element: Element, role: string, sight: Sight, outer: Place): Seen | null {
    const drawn = drawnAs(element, role, outer.muted, this.look);
    if (drawn === null) return this.#see(element, role, sight, outer);
    return sight.painted ? sketched(element, drawn, sight.clip, this.#view, this.look) : null;
  }

  #add(seen: Seen, outer: Place): void {
    this.#room.take(1);
    outer.seen.kids.push(seen);
  }
}

/** Deeper than this, only controls and text are shown, all at this level. */
const MAX_DEPTH = 60;
const SAID_BY_PARENT = new Set(['legend', 'caption', 'figcaption']);
