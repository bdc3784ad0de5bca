// Where the page script aims a click, and when it refuses to.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

export function aimingStories(page) {
  const on = async (kind, selector, more = {}) => page.send({ kind, node: await page.numberOf(selector), ...more });

  describe('aim', () => {
    it('scrolls to the element and finds a point on it', async () => {
      await page.open(`<div style="height:3000px"></div><button>Buy</button>`);
      const { kind, x, y } = await on('aim', 'button');
      assert.equal(kind, 'aimed');
      assert.equal(await page.main(`document.elementFromPoint(${x}, ${y}).textContent`), 'Buy');
    });

    it('scrolls inside a scroller that cuts the element off', async () => {
      await page.open(
        `<div style="height:100px;overflow:auto"><div style="height:400px">x</div><button>Buy</button></div><p>below</p>`,
      );
      const { kind, x, y } = await on('aim', 'button');
      assert.equal(kind, 'aimed');
      assert.equal(await page.main(`document.elementFromPoint(${x}, ${y}).tagName`), 'BUTTON');
    });

    it('hits a link that is wrapped over two lines', async () => {
      await page.open(
        `<div style="width:200px;font:20px monospace">aaaaaaaaaaa <a href="#">bbbb bbb</a> cccccccc</div>`,
      );
      const { x, y } = await on('aim', 'a');
      assert.equal(await page.main(`document.elementFromPoint(${x}, ${y}).tagName`), 'A');
    });

    it('says what lies over the element', async () => {
      await page.open(
        `<button>Buy</button><div role=dialog aria-label=Cookies style="position:fixed;inset:0;background:#eee"><p>We use cookies</p></div>`,
      );
      const { code, by, message } = await on('aim', 'button');
      assert.deepEqual([code, by.role, by.name], ['covered', 'dialog', 'Cookies']);
      assert.match(message, /dialog "Cookies"/);
      assert.equal(await page.numberOf('[role=dialog]'), by.node);
    });

    it('finds the corner that is left free', async () => {
      await page.open(
        `<button style="width:200px;height:80px">Buy</button><div style="position:fixed;left:0;top:0;width:150px;height:200px;background:#eee"></div>`,
      );
      const { x, y } = await on('aim', 'button');
      assert.equal(await page.main(`document.elementFromPoint(${x}, ${y}).tagName`), 'BUTTON');
    });

    it('leaves a control inside of another alone, unless it takes up most of it', async () => {
      await page.open(
        `<div id=card role=button tabindex=0 style="width:300px;padding:20px">Open <button style="width:200px;height:40px">Delete</button></div>
         <div id=host role=button tabindex=0 style="width:300px;padding:2px"><button style="width:100%;height:40px">Save</button></div>`,
      );
      const hit = async (selector) => {
        const { x, y } = await on('aim', selector);
        return page.main(`document.elementFromPoint(${x}, ${y}).textContent`);
      };
      assert.match(await hit('#card'), /Open/);
      assert.equal(await hit('#host'), 'Save');
    });

    it('aims at the label of a checkbox nobody can see', async () => {
      await page.open(
        `<input id=c type=checkbox style="position:absolute;opacity:0;width:0;height:0"><label for=c>Yes</label>`,
      );
      const { x, y } = await on('aim', '#c');
      await page.click(x, y);
      assert.equal(await page.main('c.checked'), true);
    });

    it('refuses what is disabled, hidden, moving or an option', async () => {
      await page.open(`<button id=d disabled>D</button><button id=h style="display:none">H</button><select><option id=o>O</select>
        <button id=m style="position:absolute;width:5px;padding:0;border:0">M</button><script>let n = 0;
        // It is never twice at one place within two hundred steps, and too narrow to count as pulsing.
        const move = () => { m.style.left = 100 + (n++ * 237) % 600 + 'px' };
        (function step() { move(); requestAnimationFrame(step) })(); setInterval(move, 4)</script>`);
      const codes = [];
      for (const id of ['#d', '#h', '#o', '#m']) codes.push((await on('aim', id)).code);
      assert.deepEqual(codes, ['disabled', 'not_visible', 'wrong_kind', 'moving']);
    });

    it('finds a point on an option of a list that lies open, also where the list has to be scrolled', async () => {
      await page.open(`<select id=s multiple size=2>${'<option>Other'.repeat(9)}<option id=o>Last</select>`);
      const { x, y } = await on('aim', '#o');
      await page.click(x, y);
      assert.equal(await page.main('s.value'), 'Last');
    });

    it('waits for what takes more than a second to come to rest', async () => {
      await page.open(`<button id=m style="position:absolute;left:0;top:40px;width:5px;padding:0;border:0">M</button>
        <script>m.animate({ left: ['0', '600px'] }, { duration: 1500, fill: 'forwards' })</script>`);
      assert.equal((await on('aim', '#m')).code, undefined);
    });

    it('carries a point out of a scaled frame and notices what covers it', async () => {
      await page.open(
        `<iframe style="position:absolute;left:100px;top:50px;width:200px;height:100px;border:10px solid;padding:5px;transform:scale(2);transform-origin:0 0" srcdoc="x"></iframe>`,
      );
      const { x, y } = await on('outward', 'iframe', { x: 20, y: 10 });
      assert.deepEqual([x, y], [100 + 2 * (15 + 20), 50 + 2 * (15 + 10)]);
      await page.main(
        `document.body.insertAdjacentHTML('beforeend', '<dialog open style="position:fixed;inset:0;width:100%;height:100%">Stop</dialog>')`,
      );
      assert.equal((await on('outward', 'iframe', { x: 20, y: 10 })).code, 'covered');
    });

    const hits = async (html, selector, what = 'tagName') => {
      await page.open(html);
      const { x, y, message } = await on('aim', selector);
      return message ?? page.main(`document.elementFromPoint(${x}, ${y}).${what}`);
    };

    it('finds the sliver that a scroller, a rounded corner or other elements leave', async () => {
      assert.equal(
        await hits(
          `<div style="width:100px;height:40px;overflow:hidden;white-space:nowrap"><span style="display:inline-block;width:88px">x</span><button style="width:400px">Buy</button></div>`,
          'button',
        ),
        'BUTTON',
      );
      assert.equal(
        await hits(
          `<button style="width:200px;height:80px">Buy</button><div style="position:fixed;left:0;top:0;width:202px;height:200px;background:#eee"></div>`,
          'button',
        ),
        'BUTTON',
      );
    });

    it('hits drawings where they are painted', async () => {
      const drawing = (shape) => `<svg width=200 height=200>${shape}</svg>`;
      assert.equal(await hits(drawing('<line x1=3 y1=5 x2=190 y2=120 stroke=red stroke-width=2 />'), 'line'), 'line');
      assert.equal(await hits(drawing('<circle cx=100 cy=100 r=90 fill=none stroke=red />'), 'circle'), 'circle');
      assert.equal(await hits(drawing('<g><path d="M5 5 H 195 V 195" fill=none stroke=red /></g>'), 'g'), 'path');
    });

    it('hits a part of a picture that is a link', async () => {
      assert.equal(
        await hits(
          `<img usemap=#m width=200 height=100 style="border:5px solid;padding:10px" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
           <map name=m><area id=a shape=rect coords=0,0,20,20 href=#a><area id=b shape=circle coords=150,50,10 href=#b></map>`,
          '#b',
          'id',
        ),
        'b',
      );
    });

    it('gets out from under bars at the edges', async () => {
      assert.equal(
        await hits(
          `<div style="position:fixed;inset:200px 0 0 0;background:#eee">Bar</div><div style="height:3000px"></div><button>Buy</button><div style="height:3000px"></div>`,
          'button',
        ),
        'BUTTON',
      );
    });

    it('scrolls sideways and against smooth and snapping scrollers', async () => {
      assert.equal(
        await hits(
          `<div style="width:300px;overflow-x:scroll;white-space:nowrap;scroll-behavior:smooth;scroll-snap-type:x mandatory">${'<div style="display:inline-block;width:290px;scroll-snap-align:start">x</div>'.repeat(5)}<button style="scroll-snap-align:start">Buy</button></div>`,
          'button',
        ),
        'BUTTON',
      );
    });

    it('touches what lets the mouse through by what it lies in', async () => {
      assert.equal(await hits(`<button id=b><span style="pointer-events:none">Buy</span></button>`, 'span'), 'BUTTON');
    });

    it('takes something that pulses where it always is', async () => {
      assert.equal(
        await hits(
          `<style>@keyframes p { to { transform: scale(1.2) } }</style><button style="margin:50px;width:100px;height:40px;animation:p .3s infinite alternate">Buy</button>`,
          'button',
        ),
        'BUTTON',
      );
    });

    it('says what is around an element the mouse cannot reach', async () => {
      await page.open(
        `<section aria-label=Offers><button style="width:90px;pointer-events:none">Buy</button></section>`,
      );
      assert.match((await on('aim', 'button')).message, /does not reach it: clicks at its place go to region "Offers"/);
      await page.open(`<section inert aria-label=Offers><button>Buy</button></section>`);
      assert.notEqual((await on('aim', 'button')).kind, 'aimed');
    });
  });
}
