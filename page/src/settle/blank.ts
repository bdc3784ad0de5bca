// Whether a document shows nothing yet: an application whose scripts have still to draw it, perhaps behind a logo or a wheel.

import { showsIn } from '../dom/box';
import { documentElement, elementCount, isEmpty, queryAll, rectOf, shadowOf, tag } from '../dom/dom';
import { setOf } from '../dom/text';
import { Look } from '../sight/look';
import { MIN_OPACITY, type Sight, sightOfDocument } from '../sight/visible';
import type { Words } from '../sight/words';
import { type Visitor, walk } from '../snapshot/walk';

/** Only a document with scripts can draw itself later. */
export function isBlank(document: Document): boolean {
  if (isEmpty(document)) return false;
  if (elementCount(document) > MOST_ELEMENTS || queryAll(document, 'script').length === 0) return false;
  const look = new Look(document);
  const sign = new FirstSign();
  walk(documentElement(document), sightOfDocument(look), true, look, sign);
  look.close();
  return !sign.isThere;
}

/** Looks for anything that a person could read or use. */
class FirstSign implements Visitor<true> {
  isThere = false;

  enter(element: Element, sight: Sight): true {
    this.isThere ||= isTelling(element) && isPainted(element, sight);
    return true;
  }

  text(_text: Text, _parent: Element, _sight: Sight, _box: DOMRect, faint: boolean): void {
    this.isThere ||= !faint;
  }

  words({ faint }: Words): void {
    this.isThere ||= !faint;
  }

  full(): boolean {
    return this.isThere;
  }

  knows = (): boolean => false;
  leave = (): void => undefined;
  space = (): void => undefined;
  unseen = (): void => undefined;
}

function isTelling(element: Element): boolean {
  const name = tag(element);
  if (PICTURES.has(name)) return isLarge(element);
  // What a component of the page's own shows may lie where no script can look.
  return TELLING.has(name) || (name.includes('-') && shadowOf(element) === null && isLarge(element));
}

const isPainted = (element: Element, { painted, opacity, outer, clip }: Sight): boolean =>
  painted && opacity >= MIN_OPACITY && showsIn(rectOf(element), outer?.clip ?? clip, 1);

const isLarge = (element: Element): boolean => {
  const { width, height } = rectOf(element);
  return width * height >= MIN_AREA;
};

const TELLING = setOf('audio button canvas embed iframe input meter object progress select textarea video');
const PICTURES = setOf('img svg:svg');
/** Smaller pictures may be logos to wait behind. */
const MIN_AREA = 40_000;
/** What has more elements is no frame to be filled. */
const MOST_ELEMENTS = 300;
