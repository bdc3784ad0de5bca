// Keys: the events, and what a browser does after them and does not do after those of a script.

import { flatParent, focusedElement } from '../../../../page/src/dom/dom';
import { markOwnInput } from '../../../../page/src/dom/own_input';
import type { QuietKey } from '../../generated/quiet';
import type { FocusEvents } from './focus';
import { moveCaret, selectAll, stepControl } from './caret';
import { modifiersOf } from './modifiers';
import { edit, insertText } from './text';

export class Keyboard {
  /** The control that Space is down on. */
  #spaced: Element | null = null;

  constructor(
    private readonly document: Document,
    private readonly focus: FocusEvents,
  ) {}

  perform(key: QuietKey): void {
    const target = focusedElement(this.document) ?? this.document.body;
    if (key.step === 'up') {
      const isFree = send(target, eventOf('keyup', key));
      if (key.key === ' ' && this.#spaced === target && isFree) click(target);
      if (key.key === ' ') this.#spaced = null;
      return;
    }
    if (!send(target, eventOf('keydown', key))) return;
    const types = key.text !== '' && (key.modifiers & COMMAND) === 0;
    if (types && !send(focusedElement(this.document) ?? this.document.body, eventOf('keypress', key))) return;
    this.#follow(key, focusedElement(this.document) ?? this.document.body, types);
  }

  /** Does for a key what the browser would do. */
  #follow(key: QuietKey, target: Element, types: boolean): void {
    const isEditable = takesText(target);
    const isShifted = (key.modifiers & SHIFT) !== 0;
    switch (key.key) {
      case 'Enter':
        this.#enter(target, isShifted);
        return;
      case 'Tab':
        this.#moveFocus(target, isShifted);
        return;
      case 'Escape':
        closeTopmost(this.document);
        return;
      case 'Backspace':
        if (isEditable) edit(this.document, 'deleteContentBackward', 'delete');
        return;
      case 'Delete':
        if (isEditable) edit(this.document, 'deleteContentForward', 'forwardDelete');
        return;
      case ' ':
        if (isEditable) insertText(this.document, ' ');
        else if (isPressedBySpace(target)) this.#spaced = target;
        return;
      default:
        if ((key.modifiers & COMMAND) !== 0 && key.key.toLowerCase() === 'a') selectAll(this.document, target);
        else if (types) {
          if (isEditable) insertText(this.document, key.text);
        } else if (!stepControl(target, key.key)) moveCaret(this.document, key, isEditable);
    }
  }

  #enter(target: Element, isShifted: boolean): void {
    if (target instanceof HTMLTextAreaElement) insertText(this.document, '\n');
    else if (target instanceof HTMLInputElement) submitBy(target);
    else if (target instanceof HTMLElement && target.isContentEditable) {
      const command = isShifted ? 'insertLineBreak' : 'insertParagraph';
      edit(this.document, command, command);
    } else if (target.matches('a[href], button, summary')) click(target);
  }

  #moveFocus(from: Element, isBack: boolean): void {
    const all = [...this.document.querySelectorAll<HTMLElement>('*')].filter(isTabStop);
    const ordered = [
      ...all.filter(({ tabIndex }) => tabIndex > 0).sort((a, b) => a.tabIndex - b.tabIndex),
      ...all.filter(({ tabIndex }) => tabIndex === 0),
    ];
    const at = ordered.indexOf(from as HTMLElement);
    const next = isBack ? ordered.at(at <= 0 ? -1 : at - 1) : ordered[at + 1];
    if (next === undefined) {
      this.focus.blur();
      return;
    }
    this.focus.focus(next);
    if (next instanceof HTMLInputElement && takesText(next)) next.select();
  }
}

const SHIFT = 8;
/** Alt, control and meta: the key is a command and types nothing. */
const COMMAND = 1 | 2 | 4;

function send(target: Element, event: Event): boolean {
  return target.dispatchEvent(markOwnInput(event));
}

function eventOf(kind: string, key: QuietKey): KeyboardEvent {
  const types = kind === 'keypress';
  const charCode = types ? (key.text.codePointAt(0) ?? 0) : 0;
  const codes = { keyCode: types ? charCode : key.key_code, charCode };
  const init = {
    bubbles: true,
    cancelable: true,
    composed: true,
    view: window,
    key: key.key,
    code: key.code,
    location: key.location,
    repeat: key.repeat,
    ...codes,
    ...modifiersOf(key.modifiers),
  };
  return new KeyboardEvent(kind, init);
}

/** A click without a pointer, as a key makes it. */
function click(target: Element): void {
  const init = { bubbles: true, cancelable: true, composed: true, view: window, pointerId: -1, detail: 0 };
  send(target, new PointerEvent('click', init));
}

/** Enter in a field presses the form's button, or sends a form that has none. */
function submitBy(field: HTMLInputElement): void {
  if (['checkbox', 'radio'].includes(field.type) && field.form === null) return;
  if (['submit', 'image', 'button', 'reset', 'file', 'color'].includes(field.type)) {
    click(field);
    return;
  }
  const { form } = field;
  if (form === null) return;
  const submitter = [...form.elements].find((element) =>
    element.matches('button:not([type]), [type=submit], [type=image]'),
  );
  if (submitter !== undefined) {
    if (!submitter.matches(':disabled')) click(submitter);
    return;
  }
  HTMLFormElement.prototype.requestSubmit.call(form);
}

function closeTopmost(document: Document): void {
  const open = [...document.querySelectorAll<HTMLElement>('dialog:modal, [popover]:popover-open')].at(-1);
  if (open === undefined) return;
  if (!(open instanceof HTMLDialogElement)) {
    open.hidePopover();
    return;
  }
  if (open.dispatchEvent(new Event('cancel', { cancelable: true }))) open.close();
}

export function takesText(element: Element): boolean {
  if (element instanceof HTMLTextAreaElement) return !element.readOnly && !element.disabled;
  if (element instanceof HTMLInputElement) return !element.readOnly && !element.disabled && !NO_TEXT.has(element.type);
  return element instanceof HTMLElement && (element.isContentEditable || element.ownerDocument.designMode === 'on');
}

const isPressedBySpace = (element: Element): boolean =>
  element.matches(
    'button, summary, input[type=checkbox], input[type=radio], input[type=submit], input[type=button], input[type=reset], input[type=image]',
  );

function isTabStop(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(':disabled') || !element.checkVisibility({ visibilityProperty: true }))
    return false;
  for (let at = flatParent(element); at !== null; at = flatParent(at)) if (at.hasAttribute('inert')) return false;
  return true;
}

const NO_TEXT = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'hidden',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
]);
