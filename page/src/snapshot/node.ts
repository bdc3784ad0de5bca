// A node of a snapshot in the making: a tree that is tidied from the leaves up and then flattened.

import { MAX_TEXT, normalized, tidy } from '../dom/text';

/** How a node treats its content. */
export type NodeKind =
  /** Loose text. */
  | 'text'
  /** A named element; text inside it that the name contains is not repeated. */
  | 'named'
  /** A single line if it holds nothing but text. */
  | 'holder'
  | 'row'
  | 'group'
  /** A count of elements that were left out because they are far away. */
  | 'beyond';

export interface SnapshotNode {
  readonly kind: NodeKind;
  /** The element, if it gets a ref. */
  target: Element | null;
  role: string;
  name: string;
  value: string | null;
  readonly states: string[];
  /** Only probably a control: it gives way to the controls inside it if they contain all of its text. */
  guessed: boolean;
  /** The name is only guessed from attributes or appearance. */
  unnamed: boolean;
  /** Something of it is painted, so it stays even without content. */
  painted: boolean;
  box: DOMRect | null;
  inView: boolean;
  href: string | null;
  /** Finally, the nearest element with a ref around the cover. */
  cover: Element | null;
  covered: boolean;
  kids: SnapshotNode[];
  /** The block a text belongs to: only texts of one block flow together. */
  readonly block: Element | null;
}

export const emptyNode = (kind: NodeKind, role: string, block: Element | null = null): SnapshotNode => ({
  kind,
  role,
  block,
  target: null,
  name: '',
  value: null,
  states: [],
  guessed: false,
  unnamed: false,
  painted: false,
  box: null,
  inView: false,
  href: null,
  cover: null,
  covered: false,
  kids: [],
});

/** Tidies a node whose children are complete. Returns the nodes that replace it; null if it stays. */
export function tidyNode(seen: SnapshotNode): readonly SnapshotNode[] | null {
  tidyTexts(seen);
  keepEmptyCells(seen);
  const named = seen.name !== '';
  const first = seen.name.length < MAX_TEXT ? undefined : seen.kids.find(isRead);
  if (named || seen.value !== null) dropRepeatedText(seen);
  if (named && seen.kind === 'named' && !seen.unnamed && isNamedByAttribute(seen, first))
    seen.states.push(FROM_ATTRIBUTE);
  if (seen.kind === 'holder' && !named) inline(seen);
  if (seen.kind === 'row') joinCells(seen);
  if (seen.kind === 'named' && seen.target === null && !seen.painted) markHidden(seen);
  if (seen.guessed && seen.kids.some(hasTarget) && addsNothing(seen)) return seen.kids;
  if (
    seen.kids.length === 0 &&
    !seen.painted &&
    !isEmptyCell(seen) &&
    !(seen.kind === 'holder' && seen.name !== '') &&
    !(seen.kind === 'row' && seen.name !== '')
  )
    return [];
  if (seen.role === 'paragraph' && seen.kids.length === 0) seen.role = 'text';
  return null;
}

/** Drops texts without content; a node with content in view is in view. */
function tidyTexts(seen: SnapshotNode): void {
  let isBlank = false;
  for (const kid of seen.kids) {
    if (kid.kind === 'text') {
      kid.name = tidy(kid.name);
      isBlank ||= kid.name === '';
      if (kid.name === '') continue;
    }
    if (kid.inView) seen.inView = true;
  }
  if (isBlank) seen.kids = seen.kids.filter((kid) => kid.kind !== 'text' || kid.name !== '');
}

const isEmptyCell = (seen: SnapshotNode): boolean =>
  (seen.role === 'cell' || seen.role === 'gridcell') &&
  seen.target === null &&
  seen.name === '' &&
  seen.value === null &&
  seen.kids.length === 0;

/** An empty cell stays only if the others would otherwise seem to be in another column. */
function keepEmptyCells(seen: SnapshotNode): void {
  if (!seen.kids.some(isEmptyCell)) return;
  const filled = seen.kids.filter((kid) => !isEmptyCell(kid));
  if (seen.kind !== 'row' || filled.length < 2) seen.kids = filled;
  else seen.kids = seen.kids.slice(0, seen.kids.findLastIndex((kid) => !isEmptyCell(kid)) + 1);
}

/** Whether a text has letters or digits; a sign such as a star adds nothing to a name. */
export const hasWords = (text: string): boolean => /[a-zA-Z0-9]/.test(text) || /[\p{L}\p{N}]/u.test(text);

/** Drops text that the name contains already. */
function dropRepeatedText(seen: SnapshotNode): void {
  if (seen.kids.length === 0) return;
  const said = normalized(`${seen.name} ${seen.kind === 'named' ? (seen.value ?? '') : ''}`);
  seen.kids = seen.kids.filter((kid) => {
    if (kid.kind !== 'text' || kid.states.includes('hidden')) return true;
    if (seen.kind === 'named' && !hasWords(kid.name)) return false;
    const text = normalized(kid.name);
    return seen.kind === 'group' ? text !== said : !said.includes(text);
  });
}

/**
 * Whether the name comes from an attribute and differs from the visible text. A truncated name does not contain all of
 * a long text, but its beginning.
 */
function isNamedByAttribute(seen: SnapshotNode, first: SnapshotNode | undefined): boolean {
  const unsaid = seen.kids.find(isRead);
  return unsaid !== undefined && (seen.name.length < MAX_TEXT || unsaid === first);
}

const isRead = (kid: SnapshotNode): boolean => kid.kind === 'text' && kid.states.length === 0 && hasWords(kid.name);

/** A list item, cell or paragraph that holds only text becomes one line; text before an inner list becomes its name. */
function inline(seen: SnapshotNode): void {
  const texts = seen.kids.filter((kid) => kid.kind === 'text');
  if (texts.some((kid) => kid.states.length > 0)) return;
  const rest = seen.kids.filter((kid) => kid.kind !== 'text');
  const leads =
    texts.length === 1 && seen.kids[0] === texts[0] && rest.every((kid) => kid.role === 'list' || kid.role === 'group');
  if (texts.length === 0 || (rest.length > 0 && !leads)) return;
  seen.name = texts.map((kid) => kid.name).join(' ');
  seen.kids = rest;
}

/** An element that is named by its content is hidden if its content is. */
function markHidden(seen: SnapshotNode): void {
  if (seen.kids.length === 0 || seen.kids.some((kid) => kid.kind !== 'text' || !kid.states.includes('hidden'))) return;
  seen.kids = [];
  seen.painted = true;
  seen.states.push('hidden');
}

/** A row of plain cells becomes one line. */
function joinCells(row: SnapshotNode): void {
  const isPlain = (kid: SnapshotNode): boolean =>
    kid.kids.length === 0 && kid.target === null && kid.kind !== 'named' && kid.kind !== 'beyond';
  if (row.kids.length > 0 && row.kids.every((kid) => kid.role === 'columnheader')) row.states.push('header');
  if (row.name === '' && row.kids.length > 0 && row.kids.every(isPlain))
    row.name = row.kids.map((kid) => kid.name).join(CELL_GAP);
  if (row.name === '') return;
  row.kids = row.kids.filter((kid) => !isPlain(kid));
}

/** Whether the controls inside a node contain all of its text. */
function addsNothing(seen: SnapshotNode): boolean {
  if (seen.kids.some((kid) => kid.kind === 'text')) return false;
  let rest = seen.unnamed ? '' : normalized(seen.name);
  for (const { name, value } of seen.kids)
    rest = rest.replace(normalized(name), ' ').replace(normalized(value ?? ''), ' ');
  return rest.trim() === '';
}

/** Counts one more element that is left out in a node; consecutive ones on one side are counted together. */
export function countPassedOver(seen: SnapshotNode, side: string, role: string): void {
  const last = seen.kids.at(-1);
  if (last?.kind !== 'beyond' || last.states[0] !== side) {
    seen.kids.push({ ...emptyNode('beyond', 'more'), name: role, value: '1', states: [side], inView: true });
    return;
  }
  last.value = String(Number(last.value) + 1);
  if (last.name !== role) last.name = 'generic';
}

/** Whether a text continues the one before it and was merged into it. */
export function mergeText(last: SnapshotNode, text: SnapshotNode): boolean {
  if (last.kind !== 'text' || last.block !== text.block || last.states.join() !== text.states.join()) return false;
  if (last.name.length <= MAX_TEXT) last.name += text.name;
  last.inView ||= text.inView;
  return true;
}

/** Whether the parent has the same state, so that it need not be repeated for each child. */
export const isStateOfParent = (mark: string, outer: SnapshotNode): boolean =>
  outer.kind !== 'named' && outer.states.includes(mark);

/** Whether the node or one inside it passes the test. */
export function someNode(seen: SnapshotNode, test: (seen: SnapshotNode) => boolean): boolean {
  const open = [seen];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (test(at)) return true;
    for (const kid of at.kids) open.push(kid);
  }
  return false;
}

/** Whether it holds many elements of one kind, or a count of elements far away. */
export function isLongList(seen: SnapshotNode): boolean {
  if (seen.kids.some((kid) => kid.kind === 'beyond')) return true;
  if (seen.kids.length < MANY || (seen.kind !== 'group' && seen.kind !== 'holder')) return false;
  const role = seen.kids[seen.kids.length >> 1]?.role;
  let alike = 0;
  for (const kid of seen.kids) if (kid.role === role) alike += 1;
  return alike >= MANY;
}

const hasTarget = (seen: SnapshotNode): boolean => someNode(seen, (at) => at.target !== null);

const FROM_ATTRIBUTE = 'source=attribute';
export const CELL_GAP = ' — ';
/** So many like elements make a list. */
const MANY = 10;
