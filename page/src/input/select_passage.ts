// Selects a passage of an editor by its words, so that what is typed next replaces it and nothing else.

import {
  createRange,
  data,
  flatChildren,
  focusElement,
  isElement,
  isHtml,
  isText,
  isTextarea,
  textareaValue,
  textLength,
} from '../dom/dom';
import { Failure } from '../dom/failure';
import { isEditingHost } from '../dom/field';
import { truncate } from '../dom/text';
import { isDisabled } from '../snapshot/controls/states';
import { select } from './select';

/** Chooses options of a list, or selects a passage of an editor. Returns the texts of what is selected then. */
export function selectIn(element: Element, values: readonly string[], document: Document): string {
  if (isTextarea(element) || isEditingHost(element)) return selectPassage(element, values.join(' '), document);
  return select(element, values);
}

function selectPassage(element: Element, words: string, document: Document): string {
  if (isDisabled(element)) throw new Failure('disabled', 'the field is disabled');
  if (!isHtml(element)) throw new Failure('wrong_kind', 'only HTML elements take the focus');
  if (isTextarea(element)) {
    const held = textareaValue(element);
    const [start, end] = placeOf(words, held);
    focusElement(element);
    element.setSelectionRange(start, end);
    return held.slice(start, end);
  }
  if (!isEditingHost(element)) throw new Failure('wrong_kind', 'this is neither a list nor an editor');
  const nodes = textsWithin(element);
  const held = nodes.map((node) => data(node)).join('');
  const [start, end] = placeOf(words, held);
  focusElement(element);
  const range = createRange(document);
  const [from, to] = [pointAt(nodes, start, 'after'), pointAt(nodes, end, 'before')];
  if (from === null || to === null) throw new Failure('no_option', 'the passage is gone');
  range.setStart(from.node, from.offset);
  range.setEnd(to.node, to.offset);
  const selection = window.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  return held.slice(start, end);
}

/** The texts in the element, in reading order. */
function textsWithin(element: Element): Text[] {
  const texts: Text[] = [];
  for (const node of flatChildren(element)) {
    if (isText(node)) texts.push(node);
    else if (isElement(node)) texts.push(...textsWithin(node));
  }
  return texts;
}

/** Where the words stand, spaces aside; they must stand there once. */
function placeOf(words: string, held: string): [number, number] {
  const parts = words.trim().split(/\s+/).filter(Boolean).map(escapePattern);
  if (parts.length === 0) throw new Failure('no_option', 'no words to select are given');
  const found = [...held.matchAll(new RegExp(parts.join('\\s*'), 'gu'))];
  const [first, ...others] = found;
  if (first === undefined) throw new Failure('no_option', `"${truncate(words, MAX_QUOTED)}" does not stand in it`);
  if (others.length > 0)
    throw new Failure(
      'no_option',
      `"${truncate(words, MAX_QUOTED)}" stands in it ${found.length} times; name more of it`,
    );
  return [first.index, first.index + first[0].length];
}

/** A place in the joined text; where two nodes meet, in the one after or before it. */
function pointAt(nodes: readonly Text[], at: number, side: 'after' | 'before'): { node: Text; offset: number } | null {
  let passed = 0;
  for (const node of nodes) {
    const end = passed + textLength(node);
    if (at < end || (at === end && side === 'before')) return { node, offset: at - passed };
    passed = end;
  }
  return null;
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const MAX_QUOTED = 60;
