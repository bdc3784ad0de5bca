// Controls side by side in a box that looks like one control: "Reply" and "Forward" are two, whatever lies around them.

import {
  attr,
  children,
  firstChild,
  isElement,
  isText,
  data,
  nextElement,
  nextSibling,
  previousElement,
  rectOf,
  tag,
  textContent,
} from '../../dom/dom';
import type { Look } from '../../visibility/look';
import { hasPointer, type Interactivity, interactivityOf } from './interactive';

/** The parts that are listed in place of the boxes around them. */
export class ButtonParts {
  readonly #parts = new Set<Element>();

  interestIn(element: Element, role: string, look: Look): Interactivity {
    const interest = interactivityOf(element, role, look);
    return interest === 'none' && this.has(element) ? 'guessed' : interest;
  }

  has(element: Element): boolean {
    return this.#parts.has(element);
  }

  /** Whether the parts of a box are to be listed in its place. */
  take(box: Element, look: Look): boolean {
    const parts = [...partsOf(box), ...entriesOf(box, look)];
    for (const part of parts) this.#parts.add(part);
    return parts.length > 0;
  }
}

/**
 * The parts of a box that can each be clicked, or none if the box is one control: parts are alike, short, in one line
 * and contain all of its text. A box with like siblings is an entry of a list, and stays whole.
 */
function partsOf(box: Element): readonly Element[] {
  const parts = Array.from(children(box));
  const first = parts[0];
  if (first === undefined || parts.length < 2 || parts.length > MAX_PARTS || hasOwnText(box)) return [];
  if ([previousElement(box), nextElement(box)].some((beside) => beside !== null && isAlike(beside, box))) return [];
  const alike = parts.every((part) => tag(part) === tag(first) && isShort(part));
  return alike && isOneLine(parts) ? parts : [];
}

/**
 * The entries of a container that has the focus and the listeners for all of them, such as a list of files: they are alike
 * and many, and the container shows no pointer, as a card would.
 */
function entriesOf(box: Element, look: Look): readonly Element[] {
  if (hasOwnText(box) || hasPointer(box, look)) return [];
  const only = onlyChild(box);
  const entries = Array.from(children(only ?? box));
  const first = entries[0];
  if (first === undefined || entries.length < MIN_ENTRIES) return [];
  const kind = kindOfEntry(first);
  const isEntry = (entry: Element): boolean => kindOfEntry(entry) === kind && (textContent(entry) ?? '').trim() !== '';
  return kind !== null && entries.every(isEntry) ? entries : [];
}

function onlyChild(box: Element): Element | null {
  const all = children(box);
  return all.length === 1 ? (all[0] ?? null) : null;
}

/** The tag and the first class; states such as `selected` come behind it. */
const kindOfEntry = (entry: Element): string | null => {
  const name = attr(entry, 'class')?.trim().split(/\s+/, 1)[0] ?? '';
  return name === '' ? null : `${tag(entry)}.${name}`;
};

function hasOwnText(box: Element): boolean {
  for (let node = firstChild(box); node !== null; node = nextSibling(node))
    if (isText(node) && data(node).trim() !== '') return true;
  return false;
}

const isAlike = (one: Element, other: Element): boolean =>
  tag(one) === tag(other) && attr(one, 'class') === attr(other, 'class');

/** A word or two, with no more than an icon beside it. */
function isShort(part: Element): boolean {
  const said = (textContent(part) ?? '').trim();
  return (
    said.length > 0 &&
    said.length <= MAX_SAID &&
    Array.from(children(part)).every((inner) => !isElement(firstChild(inner)))
  );
}

function isOneLine(parts: readonly Element[]): boolean {
  const boxes = parts.map((part) => rectOf(part));
  return boxes.every((box, index) => {
    const before = boxes[index - 1];
    return before === undefined || (box.left >= before.right - 1 && box.top < before.bottom && box.bottom > before.top);
  });
}

const MAX_PARTS = 8;
const MIN_ENTRIES = 3;
const MAX_SAID = 24;
