// Which events the page script lets through while an element is armed.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

const DELIVERED = {
  kind: 'disarmed',
  hit: true,
  clicked: true,
  instead: null,
  covered: false,
  along: [],
  changed: null,
};

export function eventGateStories(page) {
  const on = async (kind, selector, more = {}) => page.send({ kind, node: await page.numberOf(selector), ...more });

  describe('arm', () => {
    const PAGE = `<button id=a style="position:absolute;left:0;top:0;width:100px;height:50px">A</button><button id=b style="position:absolute;left:0;top:100px;width:100px;height:50px">B</button>
      <script>window.got=[];for (const x of [a,b]) for (const k of ['pointerdown','mousedown','click']) x.addEventListener(k, () => got.push(x.id+k))</script>`;

    it('lets a click reach the element', async () => {
      await page.open(PAGE);
      await on('arm', '#a');
      await page.click(50, 25);
      assert.deepEqual(await page.send({ kind: 'disarm' }), DELIVERED);
      assert.equal(await page.main('got.join()'), 'apointerdown,amousedown,aclick');
    });

    it('lets nothing through to another and says to which', async () => {
      await page.open(PAGE);
      await on('arm', '#a');
      await page.click(50, 125);
      const { hit, instead } = await page.send({ kind: 'disarm' });
      assert.deepEqual([hit, instead.role, instead.name], [false, 'button', 'B']);
      assert.equal(await page.main('got.join()'), '');
      await page.click(50, 125);
      assert.equal(await page.main('got.length'), 3);
    });

    it('vetoes a click on buttons that are swapped on mousedown', async () => {
      await page.open(
        `${PAGE}<script>addEventListener('mousedown', () => { a.style.top='100px'; b.style.top='0' }, true)</script>`,
      );
      await on('arm', '#a');
      await page.click(50, 25);
      await page.send({ kind: 'disarm' });
      assert.doesNotMatch(await page.main('got.join()'), /b/);
    });

    it('reaches an element that is put in anew whenever the mouse comes over it', async () => {
      await page.open(
        `<svg width=100 height=50><rect id=a width=100 height=50 fill=red /></svg><script>window.got=[];
        a.addEventListener('mouseover', () => { got.push('over'); a.parentNode.append(a) });
        for (const k of ['mousedown', 'mouseup', 'click']) a.addEventListener(k, () => got.push(k))</script>`,
      );
      await on('arm', '#a');
      await page.cdp('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 50, y: 25 });
      await page.click(50, 25);
      assert.deepEqual(await page.send({ kind: 'disarm' }), DELIVERED);
      assert.equal(await page.main('got.join()'), 'over,mousedown,mouseup,click');
    });

    it('comes before listeners the page put on its window', async () => {
      await page.open(`<script>window.early = 0; addEventListener('mousedown', () => early++, true)</script>${PAGE}`);
      await on('arm', '#a');
      await page.click(50, 125);
      assert.equal(await page.main('early'), 0);
      await page.send({ kind: 'disarm' });
      await page.click(50, 125);
      assert.equal(await page.main('early'), 1);
    });

    it('lets Enter in a field press the button of its form', async () => {
      await page.open(`<form onsubmit="window.sent=1;return false"><input id=a><button>Go</button></form>`);
      await on('focus', '#a', { caret: 'end' });
      await on('arm', '#a');
      await page.cdp('Input.dispatchKeyEvent', {
        type: 'keyDown',
        key: 'Enter',
        code: 'Enter',
        windowsVirtualKeyCode: 13,
        text: '\r',
      });
      const { hit, instead } = await page.send({ kind: 'disarm' });
      assert.deepEqual([hit, instead], [true, null]);
      assert.equal(await page.main('sent'), 1);
    });

    it('keeps keys from a field that took the focus meanwhile', async () => {
      await page.open(`<input id=a><input id=b>`);
      await on('focus', '#a', { caret: 'end' });
      await on('arm', '#a');
      const type = async (text) => page.cdp('Input.dispatchKeyEvent', { type: 'keyDown', key: text, text });
      await type('x');
      await page.main('b.focus()');
      await type('y');
      await page.cdp('Input.insertText', { text: 'z' });
      const { hit, instead } = await page.send({ kind: 'disarm' });
      assert.deepEqual([hit, instead.node], [true, await page.numberOf('#b')]);
      assert.equal(await page.main('a.value + "|" + b.value'), 'x|');
    });

    it('lets nothing through at all where no element is named', async () => {
      await page.open(PAGE);
      await page.send({ kind: 'arm', node: null });
      await page.click(50, 25);
      const { hit, clicked, instead } = await page.send({ kind: 'disarm' });
      assert.deepEqual([hit, clicked, instead.name], [false, false, 'A']);
      assert.equal(await page.main('got.join()'), '');
    });

    it('tells what came over an element from an element that moved away', async () => {
      const covered = async (script) => {
        await page.open(`${PAGE}<script>addEventListener('mousemove', () => { ${script} })</script>`);
        await on('arm', '#a');
        await page.cdp('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 50, y: 25 });
        await page.click(50, 25);
        return (await page.send({ kind: 'disarm' })).covered;
      };
      assert.equal(await covered(`b.style.top = '0'`), true);
      assert.equal(await covered(`b.style.top = '0'; a.style.top = '100px'`), false);
    });

    it('keeps the mouse on its way from others', async () => {
      await page.open(
        `${PAGE}<script>for (const k of ['mousemove','mouseover','mouseenter','pointerover']) for (const x of [a,b,document.body]) x.addEventListener(k, (e) => got.push(x.tagName+x.id+k+e.target.id))
         a.addEventListener('mousemove', () => { b.style.top = '0'; a.style.top = '100px' })</script>`,
      );
      await on('arm', '#a');
      for (const x of [50, 51, 52]) await page.cdp('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y: 25 });
      await page.send({ kind: 'disarm' });
      const got = await page.main('got.join()');
      assert.match(got, /BUTTONamousemove/);
      assert.doesNotMatch(got, /BUTTONb/);
    });

    it('lets the press go on to the successor of an element that is replaced by its like', async () => {
      const replaced = async (html) => {
        await page.open(
          `<ul><li>Ana <button onclick="window.done=1">Delete</button></li></ul><script>document.querySelector('button').onpointerdown = () => { document.querySelector('li').outerHTML = \`${html}\` }</script>`,
        );
        const { x, y } = await on('aim', 'button');
        await on('arm', 'button');
        await page.click(x, y);
        const { instead, changed } = await page.send({ kind: 'disarm' });
        return [instead?.name ?? changed, await page.main('window.done')];
      };
      assert.deepEqual(await replaced('<li>Ana <button onmouseup="window.done=2">Delete</button></li>'), [null, 2]);
      const [changed, done] = await replaced('<li>Bob <button onmouseup="window.done=2">Delete</button></li>');
      assert.match(changed, /said "Ana" and says "Bob" now/);
      assert.equal(done, undefined);
    });
  });

  describe('ahead of a press', () => {
    const button = (more) =>
      `<button type=button style="position:absolute;left:0;top:0;width:100px;height:50px" ${more}>Go</button>`;
    const settle = { kind: 'settle', max_ms: 5000, answered_ms: null, disarm: true, asked: 'ahead' };
    /** Pre-aims, sends `settle` ahead of the press and presses. Returns the replies by the end of the press, and all replies. */
    const pressAndSettle = async (heard, after) => {
      await on('aim', 'button', { arm: true, hasty: false });
      const look = { max_nodes: 100, near: false };
      const asked = page.send({ ...settle, heard, look });
      let early = null;
      asked.then((answer) => (early = answer));
      await page.click(50, 25);
      await after?.();
      return [early, asked];
    };

    it('answers a press without listeners before it is told that the press is over', async () => {
      await page.open(button(''));
      const [, asked] = await pressAndSettle(true);
      const { reaction, quiet, disarmed, seen } = await asked;
      assert.deepEqual([reaction, quiet, disarmed.hit, disarmed.clicked], ['impossible', true, true, true]);
      assert.ok(seen.nodes.some(([, , name]) => name === 'Go'));
    });

    it('answers any other press only after it is told, with its effect', async () => {
      await page.open(button('onclick="this.after(\'Done\')"'));
      const [early, asked] = await pressAndSettle(false, () => page.isolated('1'));
      assert.equal(early, null);
      await page.send({ kind: 'pressed', answered_ms: null, wait: true });
      const { disarmed, seen } = await asked;
      assert.equal(disarmed.clicked, true);
      assert.ok(seen.nodes.some(([, , name]) => name === 'Done'));
    });

    it('reports only where the press went if no wait is requested', async () => {
      await page.open(button('onclick="this.after(\'Done\')"'));
      const [, asked] = await pressAndSettle(false);
      await page.send({ kind: 'pressed', answered_ms: null, wait: false });
      const { disarmed, seen } = await asked;
      assert.deepEqual([disarmed.clicked, seen], [true, undefined]);
    });

    it('aims only at what is in view and at rest, and arms it for a moment', async () => {
      await page.open(`${button('')}<button id=far style="position:absolute;top:3000px">Far</button>
        <script>window.got = 0; addEventListener('click', () => got++)</script>`);
      await page.send({ kind: 'settle', ...settle, heard: false, asked: 'first', disarm: false, look: null });
      await page.isolated('new Promise((resolve) => setTimeout(resolve, 150))');
      assert.equal((await on('inspect', '#far', { aim: true })).aimed, null);
      assert.equal(await page.main('scrollY'), 0);
      const press = async (timestamp) => {
        for (const type of ['mousePressed', 'mouseReleased'])
          await page.cdp('Input.dispatchMouseEvent', {
            type,
            x: 500,
            y: 500,
            button: 'left',
            clickCount: 1,
            timestamp,
          });
      };
      // The start time of a press counts, so a slow machine does not matter.
      const before = Date.now() / 1000;
      assert.equal((await on('inspect', 'button', { aim: true })).aimed.x, 50);
      await press(before);
      assert.equal(await page.main('got'), 0, 'nothing else is reached meanwhile');
      await press(Date.now() / 1000 + 1);
      assert.equal(await page.main('got'), 1);
    });
  });
}
