// Observes how a document changes: which changes an action causes, and which go on by themselves.
//
// Observation begins with the first action or wait and then goes on, so that at the next action the changes without one
// are known.

import {
  addListener,
  animationsOf,
  childNodes,
  documentElement,
  elementCount,
  flatContains,
  isContentEditable,
  isElement,
  isHtml,
  isInput,
  isSelect,
  isTextarea,
  queryWithin,
  shadowOf,
} from '../dom/dom';
import { type MutationLog } from '../dom/mutation_log';
import { isRealInput } from '../dom/own_input';
import type { SignScope } from '../generated/wire';
import { BusySigns } from './busy_signs';
import { PendingNavigation } from './navigation';
import { NewElements } from './new_elements';
import { OBSERVED } from './observed';
import {
  type InputRecord,
  type InputKind,
  isLookupField,
  isRepeatedText,
  isAnimationStep,
  classifyChange,
} from './reaction';
import { Tickers } from './tickers';

export class Activity {
  readonly tickers = new Tickers();
  readonly navigation = new PendingNavigation();
  readonly newElements = new NewElements();
  readonly signs: BusySigns;
  /** Time of the last change that is no ticker's. */
  changedAt = -Infinity;
  /** Time of the last change or scroll of any kind. */
  #movedAt = Infinity;
  /** Time of the page's last reaction to an input, and of that input. */
  reactedAt = -Infinity;
  inputAt = -Infinity;
  /** Whether the page reacted to the input by writing the text that stood there already. */
  isRepeated = false;
  /** Time of the last step of a scripted slide or fade that is not over. */
  steppedAt = -Infinity;
  #stepping: Element | null = null;
  input: InputRecord = NOTHING;
  /** The page had tickers at the time of the input. */
  wasRestless = false;
  #phase: 'idle' | 'acting' | 'settling' = 'idle';
  #begunAt = -Infinity;
  #answeredAt = -Infinity;
  #expected: Element | null = null;
  /** An input has reached the document; until then all of it is new. */
  #isTouched = false;
  /** The expected input has not arrived yet. */
  #isAwaited = false;
  #isPainted = true;
  #over: { inputAt: number; input: InputRecord; wasRestless: boolean } | null = null;
  #wake: () => void = () => undefined;
  readonly #seen = new WeakSet<Node>();
  readonly #observer = new MutationObserver((records) => {
    this.#recordMutations(records);
  });

  readonly #answers = new PerformanceObserver((list) => {
    this.#noteResponses(list.getEntries());
  });

  /** The log records the changes in the same roots. */
  constructor(
    private readonly document: Document,
    private readonly log: MutationLog,
  ) {
    this.signs = new BusySigns(document);
  }

  /** Observes the parts of the document that are not observed yet. */
  begin(): void {
    if (!this.#seen.has(this.document)) {
      this.#watch(this.document);
      this.changedAt = performance.now();
      this.#movedAt = this.changedAt;
      for (const kind of INPUT) addListener(window, kind, this.#input, CAPTURE);
      for (const kind of HOVER) addListener(window, kind, this.#hover, CAPTURE);
      for (const kind of SIGNS) addListener(window, kind, this.#reactionEvent, CAPTURE);
      this.#answers.observe({ type: 'resource' });
      this.navigation.listen();
      this.#adopt(documentElement(this.document));
    } else if (elementCount(this.document) < MAX_WALKED_AGAIN) {
      // An element may have got a shadow root without any other change.
      this.#adopt(documentElement(this.document));
    }
  }

  /** Also observes a shadow root that only the browser could hand over. */
  include(root: ShadowRoot): void {
    if (this.#seen.has(this.document) && !this.#seen.has(root)) this.#watch(root);
  }

  /** Announces a command that changes the document without an event. */
  noteSilentChange(): void {
    this.begin();
    this.changedAt = performance.now();
  }

  /** Announces input to this element. */
  expectInput(target: Element): void {
    this.begin();
    this.#expected = target;
    this.#isAwaited = true;
  }

  /** Records an input; the changes that follow may be its effect. */
  noteInput(target: Element | null, kind: InputKind, path: readonly EventTarget[] = []): void {
    const now = performance.now();
    if (this.#phase !== 'acting') {
      this.wasRestless = this.tickers.isAnyTicking(now);
      this.tickers.forgetOthers(now);
      this.signs.begin(now);
      this.#isTouched = true;
    }
    this.#phase = 'acting';
    this.#begunAt = now;
    this.inputAt = now;
    this.reactedAt = -Infinity;
    this.isRepeated = false;
    this.steppedAt = -Infinity;
    this.input = { target, kind, path };
    this.newElements.forget();
    this.#isAwaited = false;
  }

  beginSettling(): void {
    this.begin();
    this.#phase = 'settling';
    this.#begunAt = performance.now();
  }

  /** Ends the action: later changes are the page's own. */
  endAction(): void {
    const { inputAt, input: input, wasRestless } = this;
    if (this.#phase !== 'idle') this.#over = { inputAt, input, wasRestless };
    this.#phase = 'idle';
    this.#isPainted = true;
    this.wasRestless = false;
    this.inputAt = -Infinity;
    this.input = NOTHING;
  }

  /** Continues an action that was ended too early. */
  resumeAction(): void {
    if (this.#phase === 'idle' && this.#over !== null) Object.assign(this, this.#over);
  }

  /** A document that no input has reached yet is new as a whole. */
  get scope(): SignScope {
    return this.#isTouched ? 'brought' : 'all';
  }

  /** Whether a frame has been painted since the last change, so that its consequences have happened, too. */
  get isPainted(): boolean {
    return this.#isPainted;
  }

  /** Whether anything that can be observed has changed or scrolled since a time. */
  hasChangedSince(time: number): boolean {
    return this.#movedAt >= time;
  }

  /** Whether nothing that can be observed has moved for a while. */
  get isStill(): boolean {
    return (
      performance.now() - this.#movedAt > STILL_AFTER &&
      !animationsOf(this.document).some((animation) => animation.playState === 'running')
    );
  }

  /** Waits so many milliseconds or for a change; during an action, until the document is quiet after it. */
  async pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => undefined;
  }

  /** When the last response to a request of the page was complete, by the page's own clock. */
  get respondedAt(): number {
    this.#noteResponses(this.#answers.takeRecords());
    return this.#answeredAt;
  }

  #noteResponses(entries: PerformanceEntryList): void {
    for (const entry of entries) {
      if (entry instanceof PerformanceResourceTiming && ASKING.has(entry.initiatorType)) {
        this.#answeredAt = Math.max(this.#answeredAt, entry.responseEnd);
      }
    }
  }

  #recordMutations(records: MutationRecord[]): void {
    const now = performance.now();
    this.#movedAt = now;
    if (this.#phase !== 'idle' && now - this.#begunAt > MOST_ACTING) this.endAction();
    let [changed, reacted] = [false, false];
    for (const record of records.slice(0, MOST_RECORDS)) {
      for (const node of record.addedNodes) if (isElement(node)) this.#adopt(node);
      const what = `${record.type} ${record.attributeName ?? ''}`;
      if (this.#phase !== 'idle') this.signs.note(record, this.input);
      if (this.#phase === 'idle' || (this.#phase === 'settling' && isTick(record) && !this.#isAnimation(record, now))) {
        this.tickers.note(record.target, what, now);
      }
      const isTicker = this.tickers.isTicker(record.target, what, now);
      changed ||= this.#phase === 'idle';
      if (this.#phase === 'idle' || isTicker) continue;
      this.newElements.add(record.addedNodes, now);
      this.#noteStep(record, now);
      if (!reacted) {
        const weight = classifyChange(record, this.input);
        changed ||= weight !== 'none';
        reacted ||= weight === 'reaction';
        this.isRepeated ||= reacted && isRepeatedText(record, this.input);
      }
    }
    if (changed) this.#changed(now, reacted);
  }

  /** A scripted slide or fade changes a style in every frame, but not for long. */
  #isAnimation(record: MutationRecord, now: number): boolean {
    return record.attributeName === 'style' && now - this.#begunAt < MOST_ANIMATED;
  }

  #noteStep({ target, attributeName }: MutationRecord, now: number): void {
    if (attributeName !== 'style' || !isElement(target)) return;
    if (isAnimationStep(target)) [this.#stepping, this.steppedAt] = [target, now];
    else if (target === this.#stepping) this.steppedAt = -Infinity;
  }

  /** A click follows its press, to which the page may have reacted already. */
  readonly #input = (event: Event): void => {
    if (!isRealInput(event)) return;
    const path = event.composedPath();
    const [place] = path;
    const hit = place instanceof Node && isElement(place) ? place : null;
    const expected = this.#expected;
    const target = expected !== null && hit !== null && flatContains(expected, hit) ? expected : hit;
    const isTyped = event instanceof InputEvent && event.inputType !== 'insertLineBreak';
    this.noteInput(target, isTyped && target !== null && isLookupField(target) ? 'lookup' : 'press', path);
    if (event instanceof KeyboardEvent && event.key === 'Enter') this.signs.noteEnter();
  };

  /** The mouse enters the target; a press may follow. */
  readonly #hover = (event: Event): void => {
    const expected = this.#expected;
    if (!isRealInput(event) || !this.#isAwaited || expected === null) return;
    const path = event.composedPath();
    if (path.includes(expected)) this.noteInput(expected, 'hover', path);
  };

  readonly #reactionEvent = (event: Event): void => {
    if (event.type === 'scroll') this.#movedAt = performance.now();
    if (this.#phase === 'idle') return;
    const [place] = event.composedPath();
    const now = performance.now();
    if (event.type === 'scroll' && place instanceof Node) {
      if (this.#phase === 'settling') this.tickers.note(place, 'scroll', now);
      if (this.tickers.isTicker(place, 'scroll', now)) return;
    }
    if (event.type === 'focusin' && !(place instanceof Element && takesText(place))) return;
    this.#changed(now, this.input.kind === 'press');
  };

  #changed(now: number, reacted: boolean): void {
    this.changedAt = now;
    if (reacted) this.reactedAt = now;
    if (this.#phase === 'idle') {
      this.#wake();
      return;
    }
    const isWaiting = !this.#isPainted;
    this.#isPainted = false;
    if (!isWaiting) this.#awaitPaint();
  }

  #awaitPaint(): void {
    const since = this.changedAt;
    const done = (): void => {
      if (this.changedAt > since) {
        this.#awaitPaint();
        return;
      }
      this.#isPainted = true;
      this.#wake();
    };
    // A document that is not painted, as in a background tab, has no frames.
    const limit = setTimeout(done, FRAME_AT_MOST);
    requestAnimationFrame(() => {
      clearTimeout(limit);
      setTimeout(done, 0);
    });
  }

  #watch(root: Node): void {
    this.#seen.add(root);
    this.#observer.observe(root, OBSERVED);
    this.log.observe(root);
  }

  /** Also observes the shadow roots in a part of the document. */
  #adopt(part: Element): void {
    const open = [part];
    for (let at = open.pop(), left = MAX_LOOKED_AT; at !== undefined && left > 0; at = open.pop(), left -= 1) {
      for (const element of [at, ...queryWithin(at, '*')]) {
        const shadow = shadowOf(element);
        if (shadow === null || this.#seen.has(shadow)) continue;
        this.#watch(shadow);
        for (const child of childNodes(shadow)) if (isElement(child)) open.push(child);
      }
    }
  }
}

const takesText = (element: Element): boolean =>
  isInput(element) || isTextarea(element) || isSelect(element) || (isHtml(element) && isContentEditable(element));

/** A growing list is being filled; a ticker replaces content. */
const isTick = (record: MutationRecord): boolean => record.type !== 'childList' || record.removedNodes.length > 0;

const NOTHING: InputRecord = { target: null, kind: 'press', path: [] };
const CAPTURE = { capture: true, passive: true } as const;
/** An element that is scrolled under the mouse is entered before the mouse moves. */
const HOVER = ['mouseover', 'mousemove'];
const INPUT = ['mousedown', 'keydown', 'beforeinput'];
/** Events that show a reaction even if no attribute or node changes. */
const SIGNS = ['input', 'change', 'toggle', 'focusin', 'scroll', 'hashchange', 'popstate'];
const ASKING = new Set(['fetch', 'xmlhttprequest', 'script', 'link']);
const FRAME_AT_MOST = 25;
const STILL_AFTER = 100;
/** An action whose end is never waited for is over after so many milliseconds. */
const MOST_ACTING = 10_000;
/** A style that still changes after so many milliseconds is no animation with an end. */
const MOST_ANIMATED = 500;
const MOST_RECORDS = 500;
const MAX_LOOKED_AT = 50_000;
const MAX_WALKED_AGAIN = 3_000;
