// The bar that is drawn on the page, all of it in one closed shadow root. Its host has no size and no attribute.

import type { Mark, PresenceAct, Touch } from '../worker/presence/messages.ts';
import { STYLE } from './style.ts';

/** How long a touched element stays marked. */
const TOUCH_SHOWN = 1200;
/** A page that removes the host again and again is left without it. */
const MOST_RETURNS = 20;
/** Frames of a tab that is not drawn never come. */
const FRAME_DEADLINE = 100;

export class Bar {
  readonly #host = document.createElement('div');
  readonly #root = this.#host.attachShadow({ mode: 'closed' });
  readonly #all = document.createElement('div');
  readonly #bar = document.createElement('div');
  readonly #words = document.createElement('span');
  readonly #touched = document.createElement('div');
  #buttons: { act: PresenceAct['act']; element: HTMLButtonElement }[] = [];
  #onPress: (act: PresenceAct['act']) => void = () => undefined;
  #shown = '';
  #returns = 0;
  #fading: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    this.#root.adoptedStyleSheets = [sheet];
    this.#all.className = 'all';
    this.#bar.className = 'bar';
    this.#bar.setAttribute('role', 'status');
    this.#touched.className = 'touched';
    const sign = document.createElement('span');
    sign.className = 'sign';
    const edge = document.createElement('div');
    edge.className = 'edge';
    this.#words.className = 'words';
    this.#bar.append(sign, this.#words);
    this.#all.append(edge, this.#touched, this.#bar);
    this.#root.append(this.#all);
    // Not on the buttons: the browser names elements with listeners to the hands, which would reveal the root in looks.
    this.#root.addEventListener('click', (event) => {
      const pressed = this.#buttons.find(({ element }) => element === event.target);
      if (event.isTrusted && pressed !== undefined) this.#onPress(pressed.act);
    });
    new MutationObserver(() => {
      this.#keep();
    }).observe(document.documentElement, { childList: true });
  }

  /** Called for presses that reach a button as a click of its own, as those of a screen reader do. */
  set onPress(onPress: (act: PresenceAct['act']) => void) {
    this.#onPress = onPress;
  }

  show(mark: Mark | null): void {
    const shown = JSON.stringify(mark);
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (mark === null) {
      this.#host.remove();
      return;
    }
    this.#all.dataset['state'] = mark.state;
    this.#words.textContent = mark.text;
    for (const { element } of this.#buttons) element.remove();
    this.#buttons = mark.buttons.map(({ act, text }) => {
      const element = document.createElement('button');
      element.type = 'button';
      element.textContent = text;
      if (act === 'cancel') element.className = 'stop';
      return { act, element };
    });
    this.#bar.append(...this.#buttons.map(({ element }) => element));
    this.#keep();
  }

  /** The button at a point of the viewport. The pointer itself never hits one. */
  actAt(x: number, y: number): PresenceAct['act'] | null {
    if (!this.#host.isConnected) return null;
    const isAt = ({ element }: { element: Element }) => {
      const box = element.getBoundingClientRect();
      return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
    };
    return this.#buttons.find(isAt)?.act ?? null;
  }

  /** Shows which button the pointer is over. */
  hover(act: PresenceAct['act'] | null): void {
    for (const button of this.#buttons) button.element.classList.toggle('over', button.act === act);
  }

  /** Marks an element; the bar goes to the other end of the page if it would be in the way. */
  touch({ x, y, width, height }: Omit<Touch, 'text'>): void {
    clearTimeout(this.#fading);
    const isSeen = width > 0 && height > 0;
    this.#touched.classList.toggle('on', isSeen);
    if (!isSeen) return;
    Object.assign(this.#touched.style, {
      left: `${x - 4}px`,
      top: `${y - 4}px`,
      width: `${width + 8}px`,
      height: `${height + 8}px`,
    });
    this.#bar.classList.toggle('up', y + height > innerHeight - 90);
    this.#fading = setTimeout(() => {
      this.#touched.classList.remove('on');
    }, TOUCH_SHOWN);
  }

  /** Resolves when the page has been drawn without it. */
  async conceal(): Promise<void> {
    this.#all.classList.add('hidden');
    if (!this.#host.isConnected) return;
    const drawn = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.race([drawn, new Promise((resolve) => setTimeout(resolve, FRAME_DEADLINE))]);
  }

  reveal(): void {
    this.#all.classList.remove('hidden');
  }

  /** Puts the host back behind the body if the page removed it. */
  #keep(): void {
    const isWanted = this.#shown !== '' && this.#shown !== 'null';
    if (!isWanted || this.#host.isConnected || this.#returns > MOST_RETURNS) return;
    this.#returns++;
    document.documentElement.append(this.#host);
  }
}
