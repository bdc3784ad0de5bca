// How long the page script waits for a page that looks busy.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

export function busyStories(page) {
  /** Clicks the first button, and returns how the page settled and what `#out` shows then. */
  async function click(at = 'button', max_ms = 6000) {
    const { x, y } = await page.main(
      `(() => { const { x, y, width, height } = document.querySelector(${JSON.stringify(at)}).getBoundingClientRect(); return { x: x + width / 2, y: y + height / 2 } })()`,
    );
    await page.send({ kind: 'settle', max_ms: 100, ...PLAINLY });
    for (const type of ['mousePressed', 'mouseReleased'])
      await page.cdp('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
    const settled = await page.send({ kind: 'settle', max_ms, ...PLAINLY });
    const out = await page.main(`document.querySelector('#out').innerText.trim()`);
    return { quiet: settled.quiet, busy: settled.busy, out };
  }
  const pageOf = (begin, end, rest = '') => `<style>
      @keyframes turn { to { transform: rotate(1turn) } }
      @keyframes pulse { to { opacity: .3 } }
      @keyframes blink { to { visibility: hidden } }
      .spin { width: 24px; height: 24px; border: 3px solid; animation: turn 1s linear infinite }
      .grey { width: 400px; height: 90px; background: #ddd; animation: pulse 1s infinite alternate }
    </style><button>Go</button><p id=out></p>${rest}<script>
      const button = document.querySelector('button');
      const done = () => { ${end}; out.textContent = 'Result' };
      button.onclick = () => { ${begin}; setTimeout(done, 900) };
    </script>`;

  describe('waits while the page looks busy', () => {
    for (const [what, begin, end = '', rest = ''] of [
      ['words', `out.textContent = 'Loading'`],
      ['words in another language', `out.textContent = 'Bitte warten'`],
      ['words without spaces between them', `out.textContent = '正在加载数据'`],
      ['dots at the end of a text', `out.textContent = 'Asking the warehouse…'`],
      ['words in the pressed button', `button.textContent = 'Saving...'`, `button.textContent = 'Save'`],
      ['a disabled button', `button.disabled = true`, `button.disabled = false`],
      ['a button disabled by name only', `button.ariaDisabled = 'true'`, `button.ariaDisabled = 'false'`],
      ['a spinner', `out.innerHTML = '<div class=spin></div>'`],
      [
        'a spinner in the button',
        `button.innerHTML = '<i class=spin style="display:inline-block">'`,
        `button.textContent = 'Go'`,
      ],
      ['a skeleton', `out.innerHTML = '<div class=grey></div><div class=grey></div>'`],
      ['a skeleton that does not move', `out.innerHTML = '<div class=Skeleton-root style="height:30px"></div>'`],
      ['a region that says so', `out.ariaBusy = 'true'`, `out.ariaBusy = 'false'`],
      ['an endless progress bar', `out.innerHTML = '<progress></progress>'`],
      [
        'a revealed progress bar',
        `bar.hidden = false`,
        `bar.hidden = true`,
        '<div id=bar hidden><div role=progressbar style="height:9px"></div></div>',
      ],
      [
        'a growing progress bar',
        `out.innerHTML = '<progress value=0 max=9></progress>'; setInterval(() => out.firstChild.value = out.firstChild.value + 1, 100)`,
      ],
      ['the cursor', `document.body.style.cursor = 'progress'`, `document.body.style.cursor = ''`],
      [
        'a drawing that turns by itself',
        `out.innerHTML = '<svg width=20 height=20><circle r=9 /><animateTransform attributeName=transform type=rotate to=360 dur=1s repeatCount=indefinite /></svg>'`,
      ],
    ]) {
      it(`shown by ${what}`, async () => {
        await page.open(pageOf(begin, end, rest));
        assert.deepEqual(await click(), { quiet: true, busy: null, out: 'Result' });
      });
    }
  });

  describe('does not take for a sign of work', () => {
    const late = `setTimeout(() => 0, 0)`;
    for (const [what, begin, rest = ''] of [
      [
        'what was there before',
        late,
        '<p>Loading…</p><div class=spin></div><progress></progress><ul aria-busy=true></ul>',
      ],
      [
        'the name of a menu item',
        `menu.hidden = false`,
        '<ul id=menu hidden><li role=menuitem>Rename…<li role=menuitem>Delete</ul>',
      ],
      [
        'an item that can be pressed',
        `more.innerHTML = '<div style="cursor:pointer">Save as…</div>'`,
        '<div id=more></div>',
      ],
      [
        'shortened names',
        `more.innerHTML = '<li>The first of many…<li>The second of…<li>A third one…'`,
        '<ul id=more></ul>',
      ],
      [
        'a shortened name that can be read in full',
        `more.innerHTML = '<li title="The first of many names">The first of…'`,
        '<ul id=more></ul>',
      ],
      ['a gap between page numbers', `more.innerHTML = '<a>1</a> <span>…</span> <a>9</a>'`, '<nav id=more></nav>'],
      [
        'the hint in a field',
        `more.innerHTML = '<div><div class=value>Choose…</div><input></div>'`,
        '<div id=more></div>',
      ],
      [
        'a button that is out of use now that the text came',
        `button.disabled = true; more.textContent = 'Sold out'`,
        '<p id=more></p>',
      ],
      ['the step of a wizard', `more.innerHTML = '<progress value=2 max=5></progress>'`, '<p id=more></p>'],
      [
        'a caret',
        `more.innerHTML = '<i style="display:block;width:9px;height:19px;animation:blink 1s step-end infinite"></i>'`,
        '<p id=more></p>',
      ],
    ]) {
      it(what, async () => {
        await page.open(pageOf(begin, '', rest));
        assert.deepEqual(await click(), { quiet: true, busy: null, out: '' });
      });
    }
  });

  it('lets a page come to rest whose work ends at the bound', async () => {
    await page.open(
      pageOf(
        `button.disabled = true`,
        `button.disabled = false; let n = 0; const go = setInterval(() => { out.append('.'); if (++n > 6) clearInterval(go) }, 16)`,
      ),
    );
    const { quiet, busy } = await click('button', 920);
    assert.deepEqual({ quiet, busy }, { quiet: true, busy: null });
  });

  it('waits for a sign only once if it stays', async () => {
    await page.open(`<button>Go</button><p id=out></p><script>
      let count = 0; document.querySelector('button').onclick = () => { out.innerHTML = 'Loading… <b>' + ++count }</script>`);
    const [first, second] = [await click(), await click()];
    assert.deepEqual([first.quiet, first.busy], [false, { sign: 'text', outlasted: true }]);
    assert.deepEqual([second.quiet, second.busy], [true, null]);
  });

  it('waits again for a sign that went away after it had stayed too long', async () => {
    await page.open(`<button>Go</button><p id=out></p><script>
      let slow = true; document.querySelector('button').onclick = () => {
        out.textContent = 'Loading…'; if (!slow) setTimeout(() => out.textContent = 'Result', 700) }</script>`);
    assert.equal((await click()).busy.outlasted, true);
    await page.main(`out.textContent = ''; slow = false; 0`);
    assert.deepEqual(await click(), { quiet: true, busy: null, out: 'Result' });
  });

  it('counts every sign if all are asked for', async () => {
    await page.open(`<button>Go</button><p id=out>Loading</p>`);
    await click();
    const asked = { kind: 'settle', max_ms: 300, ...PLAINLY };
    assert.equal((await page.send(asked)).busy, null);
    assert.deepEqual((await page.send({ ...asked, signs: 'all' })).busy, { sign: 'text', outlasted: false });
  });
}

const PLAINLY = {
  answered_ms: null,
  heard: false,
  blank_ms: 0,
  disarm: false,
  rests: false,
  asked: 'first',
  signs: 'brought',
  look: null,
};
