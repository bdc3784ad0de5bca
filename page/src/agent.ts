// Dispatches the commands of `PageCommand` and `ObjectCommand` to the folders of this script, for one document.

import { BrowserObjects, Objects, isObjectCommand } from './browser_objects';
import { restoreShadowCandidates } from './dom/closed_roots';
import { focusedElement, isEmpty, queryAll } from './dom/dom';
import { Failure } from './dom/failure';
import { MutationLog } from './dom/mutation_log';
import { Refs } from './dom/refs';
import type {
  Aimed,
  Disarmed,
  Looking,
  ObjectCommand,
  PageCommand,
  PageRecords,
  PageReply,
  RowsPart,
} from './generated/wire';
import { aim, aimAtOnce, reveal } from './input/aim';
import { changedMeaning, refuseChanged } from './input/changed_meaning';
import { focus, setValue } from './input/edit';
import { EventGate } from './input/event_gate';
import { inspect } from './input/facts';
import { fileFieldOf } from './input/file_field';
import { elementAt, toOuterPoint } from './input/frame_points';
import { scroll } from './input/scroll';
import { selectIn } from './input/select_passage';
import { read } from './read/read';
import { recordsOfPage } from './read/records';
import { rowsWithin } from './read/rows';
import { Activity } from './settle/activity';
import { awaitText } from './settle/await_text';
import { NOT_AWAITED, hasNoListeners, settle, type Settle } from './settle/settle';
import { options } from './snapshot/controls/options';
import { elementSource, elementState, hasSpinners } from './snapshot/element_state';
import { snapshot } from './snapshot/snapshot';
import { isMissingPictures } from './visibility/pending_pictures';

export class PageAgent {
  readonly #refs = new Refs();
  readonly #gate: EventGate;
  /** The changes since the last look, or since the facts of the last action were read. */
  readonly #log: MutationLog;
  readonly #activity: Activity;
  readonly #objects: BrowserObjects;
  #settles = 0;
  /** Time of the last look, the focused element then, and whether a popover or dialog was open. */
  #lastLook: { at: number; focused: Element | null; isCovered: boolean } | null = null;

  constructor(private readonly document: Document) {
    this.#log = new MutationLog(document);
    this.#activity = new Activity(document, this.#log);
    this.#gate = new EventGate(document, this.#refs, this.#log, this.#isTicker);
    this.#objects = new BrowserObjects(document, this.#refs, this.#gate, this.#activity);
  }

  /**
   * Handles a command given as JSON and returns JSON, or the objects that an `ObjectCommand` requests. Never throws;
   * only looks, `aim`, `has_text`, `next_frame` and `settle` may return a promise.
   */
  handle(json: string, objects: readonly unknown[] = []): string | Promise<string> | Objects['found'] {
    try {
      const command = JSON.parse(json) as PageCommand | ObjectCommand;
      if (isObjectCommand(command)) {
        const reply = this.#objects.execute(command, objects);
        return reply instanceof Objects ? reply.found : toJson(reply);
      }
      const reply = this.#execute(command);
      return reply instanceof Promise ? reply.catch(errorReply).then(toJson) : toJson(reply);
    } catch (error) {
      return toJson(errorReply(isEmpty(this.document) ? new Failure('not_visible', EMPTY) : error));
    }
  }

  /** The reply, now or later; a snapshot is so large that it is already written as JSON. */
  #execute(command: PageCommand): PageReply | Promise<PageReply | string> | string {
    if (isTouch(command)) return this.#touch(command);
    const { document } = this;
    switch (command.kind) {
      case 'snapshot':
        this.#activity.endAction();
        return this.#look(command);
      case 'inspect':
        return this.#inspect(this.#element(command.node), command.aim);
      case 'state':
        return { kind: 'state', ...elementState(this.#element(command.node), document) };
      case 'options':
        return { kind: 'options', ...options(this.#element(command.node), document, this.#refs) };
      case 'read':
        return { kind: 'text', text: read(this.#elementOrPage(command.node), document, command.longest) };
      case 'records':
        return { kind: 'records', ...this.#records(command.node, command.part) };
      case 'source':
        return { kind: 'text', text: elementSource(this.#element(command.node), command.attribute) };
      case 'has_spinners':
        return { kind: 'has', has: hasSpinners(this.#element(command.node)) };
      case 'file_field':
        return { kind: 'number', node: this.#numberOf(fileFieldOf(this.#element(command.node), document)) };
      case 'focused':
        return { kind: 'number', node: this.#numberOf(focusedElement(document)) };
      case 'next_frame':
        return nextFrame().then(() => ({ kind: 'done' }));
      case 'pixel_ratio':
        return { kind: 'pixel_ratio', ratio: window.devicePixelRatio };
      case 'has_text':
        return awaitText(document, this.#activity, command).then((has) => ({ kind: 'has', has }));
      default:
        return unreachable(command);
    }
  }

  #touch(command: Touch): PageReply | Promise<PageReply | string> {
    const { document } = this;
    switch (command.kind) {
      case 'aim':
        return this.#aim(this.#element(command.node), command);
      case 'reveal':
        return { kind: 'aimed', ...reveal(this.#element(command.node), document) };
      case 'outward':
        return {
          kind: 'aimed',
          ...toOuterPoint(this.#element(command.node), command.x, command.y, document, this.#refs),
        };
      case 'at':
        return { kind: 'at', ...elementAt(command.x, command.y, document, this.#refs) };
      case 'dragging':
        return { kind: 'has', has: this.#gate.isDragging() };
      case 'focus':
        focus(this.#element(command.node), command.caret, document);
        return { kind: 'done' };
      case 'set_value':
        refuseChanged(this.#element(command.node), this.#log, this.#isTicker);
        this.#activity.noteInput(this.#element(command.node), 'press');
        setValue(this.#element(command.node), command.value);
        return { kind: 'done' };
      case 'select':
        refuseChanged(this.#element(command.node), this.#log, this.#isTicker);
        this.#activity.noteInput(this.#element(command.node), 'press');
        return { kind: 'text', text: selectIn(this.#element(command.node), command.values, document) };
      case 'scroll':
        this.#activity.noteInput(null, 'press');
        return {
          kind: 'scrolled',
          ...scroll(this.#elementOrPage(command.node), command.direction, command.amount, document),
        };
      case 'arm':
        this.#arm(this.#elementOrPage(command.node), Infinity, command.follow);
        return { kind: 'done' };
      case 'let_go':
        this.#gate.allowReleases();
        return { kind: 'done' };
      case 'disarm':
        return { kind: 'disarmed', ...this.#gate.disarm() };
      case 'settle':
        return this.#settle(command);
      case 'pressed':
        this.#gate.pressed(command);
        return { kind: 'done' };
      default:
        return unreachable(command);
    }
  }

  /** The facts are read before the element is armed, because arming changes the state of the gate. */
  #inspect(element: Element, isAimedAt: boolean): PageReply {
    const facts = inspect(element, this.document);
    const changed = changedMeaning(element, this.#log, 'judge', this.#isTicker);
    // From now on the element has to mean what the facts say.
    if (changed === null) this.#log.restart();
    return {
      kind: 'inspected',
      ...facts,
      changed,
      aimed: isAimedAt && changed === null ? this.#preAim(element) : null,
    };
  }

  /** Null if the element has just moved, or if aiming would have to scroll or wait. */
  #preAim(element: Element): Aimed | null {
    if (!this.#activity.isStill) return null;
    try {
      const aimed = aimAtOnce(element, this.document);
      if (aimed === null) return null;
      this.#activity.noteSilentChange();
      this.#arm(element, ARMED_FOR);
      return aimed;
    } catch (error) {
      // A click that is tried all the same fails again and reports the reason.
      if (error instanceof Failure) return null;
      throw error;
    }
  }

  async #aim(element: Element, { arm, hasty, purpose }: Extract<PageCommand, { kind: 'aim' }>): Promise<PageReply> {
    const isStill = hasty && this.#activity.isStill;
    this.#activity.noteSilentChange();
    const aimed = await aim(element, this.document, this.#refs, { isStill, purpose });
    if (arm) this.#arm(element);
    else this.#activity.expectInput(element);
    return { kind: 'aimed', ...aimed };
  }

  /** If the events went to another element, the page is neither waited for nor looked at. */
  async #settle(asked: Settle): Promise<string> {
    const over =
      asked.asked === 'ahead' ? await this.#gate.untilPressed(() => hasNoListeners(this.#activity, asked)) : null;
    const command = over === null ? asked : { ...asked, answered_ms: over.answered_ms };
    this.#settles += 1;
    const disarmed = command.disarm ? this.#gate.disarm() : null;
    if (disarmed !== null && (!reachedTarget(disarmed) || over?.wait === false))
      return toJson({ kind: 'settled', ...NOT_AWAITED, same: false, disarmed });
    const rest = await settle(this.document, this.#activity, command);
    const same =
      command.look !== null && command.rests && rest.reaction === 'impossible' && this.#isUnchangedSinceLook();
    const reply = toJson({ kind: 'settled', ...rest, same, disarmed });
    if (command.look === null) return reply;
    this.#endActionSoon();
    if (same) return reply;
    const seen = await this.#look(command.look);
    restoreShadowCandidates();
    return `${reply.slice(0, -1)},"seen":${seen}}`;
  }

  /** A promise if icons are still loading. */
  #look(looking: Looking): string | Promise<string> {
    const seen = this.#lookOnce(looking);
    return isMissingPictures() ? this.#lookAgain(looking) : seen;
  }

  /** Bounded, because a page may show ever new icons. */
  async #lookAgain(looking: Looking): Promise<string> {
    const end = performance.now() + FOR_PICTURES;
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
      const seen = this.#lookOnce(looking);
      if (!isMissingPictures() || performance.now() >= end) return seen;
    }
  }

  #lookOnce({ max_nodes, near }: Looking): string {
    // A press outside of an open popover or dialog closes some of them without any script.
    const isCovered = queryAll(this.document, ':popover-open, dialog[open]').length > 0;
    this.#log.restart();
    this.#lastLook = { at: performance.now(), focused: focusedElement(this.document), isCovered };
    return snapshot(this.document, this.#refs, max_nodes, near);
  }

  /**
   * Whether the page must look as in the last look: the press reached no listener, the mouse rests, and nothing has
   * changed.
   */
  #isUnchangedSinceLook(): boolean {
    const looked = this.#lastLook;
    return (
      looked !== null &&
      looked.focused === focusedElement(this.document) &&
      !looked.isCovered &&
      !this.#activity.hasChangedSince(looked.at)
    );
  }

  /**
   * Effects of an action still count for a while, because a response may be under way that the page script cannot know
   * of.
   */
  #endActionSoon(): void {
    const [settles, { inputAt }] = [this.#settles, this.#activity];
    setTimeout(() => {
      if (this.#settles === settles && this.#activity.inputAt === inputAt) this.#activity.endAction();
    }, EFFECTS_COUNT_FOR);
  }

  #arm(element: Element | null, ms = Infinity, follow = false): void {
    this.#gate.arm(element, ms, follow);
    if (element !== null) this.#activity.expectInput(element);
  }

  readonly #isTicker = (text: Node): boolean => this.#activity.tickers.isTickingText(text, performance.now());

  #records(node: number | null, part: RowsPart): PageRecords {
    if (node === null) return recordsOfPage(this.document);
    return rowsWithin(this.#element(node), part, this.document, this.#refs);
  }

  #numberOf(element: Element | null): number | null {
    return element === null ? null : this.#refs.numberOf(element);
  }

  #element(node: number): Element {
    return this.#refs.resolve(node);
  }

  readonly #elementOrPage = (node: number | null): Element | null => (node === null ? null : this.#refs.resolve(node));
}

/** Callbacks of an earlier frame request have run when a second frame begins. */
async function nextFrame(): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      resolve();
    };
    requestAnimationFrame(() => requestAnimationFrame(done));
    setTimeout(done, LONGEST_FRAME);
  });
}

/** Commands that point, press and write; the others only look. */
const TOUCHES = [
  'aim',
  'reveal',
  'outward',
  'at',
  'arm',
  'let_go',
  'disarm',
  'dragging',
  'focus',
  'set_value',
  'select',
  'scroll',
  'settle',
  'pressed',
] as const;
type Touch = Extract<PageCommand, { kind: (typeof TOUCHES)[number] }>;

const isTouch = (command: PageCommand): command is Touch => TOUCHES.some((kind) => kind === command.kind);

/** Whether a press reached its element, or at least enough of it that the page may react. */
const reachedTarget = ({ hit, clicked, instead, covered, changed }: Disarmed): boolean =>
  hit === true && changed === null && (instead === null || clicked || covered);

/** JSON that every parser accepts: unpaired surrogates, which a page may contain, are replaced. */
function toJson(reply: PageReply | string): string {
  if (typeof reply === 'string') return reply;
  const json = JSON.stringify(reply);
  if (!/\\ud[89a-f]/i.test(json)) return json;
  return JSON.stringify(reply, (_key, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
}

/** Takes `never`: a new command does not compile until it is handled. */
function unreachable(command: never): never {
  throw new Failure('internal', `no such command: ${JSON.stringify(command)}`);
}

function errorReply(error: unknown): PageReply {
  if (error instanceof Failure) return { kind: 'error', code: error.code, message: error.message, by: error.by };
  const message =
    error instanceof Error ? `${error.message} ${error.stack?.split('\n')[1]?.trim() ?? ''}` : String(error);
  return { kind: 'error', code: 'internal', message, by: null };
}

const EFFECTS_COUNT_FOR = 2_000;
const LOOK_AGAIN = 30;
/** Longest wait for a frame, in milliseconds: a tab that is not painted has none. */
const LONGEST_FRAME = 250;
const FOR_PICTURES = 1_000;
/** How long an element stays armed for a press that may never come, in milliseconds. */
const ARMED_FOR = 500;
const EMPTY = 'the document is empty; wait or look again';
