// Text at the caret, as an input method would enter it.

import { execCommand, focusedElement } from '../../../../page/src/dom/dom';
import { markOwnInput } from '../../../../page/src/dom/own_input';

/** Inserts text over the selection. An editor that handles the announcement itself is left to do it. */
export function insertText(document: Document, text: string): void {
  const target = focusedElement(document) ?? document.body;
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (!isField && /[\r\n]/.test(text)) {
    insertLines(document, target, text);
    return;
  }
  if (!announce(target, 'insertText', text)) return;
  if (!execCommand(document, 'insertText', false, text) && isField) setValue(target, text);
}

/** Changes the text at the caret by a command of the browser, unless the page prevents it. */
export function edit(document: Document, inputType: string, command: string): void {
  const target = focusedElement(document) ?? document.body;
  if (announce(target, inputType, null)) execCommand(document, command);
}

/** Editors take several lines as a paste; in what is no editor each line is entered. */
function insertLines(document: Document, target: Element, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true, composed: true, clipboardData });
  if (!target.dispatchEvent(paste)) return;
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (at > 0) edit(document, 'insertParagraph', 'insertParagraph');
    if (line !== '' && announce(target, 'insertText', line)) execCommand(document, 'insertText', false, line);
  }
}

/** Whether the page did not prevent it. Commands of a script are not announced by the browser. */
function announce(target: Element, inputType: string, data: string | null): boolean {
  const event = new InputEvent('beforeinput', { bubbles: true, cancelable: true, composed: true, inputType, data });
  return target.dispatchEvent(markOwnInput(event));
}

/** Some kinds of fields take no commands. */
function setValue(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called on the field below
  const set = Object.getOwnPropertyDescriptor(prototype, 'value')?.set;
  set?.call(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText', data: text }));
}
