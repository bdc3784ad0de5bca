// The data of a page: tables, lists and groups of like items, as records with named fields.
//
// Only what a person can see is taken. Everything is bounded: a page may hold any number of anything.

import {
  attr,
  childNodes,
  closest,
  documentElement,
  isElement,
  pageBody,
  queryAll,
  queryWithin,
  rectOf,
  scrollingElement,
  scrollTop,
  tag,
} from './dom';
import { cellsOf, fieldsOf, headersOf } from './fields';
import type { PageRecord, PageRecords, PageRecordSet } from './generated/wire';
import { Look } from './look';
import { nameOf } from './name';
import type { Refs } from './refs';
import { roleOf } from './role';
import { scrollerOf } from './scroll';
import { visibleText } from './state';
import { cut, MAX_NAME, setOf, tidy } from './text';
import { isVisible } from './visible';

/** All data of the document. */
export function recordsOfPage(document: Document): PageRecords {
  const look = new Look(document);
  const groups = groupsIn(pageBody(document), look);
  const sets = groups.slice(0, MAX_SETS).map((group) => setOfRecords(group, look, null));
  const main = queryAll(document, 'main, [role="main"]')[0] ?? pageBody(document);
  const taken = new Set(groups.filter((group) => tag(group.around) !== 'table').map((group) => group.around));
  const facts = { key: '', at: 0, fields: fieldsOf(main, taken, MAX_FACTS, look) };
  look.close();
  return { facts, sets, scroller: null };
}

/** The rows of one list, table or scroller, and what scrolls them. */
export function recordsWithin(element: Element, document: Document, refs: Refs): PageRecords {
  const look = new Look(document);
  const group = richest(groupsIn(element, look), look) ?? { around: element, items: [...seenChildren(element, look)] };
  const first = group.items[0] ?? element;
  const page = scrollingElement(document) ?? documentElement(document);
  const scroller = scrollerOf(first, page);
  const set = setOfRecords(group, look, scroller);
  look.close();
  const facts = { key: '', at: 0, fields: [] };
  return { facts, sets: [set], scroller: scroller === page ? null : refs.numberOf(scroller) };
}

interface Group {
  readonly around: Element;
  readonly items: readonly Element[];
}

/** Groups of like items, outer ones first; items that are small are not looked into again. */
function groupsIn(root: Element, look: Look): Group[] {
  const found: Group[] = [];
  const open: Element[] = [root];
  let left = MAX_VISITED;
  for (let at = open.pop(); at !== undefined && left > 0; at = open.pop()) {
    left -= 1;
    if (SKIPPED.has(tag(at))) continue;
    const group = TABLES.has(roleOf(at, look)) ? rowsOf(at, look) : likeChildren(at, look);
    if (group !== null) {
      found.push(group);
      const size = queryWithin(at, '*').length / Math.max(1, group.items.length);
      if (size <= SMALL_ITEM || TABLES.has(roleOf(at, look))) continue;
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

function rowsOf(table: Element, look: Look): Group | null {
  const items = queryWithin(table, 'tr, [role="row"]')
    .filter((row) => cellsOf(row, look).some((cell) => roleOf(cell, look) !== 'columnheader') && isVisible(row, look))
    .slice(0, MAX_RECORDS);
  return items.length === 0 ? null : { around: table, items };
}

/** The children of one make, where there are enough of them to be called a list. */
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
  const items = most.slice(0, MAX_RECORDS).filter((item) => isVisible(item, look));
  return items.length === 0 ? null : { around: element, items };
}

function* seenChildren(element: Element, look: Look): Iterable<Element> {
  for (const child of childNodes(element)) if (isElement(child) && isVisible(child, look)) yield child;
}

const firstClass = (element: Element): string => (attr(element, 'class') ?? '').trim().split(/\s+/)[0] ?? '';

/** The group that says most: what is meant by "the list" in a box that holds several. */
function richest(groups: readonly Group[], look: Look): Group | null {
  let best: Group | null = null;
  let most = 0;
  for (const group of groups.slice(0, MAX_SETS)) {
    const sample = group.items.slice(0, SAMPLE);
    const length = sample.reduce((sum, item) => sum + Math.min(200, visibleText(item, look).length), 0);
    const said = (length / sample.length) * group.items.length;
    if (said > most) [best, most] = [group, said];
  }
  return best;
}

function setOfRecords(group: Group, look: Look, scroller: Element | null): PageRecordSet {
  const headers = TABLES.has(roleOf(group.around, look)) ? headersOf(group.around, look) : [];
  const top = scroller === null ? 0 : rectOf(scroller).top - scrollTop(scroller);
  const records = group.items.map((item): PageRecord => {
    const fields = fieldsOf(item, null, MAX_FIELDS, look, headers);
    return { key: keyOf(item), at: Math.round(rectOf(item).top - top), fields };
  });
  return { title: cut(titleOf(group.around, look), MAX_NAME), records: records.filter((one) => one.fields.length > 0) };
}

/** What the page itself calls the item, so that it is known again after scrolling. */
function keyOf(item: Element): string {
  for (const name of KEYS) {
    const value = attr(item, name);
    if (value !== null && value !== '') return `${name}=${cut(value, MAX_NAME)}`;
  }
  return '';
}

/** Its own name, or the last heading before it. */
function titleOf(element: Element, look: Look): string {
  const own = nameOf(element, look);
  if (own !== '' && own.length <= MAX_NAME) return own;
  const section = closest(element, (at) => HEADED.has(tag(at)));
  const heading = section === null ? undefined : queryWithin(section, 'h1, h2, h3, h4, h5, h6, [role="heading"]')[0];
  return heading === undefined ? '' : tidy(visibleText(heading, look));
}

const MAX_VISITED = 50_000;
const MAX_SETS = 40;
const MAX_RECORDS = 2_000;
const MAX_FIELDS = 40;
const MAX_FACTS = 300;
/** Items of more elements than this may hold lists of their own. */
const SMALL_ITEM = 60;
const SAMPLE = 5;
const KEYS = ['aria-rowindex', 'aria-posinset', 'data-index', 'data-row-index', 'data-key', 'data-id', 'id'];
const TABLES = setOf('table grid treegrid');
const ITEMS = setOf('listitem option treeitem article row menuitem');
const LISTED = setOf('li tr article option');
const HEADED = setOf('section article main aside nav body div');
const SKIPPED = setOf('script style template noscript head select svg:svg');
const TEXT_LEVEL = setOf(
  'p br hr span b i em strong small code h1 h2 h3 h4 h5 h6 label input button select textarea img script style dt dd',
);
