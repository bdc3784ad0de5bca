// Places the caret in a composer and waits until its editor knows.

import type { WritePlace } from '../../generated/chat';

/** Focuses the composer with everything selected or the caret at the end. */
export async function select(element: HTMLElement, place: WritePlace): Promise<void> {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) {
    element.focus();
    element.setSelectionRange(place === 'replace' ? 0 : element.value.length, element.value.length);
    return;
  }
  const { document } = element.ownerDocument.defaultView ?? window;
  const known = selectionKnown(document);
  element.focus();
  const range = document.createRange();
  range.selectNodeContents(place === 'replace' ? element : lastBlock(element));
  if (place === 'end') range.collapse(false);
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  await known;
}

/** The caret belongs into the last paragraph, because editors put text beside their paragraphs into a new one. */
function lastBlock(element: Element): Element {
  const last = element.lastElementChild;
  return last !== null && /^(P|DIV|PRE)$/.test(last.tagName) ? last : element;
}

/** Editors read the selection when the browser tells them, which is in a later task; in a hidden tab that may be missing. */
function selectionKnown(document: Document): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      document.removeEventListener('selectionchange', changed);
      clearTimeout(deadline);
      // The listeners of the editor come after this one.
      setTimeout(resolve, 0);
    };
    let wasChanged = false;
    const changed = (): void => {
      // Several changes of one task arrive together or one by one.
      if (wasChanged) return;
      wasChanged = true;
      setTimeout(end, 0);
    };
    document.addEventListener('selectionchange', changed);
    const deadline = setTimeout(end, LONGEST);
  });
}

const LONGEST = 120;
