// Names and values that say more than a person reads, because part of the text they come from is painted nowhere.
//
// Invariant: a control that shows a picture instead of its text is not marked: that is how pictures are named.

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
  /** It stands in the thing itself and not in what labels it. */
  readonly own: boolean;
}

export class HiddenText {
  /** Texts, and elements as a whole, of which nothing is to be read, with the element each stands in. */
  readonly #found: { node: Text | Element; parent: Element }[] = [];
  /** What is called by its own content or by that of others. */
  readonly #named = new Map<Element, SnapshotNode>();
  /** What the text in an element may name, once somebody asked. */
  readonly #naming = new Map<Element, readonly Element[]>();

  constructor(private readonly look: Look) {}

  /** A thing that has a name or a value. */
  named(element: Element, seen: SnapshotNode): void {
    if (seen.name !== '' || seen.value !== null) this.#named.set(element, seen);
  }

  /** A text that is painted nowhere, or in no colour that shows. */
  text(text: Text, parent: Element): void {
    if (this.#found.length < MOST_FOUND) this.#found.push({ node: text, parent });
  }

  /** A text that the name of a painted control says, which is not measured unless something has moved it. */
  said(text: Text, parent: Element, visibility: Visibility, outer: InsertionPoint): void {
    const place = (): DOMRect => this.look.textRect(text, textLength(text));
    if (
      legibility(parent, visibility, this.look, place) !== 'seen' ||
      this.#isAway(text, parent, visibility, outer.seen.target)
    )
      this.text(text, parent);
  }

  /** A field, whose value nobody reads where its writing does not show. */
  field(element: Element, visibility: Visibility, seen: SnapshotNode): void {
    const isWritten = isTextarea(element) || isSelect(element) || (isInput(element) && !DRAWN.has(inputType(element)));
    if (isWritten && seen.value !== null && !isFieldTextLegible(element, visibility, this.look)) say(seen, FROM_HIDDEN);
  }

  /** An element nothing of which is to be seen. */
  element(element: Element, outer: InsertionPoint): void {
    // What is not laid out is part of no name, but it may be part of a value.
    if (outer.seen.value === null && this.look.style(element).display === 'none') return;
    if (this.#found.length < MOST_FOUND) this.#found.push({ node: element, parent: element });
  }

  /** Marks what is named by more than is painted; what cannot be touched or has a label loses the rest of its name. */
  finish(): void {
    const pieces = new Map<Element, Piece[]>();
    for (const label of this.look.labelled.keys()) {
      // Such an element has no box and counts as invisible, but what is in it is painted.
      const isBoxless = this.look.style(label).display === 'contents';
      if (!isBoxless && !checkVisibility(label)) this.#found.push({ node: label, parent: label });
    }
    for (const { node, parent } of this.#found) {
      const named = this.#namedBy(parent);
      const texts = named.length === 0 ? [] : this.#textsIn(node, parent);
      for (const element of named) {
        const own = flatContains(element, parent);
        const noted = pieces.get(element) ?? [];
        noted.push(...texts.map((text) => ({ text, own })));
        pieces.set(element, noted);
      }
    }
    for (const [element, all] of pieces) {
      const seen = this.#named.get(element);
      const said = seen === undefined ? [] : all.filter(({ text }) => says(seen, text));
      if (seen !== undefined && said.length > 0) this.#mark(seen, element, said);
    }
  }

  #mark(seen: SnapshotNode, element: Element, pieces: readonly Piece[]): void {
    let painted = seen.name;
    for (const { text } of pieces) painted = painted.replace(text, ' ');
    painted = tidy(painted);
    const isOwn = pieces.every(({ own }) => own);
    if (!hasWords(painted)) {
      if (!isOwn) {
        if (!showsItself(element, seen)) say(seen, FROM_HIDDEN);
      } else if (!this.#isPictured(element)) say(seen, 'hidden');
    } else if (seen.target === null || seen.kind !== 'named' || !isOwn) {
      seen.name = painted;
    } else {
      say(seen, FROM_HIDDEN);
      if (painted === tidy(seen.name)) return;
      seen.kids = seen.kids.filter((kid) => kid.kind !== 'text');
      seen.kids.unshift({ ...emptyNode('text', 'text'), name: painted, inView: seen.inView });
    }
  }

  /** The elements that are called by what stands in one: it, those around it, and whatever these label. */
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

  /** The texts of a node, as CSS writes them. */
  #textsIn(node: Text | Element, parent: Element): string[] {
    const texts: string[] = [];
    const open: { node: Node; parent: Element }[] = [{ node, parent }];
    for (let at = open.pop(); at !== undefined && texts.length < MOST_PIECES; at = open.pop()) {
      if (isText(at.node)) {
        const written = tidy(transformed(data(at.node), this.look.style(at.parent).textTransform));
        if (hasWords(written)) texts.push(written);
      } else if (isElement(at.node)) {
        for (const child of flatChildren(at.node)) open.push({ node: child, parent: at.node });
      }
    }
    return texts;
  }

  /** Whether something between a control and a text in it takes the text away from where it would stand. */
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

const says = (seen: SnapshotNode, piece: string): boolean =>
  seen.name.includes(piece) || (seen.value !== null && seen.value.includes(piece));

/** Whether an empty field says by itself what its label says. */
const showsItself = (field: Element, seen: SnapshotNode): boolean =>
  seen.value === null && normalized(attr(field, 'placeholder') ?? '').includes(normalized(seen.name));

function say(seen: SnapshotNode, state: string): void {
  if (!seen.states.includes(state)) seen.states.push(state);
}

/** Some of what is told of a thing comes from text that is painted nowhere. */
const FROM_HIDDEN = 'source=hidden';
const PICTURES = 'svg, img, canvas, video, picture, i, b:empty, span:empty, div:empty';
/** Inputs that show their value by something else than writing, or beside it. */
const DRAWN = setOf('range color file');
const MOST_FOUND = 20_000;
const MOST_PIECES = 200;
