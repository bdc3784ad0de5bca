// What a person can see, judged from the top down: each element inherits a sight from the one around it.
//
// A text is seen when some of it lies in a place that is painted or can be scrolled to, in a colour that shows.

import { type Box, EVERYWHERE, intersect, NOWHERE, showsIn, viewportBox } from './box';
import {
  attr,
  checkVisibility,
  clientHeight,
  clientLeft,
  clientTop,
  clientWidth,
  closest,
  documentElement,
  elementAtPoint,
  flatContains,
  flatParent,
  hasAttr,
  rectOf,
  scrollHeight,
  scrollingElement,
  scrollLeft,
  scrollTop,
  scrollWidth,
  tag,
} from './dom';
import type { Look } from './look';

export interface Sight {
  /** Where content of this element, of its absolutely placed and of its fixed descendants can show. */
  readonly clip: Box;
  readonly clipAbsolute: Box;
  /** Product of all opacities. */
  readonly opacity: number;
  /** `visibility` lets the element itself show. */
  readonly painted: boolean;
  /** Marked `aria-hidden` or `inert` though painted. */
  readonly marked: 'aria-hidden' | 'inert' | null;
  /** The colour behind the text, or null when a picture may lie there. */
  readonly background: Colour | null;
}

/** Below this opacity nothing is seen. */
export const MIN_OPACITY = 0.1;

export function sightOfDocument(look: Look): Sight {
  const root = scrollingElement(look.document) ?? documentElement(look.document);
  const view = viewportBox();
  const style = look.style(documentElement(look.document));
  const reach = scrollReach(root, view);
  const clipsSideways = style.overflowX === 'hidden' || style.overflowX === 'clip';
  const clip = clipsSideways ? { ...reach, left: view.left, right: view.right } : reach;
  return { clip, clipAbsolute: clip, opacity: 1, painted: true, marked: null, background: WHITE };
}

/** The sight of an element inside one whose sight is `outer`; null when nothing in it can be seen. */
export function sightOf(element: Element, outer: Sight, look: Look): Sight | null {
  const style = look.style(element);
  if (style.display === 'none') return null;
  if (style.display === 'contents') return outer;
  const opacity = outer.opacity * Number(style.opacity);
  if (opacity < MIN_OPACITY || style.filter.includes('opacity(0)')) return null;
  const position = style.position;
  let clip = outer.clip;
  if (position === 'absolute') clip = outer.clipAbsolute;
  else if (position === 'fixed') clip = fixedClip(element, look);
  const cutTo = clipOf(style);
  if (cutTo !== 'auto') clip = intersect(clip, clipRect(cutTo, rectOf(element)));
  if (style.clipPath !== 'none' && clipsAll(style.clipPath)) clip = NOWHERE;
  const placed = position !== 'static';
  let inner = clip;
  if (style.overflowX !== 'visible' || style.overflowY !== 'visible') inner = overflowClip(element, style, clip);
  if (style.contentVisibility === 'hidden') inner = NOWHERE;
  return {
    clip: inner,
    clipAbsolute: placed || (inner !== clip && style.transform !== 'none') ? inner : outer.clipAbsolute,
    opacity,
    painted: style.visibility === 'visible',
    marked: outer.marked ?? mark(element),
    background: backgroundOf(style, outer.background),
  };
}

/** Whether a painted text can be seen; `hidden` when it is there but nobody could read it. */
export function textSight(
  text: Text,
  parent: Element,
  sight: Sight,
  look: Look,
): { box: DOMRect; faint: boolean } | null {
  if (!sight.painted) return null;
  const box = look.textRect(text);
  if (!showsIn(box, sight.clip, MIN_TEXT)) return null;
  const style = look.style(parent);
  const colour = parseColour(style.getPropertyValue('-webkit-text-fill-color')) ?? parseColour(style.color);
  if (colour === null) return { box, faint: false };
  const clear = colour.a < MIN_OPACITY;
  const blends = sight.background !== null && alike(colour, sight.background);
  if (!clear && !blends) return { box, faint: false };
  if (style.getPropertyValue('-webkit-background-clip') === 'text' || style.textShadow !== 'none')
    return { box, faint: false };
  return clear ? null : { box, faint: !floats(parent, look) };
}

/** Whether a text in view lies behind something opaque that will not move away by scrolling. */
export function isBuried(parent: Element, box: DOMRect, look: Look): boolean {
  const y = (box.top + box.bottom) / 2;
  return [box.left + 1, (box.left + box.right) / 2, box.right - 1].every((x) => {
    const hit = elementAtPoint(look.document, x, y);
    return hit !== null && !flatContains(hit, parent) && !flatContains(parent, hit) && hides(hit, parent, look);
  });
}

/** Whether the element, or what it lies in, is painted solid and is no part of what surrounds `under`. */
function hides(over: Element, under: Element, look: Look): boolean {
  let solid = false;
  for (let at: Element | null = over; at !== null && !flatContains(at, under); at = flatParent(at)) {
    const style = look.style(at);
    if (style.position === 'fixed' || style.position === 'sticky' || Number(style.opacity) < 1) return false;
    solid ||= PICTURES.has(tag(at)) || (parseColour(style.backgroundColor)?.a ?? 0) >= 1;
  }
  return solid;
}

/** Whether one element by itself can be seen now; for single elements, outside a walk. */
export function isVisible(element: Element, look: Look): boolean {
  const style = look.style(element);
  if (style.display === 'contents') return true;
  const box = rectOf(element);
  return (
    checkVisibility(element, { opacityProperty: true, visibilityProperty: true }) && box.width > 0 && box.height > 0
  );
}

/** The old `clip` property, which is in force on absolutely placed elements only. */
export const clipOf = (style: CSSStyleDeclaration): string =>
  style.position === 'absolute' || style.position === 'fixed' ? style.getPropertyValue('clip') : 'auto';

function mark(element: Element): Sight['marked'] {
  if (attr(element, 'aria-hidden') === 'true') return 'aria-hidden';
  return hasAttr(element, 'inert') ? 'inert' : null;
}

/** Everything that can be scrolled into view inside `box`. */
function scrollReach(element: Element, box: Box): Box {
  const left = box.left - scrollLeft(element);
  const top = box.top - scrollTop(element);
  const width = scrollWidth(element);
  // Where text runs from right to left, offsets are negative and the content lies to the left.
  const start =
    scrollLeft(element) < 0 || window.getComputedStyle(element).direction === 'rtl'
      ? box.right - scrollLeft(element) - width
      : left;
  return {
    left: start,
    top,
    right: start + Math.max(width, box.right - box.left),
    bottom: top + Math.max(scrollHeight(element), box.bottom - box.top),
  };
}

function overflowClip(element: Element, style: CSSStyleDeclaration, clip: Box): Box {
  const outer = rectOf(element);
  const left = outer.left + clientLeft(element);
  const top = outer.top + clientTop(element);
  const width = clientWidth(element);
  const height = clientHeight(element);
  // Inline elements have no client box and do not clip.
  if (width === 0 && height === 0 && style.display === 'inline') return clip;
  const box = { left, top, right: left + width, bottom: top + height };
  const reach = scrollReach(element, box);
  const across = SCROLLS.has(style.overflowX);
  const down = SCROLLS.has(style.overflowY);
  return {
    left: across ? reach.left : Math.max(clip.left, style.overflowX === 'visible' ? clip.left : box.left),
    right: across ? reach.right : Math.min(clip.right, style.overflowX === 'visible' ? clip.right : box.right),
    top: down ? reach.top : Math.max(clip.top, style.overflowY === 'visible' ? clip.top : box.top),
    bottom: down ? reach.bottom : Math.min(clip.bottom, style.overflowY === 'visible' ? clip.bottom : box.bottom),
  };
}

/** Fixed elements stay in the viewport, unless something around them is transformed and carries them along. */
function fixedClip(element: Element, look: Look): Box {
  const view = viewportBox();
  if (showsIn(rectOf(element), view, 1)) return view;
  const parent = flatParent(element);
  const carried = parent !== null && closest(parent, (at) => look.style(at).transform !== 'none') !== null;
  return carried ? EVERYWHERE : view;
}

function clipRect(clip: string, box: DOMRect): Box {
  const [top, right, bottom, left] = (/rect\(([^)]*)\)/.exec(clip)?.[1] ?? '')
    .split(/[, ]+/)
    .map((side) => Number.parseFloat(side));
  return {
    left: box.left + (Number.isFinite(left) ? (left ?? 0) : 0),
    top: box.top + (Number.isFinite(top) ? (top ?? 0) : 0),
    right: Number.isFinite(right) ? box.left + (right ?? 0) : box.right,
    bottom: Number.isFinite(bottom) ? box.top + (bottom ?? 0) : box.bottom,
  };
}

function clipsAll(path: string): boolean {
  const inset = /^inset\(([^)]*)\)/.exec(path)?.[1];
  if (inset !== undefined) {
    const sides = (inset.split(' round')[0] ?? '').trim().split(/\s+/);
    const share = (index: number): number =>
      sides[index]?.endsWith('%') === true ? Number.parseFloat(sides[index]) : 0;
    const right = sides.length > 1 ? share(1) : share(0);
    const bottom = sides.length > 2 ? share(2) : share(0);
    const left = sides.length > 3 ? share(3) : right;
    return share(0) + bottom >= 100 || left + right >= 100;
  }
  if (/^(circle|ellipse)\(0(px|%)?[ )]/.test(path)) return true;
  const points = /^polygon\(([^)]*)\)/.exec(path)?.[1]?.split(/, */);
  return points !== undefined && new Set(points.map((point) => point.trim())).size < 3;
}

/** Text placed over something else than its ancestors, whose colours then say nothing. */
const floats = (element: Element, look: Look): boolean =>
  closest(element, (at) => look.style(at).position === 'absolute' || look.style(at).position === 'fixed') !== null;

export interface Colour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
}

function backgroundOf(style: CSSStyleDeclaration, outer: Colour | null): Colour | null {
  if (style.backgroundImage !== 'none') return null;
  const own = parseColour(style.backgroundColor);
  if (own === null) return null;
  if (own.a === 0) return outer;
  if (own.a >= 1 || outer === null) return own.a >= 1 ? own : null;
  const mix = (over: number, under: number): number => over * own.a + under * (1 - own.a);
  return { r: mix(own.r, outer.r), g: mix(own.g, outer.g), b: mix(own.b, outer.b), a: 1 };
}

const colours = new Map<string, Colour | null>();

function parseColour(css: string): Colour | null {
  let colour = colours.get(css);
  if (colour === undefined) {
    colour = readColour(css);
    if (colours.size < MAX_COLOURS) colours.set(css, colour);
  }
  return colour;
}

function readColour(css: string): Colour | null {
  const parts = /^rgba?\(([^)]*)\)$/
    .exec(css)?.[1]
    ?.split(/[,/ ]+/)
    .map(Number);
  if (parts === undefined || parts.length < 3) return null;
  const [r = 0, g = 0, b = 0, a = 1] = parts;
  return { r, g, b, a };
}

const alike = (a: Colour, b: Colour): boolean =>
  Math.max(Math.abs(a.r - b.r), Math.abs(a.g - b.g), Math.abs(a.b - b.b)) <= SAME_COLOUR;

const MAX_COLOURS = 1_000;
const WHITE: Colour = { r: 255, g: 255, b: 255, a: 1 };
/** Channels that differ by no more than this cannot be told apart by eye. */
const SAME_COLOUR = 6;
/** A text of which less shows cannot be read. */
const MIN_TEXT = 2;
const PICTURES = new Set(['img', 'video', 'canvas', 'iframe']);
const SCROLLS = new Set(['auto', 'scroll', 'overlay']);
