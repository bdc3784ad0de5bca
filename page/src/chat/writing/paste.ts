// A paste of plain text, as editors take it from a clipboard.

import type { ChatEditor } from '../../generated/chat';

export function paste(element: HTMLElement, text: string, kind: ChatEditor): void {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  // ProseMirror takes several line ends in a row for one, unless the paragraphs come as a slice of its own making.
  if (kind === 'prosemirror' && /\n\n|^\n|\n$/.test(text)) data.setData('text/html', asSlice(text));
  const init = { clipboardData: data, bubbles: true, cancelable: true, composed: true };
  element.dispatchEvent(new ClipboardEvent('paste', init));
}

/** Paragraphs with open ends, so that the first line continues the one that the caret stands in. */
function asSlice(text: string): string {
  const [first = '', ...rest] = text.split(/\r\n|\r|\n/).map(escaped);
  return `<p data-pm-slice="1 1 []">${first}</p>${rest.map((line) => `<p>${line}</p>`).join('')}`;
}

const escaped = (line: string): string => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
