// Builds the tree of a snapshot while the document is walked.

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
import { normalized } from '../dom/text';
import { isStructural, roleOf } from '../name/role';
import { coverOf } from '../visibility/cover';
import type { GeneratedWords } from '../visibility/generated_words';
import { Look } from '../visibility/look';
import type { Near } from '../visibility/near';
import { considerPicture, isWorthAwaiting } from '../visibility/pending_pictures';
import { areasOf, boxOfArea } from '../visibility/points';
import type { Visibility } from '../visibility/visible';
import { ButtonParts } from './controls/button_parts';
import { fieldsUnderLabels } from './controls/floating_labels';
import { isShownAsControl, absorbsText, asControl } from './controls/guessed';
import { hiddenSelectBehind, showAsSelect } from './controls/hidden_select';
import { isIconButton, isScrollable } from './controls/interactive';
import { handleBox, isEditorTool, paintedText, type EditorWithField, surfacesOf } from './controls/painted_editors';
import {
  controlShows,
  countedOptions,
  GAUGES,
  isInline,
  isTransparentControl,
  isUsedByLabel,
  kindOf,
  MIN_SIZE,
  NO_CONTENT,
  shownRole,
  optionsOf,
  takesKeysUnseen,
} from './controls/shown';
import { isDisabled, isModal, isNativelyDisabled } from './controls/states';
import { drawnAs, isMereIcon, drawingNode } from './drawing';
import { lockBehind, nameByNeighbours, nameCovers } from './finish';
import { type InsertionPoint, inBlock } from './insertion_point';
import { toldName } from './names/describe';
import { Icons } from './names/icons';
import { NodeNaming } from './names/naming';
import { emptyNode, countPassedOver, someNode, isLongList, isStateOfParent, type SnapshotNode, tidyNode } from './node';
import { NodeBudget } from './node_budget';
import { Texts } from './text/texts';
import type { Visitor } from './walk';

export class Builder implements Visitor<InsertionPoint> {
  readonly asksOn = true;
  readonly top: InsertionPoint;
  readonly #focused: Element | null;
  readonly #view = viewportBox();
  /** Controls that are in the tree already, through their label or because they lie transparent over other content. */
  readonly #done = new Set<Element>();
  readonly #parts = new ButtonParts();
  readonly #icons = new Icons();
  readonly #budget: NodeBudget;
  readonly #naming: NodeNaming;
  readonly #texts: Texts;
  readonly #surfaces: ReadonlyMap<Element, EditorWithField>;
  /** The modal dialog that was opened last, by the order in the document. */
  #modal: SnapshotNode | null = null;

  constructor(
    private readonly look: Look,
    maxNodes: number,
    private readonly near: Near | null,
  ) {
    this.#budget = new NodeBudget(maxNodes);
    this.#focused = focusedElement(look.document);
    this.#naming = new NodeNaming(look, this.#focused, this.#view, this.#parts);
    this.#texts = new Texts(look, this.#budget, this.#view);
    this.#surfaces = surfacesOf(look);
    for (const { field } of this.#surfaces.values()) this.#done.add(field);
    this.top = {
      seen: emptyNode('group', 'document'),
      block: documentElement(look.document),
      muted: false,
      said: '',
      depth: 0,
    };
  }

  /** The tree, complete. */
  roots(): SnapshotNode[] {
    this.#addFocused();
    this.#icons.finish(this.look);
    nameCovers(this.top.seen);
    this.#texts.finish();
    if (this.#modal !== null) lockBehind(this.top.seen, this.#modal);
    const roots = [...(tidyNode(this.top.seen) ?? this.top.seen.kids)];
    nameByNeighbours({ ...this.top.seen, kids: roots });
    return roots;
  }

  /** Whether some content was left out. */
  get truncated(): boolean {
    return this.#budget.wasExceeded;
  }

  full(): boolean {
    return this.#budget.isSpent();
  }

  enter(element: Element, visibility: Visibility, outer: InsertionPoint): InsertionPoint | null {
    const name = tag(element);
    if (name === 'br') {
      this.space(outer);
      return null;
    }
    this.#texts.opaqueBoxes.addBox(element, visibility);
    if (this.#done.has(element)) return null;
    const surface = this.#surfaces.get(element);
    if (surface !== undefined) return this.#surface(surface, visibility, outer);
    if (this.#surfaces.size > 0 && isEditorTool(element)) return null;
    const role = roleOf(element, this.look);
    const block = isInline(visibility.display) ? outer.block : element;
    if (block !== outer.block) this.space(outer);
    const through = block === outer.block ? outer : inBlock(outer, block);
    if (isLabel(element)) return this.#label(element, visibility, through);
    const isIcon = name === 'svg:svg' && role === 'generic' && isMereIcon(element, this.look);
    if (isIcon && !isIconButton(element, this.look)) {
      if (visibility.painted && outer.seen.kind === 'named') outer.seen.painted = true;
      return null;
    }
    const seen = name.startsWith('svg:')
      ? this.#draw(element, role, visibility, outer)
      : this.#see(element, role, visibility, outer);
    if (name === 'img' && visibility.painted && hasAttr(element, 'usemap')) this.#map(element, visibility, seen, outer);
    if (seen === null) {
      if (SAID_BY_PARENT.has(name)) return { ...through, said: normalized(outer.seen.name) };
      return NO_CONTENT.has(name) ? null : through;
    }
    this.#add(seen, outer);
    const list = isSelect(element) ? element : seen.role === 'combobox' ? hiddenSelectBehind(element, this.look) : null;
    if (list !== null) {
      seen.states.push(...countedOptions(list));
      for (const option of optionsOf(list, seen.inView)) this.#add(option, { ...outer, seen });
    }
    if (isIcon || seen.kind === 'text' || NO_CONTENT.has(name) || isSelect(element) || seen.role === 'img') return null;
    return { seen, block: element, muted: absorbsText(seen), said: '', depth: outer.depth + 1 };
  }

  /** Content that is far away is only counted. */
  passes(element: Element, outer: InsertionPoint): boolean {
    const side = outer.muted ? null : (this.near?.beyond(element) ?? null);
    if (side !== null) countPassedOver(outer.seen, side, roleOf(element, this.look));
    return side !== null;
  }

  leave(element: Element, mine: InsertionPoint, outer: InsertionPoint): void {
    if (mine.seen === outer.seen) {
      if (mine.block !== outer.block) this.space(outer);
      return;
    }
    const kids = outer.seen.kids;
    if (kids.at(-1) !== mine.seen) return;
    const before = 1 + mine.seen.kids.length;
    const instead = tidyNode(mine.seen);
    if (instead !== null) kids.splice(-1, 1, ...instead);
    // The container of a long list gets a ref, so that it can be looked at by itself.
    if (mine.seen.target === null && isLongList(mine.seen)) mine.seen.target = element;
    this.#budget.spend((instead === null ? 1 + mine.seen.kids.length : instead.length) - before);
    if (mine.seen.painted || mine.seen.kids.length > 0) outer.seen.painted ||= outer.seen.kind === 'named';
  }

  knows(text: Text, parent: Element, visibility: Visibility, outer: InsertionPoint): boolean {
    return this.#texts.knows(text, parent, visibility, outer);
  }

  unread(text: Text, parent: Element): void {
    this.#texts.unread.text(text, parent);
  }

  text(text: Text, parent: Element, visibility: Visibility, box: DOMRect, faint: boolean, outer: InsertionPoint): void {
    this.#texts.take(text, parent, visibility, box, faint, outer);
  }

  words(words: GeneratedWords, element: Element, visibility: Visibility, outer: InsertionPoint): void {
    this.#texts.takeWords(words, element, visibility, outer);
  }

  space(outer: InsertionPoint): void {
    const last = outer.seen.kids.at(-1);
    if (last?.kind === 'text') last.name += ' ';
  }

  /** A transparent control may receive the clicks or keys meant for painted content. */
  unseen(element: Element, outer: InsertionPoint): void {
    this.#texts.unread.element(element, outer);
    for (const field of fieldsUnderLabels(element, this.look)) this.#lay(field, rectOf(field), outer);
    if (isTransparentControl(element, this.look) || takesKeysUnseen(element, this.look))
      this.#lay(element, rectOf(element), outer)?.states.push('hidden');
  }

  /** Adds a control that is not painted itself, unless it is in the tree already. */
  #lay(control: Element, box: DOMRect, outer: InsertionPoint): SnapshotNode | null {
    if (this.#done.has(control)) return null;
    const seen = this.#control(control, box);
    this.#add(seen, outer);
    this.#done.add(control);
    return seen;
  }

  /** Adds the focused element wherever it is. */
  #addFocused(): void {
    const element = this.#focused;
    if (element === null || someNode(this.top.seen, (seen) => seen.target === element)) return;
    const seen = this.#control(element, rectOf(element));
    seen.states.push('hidden');
    this.top.seen.kids.push(seen);
  }

  /**
   * A label stands for its control if that is invisible; otherwise its text is the control's name and is not repeated.
   */
  #label(label: HTMLLabelElement, visibility: Visibility, through: InsertionPoint): InsertionPoint {
    const control = labelControl(label);
    if (control === null) return through;
    if (controlShows(control, this.look)) return { ...through, said: normalized(toldName(control, this.look)) };
    const stands = visibility.painted && isUsedByLabel(control);
    const seen = stands ? this.#lay(control, rectOf(label), through) : null;
    return seen === null ? through : { seen, block: label, muted: true, said: '', depth: through.depth + 1 };
  }

  /** An editor that paints its text itself is one field; its other content comes inside. */
  #surface(surface: EditorWithField, visibility: Visibility, outer: InsertionPoint): InsertionPoint {
    const { field, container } = surface;
    const seen = this.#control(field, rectOf(container));
    seen.value = paintedText(surface, this.look) || null;
    this.#cover(seen, surface.text, rectOf(surface.text), visibility);
    this.#add(seen, outer);
    return { seen, block: container, muted: true, said: '', depth: outer.depth + 1 };
  }

  /** The areas of an image map come inside the picture, or in its place if it has no name. */
  #map(image: Element, visibility: Visibility, seen: SnapshotNode | null, outer: InsertionPoint): void {
    for (const area of areasOf(image, this.look.document)) {
      const box = boxOfArea(area, this.look.document);
      if (box === null || !showsIn(box, visibility.clip, MIN_SIZE)) continue;
      this.#add(this.#control(area, asRect(box)), seen === null ? outer : { ...outer, seen });
    }
  }

  #control(element: Element, box: DOMRect): SnapshotNode {
    const role = roleOf(element, this.look);
    const seen = emptyNode('named', role);
    this.#naming.nameControl(seen, element, role, box, isDisabled(element));
    seen.painted = true;
    this.#texts.unread.named(element, seen);
    return seen;
  }

  /** The node of an element, or null if only its content counts. */
  #see(element: Element, role: string, visibility: Visibility, outer: InsertionPoint): SnapshotNode | null {
    const interest = visibility.painted ? this.#parts.interestIn(element, role, this.look) : 'none';
    const scrolls = visibility.scrolls && !outer.muted && interest === 'none' && isScrollable(element, this.look);
    const offered = isShownAsControl(interest, outer.muted, outer.seen.target !== null);
    if (interest === 'icon' && !offered) this.#icons.beside(element, outer.seen);
    const shown = shownRole(element, role, offered, scrolls);
    if (shown === null || (!offered && (outer.muted || (outer.depth > MAX_DEPTH && shown !== 'img')))) {
      if (shown === 'img' && visibility.painted) outer.seen.painted ||= outer.muted;
      return null;
    }
    const kind = kindOf(shown, element);
    const isThin = isInput(element) || isTextarea(element) || isSelect(element) || GAUGES.has(shown);
    const isWhole = isThin || shown === 'img' || NO_CONTENT.has(tag(element));
    const box = offered || scrolls || isWhole ? rectOf(element) : null;
    const visible = visibility.painted && box !== null && showsIn(box, visibility.clip, isThin ? 1 : MIN_SIZE);
    if (this.#budget.isScarce && !(visible && showsIn(box, this.#view, 1))) {
      if (visible && offered) this.#budget.omit();
      return null;
    }
    if (!visible && visibility.painted && box !== null && isWorthAwaiting(element, offered))
      considerPicture(element, box, this.look);
    if (!visible && isWhole) {
      const handle = handleBox(element, visibility, this.look);
      return handle === null ? null : this.#control(element, handle);
    }
    let seen: SnapshotNode | null = emptyNode(kind, shown, kind === 'holder' ? element : null);
    const disabled = visibility.disabled || isNativelyDisabled(element);
    if ((offered || scrolls) && box !== null) this.#naming.nameControl(seen, element, role, box, disabled);
    else this.#naming.name(seen, element, role, disabled);
    if ((shown === 'img' || shown === 'group') && seen.name === '' && !offered && !scrolls) return null;
    seen.painted = visible && (offered || scrolls || isThin || shown === 'img');
    if (visible && offered) this.#cover(seen, element, box, visibility);
    if (kind === 'group') this.#hold(seen, element);
    if (offered && interest !== 'sure' && isStructural(role)) {
      seen = this.#parts.take(element) ? null : asControl(seen, interest);
      if (seen === null) return null;
    }
    if (interest === 'icon') this.#icons.alone(seen.name);
    if (offered && shown === 'button' && isStructural(role)) showAsSelect(seen, element, this.look);
    if (scrolls) seen.states.push('scrollable');
    if (visibility.marked !== null && !isStateOfParent(visibility.marked, outer.seen))
      seen.states.push(visibility.marked);
    this.#texts.told(seen, element, visibility, visible ? box : null);
    return seen;
  }

  #cover(seen: SnapshotNode, element: Element, box: DOMRect, visibility: Visibility): void {
    if (!seen.inView) return;
    const cover = coverOf(element, box, visibility, this.#view, this.look);
    if (cover === 'away') seen.inView = false;
    else if (cover === 'cut') seen.states.push('hidden');
    else seen.cover = cover;
  }

  /** A dialog gets a ref, so that it can be looked at by itself. */
  #hold(seen: SnapshotNode, element: Element): void {
    if (seen.role === 'dialog' || seen.role === 'alertdialog') {
      seen.target = element;
      seen.box = rectOf(element);
    }
    if (isModal(element)) this.#modal = seen;
  }

  #draw(element: Element, role: string, visibility: Visibility, outer: InsertionPoint): SnapshotNode | null {
    const drawn = drawnAs(element, role, outer.muted, this.look);
    if (drawn === null) return this.#see(element, role, visibility, outer);
    return visibility.painted ? drawingNode(element, drawn, visibility.clip, this.#view, this.look) : null;
  }

  #add(seen: SnapshotNode, outer: InsertionPoint): void {
    this.#budget.spend(1);
    outer.seen.kids.push(seen);
  }
}

/** Deeper than this, only controls and text are listed, all at this level. */
const MAX_DEPTH = 60;
const SAID_BY_PARENT = new Set(['legend', 'caption', 'figcaption']);
