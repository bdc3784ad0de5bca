// Commands that exchange objects with the browser.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

export function objectStories(page) {
  /** The name of the node that a command returns, or null. */
  const object = (command) =>
    page.isolated(`webhand.handle(${JSON.stringify(JSON.stringify(command))})?.nodeName ?? null`);

  describe('objects of the browser', () => {
    it('hands out an element by its number until it is gone', async () => {
      await page.open('<p id=p>Text</p>');
      const node = await page.numberOf('p');
      assert.equal(await object({ kind: 'element', node }), 'P');
      await page.main('p.remove()');
      assert.equal(await object({ kind: 'element', node }), null);
    });

    it('hands out the document unless it is too large', async () => {
      await page.open('<p>Text</p>');
      assert.equal(await object({ kind: 'document', most_elements: 100 }), '#document');
      assert.equal(await object({ kind: 'document', most_elements: 2 }), null);
    });

    it('gives no number to what is no element', async () => {
      await page.open('<p>Text</p>');
      assert.equal((await page.sendWith({ kind: 'number_of' }, '#nothing')).code, 'unknown');
    });

    it('applies the internals of custom elements once', async () => {
      await page.open('<x-switch tabindex=0>Light</x-switch>');
      await page.lines();
      const apply = { kind: 'apply_internals', attributes: [{ 'role': 'switch', 'aria-checked': 'true' }] };
      assert.deepEqual(await page.sendWith(apply, 'x-switch'), { kind: 'has', has: true });
      assert.deepEqual(await page.sendWith(apply, 'x-switch'), { kind: 'has', has: false });
      assert.equal(await page.lines(), '- switch "Light" [e] [checked]');
    });
  });

  describe('the page as a whole', () => {
    it('names the element that has the focus, inside a shadow root too', async () => {
      await page.open('<div id=host></div><p>Text</p>');
      assert.deepEqual(await page.send({ kind: 'focused' }), { kind: 'number', node: null });
      await page.main(
        `const root = host.attachShadow({ mode: 'open' }); root.innerHTML = '<input>'; root.firstChild.focus()`,
      );
      const { node } = await page.send({ kind: 'focused' });
      assert.equal((await page.send({ kind: 'state', node })).tag, 'input');
    });

    it('tells how many pixels a CSS pixel has, and when the next frame has run', async () => {
      await page.open('<p>Text</p>');
      assert.deepEqual(await page.send({ kind: 'pixel_ratio' }), { kind: 'pixel_ratio', ratio: 1 });
      assert.deepEqual(await page.send({ kind: 'next_frame' }), { kind: 'done' });
    });
  });
}
