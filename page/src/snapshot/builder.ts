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
import { listedName } from './names/describe';
import { Icons, signOf } from './names/icons';
import { NodeNaming } from './names/naming';
import { emptyNode, countPassedOver, someNode, isLongList, isStateOfParent, type SnapshotNode, tidyNode } from './node';
import { NodeBudget } from './node_budget';
import { Texts } from './text/texts';
import type { Visitor } from './walk';

export class Builder implements Visitor<InsertionPoint> {
  readonly collectsCandidates = true;
  readonly top: InsertionPoint;
  readonly #focused: Element | null;
  readonly #view = viewportBox();
  /** Controls that are in the tree already, through their label or because they lie transparent over other content. */
  readonly #listed = new Set<Element>();
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
    for (const { field } of this.#surfaces.values()) this.#listed.add(field);
    this.top = {
      node: emptyNode('group', 'document'),
      block: documentElement(look.document),
      controlsOnly: false,
      labelText: '',
      depth: 0,
    };
  }

  /** The tree, complete. */
  roots(): SnapshotNode[] {
    this.#addFocused();
    this.#icons.finish(this.look);
    nameCovers(this.top.node);
    this.#texts.finish();
    if (this.#modal !== null) lockBehind(this.top.node, this.#modal);
    const roots = [...(tidyNode(this.top.node) ?? this.top.node.kids)];
    nameByNeighbours({ ...this.top.node, kids: roots });
    return roots;
  }

  /** Whether some content was left out. */
  get truncated(): boolean {
    return this.#budget.wasExceeded;
  }

  isFull(): boolean {
    return this.#budget.isSpent();
  }

  enter(element: Element, visibility: Visibility, outer: InsertionPoint): InsertionPoint | null {
    const name = tag(element);
    if (name === 'br') {
      this.whitespace(outer);
      return null;
    }
    this.#texts.opaqueBoxes.addBox(element, visibility);
    if (this.#listed.has(element)) return null;
    const surface = this.#surfaces.get(element);
    if (surface !== undefined) return this.#addEditor(surface, visibility, outer);
    if (this.#surfaces.size > 0 && isEditorTool(element)) return null;
    const role = roleOf(element, this.look);
    const block = isInline(visibility.display) ? outer.block : element;
    if (block !== outer.block) this.whitespace(outer);
    const through = block === outer.block ? outer : inBlock(outer, block);
    if (isLabel(element)) return this.#addLabel(element, visibility, through);
    const isIcon = name === 'svg:svg' && role === 'generic' && isMereIcon(element, this.look);
    if (isIcon && !isIconButton(element, this.look)) {
      if (visibility.painted && outer.node.kind === 'named') outer.node.painted = true;
      const sign = signOf(element, visibility, this.#view, outer);
      if (sign !== null) this.#add(sign, outer);
      return null;
    }
    const node = name.startsWith('svg:')
      ? this.#draw(element, role, visibility, outer)
      : this.#nodeOf(element, role, visibility, outer);
    if (name === 'img' && visibility.painted && hasAttr(element, 'usemap'))
      this.#addAreas(element, visibility, node, outer);
    if (node === null) {
      if (NAMED_BY_PARENT.has(name)) return { ...through, labelText: normalized(outer.node.name) };
      return NO_CONTENT.has(name) ? null : through;
    }
    this.#add(node, outer);
    const list = isSelect(element) ? element : node.role === 'combobox' ? hiddenSelectBehind(element, this.look) : null;
    if (list !== null) {
      node.states.push(...countedOptions(list));
      for (const option of optionsOf(list, node.inView)) this.#add(option, { ...outer, node });
    }
    if (isIcon || node.kind === 'text' || NO_CONTENT.has(name) || isSelect(element) || node.role === 'img') return null;
    return { node, block: element, controlsOnly: absorbsText(node), labelText: '', depth: outer.depth + 1 };
  }

  /** Content that is far away is only counted. */
  skipsElement(element: Element, outer: InsertionPoint): boolean {
    const side = outer.controlsOnly ? null : (this.near?.beyond(element) ?? null);
    if (side !== null) countPassedOver(outer.node, side, roleOf(element, this.look));
    return side !== null;
  }

  leave(element: Element, mine: InsertionPoint, outer: InsertionPoint): void {
    if (mine.node === outer.node) {
      if (mine.block !== outer.block) this.whitespace(outer);
      return;
    }
    const kids = outer.node.kids;
    if (kids.at(-1) !== mine.node) return;
    const before = 1 + mine.node.kids.length;
    const instead = tidyNode(mine.node);
    if (instead !== null) kids.splice(-1, 1, ...instead);
    // The container of a long list gets a ref, so that it can be looked at by itself.
    if (mine.node.target === null && isLongList(mine.node)) mine.node.target = element;
    this.#budget.spend((instead === null ? 1 + mine.node.kids.length : instead.length) - before);
    if (mine.node.painted || mine.node.kids.length > 0) outer.node.painted ||= outer.node.kind === 'named';
  }

  isKnownText(text: Text, parent: Element, visibility: Visibility, outer: InsertionPoint): boolean {
    return this.#texts.isKnownText(text, parent, visibility, outer);
  }

  unpaintedText(text: Text, parent: Element): void {
    this.#texts.hiddenText.addText(text, parent);
  }

  text(text: Text, parent: Element, visibility: Visibility, box: DOMRect, faint: boolean, outer: InsertionPoint): void {
    this.#texts.addText(text, parent, visibility, box, faint, outer);
  }

  generatedWords(words: GeneratedWords, element: Element, visibility: Visibility, outer: InsertionPoint): void {
    this.#texts.addGeneratedWords(words, element, visibility, outer);
  }

  whitespace(outer: InsertionPoint): void {
    const last = outer.node.kids.at(-1);
    if (last?.kind === 'text') last.name += ' ';
  }

  /** A transparent control may receive the clicks or keys meant for painted content. */
  invisibleElement(element: Element, outer: InsertionPoint): void {
    this.#texts.hiddenText.addElement(element, outer);
    for (const field of fieldsUnderLabels(element, this.look)) this.#addUnpainted(field, rectOf(field), outer);
    if (isTransparentControl(element, this.look) || takesKeysUnseen(element, this.look))
      this.#addUnpainted(element, rectOf(element), outer)?.states.push('hidden');
  }

  /** Adds a control that is not painted itself, unless it is in the tree already. */
  #addUnpainted(control: Element, box: DOMRect, outer: InsertionPoint): SnapshotNode | null {
    if (this.#listed.has(control)) return null;
    const node = this.#control(control, box);
    this.#add(node, outer);
    this.#listed.add(control);
    return node;
  }

  /** Adds the focused element wherever it is. */
  #addFocused(): void {
    const element = this.#focused;
    if (element === null || someNode(this.top.node, (node) => node.target === element)) return;
    const node = this.#control(element, rectOf(element));
    node.states.push('hidden');
    this.top.node.kids.push(node);
  }

  /**
   * A label stands for its control if that is invisible; otherwise its text is the control's name and is not repeated.
   */
  #addLabel(label: HTMLLabelElement, visibility: Visibility, through: InsertionPoint): InsertionPoint {
    const control = labelControl(label);
    if (control === null) return through;
    if (controlShows(control, this.look)) return { ...through, labelText: normalized(listedName(control, this.look)) };
    const stands = visibility.painted && isUsedByLabel(control);
    const node = stands ? this.#addUnpainted(control, rectOf(label), through) : null;
    return node === null
      ? through
      : { node, block: label, controlsOnly: true, labelText: '', depth: through.depth + 1 };
  }

  /** An editor that paints its text itself is one field; its other content comes inside. */
  #addEditor(surface: EditorWithField, visibility: Visibility, outer: InsertionPoint): InsertionPoint {
    const { field, container } = surface;
    const node = this.#control(field, rectOf(container));
    node.value = paintedText(surface, this.look) || null;
    this.#cover(node, surface.text, rectOf(surface.text), visibility);
    this.#add(node, outer);
    return { node, block: container, controlsOnly: true, labelText: '', depth: outer.depth + 1 };
  }

  /** The areas of an image map come inside the picture, or in its place if it has no name. */
  #addAreas(image: Element, visibility: Visibility, node: SnapshotNode | null, outer: InsertionPoint): void {
    for (const area of areasOf(image, this.look.document)) {
      const box = boxOfArea(area, this.look.document);
      if (box === null || !showsIn(box, visibility.clip, MIN_SIZE)) continue;
      this.#add(this.#control(area, asRect(box)), node === null ? outer : { ...outer, node });
    }
  }

  #control(element: Element, box: DOMRect): SnapshotNode {
    const role = roleOf(element, this.look);
    const node = emptyNode('named', role);
    this.#naming.nameControl(node, element, role, box, isDisabled(element));
    node.painted = true;
    this.#texts.hiddenText.addNamed(element, node);
    return node;
  }

  /** The node of an element, or null if only its content counts. */
  #nodeOf(element: Element, role: string, visibility: Visibility, outer: InsertionPoint): SnapshotNode | null {
    const interest = visibility.painted ? this.#parts.interestIn(element, role, this.look) : 'none';
    const scrolls =
      visibility.scrolls && !outer.controlsOnly && interest === 'none' && isScrollable(element, this.look);
    const offered = isShownAsControl(interest, outer.controlsOnly, outer.node.target !== null);
    if (interest === 'icon' && !offered) this.#icons.beside(element, outer.node);
    const shown = shownRole(element, role, offered, scrolls);
    if (shown === null || (!offered && (outer.controlsOnly || (outer.depth > MAX_DEPTH && shown !== 'img')))) {
      if (shown === 'img' && visibility.painted) outer.node.painted ||= outer.controlsOnly;
      return shown === null ? signOf(element, visibility, this.#view, outer) : null;
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
    let node: SnapshotNode | null = emptyNode(kind, shown, kind === 'holder' ? element : null);
    const disabled = visibility.disabled || isNativelyDisabled(element);
    if ((offered || scrolls) && box !== null) this.#naming.nameControl(node, element, role, box, disabled);
    else this.#naming.name(node, element, role, disabled);
    if ((shown === 'img' || shown === 'group') && node.name === '' && !offered && !scrolls) return null;
    node.painted = visible && (offered || scrolls || isThin || shown === 'img');
    if (visible && offered) this.#cover(node, element, box, visibility);
    if (kind === 'group') this.#makeTarget(node, element);
    if (offered && interest !== 'sure' && isStructural(role)) {
      node = this.#parts.take(element, this.look) ? null : asControl(node, interest);
      if (node === null) return null;
    }
    if (interest === 'icon') this.#icons.alone(node.name);
    if (offered && shown === 'button' && isStructural(role)) showAsSelect(node, element, this.look);
    if (scrolls) node.states.push('scrollable');
    if (visibility.marked !== null && !isStateOfParent(visibility.marked, outer.node))
      node.states.push(visibility.marked);
    this.#texts.addListed(node, element, visibility, visible ? box : null);
    return node;
  }

  #cover(node: SnapshotNode, element: Element, box: DOMRect, visibility: Visibility): void {
    if (!node.inView) return;
    const cover = coverOf(element, box, visibility, this.#view, this.look);
    if (cover === 'away') node.inView = false;
    else if (cover === 'cut') node.states.push('hidden');
    else node.cover = cover;
  }

  /** A dialog gets a ref, so that it can be looked at by itself. */
  #makeTarget(node: SnapshotNode, element: Element): void {
    if (node.role === 'dialog' || node.role === 'alertdialog')
      Object.assign(node, { target: element, box: rectOf(element) });
    if (isModal(element)) this.#modal = node;
  }

  #draw(element: Element, role: string, visibility: Visibility, outer: InsertionPoint): SnapshotNode | null {
    const drawn = drawnAs(element, role, outer.controlsOnly, this.look);
    if (drawn === null) return this.#nodeOf(element, role, visibility, outer);
    return visibility.painted ? drawingNode(element, drawn, visibility.clip, this.#view, this.look) : null;
  }

  #add(node: SnapshotNode, outer: InsertionPoint): void {
    this.#budget.spend(1);
    outer.node.kids.push(node);
  }
}

/** Deeper than this, only controls and text are listed, all at this level. */
const MAX_DEPTH = 60;
const NAMED_BY_PARENT = new Set(['legend', 'caption', 'figcaption']);
