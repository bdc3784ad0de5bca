// The main content as Markdown: what a reader would keep.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lines } from './story.mjs';

export function readingStories(page) {
  const read = async (node = null) => (await page.send({ kind: 'read', node })).text;

  const assertReads = async (html, expected) => {
    await page.open(html);
    assert.equal(await read(), lines(expected));
  };

  describe('reading', () => {
    it('goes on below what shows of a scroller around the main content', async () => {
      await page.open(`<style>html, body { height: 100%; margin: 0; overflow: hidden }</style>
        <div style="height:100%;overflow:auto"><main><p id=first>First</p><div style="height:3000px"></div><p id=last>Last</p></main></div>`);
      assert.equal(await read(), 'First\n\nLast');
      assert.equal(await read(await page.numberOf('#last')), 'Last');
    });

    it('takes nothing from inside of what does not show', async () => {
      await page.open('<p>Seen</p><div style="opacity:0"><p id=unseen>Unseen</p></div>');
      assert.equal(await read(await page.numberOf('#unseen')), '');
    });
  });
}
