// Elements that show a document of their own, and where in this one that document lies.

import { isHtml, offsetHeight, offsetWidth, rectOf, styleOf, tag } from './dom';
import { setOf } from './text';

/** Where a frame's document begins, and how much larger than in its own pixels it is painted. */
export interface Content {
  readonly x: number;
  readonly y: number;
  readonly across: number;
  readonly down: number;
}

export const holdsDocument = (element: Element): boolean => HOLDERS.has(tag(element));

/** Behind border and padding; a transform or zoom enlarges those as well as what is inside. */
export function contentOf(frame: Element): Content {
  const box = rectOf(frame);
  const style = styleOf(frame);
  const [width, height] = isHtml(frame) ? [offsetWidth(frame), offsetHeight(frame)] : [box.width, box.height];
  const across = width === 0 ? 1 : box.width / width;
  const down = height === 0 ? 1 : box.height / height;
  return {
    x: box.left + (px(style.borderLeftWidth) + px(style.paddingLeft)) * across,
    y: box.top + (px(style.borderTopWidth) + px(style.paddingTop)) * down,
    across,
    down,
  };
}

const px = (length: string): number => Number.parseFloat(length) || 0;

const HOLDERS = setOf('iframe frame object embed');
