// The cells of a table by column: spans are followed, and rows that are drawn in several parts are joined.

import { attr, childNodes, closest, flatParent, isElement, queryWithin, tag } from '../dom/dom';
import { setOf, tidy } from '../dom/text';
import { roleOf } from '../name/role';
import { visibleText } from '../snapshot/element_state';
import type { Look } from '../visibility/look';

export interface Placed {
  readonly cell: Element;
  readonly column: number;
}

/** The cells of a row, empty for an element that is no row; generic boxes may lie around them. */
export function cellsOf(row: Element, look: Look, depth = 0): Element[] {
  const cells: Element[] = [];
  for (const child of childNodes(row)) {
    if (!isElement(child)) continue;
    const role = roleOf(child, look);
    if (CELLS.has(role)) cells.push(child);
    else if (depth < MAX_WRAPPED && BARE.has(role)) cells.push(...cellsOf(child, look, depth + 1));
  }
  return cells;
}

export const isTable = (element: Element, look: Look): boolean => TABLES.has(roleOf(element, look));

export class Table {
  readonly rows: readonly Element[];
  readonly #reaching: ReadonlyMap<Element, readonly Placed[]>;
  /** The header texts of each column, from the outermost to its own. */
  readonly #headers = new Map<number, string[]>();
  /** Parts of one row that lie in different boxes, as with frozen columns. */
  readonly #parts = new Map<string, Element[]>();

  constructor(
    table: Element,
    private readonly look: Look,
  ) {
    const all = queryWithin(table, 'tr, [role="row"]').filter((row) => aroundRow(row, look) === table);
    this.#reaching = queryWithin(table, '[rowspan]').length === 0 ? new Map() : this.#spread(all);
    for (const row of all) this.#join(row);
    const first = all.slice(0, MAX_HEADER_ROWS).filter((row) => this.#isHeader(row));
    for (const row of first) this.#name(row);
    this.rows = all.filter((row) => this.#partsOf(row)[0] === row && !this.#isHeader(row));
  }

  /** The cells of a row from the first column to the last. */
  cellsOf(row: Element): readonly Placed[] {
    const parts = this.#partsOf(row);
    if (parts.length === 1) return this.#placed(row);
    const byColumn = new Map<number, Element>();
    for (const { cell, column } of parts.flatMap((part) => this.#placed(part)))
      if (!byColumn.has(column)) byColumn.set(column, cell);
    const placed = [...byColumn].map(([column, cell]) => ({ cell, column }));
    return placed.sort((one, other) => one.column - other.column);
  }

  /** The names of a cell's column, the fullest first. */
  namesOf({ cell, column }: Placed): readonly string[] {
    const columns = Array.from({ length: Math.min(span(cell, 'colspan'), MAX_NAMED) }, (_, at) => column + at);
    const names = columns.map((at) => this.#namesOf(at));
    return [...names.flatMap((of) => of.slice(0, 1)), ...names.flatMap((of) => of.slice(1))];
  }

  #namesOf(column: number): readonly string[] {
    const levels = this.#headers.get(column) ?? [];
    return levels.length < 2 ? levels : [levels.join(' '), ...[...levels].reverse()];
  }

  #isHeader(row: Element): boolean {
    const parent = flatParent(row);
    if (parent !== null && tag(parent) === 'thead') return true;
    return cellsOf(row, this.look).every((cell) => roleOf(cell, this.look) === 'columnheader');
  }

  #name(row: Element): void {
    for (const { cell, column } of this.#placed(row)) {
      const text = tidy(visibleText(cell, this.look));
      for (let at = column; at < column + span(cell, 'colspan'); at += 1) {
        const levels = this.#headers.get(at) ?? [];
        if (text !== '' && !levels.includes(text)) this.#headers.set(at, [...levels, text]);
      }
    }
  }

  #join(row: Element): void {
    const index = attr(row, 'aria-rowindex');
    if (index !== null) this.#parts.set(index, [...(this.#parts.get(index) ?? []), row]);
  }

  /** All parts of a row: rows with the same row index whose cells carry column indices. */
  #partsOf(row: Element): readonly Element[] {
    const index = attr(row, 'aria-rowindex');
    const parts = index === null ? [] : (this.#parts.get(index) ?? []);
    const areNumbered = (part: Element): boolean =>
      cellsOf(part, this.look).every((cell) => attr(cell, 'aria-colindex') !== null);
    return parts.length > 1 && parts.every(areNumbered) ? parts : [row];
  }

  #placed(row: Element): readonly Placed[] {
    return this.#reaching.get(row) ?? inLine(cellsOf(row, this.look), []);
  }

  /** Places cells, with cells of rows above that span into rows below. */
  #spread(rows: readonly Element[]): Map<Element, readonly Placed[]> {
    const found = new Map<Element, readonly Placed[]>();
    let above: Reaching[] = [];
    for (const row of rows) {
      const own = inLine(cellsOf(row, this.look), above);
      const inherited = above.map(({ cell, column }) => ({ cell, column }));
      found.set(
        row,
        [...own, ...inherited].sort((one, other) => one.column - other.column),
      );
      const begun = own.map(({ cell, column }) => ({ cell, column, left: span(cell, 'rowspan') }));
      above = [...above, ...begun].map((one) => ({ ...one, left: one.left - 1 })).filter((one) => one.left > 0);
    }
    return found;
  }
}

interface Reaching extends Placed {
  /** How many more rows it spans. */
  readonly left: number;
}

/** Places cells side by side, in the columns that no cell from above takes. */
function inLine(cells: readonly Element[], above: readonly Reaching[]): Placed[] {
  const placed: Placed[] = [];
  let next = 0;
  for (const cell of cells) {
    for (let by = taking(next, above); by !== undefined; by = taking(next, above))
      next = by.column + span(by.cell, 'colspan');
    const said = Number(attr(cell, 'aria-colindex') ?? Number.NaN);
    const column = Number.isInteger(said) && said > 0 ? said - 1 : next;
    placed.push({ cell, column });
    next = column + span(cell, 'colspan');
  }
  return placed;
}

const taking = (column: number, above: readonly Reaching[]): Reaching | undefined =>
  above.find((one) => one.column <= column && column < one.column + span(one.cell, 'colspan'));

function span(cell: Element, name: string): number {
  const said = Number.parseInt(attr(cell, name) ?? '1', 10);
  return said > 0 ? Math.min(said, MAX_SPAN) : 1;
}

function aroundRow(row: Element, look: Look): Element | null {
  const parent = flatParent(row);
  return parent === null ? null : closest(parent, (at) => isTable(at, look));
}

const MAX_WRAPPED = 3;
const MAX_SPAN = 1_000;
const MAX_NAMED = 8;
const MAX_HEADER_ROWS = 5;
const TABLES = setOf('table grid treegrid');
const CELLS = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
const BARE = setOf('generic presentation none');
