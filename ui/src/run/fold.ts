// Folds the events of a run into its steps. Pure: the same events give the same steps.

import type { OutcomeInfo, QuestionInfo, RunEvent, TouchedBox } from '../generated/api.ts';

/** A look at a page. */
export interface Look {
  url: string;
  title: string;
  elements: number;
  viewport: [number, number];
}

/** Something that was done, asked or noted in a step. */
export type Item =
  | {
      kind: 'action';
      no: number;
      /** The number of its event. */
      seq: number;
      action: string;
      text: string;
      byPerson: boolean;
      touched: TouchedBox | null;
      began: number;
      took: number | null;
      status: string | null;
      outcome: string;
    }
  | { kind: 'request'; no: number; text: string; released: boolean; status: string | null; outcome: string }
  | { kind: 'question'; question: QuestionInfo; answer: string | null; by: string | null }
  | { kind: 'problem'; text: string }
  | { kind: 'note'; word: string; text: string | null };

/** One round: a look, what the brain said, and what was done. */
export interface Step {
  n: number;
  seq: number;
  at: number;
  wall: number;
  end: number;
  look: Look | null;
  /** The picture of the look, or the last one before. */
  picture: string | null;
  said: string;
  calls: { name: string; arguments: unknown }[];
  /** The number of the event that asked the brain. */
  asked: number | null;
  items: Item[];
  tokens: number;
  cost: number;
}

/** A run as far as its events tell. */
export interface RunFold {
  last: number;
  at: number;
  task: string;
  brain: string;
  maxSteps: number;
  steps: Step[];
  tokens: number;
  cost: number;
  question: QuestionInfo | null;
  outcome: OutcomeInfo | null;
  thinking: boolean;
}

export function emptyFold(): RunFold {
  return {
    last: 0,
    at: 0,
    task: '',
    brain: '',
    maxSteps: 0,
    steps: [],
    tokens: 0,
    cost: 0,
    question: null,
    outcome: null,
    thinking: false,
  };
}

/** Applies events in their order; those that are known already change nothing. */
export function applyEvents(fold: RunFold, events: readonly RunEvent[]): RunFold {
  const next = { ...fold, steps: [...fold.steps] };
  for (const event of events) {
    if (event.seq <= next.last) continue;
    next.last = event.seq;
    next.at = event.at;
    apply(next, event);
  }
  return next;
}

function apply(run: RunFold, event: RunEvent): void {
  const { what } = event;
  switch (what.type) {
    case 'started':
      Object.assign(run, { task: what.task, brain: what.brain, maxSteps: what.max_steps });
      return;
    case 'looked':
      beginStep(run, event, what);
      return;
    case 'thinking':
      run.thinking = true;
      replaceLast(run, { ...lastStep(run, event), asked: event.seq });
      return;
    case 'answered':
      addAnswer(run, event, what);
      return;
    case 'acting':
      run.thinking = false;
      addAction(run, event, what);
      return;
    case 'request':
      addItem(run, event, {
        kind: 'request',
        no: what.no,
        text: `${what.method} ${what.url}`,
        released: what.released,
        status: null,
        outcome: '',
      });
      return;
    case 'acted':
      addOutcome(run, event, what);
      return;
    case 'asked':
      run.question = what.question;
      addItem(run, event, { kind: 'question', question: what.question, answer: null, by: null });
      return;
    case 'replied':
      addReply(run, what.answer, what.by);
      return;
    case 'problem':
      run.thinking = false;
      addItem(run, event, { kind: 'problem', text: what.text });
      return;
    case 'noted':
      addItem(run, event, { kind: 'note', word: what.word, text: what.text });
      return;
    case 'ended':
      Object.assign(run, { outcome: what.outcome, question: null, thinking: false });
      return;
    case 'other':
      return;
  }
}

type Of<T extends RunEvent['what']['type']> = Extract<RunEvent['what'], { type: T }>;

function beginStep(run: RunFold, event: RunEvent, what: Of<'looked'>): void {
  const last = run.steps.at(-1);
  const look = { url: what.url, title: what.title, elements: what.elements, viewport: what.viewport };
  const samePage = last?.look?.url === what.url;
  const picture = what.picture ?? (samePage ? last.picture : null);
  if (last && last.look === null && last.said === '') {
    replaceLast(run, { ...last, look, picture, end: event.at });
  } else {
    run.steps.push({ ...newStep(run, event), look, picture });
  }
}

function addAnswer(run: RunFold, event: RunEvent, what: Of<'answered'>): void {
  run.thinking = false;
  run.tokens += what.tokens;
  run.cost += what.cost;
  const step = lastStep(run, event);
  replaceLast(run, {
    ...step,
    said: step.said === '' ? what.text : `${step.said}\n${what.text}`,
    calls: [...step.calls, ...(what.calls as Step['calls'])],
    tokens: step.tokens + what.tokens,
    cost: step.cost + what.cost,
    end: event.at,
  });
}

function addAction(run: RunFold, event: RunEvent, what: Of<'acting'>): void {
  addItem(run, event, {
    kind: 'action',
    no: what.no,
    seq: event.seq,
    action: what.action,
    text: what.text,
    byPerson: what.approved_by_person,
    touched: what.touched,
    began: event.at,
    took: null,
    status: null,
    outcome: '',
  });
}

/** The outcome belongs to the item with its number, which may stand in an earlier step. */
function addOutcome(run: RunFold, event: RunEvent, what: Of<'acted'>): void {
  for (let at = run.steps.length - 1; at >= 0; at--) {
    const step = run.steps[at];
    const found = step?.items.findIndex((item) => 'no' in item && item.no === what.no) ?? -1;
    if (!step || found < 0) continue;
    const items = step.items.map((item, index) => {
      if (index !== found || (item.kind !== 'action' && item.kind !== 'request')) return item;
      const took = item.kind === 'action' ? { took: event.at - item.began } : {};
      return { ...item, ...took, status: what.status, outcome: what.text };
    });
    run.steps[at] = { ...step, items, end: event.at };
    return;
  }
}

function addReply(run: RunFold, answer: string, by: string | null): void {
  run.question = null;
  for (let at = run.steps.length - 1; at >= 0; at--) {
    const step = run.steps[at];
    const found = step?.items.findLastIndex((item) => item.kind === 'question' && item.answer === null) ?? -1;
    if (!step || found < 0) continue;
    const items = step.items.map((item, index) =>
      index === found && item.kind === 'question' ? { ...item, answer, by } : item,
    );
    run.steps[at] = { ...step, items };
    return;
  }
}

function addItem(run: RunFold, event: RunEvent, item: Item): void {
  const step = lastStep(run, event);
  replaceLast(run, { ...step, items: [...step.items, item], end: event.at });
}

function lastStep(run: RunFold, event: RunEvent): Step {
  if (run.steps.length === 0) run.steps.push(newStep(run, event));
  return run.steps.at(-1) ?? newStep(run, event);
}

function replaceLast(run: RunFold, step: Step): void {
  run.steps[run.steps.length - 1] = step;
}

function newStep(run: RunFold, event: RunEvent): Step {
  const n = run.steps.length + 1;
  const { seq, at, wall } = event;
  const empty = { look: null, picture: null, said: '', calls: [], asked: null, items: [], tokens: 0, cost: 0 };
  return { n, seq, at, wall, end: at, ...empty };
}

/** The box that a step touches, if it can be drawn on the step's picture. */
export function touchedBox(step: Step): TouchedBox | null {
  for (const item of step.items) if (item.kind === 'action' && item.touched) return item.touched;
  return null;
}

/** The box that an action under way touches, as the page is now. */
export function touchedNow(step: Step): TouchedBox | null {
  const under = step.items.find((item) => item.kind === 'action' && item.status === null);
  return under?.kind === 'action' ? under.touched : null;
}

/** The line of a step that tells what it did; empty while nothing was done. */
export function stepLine(step: Step): string {
  const done = step.items.find((item) => item.kind === 'action' || item.kind === 'request' || item.kind === 'question');
  if (done?.kind === 'question') return done.question.text;
  if (done) return done.text;
  const call = step.calls[0];
  if (call) return call.name;
  const other = step.items[0];
  if (other?.kind === 'problem') return other.text;
  return step.look?.title ?? '';
}

/** How a step went: its worst outcome. */
export function stepStatus(step: Step): 'done' | 'failed' | 'asked' | 'doubt' | 'open' {
  let status: 'done' | 'failed' | 'asked' | 'doubt' | 'open' =
    step.said === '' && step.items.length === 0 ? 'open' : 'done';
  for (const item of step.items) {
    if (item.kind === 'question' && item.answer === null) status = 'asked';
    if (item.kind === 'problem') status = 'failed';
    if (item.kind !== 'action' && item.kind !== 'request') continue;
    if (item.status === null) status = 'open';
    else if (item.status === 'in_doubt') status = 'doubt';
    else if (item.status !== 'done') status = 'failed';
  }
  return status;
}
