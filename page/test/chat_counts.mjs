// Counts what single tests cannot: random messages that arrive unchanged, commands of others that would be taken for an
// answer's, answers that seem to be over too early, and how late their end is noticed. Prints JSON.
//
//   node page/test/chat_counts.mjs --messages 500 --longest 60000 --streams 1000 --pause 8000 --tabs 8

import { parseArgs } from 'node:util';
import { startSites } from '../../tests/chat-sites/server/sites.mjs';
import { startBrowser } from './browser.mjs';
import { adapterOf } from './chat/adapters.mjs';
import { ChatTab, comparable } from './chat/chat_tab.mjs';
import { hash, randomMessages, randomNumbers } from './chat/messages.mjs';
import { receivedAfter } from './chat/writing.mjs';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '16' },
    longest: { type: 'string', default: '60000' },
    streams: { type: 'string', default: '16' },
    pause: { type: 'string', default: '1000' },
    tabs: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
  },
});
/** The text of an answer counts as unchanged after this many milliseconds with an end mark, and without one. */
const WINDOWS = { there: 1_200, unknown: 5_000 };

const sites = await startSites();
const browser = await startBrowser({ script: new URL('../dist/chat.js', import.meta.url) });
const variants = Object.keys(sites.sites).filter((name) => name.includes(values.only));
const counts = {
  messages: { sent: 0, equal: 0, once: 0, ways: {}, wrong: [] },
  streams: { played: 0, whole: 0, early: 0, decoys: 0, late_ms: { there: [], unknown: [] }, wrong: [] },
};
await playAll(Number(values.messages), (tab, name, index) => playMessage(tab, name, index));
await playAll(Number(values.streams), (tab, name, index) => playStream(tab, name, index));
counts.streams.late_ms = Object.fromEntries(
  Object.entries(counts.streams.late_ms).map(([mark, times]) => [mark, spread(times)]),
);
console.log(JSON.stringify(counts, null, 2));
sites.close();
await browser.close();

/** How late the end of answers was noticed, in milliseconds after the last piece left the server. */
function spread(times) {
  const late = times.sort((one, other) => one - other);
  const [median, p95] = [late[late.length >> 1] ?? null, late[Math.floor(late.length * 0.95)] ?? null];
  return { count: late.length, median, p95, most: late.at(-1) ?? null };
}

/** Spreads `count` turns over the variants, in several visible tabs at once. */
async function playAll(count, play) {
  const queue = Array.from({ length: count }, (_, index) => index);
  const worker = async (number) => {
    const page = await browser.openPage({ newWindow: true });
    const tab = new ChatTab(page, null);
    for (let index = queue.shift(); index !== undefined; index = queue.shift()) {
      const name = variants[index % variants.length];
      await begin(tab, name, `${play.length}-${number}-${index}-${count}`);
      await play(tab, name, index);
    }
    await page.close();
  };
  await Promise.all(Array.from({ length: Number(values.tabs) }, (_, number) => worker(number)));
}

async function begin(tab, name, client) {
  Object.assign(tab, { adapter: adapterOf(name.split('-')[0]), client });
  await tab.page.visit(`${sites.sites[name].home}?client=${client}&turns=4`);
  await tab.page.main('localStorage.clear()');
  await tab.ready();
}

async function playMessage(tab, name, index) {
  const [text] = randomMessages(`${values.seed}-${index}`, 1, Number(values.longest));
  const seen = counts.messages;
  seen.sent += 1;
  const way = await tab.writeMessage(text);
  seen.ways[way] = (seen.ways[way] ?? 0) + 1;
  if (way === null || (await tab.sendMessage()) === null) {
    seen.wrong.push({ name, index, length: text.length, way, editor: JSON.stringify(tab.lastReading).slice(0, 200) });
    return;
  }
  const received = await receivedWithKey(tab);
  seen.once += received.length === 1 ? 1 : 0;
  const isEqual = received.length > 0 && comparable(received[0].text) === comparable(text);
  seen.equal += isEqual ? 1 : 0;
  if (!isEqual || received.length !== 1)
    seen.wrong.push({ name, index, length: text.length, received: received.length });
}

/** Where the button did nothing, the key is the other way; both lead to one message. */
async function receivedWithKey(tab) {
  const received = await receivedAfter(sites, tab.client, 0);
  if (received.length > 0) return received;
  await tab.send('key');
  return receivedAfter(sites, tab.client, 0);
}

/** One answer with a decoy in its thinking and a quote, in uneven pieces with long pauses. */
async function playStream(tab, name, index) {
  const [seen, nonce] = [counts.streams, `n${hash(`${values.seed}-${index}`).toString(36).replace('-', 'x')}`];
  const command = (url) => `{"turn":"${nonce}","calls":[{"name":"navigate","arguments":{"url":"${url}"}}]}`;
  const decoy = `\`\`\`json\n${command('http://decoy.invalid/')}\n\`\`\``;
  const right = command(`http://right.invalid/${index}`);
  const words = randomMessages(`words-${index}`, 1, 400)[0].replaceAll('`', '').replaceAll('<', '');
  const random = randomNumbers(index + 1);
  sites.model.queue(tab.client, [
    {
      thinking: random() < 0.6 ? `I could do this:\n\n${decoy}\n\nbut ${words}` : '',
      text: `${words}\n\n> ${command('http://decoy.invalid/quoted')}\n\n\`\`\`json\n${right}\n\`\`\`\n\nThat is all.`,
      pace: { seed: index, most: 1 + Math.floor(random() * 200), pause: 30, longest_pause: Number(values.pause) },
    },
  ]);
  await tab.writeMessage(`Please answer. turn:${nonce}`);
  await tab.sendMessage();
  if ((await receivedWithKey(tab)).length !== 1) {
    seen.wrong.push({ name, index, why: 'not sent' });
    return;
  }
  seen.played += 1;
  const reading = await untilOver(tab, `turn:${nonce}`);
  const noticed = Date.now();
  const { ended_at } = sites.recorder.latest(tab.client);
  if (ended_at === null) seen.early += 1;
  else seen.late_ms[reading.assistant?.end_mark]?.push(noticed - ended_at);
  const code = (reading.assistant?.blocks ?? []).filter(({ kind }) => kind === 'code').map(({ text }) => text);
  seen.decoys += code.filter((text) => text.includes('decoy.invalid')).length;
  const isWhole = code.length === 1 && code[0] === right;
  seen.whole += isWhole ? 1 : 0;
  if (!isWhole || ended_at === null) seen.wrong.push({ name, index, code, state: reading.state?.kind });
}

/** The newest answer has its end mark, nothing is under way, and nothing changed for a while. */
async function untilOver(tab, mark) {
  const end = Date.now() + 300_000;
  let reading = await tab.watch(mark);
  while (Date.now() < end) {
    const { assistant, stop, quiet_ms } = reading;
    const isStill = assistant !== null && assistant.end_mark !== 'absent' && !assistant.busy_mark && !stop;
    const window = isStill && assistant.blocks.length > 0 ? WINDOWS[assistant.end_mark] : Infinity;
    if (quiet_ms >= window) return reading;
    reading = await tab.watch(mark, reading.revision, isStill ? Math.max(20, window - quiet_ms) : 5_000);
  }
  return reading;
}
