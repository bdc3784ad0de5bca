// Reads a code block line by line, as its editor or its `code` element holds it; the text of the whole block would run lines,
// language and button labels together.

export interface CodeLines {
  readonly text: string;
  /** An editor may hold only the lines that are visible. */
  readonly whole: boolean;
}

export function codeLines(element: Element): CodeLines {
  const lines = [...element.querySelectorAll('.cm-line, .view-line')];
  if (lines.length > 0) {
    const whole = element.querySelector('.cm-gap') === null;
    return { text: lines.map((line) => line.textContent).join('\n'), whole };
  }
  const text = lineText(element);
  return { text: text.endsWith('\n') ? text.slice(0, -1) : text, whole: true };
}

/** Text with breaks and block elements as line ends. */
function lineText(element: Element): string {
  let text = '';
  for (const child of element.childNodes) {
    if (child instanceof Text) text += child.data;
    else if (child instanceof Element) {
      if (child.tagName === 'BR') text += '\n';
      else if (LINES.test(child.tagName)) {
        if (text !== '' && !text.endsWith('\n')) text += '\n';
        text += `${lineText(child)}\n`;
      } else if (!isControl(child)) text += lineText(child);
    }
  }
  return text;
}

export const isControl = (element: Element): boolean =>
  /^(BUTTON|SVG|STYLE|SCRIPT|TEXTAREA|INPUT|SELECT)$/i.test(element.tagName) ||
  element.getAttribute('role') === 'button';

/** The language that the page names: in a class, or as the only words before the code. */
export function languageOf(block: Element, code: Element): string {
  for (const element of [code, ...code.querySelectorAll('[class*="language-"]'), block]) {
    const named = /(?:^|\s)language-([\w+#-]+)/.exec(element.getAttribute('class') ?? '')?.[1];
    if (named !== undefined) return named;
  }
  if (block === code) return '';
  const header = textBefore(block, code).trim();
  return /^[\w+#.-]{1,20}$/.test(header) ? header.toLowerCase() : '';
}

function textBefore(block: Element, code: Element): string {
  let text = '';
  const visit = (element: Element): boolean => {
    for (const child of element.childNodes) {
      if (child === code) return true;
      if (child instanceof Text) text += child.data;
      else if (child instanceof Element && !isControl(child) && visit(child)) return true;
    }
    return false;
  };
  visit(block);
  return text;
}

const LINES = /^(DIV|P|LI|OL|UL|TR|TABLE|TBODY)$/;
