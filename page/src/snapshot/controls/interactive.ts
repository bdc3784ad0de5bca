// Which elements are interactive, and how certain that is.

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
 * `sure`: by its tag or role. `listener`: the page listens on it. `focusable`: the keyboard reaches it. `guessed`: an
 * attribute or cursor suggests it, `icon`: only its appearance does.
 */
export type Interactivity = 'sure' | 'listener' | 'focusable' | 'guessed' | 'icon' | 'none';

export function interactivityOf(element: Element, role: string, look: Look): Interactivity {
  if (isInput(element)) return inputType(element) === 'hidden' ? 'none' : 'sure';
  if (CONTROLS.has(tag(element)) || isEditingHost(element)) return 'sure';
  if (WIDGETS.has(role)) return 'sure';
  if (BARE.has(role) && isContentOfCustomControl(element)) return 'none';
  if ((tag(element) === 'video' || tag(element) === 'audio') && hasAttr(element, 'controls')) return 'sure';
  const listens = hasPressListener(element);
  const isAround = BARE.has(role) && (listens || hasAttr(element, 'tabindex')) && isAroundRows(element, look);
  if (listens && !isAround && !(BARE.has(role) && (isDelegate(element, look) || isFieldWrapper(element))))
    return isEdge(element, look) || (BARE.has(role) && isButtonContent(element)) ? 'none' : 'listener';
  if ((role === 'listitem' || role === 'columnheader') && isListEntry(element)) return 'listener';
  if (role === 'gridcell' && (isChoosableCell(element) || isFocusableCell(element))) return 'focusable';
  if (CONTAINERS.has(role) || isAround) return 'none';
  if (hasAttributes(element)) {
    if (Number.parseInt(attr(element, 'tabindex') ?? '', 10) >= 0) return 'focusable';
    if (attr(element, 'draggable') === 'true' || DRAGGED.test(attr(element, 'class') ?? '')) return 'guessed';
  }
  if (isSortable(element) || isDropTarget(element) || isScriptLink(element)) return 'guessed';
  if (tag(element) === 'svg:svg' && isIconButton(element, look)) return 'listener';
  if (hasOwnPointer(element, look)) return isEdge(element, look) ? 'none' : 'guessed';
  return isIcon(element, look) ? 'icon' : 'none';
}

/** Whether a click into the middle of a button hits this element, which is then no control of its own. */
function isButtonContent(element: Element): boolean {
  const outer = flatParent(element);
  const button = outer === null ? null : closest(outer, (at) => tag(at) === 'button');
  if (button === null) return false;
  const [own, all] = [rectOf(element), rectOf(button)];
  const [x, y] = [all.left + all.width / 2, all.top + all.height / 2];
  return x >= own.left && x < own.right && y >= own.top && y < own.bottom;
}

/** A custom element around a field, or around a label and its control, listens for events of those. */
function isFieldWrapper(element: Element): boolean {
  if (!tag(element).includes('-') || hasAnyAttr(element, HANDLERS) || hasAttr(element, 'tabindex')) return false;
  const shadow = shadowOf(element);
  return (
    queryWithin(element, WRAPPED_FIELDS).length > 0 ||
    (shadow !== null && queryAllIn(shadow, WRAPPED_FIELDS).length > 0)
  );
}

/** Whether the element draws a custom element that is one control by its internals. */
function isContentOfCustomControl(element: Element): boolean {
  const root = hasInternalAttributes() ? rootOf(element) : null;
  const role = root instanceof ShadowRoot ? internalAttributesOf(hostOf(root))?.get('role') : undefined;
  return role !== undefined && ALONE.has(role);
}

/** Whether it is a narrow bar between columns, to be dragged. */
const isEdge = (element: Element, look: Look): boolean =>
  firstElement(element) === null &&
  css(look.style(element), 'cursor').endsWith('-resize') &&
  closest(element, (at) => tag(at) === 'th' || attr(at, 'role') === 'columnheader') !== null;

/**
 * Whether it only delegates events of its content, as the root of an application does: it contains controls and shows
 * no pointer cursor.
 */
const isDelegate = (element: Element, look: Look): boolean =>
  !hasAnyAttr(element, HANDLERS) &&
  !hasAttr(element, 'tabindex') &&
  queryWithin(element, INNER).length >= MANY_INNER &&
  !hasPointer(element, look);

/** Focus and listeners around the rows of a table belong to its cells. */
const isAroundRows = (element: Element, look: Look): boolean =>
  queryWithin(element, 'tr, [role="row"]').length > 0 && !hasPointer(element, look);

/** Whether it is an entry of a sortable list. */
function isSortable(element: Element): boolean {
  const outer = flatParent(element);
  return outer !== null && hasListenerFor(outer, 'sort');
}

/** An empty drop target; if it has content, the content is dropped on. */
const isDropTarget = (element: Element): boolean =>
  (hasListenerFor(element, 'drop') || DROPPED_ON.test(attr(element, 'class') ?? '')) && firstElement(element) === null;

/** A link without an address is handled by a script, unless it is an anchor in a text or only the content of a cell. */
const isScriptLink = (element: Element): boolean =>
  tag(element) === 'a' &&
  !hasAttr(element, 'href') &&
  !hasAttr(element, 'name') &&
  !hasAttr(element, 'id') &&
  closest(element, (at) => CELLS.has(tag(at))) === null;

/** Whether the page listens for clicks or presses on this very element. */
export const hasPressListener = (element: Element): boolean =>
  hasListenerFor(element, 'click') || hasListenerFor(element, 'drag') || hasAnyAttr(element, HANDLERS);

/** The list or row around it listens for clicks, which are meant for its entries. */
function isListEntry(element: Element): boolean {
  const list = flatParent(element);
  return list !== null && hasPressListener(list);
}

/** Whether a cell is chosen by itself, as a day in a calendar: by its attributes, or as one of a row of short cells. */
function isChoosableCell(cell: Element): boolean {
  if (hasAttr(cell, 'aria-selected')) return true;
  const row = hasAttr(cell, 'tabindex') ? flatParent(cell) : null;
  const cells = row === null ? [] : Array.from(children(row));
  return (
    cells.length > 0 &&
    cells.length <= MAX_DAYS &&
    cells.every((at) => (textContent(at) ?? '').trim().length <= MAX_DAY_LENGTH)
  );
}

/** Whether the focus moves to the cell and its table listens for clicks, while its row is no control by itself. */
function isFocusableCell(cell: Element): boolean {
  if (!hasAttr(cell, 'tabindex')) return false;
  const row = closest(cell, (at) => tag(at) === 'tr' || attr(at, 'role') === 'row');
  if (row === null || hasAttr(row, 'tabindex') || hasPressListener(row)) return false;
  const table = closest(row, (at) => hasPressListener(at) || GRIDS.has(attr(at, 'role') ?? ''));
  return table !== null && hasPressListener(table);
}

/** A small empty box with a picture or a frame: pages draw buttons this way. */
export function isIcon(element: Element, look: Look): boolean {
  if (firstChild(element) !== null || !isHtml(element) || shadowOf(element) !== null) return false;
  const style = look.style(element);
  const pictured = css(style, 'background-image').includes('url(') || css(style, 'content').includes('url(');
  if (!pictured && SIDES.some((side) => css(style, side) === 'none')) return false;
  const { width, height } = rectOf(element);
  return width >= MIN_ICON && height >= MIN_ICON && width <= MAX_ICON && height <= MAX_ICON;
}

export const hasPointer = (element: Element, look: Look): boolean =>
  isPointerCursor(css(look.style(element), 'cursor'));

/** Whether a cursor promises a control; for a picture as the cursor, its fallback decides. */
const isPointerCursor = (cursor: string): boolean =>
  HANDS.has(cursor.startsWith('url(') ? cursor.slice(cursor.lastIndexOf(' ') + 1) : cursor);

/** Whether an icon is a control of its own and not the content of one. */
export const isIconButton = (icon: Element, look: Look): boolean =>
  hasPressListener(icon) || (hasOwnPointer(icon, look) && closest(icon, (at) => NATIVE_CONTROLS.has(tag(at))) === null);

/** Whether the pointer cursor starts at this element and is not inherited. */
function hasOwnPointer(element: Element, look: Look): boolean {
  const cursor = css(look.style(element), 'cursor');
  if (!isPointerCursor(cursor)) return false;
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
/** Classes that a common library gives to draggable elements. */
const DRAGGED = /(^|\s)ui-(draggable|sortable-handle|selectee)(\s|$)/;
const DROPPED_ON = /(^|[\s_-])drop-?(pable|zone|target|area)([\s_-]|$)/i;
/** Controls inside a listener; so many of them show that it listens for their events. */
const INNER = [
  'a[href], button, input:not([type=hidden]), select, textarea',
  ...['button', 'tab', 'menuitem', 'option', 'columnheader', 'row', 'treeitem', 'radio'].map(
    (role) => `[role=${role}]`,
  ),
].join();
const MANY_INNER = 2;
/** The fields that a custom element wraps. */
const WRAPPED_FIELDS = 'label, input:not([type=hidden]), select, textarea, [role=combobox], [role=textbox]';
/** Roles of controls that contain no other controls. */
const ALONE = setOf(
  'button checkbox link menuitem menuitemcheckbox menuitemradio meter option progressbar radio slider switch tab',
);
/** Native controls, of which an icon inside is only the content. */
const NATIVE_CONTROLS = setOf('a button label summary');
const CELLS = setOf('td th');
const GRIDS = setOf('grid treegrid');
/** Roles that do not say what an element is for. */
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
/** Focus and cursor on these belong to their content. */
const CONTAINERS = setOf(
  'menu menubar tablist tabpanel tree grid treegrid table list radiogroup toolbar navigation main banner contentinfo complementary dialog ' +
    'alertdialog group region form search feed document application log',
);
const WIDGETS = setOf(
  'button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar ' +
    'searchbox slider spinbutton switch tab textbox treeitem',
);
