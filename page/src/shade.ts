// Whether the colour of a text shows against what is behind it.
//
// What is painted behind is worked out from the elements around the text, and from those that share its place.

import { type Box, showsIn } from './box';
import { alike, blend, type Colour, parseColour } from './colour';
import { closest, css, flatChildren, flatParent, isElement, rectOf, tag } from './dom';
import type { Look } from './look';
import { isGenerated } from './pseudo';
import { setOf } from './text';
import { MIN_OPACITY, type Sight } from './visible';

/** How a colour shows against what is behind it. */
export type Shade = 'seen' | 'faint' | 'clear';

/** `place` tells where the text stands, which is asked for only where that decides. */
export function shadeOf(parent: Element, sight: Sight, look: Look, place: () => Box): Shade {
  const { style } = sight;
  const colour = parseColour(css(style, '-webkit-text-fill-color'));
  if (colour === null) return 'seen';
  const clear = colour.a < MIN_OPACITY;
  const ground = clear ? null : groundOf(sight);
  if (!clear && (ground === null || !alike(colour, ground))) return 'seen';
  if (style.backgroundClip === 'text' || style.textShadow !== 'none' || (!clear && liesOnPicture(sight))) return 'seen';
  if (clear) return 'clear';
  return floats(parent, look) || liesOnAnother(parent, place(), colour, look) ? 'seen' : 'faint';
}

/** The colour behind the text of an element, pictures aside; null when it cannot be told. */
function groundOf(sight: Sight): Colour | null {
  const bare: Sight[] = [];
  let at = sight;
  while (at.ground === undefined && at.outer !== null) {
    bare.push(at);
    at = at.outer;
  }
  let ground = at.ground ?? null;
  for (let next = bare.pop(); next !== undefined; next = bare.pop()) {
    const own = parseColour(css(next.style, 'background-color'));
    if (own === null) ground = null;
    else if (own.a >= 1) ground = own;
    else if (own.a > 0) ground = ground === null ? null : blend(own, ground);
    next.ground = ground;
  }
  return ground;
}

/** Whether a picture lies between the text of an element and the nearest solid colour behind it. */
function liesOnPicture(sight: Sight): boolean {
  for (let at: Sight | null = sight; at !== null; at = at.outer) {
    if (at.style.backgroundImage !== 'none') return true;
    if ((parseColour(at.style.backgroundColor)?.a ?? 0) >= 1) return false;
  }
  return false;
}

/** Text placed over something else than its ancestors, whose colours then say nothing. */
const floats = (element: Element, look: Look): boolean =>
  closest(element, (at) => FLOATS.has(look.style(at).position)) !== null;

/** Whether something else than what is around an element shares its place and paints a ground for its text. */
function liesOnAnother(parent: Element, place: Box, colour: Colour, look: Look): boolean {
  let inner: Element | null = null;
  for (let at: Element | null = parent; at !== null; inner = at, at = flatParent(at)) {
    if (PSEUDOS.some((pseudo) => isGenerated(at, pseudo))) return true;
    for (const child of flatChildren(at)) {
      if (!isElement(child) || child === inner) continue;
      if (look.groundBudget <= 0) return false;
      look.groundBudget -= 1;
      if (showsIn(rectOf(child), place, MIN_SHARED) && paints(child, colour, look)) return true;
    }
    // Nothing behind a solid ground shows through it.
    if ((parseColour(look.style(at).backgroundColor)?.a ?? 0) >= 1) return false;
  }
  return false;
}

/** Whether an element, or something in it, paints what a colour can be told from. */
function paints(root: Element, colour: Colour, look: Look): boolean {
  const open: Element[] = [root];
  for (let at = open.pop(), count = 0; at !== undefined && count < MOST_INSIDE; at = open.pop(), count += 1) {
    if (PICTURES.has(tag(at))) return true;
    const { backgroundColor, backgroundImage } = look.style(at);
    const own = parseColour(backgroundColor);
    if (backgroundImage !== 'none' || own === null || (own.a >= MIN_OPACITY && !alike(own, colour))) return true;
    for (const child of flatChildren(at)) if (isElement(child)) open.push(child);
  }
  return false;
}

const FLOATS = new Set(['absolute', 'fixed']);
const PSEUDOS = ['::before', '::after'] as const;
const PICTURES = setOf('img video canvas picture iframe object embed svg:svg');
const MOST_INSIDE = 30;
/** So many pixels, both ways, lie one behind the other. */
const MIN_SHARED = 3;
