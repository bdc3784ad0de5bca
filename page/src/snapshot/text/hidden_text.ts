// Marks names and values that contain more than a person can read, because part of their text is not painted.
//
// Invariant: a control that shows a picture instead of its text is not marked, because that is how pictures are named.

import {
  attr,
  checkVisibility,
  css,
  data,
  flatChildren,
  flatContains,
  flatParent,
  inputType,
  isElement,
  isInput,
  isSelect,
  isText,
  isTextarea,
  queryWithin,
  textLength,
} from '../../dom/dom';
import { normalized, setOf, tidy, transformed } from '../../dom/text';
import type { Look } from '../../visibility/look';
import { isGenerated } from '../../visibility/pseudo';
import { legibility, isFieldTextLegible, type Visibility, textVisibility } from '../../visibility/visible';
import type { InsertionPoint } from '../insertion_point';
import { emptyNode, hasWords, type SnapshotNode } from '../node';

interface Piece {
  readonly text: string;
  /** The text is in the element itself and not in its label. */
  readonly own: boolean;
}

export class HiddenText {
  /** Unreadable texts, and elements that are unreadable as a whole, each with its parent. */
  readonly #found: { domNode: Text | Element; parent: Element }[] = [];
  /** Elements that are named by their own content or by that of others. */
  readonly #named = new Map<Element, SnapshotNode>();
  /** The elements that the text in an element may name, computed on demand. */
  readonly #naming = new Map<Element, readonly Element[]>();

  constructor(private readonly look: Look) {}

  /** Records an element with a name or a value. */
  addNamed(element: Element, node: SnapshotNode): void {
    if (node.name !== '' || node.value !== null) this.#named.set(element, node);
  }

  /** Records a text that is not painted, or in no visible colour. */
  addText(text: Text, parent: Element): void {
    if (this.#found.length < MOST_FOUND) this.#found.push({ domNode: text, parent });
  }

  /** Records a text that is part of the name of a painted control; it is not measured unless a style has moved it. */
  addNameText(text: Text, parent: Element, visibility: Visibility, outer: InsertionPoint): void {
    const place = (): DOMRect => this.look.textRect(text, textLength(text));
    if (
      legibility(parent, visibility, this.look, place) !== 'seen' ||
      this.#isAway(text, parent, visibility, outer.node.target)
    )
      this.addText(text, parent);
  }

  /** Records a field whose value may be illegible. */
  addField(element: Element, visibility: Visibility, node: SnapshotNode): void {
    const isWritten = isTextarea(element) || isSelect(element) || (isInput(element) && !DRAWN.has(inputType(element)));
    if (isWritten && node.value !== null && !isFieldTextLegible(element, visibility, this.look)) say(node, FROM_HIDDEN);
  }

  /** Records an element of which nothing is visible. */
  addElement(element: Element, outer: InsertionPoint): void {
    // An element that is not laid out is part of no name, but it may be part of a value.
    if (outer.node.value === null && this.look.style(element).display === 'none') return;
    if (this.#found.length < MOST_FOUND) this.#found.push({ domNode: element, parent: element });
  }

  /**
   * Marks elements whose names contain more than is painted; those that are no controls or have a label lose the
   * unpainted part of their name.
   */
  finish(): void {
    const pieces = new Map<Element, Piece[]>();
    for (const label of this.look.labelled.keys()) {
      // An element with `display: contents` has no box and counts as invisible, but its content is painted.
      const isBoxless = this.look.style(label).display === 'contents';
      if (!isBoxless && !checkVisibility(label)) this.#found.push({ domNode: label, parent: label });
    }
    for (const { domNode, parent } of this.#found) {
      const named = this.#namedBy(parent);
      const texts = named.length === 0 ? [] : this.#textsIn(domNode, parent);
      for (const element of named) {
        const own = flatContains(element, parent);
        const noted = pieces.get(element) ?? [];
        noted.push(...texts.map((text) => ({ text, own })));
        pieces.set(element, noted);
      }
    }
    for (const [element, all] of pieces) {
      const node = this.#named.get(element);
      const said = node === undefined ? [] : all.filter(({ text }) => says(node, text));
      if (node !== undefined && said.length > 0) this.#mark(node, element, said);
    }
  }

  #mark(node: SnapshotNode, element: Element, pieces: readonly Piece[]): void {
    let painted = node.name;
    for (const { text } of pieces) painted = painted.replace(text, ' ');
    painted = tidy(painted);
    const isOwn = pieces.every(({ own }) => own);
    if (!hasWords(painted)) {
      if (!isOwn) {
        if (!showsItself(element, node)) say(node, FROM_HIDDEN);
      } else if (!this.#isPictured(element)) say(node, 'hidden');
    } else if (node.target === null || node.kind !== 'named' || !isOwn) {
      node.name = painted;
    } else {
      say(node, FROM_HIDDEN);
      if (painted === tidy(node.name)) return;
      node.kids = node.kids.filter((kid) => kid.kind !== 'text');
      node.kids.unshift({ ...emptyNode('text', 'text'), name: painted, inView: node.inView });
    }
  }

  /** The elements that are named by text in an element: it, its ancestors, and the elements that these label. */
  #namedBy(element: Element): readonly Element[] {
    const chain: Element[] = [];
    let at: Element | null = element;
    for (; at !== null && !this.#naming.has(at); at = flatParent(at)) chain.push(at);
    let named = at === null ? [] : (this.#naming.get(at) ?? []);
    for (let next = chain.pop(); next !== undefined; next = chain.pop()) {
      const own = [next, ...(this.look.labelled.get(next) ?? [])].filter((to) => this.#named.has(to));
      if (own.length > 0) named = [...named, ...own];
      this.#naming.set(next, named);
    }
    return named;
  }

  /** The texts of a domNode, as CSS writes them. */
  #textsIn(domNode: Text | Element, parent: Element): string[] {
    const texts: string[] = [];
    const open: { domNode: Node; parent: Element }[] = [{ domNode, parent }];
    for (let at = open.pop(); at !== undefined && texts.length < MOST_PIECES; at = open.pop()) {
      if (isText(at.domNode)) {
        const written = tidy(transformed(data(at.domNode), this.look.style(at.parent).textTransform));
        if (hasWords(written)) texts.push(written);
      } else if (isElement(at.domNode)) {
        for (const child of flatChildren(at.domNode)) open.push({ domNode: child, parent: at.domNode });
      }
    }
    return texts;
  }

  /** Whether a style between a control and a text in it moves the text away from its place. */
  #isAway(text: Text, parent: Element, visibility: Visibility, control: Element | null): boolean {
    let at: Element | null = parent;
    for (let of: Visibility | null = visibility; at !== control && at !== null && of !== null; of = of.outer) {
      if (of.position !== 'static' || (of.display !== 'inline' && css(of.style, 'transform') !== 'none'))
        return textVisibility(text, parent, visibility, this.look) === null;
      at = flatParent(at);
    }
    return false;
  }

  #isPictured(element: Element): boolean {
    const { backgroundImage } = this.look.style(element);
    const isAdorned = isGenerated(element, '::before') || isGenerated(element, '::after');
    return backgroundImage !== 'none' || isAdorned || queryWithin(element, PICTURES).length > 0;
  }
}

const says = (node: SnapshotNode, piece: string): boolean =>
  node.name.includes(piece) || (node.value !== null && node.value.includes(piece));

/** Whether an empty field shows the text of its label by itself. */
const showsItself = (field: Element, node: SnapshotNode): boolean =>
  node.value === null && normalized(attr(field, 'placeholder') ?? '').includes(normalized(node.name));

function say(node: SnapshotNode, state: string): void {
  if (!node.states.includes(state)) node.states.push(state);
}

/** Part of a name or value comes from text that is not painted. */
const FROM_HIDDEN = 'source=hidden';
const PICTURES = 'svg, img, canvas, video, picture, i, b:empty, span:empty, div:empty';
/** Inputs that show their value without text, or beside it. */
const DRAWN = setOf('range color file');
const MOST_FOUND = 20_000;
const MOST_PIECES = 200;
