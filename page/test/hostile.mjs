// Pages that try to break or fool the script.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertSees } from './story.mjs';

export function hostileStories(page) {
  describe('hostile pages', () => {
    it('reads a form whose fields are named like DOM properties', async () => {
      const names = [
        'attributes',
        'getAttribute',
        'tagName',
        'localName',
        'parentNode',
        'childNodes',
        'children',
        'nodeType',
        'submit',
        'action',
        'method',
        'elements',
        'firstChild',
        'isConnected',
        'namespaceURI',
        'shadowRoot',
      ];
      await assertSees(
        page,
        `<form action="https://shop.test/real" method=post>${names.map((name) => `<input name=${name} aria-label=${name}>`).join('')}<button>Go</button></form>`,
        `- form [e]\n${names.map((name) => `  - textbox "${name}" [e]`).join('\n')}\n  - button "Go" [e]`,
      );
      const { form } = await page.send({ kind: 'inspect', node: await page.numberOf('button') });
      assert.deepEqual(
        [form.action, form.method, form.fields.length],
        ['https://shop.test/real', 'post', names.length],
      );
    });

    it('reads a document whose own properties are hidden by elements', () =>
      assertSees(
        page,
        `<title>T</title><img name=body><img name=documentElement><form name=getElementById></form><img name=activeElement><img name=title><div id=webhand></div><p>still here</p>`,
        `- text "still here"`,
      ));

    it('is not fooled by changed prototypes', async () => {
      const html = `<main><h1>Head</h1><button>Go</button><input aria-label=F value=v></main>`;
      await page.open(html);
      const before = await page.lines();
      await page.open(`<script>
        for (const name of ['getBoundingClientRect','getAttribute','matches','checkVisibility']) Element.prototype[name] = () => { throw 1 };
        JSON.stringify = () => 'forged'; Array.prototype.map = () => []; Object.prototype.role = 'forged'; Promise.prototype.then = () => {};
        EventTarget.prototype.addEventListener = () => {}; window.getComputedStyle = () => ({ display: 'none' });
      </script>${html}`);
      assert.equal(await page.lines(), before);
    });

    it('leaves the document untouched and no trace in the page’s world', async () => {
      await page.open(`<main><a href="/x">x</a><input><select><option>1</select></main><script>
        window.count = 0; new MutationObserver((records) => { count += records.length }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        window.html = document.documentElement.outerHTML</script>`);
      const start = await page.main('count = 0, document.documentElement.outerHTML');
      await page.lines();
      await page.send({ kind: 'read', node: null, longest: 200_000 });
      await page.send({ kind: 'inspect', node: 1 });
      assert.deepEqual(await page.main('[count, typeof webhand]'), [0, 'undefined']);
      assert.equal(await page.main('document.documentElement.outerHTML'), start);
    });

    it('survives twenty thousand elements inside each other', async () => {
      await page.open(`<p>top</p>${'<div>'.repeat(20000)}<button>deep</button>`);
      assert.equal(await page.lines(), '- text "top"\n- button "deep" [e]');
      assert.match((await page.send({ kind: 'read', node: null, longest: 200_000 })).text, /top/);
    });

    it('follows a label that is hidden twenty thousand elements deep', async () => {
      await page.open(`<button aria-labelledby=l></button><div id=l style="display:none"></div><script>
        let at = l; for (let i = 0; i < 20000; i++) { const d = document.createElement('b'); at.append(d); at = d }
        at.textContent = 'deep'</script>`);
      assert.equal(await page.lines(), '- button "deep" [e] [source=hidden]');
    });

    it('survives thousands of links and lists inside each other', async () => {
      await page.open(`<p>top</p><script>
        let at = document.body; for (let i = 0; i < 2000; i++) { const d = document.createElement('div'); d.role = ['list','listitem','button','link'][i % 4]; at.append(d); at = d }
        at.textContent = 'deep'</script>`);
      const { kind, nodes } = await page.send({ kind: 'snapshot', max_nodes: 2000 });
      assert.equal(kind, 'snapshot');
      assert.ok(nodes.length <= 2000);
    });

    it('cuts a five-megabyte word', async () => {
      await page.open(
        `<p id=p></p><button id=b></button><script>p.textContent = b.textContent = 'x'.repeat(5e6)</script>`,
      );
      const { nodes } = await page.send({ kind: 'snapshot', max_nodes: 10 });
      assert.ok(JSON.stringify(nodes).length < 3000);
    });

    it('hands on half a surrogate pair as something every reader takes', async () => {
      await page.open(`<p id=p></p><script>p.textContent = 'a\\ud800b'</script>`);
      const json = await page.isolated(`webhand.handle('{"kind":"snapshot","max_nodes":9}')`);
      assert.equal(JSON.parse(json).nodes[0][2], 'a\ufffdb');
    });

    it('sees nothing in a document that its page has emptied, and says so', async () => {
      await page.open('<p>x</p>');
      await page.main('document.documentElement.remove()');
      assert.equal(await page.lines(), '');
      assert.equal((await page.send({ kind: 'read', node: null, longest: 200_000 })).code, 'not_visible');
    });

    it('answers nonsense with an error and goes on', async () => {
      await page.open('<p>x</p>');
      assert.equal((await page.send({ kind: 'dance' })).code, 'internal');
      assert.equal(JSON.parse(await page.isolated(`webhand.handle('{')`)).code, 'internal');
      assert.equal(await page.lines(), '- text "x"');
    });
  });
}
