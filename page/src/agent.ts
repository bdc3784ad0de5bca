// Carries out commands on one document.

import { BrowserObjects, Objects, isObjectCommand } from './browser_objects';
import { restoreShadowCandidates } from './dom/closed_roots';
import { focusedElement, isEmpty, queryAll } from './dom/dom';
import { Failure } from './dom/failure';
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
import { focus, setValue } from './input/edit';
import { EventGate } from './input/event_gate';
import { inspect } from './input/facts';
import { elementAt, toOuterPoint } from './input/frame_points';
import { scroll } from './input/scroll';
import { select } from './input/select';
import { read } from './read/read';
import { recordsOfPage } from './read/records';
import { rowsWithin } from './read/rows';
import { Activity } from './settle/activity';
import { awaitText } from './settle/await_text';
import { hasNoListeners, settle, type Settle } from './settle/settle';
import { options } from './snapshot/controls/options';
import { elementSource, elementState, hasSpinners } from './snapshot/element_state';
import { snapshot } from './snapshot/snapshot';
import { isMissingPictures } from './visibility/pending_pictures';

export class PageAgent {
  readonly #refs = new Refs();
  readonly #gate: EventGate;
  readonly #activity: Activity;
  readonly #objects: BrowserObjects;
  #settles = 0;
  /** When the document was last looked at, what had the focus then, and whether something lay over it. */
  #looked: { at: number; focused: Element | null; isCovered: boolean } | null = null;

  constructor(private readonly document: Document) {
    this.#activity = new Activity(document);
    this.#gate = new EventGate(document, this.#refs);
    this.#objects = new BrowserObjects(document, this.#refs, this.#gate, this.#activity);
  }

  /**
   * Takes a command as JSON and answers in JSON, or with the objects that an `ObjectCommand` asks for. Never throws; only
   * looks, `aim`, `has_text`, `next_frame` and `settle` may answer later.
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

  /** A reply, now or later; a snapshot is so large that it comes written already. */
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
      case 'focused':
        return { kind: 'number', node: this.#focused() };
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
        this.#activity.noteInput(this.#element(command.node), 'press');
        setValue(this.#element(command.node), command.value);
        return { kind: 'done' };
      case 'select':
        this.#activity.noteInput(this.#element(command.node), 'press');
        return { kind: 'text', text: select(this.#element(command.node), command.values) };
      case 'scroll':
        this.#activity.noteInput(null, 'press');
        return {
          kind: 'scrolled',
          ...scroll(this.#elementOrPage(command.node), command.direction, command.amount, document),
        };
      case 'arm':
        this.#arm(this.#elementOrPage(command.node));
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

  /** In this order: what is told of the element is how things were before it was armed. */
  #inspect(element: Element, isAimedAt: boolean): PageReply {
    const facts = inspect(element, this.document);
    return { kind: 'inspected', ...facts, aimed: isAimedAt ? this.#aimAhead(element) : null };
  }

  /** Null where something has moved just now, or would have to be scrolled or waited for. */
  #aimAhead(element: Element): Aimed | null {
    if (!this.#activity.isStill) return null;
    try {
      const aimed = aimAtOnce(element, this.document);
      if (aimed === null) return null;
      this.#activity.noteSilentChange();
      this.#arm(element, FOR_A_MOMENT);
      return aimed;
    } catch (error) {
      // Whoever clicks it all the same is told why that cannot be.
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

  /** Where the events went elsewhere, nothing is waited for and nothing looked at. */
  async #settle(asked: Settle): Promise<string> {
    const over =
      asked.asked === 'ahead' ? await this.#gate.untilPressed(() => hasNoListeners(this.#activity, asked)) : null;
    const command = over === null ? asked : { ...asked, answered_ms: over.answered_ms };
    this.#settles += 1;
    const disarmed = command.disarm ? this.#gate.disarm() : null;
    if (disarmed !== null && (!reachedTarget(disarmed) || over?.wait === false))
      return toJson({ kind: 'settled', quiet: true, stream: false, reaction: 'none', same: false, disarmed });
    const rest = await settle(this.document, this.#activity, command);
    const same = command.look !== null && command.rests && rest.reaction === 'impossible' && this.#isAsLookedAt();
    const reply = toJson({ kind: 'settled', ...rest, same, disarmed });
    if (command.look === null) return reply;
    this.#endActionSoon();
    if (same) return reply;
    const seen = await this.#look(command.look);
    restoreShadowCandidates();
    return `${reply.slice(0, -1)},"seen":${seen}}`;
  }

  /** Later where icons are about to show. */
  #look(looking: Looking): string | Promise<string> {
    const seen = this.#lookOnce(looking);
    return isMissingPictures() ? this.#lookAgain(looking) : seen;
  }

  /** A page that shows ever new icons is not waited for to have them all. */
  async #lookAgain(looking: Looking): Promise<string> {
    const end = performance.now() + FOR_PICTURES;
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
      const seen = this.#lookOnce(looking);
      if (!isMissingPictures() || performance.now() >= end) return seen;
    }
  }

  #lookOnce({ max_nodes, near }: Looking): string {
    // A press beside these closes some of them without any script.
    const isCovered = queryAll(this.document, ':popover-open, dialog[open]').length > 0;
    this.#looked = { at: performance.now(), focused: focusedElement(this.document), isCovered };
    return snapshot(this.document, this.#refs, max_nodes, near);
  }

  /** Whether a press that nobody heard, by a mouse that rests, cannot have shown anything else than was seen before. */
  #isAsLookedAt(): boolean {
    const looked = this.#looked;
    return (
      looked !== null &&
      looked.focused === focusedElement(this.document) &&
      !looked.isCovered &&
      !this.#activity.hasChangedSince(looked.at)
    );
  }

  /** What comes of an action later still counts for a while: an answer may be under way that the page knows nothing of. */
  #endActionSoon(): void {
    const [settles, { inputAt }] = [this.#settles, this.#activity];
    setTimeout(() => {
      if (this.#settles === settles && this.#activity.inputAt === inputAt) this.#activity.endAction();
    }, STILL_COUNTS);
  }

  #arm(element: Element | null, ms = Infinity): void {
    this.#gate.arm(element, ms);
    if (element !== null) this.#activity.expectInput(element);
  }

  #records(node: number | null, part: RowsPart): PageRecords {
    if (node === null) return recordsOfPage(this.document);
    return rowsWithin(this.#element(node), part, this.document, this.#refs);
  }

  #focused(): number | null {
    const element = focusedElement(this.document);
    return element === null ? null : this.#refs.numberOf(element);
  }

  #element(node: number): Element {
    return this.#refs.resolve(node);
  }

  #elementOrPage(node: number | null): Element | null {
    return node === null ? null : this.#refs.resolve(node);
  }
}

/** Whatever waits for a frame that was asked for before has run when a second one begins. */
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

/** Whether a press reached its element, and if not all of it, then at least enough to be waited for. */
const reachedTarget = ({ hit, clicked, instead, covered }: Disarmed): boolean =>
  hit === true && (instead === null || clicked || covered);

/** As JSON that every reader takes: half a surrogate pair, which a page may well contain, is replaced. */
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

const STILL_COUNTS = 2_000;
const LOOK_AGAIN = 30;
/** A page that paints nothing is not waited for any longer, in milliseconds. */
const LONGEST_FRAME = 250;
const FOR_PICTURES = 1_000;
/** What was armed ahead of a press that never came does not stay so, in milliseconds. */
const FOR_A_MOMENT = 500;
const EMPTY = 'the document is empty; wait or look again';
