// Which content a person can see, computed from the top down: each element inherits a visibility from its parent.
//
// A text is visible if some of it lies in a place that is painted or can be scrolled to, in a colour that shows.

import { type Box, intersect, NOWHERE, showsIn, viewportBox } from '../dom/box';
import { type Colour, isSolid } from '../dom/colour';
import {
  attr,
  checkVisibility,
  clientHeight,
  clientWidth,
  css,
  documentElement,
  flatParent,
  hasAttr,
  hasAttributes,
  isSvg,
  rectOf,
  scrollingElement,
  tag,
  textLength,
  TOP_LAYER,
  matches,
  queryWithin,
} from '../dom/dom';
import { clipOf, clipRect, masksAll, pathBox } from './clip';
import { type Contrast, contrastOf } from './contrast';
import type { Look } from './look';
import { MIN_TEXT, overflowClip, scrollReach } from './overflow';

export interface Visibility {
  readonly style: CSSStyleDeclaration;
  readonly display: string;
  readonly position: string;
  /** The visibility of the parent. */
  readonly outer: Visibility | null;
  /** Where content of this element, of its absolutely positioned and of its fixed descendants can show. */
  readonly clip: Box;
  readonly clipAbsolute: Box;
  /** Product of all opacities. */
  readonly opacity: number;
  /** The `visibility` property lets the element itself show. */
  readonly painted: boolean;
  /** Marked `aria-hidden` or `inert` though painted. */
  readonly marked: 'aria-hidden' | 'inert' | null;
  /** `aria-disabled` on it or on an ancestor. */
  readonly disabled: boolean;
  /** Its content may be scrolled. */
  readonly scrolls: boolean;
  /** The colour behind its text, computed on demand. */
  background: Colour | null | undefined;
}

/** Below this opacity nothing is visible. */
export const MIN_OPACITY = 0.1;

export function documentVisibility(look: Look): Visibility {
  const root = scrollingElement(look.document) ?? documentElement(look.document);
  const view = viewportBox();
  const style = look.style(documentElement(look.document));
  const reach = scrollReach(root, view);
  const clipsSideways = style.overflowX === 'hidden' || style.overflowX === 'clip';
  const clip = clipsSideways ? { ...reach, left: view.left, right: view.right } : reach;
  return {
    style,
    display: 'block',
    position: 'static',
    outer: null,
    clip,
    clipAbsolute: clip,
    opacity: 1,
    painted: true,
    marked: null,
    disabled: false,
    scrolls: false,
    background: undefined,
  };
}

/**
 * The visibility of the parent of an element, for a walk that begins with the element: its scrollers and clips count.
 */
export function visibilityAround(element: Element, look: Look): Visibility {
  const around: Element[] = [];
  let known: Visibility | undefined;
  for (let at = flatParent(element); at !== null && known === undefined; at = flatParent(at)) {
    known = look.visibilities.get(at);
    if (known === undefined) around.push(at);
  }
  let outer = known ?? documentVisibility(look);
  for (let at = around.pop(); at !== undefined; at = around.pop()) {
    outer = visibilityOf(at, outer, look) ?? nothingIn(outer);
    look.visibilities.set(at, outer);
  }
  return outer;
}

const nothingIn = (visibility: Visibility): Visibility => ({
  ...visibility,
  clip: NOWHERE,
  clipAbsolute: NOWHERE,
  painted: false,
});

/** The visibility of an element whose parent has the visibility `outer`; null if nothing in it can be seen. */
export function visibilityOf(element: Element, outer: Visibility, look: Look): Visibility | null {
  const style = look.style(element);
  const display = css(style, 'display');
  if (display === 'none') return null;
  const bare = !hasAttributes(element);
  const marked = outer.marked ?? (bare ? null : hiddenMark(element));
  const disabled = bare ? outer.disabled : isAriaDisabled(element, outer.disabled);
  if (display === 'contents') {
    const painted = css(style, 'visibility') === 'visible';
    return { ...outer, style, display, position: 'static', outer, painted, marked, disabled, scrolls: false };
  }
  const around = bare || !isOnTop(element) ? outer : documentVisibility(look);
  const own = css(style, 'opacity');
  const opacity = own === '1' ? around.opacity : around.opacity * Number(own);
  if (opacity < MIN_OPACITY) return null;
  const filter = css(style, 'filter');
  if (filter !== 'none' && (FADES.test(filter) || isBlurred(filter) || isEven(filter, style))) return null;
  const mask = css(style, 'mask-image');
  if (mask !== 'none' && masksAll(mask, style, element)) return null;
  const position = css(style, 'position');
  let clip = around.clip;
  if (position === 'absolute') clip = absoluteClip(around);
  else if (position === 'fixed') clip = fixedClip(element, around);
  if (position !== 'static') {
    const cutTo = clipOf(style, position);
    if (cutTo !== 'auto') clip = intersect(clip, clipRect(cutTo, rectOf(element)));
  }
  let { clipAbsolute } = around;
  const clipPath = css(style, 'clip-path');
  if (clipPath !== 'none') {
    const left = pathBox(clipPath, element);
    // A field has no children that could show, and may stand for content painted around it.
    if (!showsIn(left, left, MIN_TEXT) && tag(element) !== 'input' && queryWithin(element, 'input').length === 0)
      return null;
    clip = intersect(clip, left);
    clipAbsolute = intersect(clipAbsolute, left);
  }
  const isBox = display !== 'inline' || tag(element) === 'svg:svg';
  const overflow = isBox ? css(style, 'overflow') : 'visible';
  let inner = clip;
  if (overflow !== 'visible') inner = overflowClip(element, style, clip, look);
  const rendering = isBox ? css(style, 'content-visibility') : 'visible';
  if (rendering === 'hidden') inner = NOWHERE;
  // Far from the view such a box (`content-visibility: auto`) is not laid out yet, and the page will grow when it is.
  else if (rendering === 'auto' && overflow === 'visible') clipAbsolute = inner = { ...inner, bottom: Infinity };
  return {
    style,
    display,
    position,
    outer: around,
    clip: inner,
    clipAbsolute: position === 'static' ? clipAbsolute : inner,
    opacity,
    painted: css(style, 'visibility') === 'visible',
    marked,
    disabled,
    scrolls: overflow !== 'visible' && overflow !== 'hidden',
    background: undefined,
  };
}

/** Whether a painted text can be seen; `faint` if it is painted but illegible. */
export function textVisibility(
  text: Text,
  parent: Element,
  visibility: Visibility,
  look: Look,
): { box: DOMRect; faint: boolean } | null {
  if (!visibility.painted) return null;
  const box = look.textRect(text, textLength(text));
  if (!showsIn(box, visibility.clip, MIN_TEXT)) return null;
  const shade = contrastOf(parent, visibility, look, () => box);
  return shade === 'clear' ? null : { box, faint: shade === 'faint' };
}

/** Whether text right inside an element has a visible colour and enough room, wherever it stands. */
export function legibility(parent: Element, visibility: Visibility, look: Look, place: () => Box): Contrast {
  const { clip, style } = visibility;
  const isSqueezed = clip.right - clip.left < MIN_TEXT || clip.bottom - clip.top < MIN_TEXT;
  if (!visibility.painted || isSqueezed || (isTiny(css(style, 'font-size')) && !isSvg(parent))) return 'clear';
  return Number.parseFloat(css(style, 'text-indent')) < -FAR_OUT
    ? 'clear'
    : contrastOf(parent, visibility, look, place);
}

/** Whether the text in a field can be read. */
export function isFieldTextLegible(field: Element, visibility: Visibility, look: Look): boolean {
  if (clientWidth(field) < MIN_WRITING || clientHeight(field) < MIN_WRITING) return false;
  const box = rectOf(field);
  return showsIn(box, visibility.clip, MIN_TEXT) && legibility(field, visibility, look, () => box) === 'seen';
}

/** Whether letters have at most two pixels. */
const isTiny = (fontSize: string): boolean => fontSize.length <= 5 && Number.parseFloat(fontSize) <= MIN_TEXT;

/** Whether a single element can be seen now; for use outside of a walk. */
export function isVisible(element: Element, look: Look): boolean {
  const style = look.style(element);
  if (style.display === 'contents') return true;
  const box = rectOf(element);
  return (
    checkVisibility(element, { opacityProperty: true, visibilityProperty: true }) && box.width > 0 && box.height > 0
  );
}

/** Whether the element is in the top layer, where no ancestor clips or fades it. */
const isOnTop = (element: Element): boolean =>
  (hasAttr(element, 'popover') || hasAttr(element, 'open')) && matches(element, TOP_LAYER);

function hiddenMark(element: Element): Visibility['marked'] {
  if (attr(element, 'aria-hidden') === 'true') return 'aria-hidden';
  return hasAttr(element, 'inert') ? 'inert' : null;
}

function isAriaDisabled(element: Element, around: boolean): boolean {
  const said = attr(element, 'aria-disabled');
  return said === null ? around : said === 'true';
}

/** Absolutely positioned elements are clipped by their containing block and its ancestors. */
function absoluteClip(around: Visibility): Box {
  for (let at: Visibility | null = around; at !== null && at.clip !== around.clipAbsolute; at = at.outer)
    if (at.position !== 'static' || isContainingBlock(at)) return at.clip;
  return around.clipAbsolute;
}

/** Fixed elements stay in the viewport, unless an ancestor is their containing block. */
function fixedClip(element: Element, around: Visibility): Box {
  const view = viewportBox();
  const box = rectOf(element);
  if (showsIn(box, view, 1) && showsIn(box, around.clip, 1)) return view;
  for (let at: Visibility | null = around; at !== null; at = at.outer) if (isContainingBlock(at)) return at.clip;
  return view;
}

/** Whether the element is the containing block of all positioned descendants. */
function isContainingBlock({ style, display }: Visibility): boolean {
  if (display === 'inline' || display === 'contents') return false;
  return (
    NONES.some((property) => css(style, property) !== 'none') ||
    /layout|paint|strict|content/.test(css(style, 'contain')) ||
    /transform|filter|perspective|translate|rotate|scale/.test(css(style, 'will-change'))
  );
}

const NONES = ['transform', 'filter', 'perspective', 'backdrop-filter', 'translate', 'rotate', 'scale'] as const;
/** Text that is moved by so many pixels is out of its box. */
const FAR_OUT = 400;
/** A smaller field has no room for a letter. */
const MIN_WRITING = 6;
const FADES = /opacity\((0|0?\.0\d*)\)/;

/** Whether a filter removes all contrast. */
const isEven = (filter: string, style: CSSStyleDeclaration): boolean =>
  /contrast\((0|0?\.0\d*)\)/.test(filter) && isSolid(style);

/** Whether a filter blurs so much that no letter can be read. */
const isBlurred = (filter: string): boolean => Number(/blur\(([\d.]+)px\)/.exec(filter)?.[1] ?? 0) >= MAX_BLUR;
const MAX_BLUR = 12;
