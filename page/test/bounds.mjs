// Documents that exceed the limits of a snapshot.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

const names = (nodes) => nodes.map((node) => node.name);

export function boundStories(page) {
  describe('room', () => {
    it('keeps what is in view when there is too much before it', async () => {
      await page.open(`<main>${'<p><button>far</button> away</p>'.repeat(300)}<button id=b>here</button></main>
        <script>scrollTo(0, document.documentElement.scrollHeight)</script>`);
      const { nodes, truncated } = await page.send({ kind: 'snapshot', max_nodes: 400 });
      assert.ok(truncated && nodes.length <= 400);
      assert.ok(names(nodes).includes('here'));
    });

    it('takes in a button behind two hundred kilobytes of text', async () => {
      await page.open(
        `<div style="height:20px;overflow:auto">${'lorem ipsum '.repeat(17000)}</div><button>real</button>`,
      );
      const { nodes } = await page.send({ kind: 'snapshot', max_nodes: 100 });
      assert.ok(names(nodes).includes('real') && JSON.stringify(nodes).length < 2000);
    });

    it('gives a number to what holds much, so that it can be asked for by itself', async () => {
      await page.open(`<ul>${'<li>one</li>'.repeat(12)}</ul><ul>${'<li>two</li>'.repeat(3)}</ul>`);
      const { nodes } = await page.send({ kind: 'snapshot', max_nodes: 100 });
      assert.deepEqual(
        nodes.filter(({ role }) => role === 'list').map(({ node }) => node !== undefined),
        [true, false],
      );
    });

    it('cuts ten megabytes of text, in one piece and in many', async () => {
      await page.open(`<pre id=a></pre><div id=b></div><button>end</button><script>
        a.textContent = 'word and word '.repeat(350000);
        b.append(...Array.from({ length: 5000 }, () => Object.assign(document.createElement('p'), { textContent: 'x'.repeat(1000) })));</script>`);
      const { nodes, truncated } = await page.send({ kind: 'snapshot', max_nodes: 2000 });
      assert.ok(truncated && nodes.length <= 2000);
      assert.match(nodes[0].name, /^word and .*…$/);
    });

    it('tells rare wide characters as they are, and many of them too', async () => {
      await page.open(`<p>one — two ☆</p><p>${'plain '.repeat(100)}</p>`);
      assert.equal((await page.send({ kind: 'snapshot', max_nodes: 9 })).nodes[0].name, 'one — two ☆');
      await page.open('<p>漢字だけの文章です😀</p>');
      assert.equal((await page.send({ kind: 'snapshot', max_nodes: 9 })).nodes[0].name, '漢字だけの文章です😀');
    });
  });
}
