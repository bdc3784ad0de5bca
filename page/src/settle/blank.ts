// Whether a document shows nothing yet: an application whose scripts have still to draw it, perhaps behind a logo or a
// spinner.

import { showsIn } from '../dom/box';
import { documentElement, elementCount, isEmpty, queryAll, rectOf, shadowOf, tag } from '../dom/dom';
import { setOf } from '../dom/text';
import { type Visitor, walk } from '../snapshot/walk';
import type { GeneratedWords } from '../visibility/generated_words';
import { Look } from '../visibility/look';
import { MIN_OPACITY, type Visibility, documentVisibility } from '../visibility/visible';

/** Only a document with scripts can draw itself later. */
export function isBlank(document: Document): boolean {
  if (isEmpty(document)) return false;
  if (elementCount(document) > MOST_ELEMENTS || queryAll(document, 'script').length === 0) return false;
  const look = new Look(document);
  const sign = new FirstContent();
  walk(documentElement(document), documentVisibility(look), true, look, sign);
  look.close();
  return !sign.isThere;
}

/** Finds the first content that a person could read or use. */
class FirstContent implements Visitor<true> {
  isThere = false;

  enter(element: Element, visibility: Visibility): true {
    this.isThere ||= isContent(element) && isPainted(element, visibility);
    return true;
  }

  text(_text: Text, _parent: Element, _visibility: Visibility, _box: DOMRect, faint: boolean): void {
    this.isThere ||= !faint;
  }

  generatedWords({ faint }: GeneratedWords): void {
    this.isThere ||= !faint;
  }

  isFull(): boolean {
    return this.isThere;
  }

  isKnownText = (): boolean => false;
  leave = (): void => undefined;
  whitespace = (): void => undefined;
  invisibleElement = (): void => undefined;
}

function isContent(element: Element): boolean {
  const name = tag(element);
  if (PICTURES.has(name)) return isLarge(element);
  // A custom element may show content in a closed shadow root, where no script can look.
  return CONTENT_TAGS.has(name) || (name.includes('-') && shadowOf(element) === null && isLarge(element));
}

const isPainted = (element: Element, { painted, opacity, outer, clip }: Visibility): boolean =>
  painted && opacity >= MIN_OPACITY && showsIn(rectOf(element), outer?.clip ?? clip, 1);

const isLarge = (element: Element): boolean => {
  const { width, height } = rectOf(element);
  return width * height >= MIN_AREA;
};

const CONTENT_TAGS = setOf('audio button canvas embed iframe input meter object progress select textarea video');
const PICTURES = setOf('img svg:svg');
/** Smaller pictures may be logos of a loading screen. */
const MIN_AREA = 40_000;
/** A document with more elements is no shell that waits for its content. */
const MOST_ELEMENTS = 300;
