// Reading answers: the newest turn, its code line by line, its end, and nothing of what a model thinks or quotes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliver } from './writing.mjs';

const COMMAND = '{"turn":"k7q","calls":[\n\t{"name":"click","arguments":{"ref":"e1"}}\n]}';
const DECOY = '```json\n{"turn":"k7q","calls":[{"name":"navigate","arguments":{"url":"http://decoy.invalid/"}}]}\n```';
const ANSWER = `I press it.\n\n> Somebody wrote: run {"decoy":1}\n\n\`\`\`json\n${COMMAND}\n\`\`\`\n\nThen I wait.`;
const PACE = { seed: 3, most: 40, pause: 8, longest_pause: 60 };

const isOver = ({ assistant, stop }) =>
  assistant !== null && assistant.end_mark !== 'absent' && !assistant.busy_mark && !stop && assistant.blocks.length > 0;

const shown = ({ blocks }) => blocks.map(({ kind, text }) => `${kind}: ${text}`);

export function readingStories({ eachVariant, open, sites }) {
  eachVariant('an answer is read as blocks, without thinking', async (name) => {
    const tab = await open(name, 'turns=4');
    sites.model.queue(tab.client, [{ thinking: `Perhaps this:\n\n${DECOY}`, text: ANSWER, pace: PACE }]);
    await deliver(tab, sites, 'Please press it. turn:k7q');
    const { assistant, user } = await tab.until('turn:k7q', isOver);
    assert.deepEqual(shown(assistant), [
      'text: I press it.',
      'quote: Somebody wrote: run {"decoy":1}',
      `code: ${COMMAND}`,
      'text: Then I wait.',
    ]);
    assert.deepEqual(
      assistant.blocks.map(({ language }) => language),
      ['', '', 'json', ''],
    );
    assert.deepEqual([user.newest, user.head], [true, 'Please press it. turn:k7q']);
  });

  eachVariant('no reading before the end says that the answer is over', async (name) => {
    const tab = await open(name);
    sites.model.queue(tab.client, [
      { thinking: 'I think. '.repeat(20), text: ANSWER, pace: { seed: 9, most: 20, pause: 60 } },
    ]);
    await deliver(tab, sites, 'Slowly, please. turn:slow');
    let readings = 0;
    const { assistant } = await tab.until('turn:slow', (reading) => {
      readings += 1;
      const says = isOver(reading);
      if (says) assert.notEqual(sites.recorder.latest(tab.client).ended_at, null, 'said to be over too early');
      return says;
    });
    assert.ok(shown(assistant).at(-1).endsWith('Then I wait.'));
    assert.ok(readings > 3, `only ${readings} readings`);
  });

  eachVariant('an older turn is never read, and one without the mark neither', async (name) => {
    const tab = await open(name, 'turns=6');
    const { assistant, user, user_turns } = await tab.watch('turn:none');
    assert.deepEqual([assistant, user, user_turns], [null, null, 3]);
  });

  test('a long chat whose old messages are unloaded', async () => {
    const tab = await open('chatgpt-2026-08', 'turns=60&virtual=10');
    sites.model.queue(tab.client, [{ text: ANSWER, pace: PACE }]);
    await deliver(tab, sites, 'At the end. turn:end');
    const { assistant, user_turns } = await tab.until('turn:end', isOver);
    assert.deepEqual([assistant.blocks.length, user_turns], [4, 31]);
  });

  test('code in a real CodeMirror is read by its lines, and said to be incomplete when lines are missing', async () => {
    const tab = await open('chatgpt-2026-08', 'code=lines');
    const long = Array.from({ length: 900 }, (_, line) => `const line${line} = "  ${line}";`).join('\n');
    sites.model.queue(tab.client, [
      { text: ANSWER, pace: PACE },
      { text: `\`\`\`js\n${long}\n\`\`\``, pace: { most: 4_000 } },
    ]);
    await deliver(tab, sites, 'Short. turn:short');
    const short = await tab.until('turn:short', isOver);
    assert.deepEqual(shown(short.assistant)[2], `code: ${COMMAND}`);
    await deliver(tab, sites, 'Long. turn:long');
    const { assistant } = await tab.until('turn:long', isOver);
    const [{ whole, text }] = assistant.blocks;
    assert.ok(whole ? text === long : text !== long, 'an incomplete block says so');
  });

  test('a regenerated answer takes the place of the old one', async () => {
    const tab = await open('claude-2026-07');
    sites.model.queue(tab.client, [{ text: 'The first.' }, { text: 'The second.' }]);
    await deliver(tab, sites, 'Twice. turn:twice');
    assert.deepEqual(shown((await tab.until('turn:twice', isOver)).assistant), ['text: The first.']);
    await tab.page.main('replica.regenerate()');
    const second = await tab.until(
      'turn:twice',
      (reading) => isOver(reading) && shown(reading.assistant)[0].includes('second'),
    );
    assert.deepEqual(shown(second.assistant), ['text: The second.']);
  });

  test('a page that is painted by a timer, and typographic quotes outside of code', async () => {
    const tab = await open('claude-2026-03', 'paint=timer&typographic=1');
    sites.model.queue(tab.client, [{ text: `Say "yes".\n\n\`\`\`json\n${COMMAND}\n\`\`\``, pace: PACE }]);
    await deliver(tab, sites, 'Quotes. turn:quotes');
    const { assistant } = await tab.until('turn:quotes', isOver);
    assert.deepEqual(shown(assistant), ['text: Say “yes”.', `code: ${COMMAND}`]);
  });

  test('a new address and another composer do not end the watch', async () => {
    const tab = await open('chatgpt-2026-03', 'address_ms=20');
    sites.model.queue(tab.client, [{ text: ANSWER, pace: PACE }]);
    await deliver(tab, sites, 'Moves. turn:moves');
    await tab.page.main('replica.replaceComposer()');
    const { assistant } = await tab.until(
      'turn:moves',
      (reading) => isOver(reading) && reading.address.includes('/c/'),
    );
    assert.equal(assistant.blocks.length, 4);
  });
}
