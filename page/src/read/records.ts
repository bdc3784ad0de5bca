// The data of a page: tables, lists and groups of like items, as records with named fields.
//
// Only visible content is read. Everything is bounded, because a page may hold any number of anything.

import { attr, childNodes, closest, isElement, pageBody, queryAll, queryWithin, tag } from '../dom/dom';
import { truncate, MAX_NAME, setOf, tidy, withoutGlyphs } from '../dom/text';
import type { PageField, PageRecord, PageRecords, PageRecordSet } from '../generated/wire';
import { nameOf } from '../name/name';
import { roleOf } from '../name/role';
import { visibleText } from '../snapshot/element_state';
import { Look } from '../visibility/look';
import { isVisible } from '../visibility/visible';
import { cellFieldsOf, fieldsOf, partsOfCell } from './fields';
import { isTable, Table } from './table';

/** All data of the document. */
export function recordsOfPage(document: Document): PageRecords {
  const look = new Look(document);
  const groups = groupsIn(pageBody(document), look);
  const sets = groups.slice(0, MAX_SETS).map((group) => setOfRecords(group, look));
  const main = queryAll(document, 'main, [role="main"]')[0] ?? pageBody(document);
  const taken = new Set(groups.filter((group) => tag(group.around) !== 'table').map((group) => group.around));
  const facts = { key: '', at: 0, fields: fieldsOf(main, taken, MAX_FACTS, look) };
  look.close();
  return { facts, sets, scroller: null, next: null, ahead: null, more: null };
}

export interface Group {
  readonly around: Element;
  readonly items: readonly Element[];
  /** The table, if the items are its rows. */
  readonly table: Table | null;
}

/** Groups of like items, outer ones first; small items are not searched for further groups. */
export function groupsIn(root: Element, look: Look): Group[] {
  const found: Group[] = [];
  const open: Element[] = [root];
  let left = MAX_VISITED;
  for (let at = open.pop(); at !== undefined && left > 0; at = open.pop()) {
    left -= 1;
    if (SKIPPED.has(tag(at))) continue;
    const group = groupOf(at, look);
    if (group !== null) {
      found.push(group);
      const size = queryWithin(at, '*').length / Math.max(1, group.items.length);
      if (size <= SMALL_ITEM || group.table !== null) continue;
    }
    const children: Element[] = [];
    for (const child of childNodes(at)) if (isElement(child)) children.push(child);
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child !== undefined) open.push(child);
    }
  }
  return found;
}

/** The group that an element itself consists of: rows or like children. */
export function groupOf(element: Element, look: Look): Group | null {
  if (!isTable(element, look)) return likeChildren(element, look);
  const table = new Table(element, look);
  return table.rows.length === 0 ? null : { around: element, items: table.rows, table };
}

/** The children with the same tag and class, if there are enough of them to be called a list. */
function likeChildren(element: Element, look: Look): Group | null {
  const byMake = new Map<string, Element[]>();
  let total = 0;
  for (const child of childNodes(element)) {
    if (!isElement(child) || TEXT_LEVEL.has(tag(child))) continue;
    const make = `${tag(child)} ${attr(child, 'role') ?? ''} ${LISTED.has(tag(child)) ? '' : firstClass(child)}`;
    const alike = byMake.get(make);
    if (alike === undefined) byMake.set(make, [child]);
    else alike.push(child);
    total += 1;
  }
  let most: Element[] = [];
  for (const alike of byMake.values()) if (alike.length > most.length) most = alike;
  const first = most[0];
  if (first === undefined || most.length * 2 < total) return null;
  const isListed = LISTED.has(tag(first)) || ITEMS.has(roleOf(first, look));
  if (most.length < (isListed ? 2 : 3)) return null;
  return most.some((item) => isVisible(item, look)) ? { around: element, items: most, table: null } : null;
}

/** The first class, except classes for alternating rows. */
const firstClass = (element: Element): string =>
  (attr(element, 'class') ?? '').split(/\s+/).find((word) => word !== '' && !STRIPES.test(word)) ?? '';

/** The group with the most content: "the list" of a box that holds several. */
export function richest(groups: readonly Group[], look: Look): Group | null {
  let best: Group | null = null;
  let most = 0;
  for (const group of groups.slice(0, MAX_SETS)) {
    const sample = visibleSample(group.items, look);
    const length = sample.reduce((sum, item) => sum + Math.min(200, visibleText(item, look).length), 0);
    const said = (length / Math.max(1, sample.length)) * group.items.length;
    if (said > most) [best, most] = [group, said];
  }
  return best;
}

/** A few visible items; lists keep hidden ones for later. */
function visibleSample(items: readonly Element[], look: Look): Element[] {
  const shown: Element[] = [];
  for (const item of items) {
    if (shown.length === SAMPLE) break;
    if (isVisible(item, look)) shown.push(item);
  }
  return shown;
}

function setOfRecords(group: Group, look: Look): PageRecordSet {
  const seen = group.items.slice(0, MAX_RECORDS).filter((item) => isVisible(item, look));
  return {
    title: titleOfGroup(group, look),
    records: seen.map((item) => withParts(recordOf(item, group, 0, look), item, group, look)).filter(isFilled),
  };
}

/** Adds the named parts of cells that hold several, and marks these cells. */
function withParts(record: PageRecord, item: Element, { table }: Group, look: Look): PageRecord {
  if (table === null) return record;
  const parts: PageField[] = [];
  table.cellsOf(item).forEach(({ cell }, at) => {
    const field = record.fields[at];
    if (field === undefined || !hasSeveralLines(cell, look)) return;
    field.mixed = true;
    parts.push(...partsOfCell(cell, MAX_PARTS, look));
  });
  return { ...record, fields: [...record.fields, ...parts] };
}

const hasSeveralLines = (cell: Element, look: Look): boolean => {
  let hasChildren = false;
  for (const child of childNodes(cell)) hasChildren ||= isElement(child);
  return hasChildren && visibleText(cell, look).trim().includes('\n');
};

export const titleOfGroup = (group: Group, look: Look): string => truncate(titleOf(group.around, look), MAX_NAME);

/** `at` is the position of the item. */
export function recordOf(item: Element, { table }: Group, at: number, look: Look): PageRecord {
  const fields = table === null ? fieldsOf(item, null, MAX_FIELDS, look) : cellFieldsOf(item, table, look);
  return { key: keyOf(item), at, fields };
}

/** Whether a record has content; virtual lists fill the room of undrawn rows with empty ones. */
export const isFilled = ({ fields }: PageRecord): boolean =>
  fields.some(({ text, href }) => text !== '' || href !== undefined);

/** The key that the page itself gives the item, so that it is recognised after scrolling. */
function keyOf(item: Element): string {
  for (const name of KEYS) {
    const value = attr(item, name);
    if (value !== null && value !== '') return `${name}=${truncate(value, MAX_NAME)}`;
  }
  return '';
}

/** Its own name, or the last heading before it. */
function titleOf(element: Element, look: Look): string {
  const own = withoutGlyphs(nameOf(element, look));
  if (own !== '' && own.length <= MAX_NAME) return own;
  const section = closest(element, (at) => HEADED.has(tag(at)));
  const heading = section === null ? undefined : queryWithin(section, 'h1, h2, h3, h4, h5, h6, [role="heading"]')[0];
  return heading === undefined ? '' : tidy(visibleText(heading, look));
}

const MAX_VISITED = 50_000;
const MAX_SETS = 40;
const MAX_RECORDS = 10_000;
const MAX_FIELDS = 40;
const MAX_FACTS = 300;
const MAX_PARTS = 10;
/** Items with more elements may hold lists of their own. */
const SMALL_ITEM = 60;
const SAMPLE = 5;
const KEYS = ['aria-rowindex', 'aria-posinset', 'data-index', 'data-row-index', 'data-key', 'data-id', 'id'];
const ITEMS = setOf('listitem option treeitem article row menuitem');
const LISTED = setOf('li tr article option');
/** `ag-row-even`, `odd`. */
const STRIPES = /(^|[-_])(even|odd|alt|first|last)$/i;
const HEADED = setOf('section article main aside nav body div');
const SKIPPED = setOf('script style template noscript head select svg:svg');
const TEXT_LEVEL = setOf(
  'p br hr span b i em strong small code h1 h2 h3 h4 h5 h6 label input button select textarea img script style dt dd',
);
