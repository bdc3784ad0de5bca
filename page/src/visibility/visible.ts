// What a person can see, judged from the top down: each element inherits a visibility from the one around it.
//
// A text is seen when some of it lies in a place that is painted or can be scrolled to, in a colour that shows.

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
  /** The visibility of the element around this one. */
  readonly outer: Visibility | null;
  /** Where content of this element, of its absolutely placed and of its fixed descendants can show. */
  readonly clip: Box;
  readonly clipAbsolute: Box;
  /** Product of all opacities. */
  readonly opacity: number;
  /** `visibility` lets the element itself show. */
  readonly painted: boolean;
  /** Marked `aria-hidden` or `inert` though painted. */
  readonly marked: 'aria-hidden' | 'inert' | null;
  /** It, or what it lies in, is said to be out of use by `aria-disabled`. */
  readonly disabled: boolean;
  /** Its content may be scrolled. */
  readonly scrolls: boolean;
  /** The colour behind its text, once somebody asked. */
  background: Colour | null | undefined;
}

/** Below this opacity nothing is seen. */
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

/** The visibility of what lies around an element, for a walk that begins with it: what it is scrolled and cut off by counts. */
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

/** The visibility of an element inside one whose visibility is `outer`; null when nothing in it can be seen. */
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
    // A field holds nothing that could show, and may stand for what is painted around it.
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
  // Far away such a box has not been laid out yet, and the page will grow when it is.
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

/** Whether a painted text can be seen; `faint` when it is there but nobody could read it. */
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

/** Whether text right inside an element has a colour and room to be read in, wherever exactly it stands. */
export function legibility(parent: Element, visibility: Visibility, look: Look, place: () => Box): Contrast {
  const { clip, style } = visibility;
  const isSqueezed = clip.right - clip.left < MIN_TEXT || clip.bottom - clip.top < MIN_TEXT;
  if (!visibility.painted || isSqueezed || (isTiny(css(style, 'font-size')) && !isSvg(parent))) return 'clear';
  return Number.parseFloat(css(style, 'text-indent')) < -FAR_OUT
    ? 'clear'
    : contrastOf(parent, visibility, look, place);
}

/** Whether what is written in a field can be read there. */
export function isFieldTextLegible(field: Element, visibility: Visibility, look: Look): boolean {
  if (clientWidth(field) < MIN_WRITING || clientHeight(field) < MIN_WRITING) return false;
  const box = rectOf(field);
  return showsIn(box, visibility.clip, MIN_TEXT) && legibility(field, visibility, look, () => box) === 'seen';
}

/** Letters of at most two pixels. */
const isTiny = (fontSize: string): boolean => fontSize.length <= 5 && Number.parseFloat(fontSize) <= MIN_TEXT;

/** Whether one element by itself can be seen now; for single elements, outside a walk. */
export function isVisible(element: Element, look: Look): boolean {
  const style = look.style(element);
  if (style.display === 'contents') return true;
  const box = rectOf(element);
  return (
    checkVisibility(element, { opacityProperty: true, visibilityProperty: true }) && box.width > 0 && box.height > 0
  );
}

/** In the top layer, where nothing around an element cuts it off or makes it faint. */
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

/** Absolutely placed elements are cut off by what carries them along and by what is around that. */
function absoluteClip(around: Visibility): Box {
  for (let at: Visibility | null = around; at !== null && at.clip !== around.clipAbsolute; at = at.outer)
    if (at.position !== 'static' || isContainingBlock(at)) return at.clip;
  return around.clipAbsolute;
}

/** Fixed elements stay in the viewport, unless something around them carries them along. */
function fixedClip(element: Element, around: Visibility): Box {
  const view = viewportBox();
  const box = rectOf(element);
  if (showsIn(box, view, 1) && showsIn(box, around.clip, 1)) return view;
  for (let at: Visibility | null = around; at !== null; at = at.outer) if (isContainingBlock(at)) return at.clip;
  return view;
}

/** Whether everything that is placed inside an element is placed by it. */
function isContainingBlock({ style, display }: Visibility): boolean {
  if (display === 'inline' || display === 'contents') return false;
  return (
    NONES.some((property) => css(style, property) !== 'none') ||
    /layout|paint|strict|content/.test(css(style, 'contain')) ||
    /transform|filter|perspective|translate|rotate|scale/.test(css(style, 'will-change'))
  );
}

const NONES = ['transform', 'filter', 'perspective', 'backdrop-filter', 'translate', 'rotate', 'scale'] as const;
/** Text that is moved away by so many pixels is out of its box. */
const FAR_OUT = 400;
/** A field of less has no room for a letter. */
const MIN_WRITING = 6;
const FADES = /opacity\((0|0?\.0\d*)\)/;

/** Without any contrast to its own ground. */
const isEven = (filter: string, style: CSSStyleDeclaration): boolean =>
  /contrast\((0|0?\.0\d*)\)/.test(filter) && isSolid(style);

/** Too much for any letter to be made out. */
const isBlurred = (filter: string): boolean => Number(/blur\(([\d.]+)px\)/.exec(filter)?.[1] ?? 0) >= MAX_BLUR;
const MAX_BLUR = 12;
