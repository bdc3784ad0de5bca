// Whether a document shows nothing yet: an application whose scripts have still to draw it, perhaps behind a logo or a wheel.

import {
  checkVisibility,
  childNodes,
  data,
  documentElement,
  elementCount,
  nodeType,
  queryAll,
  queryWithin,
  rectOf,
  tag,
  TEXT,
} from './dom';
import { isSpace, setOf } from './text';

/** Only a document with scripts can draw itself later. */
export const isBlank = (document: Document): boolean =>
  elementCount(document) <= MOST_ELEMENTS &&
  queryAll(document, 'script').length > 0 &&
  !queryWithin(documentElement(document), 'body *').some(says);

const says = (element: Element): boolean => {
  const name = tag(element);
  if (SILENT.has(name) || !checkVisibility(element, SHOWN)) return false;
  if (PICTURES.has(name)) return isLarge(element);
  if (name.startsWith('svg:') && name !== 'svg:text') return false;
  // What a component of the page's own shows may lie where no script can look.
  return TELLING.has(name) || (name.includes('-') && isLarge(element)) || hasText(element);
};

const hasText = (element: Element): boolean =>
  Array.from(childNodes(element)).some((node) => nodeType(node) === TEXT && !isSpace(data(node as Text)));

const isLarge = (element: Element): boolean => {
  const { width, height } = rectOf(element);
  return width * height >= MIN_AREA;
};

const SILENT = setOf('script style noscript template link meta');
const TELLING = setOf('a audio button canvas embed iframe input meter object progress select textarea video');
const PICTURES = setOf('img svg:svg');
/** Smaller pictures may be logos to wait behind. */
const MIN_AREA = 40_000;
/** What has more elements is no frame to be filled. */
const MOST_ELEMENTS = 300;
const SHOWN = { opacityProperty: true, visibilityProperty: true };
