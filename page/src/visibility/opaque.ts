// Whether content behind a box shows through it.

import { isSolid, parseColour } from '../dom/colour';
import {
  clientHeight,
  clientWidth,
  css,
  documentElement,
  frameDocument,
  isSvg,
  pageBody,
  styleOf,
  tag,
} from '../dom/dom';

/** Whether the element paints all of its box so that nothing behind it shows through. */
export function isOpaque(element: Element, style: CSSStyleDeclaration): boolean {
  if (!isUnmixed(style)) return false;
  if (isSolid(style) || isAllBorder(element, style)) return true;
  if (isSvg(element)) return tag(element) === 'svg:rect' && isFilled(style);
  return PICTURES.has(tag(element)) && isWholePicture(element);
}

/** Whether the element is neither masked nor blended with the content behind it. */
export const isUnmixed = (style: CSSStyleDeclaration): boolean =>
  css(style, 'mask-image') === 'none' && css(style, 'mix-blend-mode') === 'normal';

/** Whether an element may be opaque although its style does not say so. */
export const isPicture = (element: Element): boolean => PICTURES.has(tag(element));

/** Whether an element covers its whole rectangle, as far as its shape goes. */
export function isRectangle(style: CSSStyleDeclaration): boolean {
  const { clipPath, transform, rotate, borderTopLeftRadius, borderBottomRightRadius } = style;
  const isStraight = transform === 'none' || /^matrix\([^,]+, 0, 0,/.test(transform);
  const isRound = [borderTopLeftRadius, borderBottomRightRadius].some(
    (radius) => Number.parseFloat(radius) > MAX_ROUND,
  );
  return clipPath === 'none' && rotate === 'none' && isStraight && !isRound;
}

function isAllBorder(element: Element, style: CSSStyleDeclaration): boolean {
  if (clientWidth(element) > 0 && clientHeight(element) > 0) return false;
  const { borderTopStyle, borderTopColor, borderBottomColor, borderLeftColor, borderRightColor } = style;
  const colours = [borderTopColor, borderBottomColor, borderLeftColor, borderRightColor];
  return borderTopStyle === 'solid' && colours.every((colour) => (parseColour(colour)?.a ?? 0) >= 1);
}

const isFilled = ({ fill, fillOpacity }: CSSStyleDeclaration): boolean =>
  Number(fillOpacity) >= 1 && (parseColour(fill)?.a ?? 0) >= 1;

function isWholePicture(element: Element): boolean {
  if (element instanceof HTMLIFrameElement) {
    const inner = frameDocument(element);
    // The content of a frame of another origin is unknown; most paint a background.
    return inner === null || [documentElement(inner), pageBody(inner)].some((at) => isSolid(styleOf(at)));
  }
  if (element instanceof HTMLVideoElement) return element.readyState >= HAS_A_FRAME || element.poster !== '';
  if (element instanceof HTMLImageElement) return element.naturalWidth > 0 && hasNoGaps(element);
  return element instanceof HTMLCanvasElement && element.width > 0 && element.height > 0 && hasNoGaps(element);
}

/**
 * Paints a picture small and looks for transparent pixels. The pixels of a picture of another origin cannot be read.
 */
function hasNoGaps(picture: HTMLImageElement | HTMLCanvasElement): boolean {
  const canvas = new OffscreenCanvas(SAMPLES, SAMPLES).getContext('2d', { willReadFrequently: true });
  if (canvas === null) return true;
  try {
    canvas.drawImage(picture, 0, 0, SAMPLES, SAMPLES);
    const { data } = canvas.getImageData(0, 0, SAMPLES, SAMPLES);
    return data.every((value, index) => index % 4 !== 3 || value >= SOLID);
  } catch {
    return true;
  }
}

const PICTURES = new Set(['img', 'video', 'canvas', 'iframe']);
const HAS_A_FRAME = 2;
const SAMPLES = 8;
const SOLID = 250;
/** A rounder corner, in pixels, may leave a text uncovered. */
const MAX_ROUND = 24;
