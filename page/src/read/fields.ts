// The fields of a record, each with every name that the page gives it: the surest name first.

import { attr, childNodes, data, isElement, isText, queryWithin, tag } from '../dom/dom';
import { fieldValue } from '../dom/field';
import { secretKind } from '../dom/secret';
import { truncate, MAX_NAME, setOf, tidy, withoutGlyphs } from '../dom/text';
import type { PageField } from '../generated/wire';
import { nameOf } from '../name/name';
import { roleOf } from '../name/role';
import { checkedness } from '../snapshot/controls/states';
import { visibleText } from '../snapshot/element_state';
import { hrefOf, resolveUrl } from '../snapshot/names/describe';
import type { Look } from '../visibility/look';
import { isVisible } from '../visibility/visible';
import { cellsOf, type Table } from './table';

/** The fields of a row, card or whole page; elements in `without` belong to other records. */
export function fieldsOf(root: Element, without: ReadonlySet<Element> | null, most: number, look: Look): PageField[] {
  const cells = cellsOf(root, look);
  if (cells.length > 0 && tag(root) !== 'table')
    return cells.slice(0, MAX_CELLS).map((cell) => cellField(cell, [], look));
  return fieldsFrom([{ element: root, names: [] }], root, without, most, look);
}

/** The fields of a cell that holds several: its parts with names, and its lines with labels. */
export function partsOfCell(cell: Element, most: number, look: Look): PageField[] {
  const parts = fieldsFrom(children(cell, []).reverse(), cell, null, most, look);
  const lines = visibleText(cell, look, MAX_READ)
    .split('\n')
    .map((line) => labelled(tidy(line)));
  const labels = lines.filter(([label]) => label !== '').map(([label, text]) => ({ names: [label], text }));
  return [...parts.filter(({ names }) => names.length > 0), ...labels].slice(0, most);
}

function fieldsFrom(
  open: Piece[],
  root: Element,
  without: ReadonlySet<Element> | null,
  most: number,
  look: Look,
): PageField[] {
  const fields: PageField[] = [];
  for (let at = open.pop(); at !== undefined && fields.length < most; at = open.pop()) {
    if (at.element !== root && without?.has(at.element) === true) continue;
    const pieces = piecesOf(at, root, fields, look);
    for (let index = pieces.length - 1; index >= 0; index -= 1) {
      const piece = pieces[index];
      if (piece !== undefined) open.push(piece);
    }
  }
  return fields;
}

/** The fields of a table row, cell by cell; an empty cell keeps its place. */
export function cellFieldsOf(row: Element, table: Table, look: Look): PageField[] {
  return table
    .cellsOf(row)
    .slice(0, MAX_CELLS)
    .map((placed) => cellField(placed.cell, table.namesOf(placed), look));
}

interface Piece {
  readonly element: Element;
  /** Names given by ancestors. */
  readonly names: readonly string[];
}

/** Adds the fields of an element itself and returns the children that are still to be visited. */
function piecesOf({ element, names }: Piece, root: Element, fields: PageField[], look: Look): Piece[] {
  const name = tag(element);
  if (SILENT.has(name) || !isVisible(element, look)) return [];
  const called = element === root ? [] : [...namesOf(element), ...names];
  const role = roleOf(element, look);
  const say = (own: readonly string[], text: string, href: string | null): Piece[] => {
    const field: PageField = { names: unique([...own, ...called]), text: truncate(text, MAX_FIELD) };
    if (href !== null) field.href = href;
    if (text !== '' || href !== null) fields.push(field);
    return [];
  };
  if (name === 'img')
    return say(['image'], attr(element, 'alt') ?? '', resolveUrl(element, attr(element, 'src') ?? ''));
  if (VALUES.has(name))
    return secretKind(element) === null
      ? say([withoutGlyphs(nameOf(element, look))], fieldValue(element) ?? '', null)
      : [];
  if (role === 'button' || role === 'menuitem') return [];
  if (role === 'heading') return say(['name', 'heading', 'title'], textOf(element, look), hrefIn(element));
  if (role === 'link')
    return say(fields.length === 0 ? ['name', 'link'] : ['link'], textOf(element, look), hrefOf(element));
  if (name === 'time') return say(['date', 'time'], textOf(element, look), null);
  if (name === 'dl') return pairs(element, say, look);
  if (name === 'tr' && element !== root) return pairOfCells(element, say, look);
  if (!hasOwnText(element)) return children(element, called);
  const [label, value] = labelled(textOf(element, look));
  say(label === '' ? [] : [label], value, hrefIn(element));
  return queryWithin(element, 'a[href]')
    .slice(0, MAX_LINKS)
    .map((link) => ({ element: link, names: called }));
}

function children(element: Element, names: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  for (const child of childNodes(element)) if (isElement(child)) pieces.push({ element: child, names });
  return pieces;
}

type Say = (own: readonly string[], text: string, href: string | null) => Piece[];

/** Each term of a description list with its description. */
function pairs(list: Element, say: Say, look: Look): Piece[] {
  let term = '';
  for (const part of queryWithin(list, 'dt, dd')) {
    if (tag(part) === 'dt') term = textOf(part, look);
    else say([term], textOf(part, look), hrefIn(part));
  }
  return [];
}

/** In a row of two cells, the first names the second. */
function pairOfCells(row: Element, say: Say, look: Look): Piece[] {
  const [first, second, ...more] = cellsOf(row, look);
  if (first === undefined || second === undefined || more.length > 0) return [];
  return say([textOf(first, look)], textOf(second, look), hrefIn(second));
}

function cellField(cell: Element, headers: readonly string[], look: Look): PageField {
  const names = unique([...headers, ...namesOf(cell)]);
  const text = textOf(cell, look) || (headers.length > 0 ? shownIn(cell, look) : '');
  const field: PageField = { names, text: truncate(text, MAX_FIELD) };
  const href = hrefIn(cell);
  if (href !== null) field.href = href;
  return field;
}

/** The content of a cell without text: the values of its controls, or the names of its pictures. */
function shownIn(cell: Element, look: Look): string {
  const shown = queryWithin(cell, SHOWS_MORE).filter((element) => isVisible(element, look));
  const said = shown.slice(0, MAX_LINKS).map((element) => {
    const checked = checkedness(element);
    if (checked !== null) return checked === true ? 'yes' : 'no';
    if (VALUES.has(tag(element))) return secretKind(element) === null ? (fieldValue(element) ?? '') : '';
    return withoutGlyphs(nameOf(element, look));
  });
  return tidy(said.join(' '));
}

function namesOf(element: Element): string[] {
  const said = ['itemprop', 'data-label', 'data-field', 'data-column', 'aria-label'].map(
    (name) => attr(element, name) ?? '',
  );
  const classes = (attr(element, 'class') ?? '').split(/\s+/).filter((word) => CLASS_WORD.test(word));
  return [...said, ...classes.slice(0, MAX_CLASSES)].filter((name) => name !== '' && name.length <= MAX_NAME);
}

function hasOwnText(element: Element): boolean {
  for (const child of childNodes(element)) if (isText(child) && data(child).trim() !== '') return true;
  return false;
}

/** `Price: 5 €` is the value `5 €` with the name `Price`. */
function labelled(text: string): [string, string] {
  const parts = /^([^:.\n]{2,40}):\s+(\S[\s\S]*)$/.exec(text);
  return parts?.[1] === undefined || parts[2] === undefined ? ['', text] : [parts[1].trim(), parts[2]];
}

const textOf = (element: Element, look: Look): string => tidy(visibleText(element, look, MAX_READ));

function hrefIn(element: Element): string | null {
  const link = queryWithin(element, 'a[href]')[0];
  return link === undefined ? hrefOf(element) : hrefOf(link);
}

const unique = (names: readonly string[]): string[] =>
  [...new Set(names.filter((name) => name !== ''))].slice(0, MAX_NAMES);

const MAX_FIELD = 1_000;
const MAX_READ = 4_000;
const MAX_NAMES = 8;
const MAX_CLASSES = 3;
const MAX_LINKS = 5;
const MAX_CELLS = 200;
/** A class that may name a field; generated and layout classes mostly have digits or are short. */
const CLASS_WORD = /^[a-zA-Z][a-zA-Z_-]{2,30}$/;
const SHOWS_MORE = 'input, select, textarea, img, [role="img"], [role="checkbox"], [role="switch"]';
const VALUES = new Set(['input', 'select', 'textarea']);
const SILENT = setOf('script style template noscript head svg:svg');
