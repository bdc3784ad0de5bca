// Writes the visible content of a document as Markdown during a walk.

import { showsIn, viewportBox } from '../dom/box';
import { attr, css, data, documentUrl, hasAttr, inputChecked, isSvg, queryWithin, rectOf, tag, word } from '../dom/dom';
import { fieldValue, isCheckable, isEditingHost } from '../dom/field';
import { blankGlyphs, collapse, tidy, transformed, withoutGlyphs } from '../dom/text';
import { nameOf } from '../name/name';
import { roleOf } from '../name/role';
import { hrefOf, resolveUrl } from '../snapshot/names/describe';
import type { Visitor } from '../snapshot/walk';
import { isTextCovered } from '../visibility/cover';
import type { GeneratedWords } from '../visibility/generated_words';
import type { Look } from '../visibility/look';
import { OpaqueBoxes } from '../visibility/opaque_boxes';
import { isFieldTextLegible, type Visibility } from '../visibility/visible';
import { languageOf } from './language';
import {
  addBlock,
  codeLines,
  isOneLine,
  itemLines,
  lineOf,
  linesOf,
  newPart,
  type MarkdownPart,
  tableLines,
  unmarked,
} from './part';

export class Markdown implements Visitor<MarkdownPart> {
  #length = 0;
  readonly #view = viewportBox();
  readonly #opaqueBoxes: OpaqueBoxes<Node>;
  readonly #here: string;

  constructor(
    private readonly look: Look,
    private readonly leftOut: ReadonlySet<string>,
    private readonly buried: ReadonlySet<Node>,
    private readonly longest: number,
  ) {
    this.#opaqueBoxes = new OpaqueBoxes(look);
    this.#here = withoutFragment(documentUrl(look.document));
  }

  /** The texts and fields that are covered by an opaque box. */
  covered(): ReadonlySet<Node> {
    return new Set([...this.#opaqueBoxes.coveredStates()].flatMap(([node, isCovered]) => (isCovered ? [node] : [])));
  }

  enter(element: Element, visibility: Visibility, outer: MarkdownPart): MarkdownPart | null {
    const name = tag(element);
    this.#opaqueBoxes.addBox(element, visibility);
    const role = roleOf(element, this.look);
    if (this.leftOut.has(role) || (CONTROLS.has(role) && !isTitle(name, outer))) return null;
    const isCode = outer.kind === 'pre' || outer.laysOut;
    if (isCode && css(visibility.style, 'user-select') === 'none') return null;
    if (name === 'br') outer.text += '\n';
    if (name === 'hr') addBlock(outer, ['---']);
    if (role === 'img' || role === 'none') this.#picture(element, visibility, outer);
    if (FIELDS.has(name) || (isEditingHost(element) && css(visibility.style, 'white-space').startsWith('pre'))) {
      this.#field(element, visibility, outer);
      return null;
    }
    // Rows and cells of a table that only puts line numbers beside code mean nothing.
    if (outer.laysOut && (role === 'row' || CELLS.has(role))) return outer;
    const kind = partKind(name, role);
    if (kind === 'table' && laysOutCode(element)) return newPart('block', outer, '', true);
    if (kind !== null && outer.kind !== 'pre' && !(kind === 'code' && outer.kind === 'code')) {
      const mine = newPart(kind, outer, kind === 'pre' ? languageOf(element) : '');
      if (kind === 'numbered') mine.next = Number.parseInt(attr(element, 'start') ?? '', 10) || 1;
      return mine;
    }
    this.#setApart(element, outer);
    return outer;
  }

  leave(element: Element, mine: MarkdownPart, outer: MarkdownPart): void {
    if (mine === outer) {
      this.#setApart(element, outer);
      return;
    }
    outer.jumps += mine.jumps;
    outer.lettersOutsideLinks += mine.lettersOutsideLinks;
    this.#close(element, mine, outer);
  }

  isKnownText(): boolean {
    return false;
  }

  text(text: Text, parent: Element, _visibility: Visibility, box: DOMRect, faint: boolean, outer: MarkdownPart): void {
    const inView = showsIn(box, this.#view, 1);
    if (faint || this.buried.has(text) || (inView && isTextCovered(parent, box, this.look))) return;
    this.#opaqueBoxes.addCandidate(text, parent, box, inView);
    const letters = unmarked(data(text));
    const written =
      outer.kind === 'pre'
        ? letters
        : collapse(blankGlyphs(transformed(letters, css(this.look.style(parent), 'text-transform'))));
    this.#length += written.length;
    outer.lettersOutsideLinks += written.length;
    outer.text += written;
  }

  generatedWords(
    { text, faint }: GeneratedWords,
    _element: Element,
    _visibility: Visibility,
    outer: MarkdownPart,
  ): void {
    if (faint || outer.kind === 'pre' || HOLDS_NO_TEXT.has(outer.kind)) return;
    outer.text += unmarked(text);
  }

  whitespace(outer: MarkdownPart, text: Text): void {
    if (outer.kind === 'pre') outer.text += data(text);
    else if (!HOLDS_NO_TEXT.has(outer.kind)) outer.text += ' ';
  }

  invisibleElement(): void {
    // Invisible content is not read.
  }

  isFull(): boolean {
    return this.#length > this.longest;
  }

  /** Blocks are separated; the texts of a drawing follow each other, as in a figure. */
  #setApart(element: Element, outer: MarkdownPart): void {
    if (isSvg(element)) {
      outer.text += ' ';
      return;
    }
    const display = css(this.look.style(element), 'display');
    if (display.startsWith('inline') || display === 'contents' || HOLDS_NO_TEXT.has(outer.kind)) return;
    if (outer.kind === 'pre') outer.text += outer.text === '' || outer.text.endsWith('\n') ? '' : '\n';
    else outer.text += '\n\n';
  }

  #field(element: Element, visibility: Visibility, outer: MarkdownPart): void {
    if (isCheckable(element)) {
      outer.text += inputChecked(element) ? ' [x] ' : ' [ ] ';
      return;
    }
    if (this.buried.has(element) || !isFieldTextLegible(element, visibility, this.look)) return;
    const box = rectOf(element);
    this.#opaqueBoxes.addCandidate(element, element, box, showsIn(box, this.#view, 1));
    const value = unmarked(fieldValue(element) ?? '');
    // A value in several lines keeps them, like code.
    if (value.includes('\n') && !isOneLine(outer)) addBlock(outer, codeLines(value, languageOf(element)));
    else outer.text += ` ${tidy(value)} `;
  }

  #picture(element: Element, visibility: Visibility, outer: MarkdownPart): void {
    const alt = unmarked(tidy(attr(element, 'alt') ?? attr(element, 'aria-label') ?? ''));
    if (tag(element) !== 'img' || alt === '' || !visibility.painted || outer.kind === 'pre') return;
    const source = resolveUrl(element, attr(element, 'src') ?? '');
    outer.text += `![${alt}](${source.startsWith('http') && source.length <= MAX_ADDRESS ? source : ''})`;
  }

  /** Writes a finished part into the one around it. */
  #close(element: Element, mine: MarkdownPart, outer: MarkdownPart): void {
    switch (mine.kind) {
      case 'heading':
        this.#heading(element, mine, outer);
        break;
      case 'link':
        this.#link(element, mine, outer);
        break;
      case 'list':
      case 'numbered':
        // The headings of the text below are read anyway; a list of them would repeat them.
        if (mine.jumps >= MIN_JUMPS && mine.lettersOutsideLinks === 0) break;
        addBlock(outer, linesOf(mine), outer.kind === 'item');
        break;
      case 'item':
        addBlock(outer, itemLines(outer.kind === 'numbered' ? `${outer.next}. ` : '- ', mine), true);
        outer.next += 1;
        break;
      case 'quote':
        addBlock(
          outer,
          linesOf(mine).map((line) => `> ${line}`.trimEnd()),
        );
        break;
      case 'pre':
        if (isOneLine(outer)) outer.text += inlineCode(tidy(mine.text));
        else addBlock(outer, codeLines(mine.text, mine.language));
        break;
      case 'code':
        outer.text += codeOf(mine);
        break;
      case 'cell':
        outer.cells.push({ text: lineOf(mine), across: span(element, 'colspan'), down: span(element, 'rowspan') });
        break;
      case 'row':
        if (outer.kind === 'table') outer.rows.push(mine.cells);
        else addBlock(outer, [mine.cells.map((cell) => cell.text).join(' | ')], true);
        break;
      case 'table':
        addBlock(outer, linesOf(mine));
        addBlock(outer, tableLines(mine.rows));
        break;
      case 'block':
        addBlock(outer, linesOf(mine));
        break;
    }
  }

  #heading(element: Element, mine: MarkdownPart, outer: MarkdownPart): void {
    const line = lineOf(mine);
    if (line === '') return;
    const written = `${'#'.repeat(level(element))} ${line}`;
    if (outer.kind === 'link' && !outer.flat && outer.heading === null) outer.heading = written;
    else if (isOneLine(outer)) outer.text += ` ${line} `;
    else addBlock(outer, [written]);
  }

  #link(element: Element, mine: MarkdownPart, outer: MarkdownPart): void {
    const href = hrefOf(element);
    const isJump = href !== null && href.includes('#') && withoutFragment(href) === this.#here;
    if (word(element, 'rel').split(' ').includes('edit')) return;
    const shown = lineOf(mine);
    const text = shown === '' && !isJump && showsMore(element) ? withoutGlyphs(nameOf(element, this.look)) : shown;
    if (isJump) {
      outer.lettersOutsideLinks -= mine.lettersOutsideLinks;
      // Permalink marks, which lead to their own place or to the top, are left out.
      if (mine.heading === null && !/[\p{L}\p{N}]/u.test(text.replace(/!\[[^\]]*\]\([^)]*\)/g, ''))) return;
      outer.jumps += 1;
    }
    const address = isJump ? href.slice(href.indexOf('#')) : (href ?? '');
    const leads = address !== '' && address.length <= MAX_ADDRESS && !address.startsWith('javascript:');
    const to = (label: string): string => (leads ? `[${label}](${address})` : label);
    if (mine.heading !== null) {
      const [, marks = '', title = ''] = /^(#+) (.*)$/.exec(mine.heading) ?? [];
      addBlock(outer, [`${marks} ${isJump ? title : to(title)}`]);
      outer.text += text;
    } else if (text === '') return;
    else if (outer.kind === 'code') {
      outer.text += text;
      outer.link ??= to(inlineCode(text));
    } else outer.text += isJump && outer.kind === 'heading' ? text : to(text);
  }
}

function partKind(name: string, role: string): MarkdownPart['kind'] | null {
  if (role === 'heading') return 'heading';
  if (role === 'link') return 'link';
  if (role === 'list') return name === 'ol' ? 'numbered' : 'list';
  if (role === 'listitem') return 'item';
  if (role === 'table' || role === 'grid' || role === 'treegrid') return 'table';
  if (role === 'row') return 'row';
  if (CELLS.has(role)) return 'cell';
  if (role === 'blockquote') return 'quote';
  if (name === 'pre') return 'pre';
  return name === 'code' || name === 'kbd' || name === 'samp' ? 'code' : null;
}

const laysOutCode = (table: Element): boolean =>
  queryWithin(table, 'tr').length <= 2 && queryWithin(table, 'td pre').length > 0;

/** Whether a control is the title of the section that it opens. */
const isTitle = (name: string, outer: MarkdownPart): boolean => name === 'summary' || outer.kind === 'heading';

/** Code is a link only if all of it is one. */
function codeOf(mine: MarkdownPart): string {
  const code = inlineCode(lineOf(mine));
  return mine.link?.startsWith(`[${code}](`) === true ? mine.link : code;
}

function inlineCode(text: string): string {
  if (text === '') return '';
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Whether a link may show more than text, or has a name without any. */
const showsMore = (element: Element): boolean =>
  hasAttr(element, 'aria-label') || hasAttr(element, 'title') || queryWithin(element, PICTURES).length > 0;

function level(element: Element): number {
  const said = Number.parseInt(attr(element, 'aria-level') ?? '', 10);
  const byTag = /^h([1-6])$/.exec(tag(element))?.[1];
  return Math.min(6, Math.max(1, said >= 1 ? said : Number(byTag ?? 2)));
}

/** A span of zero, which reaches to the end of the table, counts as one. */
function span(element: Element, name: 'colspan' | 'rowspan'): number {
  const said = Number.parseInt(attr(element, name) ?? '1', 10);
  return said >= 1 && said <= MAX_SPAN ? said : 1;
}

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url;

const MAX_ADDRESS = 300;
const MAX_SPAN = 50;
/** So many links to places of the same page make a table of contents. */
const MIN_JUMPS = 3;
const CELLS = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
const PICTURES = 'svg, img, canvas, video, i, :empty';
const FIELDS = new Set(['input', 'select', 'textarea']);
const CONTROLS = new Set(['button', 'menuitem']);
const HOLDS_NO_TEXT: ReadonlySet<MarkdownPart['kind']> = new Set(['list', 'numbered', 'table', 'row']);
