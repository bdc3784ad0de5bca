// Input of the hands in one document. What lies in a frame is passed on: the frame's number and the point inside of it.

import { elementAtPoint, focusedElement } from '../../../../page/src/dom/dom';
import { holdsDocument, pointIntoFrame } from '../../../../page/src/dom/frame';
import type { QuietInput, QuietReply } from '../../generated/quiet';
import type { FocusEvents } from './focus';
import { Keyboard } from './keyboard';
import { Mouse } from './mouse';
import { insertText } from './text';

const DONE: QuietReply = { kind: 'done' };

export class Input {
  readonly #mouse: Mouse;
  readonly #keyboard: Keyboard;

  constructor(
    private readonly document: Document,
    focus: FocusEvents,
    private readonly numberOf: (element: Element) => number | null,
  ) {
    this.#mouse = new Mouse(document, focus);
    this.#keyboard = new Keyboard(document, focus);
  }

  async perform(input: QuietInput): Promise<QuietReply> {
    switch (input.input) {
      case 'mouse': {
        const hit = elementAtPoint(this.document, input.x, input.y);
        const inside = this.#inside(hit, input.x, input.y);
        if (inside !== null) {
          this.#mouse.leave();
          return inside;
        }
        await this.#mouse.perform(input, hit ?? this.document.documentElement);
        return DONE;
      }
      case 'wheel': {
        const hit = elementAtPoint(this.document, input.x, input.y);
        const inside = this.#inside(hit, input.x, input.y);
        if (inside !== null) return inside;
        this.#mouse.wheel(input, hit ?? this.document.documentElement);
        return DONE;
      }
      case 'key':
      case 'text': {
        const focused = focusedElement(this.document);
        const inside = this.#inside(focused, 0, 0);
        if (inside !== null) return inside;
        if (input.input === 'key') this.#keyboard.perform(input);
        else insertText(this.document, input.text);
        return DONE;
      }
    }
  }

  #inside(element: Element | null, x: number, y: number): QuietReply | null {
    if (element === null || !holdsDocument(element)) return null;
    const node = this.numberOf(element);
    const [innerX, innerY] = pointIntoFrame(element, x, y);
    return node === null ? null : { kind: 'inside', node, x: innerX, y: innerY };
  }
}
