// Waits until the document has settled after an action. Which requests are waited for is decided outside, in
// `webhand-hands`.

import { hasAttr } from '../dom/dom';
import type { Busy, PageCommand, Reaction, SignScope } from '../generated/wire';
import { Activity } from './activity';
import { isBlank } from './blank';
import { isMovingIn } from './incoming';
import { cannotHaveEffect } from './no_effect';
import type { InputRecord } from './reaction';

export type Settle = Extract<PageCommand, { kind: 'settle' }>;
export type Settled = { quiet: boolean; stream: boolean; reaction: Reaction; busy: Busy | null };

/** The answer if the events went elsewhere, so that nothing can follow from them. */
export const NOT_AWAITED: Settled = { quiet: true, stream: false, reaction: 'none', busy: null };

/**
 * Resolves once the page has reacted and a frame has passed without further change. A page without a reaction gets some
 * time for one, unless it is known that no listener receives the input.
 */
export async function settle(document: Document, activity: Activity, command: Settle): Promise<Settled> {
  if (command.asked === 'again' || command.asked === 'unseen') activity.resumeAction();
  if (command.asked === 'unseen') activity.reactedAt = -Infinity;
  activity.beginSettling();
  const start = performance.now();
  const { max_ms: maxMs, answered_ms: answeredMs } = command;
  const end = start + (activity.wasRestless ? Math.min(maxMs, RESTLESS_AT_MOST) : maxMs);
  const drawnBy = start + command.blank_ms;
  const isLost = hasNoListeners(activity, command);
  const answeredAt =
    answeredMs === null ? null : Math.min(start - answeredMs, answerInPage(activity) ?? Infinity) - BEFORE_COMPLETE;
  const scope = signScope(activity, command);
  let workedAt = -Infinity;
  for (;;) {
    const now = performance.now();
    const idle = isLost && activity.reactedAt < activity.inputAt;
    const left = idle ? 0 : remainingWait(activity, answeredAt, start, now);
    const rests = left <= 0 && !isOnItsWay(document, activity, now);
    const restsBy = Math.max(end, workedAt + AFTER_WORK);
    const busy = idle || (!rests && now < restsBy) ? null : busyState(activity, scope, now);
    const isAtWork = busy?.outlasted === false;
    if (isAtWork) workedAt = now;
    const waitsUntil = now < drawnBy && isBlank(document) ? drawnBy : isAtWork ? start + maxMs : rests ? now : restsBy;
    if (now >= waitsUntil) {
      const quiet = rests && busy === null;
      return { quiet, stream: activity.tickers.isStreaming(now), reaction: reactionOf(activity, idle), busy };
    }
    await activity.pause(Math.min(left > 0 ? left : LOOK_AGAIN, waitsUntil - now));
  }
}

/** A wait for rest asks for all signs, whatever was ignored before. */
function signScope(activity: Activity, { signs, asked }: Settle): SignScope {
  if (asked === 'first' && signs === 'all') activity.signs.restart();
  else if (asked === 'first' && activity.inputAt === -Infinity) activity.signs.restartBound();
  return signs === 'all' ? 'all' : activity.scope;
}

/** The sign by which the page shows that it is busy; one that has lasted until the bound is ignored from then on. */
function busyState(activity: Activity, scope: SignScope, now: number): Busy | null {
  const sign = activity.signs.current(activity.input, scope);
  if (sign === null) return null;
  const outlasted = now - activity.signs.seenAt(now) >= BUSY_AT_MOST;
  if (outlasted) activity.signs.ignorePresent(activity.input, scope);
  return { sign, outlasted };
}

const isOnItsWay = (
  document: Document,
  { input: input, newElements: arrivals, navigation: leaving, inputAt }: Activity,
  now: number,
): boolean => isMovingIn(document, input.target) || arrivals.areTransparent(now) || leaving.hasBegunSince(inputAt, now);

function reactionOf({ isRepeated, reactedAt, inputAt }: Activity, idle: boolean): Reaction {
  if (idle) return 'impossible';
  if (isRepeated) return 'repeated';
  return inputAt > -Infinity && reactedAt >= inputAt ? 'some' : 'none';
}

/**
 * Whether a press can have no effect, because no listener receives it and the pressed element has no behaviour of its
 * own.
 */
export const hasNoListeners = (activity: Activity, { heard, answered_ms: answeredMs }: Settle): boolean =>
  heard && answeredMs === null && cannotHaveEffect(activity.input);

/**
 * The hands learn of a response later than the page, much later on a busy machine; the page's own clock is more exact.
 */
const answerInPage = (activity: Activity): number | null =>
  activity.respondedAt > activity.inputAt ? activity.respondedAt : null;

/** How long to wait on, in milliseconds, if nothing more happens. */
function remainingWait(activity: Activity, answeredAt: number | null, start: number, now: number): number {
  const since = answeredAt ?? activity.inputAt;
  if (since === -Infinity) return Math.max(activity.changedAt + QUIET, start + A_FRAME) - now;
  if (activity.reactedAt >= since) return activity.isPainted ? activity.steppedAt + STEP_AT_MOST - now : QUIET;
  if (answeredAt !== null) return answeredAt + BEFORE_COMPLETE + AFTER_ANSWER - now;
  return since + forReaction(activity.input) - now;
}

const forReaction = ({ kind, target }: InputRecord): number =>
  kind === 'hover' && target !== null && hasAttr(target, 'aria-haspopup') ? FOR_MENU : FOR_REACTION[kind];

/** A document that was not touched must be quiet for so long, in milliseconds. */
const QUIET = 45;
const A_FRAME = 17;
/** Time for the first reaction, in milliseconds: menus wait whether the mouse stays, searches wait for the next key. */
const FOR_REACTION = { press: 120, hover: 350, lookup: 400 } as const;
const FOR_MENU = 600;
/** Time for the first reaction to a response. */
const AFTER_ANSWER = 80;
/** A page can react to a response just before it counts as complete. */
const BEFORE_COMPLETE = 10;
/** Longest wait for a page that keeps changing by itself. */
const RESTLESS_AT_MOST = 250;
/** A slide or fade without a step for so long is over. */
const STEP_AT_MOST = 70;
/** Time to come to rest for a page that has only just finished its work. */
const AFTER_WORK = 250;
/** Longest wait for a sign that the page is busy to go away. */
const BUSY_AT_MOST = 2_800;
const LOOK_AGAIN = 30;
