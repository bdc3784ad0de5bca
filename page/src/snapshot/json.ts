// Writes a snapshot as JSON by hand: it is by far the largest message of a page, and its transport costs by length,
// twice as much as soon as a single character needs more than a byte.
//
// A node is an array of the fields of `PageNode` in their order; empty fields at the end are left out.

import type { Box } from '../dom/box';
import { frameContentOf } from '../dom/frame';
import { truncate, MAX_NAME, MAX_TEXT, MAX_VALUE, setOf } from '../dom/text';
import type { PageSnapshot } from '../generated/wire';
import type { SnapshotNode } from './node';

type NumberOf = (element: Element) => number;

/** The reply with a snapshot; `numberOf` numbers the elements. */
export function snapshotJson(
  head: Omit<PageSnapshot, 'nodes'>,
  roots: readonly SnapshotNode[],
  numberOf: NumberOf,
): string {
  const page = head.url.split('#', 1)[0] ?? '';
  const pieces: string[] = [];
  const open = roots.map((node) => ({ node, depth: 0 })).reverse();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    pieces.push(nodeJson(at.node, at.depth, page, numberOf));
    for (let index = at.node.kids.length - 1; index >= 0; index -= 1) {
      const kid = at.node.kids[index];
      if (kid !== undefined) open.push({ node: kid, depth: at.depth + 1 });
    }
  }
  const around = JSON.stringify({ kind: 'snapshot', ...head, title: head.title.toWellFormed() });
  pieces.unshift(`${around.slice(0, -1)},"nodes":[`);
  escapeWideCharacters(pieces);
  const [start = '', ...nodes] = pieces;
  return `${start}${nodes.join(',')}]}`;
}

function nodeJson(node: SnapshotNode, depth: number, page: string, numberOf: NumberOf): string {
  const longest = node.kind === 'text' || node.kind === 'holder' || node.kind === 'row' ? MAX_TEXT : MAX_NAME;
  const start = `[${depth},"${node.role}",${quoted(truncate(node.name, longest))}`;
  const number = node.target === null ? 0 : numberOf(node.target);
  const rest = detailsJson(node, page, numberOf);
  const isShort = rest === '' && !node.inView;
  if (node.target === null) return isShort ? `${start}]` : `${start},null,null,${String(node.inView)}${rest}]`;
  const placed = `${start},${number},${node.box === null ? 'null' : rounded(node.box)}`;
  return isShort ? `${placed}]` : `${placed},${String(node.inView)}${rest}]`;
}

/** Address, states, value, origin of an inner document, and cover, as far as there are any. */
function detailsJson(node: SnapshotNode, page: string, numberOf: NumberOf): string {
  const { target, href, states, value, covered, cover } = node;
  const frame = target !== null && FRAMES.has(node.role) ? target : null;
  if (href === null && states.length === 0 && value === null && frame === null && !covered) return '';
  let text = href === null ? ',null' : `,${quoted(href.startsWith(`${page}#`) ? href.slice(page.length) : href)}`;
  const more = value !== null || frame !== null || covered;
  if (states.length > 0 || more) text += `,[${states.map(quoted).join(',')}]`;
  if (more) text += value === null ? ',null' : `,${quoted(truncate(value, MAX_VALUE))}`;
  if (frame !== null) text += frameOrigin(frame);
  else if (covered) text += ',null';
  return covered ? `${text},${cover === null ? 0 : numberOf(cover)}` : text;
}

function frameOrigin(frame: Element): string {
  const { x, y, across, down } = frameContentOf(frame);
  return `,[${x},${y},${across},${down}]`;
}

const rounded = ({ left, top, right, bottom }: Box): string =>
  `[${Math.round(left)},${Math.round(top)},${Math.round(right - left)},${Math.round(bottom - top)}]`;

/** Unpaired surrogates, which a page may contain, are replaced, because not every parser accepts them. */
const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text.toWellFormed()));

/** Escapes wide characters if they are few, so that the whole text can be stored in single bytes. */
function escapeWideCharacters(pieces: string[]): void {
  let length = 0;
  let wide = 0;
  const found: number[] = [];
  for (const [index, piece] of pieces.entries()) {
    length += piece.length;
    if (!WIDE.test(piece)) continue;
    found.push(index);
    for (let at = 0; at < piece.length; at += 1) if (piece.charCodeAt(at) > MAX_BYTE) wide += 1;
  }
  if (wide * SPELT > length) return;
  for (const index of found) pieces[index] = escaped(pieces[index] ?? '');
}

/** Built character by character, because a slice of a wide text would stay wide. */
function escaped(piece: string): string {
  let text = '';
  for (let at = 0; at < piece.length; at += 1) {
    const code = piece.charCodeAt(at);
    text += code > MAX_BYTE ? `\\u${code.toString(16).padStart(4, '0')}` : String.fromCharCode(code);
  }
  return text;
}

const FRAMES = setOf('iframe object embed');
/** A text that needs no escapes. */
const PLAIN = /^[ !#-[\]-~\u00a0-\u00ff]*$/;
const WIDE = /[^\u0000-\u00ff]/;
const MAX_BYTE = 0xff;
/** Length of an escape. */
const SPELT = 6;
