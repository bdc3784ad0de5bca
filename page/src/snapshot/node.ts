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
export function tidyNode(node: SnapshotNode): readonly SnapshotNode[] | null {
  tidyTexts(node);
  keepEmptyCells(node);
  const named = node.name !== '';
  const first = node.name.length < MAX_TEXT ? undefined : node.kids.find(isRead);
  if (named || node.value !== null) dropRepeatedText(node);
  if (named && node.kind === 'named' && !node.unnamed && isNamedByAttribute(node, first))
    node.states.push(FROM_ATTRIBUTE);
  if (node.kind === 'holder' && !named) inline(node);
  if (node.kind === 'row') joinCells(node);
  if (node.kind === 'named' && node.target === null && !node.painted) markHidden(node);
  if (node.guessed && node.kids.some(hasTarget) && addsNothing(node)) return node.kids;
  if (
    node.kids.length === 0 &&
    !node.painted &&
    !isEmptyCell(node) &&
    !(node.kind === 'holder' && node.name !== '') &&
    !(node.kind === 'row' && node.name !== '')
  )
    return [];
  if (node.role === 'paragraph' && node.kids.length === 0) node.role = 'text';
  return null;
}

/** Drops texts without content; a node with content in view is in view. */
function tidyTexts(node: SnapshotNode): void {
  let isBlank = false;
  for (const kid of node.kids) {
    if (kid.kind === 'text') {
      kid.name = tidy(kid.name);
      isBlank ||= kid.name === '';
      if (kid.name === '') continue;
    }
    if (kid.inView) node.inView = true;
  }
  if (isBlank) node.kids = node.kids.filter((kid) => kid.kind !== 'text' || kid.name !== '');
}

const isEmptyCell = (node: SnapshotNode): boolean =>
  (node.role === 'cell' || node.role === 'gridcell') &&
  node.target === null &&
  node.name === '' &&
  node.value === null &&
  node.kids.length === 0;

/** An empty cell stays only if the others would otherwise seem to be in another column. */
function keepEmptyCells(node: SnapshotNode): void {
  if (!node.kids.some(isEmptyCell)) return;
  const filled = node.kids.filter((kid) => !isEmptyCell(kid));
  if (node.kind !== 'row' || filled.length < 2) node.kids = filled;
  else node.kids = node.kids.slice(0, node.kids.findLastIndex((kid) => !isEmptyCell(kid)) + 1);
}

/** Whether a text has letters or digits; a sign such as a star adds nothing to a name. */
export const hasWords = (text: string): boolean => /[a-zA-Z0-9]/.test(text) || /[\p{L}\p{N}]/u.test(text);

/** Drops text that the name contains already. */
function dropRepeatedText(node: SnapshotNode): void {
  if (node.kids.length === 0) return;
  const said = normalized(`${node.name} ${node.kind === 'named' ? (node.value ?? '') : ''}`);
  node.kids = node.kids.filter((kid) => {
    if (kid.kind !== 'text' || kid.states.includes('hidden')) return true;
    if (node.kind === 'named' && !hasWords(kid.name)) return false;
    const text = normalized(kid.name);
    return node.kind === 'group' ? text !== said : !said.includes(text);
  });
}

/**
 * Whether the name comes from an attribute and differs from the visible text. A truncated name does not contain all of
 * a long text, but its beginning.
 */
function isNamedByAttribute(node: SnapshotNode, first: SnapshotNode | undefined): boolean {
  const unsaid = node.kids.find(isRead);
  return unsaid !== undefined && (node.name.length < MAX_TEXT || unsaid === first);
}

const isRead = (kid: SnapshotNode): boolean => kid.kind === 'text' && kid.states.length === 0 && hasWords(kid.name);

/** A list item, cell or paragraph that holds only text becomes one line; text before an inner list becomes its name. */
function inline(node: SnapshotNode): void {
  const texts = node.kids.filter((kid) => kid.kind === 'text');
  if (texts.some((kid) => kid.states.length > 0)) return;
  const rest = node.kids.filter((kid) => kid.kind !== 'text');
  const leads =
    texts.length === 1 && node.kids[0] === texts[0] && rest.every((kid) => kid.role === 'list' || kid.role === 'group');
  if (texts.length === 0 || (rest.length > 0 && !leads)) return;
  node.name = texts.map((kid) => kid.name).join(' ');
  node.kids = rest;
}

/** An element that is named by its content is hidden if its content is. */
function markHidden(node: SnapshotNode): void {
  if (node.kids.length === 0 || node.kids.some((kid) => kid.kind !== 'text' || !kid.states.includes('hidden'))) return;
  node.kids = [];
  node.painted = true;
  node.states.push('hidden');
}

/** A row of plain cells becomes one line. */
function joinCells(row: SnapshotNode): void {
  const isPlain = (kid: SnapshotNode): boolean =>
    kid.kids.length === 0 && kid.target === null && kid.kind !== 'named' && kid.kind !== 'beyond';
  if (row.kids.length > 0 && row.kids.every((kid) => kid.role === 'columnheader')) row.states.push('header');
  if (row.name === '' && row.kids.length > 0 && row.kids.every(isPlain))
    row.name = row.kids.map((kid) => cellText(kid.name)).join(CELL_GAP);
  if (row.name === '') return;
  row.kids = row.kids.filter((kid) => !isPlain(kid));
}

/** The text of a cell in its row, in which a bar cannot be taken for the end of the cell. */
export const cellText = (text: string): string => text.replaceAll('|', '\\|');

/** Whether the controls inside a node contain all of its text. */
function addsNothing(node: SnapshotNode): boolean {
  if (node.kids.some((kid) => kid.kind === 'text')) return false;
  let rest = node.unnamed ? '' : normalized(node.name);
  for (const { name, value } of node.kids)
    rest = rest.replace(normalized(name), ' ').replace(normalized(value ?? ''), ' ');
  return rest.trim() === '';
}

/** Counts one more element that is left out in a node; consecutive ones on one side are counted together. */
export function countPassedOver(node: SnapshotNode, side: string, role: string): void {
  const last = node.kids.at(-1);
  if (last?.kind !== 'beyond' || last.states[0] !== side) {
    node.kids.push({ ...emptyNode('beyond', 'more'), name: role, value: '1', states: [side], inView: true });
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
export function someNode(node: SnapshotNode, test: (node: SnapshotNode) => boolean): boolean {
  const open = [node];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (test(at)) return true;
    for (const kid of at.kids) open.push(kid);
  }
  return false;
}

/** Whether it holds many elements of one kind, or a count of elements far away. */
export function isLongList(node: SnapshotNode): boolean {
  if (node.kids.some((kid) => kid.kind === 'beyond')) return true;
  if (node.kids.length < MANY || (node.kind !== 'group' && node.kind !== 'holder')) return false;
  const role = node.kids[node.kids.length >> 1]?.role;
  let alike = 0;
  for (const kid of node.kids) if (kid.role === role) alike += 1;
  return alike >= MANY;
}

const hasTarget = (node: SnapshotNode): boolean => someNode(node, (at) => at.target !== null);

const FROM_ATTRIBUTE = 'source=attribute';
export const CELL_GAP = ' | ';
/** So many like elements make a list. */
const MANY = 10;
