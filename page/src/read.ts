// The main content, or one element's, as Markdown: what a person would read, without the furniture of the page.

import { showsIn, viewportBox } from './box';
import { isBuried } from './cover';
import { hrefOf, resolveUrl } from './describe';
import { attr, data, hasAttr, inputChecked, pageBody, queryAll, queryWithin, rectOf, tag } from './dom';
import { fieldValue, isCheckable } from './field';
import { Look } from './look';
import { nameOf } from './name';
import { roleOf } from './role';
import { collapse, cut, setOf, tidy, transformed } from './text';
import { Veils } from './veil';
import { isVisible, showsWriting, type Sight, sightAround } from './visible';
import { type Visitor, walk } from './walk';

export function read(element: Element | null, document: Document): string {
  const look = new Look(document);
  const main = element ?? mainContent(document, look);
  const root = main ?? pageBody(document);
  const leftOut = element === null ? (main === null ? FURNITURE : NAVIGATION) : NOTHING;
  const written = (buried: ReadonlySet<Node>): [string, ReadonlySet<Node>] => {
    const writer = new Markdown(look, leftOut, buried);
    const top: Part = { kind: 'block', text: '', items: 0, rows: 0, cells: [] };
    walk(root, sightAround(root, look), top, look, writer);
    return [top.text, writer.covered()];
  };
  // What lies over a text often comes after it, so that its text is known to be covered only in the end.
  const [text, covered] = written(new Set());
  const [seen] = covered.size === 0 ? [text] : written(covered);
  look.close();
  return cut(tidyBlocks(seen), MAX_READ);
}

/** The `main` element, or the only article there is. */
function mainContent(document: Document, look: Look): Element | null {
  const main = Array.from(queryAll(document, 'main, [role="main"]')).find((candidate) => isVisible(candidate, look));
  if (main !== undefined) return main;
  const articles = Array.from(queryAll(document, 'article, [role="article"]')).filter((candidate) =>
    isVisible(candidate, look),
  );
  return articles.length === 1 ? (articles[0] ?? null) : null;
}

interface Part {
  readonly kind:
    'block' | 'heading' | 'list' | 'numbered' | 'item' | 'link' | 'pre' | 'code' | 'quote' | 'table' | 'row' | 'cell';
  text: string;
  items: number;
  rows: number;
  cells: string[];
}

class Markdown implements Visitor<Part> {
  #length = 0;
  readonly #view = viewportBox();
  readonly #veils: Veils<Node>;

  constructor(
    private readonly look: Look,
    private readonly leftOut: ReadonlySet<string>,
    private readonly buried: ReadonlySet<Node>,
  ) {
    this.#veils = new Veils(look);
  }

  /** The texts and fields that something lies over. */
  covered(): ReadonlySet<Node> {
    return new Set([...this.#veils.judged()].flatMap(([node, isCovered]) => (isCovered ? [node] : [])));
  }

  enter(element: Element, sight: Sight, outer: Part): Part | null {
    const name = tag(element);
    this.#veils.consider(element, sight);
    const role = roleOf(element, this.look);
    if (this.leftOut.has(role) || role === 'button' || role === 'menuitem') return null;
    if (name === 'br') outer.text += outer.kind === 'pre' ? '\n' : ' \n';
    if (name === 'hr') outer.text += '\n\n---\n\n';
    if (role === 'img' || role === 'none') this.#picture(element, sight, outer);
    if (FIELDS.has(name)) {
      this.#field(element, sight, outer);
      return null;
    }
    const kind = partKind(name, role);
    if (kind !== null && outer.kind !== 'pre') return { kind, text: '', items: 0, rows: 0, cells: [] };
    if (this.#isBlock(element)) outer.text += gapIn(outer);
    return outer;
  }

  leave(element: Element, mine: Part, outer: Part): void {
    if (mine !== outer) close(element, mine, outer, this.look);
    else if (this.#isBlock(element)) outer.text += gapIn(outer);
  }

  knows(): boolean {
    return false;
  }

  text(text: Text, parent: Element, _sight: Sight, box: DOMRect, faint: boolean, outer: Part): void {
    const inView = showsIn(box, this.#view, 1);
    if (faint || this.buried.has(text) || (inView && isBuried(parent, box, this.look))) return;
    this.#veils.under(text, parent, box, inView);
    const written =
      outer.kind === 'pre' ? data(text) : collapse(transformed(data(text), this.look.style(parent).textTransform));
    this.#length += written.length;
    outer.text += written;
  }

  space(outer: Part): void {
    outer.text += ' ';
  }

  unseen(): void {
    // Nothing of it is read.
  }

  full(): boolean {
    return this.#length > MAX_READ;
  }

  #isBlock(element: Element): boolean {
    const { display } = this.look.style(element);
    return !display.startsWith('inline') && display !== 'contents';
  }

  #field(element: Element, sight: Sight, outer: Part): void {
    if (isCheckable(element)) {
      outer.text += inputChecked(element) ? ' [x] ' : ' [ ] ';
      return;
    }
    if (this.buried.has(element) || !showsWriting(element, sight, this.look)) return;
    const box = rectOf(element);
    this.#veils.under(element, element, box, showsIn(box, this.#view, 1));
    outer.text += ` ${tidy(fieldValue(element) ?? '')} `;
  }

  #picture(element: Element, sight: Sight, outer: Part): void {
    const alt = tidy(attr(element, 'alt') ?? attr(element, 'aria-label') ?? '');
    if (tag(element) !== 'img' || alt === '' || !sight.painted) return;
    const source = resolveUrl(element, attr(element, 'src') ?? '');
    outer.text += `![${alt}](${source.startsWith('http') && source.length <= MAX_ADDRESS ? source : ''})`;
  }
}

function partKind(name: string, role: string): Part['kind'] | null {
  if (role === 'heading') return 'heading';
  if (role === 'link') return 'link';
  if (role === 'list') return name === 'ol' ? 'numbered' : 'list';
  if (role === 'listitem') return 'item';
  if (role === 'table' || role === 'grid') return 'table';
  if (role === 'row') return 'row';
  if (role === 'cell' || role === 'gridcell' || role === 'columnheader' || role === 'rowheader') return 'cell';
  if (role === 'blockquote') return 'quote';
  if (name === 'pre') return 'pre';
  return name === 'code' || name === 'kbd' || name === 'samp' ? 'code' : null;
}

/** What a block is set apart with: rows, and the groups they stand in, follow each other without a break. */
function gapIn(outer: Part): string {
  if (outer.kind === 'table') return '';
  return outer.kind === 'cell' ? ' ' : '\n\n';
}

/** Writes a finished part into the one around it. */
function close(element: Element, mine: Part, outer: Part, look: Look): void {
  const line = (): string => tidy(mine.text.replace(/\s*\n\s*/g, ' '));
  switch (mine.kind) {
    case 'heading':
      if (line() !== '') outer.text += `\n\n${'#'.repeat(level(element))} ${line()}\n\n`;
      break;
    case 'link':
      outer.text += link(element, line() || (showsMore(element) ? nameOf(element, look) : ''));
      break;
    case 'list':
    case 'numbered':
      outer.text += `\n\n${mine.text.replace(/^\s*\n|\s+$/g, '').replace(/\s*\n(\s*)\n/g, '\n$1')}\n\n`;
      break;
    case 'item':
      outer.items += 1;
      outer.text += `\n${outer.kind === 'numbered' ? `${outer.items}.` : '-'} ${tidyBlocks(mine.text).replace(/\n+/g, '\n  ')}\n`;
      break;
    case 'quote':
      outer.text += `\n\n> ${tidyBlocks(mine.text).replace(/\n/g, '\n> ')}\n\n`;
      break;
    case 'pre':
      outer.text += `\n\n\`\`\`\n${mine.text.replace(/^\n|\s+$/g, '')}\n\`\`\`\n\n`;
      break;
    case 'code':
      if (line() !== '') outer.text += `\`${line()}\``;
      break;
    case 'cell':
      outer.cells.push(line().replaceAll('|', '\\|'));
      break;
    case 'row':
      row(mine, outer);
      break;
    case 'table':
    case 'block':
      outer.text += `\n\n${mine.text}\n\n`;
      break;
  }
}

function row(mine: Part, outer: Part): void {
  if (mine.cells.length === 0) return;
  outer.text += `\n| ${mine.cells.join(' | ')} |`;
  outer.rows += 1;
  if (outer.rows === 1) outer.text += `\n|${' --- |'.repeat(mine.cells.length)}`;
}

function link(element: Element, text: string): string {
  const href = hrefOf(element);
  if (text === '') return '';
  return href === null || href.length > MAX_ADDRESS || href.startsWith('javascript:') ? text : `[${text}](${href})`;
}

/** Whether a link may show something else than text, or says what it is without any. */
const showsMore = (element: Element): boolean =>
  hasAttr(element, 'aria-label') || hasAttr(element, 'title') || queryWithin(element, PICTURES).length > 0;

function level(element: Element): number {
  const said = Number.parseInt(attr(element, 'aria-level') ?? '', 10);
  const byTag = /^h([1-6])$/.exec(tag(element))?.[1];
  return Math.min(6, Math.max(1, said >= 1 ? said : Number(byTag ?? 2)));
}

/** No space at the ends of lines, and at most one empty line between two blocks; code keeps its own. */
const tidyBlocks = (text: string): string =>
  text
    .split(/(```\n[\s\S]*?\n```)/)
    .map((piece) =>
      piece.startsWith('```')
        ? piece
        : piece
            .replace(/[ \t]+\n/g, '\n')
            .replace(/\n[ \t]+(?![-\d ]|\n)/g, '\n')
            .replace(/ {2,}(?=\S)(?!- )/g, ' ')
            .replace(/\n{3,}/g, '\n\n'),
    )
    .join('')
    .trim();

/** Longest text that is handed out. */
const MAX_READ = 200_000;
const MAX_ADDRESS = 300;
const PICTURES = 'svg, img, canvas, video, i, :empty';
const FIELDS = new Set(['input', 'select', 'textarea']);
const NOTHING: ReadonlySet<string> = new Set();
const NAVIGATION: ReadonlySet<string> = new Set(['navigation']);
const FURNITURE: ReadonlySet<string> = setOf('navigation contentinfo complementary banner search');
