// Which elements something can be done to, and how sure that is.

import {
  attr,
  bodyOf,
  clientHeight,
  clientWidth,
  css,
  documentElement,
  firstChild,
  flatParent,
  hasAnyAttr,
  hasAttr,
  hasAttributes,
  inputType,
  isHtml,
  isInput,
  rectOf,
  scrollHeight,
  scrollWidth,
  shadowOf,
  tag,
} from './dom';
import { isEditingHost } from './field';
import { isHeard } from './heard';
import type { Look } from './look';
import { setOf } from './text';

/**
 * `sure`: by its kind or role. `heard`: the page listens on it. `focusable`: the keyboard reaches it. `guessed`: something
 * hints at it, `icon`: only its looks do.
 */
export type Interest = 'sure' | 'heard' | 'focusable' | 'guessed' | 'icon' | 'none';

export function interestIn(element: Element, role: string, look: Look): Interest {
  if (isInput(element)) return inputType(element) === 'hidden' ? 'none' : 'sure';
  if (CONTROLS.has(tag(element)) || isEditingHost(element)) return 'sure';
  if (WIDGETS.has(role)) return 'sure';
  if ((tag(element) === 'video' || tag(element) === 'audio') && hasAttr(element, 'controls')) return 'sure';
  if (isListened(element)) return 'heard';
  if (CONTAINERS.has(role)) return 'none';
  if (hasAttributes(element)) {
    if (Number.parseInt(attr(element, 'tabindex') ?? '', 10) >= 0) return 'focusable';
    if (attr(element, 'draggable') === 'true' || DRAGGED.test(attr(element, 'class') ?? '')) return 'guessed';
  }
  if (hasOwnPointer(element, look)) return 'guessed';
  return isIcon(element, look) ? 'icon' : 'none';
}

/** The page waits for a click or a press on this very element. */
export const isListened = (element: Element): boolean =>
  isHeard(element, 'click') || isHeard(element, 'drag') || hasAnyAttr(element, HANDLERS);

/** A small empty box with a picture or a frame: what a page draws to be clicked when it uses no button. */
export function isIcon(element: Element, look: Look): boolean {
  if (firstChild(element) !== null || !isHtml(element) || shadowOf(element) !== null) return false;
  const style = look.style(element);
  const pictured = css(style, 'background-image').includes('url(') || css(style, 'content').includes('url(');
  if (!pictured && SIDES.some((side) => css(style, side) === 'none')) return false;
  const { width, height } = rectOf(element);
  return width >= MIN_ICON && height >= MIN_ICON && width <= MAX_ICON && height <= MAX_ICON;
}

export const hasPointer = (element: Element, look: Look): boolean => HANDS.has(css(look.style(element), 'cursor'));

/** A hand-shaped cursor that starts here: what it lies in does not have it. */
function hasOwnPointer(element: Element, look: Look): boolean {
  const cursor = css(look.style(element), 'cursor');
  if (!HANDS.has(cursor)) return false;
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
  'pointer grab grabbing move se-resize e-resize s-resize ew-resize ns-resize nwse-resize nesw-resize col-resize row-resize',
);
/** Classes a widespread library gives to what can be dragged. */
const DRAGGED = /(^|\s)ui-(draggable|sortable-handle|selectee)(\s|$)/;
const SIDES = ['border-top-style', 'border-left-style', 'border-right-style'] as const;
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
