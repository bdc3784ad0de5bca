// Near looks: in a large document, content far from the viewport is only counted.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

const cards = (count) =>
  `<main>${Array.from({ length: count }, (_, n) => `<article><h3>Card ${n}</h3><button>Buy ${n}</button></article>`).join('')}</main>`;

const near = (page) => page.send({ kind: 'snapshot', max_nodes: 5000, near: true });

export function nearLookStories(page) {
  describe('near', () => {
    it('counts the cards below and gives their container a number', async () => {
      await page.open(cards(800));
      const { nodes } = await near(page);
      const main = nodes.find((node) => node.role === 'main');
      assert.notEqual(main.node, undefined);
      const counts = nodes.filter((node) => node.role === 'more');
      const articles = nodes.filter((node) => node.role === 'article').length;
      assert.deepEqual(
        counts.map((node) => [node.name, node.states]),
        [['article', ['below']]],
      );
      assert.equal(Number(counts[0].value) + articles, 800);
      assert.ok(nodes.some((node) => node.name === 'Buy 0'));
    });

    it('counts above and below after scrolling', async () => {
      await page.open(`${cards(800)}<script>scrollTo(0, document.body.scrollHeight / 2)</script>`);
      const { nodes } = await near(page);
      const counts = nodes.filter((node) => node.role === 'more');
      assert.deepEqual(
        counts.map((node) => node.states[0]),
        ['above', 'below'],
      );
      const seen = nodes.filter((node) => node.role === 'button' && node.in_view);
      assert.ok(seen.length > 3);
    });

    it('looks into what shows in view though its box is far away', async () => {
      const dialog = '<div style="position:fixed;inset:200px"><button>Accept</button></div>';
      await page.open(`${cards(800)}<section><p>The end</p>${dialog}</section>`);
      assert.ok((await near(page)).nodes.some((node) => node.name === 'Accept'));
    });

    it('looks at a small document as a whole', async () => {
      await page.open(cards(100));
      const { nodes } = await near(page);
      assert.equal(nodes.filter((node) => node.role === 'button').length, 100);
      assert.ok(!nodes.some((node) => node.role === 'more'));
    });
  });
}
