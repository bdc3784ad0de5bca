// Reads what an answer shows as blocks of text, quotes and code. Thinking, controls and headings for screen readers are left out.

import type { AnswerBlock, AnswerBlockKind } from '../../generated/chat';
import { isPainted, outermost, type Candidates } from '../candidates';
import { codeLines, isControl, languageOf } from './code_lines';

export function readAnswer(turn: Element, candidates: Candidates): AnswerBlock[] {
  const reader = new AnswerReader(candidates);
  for (const part of answerParts(turn, candidates)) reader.read(part, 'text');
  return reader.end();
}

/** The elements that hold the text of an answer: outside of thinking; the turn itself where no candidate fits. */
export function answerParts(turn: Element, candidates: Candidates): Element[] {
  if (candidates.of('answer').length === 0) return [turn];
  const thinking = candidates.selector('thinking');
  const isThinking = (element: Element): boolean => {
    const found = thinking === null ? null : element.closest(thinking);
    return found !== null && found !== turn && turn.contains(found);
  };
  for (const { css } of candidates.of('answer')) {
    if (css === '') continue;
    const found = [...turn.querySelectorAll(css)].filter((element) => !isThinking(element));
    if (turn.matches(css)) return [turn];
    if (found.length > 0) return outermost(found);
  }
  return [];
}

class AnswerReader {
  readonly #blocks: AnswerBlock[] = [];
  #text = '';
  #kind: AnswerBlockKind = 'text';
  #length = 0;
  readonly #code: string;
  readonly #skipped: string | null;

  constructor(private readonly candidates: Candidates) {
    this.#code = candidates.selector('code') ?? 'pre';
    this.#skipped = candidates.selector('thinking');
  }

  read(element: Element, kind: AnswerBlockKind): void {
    if (kind !== this.#kind) this.#flush(kind);
    for (const child of element.childNodes) {
      if (this.#isFull) return;
      if (child instanceof Text) this.#text += child.data;
      else if (child instanceof Element) this.#readElement(child, kind);
    }
  }

  end(): AnswerBlock[] {
    this.#flush('text');
    return this.#blocks;
  }

  get #isFull(): boolean {
    return this.#blocks.length >= MOST_BLOCKS || this.#length + this.#text.length >= MOST_CHARACTERS;
  }

  #readElement(element: Element, kind: AnswerBlockKind): void {
    if (this.#skipped !== null && element.matches(this.#skipped)) return;
    if (element.matches(this.#code) && kind !== 'quote') {
      this.#readCode(element);
      return;
    }
    if (element.tagName === 'BR') this.#text += '\n';
    if (isControl(element) || isForScreenReaders(element) || !isPainted(element)) return;
    const isBlock = BLOCKS.test(element.tagName);
    if (isBlock) this.#breakLine();
    this.read(element, element.tagName === 'BLOCKQUOTE' ? 'quote' : kind);
    if (element.tagName === 'BLOCKQUOTE') this.#flush(kind);
    if (isBlock) this.#breakLine();
  }

  #readCode(block: Element): void {
    const code = this.candidates.all('code_text', block)[0] ?? block.querySelector('.cm-content, code') ?? block;
    const { text, whole } = codeLines(code);
    const language = languageOf(block, code);
    this.#dropLabel(language);
    this.#flush('text');
    const rest = MOST_CHARACTERS - this.#length;
    this.#push({
      kind: 'code',
      language,
      text: text.slice(0, rest),
      whole: whole && text.length <= rest,
    });
  }

  /** The name of the language may stand above the block as a line of its own. */
  #dropLabel(language: string): void {
    const lines = this.#text.trimEnd().split('\n');
    if (language !== '' && lines.at(-1)?.trim().toLowerCase() === language.toLowerCase())
      this.#text = lines.slice(0, -1).join('\n');
  }

  #breakLine(): void {
    if (this.#text !== '' && !this.#text.endsWith('\n')) this.#text += '\n';
  }

  #flush(next: AnswerBlockKind): void {
    const text = this.#text.replace(/^\n+|\n+$/g, '');
    const rest = MOST_CHARACTERS - this.#length;
    if (text.trim() !== '')
      this.#push({ kind: this.#kind, language: '', text: text.slice(0, rest), whole: text.length <= rest });
    this.#text = '';
    this.#kind = next;
  }

  #push(block: AnswerBlock): void {
    this.#blocks.push(block);
    this.#length += block.text.length;
  }
}

/** Text of one pixel, or clipped away: headings that only a screen reader says. */
const isForScreenReaders = (element: Element): boolean =>
  /(^|\s)(sr-only|visually-hidden|cdk-visually-hidden)(\s|$)/.test(element.getAttribute('class') ?? '');

const BLOCKS = /^(P|DIV|LI|UL|OL|H[1-6]|BLOCKQUOTE|PRE|TABLE|TR|SECTION|ARTICLE|HR|DL|DT|DD|[A-Z0-9]+(-[A-Z0-9]+)+)$/;
const MOST_BLOCKS = 200;
const MOST_CHARACTERS = 200_000;
