// The part of an element's content that its own box lets show: inside of it, and scrollable to.

import { type Box, EVERYWHERE, NOWHERE, showsIn, viewportBox } from '../dom/box';
import {
  clientHeight,
  clientLeft,
  clientTop,
  clientWidth,
  css,
  documentElement,
  isHtml,
  offsetHeight,
  offsetWidth,
  rectOf,
  scrollHeight,
  scrollLeft,
  scrollTop,
  scrollWidth,
  styleOf,
  tag,
} from '../dom/dom';
import type { Look } from './look';

/** A text of which fewer pixels show cannot be read. */
export const MIN_TEXT = 2;

/** The box of all content that can be scrolled into view inside `box`. */
export function scrollReach(element: Element, box: Box, { x, y }: Scale = PLAIN): Box {
  const { across, down } = scrollsBack(element);
  const width = Math.max(scrollWidth(element) * x, box.right - box.left);
  const height = Math.max(scrollHeight(element) * y, box.bottom - box.top);
  const [before, above] = [scrollLeft(element) * x, scrollTop(element) * y];
  const left = across ? box.right - before - width : box.left - before;
  const top = down ? box.bottom - above - height : box.top - above;
  return { left, top, right: left + width, bottom: top + height };
}

export function overflowClip(element: Element, style: CSSStyleDeclaration, clip: Box, look: Look): Box {
  const [x, y] = [css(style, 'overflow-x'), css(style, 'overflow-y')];
  const across = SCROLLS.has(x);
  const down = SCROLLS.has(y);
  const border = rectOf(element);
  const scale = scaleOf(element, border);
  const box = grown(paddingBox(element, border, scale), element, style, look);
  const scrolls = across || down;
  // The content of an invisible scroller is invisible; the body's scrolling is that of the page.
  if (scrolls && !showsIn(box, clip, MIN_TEXT) && tag(element) !== 'body') return NOWHERE;
  // A rotated element is not scrolled across or down.
  if (scrolls && Math.abs(scale.x - scale.y) > EVEN) return EVERYWHERE;
  const reach = scrolls ? scrollReach(element, box, scale) : box;
  return {
    left: across ? reach.left : Math.max(clip.left, x === 'visible' ? clip.left : box.left),
    right: across ? reach.right : Math.min(clip.right, x === 'visible' ? clip.right : box.right),
    top: down ? reach.top : Math.max(clip.top, y === 'visible' ? clip.top : box.top),
    bottom: down ? reach.bottom : Math.min(clip.bottom, y === 'visible' ? clip.bottom : box.bottom),
  };
}

/** The box at which content is really clipped. */
function grown(box: Box, element: Element, style: CSSStyleDeclaration, look: Look): Box {
  if (tag(element) === 'body' && css(look.style(documentElement(look.document)), 'overflow') === 'visible') {
    // The overflow of the body then applies to the viewport.
    const view = viewportBox();
    return { ...box, top: Math.min(box.top, view.top), bottom: Math.max(box.bottom, view.bottom) };
  }
  const margin = css(style, 'overflow') === 'clip' ? Number.parseFloat(css(style, 'overflow-clip-margin')) : 0;
  if (!(margin > 0)) return box;
  return {
    left: box.left - margin,
    top: box.top - margin,
    right: box.right + margin,
    bottom: box.bottom + margin,
  };
}

/** In which directions the content starts at the far side, so that offsets are negative. */
function scrollsBack(element: Element): { across: boolean; down: boolean } {
  const { direction, writingMode, display, flexDirection } = styleOf(element);
  const isFlex = display.endsWith('flex');
  const line = (direction === 'rtl') !== (isFlex && flexDirection === 'row-reverse');
  const block = isFlex && flexDirection === 'column-reverse';
  const isUpright = writingMode.startsWith('horizontal');
  const isLeftward = writingMode.endsWith('-rl') !== block;
  return {
    across: scrollLeft(element) < 0 || (isUpright ? line : isLeftward),
    down: scrollTop(element) < 0 || (isUpright ? block : line),
  };
}

function paddingBox(element: Element, border: DOMRect, { x, y }: Scale): Box {
  const left = border.left + clientLeft(element) * x;
  const top = border.top + clientTop(element) * y;
  return { left, top, right: left + clientWidth(element) * x, bottom: top + clientHeight(element) * y };
}

/** The scale at which an element is painted. */
interface Scale {
  readonly x: number;
  readonly y: number;
}

function scaleOf(element: Element, { width, height }: DOMRect): Scale {
  if (!isHtml(element)) return PLAIN;
  const [across, down] = [offsetWidth(element), offsetHeight(element)];
  return Math.abs(across - width) < 1 && Math.abs(down - height) < 1
    ? PLAIN
    : { x: width / (across || width || 1), y: height / (down || height || 1) };
}

/** An element that is not rotated has the same scale in both directions, up to rounding. */
const EVEN = 0.1;
const PLAIN: Scale = { x: 1, y: 1 };
const SCROLLS = new Set(['auto', 'scroll', 'overlay']);
