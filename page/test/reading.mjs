// `read`: the main content as Markdown.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lines } from './story.mjs';

export function readingStories(page) {
  const read = async (node = null) => (await page.send({ kind: 'read', node, longest: 200_000 })).text;

  const assertReads = async (html, expected) => {
    await page.open(html);
    assert.equal(await read(), lines(expected));
  };

  describe('reading', () => {
    it('looks for the content by its running text where nothing marks it', async () => {
      const text = 'Nothing but words. '.repeat(30).trim();
      await assertReads(
        `<div><h1>Docs</h1><ul>${'<li><a href="https://x.test/">Elsewhere</a></li>'.repeat(20)}</ul>
         <div><div><h2>Files</h2><p>${text}</p></div><div><h2>Folders</h2><p>Few.</p></div></div></div><div>Legal</div>`,
        `
        # Docs

        ## Files

        ${text}

        ## Folders

        Few.`,
      );
    });

    it('leaves out glyphs of icon fonts, and keeps the spaces between words', async () => {
      await assertReads(
        `<main><h1><i>\ue001</i> Files</h1><p>Open\ue002 them <i>\uf0ab</i> now</p></main>`,
        `
        # Files

        Open them now`,
      );
    });

    it('goes on below what shows of a scroller around the main content', async () => {
      await page.open(`<style>html, body { height: 100%; margin: 0; overflow: hidden }</style>
        <div style="height:100%;overflow:auto"><main><p id=first>First</p><div style="height:3000px"></div><p id=last>Last</p></main></div>`);
      assert.equal(await read(), 'First\n\nLast');
      assert.equal(await read(await page.numberOf('#last')), 'Last');
    });

    it('keeps the lines of code, whatever they are coloured with, and says its language', async () => {
      await assertReads(
        `<main><div class="highlight-python3 notranslate"><pre><span></span><span>def</span> <span>f</span>():
    <span>return</span>  <span>1</span>

<span>f</span>()
</pre></div><pre><code class="language-c++"><div>a;</div><div>b;</div></code></pre><pre>

  <i style="user-select:none">1</i>say \`\`\`
</pre></main>`,
        `
        \`\`\`python3
        def f():
            return  1

        f()
        \`\`\`

        \`\`\`c++
        a;
        b;
        \`\`\`

        \`\`\`\`
          say \`\`\`
        \`\`\`\``,
      );
    });

    it('leaves the numbers of lines out that code is laid out with, and the link to change a page', async () => {
      await assertReads(
        `<main><a rel=edit href="https://x.test/edit" title="Edit this page"><img src="data:," width=9 height=9></a>
         <table><tr><th colspan=2>app.py<tr><td><div style="user-select:none"><pre>1
2</pre></div><td><div><pre><code>a:
  b</code></pre></div></table></main>`,
        `
        app.py

        \`\`\`
        a:
          b
        \`\`\``,
      );
    });

    it('keeps the lines of what is written in a field', async () => {
      await assertReads(
        `<main><p>Note: <textarea>one
  two</textarea></p><div contenteditable style="white-space:pre"><div>if x:</div><div>    y()</div></div><input value="a  b"></main>`,
        `
        Note:

        \`\`\`
        one
          two
        \`\`\`

        \`\`\`
        if x:
            y()
        \`\`\`

        a b`,
      );
    });

    it('leads within the page by a fragment, and leaves out marks that lead to where they stand', async () => {
      await assertReads(
        `<main><h1><a href="#top">Title</a><a href="#top" title="Permalink to this heading">¶</a></h1>
         <ul><li><a href="#one">One</a><ul><li><a href="#two">Two</a></li></ul></li><li><a href="#three">Three</a></li></ul>
         <p>See <a href="#one">below</a><sup><a href="#note">1</a></sup>. <a href="#top"><img alt=up src="https://x.test/u.gif"></a></p></main>`,
        `
        # Title

        See [below](#one)[1](#note).`,
      );
    });

    it('links code as a whole or not at all', async () => {
      await assertReads(
        `<main><p><code><a href="https://x.test/map">Map</a></code>, <code><a href="https://x.test/map">Map</a>&lt;K&gt;</code></p></main>`,
        '[`Map`](https://x.test/map), `Map<K>`',
      );
    });

    it('keeps items of lists apart, with all that is in them below', async () => {
      await assertReads(
        `<main><ol start=3> <li><p>Three</p><p>more</p></li> <li>Four<ul> <li>deep</li> <li></li> </ul><pre>code

end</pre></li> </ol></main>`,
        `
        3. Three

           more
        4. Four
           - deep

           \`\`\`
           code

           end
           \`\`\``,
      );
    });

    it('keeps columns where cells reach over several', async () => {
      await assertReads(
        `<main><table><caption>Trains</caption><tr><th colspan=2>Line<th>Time<tr><td rowspan=2>A<td>1<td>9:00<tr><td>2<td>a|b</table></main>`,
        `
        Trains

        | Line | | Time |
        | --- | --- | --- |
        | A | 1 | 9:00 |
        | | 2 | a\\|b |`,
      );
    });

    it('reads titles that open what is below them, and cards that are links', async () => {
      await assertReads(
        `<main><h3><button>How long?</button></h3><p>A day. <button>Copy</button></p><details><summary>More</summary>Unseen</details>
         <a href="https://x.test/"><h2>Offer</h2><p>Cheap.</p></a></main>`,
        `
        ### How long?

        A day.

        More

        ## [Offer](https://x.test/)

        Cheap.`,
      );
    });

    it('lets the texts of a drawing follow each other', async () => {
      await assertReads(
        `<main><svg width=200 height=40><text y=20>SELECT</text><g><text x=90 y=20>name</text></g></svg></main>`,
        'SELECT name',
      );
    });

    it('takes nothing from inside of what does not show', async () => {
      await page.open('<p>Seen</p><div style="opacity:0"><p id=unseen>Unseen</p></div>');
      assert.equal(await read(await page.numberOf('#unseen')), '');
    });
  });
}
