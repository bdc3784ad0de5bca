// The parts of a Markdown text: each meaningful element is one and is written into its parent's.

import { tidy } from '../dom/text';

export interface MarkdownPart {
  readonly kind:
    'block' | 'heading' | 'list' | 'numbered' | 'item' | 'link' | 'pre' | 'code' | 'quote' | 'table' | 'row' | 'cell';
  /** The part is inside one that is written in a single line, such as a cell or a heading. */
  readonly flat: boolean;
  /** Flowing text, with a marker in place of each finished block. */
  text: string;
  /** Finished blocks, whose lines do not change any more. */
  readonly blocks: string[][];
  readonly rows: Row[];
  readonly cells: Cell[];
  /** How many links lead to another place of the page. */
  jumps: number;
  /** Letters outside of such links. */
  lettersOutsideLinks: number;
  /** The number of the next item. */
  next: number;
  /** The heading in a link. */
  heading: string | null;
  /** The first link in a piece of code. */
  link: string | null;
  /** A table that only puts line numbers beside code. */
  readonly laysOut: boolean;
  readonly language: string;
}

export interface Cell {
  readonly text: string;
  readonly across: number;
  readonly down: number;
}

export type Row = readonly Cell[];

/** Whether the content of a part is written in a single line. */
export const isOneLine = ({ flat, kind }: MarkdownPart): boolean => flat || ONE_LINE.has(kind);

export function newPart(
  kind: MarkdownPart['kind'],
  outer: MarkdownPart | null,
  language = '',
  laysOut = false,
): MarkdownPart {
  const flat = outer !== null && isOneLine(outer);
  const counts = { jumps: 0, lettersOutsideLinks: 0, next: 1 };
  return {
    kind,
    flat,
    text: '',
    blocks: [],
    rows: [],
    cells: [],
    heading: null,
    link: null,
    laysOut,
    language,
    ...counts,
  };
}

/** Adds finished lines to a part as a block of their own. */
export function addBlock(outer: MarkdownPart, lines: string[], isClose = false): void {
  if (lines.length === 0) return;
  const gap = isClose ? '\n' : '\n\n';
  const before = isClose && (outer.text === '' || outer.text.endsWith('\n')) ? '' : gap;
  outer.text += `${before}${MARK}${outer.blocks.push(lines) - 1}${MARK}${gap}`;
}

/** The lines of a part, with at most one empty line between two blocks and none at the ends. */
export function linesOf({ text, blocks }: MarkdownPart): string[] {
  const lines: string[] = [];
  for (const written of text.split('\n')) {
    const line = tidy(written).trim();
    if (line === '' && (lines.length === 0 || lines.at(-1) === '')) continue;
    const block = MARKED.exec(line)?.[1];
    if (block === undefined) lines.push(line);
    else for (const finished of blocks[Number(block)] ?? []) lines.push(finished);
  }
  while (lines.at(-1) === '') lines.pop();
  return lines;
}

/** A part as a single line. */
export const lineOf = (mine: MarkdownPart): string => tidy(linesOf(mine).join(' '));

/** A text without the characters that mark blocks, which no page may write. */
export const unmarked = (text: string): string => (text.includes(MARK) ? text.replaceAll(MARK, '') : text);

/** The lines of a list item: those after the first are indented below its text. */
export function itemLines(marker: string, mine: MarkdownPart): string[] {
  const indent = ' '.repeat(marker.length);
  return linesOf(mine).map((line, at) => (at === 0 ? marker + line : line === '' ? '' : indent + line));
}

/** A fence that no line of the code closes. */
export function codeLines(text: string, language: string): string[] {
  const code = text.replaceAll('\t', '    ').replace(/^(?:[^\S\n]*\n)+|\s+$/g, '');
  if (code === '') return [];
  const longest = Math.max(2, ...(code.match(/`{3,}/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return [fence + language, ...code.split('\n').map((line) => line.trimEnd()), fence];
}

/** Cells with a span leave empty cells behind, so that columns stay aligned. */
export function tableLines(rows: readonly Row[]): string[] {
  const written: string[][] = [];
  const reaching: number[] = [];
  for (const cells of rows) {
    const line: string[] = [];
    const next = (): void => {
      while ((reaching[line.length] ?? 0) > 0) {
        reaching[line.length] = (reaching[line.length] ?? 0) - 1;
        line.push('');
      }
    };
    for (const { text, across, down } of cells) {
      next();
      for (let at = 0; at < across; at += 1) {
        reaching[line.length] = down - 1;
        line.push(at === 0 ? text.replaceAll('|', '\\|') : '');
      }
    }
    next();
    written.push(line);
  }
  const width = Math.max(0, ...written.map((line) => line.length));
  const lines = written.map((line) => `| ${[...line, ...Array<string>(width - line.length).fill('')].join(' | ')} |`);
  const [head = '', ...rest] = lines.map((line) => line.replace(/ {2,}/g, ' '));
  return width === 0 ? [] : [head, `|${' --- |'.repeat(width)}`, ...rest];
}

/** A noncharacter of Unicode, which no text of a page contains. */
const MARK = '\ufdd0';
const MARKED = new RegExp(`^${MARK}(\\d+)${MARK}$`);
const ONE_LINE: ReadonlySet<MarkdownPart['kind']> = new Set(['heading', 'link', 'cell', 'code', 'row']);
