// Whether the colour of a text can be seen against the colours behind it.
//
// The background is computed from the ancestors of the text, and from elements that share its place.

import { type Box, showsIn } from '../dom/box';
import { areAlike, CLEAR, type Colour, parseColour } from '../dom/colour';
import {
  closest,
  css,
  elementsAtPoint,
  flatChildren,
  flatContains,
  flatParent,
  isElement,
  isSvg,
  rectOf,
  shadowOf,
  tag,
} from '../dom/dom';
import { setOf } from '../dom/text';
import { backgroundColourOf } from './background';
import type { Look } from './look';
import { isGenerated, pseudoStyle } from './pseudo';
import { MIN_OPACITY, type Visibility } from './visible';

/** How well a colour can be seen against its background. */
export type Contrast = 'seen' | 'faint' | 'clear';

/** `place` returns the box of the text; it is called only if the box decides. */
export function contrastOf(parent: Element, visibility: Visibility, look: Look, place: () => Box): Contrast {
  const { style } = visibility;
  if (css(style, '-webkit-text-security') !== 'none') return 'clear';
  const colour = textColourOf(parent, style);
  if (colour === null) return 'seen';
  const clear = colour.a < MIN_OPACITY;
  const ground = clear ? null : backgroundColourOf(visibility);
  if (!clear && (ground === null || !areAlike(colour, ground))) return 'seen';
  if (hasTextEffect(visibility) || (!clear && isOverPicture(visibility, colour))) return 'seen';
  if (clear) return 'clear';
  if (isBlended(visibility)) return 'seen';
  const box = place();
  const isSeen =
    isOverSibling(parent, box, colour, look) ||
    (floats(parent, look) && contrastsWithBackdrop(parent, box, colour, look));
  return isSeen ? 'seen' : 'faint';
}

/** The colour of the letters right inside an element; null if it is unknown. */
function textColourOf(parent: Element, style: CSSStyleDeclaration): Colour | null {
  if (!isSvg(parent)) return parseColour(css(style, '-webkit-text-fill-color'));
  const { fill, fillOpacity, stroke } = style;
  if (stroke !== 'none') return null;
  return fill === 'none' || Number(fillOpacity) < MIN_OPACITY ? CLEAR : parseColour(fill);
}

/** Whether a shadow, an outline or a background clipped to the letters makes them visible. */
function hasTextEffect(visibility: Visibility): boolean {
  const { textShadow, webkitTextStrokeColor, webkitTextStrokeWidth } = visibility.style;
  let paintsOtherColour = `${textShadow} ${webkitTextStrokeWidth === '0px' ? '' : webkitTextStrokeColor}`;
  // A background clipped to text shows in the letters of all descendants.
  for (let at: Visibility | null = visibility; at !== null; at = at.outer) {
    const { backgroundClip, backgroundColor, backgroundImage } = at.style;
    if (backgroundClip === 'text') paintsOtherColour += ` ${backgroundColor} ${backgroundImage}`;
  }
  const ground = backgroundColourOf(visibility.outer ?? visibility);
  return ground === null ? paintsOtherColour.includes('(') : containsOtherColour(paintsOtherColour, ground);
}

/** Whether blending with the content behind changes its colours. */
function isBlended(visibility: Visibility): boolean {
  for (let at: Visibility | null = visibility; at !== null; at = at.outer)
    if (css(at.style, 'mix-blend-mode') !== 'normal') return true;
  return false;
}

/** Whether these styles contain a colour that can be told from `colour`. */
function containsOtherColour(styles: string, colour: Colour): boolean {
  if (/url\(|image-set\(|element\(|paint\(/.test(styles)) return true;
  const colours = styles.match(/\b(?:rgba?|color|(?:ok)?l(?:ab|ch))\([^()]*\)/g) ?? [];
  return colours.map(parseColour).some((own) => own === null || (own.a >= MIN_OPACITY && !areAlike(own, colour)));
}

/** Whether a picture with other colours lies between a text and the nearest solid colour behind it. */
function isOverPicture(visibility: Visibility, colour: Colour): boolean {
  for (let at: Visibility | null = visibility; at !== null; at = at.outer) {
    const { backgroundImage, borderImageSource, boxShadow } = at.style;
    const shadow = boxShadow.includes('inset') ? boxShadow : '';
    const pictures = `${backgroundImage} ${borderImageSource} ${shadow}`;
    if (pictures !== 'none none ' && containsOtherColour(pictures, colour)) return true;
    if ((parseColour(at.style.backgroundColor)?.a ?? 0) >= 1) return false;
  }
  return false;
}

/** Whether a text is positioned over other elements than its ancestors, whose colours then do not matter. */
const floats = (element: Element, look: Look): boolean =>
  closest(element, (at) => FLOATS.has(look.style(at).position)) !== null;

/** Whether an element other than an ancestor shares the place of a text and paints a background for it. */
function isOverSibling(parent: Element, place: Box, colour: Colour, look: Look): boolean {
  let inner: Element | null = null;
  for (let at: Element | null = parent; at !== null; inner = at, at = flatParent(at)) {
    if (PSEUDOS.some((pseudo) => isGenerated(at, pseudo) && isBackdrop(pseudoStyle(at, pseudo), colour))) return true;
    for (const child of flatChildren(at)) {
      if (!isElement(child) || child === inner) continue;
      if (look.backdropBudget <= 0) return false;
      look.backdropBudget -= 1;
      if (showsIn(rectOf(child), place, MIN_SHARED) && paints(child, colour, look)) return true;
    }
    // Nothing behind a solid background shows through it.
    if ((parseColour(look.style(at).backgroundColor)?.a ?? 0) >= 1 && showsIn(rectOf(at), place, MIN_SHARED))
      return false;
  }
  return false;
}

/** Whether a positioned text can be told from the topmost background behind it in view. */
function contrastsWithBackdrop(
  parent: Element,
  { left, top, right, bottom }: Box,
  colour: Colour,
  look: Look,
): boolean {
  for (const at of elementsAtPoint(look.document, (left + right) / 2, (top + bottom) / 2)) {
    if (flatContains(parent, at)) continue;
    const { backgroundColor, backgroundImage } = look.style(at);
    const own = parseColour(backgroundColor);
    // Elements inside a shadow root are not listed at a point.
    if (PICTURES.has(tag(at)) || backgroundImage !== 'none' || own === null || shadowOf(at) !== null) return true;
    if (own.a >= MIN_OPACITY && !areAlike(own, colour)) return true;
    if (own.a >= 1) return false;
  }
  return false;
}

/** Whether a generated box paints a background that a colour can be told from. */
function isBackdrop(style: CSSStyleDeclaration, colour: Colour): boolean {
  const { content, backgroundColor, backgroundImage, boxShadow, width, height } = style;
  if (Math.min(Number.parseFloat(width), Number.parseFloat(height)) < MIN_GROUND) return false;
  return containsOtherColour(`${content} ${backgroundColor} ${backgroundImage} ${boxShadow}`, colour);
}

/** Whether an element or a descendant paints a background that a colour can be told from. */
function paints(root: Element, colour: Colour, look: Look): boolean {
  const open: Element[] = [root];
  for (let at = open.pop(), count = 0; at !== undefined && count < MOST_INSIDE; at = open.pop(), count += 1) {
    if (PICTURES.has(tag(at))) return true;
    const { backgroundColor, backgroundImage, fill } = look.style(at);
    const isDrawn = isSvg(at) && tag(at) !== 'svg:svg' && fill !== 'none';
    const own = parseColour(isDrawn ? fill : backgroundColor);
    if (backgroundImage !== 'none' || own === null || (own.a >= MIN_OPACITY && !areAlike(own, colour))) return true;
    for (const child of flatChildren(at)) if (isElement(child)) open.push(child);
  }
  return false;
}

const FLOATS = new Set(['absolute', 'fixed']);
const PSEUDOS = ['::before', '::after'] as const;
const PICTURES = setOf('img video canvas picture iframe object embed svg:svg');
const MOST_INSIDE = 30;
/** Overlap in width and height, in pixels, at which one box counts as behind the other. */
const MIN_SHARED = 3;
/** A smaller generated box is an ornament. */
const MIN_GROUND = 8;
