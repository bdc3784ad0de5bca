// The values of fields, with secrets left out: a secret field that is filled reads as `…`.

import {
  attr,
  checkVisibility,
  data,
  flatChildren,
  flatParent,
  hasEditContext,
  inputFiles,
  inputType,
  inputValue,
  isContentEditable,
  isElement,
  isHtml,
  isInput,
  isSelect,
  isText,
  isTextarea,
  mediaDuration,
  mediaTime,
  optionSelected,
  optionText,
  queryWithin,
  cachedPerElement,
  selectOptions,
  tag,
  textareaValue,
} from './dom';
import { secretKind } from './secret';
import { setOf, tidy } from './text';

export const SECRET = '…';

/** The text in an input or textarea. */
export function fieldText(field: HTMLInputElement | HTMLTextAreaElement): string {
  const value = isInput(field) ? inputValue(field) : textareaValue(field);
  return value !== '' && secretKind(field) !== null ? SECRET : value;
}

export const selectedText = (select: HTMLSelectElement): string => selectedTexts(select).join(', ');

export const selectedTexts = (select: HTMLSelectElement): string[] =>
  Array.from(selectOptions(select))
    .filter(optionSelected)
    .map((option) => tidy(attr(option, 'label') ?? optionText(option)));

/** The value of any field as a person would read it; null if it holds none. */
export function fieldValue(element: Element): string | null {
  if (isSelect(element)) return selectedText(element);
  if (isTextarea(element)) return fieldText(element);
  if (isInput(element)) return inputText(element);
  if (isEditingHost(element)) return editableText(element);
  const role = attr(element, 'role');
  if (tag(element) === 'progress' || tag(element) === 'meter') return attr(element, 'value');
  if (element instanceof HTMLMediaElement) return mediaPosition(element);
  if (role === null) return null;
  if (RANGES.has(role)) return attr(element, 'aria-valuetext') ?? attr(element, 'aria-valuenow');
  return role === 'combobox' || role === 'textbox' || role === 'searchbox'
    ? tidy(editableText(element, isOfferedIn))
    : null;
}

/** Options offered inside a combobox are not its value. */
const isOfferedIn = (element: Element): boolean =>
  tag(element) === 'select' ||
  !checkVisibility(element, { visibilityProperty: true }) ||
  (attr(element, 'role') === 'listbox' && queryWithin(element, '[role=option]').length > 1);

/** The position of a recording: `0:12 / 3:40`. */
function mediaPosition(media: HTMLMediaElement): string | null {
  const length = mediaDuration(media);
  return Number.isFinite(length) ? `${clock(mediaTime(media))} / ${clock(length)}` : null;
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

function inputText(input: HTMLInputElement): string | null {
  const type = inputType(input);
  if (BUTTONS.has(type)) return null;
  if (type === 'file') return Array.from(inputFiles(input) ?? [], (file) => file.name).join(', ');
  return fieldText(input);
}

/** The value of a slider or spinner made by a page, with its minimum and maximum. */
export function rangeOf(element: Element): [number, number, number] | null {
  const role = attr(element, 'role') ?? '';
  if (isInput(element) || !RANGES.has(role)) return null;
  const now = Number.parseFloat(attr(element, 'aria-valuenow') ?? '');
  if (!Number.isFinite(now)) return null;
  const limit = (name: string, otherwise: number): number => {
    const said = Number.parseFloat(attr(element, name) ?? '');
    return Number.isFinite(said) ? said : otherwise;
  };
  const isSlider = role !== 'spinbutton';
  const least = limit('aria-valuemin', isSlider ? 0 : -MAX_RANGE);
  return [now, least, limit('aria-valuemax', isSlider ? 100 : MAX_RANGE)];
}

/** The element at which editing starts, not one inside it. */
export const isEditingHost = cachedPerElement((element: Element): boolean => {
  if (!isHtml(element) || !isContentEditable(element)) return false;
  const outer = flatParent(element);
  return outer === null || !isHtml(outer) || !isContentEditable(outer);
});

/** Types whose value is set as a whole instead of being typed. */
export const isSetAsWhole = (type: string): boolean => PICKED.has(type);
export const isCheckable = (element: Element): element is HTMLInputElement =>
  isInput(element) && (inputType(element) === 'checkbox' || inputType(element) === 'radio');

/** Whether keys change the value of the element, if it is neither read-only nor disabled. */
export function isTextField(element: Element): boolean {
  if (isTextarea(element) || isEditingHost(element) || hasEditContext(element)) return true;
  return isInput(element) && TYPED.has(inputType(element));
}

/** The text of an editable element, line by line; empty lines between others count. */
export function editableText(host: Element, isLeftOut = (_: Element): boolean => false): string {
  const lines = new Lines();
  const open: Array<Node | null> = [...flatChildren(host)].reverse();
  for (let node = open.pop(); node !== undefined && lines.length < MAX_EDITABLE; node = open.pop()) {
    if (node === null) lines.close();
    else if (isText(node)) lines.write(data(node));
    else if (isElement(node)) {
      const name = tag(node);
      if (name === 'script' || name === 'style' || isLeftOut(node) || isHint(node)) continue;
      if (name === 'br') lines.end();
      else if (BLOCKS.has(name)) {
        lines.close();
        open.push(null);
      }
      open.push(...[...flatChildren(node)].reverse());
    }
  }
  return lines.text.replace(/^\n+|\n+$/g, '');
}

/** Whether the element is the placeholder of an empty editor, which stands in its text but is no part of it. */
const isHint = (element: Element): boolean =>
  attr(element, 'contenteditable') === 'false' &&
  (attr(element, 'data-slate-placeholder') !== null || HINT.test(attr(element, 'class') ?? ''));

/** Collects lines as blocks and breaks make them; a break at the end of a line adds none. */
class Lines {
  text = '';
  #isOpen = false;
  #isFirst = true;

  get length(): number {
    return this.text.length;
  }

  write(piece: string): void {
    const said = piece.replace(ZERO_WIDTH, '');
    // The source has line breaks between blocks.
    if (said === '' || (!this.#isOpen && said.includes('\n') && said.trim() === '')) return;
    this.#begin();
    this.text += said;
  }

  end(): void {
    this.#begin();
    this.#isOpen = false;
  }

  close(): void {
    this.#isOpen = false;
  }

  #begin(): void {
    if (!this.#isOpen && !this.#isFirst) this.text += '\n';
    this.#isOpen = true;
    this.#isFirst = false;
  }
}

/** A spinner without limits. */
const MAX_RANGE = 1e15;
const MAX_EDITABLE = 200_000;
/** Characters that editors write to keep a place for the caret. */
const ZERO_WIDTH = /[\u200b\ufeff]/g;
const HINT = /\bplaceholder\b/i;
const BLOCKS = setOf('p div li ul ol pre h1 h2 h3 h4 h5 h6 blockquote tr');
const RANGES = setOf('slider spinbutton scrollbar progressbar meter');
const BUTTONS = setOf('button submit reset image checkbox radio hidden');
const PICKED = setOf('date time datetime-local month week color range');
const TYPED = setOf('text search email tel url password number');
/** Class words of elements that take commands line by line. */
export const TERMINAL = /\b(xterm|terminal|console)/i;
