// The events of a run folded into steps.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { build } from 'esbuild';

const bundled = await build({
  entryPoints: [new URL('../src/run/fold.ts', import.meta.url).pathname],
  bundle: true,
  format: 'esm',
  write: false,
});
const { applyEvents, emptyFold, stepLine, stepStatus, touchedBox } = await import(
  `data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].contents).toString('base64')}`
);

let seq = 0;
const event = (type, more = {}) => ({ seq: ++seq, at: seq * 100, wall: 1_000 + seq, what: { type, ...more } });
const look = (url, picture) => event('looked', { url, title: url, elements: 3, picture, viewport: [1000, 500] });

function journal() {
  seq = 0;
  return [
    event('started', { task: 'order', url: null, brain: 'literal', mode: 'autonomous', max_steps: 50 }),
    event('acting', { no: 1, action: 'open', text: 'open http://shop.test', approved_by_person: false, touched: null }),
    event('acted', { no: 1, status: 'done', text: 'opened', picture: null }),
    look('http://shop.test', '2.jpg'),
    event('thinking'),
    event('answered', { text: 'I click.', calls: [{ name: 'click', arguments: {} }], tokens: 10, cost: 5 }),
    event('acting', {
      no: 4,
      action: 'click',
      text: 'click button "Order"',
      approved_by_person: false,
      touched: { x: 1, y: 2, width: 3, height: 4, label: 'button', picture: '2.jpg' },
    }),
    event('asked', { question: { no: 5, topic: 'approval', text: 'Order?', details: [], content: [], options: [] } }),
    event('replied', { answer: 'yes', by: 'dashboard' }),
    event('acted', { no: 4, status: 'done', text: 'clicked', picture: null }),
    look('http://shop.test', null),
    event('ended', { outcome: { kind: 'done', text: 'Ordered.', evidence: [] } }),
  ];
}

test('each look begins a step, with what was said and done on it', () => {
  const run = applyEvents(emptyFold(), journal());
  assert.deepEqual(
    run.steps.map((step) => [step.n, stepLine(step), stepStatus(step), step.picture]),
    [
      [1, 'open http://shop.test', 'done', '2.jpg'],
      [2, 'http://shop.test', 'open', '2.jpg'],
    ],
  );
  assert.equal(run.steps[0].said, 'I click.');
  assert.equal(touchedBox(run.steps[0]).height, 4);
  assert.deepEqual([run.tokens, run.cost, run.outcome.kind, run.question], [10, 5, 'done', null]);
});

test('events that come again after a cut change nothing', () => {
  const events = journal();
  const whole = applyEvents(emptyFold(), events);
  const inPieces = applyEvents(applyEvents(emptyFold(), events.slice(0, 7)), events.slice(3));
  assert.deepEqual(inPieces, whole);
});

test('a question waits until it is answered', () => {
  const events = journal();
  const asked = applyEvents(emptyFold(), events.slice(0, 8));
  assert.equal(asked.question.no, 5);
  assert.equal(stepStatus(asked.steps[0]), 'asked');
  const answered = applyEvents(asked, events.slice(8, 9));
  assert.equal(answered.question, null);
});

test('a long run is folded in time that grows with its length', () => {
  const events = journal().slice(0, 1);
  for (let n = 0; n < 20_000; n++) events.push(look(`http://shop.test/${n}`, null));
  let run = emptyFold();
  for (let from = 0; from < events.length; from += 100) run = applyEvents(run, events.slice(from, from + 100));
  assert.equal(run.steps.length, 20_000);
});
