// Writing into composers: what the site's server received is compared with what was meant.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparable } from './chat_tab.mjs';
import { randomMessages } from './messages.mjs';

const PLAIN = 'Two lines,\n\nand after an empty one: <b>&amp;</b>\n\tindented “text”, Привет, 漢字, 👩‍👩‍👧';

/** Writes and sends a message and returns what the server received. */
export async function deliver(tab, sites, text) {
  const before = (await sites.recorder.after(0, 0, tab.client)).length;
  const way = await tab.writeMessage(text);
  assert.notEqual(way, null, `not written: ${JSON.stringify(tab.lastReading).slice(0, 300)}`);
  const sent = await tab.sendMessage();
  const received = await receivedAfter(sites, tab.client, before);
  return { way, sent, message: received[0], count: received.length };
}

export async function receivedAfter(sites, client, before) {
  for (let asked = 0; asked < 500; asked += 1) {
    const all = await sites.recorder.after(0, 0, client);
    if (all.length > before) return all.slice(before);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return [];
}

export function writingStories({ eachVariant, open, sites }) {
  eachVariant('a message with empty lines, tabs and marks arrives as it was meant', async (name) => {
    const tab = await open(name);
    const { message, count } = await deliver(tab, sites, PLAIN);
    assert.equal(comparable(message.text), PLAIN);
    assert.equal(count, 1);
  });

  eachVariant('random messages arrive once and unchanged', async (name) => {
    const tab = await open(name);
    for (const text of randomMessages(name, 4, 6_000)) {
      const { message } = await deliver(tab, sites, text);
      assert.equal(comparable(message.text), comparable(text));
      assert.deepEqual(message.attachments, []);
      await tab.until(text.slice(-12), ({ assistant, stop }) => assistant?.end_mark !== 'absent' && !stop);
    }
  });

  eachVariant('the text of a person is read, replaced and written again', async (name) => {
    const tab = await open(name);
    await tab.writeMessage('My own draft,\nwhich stays');
    const { text, editor } = await tab.read();
    assert.equal(text, 'My own draft,\nwhich stays');
    const way = editor === 'textarea' ? 'setter' : 'paste';
    assert.equal((await tab.write('Ours', { place: 'replace', way })).text, 'Ours');
    assert.equal((await tab.clear()).text, '');
    assert.equal((await tab.write(text, { way })).text, text);
    await tab.clear();
  });

  eachVariant('text that the browser inserts goes behind the text that is there', async (name) => {
    const tab = await open(name);
    await tab.writeMessage('Written,');
    assert.equal((await tab.call({ kind: 'focus' })).kind, 'done');
    await tab.page.cdp('Input.insertText', { text: ' inserted' });
    await tab.until('', ({ quiet_ms }) => quiet_ms > 20, 3);
    assert.equal((await tab.read()).text, 'Written, inserted');
    await tab.clear();
  });

  test('a paste over the limit becomes an attachment, which is seen and removed', async () => {
    for (const name of ['chatgpt-2026-08', 'claude-2026-03', 'claude-2026-07']) {
      const tab = await open(name);
      const long = 'long text '.repeat(1_500);
      const pasted = await tab.write(long);
      assert.deepEqual([pasted.text, pasted.chips], ['', 1]);
      const removed = await tab.call({ kind: 'remove_chips', keep: 0, settle_ms: 2_000 });
      assert.equal(removed.chips, 0);
      const { message } = await deliver(tab, sites, long);
      assert.equal(comparable(message.text), long);
      assert.deepEqual(message.attachments, []);
    }
  });

  test('the key sends where the button stays dead', async () => {
    const tab = await open('gemini-2026-07');
    await tab.writeMessage('Sent by the key');
    assert.deepEqual([(await tab.read()).send, (await tab.send('button')).code], ['disabled', 'send_disabled']);
    while ((await tab.read()).text !== '') await tab.send('key');
    assert.equal((await receivedAfter(sites, tab.client, 0))[0].text, 'Sent by the key');
  });

  test('Ctrl+Enter sends where the person has set it so', async () => {
    const tab = await open('aistudio-2026-01', 'enter=ctrl');
    await tab.writeMessage('Sent by two keys');
    while ((await tab.read()).send !== 'enabled');
    await tab.send('key');
    assert.equal((await receivedAfter(sites, tab.client, 0))[0].text, 'Sent by two keys');
  });

  test('a way that does not fit the editor is refused', async () => {
    assert.equal((await (await open('claude-2026-07')).write('x', { way: 'setter' })).code, 'wrong_way');
    assert.equal((await (await open('aistudio-2025-11')).write('x', { way: 'paste' })).code, 'wrong_way');
  });
}
