// Reads the turn that is under way: the user turn with the mark, and the newest answer behind it.

import type { AssistantTurn, TurnReading, UserTurn } from '../../generated/chat';
import { saying } from '../candidates';
import type { Parts } from '../parts';
import { editorText } from '../writing/editor_text';
import { readAnswer } from './answer';

/** Everything of a `TurnReading` that does not count time. */
export type Turns = Omit<TurnReading, 'revision' | 'quiet_ms'>;

export function readTurns(parts: Parts, mark: string): Turns {
  const { document } = parts.candidates;
  const composer = parts.composer();
  const area = composer === null ? null : parts.area(composer);
  const users = parts.userTurns();
  const index = users.findLastIndex((turn) => turn.textContent.includes(mark));
  const user = index < 0 ? undefined : users[index];
  const next = users[index + 1];
  return {
    user_turns: users.length,
    user: user === undefined ? null : readUser(parts, user, next === undefined),
    assistant: user === undefined ? null : readAssistant(parts, area, answerBehind(parts, user, next)),
    stop: area !== null && parts.stop(area) !== null,
    state: parts.state(composer),
    address: document.URL,
    hidden: document.hidden,
  };
}

/** The newest assistant turn behind a user turn and before the next one. */
function answerBehind(parts: Parts, user: Element, next: Element | undefined): Element | undefined {
  return parts
    .assistantTurns()
    .findLast((turn) => isBehind(user, turn) && (next === undefined || isBehind(turn, next)));
}

const isBehind = (one: Element, other: Element): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

function readUser({ candidates }: Parts, turn: Element, newest: boolean): UserTurn {
  const found = candidates.all('user_text', turn);
  const text = (found.length === 0 ? [turn] : found).map(editorText).join('\n').trim();
  return { newest, length: text.length, head: text.slice(0, SHOWN), tail: text.slice(-SHOWN) };
}

function readAssistant(parts: Parts, area: Element | null, turn: Element | undefined): AssistantTurn | null {
  if (turn === undefined) return null;
  const { candidates } = parts;
  const has = (role: 'end_mark' | 'busy_mark' | 'thinking'): boolean =>
    candidates.isOne(role, turn) || candidates.marks(role, turn).length > 0;
  return {
    blocks: readAnswer(turn, candidates),
    end_mark: candidates.of('end_mark').length === 0 ? 'unknown' : has('end_mark') ? 'there' : 'absent',
    busy_mark: has('busy_mark') || (area !== null && candidates.marks('busy_mark', area).length > 0),
    thinking: candidates
      .of('thinking')
      .some((candidate) => candidates.found(candidate, turn).some((one) => saying(one) !== '')),
  };
}

const SHOWN = 200;
