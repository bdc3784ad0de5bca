// Waits until the document has come to rest after what was done to it.

import { hasAttr } from '../dom/dom';
import type { PageCommand, Reaction } from '../generated/wire';
import { isBlank } from './blank';
import { isComing } from './coming';
import { isIdle } from './idle';
import { Pulse } from './pulse';
import type { Deed } from './reaction';

export type Settle = Extract<PageCommand, { kind: 'settle' }>;
export type Rest = { quiet: boolean; stream: boolean; reaction: Reaction };

/**
 * Answers once the page has reacted and a frame has passed without further change. A page that shows no reaction is given
 * a moment for one, unless it is known that nobody listens.
 */
export async function settle(document: Document, pulse: Pulse, command: Settle): Promise<Rest> {
  if (command.asked === 'again' || command.asked === 'unseen') pulse.goOn();
  if (command.asked === 'unseen') pulse.reactedAt = -Infinity;
  pulse.settling();
  const start = performance.now();
  const { max_ms: maxMs, answered_ms: answeredMs } = command;
  const end = start + (pulse.wasRestless ? Math.min(maxMs, RESTLESS_AT_MOST) : maxMs);
  const drawnBy = start + command.blank_ms;
  const isLost = isUnheard(pulse, command);
  const answeredAt = answeredMs === null ? null : Math.min(start - answeredMs, answerInPage(pulse) ?? Infinity) - AHEAD;
  for (;;) {
    const now = performance.now();
    const idle = isLost && pulse.reactedAt < pulse.inputAt;
    const left = idle ? 0 : patience(pulse, answeredAt, start, now);
    const quiet = left <= 0 && !isOnItsWay(document, pulse, now);
    const waits = now < drawnBy && isBlank(document);
    if (!waits && (quiet || now >= end))
      return { quiet, stream: pulse.tickers.stream(now), reaction: reactionOf(pulse, idle) };
    await pulse.pause(Math.min(left > 0 ? left : LOOK_AGAIN, (waits ? drawnBy : end) - now));
  }
}

const isOnItsWay = (document: Document, { deed, arrivals, leaving, inputAt }: Pulse, now: number): boolean =>
  isComing(document, deed.target) || arrivals.areHeldBack(now) || leaving.isSince(inputAt, now);

function reactionOf({ isRepeated, reactedAt, inputAt }: Pulse, idle: boolean): Reaction {
  if (idle) return 'impossible';
  if (isRepeated) return 'repeated';
  return inputAt > -Infinity && reactedAt >= inputAt ? 'some' : 'none';
}

/** Whether nothing can come of a press, because nobody hears it and what was pressed does nothing by itself. */
export const isUnheard = (pulse: Pulse, { heard, answered_ms: answeredMs }: Settle): boolean =>
  heard && answeredMs === null && isIdle(pulse.deed);

/** We hear of an answer after the page, and much later where the machine is busy; the page's own clock knows better. */
const answerInPage = (pulse: Pulse): number | null => (pulse.answeredAt > pulse.inputAt ? pulse.answeredAt : null);

/** How long to wait on, in milliseconds, if nothing more happens. */
function patience(pulse: Pulse, answeredAt: number | null, start: number, now: number): number {
  const since = answeredAt ?? pulse.inputAt;
  if (since === -Infinity) return Math.max(pulse.changedAt + QUIET, start + A_FRAME) - now;
  if (pulse.reactedAt >= since) return pulse.isCalm ? pulse.steppedAt + STEP_AT_MOST - now : QUIET;
  if (answeredAt !== null) return answeredAt + AHEAD + AFTER_ANSWER - now;
  return since + forReaction(pulse.deed) - now;
}

const forReaction = ({ kind, target }: Deed): number =>
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
