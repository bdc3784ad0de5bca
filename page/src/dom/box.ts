// Rectangles in CSS pixels of the viewport.

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const EVERYWHERE: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
export const NOWHERE: Box = { left: 0, top: 0, right: 0, bottom: 0 };

export const intersect = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

/** Whether the overlap of `a` and `b` has at least `least` pixels in width and height. */
export const showsIn = (a: Box, b: Box, least: number): boolean =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) >= least &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) >= least;

export const asRect = ({ left, top, right, bottom }: Box): DOMRect =>
  new DOMRect(left, top, right - left, bottom - top);

export const viewportBox = (): Box => ({ left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight });

export const toBounds = (box: DOMRect): [number, number, number, number] => [
  Math.round(box.x),
  Math.round(box.y),
  Math.round(box.width),
  Math.round(box.height),
];
