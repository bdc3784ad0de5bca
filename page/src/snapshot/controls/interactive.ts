// Which elements something can be done to, and how sure that is.

import {
  attr,
  bodyOf,
  children,
  clientHeight,
  clientWidth,
  closest,
  css,
  documentElement,
  firstChild,
  firstElement,
  flatParent,
  hasAnyAttr,
  hasAttr,
  hasAttributes,
  hostOf,
  inputType,
  isHtml,
  isInput,
  queryAllIn,
  queryWithin,
  rectOf,
  rootOf,
  scrollHeight,
  scrollWidth,
  shadowOf,
  tag,
  textContent,
} from '../../dom/dom';
import { isEditingHost } from '../../dom/field';
import { hasInternalAttributes, internalAttributesOf } from '../../dom/internal_attributes';
import { hasListenerFor } from '../../dom/listeners';
import { setOf } from '../../dom/text';
import type { Look } from '../../visibility/look';

/**
 * `sure`: by its kind or role. `heard`: the page listens on it. `focusable`: the keyboard reaches it. `guessed`: something
 * hints at it, `icon`: only its looks do.
 */
export type Interactivity = 'sure' | 'heard' | 'focusable' | 'guessed' | 'icon' | 'none';

export function interactivityOf(element: Element, role: string, look: Look): Interactivity {
  if (isInput(element)) return inputType(element) === 'hidden' ? 'none' : 'sure';
  if (CONTROLS.has(tag(element)) || isEditingHost(element)) return 'sure';
  if (WIDGETS.has(role)) return 'sure';
  if (BARE.has(role) && isFaceOfCustomControl(element)) return 'none';
  if ((tag(element) === 'video' || tag(element) === 'audio') && hasAttr(element, 'controls')) return 'sure';
  const listens = isListened(element);
  const isAround = BARE.has(role) && (listens || hasAttr(element, 'tabindex')) && isAroundRows(element, look);
  if (listens && !isAround && !(BARE.has(role) && (isDelegate(element, look) || isShell(element))))
    return isEdge(element, look) || (BARE.has(role) && isFace(element)) ? 'none' : 'heard';
  if ((role === 'listitem' || role === 'columnheader') && isEntry(element)) return 'heard';
  if (role === 'gridcell' && (isPicked(element) || isReached(element))) return 'focusable';
  if (CONTAINERS.has(role) || isAround) return 'none';
  if (hasAttributes(element)) {
    if (Number.parseInt(attr(element, 'tabindex') ?? '', 10) >= 0) return 'focusable';
    if (attr(element, 'draggable') === 'true' || DRAGGED.test(attr(element, 'class') ?? '')) return 'guessed';
  }
  if (isSorted(element) || isDroppedOn(element) || isMuteLink(element)) return 'guessed';
  if (tag(element) === 'svg:svg' && isIconButton(element, look)) return 'heard';
  if (hasOwnPointer(element, look)) return isEdge(element, look) ? 'none' : 'guessed';
  return isIcon(element, look) ? 'icon' : 'none';
}

/** What a click into the middle of a button hits, and so no more than the button is. */
function isFace(element: Element): boolean {
  const outer = flatParent(element);
  const button = outer === null ? null : closest(outer, (at) => tag(at) === 'button');
  if (button === null) return false;
  const [own, all] = [rectOf(element), rectOf(button)];
  const [x, y] = [all.left + all.width / 2, all.top + all.height / 2];
  return x >= own.left && x < own.right && y >= own.top && y < own.bottom;
}

/** A custom element around a field, or around a label and what it is for, listens for what is done to those. */
function isShell(element: Element): boolean {
  if (!tag(element).includes('-') || hasAnyAttr(element, HANDLERS) || hasAttr(element, 'tabindex')) return false;
  const shadow = shadowOf(element);
  return queryWithin(element, SHELLED).length > 0 || (shadow !== null && queryAllIn(shadow, SHELLED).length > 0);
}

/** What a custom element is drawn with that told the browser that it is one control. */
function isFaceOfCustomControl(element: Element): boolean {
  const root = hasInternalAttributes() ? rootOf(element) : null;
  const role = root instanceof ShadowRoot ? internalAttributesOf(hostOf(root))?.get('role') : undefined;
  return role !== undefined && ALONE.has(role);
}

/** Between two columns, to be pulled. */
const isEdge = (element: Element, look: Look): boolean =>
  firstElement(element) === null &&
  css(look.style(element), 'cursor').endsWith('-resize') &&
  closest(element, (at) => tag(at) === 'th' || attr(at, 'role') === 'columnheader') !== null;

/** Listens for what is inside it, as the root of an application does: there are controls in it, and no hand points at it. */
const isDelegate = (element: Element, look: Look): boolean =>
  !hasAnyAttr(element, HANDLERS) &&
  !hasAttr(element, 'tabindex') &&
  queryWithin(element, INNER).length >= MANY_INNER &&
  !hasPointer(element, look);

/** The keyboard and whatever listens around the rows of a table mean its cells. */
const isAroundRows = (element: Element, look: Look): boolean =>
  queryWithin(element, 'tr, [role="row"]').length > 0 && !hasPointer(element, look);

/** An entry of a list whose entries are taken out and put elsewhere. */
function isSorted(element: Element): boolean {
  const outer = flatParent(element);
  return outer !== null && hasListenerFor(outer, 'sort');
}

/** A bare place that waits for something to be dropped on it; where it holds things, those are dropped on. */
const isDroppedOn = (element: Element): boolean =>
  (hasListenerFor(element, 'drop') || DROPPED_ON.test(attr(element, 'class') ?? '')) && firstElement(element) === null;

/** A link that leads nowhere is one that a script follows, unless it marks a place in a text or only a cell's face. */
const isMuteLink = (element: Element): boolean =>
  tag(element) === 'a' &&
  !hasAttr(element, 'href') &&
  !hasAttr(element, 'name') &&
  !hasAttr(element, 'id') &&
  closest(element, (at) => CELLS.has(tag(at))) === null;

/** The page waits for a click or a press on this very element. */
export const isListened = (element: Element): boolean =>
  hasListenerFor(element, 'click') || hasListenerFor(element, 'drag') || hasAnyAttr(element, HANDLERS);

/** The list or row around it waits for clicks, which are then clicks on its entries. */
function isEntry(element: Element): boolean {
  const list = flatParent(element);
  return list !== null && isListened(list);
}

/** A cell that is chosen by itself, as a day in a calendar is: said to be so, or one of a row of short ones. */
function isPicked(cell: Element): boolean {
  if (hasAttr(cell, 'aria-selected')) return true;
  const row = hasAttr(cell, 'tabindex') ? flatParent(cell) : null;
  const cells = row === null ? [] : Array.from(children(row));
  return (
    cells.length > 0 &&
    cells.length <= MAX_DAYS &&
    cells.every((at) => (textContent(at) ?? '').trim().length <= MAX_DAY_LENGTH)
  );
}

/** A cell that the focus moves to and whose table waits for clicks, in a row that is nothing to be clicked by itself. */
function isReached(cell: Element): boolean {
  if (!hasAttr(cell, 'tabindex')) return false;
  const row = closest(cell, (at) => tag(at) === 'tr' || attr(at, 'role') === 'row');
  if (row === null || hasAttr(row, 'tabindex') || isListened(row)) return false;
  const table = closest(row, (at) => isListened(at) || GRIDS.has(attr(at, 'role') ?? ''));
  return table !== null && isListened(table);
}

/** A small empty box with a picture or a frame: what a page draws to be clicked when it uses no button. */
export function isIcon(element: Element, look: Look): boolean {
  if (firstChild(element) !== null || !isHtml(element) || shadowOf(element) !== null) return false;
  const style = look.style(element);
  const pictured = css(style, 'background-image').includes('url(') || css(style, 'content').includes('url(');
  if (!pictured && SIDES.some((side) => css(style, side) === 'none')) return false;
  const { width, height } = rectOf(element);
  return width >= MIN_ICON && height >= MIN_ICON && width <= MAX_ICON && height <= MAX_ICON;
}

export const hasPointer = (element: Element, look: Look): boolean => isHand(css(look.style(element), 'cursor'));

/** A cursor that promises something to be done; of a picture for one, what stands in for it tells. */
const isHand = (cursor: string): boolean =>
  HANDS.has(cursor.startsWith('url(') ? cursor.slice(cursor.lastIndexOf(' ') + 1) : cursor);

/** Whether an icon is a control of its own and not the face of one. */
export const isIconButton = (icon: Element, look: Look): boolean =>
  isListened(icon) || (hasOwnPointer(icon, look) && closest(icon, (at) => FACED.has(tag(at))) === null);

/** A hand-shaped cursor that starts here: what it lies in does not have it. */
function hasOwnPointer(element: Element, look: Look): boolean {
  const cursor = css(look.style(element), 'cursor');
  if (!isHand(cursor)) return false;
  const outer = flatParent(element);
  return outer !== null && css(look.style(outer), 'cursor') !== cursor;
}

export function isScrollable(element: Element, look: Look): boolean {
  if (element === documentElement(look.document) || element === bodyOf(look.document)) return false;
  const style = look.style(element);
  const [overflowX, overflowY] = [css(style, 'overflow-x'), css(style, 'overflow-y')];
  const down = SCROLLS.has(overflowY) && scrollHeight(element) > clientHeight(element) + MIN_OVERFLOW;
  const across = SCROLLS.has(overflowX) && scrollWidth(element) > clientWidth(element) + MIN_OVERFLOW;
  return (down || across) && clientHeight(element) >= MIN_SCROLLER && clientWidth(element) >= MIN_SCROLLER;
}

const HANDLERS = setOf('onclick onmousedown onmouseup onpointerdown onpointerup ontouchstart ondblclick ondragstart');
const HANDS = setOf(
  'pointer grab grabbing move copy zoom-in zoom-out all-scroll e-resize n-resize s-resize w-resize ne-resize nw-resize se-resize ' +
    'sw-resize ew-resize ns-resize nwse-resize nesw-resize col-resize row-resize',
);
/** Classes a widespread library gives to what can be dragged. */
const DRAGGED = /(^|\s)ui-(draggable|sortable-handle|selectee)(\s|$)/;
const DROPPED_ON = /(^|[\s_-])drop-?(pable|zone|target|area)([\s_-]|$)/i;
/** Controls inside a listener, of which so many show that it listens for them. */
const INNER = [
  'a[href], button, input:not([type=hidden]), select, textarea',
  ...['button', 'tab', 'menuitem', 'option', 'columnheader', 'row', 'treeitem', 'radio'].map(
    (role) => `[role=${role}]`,
  ),
].join();
const MANY_INNER = 2;
/** What a shell is around. */
const SHELLED = 'label, input:not([type=hidden]), select, textarea, [role=combobox], [role=textbox]';
/** Roles of controls inside of which there is nothing else to be used. */
const ALONE = setOf(
  'button checkbox link menuitem menuitemcheckbox menuitemradio meter option progressbar radio slider switch tab',
);
/** Controls of the browser's own, of which an icon inside is only the face. */
const FACED = setOf('a button label summary');
const CELLS = setOf('td th');
const GRIDS = setOf('grid treegrid');
/** Roles that say nothing of what an element is for. */
const BARE = setOf('generic none presentation rowgroup main region form document application');
const SIDES = ['border-top-style', 'border-left-style', 'border-right-style'] as const;
/** A row of a calendar holds a week and its number. */
const MAX_DAYS = 8;
const MAX_DAY_LENGTH = 3;
const MIN_ICON = 8;
const MAX_ICON = 64;
const SCROLLS = new Set(['auto', 'scroll', 'overlay']);
const MIN_OVERFLOW = 8;
const MIN_SCROLLER = 40;
const CONTROLS = setOf('button select textarea iframe frame canvas video object embed');
/** Focus and cursor on these belong to what is inside them. */
const CONTAINERS = setOf(
  'menu menubar tablist tabpanel tree grid treegrid table list radiogroup toolbar navigation main banner contentinfo complementary dialog ' +
    'alertdialog group region form search feed document application log',
);
const WIDGETS = setOf(
  'button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar ' +
    'searchbox slider spinbutton switch tab textbox treeitem',
);
