// Waits until the document has come to rest after what was done to it.

import { hasAttr } from '../dom/dom';
import type { PageCommand, Reaction } from '../generated/wire';
import { Activity } from './activity';
import { isBlank } from './blank';
import { isArriving } from './incoming';
import { cannotHaveEffect } from './no_effect';
import type { InputRecord } from './reaction';

export type Settle = Extract<PageCommand, { kind: 'settle' }>;
export type Settled = { quiet: boolean; stream: boolean; reaction: Reaction };

/**
 * Answers once the page has reacted and a frame has passed without further change. A page that shows no reaction is given
 * a moment for one, unless it is known that nobody listens.
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
    answeredMs === null ? null : Math.min(start - answeredMs, answerInPage(activity) ?? Infinity) - AHEAD;
  for (;;) {
    const now = performance.now();
    const idle = isLost && activity.reactedAt < activity.inputAt;
    const left = idle ? 0 : remainingWait(activity, answeredAt, start, now);
    const quiet = left <= 0 && !isOnItsWay(document, activity, now);
    const waits = now < drawnBy && isBlank(document);
    if (!waits && (quiet || now >= end))
      return { quiet, stream: activity.tickers.isStreaming(now), reaction: reactionOf(activity, idle) };
    await activity.pause(Math.min(left > 0 ? left : LOOK_AGAIN, (waits ? drawnBy : end) - now));
  }
}

const isOnItsWay = (
  document: Document,
  { input: input, newElements: arrivals, navigation: leaving, inputAt }: Activity,
  now: number,
): boolean => isArriving(document, input.target) || arrivals.areTransparent(now) || leaving.hasBegunSince(inputAt, now);

function reactionOf({ isRepeated, reactedAt, inputAt }: Activity, idle: boolean): Reaction {
  if (idle) return 'impossible';
  if (isRepeated) return 'repeated';
  return inputAt > -Infinity && reactedAt >= inputAt ? 'some' : 'none';
}

/** Whether nothing can come of a press, because nobody hears it and what was pressed does nothing by itself. */
export const hasNoListeners = (activity: Activity, { heard, answered_ms: answeredMs }: Settle): boolean =>
  heard && answeredMs === null && cannotHaveEffect(activity.input);

/** We hear of an answer after the page, and much later where the machine is busy; the page's own clock knows better. */
const answerInPage = (activity: Activity): number | null =>
  activity.respondedAt > activity.inputAt ? activity.respondedAt : null;

/** How long to wait on, in milliseconds, if nothing more happens. */
function remainingWait(activity: Activity, answeredAt: number | null, start: number, now: number): number {
  const since = answeredAt ?? activity.inputAt;
  if (since === -Infinity) return Math.max(activity.changedAt + QUIET, start + A_FRAME) - now;
  if (activity.reactedAt >= since) return activity.isPainted ? activity.steppedAt + STEP_AT_MOST - now : QUIET;
  if (answeredAt !== null) return answeredAt + AHEAD + AFTER_ANSWER - now;
  return since + forReaction(activity.input) - now;
}

const forReaction = ({ kind, target }: InputRecord): number =>
  kind === 'hover' && target !== null && hasAttr(target, 'aria-haspopup') ? FOR_MENU : FOR_REACTION[kind];

/** So long nothing may change in a document that nobody touched. */
const QUIET = 45;
const A_FRAME = 17;
/** So long a page has to show the first sign of a reaction: menus wait whether the mouse stays, searches for the next key. */
const FOR_REACTION = { press: 120, hover: 350, lookup: 400 } as const;
const FOR_MENU = 600;
/** The same, to an answer. */
const AFTER_ANSWER = 80;
/** A page can take in an answer just before it counts as complete. */
const AHEAD = 10;
/** A page that changes by itself all the time is not waited for to stop. */
const RESTLESS_AT_MOST = 250;
/** A slide or fade without a step for so long is over. */
const STEP_AT_MOST = 70;
const LOOK_AGAIN = 30;
