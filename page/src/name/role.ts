// The ARIA role of an element: its explicit role if that is valid, else the role that HTML or SVG gives it.

import {
  attr,
  childByTag,
  closest,
  firstElement,
  flatContains,
  flatParent,
  hasAttr,
  inputType,
  isHtml,
  isInput,
  isSelect,
  isSvg,
  matches,
  queryAll,
  selectMultiple,
  selectSize,
  summaryOf,
  tabIndex,
  tag,
  textContent,
  word,
  xlink,
} from '../dom/dom';
import { referencedElements } from '../dom/reference';
import { setOf } from '../dom/text';
import type { Look } from '../visibility/look';
import { plainRole } from './publishing';

export function roleOf(element: Element, look: Look): string {
  const known = look.roles.get(element);
  if (known !== undefined) return known;
  const role = explicitRole(element) ?? implicitRole(element, look);
  look.roles.set(element, role);
  return role;
}

/**
 * The role by the letter of the standards: an item outside of its list has none, and roles of digital publishing keep
 * their own names.
 */
export function strictRoleOf(element: Element, look: Look): string {
  const said = validExplicitRoles(element).find((role) => isInRequiredOwner(element, role, look));
  return said ?? implicitRole(element, look);
}

function isInRequiredOwner(element: Element, role: string, look: Look): boolean {
  const owners = OWNERS.get(role);
  if (owners === undefined) return true;
  for (let at = ownerOf(element, look); at !== null; at = ownerOf(at, look)) {
    const around = roleOf(at, look);
    if (owners.has(around)) return true;
    if (!isStructural(around) && around !== 'group') break;
  }
  return false;
}

/** The element that owns this one by `aria-owns`, or else its parent. */
function ownerOf(element: Element, look: Look): Element | null {
  const id = attr(element, 'id') ?? '';
  const owner = id === '' ? undefined : queryAll(look.document, `[aria-owns~="${CSS.escape(id)}"]`)[0];
  return owner === undefined || flatContains(element, owner) ? flatParent(element) : owner;
}

/** Whether an element of this role is nothing but a box around its content. */
export const isStructural = (role: string): boolean => role === 'generic' || role === 'none';

/** Whether attributes name the element: that decides whether a section is a region and a form a landmark. */
export function hasAuthorName(element: Element): boolean {
  if ((attr(element, 'aria-label') ?? '').trim() !== '' || (attr(element, 'title') ?? '').trim() !== '') return true;
  return hasAttr(element, 'aria-labelledby') && referencedElements(element, 'aria-labelledby').some(saysSomething);
}

const saysSomething = (label: Element): boolean =>
  [textContent(label), attr(label, 'aria-label'), attr(label, 'alt'), attr(label, 'title')].some(
    (text) => (text ?? '').trim() !== '',
  );

const isFocusable = (element: Element): boolean =>
  (hasAttr(element, 'tabindex') && !Number.isNaN(Number.parseInt(attr(element, 'tabindex') ?? '', 10))) ||
  (tabIndex(element) >= 0 && !isSvg(element) && !matches(element, ':disabled'));

function explicitRole(element: Element): string | null {
  if (!hasAttr(element, 'role')) return null;
  const said = validExplicitRoles(element)[0];
  return said === undefined ? null : (plainRole(said) ?? said);
}

/** The valid roles of the role attribute, the first of which counts. */
function validExplicitRoles(element: Element): string[] {
  const roles: string[] = [];
  for (const token of (attr(element, 'role') ?? '').toLowerCase().split(/[ \t\n\f\r]+/)) {
    const role = SYNONYMS.get(token) ?? token;
    if (!ROLES.has(role) && plainRole(role) === undefined) continue;
    if ((role === 'region' || role === 'form') && !hasAuthorName(element)) continue;
    if (role === 'none' && !mayBePresentational(element)) break;
    roles.push(role);
  }
  return roles;
}

/** `none` is ignored on elements that can be focused or edited or have a global ARIA attribute. */
function mayBePresentational(element: Element): boolean {
  return !isFocusable(element) && !matches(element, EDITED_OR_ARIA);
}

function implicitRole(element: Element, look: Look): string {
  const name = tag(element);
  const fixed = BY_TAG.get(name);
  if (fixed !== undefined) return fixed;
  if (isSvg(element)) return svgRole(element, name);
  switch (name) {
    case 'a':
    case 'area':
      return hasAttr(element, 'href') ? 'link' : 'generic';
    case 'aside':
      return hasAuthorName(element) || !insideSection(element, look, false) ? 'complementary' : 'generic';
    case 'header':
      return insideSection(element, look, true) ? 'sectionheader' : 'banner';
    case 'footer':
      return insideSection(element, look, true) ? 'sectionfooter' : 'contentinfo';
    case 'section':
      return hasAuthorName(element) ? 'region' : 'generic';
    case 'img':
      return attr(element, 'alt') === '' && !hasAuthorName(element) && mayBePresentational(element) ? 'none' : 'img';
    case 'input':
      return inputRole(element);
    case 'select':
      return isSelect(element) && !selectMultiple(element) && selectSize(element) <= 1 ? 'combobox' : 'listbox';
    case 'li':
      return ownerRole(element, look, ['list']) === null ? 'generic' : 'listitem';
    case 'summary':
      return isSummary(element) ? 'button' : 'generic';
    case 'tr':
      return ownerRole(element, look, TABLES) === null ? 'generic' : 'row';
    case 'tbody':
    case 'thead':
    case 'tfoot':
      return ownerRole(element, look, TABLES) === null ? 'generic' : 'rowgroup';
    case 'td':
    case 'th':
      return cellRole(element, look, name);
    default:
      return 'generic';
  }
}

/** The first summary of its details; others are plain text. */
const isSummary = (element: Element): boolean => {
  const parent = flatParent(element);
  const details = parent === null ? null : closest(parent, (at) => tag(at) !== 'slot');
  return details !== null && tag(details) === 'details' && (details !== parent || summaryOf(details) === element);
};

function inputRole(element: Element): string {
  const type = isInput(element) ? inputType(element) : 'text';
  switch (type) {
    case 'button':
    case 'submit':
    case 'reset':
    case 'image':
    case 'file':
    case 'color':
      return 'button';
    case 'checkbox':
      return hasAttr(element, 'switch') ? 'switch' : 'checkbox';
    case 'radio':
      return 'radio';
    case 'range':
      return 'slider';
    case 'number':
      return 'spinbutton';
    case 'hidden':
      return 'none';
    case 'search':
      return hasAttr(element, 'list') ? 'combobox' : 'searchbox';
    case 'email':
    case 'tel':
    case 'text':
    case 'url':
      return hasAttr(element, 'list') ? 'combobox' : 'textbox';
    default:
      return 'textbox';
  }
}

/** An SVG element has a role only if it is described, named or focusable. */
function svgRole(element: Element, name: string): string {
  if (name === 'svg:a') return hasAttr(element, 'href') || xlink(element, 'href') !== null ? 'link' : 'generic';
  if (name === 'svg:image') return 'img';
  const told =
    childByTag(element, 'svg:title') !== null ||
    childByTag(element, 'svg:desc') !== null ||
    hasAuthorName(element) ||
    !mayBePresentational(element);
  return told ? (SVG_ROLES.get(name) ?? 'generic') : 'generic';
}

/** The role of the nearest meaningful ancestor, if it is one of `wanted`. */
function ownerRole(element: Element, look: Look, wanted: readonly string[]): string | null {
  for (let at = flatParent(element); at !== null; at = flatParent(at)) {
    const role = roleOf(at, look);
    if (wanted.includes(role)) return role;
    if (role === 'none' || (role !== 'generic' && role !== 'rowgroup' && role !== 'row')) return null;
    if (role === 'generic' && PARTS.has(tag(at))) return null;
  }
  return null;
}

function cellRole(element: Element, look: Look, name: string): string {
  const owner = ownerRole(element, look, TABLES);
  if (owner === null) return 'generic';
  const cell = owner === 'table' ? 'cell' : 'gridcell';
  if (name === 'td') return cell;
  const scope = word(element, 'scope');
  if (scope === 'col' || scope === 'colgroup') return 'columnheader';
  if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
  const row = flatParent(element);
  const part = row === null ? null : flatParent(row);
  if (row === null || (part !== null && tag(part) === 'thead')) return 'columnheader';
  const data = childByTag(row, 'td');
  if (data === null) return 'columnheader';
  // A first row that begins with an empty corner is a row of column headers.
  const startsTable = part === null || childByTag(part, 'tr') === row;
  return startsTable && childByTag(row, 'th') !== firstElement(row) ? 'columnheader' : 'rowheader';
}

/** Whether an element is inside a section with headers and asides of its own; `main` counts for headers only. */
function insideSection(element: Element, look: Look, orMain: boolean): boolean {
  const parent = flatParent(element);
  const isSection = (at: Element): boolean => {
    const role = roleOf(at, look);
    return SECTION_ROLES.has(role) || (orMain && role === 'main') || (SECTIONS.has(tag(at)) && !saysOtherwise(at));
  };
  return parent !== null && closest(parent, (at) => isHtml(at) && isSection(at)) !== null;
}

/** Whether a valid explicit role makes a section or an aside something else. */
const saysOtherwise = (element: Element): boolean => explicitRole(element) !== null;

const TABLES = ['table', 'grid', 'treegrid'] as const;
const PARTS = setOf('table ul ol menu');
const SECTIONS = new Set(['article', 'aside', 'nav', 'section']);
const SECTION_ROLES = new Set(['article', 'complementary', 'navigation', 'region']);
const OWNERS = new Map([
  ['listitem', setOf('list')],
  ['option', setOf('listbox combobox')],
  ['treeitem', setOf('tree treeitem')],
  ['tab', setOf('tablist')],
  ['menuitem', setOf('menu menubar')],
  ['menuitemcheckbox', setOf('menu menubar')],
  ['menuitemradio', setOf('menu menubar')],
  ['rowgroup', setOf('table grid treegrid')],
  ['row', setOf('table grid treegrid rowgroup')],
  ['cell', setOf('row')],
  ['gridcell', setOf('row')],
  ['columnheader', setOf('row')],
  ['rowheader', setOf('row')],
]);
const SYNONYMS = new Map([
  ['presentation', 'none'],
  ['image', 'img'],
  ['directory', 'list'],
]);

const SVG_ROLES = pairs(
  'svg:svg:img svg:mesh:img svg:symbol:graphics-object svg:g:group svg:text:group svg:foreignObject:group svg:tspan:group svg:textPath:group svg:use:graphics-object ' +
    'svg:circle:graphics-symbol svg:ellipse:graphics-symbol svg:line:graphics-symbol svg:path:graphics-symbol ' +
    'svg:polygon:graphics-symbol svg:polyline:graphics-symbol svg:rect:graphics-symbol',
);

const EDITED_OR_ARIA = Array.from(
  setOf(
    'atomic busy controls current describedby description details dropeffect flowto grabbed keyshortcuts label labelledby ' +
      'live owns relevant roledescription braillelabel brailleroledescription',
  ),
  (name) => `[aria-${name}]`,
)
  .concat('[contenteditable]:not([contenteditable=false i])')
  .join();

const ROLES = setOf(
  'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox comment complementary ' +
    'contentinfo definition deletion dialog document emphasis feed figure form generic grid gridcell group heading img insertion ' +
    'link list listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note ' +
    'option paragraph progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox sectionfooter sectionheader ' +
    'separator slider spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer ' +
    'toolbar tooltip tree treegrid treeitem graphics-document graphics-object graphics-symbol',
);

const BY_TAG = pairs(
  'address:group article:article blockquote:blockquote button:button caption:caption code:code ' +
    'datalist:listbox dd:definition del:deletion details:group dfn:term dialog:dialog dir:list dt:term ' +
    'em:emphasis fieldset:group figcaption:caption figure:figure form:form h1:heading h2:heading h3:heading ' +
    'h4:heading h5:heading h6:heading hgroup:group hr:separator html:document ins:insertion main:main ' +
    'mark:mark math:math menu:list meter:meter nav:navigation ol:list optgroup:group option:option ' +
    'output:status p:paragraph progress:progressbar s:deletion search:search strong:strong sub:subscript ' +
    'sup:superscript table:table textarea:textbox time:time ul:list',
);

/** Reads `tag:role` words; the role is what follows the last colon. */
function pairs(written: string): ReadonlyMap<string, string> {
  return new Map(
    Array.from(setOf(written), (pair) => {
      const end = pair.lastIndexOf(':');
      return [pair.slice(0, end), pair.slice(end + 1)];
    }),
  );
}
