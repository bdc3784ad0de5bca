// The events of a focus that moves. In a tab that is not in front the browser moves the focus and tells nobody, so the
// events are made here.

export class FocusEvents {
  /** How often the browser has told of a focus. */
  #told = 0;
  /** The field that has the focus, with its value when it got it. */
  #entered: { element: Element; value: string | null } | null = null;

  constructor(private readonly document: Document) {
    addEventListener('focus', this.#note, { capture: true });
    addEventListener('change', this.#noteChange, { capture: true });
  }

  /** Runs something that may move the focus. */
  around<T>(move: () => T): T {
    const before = active(this.document);
    const told = this.#told;
    const result = move();
    const now = active(this.document);
    if (now !== before && told === this.#told && !this.document.hasFocus()) this.#tell(before, now);
    return result;
  }

  focus(element: HTMLElement): void {
    this.around(() => {
      element.focus({ preventScroll: true });
    });
  }

  blur(): void {
    this.around(() => {
      (active(this.document) as HTMLElement | null)?.blur();
    });
  }

  #tell(from: Element | null, to: Element | null): void {
    if (from !== null) {
      const entered = this.#entered?.element === from ? this.#entered.value : null;
      if (entered !== null && entered !== valueOf(from)) from.dispatchEvent(new Event('change', { bubbles: true }));
      from.dispatchEvent(new FocusEvent('blur', { composed: true, relatedTarget: to }));
      from.dispatchEvent(new FocusEvent('focusout', { bubbles: true, composed: true, relatedTarget: to }));
    }
    this.#entered = to === null ? null : { element: to, value: valueOf(to) };
    if (to === null) return;
    to.dispatchEvent(new FocusEvent('focus', { composed: true, relatedTarget: from }));
    to.dispatchEvent(new FocusEvent('focusin', { bubbles: true, composed: true, relatedTarget: from }));
  }

  readonly #note = (event: Event): void => {
    if (event.isTrusted) this.#told += 1;
  };

  readonly #noteChange = (event: Event): void => {
    const element = event.composedPath()[0];
    if (element instanceof Element && this.#entered?.element === element)
      this.#entered = { element, value: valueOf(element) };
  };
}

function active(document: Document): Element | null {
  let at = document.activeElement;
  for (let inner = at?.shadowRoot?.activeElement ?? null; inner !== null; inner = at.shadowRoot?.activeElement ?? null)
    at = inner;
  return at === document.body ? null : at;
}

function valueOf(element: Element): string | null {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : null;
}
