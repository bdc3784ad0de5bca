// The button that most likely closes what lies over an element.

import {
  attr,
  bodyOf,
  closest,
  documentElement,
  flatContains,
  flatParent,
  hasAttr,
  queryAll,
  queryWithin,
  tag,
  word,
} from '../dom/dom';
import type { Refs } from '../dom/refs';
import { MAX_NAME, truncate } from '../dom/text';
import type { Described } from '../generated/wire';
import { nameOf } from '../name/name';
import { roleOf } from '../name/role';
import { isDisabled } from '../snapshot/controls/states';
import type { Look } from '../visibility/look';
import { isVisible } from '../visibility/visible';

/** Null if nothing over the element looks as if it closes it. */
export function closerOf(cover: Element, covered: Element, look: Look): Element | null {
  for (const layer of [layerOf(cover, covered, look.document), ...openDialogs(covered, look)]) {
    const buttons = queryWithin(layer, BUTTONS).filter((button) => isVisible(button, look) && !isDisabled(button));
    const closer = buttons.find(isDeclaredCloser) ?? buttons.find((button) => isCalledCloser(button, look));
    if (closer !== undefined) return closer;
    if (buttons.length === 1 && buttons[0] !== undefined) return buttons[0];
  }
  return null;
}

/** The button itself, which stands in a dialog that is named for itself. */
export const describeCloser = (closer: Element, look: Look, refs: Refs): Described => ({
  node: refs.numberOf(closer),
  role: roleOf(closer, look),
  name: truncate(nameOf(closer, look), MAX_NAME),
});

/** The largest element around the cover that does not also contain the covered element. */
function layerOf(cover: Element, covered: Element, document: Document): Element {
  let layer = cover;
  for (let at: Element | null = cover; at !== null && !flatContains(at, covered); at = flatParent(at)) {
    if (at !== bodyOf(document) && at !== documentElement(document)) layer = at;
  }
  return layer;
}

/** A backdrop often stands beside its dialog. */
const openDialogs = (covered: Element, look: Look): Element[] =>
  [...queryAll(look.document, DIALOGS)].filter((dialog) => !flatContains(dialog, covered) && isVisible(dialog, look));

const isDeclaredCloser = (button: Element): boolean =>
  DISMISSING.some((name) => hasAttr(button, name)) ||
  /close|hide/.test(`${attr(button, 'command') ?? ''} ${attr(button, 'popovertargetaction') ?? ''}`) ||
  closest(button, (at) => tag(at) === 'form' && word(at, 'method') === 'dialog') !== null;

const isCalledCloser = (button: Element, look: Look): boolean => {
  const name = nameOf(button, look).trim();
  return CLOSING.test(name) || (name.length <= 2 && CLOSING_CLASS.test(attr(button, 'class') ?? ''));
};

const BUTTONS = 'button, [role="button"], input[type="button"], input[type="submit"], a[role="button"], a[href^="#"]';
const DIALOGS = 'dialog[open], [role="dialog"], [role="alertdialog"], [aria-modal="true"]';
const DISMISSING = ['data-dismiss', 'data-bs-dismiss', 'data-close', 'data-a11y-dialog-hide'];
const CLOSING_CLASS = /\b(close|dismiss)\b|close-|-close/i;
/** How buttons that close are called. */
const CLOSING =
  /^([×✕✖✗xX]|close|dismiss|not now|no,? thanks|got it|ok|okay|reject( all)?|cancel|skip|schlie(ß|ss)en|ablehnen|abbrechen|fermer|refuser|annuler|cerrar|rechazar|cancelar|chiudi|rifiuta|annulla|fechar|recusar|sluiten|weigeren|zamknij|odrzuć|zavřít|stäng|luk|lukk|sulje|bezárás|închide|kapat|закрыть|отклонить|закрити|إغلاق|סגור|बंद करें|ปิด|đóng|tutup|关闭|關閉|取消|閉じる|닫기)( |$)/iu;
