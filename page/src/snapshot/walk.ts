// Walks the document in painting order of the flat tree, without recursion, and calls a visitor for visible content.

import { considerShadowHost, considerUnpaintedHost } from '../dom/closed_roots';
import {
  css,
  data,
  ELEMENT,
  flatContains,
  flatParent,
  FlatSteps,
  nodeType,
  queryWithin,
  shadowOf,
  tag,
  TEXT,
  TOP_LAYER,
} from '../dom/dom';
import { considerInternals } from '../dom/internals';
import { watchPasswords } from '../dom/secret';
import { isWhitespace, setOf } from '../dom/text';
import { type GeneratedWords, generatedWordsAt } from '../visibility/generated_words';
import type { Look } from '../visibility/look';
import { type Visibility, visibilityOf, textVisibility } from '../visibility/visible';

/** `P` is the value that the visitor passes from an element to its children. */
export interface Visitor<P> {
  /** Whether candidates for closed shadow roots and internals are collected for the browser. */
  readonly collectsCandidates?: boolean;
  /** An element that is not hidden as a whole. Returns the value for its children, or null to skip them. */
  enter(element: Element, visibility: Visibility, outer: P): P | null;
  /** After the children of an element whose `enter` returned `mine`. */
  leave(element: Element, mine: P, outer: P): void;
  /** Whether a text need not be measured, because its content is known already. */
  isKnownText(text: Text, parent: Element, visibility: Visibility, outer: P): boolean;
  /** A text that is not painted. */
  unpaintedText?(text: Text, parent: Element): void;
  /** A visible text. */
  text(text: Text, parent: Element, visibility: Visibility, box: DOMRect, faint: boolean, outer: P): void;
  /** Text that CSS generates before or after the content of an element. */
  generatedWords(words: GeneratedWords, element: Element, visibility: Visibility, outer: P): void;
  /** White space between two texts. */
  whitespace(outer: P, text: Text): void;
  /** An element of which nothing is visible. */
  invisibleElement(element: Element, outer: P): void;
  /** Whether an element is skipped without being measured. */
  skipsElement?(element: Element, outer: P): boolean;
  /** True ends the walk. */
  isFull(): boolean;
}

/** An element whose children are being visited. */
interface Frame<P> {
  readonly element: Element;
  readonly visibility: Visibility;
  readonly mine: P;
  readonly outer: P;
  readonly children: Steps;
  /** CSS may generate text before or after its children. */
  readonly hasWords: boolean;
}

interface Steps {
  /** The next child, or null at the end. */
  next(): Node | null;
}

export function walk<P>(root: Element, outer: Visibility, start: P, look: Look, visitor: Visitor<P>): void {
  const stack: Frame<P>[] = [];
  let frame = openFrame(root, outer, start, look, visitor);
  while (frame !== null) {
    const node = visitor.isFull() ? null : frame.children.next();
    if (node === null) {
      visitGeneratedWords('::after', frame, look, visitor);
      visitor.leave(frame.element, frame.mine, frame.outer);
      frame = stack.pop() ?? null;
      continue;
    }
    const type = nodeType(node);
    if (type === TEXT) {
      readText(node as Text, frame, look, visitor);
    } else if (type === ELEMENT) {
      const inner = openFrame(node as Element, frame.visibility, frame.mine, look, visitor);
      if (inner !== null) {
        stack.push(frame);
        frame = inner;
      }
    }
  }
}

function readText<P>(text: Text, { element, visibility, mine }: Frame<P>, look: Look, visitor: Visitor<P>): void {
  if (isWhitespace(data(text))) {
    visitor.whitespace(mine, text);
    return;
  }
  if (visitor.isKnownText(text, element, visibility, mine)) return;
  const shown = textVisibility(text, element, visibility, look);
  if (shown !== null) {
    visitor.text(text, element, visibility, shown.box, shown.faint, mine);
    return;
  }
  visitor.unpaintedText?.(text, element);
  if (visitor.collectsCandidates === true && look.textRect(text, 1).height === 0)
    considerUnpaintedHost(element, tag(element));
}

function openFrame<P>(
  element: Element,
  around: Visibility,
  outer: P,
  look: Look,
  visitor: Visitor<P>,
): Frame<P> | null {
  const name = tag(element);
  if (NEVER.has(name) || visitor.skipsElement?.(element, outer) === true) return null;
  const visibility = visibilityOf(element, around, look);
  if (visibility === null) {
    // Only an element outside of the flat tree has no style at all.
    const host = look.style(element).display === '' ? flatParent(element) : null;
    if (host !== null && visitor.collectsCandidates === true) considerUnpaintedHost(host, tag(host));
    visitor.invisibleElement(element, outer);
    return topLayerFrame(element, around, outer, look);
  }
  const shadow = shadowOf(element);
  if (shadow !== null) watchPasswords(shadow);
  if (visitor.collectsCandidates === true) {
    if (shadow === null) considerShadowHost(element, name);
    if (name.includes('-')) considerInternals(element, name);
  }
  const mine = visitor.enter(element, visibility, outer);
  if (mine === null) return null;
  const frame = {
    element,
    visibility,
    mine,
    outer,
    children: new FlatSteps(element),
    hasWords: look.withGeneratedText.has(element),
  };
  visitGeneratedWords('::before', frame, look, visitor);
  return frame;
}

function visitGeneratedWords<P>(
  pseudo: '::before' | '::after',
  { element, visibility, mine, hasWords }: Frame<P>,
  look: Look,
  visitor: Visitor<P>,
): void {
  const words = hasWords ? generatedWordsAt(element, pseudo, visibility, look) : null;
  if (words !== null) visitor.generatedWords(words, element, visibility, mine);
}

/** An element in the top layer is visible however its ancestors are hidden, unless these are not laid out at all. */
function topLayerFrame<P>(element: Element, visibility: Visibility, place: P, look: Look): Frame<P> | null {
  const display = css(look.style(element), 'display');
  if (display === 'none' || display === '' || !look.hasTopLayer) return null;
  const open: Node[] = queryWithin(element, TOP_LAYER).filter(
    (at, _index, all) => !all.some((other) => other !== at && flatContains(other, at)),
  );
  return {
    element,
    visibility,
    mine: place,
    outer: place,
    children: { next: () => open.shift() ?? null },
    hasWords: false,
  };
}

const NEVER = setOf(
  'script style template noscript head svg:defs svg:title svg:desc svg:style svg:metadata svg:symbol',
);
