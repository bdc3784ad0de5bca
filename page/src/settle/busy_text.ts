// Texts by which a page says that it is busy: "Loading", "Bitte warten", "Saving…".

import {
  attr,
  bodyOf,
  checkVisibility,
  childNodes,
  closest,
  data,
  hasAttr,
  isContentEditable,
  isElement,
  isHtml,
  isText,
  parentNode,
  queryWithin,
  shadowOf,
  styleOf,
  tag,
  textContent,
  word,
} from '../dom/dom';
import { setOf, tidy } from '../dom/text';
import { beginsWithWaiting, isWaitingPhrase } from './busy_words';

/** The kind of a text: `loading` by its words, `trailing` only by the dots at its end. */
export type BusyPhrase = 'loading' | 'trailing' | 'none';

/** `whole`: only a text that consists of nothing else counts, because the action did not bring it. */
export type PhraseRule = 'brought' | 'whole';

export function phraseOf(text: string, rule: PhraseRule): BusyPhrase {
  const said = tidy(text);
  if (said === '' || said.length > MAX_PHRASE) return 'none';
  const phrase = said.toLowerCase().replace(ENDING, '').replaceAll(',', '').normalize();
  if (isWaitingPhrase(phrase)) return 'loading';
  const isShort = phrase.split(' ').length <= MAX_WORDS;
  if (isShort && beginsWithWaiting(phrase) && (rule === 'brought' || TRAILING.test(said))) return 'loading';
  return rule === 'brought' && TRAILING.test(said) ? 'trailing' : 'none';
}

/** The visible texts in a part of the document, with the elements that hold them; at most so many. */
export function* textsIn(part: Element, most: number): Generator<readonly [string, Element]> {
  const open: Node[] = [part];
  for (let at = open.pop(), left = most; at !== undefined && left > 0; at = open.pop(), left -= 1) {
    if (isText(at)) {
      const parent = parentNode(at);
      if (isElement(parent) && /\S/.test(data(at))) yield [data(at), parent];
    } else if (isElement(at) && !SILENT.has(tag(at))) {
      open.push(...Array.from(childNodes(shadowOf(at) ?? at)).reverse());
    }
  }
}

/** Whether a person can see the text, and it is not the writing of a field or of program code. */
export const isShownText = (holder: Element): boolean =>
  checkVisibility(holder, SHOWN) && closest(holder, isWriting) === null;

/** Whether a text belongs to something that can be pressed: its dots announce a dialog, or cut a name. */
export const isControlText = (holder: Element): boolean =>
  closest(holder, isControl) !== null || styleOf(holder).cursor === 'pointer';

/** Whether dots stand for a missing part: a cut name, the gap in a row of page numbers, the hint in a field. */
export function isShortened(holder: Element): boolean {
  if (closest(holder, (at) => hasAttr(at, 'title') || FULL_ROLES.has(word(at, 'role'))) !== null) return true;
  if (/placeholder/i.test(attr(holder, 'class') ?? '')) return true;
  const around = parentNode(holder);
  if (!isElement(around) || around === bodyOf(document)) return false;
  if (queryWithin(around, FIELDS).length > 0 && (textContent(around) ?? '').length <= MAX_PHRASE) return true;
  const saysOnlyDots = !/[\p{L}\p{N}]/u.test(textContent(holder) ?? '');
  return saysOnlyDots && tidy(textContent(around) ?? '') !== tidy(textContent(holder) ?? '');
}

const isControl = (element: Element): boolean =>
  CONTROL_TAGS.has(tag(element)) || CONTROL_ROLES.has(word(element, 'role'));

const isWriting = (element: Element): boolean =>
  WRITING_TAGS.has(tag(element)) || (isHtml(element) && isContentEditable(element));

const SHOWN = { opacityProperty: true, visibilityProperty: true };
const CONTROL_TAGS = setOf('a button input select option summary label th dt h1 h2 h3');
const CONTROL_ROLES = setOf(
  'button link option menuitem menuitemcheckbox menuitemradio tab treeitem checkbox radio switch combobox columnheader',
);
const FULL_ROLES = setOf('tooltip heading');
const WRITING_TAGS = setOf('textarea pre code samp kbd option');
const SILENT = setOf('script style noscript template title head select textarea');
const FIELDS = 'input:not([type=hidden], [type=button], [type=submit]), textarea, [contenteditable], [role=combobox]';
const TRAILING = /(?:…|\.{3}|⋯|。{3})\s*$/;
const ENDING = /[\s.…⋯。!！:：]+$/u;
const MAX_PHRASE = 60;
const MAX_WORDS = 6;
