// The mouse: pointer and mouse events in the order in which a browser sends them, and what follows from them where a browser
// does nothing for events of a script: the focus, scrolling and dragging.

import { flatParent, tabIndex } from '../../../../page/src/dom/dom';
import { markOwnInput } from '../../../../page/src/dom/own_input';
import type { QuietMouse } from '../../generated/quiet';
import { Drag, draggableAt } from './drag';
import type { FocusEvents } from './focus';
import { modifiersOf } from './modifiers';

const RIGHT = 2;
const NO_BUTTON = -1;

export class Mouse {
  #over: Element | null = null;
  #pressed: { at: Element; x: number; y: number } | null = null;
  #drag: Drag | null = null;

  constructor(
    private readonly document: Document,
    private readonly focus: FocusEvents,
  ) {}

  async perform(mouse: QuietMouse, hit: Element): Promise<void> {
    if (mouse.step === 'moved') await this.#move(mouse, hit);
    else if (mouse.step === 'pressed') this.#press(mouse, hit);
    else this.#release(mouse, hit);
  }

  /** The mouse is over a frame from now on. */
  leave(): void {
    if (this.#over !== null) this.#goOver(null, null);
  }

  wheel(
    { x, y, delta_x: deltaX, delta_y: deltaY }: { x: number; y: number; delta_x: number; delta_y: number },
    hit: Element,
  ): void {
    const event = new WheelEvent('wheel', {
      ...COMMON,
      clientX: x,
      clientY: y,
      deltaX,
      deltaY,
    });
    if (send(hit, event)) scrollableAt(hit, deltaX, deltaY, this.document).scrollBy(deltaX, deltaY);
  }

  async #move(mouse: QuietMouse, hit: Element): Promise<void> {
    if (this.#drag !== null) {
      await this.#drag.over(hit, mouse.x, mouse.y);
      return;
    }
    this.#goOver(hit, mouse);
    send(hit, pointer('pointermove', mouse, NO_BUTTON));
    const moved = new MouseEvent('mousemove', { ...initOf(mouse), button: 0 });
    send(hit, moved);
    const pressed = this.#pressed;
    if (pressed === null) return;
    const source = draggableAt(pressed.at);
    if (source !== null) this.#drag = Drag.begin(source, pressed.x, pressed.y);
  }

  #goOver(hit: Element | null, mouse: QuietMouse | null): void {
    const before = this.#over;
    if (before === hit) return;
    this.#over = hit;
    const at = mouse ?? NOWHERE;
    const [left, entered] = [pathOf(before), pathOf(hit)];
    if (before?.isConnected === true) {
      send(before, pointer('pointerout', at, NO_BUTTON, hit));
      send(before, new MouseEvent('mouseout', { ...initOf(at), relatedTarget: hit }));
      for (const element of left.filter((element) => !entered.includes(element))) {
        send(element, pointer('pointerleave', at, NO_BUTTON, hit, ALONE));
        send(element, new MouseEvent('mouseleave', { ...initOf(at), ...ALONE, relatedTarget: hit }));
      }
    }
    if (hit === null) return;
    send(hit, pointer('pointerover', at, NO_BUTTON, before));
    send(hit, new MouseEvent('mouseover', { ...initOf(at), relatedTarget: before }));
    for (const element of entered.filter((element) => !left.includes(element)).reverse()) {
      send(element, pointer('pointerenter', at, NO_BUTTON, before, ALONE));
      send(element, new MouseEvent('mouseenter', { ...initOf(at), ...ALONE, relatedTarget: before }));
    }
  }

  #press(mouse: QuietMouse, hit: Element): void {
    const isFree = send(hit, pointer('pointerdown', mouse));
    this.#pressed = { at: hit, x: mouse.x, y: mouse.y };
    // The page may have replaced the element in the meantime.
    const goesTo = hit.isConnected ? hit : this.document.documentElement;
    const isKept = isFree ? send(goesTo, new MouseEvent('mousedown', initOf(mouse))) : true;
    if (isKept) this.#focusAt(goesTo);
    if (mouse.button === RIGHT) send(goesTo, pointer('contextmenu', mouse));
  }

  #release(mouse: QuietMouse, hit: Element): void {
    const pressed = this.#pressed;
    this.#pressed = null;
    if (this.#drag !== null) {
      this.#drag.drop(hit, mouse.x, mouse.y);
      this.#drag = null;
      return;
    }
    send(hit, pointer('pointerup', mouse));
    send(hit, new MouseEvent('mouseup', initOf(mouse)));
    const clicked = pressed === null ? null : commonAncestor(pressed.at, hit);
    if (clicked === null || isInert(clicked)) return;
    // A click is an activation also when a script sends it: links, buttons, boxes and labels do what they do.
    const isDone = send(clicked, pointer(mouse.button === 0 ? 'click' : 'auxclick', mouse));
    if (isDone && mouse.button === 0) this.#focusLabelled(clicked);
    if (mouse.button === 0 && mouse.clicks === 2) send(clicked, new MouseEvent('dblclick', initOf(mouse)));
  }

  #focusAt(element: Element): void {
    for (let at: Element | null = element; at !== null; at = flatParent(at)) {
      if (!isFocusable(at)) continue;
      this.focus.focus(at);
      return;
    }
    this.focus.blur();
  }

  #focusLabelled(clicked: Element): void {
    const label = clicked.closest('label');
    const control = label?.control ?? null;
    if (control !== null && !control.contains(clicked) && isFocusable(control)) this.focus.focus(control);
  }
}

const COMMON = { bubbles: true, cancelable: true, composed: true, view: window } as const;
const ALONE = { bubbles: false, cancelable: false } as const;
const NOWHERE: QuietMouse = { step: 'moved', x: -1, y: -1, button: 0, buttons: 0, clicks: 0, modifiers: 0 };

/** Whether the page did not prevent what follows. */
function send(element: Element, event: Event): boolean {
  return element.dispatchEvent(markOwnInput(event));
}

function initOf(mouse: QuietMouse): MouseEventInit {
  return {
    ...COMMON,
    ...modifiersOf(mouse.modifiers),
    clientX: mouse.x,
    clientY: mouse.y,
    screenX: mouse.x + window.screenX,
    screenY: mouse.y + window.screenY,
    button: mouse.button,
    buttons: mouse.buttons,
    detail: mouse.clicks,
  };
}

function pointer(
  kind: string,
  mouse: QuietMouse,
  button = mouse.button,
  relatedTarget: Element | null = null,
  further: EventInit = {},
): PointerEvent {
  const kept = { pointerId: 1, pointerType: 'mouse', isPrimary: true, width: 1, height: 1 };
  const pressure = mouse.buttons === 0 ? 0 : 0.5;
  return new PointerEvent(kind, { ...initOf(mouse), ...kept, pressure, button, relatedTarget, ...further });
}

function pathOf(element: Element | null): Element[] {
  const path = [];
  for (let at = element; at !== null; at = flatParent(at)) path.push(at);
  return path;
}

function commonAncestor(pressed: Element, released: Element): Element | null {
  const path = new Set(pathOf(pressed));
  return pathOf(released).find((element) => path.has(element)) ?? null;
}

/** Browsers send no click to a control that is disabled. */
const isInert = (element: Element): boolean =>
  element.closest('button, input, select, textarea')?.matches(':disabled') === true;

const isFocusable = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  !element.matches(':disabled') &&
  (tabIndex(element) >= 0 || element.hasAttribute('tabindex') || element.isContentEditable);

function scrollableAt(element: Element, deltaX: number, deltaY: number, document: Document): Element {
  for (let at: Element | null = element; at !== null; at = flatParent(at)) {
    const [before, left] = [at.scrollTop, at.scrollLeft];
    if (
      deltaY !== 0 &&
      at.scrollHeight > at.clientHeight &&
      isScrolled(at, 'overflow-y') &&
      canMove(before, deltaY, at.scrollHeight - at.clientHeight)
    )
      return at;
    if (
      deltaX !== 0 &&
      at.scrollWidth > at.clientWidth &&
      isScrolled(at, 'overflow-x') &&
      canMove(left, deltaX, at.scrollWidth - at.clientWidth)
    )
      return at;
  }
  return document.scrollingElement ?? document.documentElement;
}

const isScrolled = (element: Element, property: string): boolean =>
  ['auto', 'scroll'].includes(getComputedStyle(element).getPropertyValue(property));

const canMove = (at: number, by: number, most: number): boolean => (by > 0 ? at < most : at > 0);
