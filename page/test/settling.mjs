// When the page script reports that a page has settled.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';

export function settlingStories(page) {
  describe('settle', () => {
    it('waits for a region that says it is busy', async () => {
      await page.open(`<ul aria-busy=true><li>…</li></ul>
        <script>setTimeout(() => { document.querySelector('ul').innerHTML = '<li>Here'; document.querySelector('ul').ariaBusy = 'false' }, 400)</script>`);
      const settled = await page.send({ kind: 'settle', max_ms: 5000, answered_ms: null, heard: false, ...PLAINLY });
      assert.deepEqual(
        [settled.quiet, await page.main(`document.querySelector('li').textContent.trim()`)],
        [true, 'Here'],
      );
    });

    it('waits for an application to draw itself, but not for what has nothing to draw with', async () => {
      const asked = { kind: 'settle', max_ms: 5000, answered_ms: null, heard: false, ...PLAINLY, blank_ms: 5000 };
      const late = `<script>setTimeout(() => { document.querySelector('main').innerHTML = '<p>Drawn' }, 400)</script>`;
      for (const [waitsBehind, drawn] of [
        ['', 'Drawn'],
        ['<svg width=50 height=50><circle r=20 /></svg><noscript>Scripts!</noscript>', 'Drawn'],
        ['<p hidden>Not yet</p><a style="position: absolute; left: -999px">Skip to content</a>', 'Drawn'],
        ['<p>Welcome', 'Welcome'],
        ['<canvas></canvas>', ''],
      ]) {
        await page.open(`<main>${waitsBehind}</main>${late}`);
        await page.send(asked);
        assert.equal(await page.main(`document.querySelector('main').innerText.trim()`), drawn, waitsBehind);
      }
      await page.open('');
      assert.equal((await page.send({ ...asked, blank_ms: 60_000 })).quiet, true);
    });

    it('is not at rest while the page is being left for one that does not come', async () => {
      const site = createServer(({ url }, answer) => (url === '/' ? answer.end('<p>Still here') : undefined));
      await once(site.listen(0, '127.0.0.1'), 'listening');
      await page.visit(`http://127.0.0.1:${site.address().port}/`);
      const settle = JSON.stringify({ kind: 'settle', max_ms: 100, answered_ms: null, heard: false, ...PLAINLY });
      const settled = await page.isolated(
        `const settled = webhand.handle('${settle}'); location.href = '/never'; settled`,
      );
      site.closeAllConnections();
      site.close();
      assert.equal(JSON.parse(settled).quiet, false);
    });

    it('settles once the page is quiet, and gives up on one that never is', async () => {
      await page.open(
        `<p></p><script>let n = 0; const timer = setInterval(() => { document.querySelector('p').textContent = ++n; if (n === 5) clearInterval(timer) }, 10)</script>`,
      );
      assert.deepEqual(await page.send({ kind: 'settle', max_ms: 5000, answered_ms: null, heard: false, ...PLAINLY }), {
        kind: 'settled',
        quiet: true,
        stream: false,
        reaction: 'none',
        busy: null,
        same: false,
        disarmed: null,
      });
      assert.equal(await page.main('n'), 5);
      await page.main(
        `let goesOn = true; const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { document.body.append('x'); if (goesOn) port2.postMessage(0) }; port2.postMessage(0); 0`,
      );
      assert.deepEqual(await page.send({ kind: 'settle', max_ms: 300, answered_ms: null, heard: false, ...PLAINLY }), {
        kind: 'settled',
        quiet: false,
        stream: false,
        reaction: 'none',
        busy: null,
        same: false,
        disarmed: null,
      });
      await page.main('goesOn = false');
    });

    describe('waits for no reaction to a press without listeners', () => {
      const at = 'style="position:absolute;left:0;top:0;width:100px;height:50px"';
      for (const [what, html, reaction] of [
        ['a button without a form', `<button ${at}>Idle</button>`, 'impossible'],
        ['a button that sends no form', `<form><button type=button ${at}>Idle</button></form>`, 'impossible'],
        // Focused by a script: a page that asks for it with an attribute gets it later, with its first frame.
        [
          'a field that has the focus already',
          `<label>Name <input ${at}></label><script>document.querySelector('input').focus()</script>`,
          'impossible',
        ],
        [
          'text that can be edited',
          `<div contenteditable ${at}>Note</div><script>document.querySelector('div').focus()</script>`,
          'impossible',
        ],
        [
          'but for one to a button that sends a form',
          `<form action="javascript:0"><button ${at}>Go</button></form>`,
          'none',
        ],
        ['but for one to a link', `<a href="javascript:0" ${at}>Go</a>`, 'none'],
        [
          'but for one to the label of a field',
          `<label for=n ${at}>Name</label><input id=n style="margin-top:90px">`,
          'some',
        ],
      ])
        it(what, async () => {
          await page.open(html);
          await page.send({ kind: 'arm', node: await page.numberOf('[style^=position]') });
          await page.click(50, 25);
          await page.send({ kind: 'disarm' });
          const rest = await page.send({ kind: 'settle', max_ms: 5000, answered_ms: null, heard: true, ...PLAINLY });
          assert.deepEqual({ quiet: rest.quiet, reaction: rest.reaction }, { quiet: true, reaction });
        });
    });

    describe('knows an answer that stood there before', () => {
      const at = 'style="position:absolute;left:0;top:0;width:100px;height:50px"';
      for (const [what, order, reaction] of [
        ['written once more', `document.querySelector('p').textContent = 'Wrong password'`, 'repeated'],
        ['but not another one', `document.querySelector('p').textContent = 'Locked'`, 'some'],
        ['nor nothing at all', `document.querySelector('p').textContent = ''`, 'some'],
        ['nor the words on what was pressed', `this.textContent = 'Go'`, 'some'],
      ])
        it(what, async () => {
          await page.open(`<button ${at} onclick="${order}">Go</button><p style="margin-top:90px">Wrong password</p>`);
          await page.send({ kind: 'arm', node: await page.numberOf('button') });
          await page.click(50, 25);
          await page.send({ kind: 'disarm' });
          const rest = await page.send({ kind: 'settle', max_ms: 5000, answered_ms: null, heard: true, ...PLAINLY });
          assert.equal(rest.reaction, reaction);
        });
    });

    it('looks no more where a press cannot have changed anything', async () => {
      await page.open(
        `<button style="position:absolute;left:0;top:0;width:100px;height:50px">Idle</button><input style="margin-top:90px">`,
      );
      const node = await page.numberOf('button');
      const press = async (rests) => {
        await page.send({ kind: 'arm', node });
        await page.click(50, 25);
        const look = { max_nodes: 100, near: false };
        const asked = { kind: 'settle', max_ms: 5000, answered_ms: null, heard: true, ...PLAINLY, rests, look };
        const { same, seen } = await page.send({ ...asked, disarm: true });
        assert.equal(seen === undefined, same);
        return same;
      };
      assert.equal(await press(false), false);
      assert.equal(await press(true), true);
      assert.equal(await press(false), false, 'the mouse came from elsewhere');
      await page.main(`document.body.append('New')`);
      assert.equal(await press(true), false, 'the page has changed');
      await page.main(`document.querySelector('input').focus()`);
      await page.send({ kind: 'snapshot', max_nodes: 100, near: false });
      assert.equal(await press(true), false, 'the focus went away from the field');
    });

    it('tells in one answer where a press went and what is to be seen at rest', async () => {
      await page.open(
        `<button style="position:absolute;left:0;top:0;width:100px;height:50px" onclick="this.after('Pressed')">Go</button>
        <button id=far style="position:absolute;left:0;top:80px;width:100px;height:50px">Far</button>`,
      );
      const look = { max_nodes: 100, near: false };
      const press = async (selector) => {
        await page.send({ kind: 'arm', node: await page.numberOf(selector) });
        await page.click(50, 25);
        return page.send({
          kind: 'settle',
          max_ms: 5000,
          answered_ms: null,
          heard: false,
          ...PLAINLY,
          disarm: true,
          look,
        });
      };
      const there = await press('button');
      assert.deepEqual([there.disarmed.hit, there.quiet, there.reaction], [true, true, 'some']);
      assert.ok(there.seen.nodes.some(([, , name]) => name === 'Pressed'));
      const elsewhere = await press('#far');
      assert.deepEqual(
        [elsewhere.disarmed.hit, elsewhere.disarmed.instead.name, elsewhere.seen],
        [false, 'Go', undefined],
      );
    });

    it('goes on with a press that was taken to be over too early', async () => {
      await page.open(
        `<button style="position:absolute;left:0;top:0;width:100px;height:50px" onclick="setTimeout(() => this.after('Late'), 20)">Go</button>`,
      );
      await page.click(50, 25);
      await page.send({ kind: 'snapshot', max_nodes: 100, near: false });
      const plainly = { kind: 'settle', max_ms: 5000, answered_ms: null, heard: false, ...PLAINLY };
      await page.send({ ...plainly, asked: 'again' });
      assert.match(await page.main('document.body.textContent'), /Late/);
    });

    it('does not take a clock that goes on for the answer of a field', async () => {
      await page.open(
        `<input style="position:absolute;left:0;top:0;width:100px;height:50px" onmousedown="clock.textContent = 'Left: 8'; setTimeout(() => { note.textContent = 'Noticed' }, 60)">
         <p id=clock style="margin-top:80px">Left: 9</p><p id=note></p>`,
      );
      await page.main(`document.querySelector('input').focus()`);
      await page.send({ kind: 'settle', max_ms: 5000, answered_ms: null, heard: false, ...PLAINLY });
      await page.click(50, 25);
      await page.send({ kind: 'settle', max_ms: 5000, answered_ms: null, heard: false, ...PLAINLY });
      assert.equal(await page.main('note.textContent'), 'Noticed');
    });

    it('is not held up by a clock', async () => {
      await page.open(
        `<p></p><script>setInterval(() => { document.querySelector('p').textContent = Math.random() }, 20)</script>`,
      );
      const settled = await page.send({ kind: 'settle', max_ms: 5000, answered_ms: null, heard: false, ...PLAINLY });
      assert.equal(settled.quiet, true);
    });
  });
}

/** A `settle` command with nothing armed, no earlier wait and no look. */
const PLAINLY = { blank_ms: 0, disarm: false, rests: false, asked: 'first', look: null };
