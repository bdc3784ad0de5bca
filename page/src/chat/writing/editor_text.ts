// Reads the text of an editor from its elements, as the editor itself would give it: paragraphs and breaks as line ends.

export function editorText(element: Element): string {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) return element.value;
  const lines: string[] = [];
  collectLines(element, lines);
  return lines.join('\n');
}

/** Adds the lines of a block; blocks inside it are lines of their own. */
function collectLines(block: Element, lines: string[]): void {
  let [line, hasInline] = ['', false];
  const flush = (): void => {
    if (hasInline) lines.push(...withoutLastBreak(line).split('\n'));
    [line, hasInline] = ['', false];
  };
  for (const child of block.childNodes) {
    if (child instanceof Element && isBlock(child)) {
      flush();
      collectLines(child, lines);
      continue;
    }
    line += inlineText(child);
    hasInline = true;
  }
  flush();
  if (block.childNodes.length === 0) lines.push('');
}

/** A break at the end of a block only keeps an empty line open. */
const withoutLastBreak = (line: string): string => (line.endsWith('\n') ? line.slice(0, -1) : line);

function inlineText(node: Node): string {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element) || isOrnament(node)) return '';
  if (node.tagName === 'BR') return '\n';
  return [...node.childNodes].map(inlineText).join('');
}

const isBlock = (element: Element): boolean =>
  /^(P|DIV|LI|UL|OL|PRE|BLOCKQUOTE|H[1-6])$/.test(element.tagName) && !isOrnament(element);

/** An element that an editor shows and does not hold: placeholders, cursors and image separators. */
const isOrnament = (element: Element): boolean =>
  element.matches('.ProseMirror-separator, .ProseMirror-widget, .ql-cursor, [contenteditable="false"]');
