// Drags of the browser's own kind, which a browser does not begin for events of a script: `dragstart` to `drop` with the
// data that the page puts in.

import { flatParent } from '../../../../page/src/dom/dom';

const EVERY = 50;

export class Drag {
  #over: Element | null = null;
  #isTaken = false;

  private constructor(
    private readonly source: Element,
    private readonly data: DataTransfer,
  ) {}

  /** `null` when the page prevents it. */
  static begin(source: Element, x: number, y: number): Drag | null {
    const data = new DataTransfer();
    if (source instanceof HTMLAnchorElement) data.setData('text/uri-list', source.href);
    return source.dispatchEvent(dragEvent('dragstart', data, x, y)) ? new Drag(source, data) : null;
  }

  async over(hit: Element, x: number, y: number): Promise<void> {
    this.source.dispatchEvent(dragEvent('drag', this.data, x, y));
    if (hit !== this.#over) {
      hit.dispatchEvent(dragEvent('dragenter', this.data, x, y));
      this.#over?.dispatchEvent(dragEvent('dragleave', this.data, x, y));
      this.#over = hit;
    }
    this.#isTaken = !hit.dispatchEvent(dragEvent('dragover', this.data, x, y));
    // Pages measure between two of these events.
    await new Promise((resolve) => setTimeout(resolve, EVERY));
  }

  drop(hit: Element, x: number, y: number): void {
    if (hit !== this.#over) this.#isTaken = !hit.dispatchEvent(dragEvent('dragover', this.data, x, y));
    hit.dispatchEvent(dragEvent(this.#isTaken ? 'drop' : 'dragleave', this.data, x, y));
    this.source.dispatchEvent(dragEvent('dragend', this.data, x, y));
  }
}

/** The element that a press at another begins to drag. */
export function draggableAt(element: Element): Element | null {
  for (let at: Element | null = element; at !== null; at = flatParent(at)) {
    if (at instanceof HTMLElement && at.draggable && at.hasAttribute('draggable')) return at;
  }
  return null;
}

function dragEvent(kind: string, dataTransfer: DataTransfer, x: number, y: number): DragEvent {
  const cancelable = kind !== 'dragleave' && kind !== 'dragend';
  return new DragEvent(kind, { bubbles: true, cancelable, composed: true, clientX: x, clientY: y, dataTransfer });
}
