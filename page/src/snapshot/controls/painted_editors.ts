// Editors and terminals that paint their text themselves and take keys through an invisible field.
//
// Such a field stands for the painted content: it has the place and the text of the surface around it.

import { showsIn, viewportBox } from '../../dom/box';
import {
  attr,
  childNodes,
  data,
  flatChildren,
  flatContains,
  flatParent,
  hasEditContext,
  inputType,
  isElement,
  isHtml,
  isInput,
  isText,
  isTextarea,
  queryAll,
  rectOf,
  tag,
  textLength,
} from '../../dom/dom';
import { isEditingHost, TERMINAL } from '../../dom/field';
import type { Proxy } from '../../generated/wire';
import { clipOf } from '../../visibility/clip';
import { Look } from '../../visibility/look';
import { isVisible, MIN_OPACITY, type Visibility } from '../../visibility/visible';
import { controlShows, MIN_SIZE } from './shown';
import { isDisabled, isReadOnly } from './states';

/** The painted surface that an invisible field writes into. */
export interface EditorSurface {
  /** The painted box around field and text. */
  readonly container: Element;
  /** Where a click sets the caret. */
  readonly text: Element;
}

/** A surface with the invisible field that takes its keys. */
export interface EditorWithField extends EditorSurface {
  readonly field: Element;
}

/** The surface of an invisible field, or null for every other element. */
export function surfaceOf(field: Element, look: Look): EditorSurface | null {
  if (!isTextarea(field) && !hasEditContext(field)) return null;
  if (attr(field, 'aria-hidden') === 'true' || isReadOnly(field) || isDisabled(field)) return null;
  if (!isUnpainted(field, look)) return null;
  let container = flatParent(field);
  for (let steps = 0; container !== null && !isLarge(container); steps += 1) {
    if (steps === MAX_STEPS) return null;
    container = flatParent(container);
  }
  if (container === null || PAGES.has(tag(container))) return null;
  const text = textSurface(container, look);
  return text === null ? null : { container, text };
}

/** Whether a click on `hit` sets the caret of an invisible field. */
export function isCaretTarget(field: Element, hit: Node): boolean {
  if (!isTextarea(field) && !hasEditContext(field)) return false;
  const surface = surfaceOf(field, new Look(document));
  return surface !== null && flatContains(surface.text, hit);
}

/** The handle that stands for the invisible field of a slider drawn by a page. */
export function handleOf(field: Element, look: Look): Element | null {
  if (!isInput(field) || inputType(field) !== 'range' || controlShows(field, look)) return null;
  let handle = flatParent(field);
  for (let steps = 0; handle !== null && isTiny(rectOf(handle)) && steps < MAX_STEPS; steps += 1)
    handle = flatParent(handle);
  return handle !== null && isVisible(handle, look) && !isTiny(rectOf(handle)) ? handle : null;
}

/** The box of such a handle, for an invisible field. */
export function handleBox(field: Element, visibility: Visibility, look: Look): DOMRect | null {
  const handle = visibility.painted ? handleOf(field, look) : null;
  if (handle === null) return null;
  // The element that hides the field lies between it and its handle.
  let around = visibility.outer;
  for (let at = flatParent(field); at !== null && at !== handle; at = flatParent(at)) around = around?.outer ?? null;
  const box = rectOf(handle);
  return showsIn(box, around?.outer?.clip ?? viewportBox(), MIN_SIZE) ? box : null;
}

/** The surfaces of a document, by their container. */
export function surfacesOf(look: Look): ReadonlyMap<Element, EditorWithField> {
  const found = new Map<Element, EditorWithField>();
  for (const field of queryAll(look.document, 'textarea,[role=textbox]')) {
    if (found.size >= MAX_SURFACES) break;
    const surface = surfaceOf(field, look);
    if (surface !== null && !found.has(surface.container)) found.set(surface.container, { ...surface, field });
  }
  return found;
}

/** Whether a field is a tool of the editor around it and not meant for a person. */
export const isEditorTool = (element: Element): boolean =>
  (isTextarea(element) || isInput(element)) &&
  attr(element, 'aria-hidden') === 'true' &&
  attr(element, 'tabindex') === '-1';

/** In a terminal, keys that move the caret or select are commands. */
export function proxyKind(field: Element, surface: EditorSurface): Proxy {
  const said = [field, surface.container, surface.text].map(
    (at) => `${attr(at, 'class') ?? ''} ${attr(at, 'aria-label') ?? ''}`,
  );
  return TERMINAL.test(said.join(' ')) ? 'terminal' : 'editor';
}

/** The text as it is painted, line by line from the top; lines out of view may not be there at all. */
export function paintedText(surface: EditorSurface, look: Look): string {
  const pieces = piecesIn(surface.text, look);
  const own = pieces.filter((piece) => !piece.apart);
  const lines: Piece[][] = [];
  const sorted = (own.length > 0 ? own : pieces).sort((one, other) => one.top - other.top || one.left - other.left);
  for (const piece of sorted) {
    const line = lines.at(-1);
    if (line?.[0] !== undefined && piece.top - line[0].top < piece.height / 2) line.push(piece);
    else lines.push([piece]);
  }
  return lines
    .map((line) =>
      line
        .sort((one, other) => one.left - other.left)
        .map((piece) => piece.text)
        .join(''),
    )
    .join('\n')
    .replace(/\u00a0/g, ' ')
    .replace(/[\u200b\u200c]/g, '');
}

interface Piece {
  readonly text: string;
  readonly top: number;
  readonly left: number;
  readonly height: number;
  /** Not selectable, as line numbers are. */
  readonly apart: boolean;
}

function piecesIn(root: Element, look: Look): Piece[] {
  const pieces: Piece[] = [];
  const open: Node[] = [root];
  for (let count = 0; open.length > 0 && count < MAX_PIECES; count += 1) {
    const node = open.pop();
    if (node === undefined) break;
    if (isText(node)) {
      const { top, left, height } = look.textRect(node, textLength(node));
      const around = flatParent(node);
      const apart = around !== null && (look.style(around).userSelect === 'none' || isGutter(around));
      if (height > 0) pieces.push({ text: data(node), top, left, height, apart });
    } else if (isElement(node) && !isInput(node) && !isTextarea(node) && look.style(node).visibility === 'visible') {
      open.push(...flatChildren(node));
    }
  }
  return pieces;
}

/** Line numbers that are selectable although they are no part of the text. */
const isGutter = (element: Element): boolean => GUTTER.test(attr(element, 'class') ?? '');

/** Whether the field has no size, is transparent, or lies out of view. */
function isUnpainted(field: Element, look: Look): boolean {
  const style = look.style(field);
  if (style.display === 'none' || style.visibility !== 'visible') return false;
  const box = rectOf(field);
  if (isTiny(box) || Number(style.opacity) < MIN_OPACITY || box.right < 0 || clipOf(style) !== 'auto') return true;
  const parent = flatParent(field);
  return parent !== null && look.style(parent).overflowX === 'hidden' && isTiny(rectOf(parent));
}

/** The largest part of a container with a text cursor. */
function textSurface(container: Element, look: Look): Element | null {
  const open: Element[] = [container];
  for (let at = open.shift(), count = 0; at !== undefined && count < MAX_LOOKED_AT; at = open.shift(), count += 1) {
    if (isInput(at) || isTextarea(at) || isEditingHost(at)) continue;
    const style = look.style(at);
    if (style.cursor === 'text' && style.visibility === 'visible' && isHtml(at) && isLarge(at)) return at;
    for (const child of childNodes(at)) if (isElement(child)) open.push(child);
  }
  return null;
}

const isTiny = (box: DOMRect): boolean => box.width <= MAX_TINY || box.height <= MAX_TINY;

function isLarge(element: Element): boolean {
  const box = rectOf(element);
  return box.width >= MIN_WIDTH && box.height >= MIN_HEIGHT;
}

const PAGES = new Set(['html', 'body']);
const GUTTER = /gutter|line-?number/i;
const MAX_TINY = 3;
const MIN_WIDTH = 40;
const MIN_HEIGHT = 14;
const MAX_STEPS = 5;
const MAX_LOOKED_AT = 300;
const MAX_PIECES = 5_000;
const MAX_SURFACES = 20;
