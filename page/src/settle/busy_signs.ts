// The signs by which a page shows that it is busy with what an action started.
//
// A sign counts only if it appeared or changed after the action began, or if the whole document is new. A sign that
// stayed until the bound is noise from then on, until it goes away.

import {
  attr,
  bodyOf,
  containsNode,
  documentElement,
  elementCount,
  flatContains,
  isConnected,
  isElement,
  isText,
  parentNode,
  tag,
  textContent,
  word,
} from '../dom/dom';
import { isTextField } from '../dom/field';
import { tidy } from '../dom/text';
import type { BusySign, SignScope } from '../generated/wire';
import { busyAnimations } from './busy_animation';
import {
  hasBusyCursor,
  hasRoom,
  isButtonLike,
  isDisabled,
  isInView,
  isProgress,
  isSameForm,
  isShown,
  markedSigns,
  signsInShadow,
} from './busy_elements';
import { type PhraseRule, isControlText, isShortened, isShownText, phraseOf, textsIn } from './busy_text';
import type { InputRecord } from './reaction';

export class BusySigns {
  /** The marked signs that were visible when the action began. */
  #before = new Set<Element>();
  /** Elements of which the action changed the text, that it added or revealed. */
  readonly #changed = new Set<Element>();
  readonly #disabled = new Set<Element>();
  /** Determinate progress bars by their last known value, and when that changed. */
  readonly #progress = new Map<Element, { value: string; at: number }>();
  readonly #noise = new Map<string, Set<Element>>();
  #hadBusyCursor = false;
  /** How much text other than signs the action brought. */
  #brought = 0;
  #isEntered = false;
  #begunAt = -Infinity;
  /** When a sign was first seen after the action began. */
  #seenAt: number | null = null;

  constructor(private readonly document: Document) {}

  /** Records the signs that are there before an action. */
  begin(now: number): void {
    for (const [key, elements] of this.#noise) {
      if (![...elements].some((element) => isConnected(element) && isShown(element) && isStillSaid(key, element)))
        this.#noise.delete(key);
    }
    this.#changed.clear();
    this.#disabled.clear();
    this.#progress.clear();
    this.#before = new Set(markedSigns(this.document).filter(isShown));
    this.#hadBusyCursor = hasBusyCursor(this.document);
    this.#brought = 0;
    this.#isEntered = false;
    this.#seenAt = null;
    this.#begunAt = now;
  }

  /** Enter in a field submits its form. */
  noteEnter(): void {
    this.#isEntered = true;
  }

  /** Records a change that happened since the action began. */
  note(record: MutationRecord, { target: touched }: InputRecord): void {
    const { target, type, attributeName } = record;
    if (type === 'attributes') {
      if (!isElement(target)) return;
      this.#before.delete(target);
      if (attributeName === 'disabled' || attributeName === 'aria-disabled') this.#disabled.add(target);
      else if (
        attributeName === 'hidden' ||
        attributeName === 'open' ||
        attributeName === 'style' ||
        attributeName === 'class'
      )
        this.#add(target);
      return;
    }
    const holder = type === 'characterData' ? parentNode(target) : target;
    if (isElement(holder) && (type === 'characterData' || [...record.addedNodes].some(isText))) this.#add(holder);
    for (const node of record.addedNodes) {
      if (!isElement(node)) continue;
      this.#add(node);
      for (const sign of this.#before) if (containsNode(node, sign)) this.#before.delete(sign);
    }
    if (touched === null || !containsNode(touched, target)) this.#brought += textBrought(record);
  }

  /** The sign that shows at present that the page is busy; null if there is none. */
  current(input: InputRecord, scope: SignScope): BusySign | null {
    return this.#find(input, scope)?.kind ?? null;
  }

  /** When a sign of this action was first seen; to be called while there is one. */
  seenAt(now: number): number {
    this.#seenAt ??= now;
    return this.#seenAt;
  }

  /** Gives signs the whole time again. */
  restartBound(): void {
    this.#seenAt = null;
  }

  /** As `restartBound`, also for the signs that were ignored. */
  restart(): void {
    this.#seenAt = null;
    this.#noise.clear();
  }

  /** Takes every present sign for noise, because it stayed until the bound. */
  ignorePresent(input: InputRecord, scope: SignScope): void {
    for (let count = 0; count < MOST_NOISE; count += 1) {
      const sign = this.#find(input, scope);
      if (sign === null) return;
      const known = this.#noise.get(sign.key);
      if (known === undefined) this.#noise.set(sign.key, new Set([sign.element]));
      else known.add(sign.element);
    }
  }

  #find(input: InputRecord, scope: SignScope): Found | null {
    return (
      this.#marked(scope) ??
      this.#disabledButton(input) ??
      this.#text(input, scope) ??
      this.#animated(input, scope) ??
      this.#cursor(scope)
    );
  }

  #marked(scope: SignScope): Found | null {
    for (const element of this.#before) if (!isConnected(element) || !isShown(element)) this.#before.delete(element);
    const inShadow = [...this.#changed].flatMap(signsInShadow);
    for (const element of [...markedSigns(this.document), ...inShadow]) {
      if (scope === 'brought' && this.#before.has(element)) continue;
      if (!isShown(element) || !this.#isAtWork(element)) continue;
      const isBusy = word(element, 'aria-busy') === 'true';
      if (!isBusy && !hasRoom(element)) continue;
      const kind = isBusy ? 'marked' : isProgress(element) ? 'progress' : 'animation';
      const found = this.#unlessNoise(kind, element);
      if (found !== null) return found;
    }
    return null;
  }

  /** A progress bar with a value counts while the value grows; a wizard shows the number of its step in one, too. */
  #isAtWork(element: Element): boolean {
    const value = isProgress(element) ? (attr(element, 'aria-valuenow') ?? attr(element, 'value')) : null;
    if (value === null) return isProgress(element) || word(element, 'aria-busy') === 'true' || isInView(element);
    const most = Number(
      attr(element, 'aria-valuemax') ?? attr(element, 'max') ?? (tag(element) === 'progress' ? 1 : 100),
    );
    if (Number(value) >= most) return false;
    const now = performance.now();
    const known = this.#progress.get(element);
    if (known?.value === value) return now - known.at < GROWS_WITHIN;
    this.#progress.set(element, { value, at: known === undefined && Number(value) > 0 ? -Infinity : now });
    return known !== undefined || Number(value) === 0;
  }

  /** A button that the action disabled, while nothing else has come of it. */
  #disabledButton({ target, kind }: InputRecord): Found | null {
    if (target === null || kind !== 'press' || this.#brought > 0) return null;
    if (isTextField(target) && !this.#isEntered) return null;
    for (const button of this.#disabled) {
      if (!isButtonLike(button) || !isDisabled(button) || !isConnected(button) || !isShown(button)) continue;
      if (!flatContains(button, target) && !flatContains(target, button) && !isSameForm(button, target)) continue;
      const found = this.#unlessNoise('disabled', button);
      if (found !== null) return found;
    }
    return null;
  }

  #text(input: InputRecord, scope: SignScope): Found | null {
    const trailing: Found[] = [];
    const parts: [Element, PhraseRule][] = [...this.#changed]
      .filter(isConnected)
      .map((element) => [element, 'brought'] as [Element, PhraseRule]);
    const body = bodyOf(this.document);
    if (scope === 'all' && body !== null && elementCount(this.document) < MOST_SEARCHED) parts.push([body, 'whole']);
    const seen = new Set<Element>();
    for (const [part, rule] of parts) {
      for (const [text, holder] of textsIn(part, rule === 'whole' ? MOST_SEARCHED : MOST_NODES)) {
        const phrase = phraseOf(text, rule);
        if (phrase === 'none' || seen.has(holder) || !isShownText(holder)) continue;
        seen.add(holder);
        const isControl = isControlText(holder);
        const isTouched = input.target !== null && flatContains(input.target, holder);
        if (isControl && !(phrase === 'loading' && rule === 'brought' && isTouched)) continue;
        const found = this.#unlessNoise('text', holder, tidy(text));
        if (found === null) continue;
        if (phrase === 'loading') return found;
        if (!isShortened(holder)) trailing.push(found);
      }
    }
    // Several texts with dots are a list of shortened names, and so is one among much other text.
    return trailing.length <= MOST_TRAILING && this.#brought <= MUCH_TEXT ? (trailing[0] ?? null) : null;
  }

  #animated({ target }: InputRecord, scope: SignScope): Found | null {
    const since = scope === 'all' ? -Infinity : this.#begunAt;
    for (const element of busyAnimations(this.document, target, { since, onlyTurning: scope === 'all' })) {
      const found = this.#unlessNoise('animation', element);
      if (found !== null) return found;
    }
    return null;
  }

  #cursor(scope: SignScope): Found | null {
    if (!hasBusyCursor(this.document) || (scope === 'brought' && this.#hadBusyCursor)) return null;
    return this.#unlessNoise('cursor', documentElement(this.document));
  }

  #unlessNoise(kind: BusySign, element: Element, text = ''): Found | null {
    const key = `${kind} ${tag(element)} ${attr(element, 'class') ?? ''}\n${text}`;
    const isNoise = kind === 'disabled' ? this.#noise.get(key)?.has(element) : this.#noise.has(key);
    return isNoise === true ? null : { kind, element, key };
  }

  #add(element: Element): void {
    if (this.#changed.size < MOST_CHANGED && element !== bodyOf(this.document)) this.#changed.add(element);
  }
}

type Found = { kind: BusySign; element: Element; key: string };

/** How many letters other than signs a change adds. */
function textBrought({ type, target, addedNodes }: MutationRecord): number {
  const parts = type === 'characterData' ? [target] : [...addedNodes];
  const texts = parts
    .map((node) => tidy(textContent(node) ?? ''))
    .filter((text) => phraseOf(text, 'brought') === 'none');
  const holder = isElement(target) ? target : parentNode(target);
  return isElement(holder) && isShown(holder) ? texts.reduce((sum, text) => sum + text.length, 0) : 0;
}

/** Whether an element that was taken for noise still shows its sign. */
function isStillSaid(key: string, element: Element): boolean {
  if (key.startsWith('disabled ')) return isDisabled(element);
  if (key.startsWith('marked ')) return word(element, 'aria-busy') === 'true';
  return !key.startsWith('text ') || tidy(textContent(element) ?? '').includes(key.slice(key.indexOf('\n') + 1));
}

/** A progress bar whose value stays for longer says nothing. */
const GROWS_WITHIN = 1_000;
const MOST_CHANGED = 60;
const MOST_NODES = 300;
const MOST_SEARCHED = 3_000;
const MOST_TRAILING = 2;
/** With more letters than this, dots at the end of a text only shorten it. */
const MUCH_TEXT = 200;
const MOST_NOISE = 20;
