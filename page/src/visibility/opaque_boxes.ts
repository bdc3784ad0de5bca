// Opaque boxes over text where no point can be tested: outside of the viewport, or where clicks pass through the box.
//
// Which one lies on top follows from the painting order of CSS: layers first, then the order in the document.

import { type Box, intersect } from '../dom/box';
import { isSolid } from '../dom/colour';
import { css, flatContains, flatParent, rectOf } from '../dom/dom';
import { isUnderGenerated, layerOf } from './generated_boxes';
import type { Look } from './look';
import { isOpaque, isPicture, isRectangle } from './opaque';
import type { Visibility } from './visible';

interface OpaqueBox {
  readonly element: Element;
  readonly box: Box;
  readonly order: number;
  /** Clicks pass through it, so testing a point does not find it. */
  readonly letsClicksThrough: boolean;
}

interface CoverCandidate<T> {
  readonly what: T;
  /** The element that is painted there, or that the text is right inside of. */
  readonly parent: Element;
  readonly order: number;
  readonly inView: boolean;
}

/** `T` is the kind of object that may be covered. */
export class OpaqueBoxes<T> {
  readonly #boxes: OpaqueBox[] = [];
  /** The containing blocks of absolutely positioned boxes, as far as computed. */
  readonly #placed = new Set<Element>();
  readonly #candidates: CoverCandidate<T>[] = [];
  /** Left, top, right and bottom of each candidate; unused on most pages, which have no opaque boxes over text. */
  readonly #sides: number[] = [];
  readonly #opaque = new Map<Element, boolean>();
  #order = 0;

  constructor(private readonly look: Look) {}

  /** Adds a painted element. */
  addBox(element: Element, visibility: Visibility): void {
    const { position } = visibility;
    if (position !== 'static' && this.#placed.size < MAX_POSITIONED) this.#placed.add(element);
    if ((position !== 'absolute' && position !== 'relative') || this.#boxes.length >= MAX_BOXES) return;
    const { style } = visibility;
    if (position === 'relative' && !(Number(css(style, 'z-index')) > 0)) return;
    if (!visibility.painted || visibility.opacity < 1) return;
    if ((!isPicture(element) && !isSolid(style)) || !isRectangle(style)) return;
    const box = intersect(rectOf(element), visibility.outer?.clip ?? visibility.clip);
    const letsClicksThrough = css(style, 'pointer-events') === 'none';
    this.#boxes.push({ element, box, order: (this.#order += 1), letsClicksThrough });
  }

  /** Adds an object that is visible unless a box lies over it. */
  addCandidate(what: T, parent: Element, box: Box, inView: boolean): void {
    this.#candidates.push({ what, parent, order: (this.#order += 1), inView });
    this.#sides.push(box.left, box.top, box.right, box.bottom);
  }

  /** Each candidate with whether it is covered, in the order of addition; nothing if there are no opaque boxes. */
  *coveredStates(): Generator<[T, boolean]> {
    if (this.#boxes.length === 0 && this.#placed.size === 0) return;
    for (const [index, under] of this.#candidates.entries()) {
      const [left = 0, top = 0, right = 0, bottom = 0] = this.#sides.slice(index * 4, index * 4 + 4);
      const isWithin = ({ box }: OpaqueBox): boolean =>
        left >= box.left - 1 && right <= box.right + 1 && top >= box.top - 1 && bottom <= box.bottom + 1;
      const isCovered =
        this.#boxes.some((box) => isWithin(box) && this.#isUnder(under, box) && this.#isOpaque(box)) ||
        (!under.inView && this.#isUnderGenerated(under, { left, top, right, bottom }));
      yield [under.what, isCovered];
    }
  }

  #isUnder(under: CoverCandidate<T>, box: OpaqueBox): boolean {
    if ((under.inView && !box.letsClicksThrough) || flatContains(box.element, under.parent)) return false;
    let top: Element | null = box.element;
    while (top !== null && !flatContains(top, under.parent)) top = flatParent(top);
    const over = layerOf(box.element, top, this.look) - layerOf(under.parent, top, this.look);
    return over > 0 || (over === 0 && box.order > under.order);
  }

  #isOpaque({ element }: OpaqueBox): boolean {
    let opaque = this.#opaque.get(element);
    if (opaque === undefined) {
      opaque = isOpaque(element, this.look.style(element));
      this.#opaque.set(element, opaque);
    }
    return opaque;
  }

  /** Whether a text out of view lies under a box that CSS generates over the content of an ancestor. */
  #isUnderGenerated(under: CoverCandidate<T>, box: Box): boolean {
    for (let at: Element | null = under.parent; at !== null; at = flatParent(at))
      if (this.#placed.has(at) && isUnderGenerated(at, under.parent, box, this.look)) return true;
    return false;
  }
}

const MAX_BOXES = 300;
const MAX_POSITIONED = 200;
