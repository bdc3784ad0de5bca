// Commands that change or query elements: fields, facts, scrolling and reading.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

export function actionStories(page) {
  const on = async (kind, selector, more = {}) => page.send({ kind, node: await page.numberOf(selector), ...more });

  describe('fields', () => {
    it('focuses with everything selected or the caret at the end', async () => {
      await page.open(`<input value=old><div contenteditable>old</div><input id=r readonly><p>no</p>`);
      for (const selector of ['input', 'div']) {
        assert.equal((await on('focus', selector, { caret: 'all' })).kind, 'done');
        await page.cdp('Input.insertText', { text: 'new' });
        await on('focus', selector, { caret: 'end' });
        await page.cdp('Input.insertText', { text: '!' });
      }
      assert.equal(
        await page.main(`document.querySelector('input').value + document.querySelector('div').textContent`),
        'new!new!',
      );
      assert.equal((await on('focus', '#r', { caret: 'all' })).code, 'not_editable');
      assert.equal((await on('focus', 'p', { caret: 'all' })).code, 'not_editable');
    });

    it('sets picked values with their events and says what a wrong one should look like', async () => {
      await page.open(
        `<input type=date min=2026-01-01><script>window.got=[];for (const k of ['input','change']) addEventListener(k, (e) => got.push(k + e.target.value))</script>`,
      );
      assert.equal((await on('set_value', 'input', { value: '2026-03-04' })).kind, 'done');
      assert.equal(await page.main('got.join()'), 'input2026-03-04,change2026-03-04');
      const wrong = await on('set_value', 'input', { value: '4 March' });
      assert.equal(wrong.code, 'no_option');
      assert.match(wrong.message, /2026-12-31, from 2026-01-01/);
      assert.equal(await page.main(`document.querySelector('input').value`), '2026-03-04');
    });

    it('selects a passage of an editor, so that typing replaces it and keeps what is around it', async () => {
      await page.open(
        `<div contenteditable>Dear <b>Ann</b>, see you on <i>Mon</i>day. See me.</div><textarea>one two one</textarea>`,
      );
      assert.equal((await on('select', 'div', { values: ['you on Monday'] })).text, 'you on Monday');
      await page.cdp('Input.insertText', { text: 'you soon' });
      assert.equal(
        await page.main(`document.querySelector('div').innerHTML.replace(/&nbsp;/g, ' ')`),
        'Dear <b>Ann</b>, see you soon. See me.',
      );
      assert.equal((await on('select', 'textarea', { values: ['two'] })).kind, 'text');
      await page.cdp('Input.insertText', { text: '2' });
      assert.equal(await page.main(`document.querySelector('textarea').value`), 'one 2 one');
      assert.match((await on('select', 'textarea', { values: ['one'] })).message, /stands in it 2 times/);
      assert.match((await on('select', 'div', { values: ['Bob'] })).message, /does not stand in it/);
    });

    it('selects by value, by text and by a part that fits once', async () => {
      await page.open(
        `<select><option value=1>One<option value=2>Twenty two<option value=3>Twenty three</select><script>window.got=0;addEventListener('change',()=>got++)</script>`,
      );
      const chosen = async (...values) =>
        (await on('select', 'select', { values })).code ?? page.main(`document.querySelector('select').value`);
      assert.deepEqual([await chosen('2'), await chosen(' one '), await chosen('three')], ['2', '1', '3']);
      assert.equal(await page.main('got'), 3);
      assert.deepEqual(
        [await chosen('twenty'), await chosen('four'), await chosen('1', '2')],
        ['no_option', 'no_option', 'wrong_kind'],
      );
      assert.match((await on('select', 'select', { values: ['four'] })).message, /"One", "Twenty two", "Twenty three"/);
    });

    it('tells value, text and state of one element', async () => {
      await page.open(`<label>Yes <input type=checkbox checked></label><p>Some <b>text</b></p>`);
      const { kind, bounds, ...box } = await on('state', 'input');
      assert.deepEqual([kind, bounds.length], ['state', 4]);
      assert.deepEqual(box, {
        tag: 'input',
        input_type: 'checkbox',
        text: '',
        value: null,
        secret: false,
        checked: true,
        visible: true,
        enabled: true,
        editable: false,
        focused: false,
        mixed: false,
        role: 'checkbox',
        proxy: null,
        invalid: null,
        range: null,
        one_line: true,
        formats: [],
        speaks: false,
      });
      assert.equal((await on('state', 'p')).text, 'Some text');
      assert.equal((await on('source', 'p', { attribute: null })).text, '<p>Some <b>text</b></p>');
      await page.open(`<input type=password value=x id=held><input type=password id=empty><input value="…" id=plain>`);
      const secret = async (field) => (await on('state', field)).secret;
      assert.deepEqual([await secret('#held'), await secret('#empty'), await secret('#plain')], [true, false, false]);
    });

    it('knows whether a group holds spinners, painted or not', async () => {
      await page.open(
        `<div role=group id=date><span role=spinbutton hidden>12</span></div><div role=group id=none>role="spinbutton"</div>`,
      );
      assert.deepEqual(await on('has_spinners', '#date'), { kind: 'has', has: true });
      assert.deepEqual(await on('has_spinners', '#none'), { kind: 'has', has: false });
    });
  });

  describe('facts', () => {
    it('tells where a form would go and what it would send', async () => {
      await page.open(`<base href="https://shop.test/a/"><form action="order" method=post><input name=item value=book><input type=hidden name=id value=7><input type=password name=pw value=canary>
        <input type=checkbox name=gift><input type=radio name=r value=1 checked><select name=n><option value=2>x</select><button name=how value=now formaction="/pay">Go</button><button type=button>No</button></form>`);
      const facts = await on('inspect', 'button');
      assert.deepEqual([facts.submits, facts.form.action, facts.form.method], [true, 'https://shop.test/pay', 'post']);
      // The hands digest the real values, so those of secret fields are among them, with their kind.
      const fields = facts.form.fields.map(({ name, value, kind }) => [name, value, kind]);
      assert.deepEqual(fields, [
        ['item', 'book', 'plain'],
        ['id', '7', 'hidden'],
        ['pw', 'canary', 'password'],
        ['r', '1', 'plain'],
        ['n', '2', 'plain'],
        ['how', 'now', 'plain'],
      ]);
      const field = await on('inspect', '[name=item]');
      assert.deepEqual([field.submits, field.enter_submits, field.field], [false, true, 'text']);
      assert.equal((await on('inspect', '[type=button]')).submits, false);
    });

    it('resolves the address of a link around an element', async () => {
      await page.open(`<base href="https://shop.test/a/"><a href="../b?c=1#d"><span>x</span></a>`);
      assert.equal((await on('inspect', 'span')).href, 'https://shop.test/b?c=1#d');
    });

    it('knows what fields are for', async () => {
      await page.open(
        `<input type=file><select></select><textarea></textarea><input name=cvv><input autocomplete=one-time-code><button></button>`,
      );
      const kinds = [];
      for (const selector of ['[type=file]', 'select', 'textarea', '[name=cvv]', '[autocomplete]', 'button'])
        kinds.push((await on('inspect', selector)).field);
      assert.deepEqual(kinds, ['file', 'choice', 'text', 'card', 'one_time_code', 'none']);
    });
  });

  describe('scroll and read', () => {
    it('scrolls the page by a part of the view and says when it is at the end', async () => {
      await page.open(`<div style="height:2000px"></div>`);
      const down = await page.send({ kind: 'scroll', node: null, direction: 'down', amount: null });
      assert.deepEqual(
        [down.moved, Math.round(down.position)],
        [true, Math.round((await page.main('innerHeight')) * 0.7)],
      );
      await page.send({ kind: 'scroll', node: null, direction: 'bottom', amount: null });
      const { moved, position, max } = await page.send({ kind: 'scroll', node: null, direction: 'down', amount: 100 });
      assert.deepEqual([moved, position], [false, max]);
    });

    it('scrolls the region an element lies in', async () => {
      await page.open(
        `<div id=s style="height:100px;overflow:auto"><div style="height:900px"><p style="margin:0">in</p></div></div>`,
      );
      assert.deepEqual(await on('scroll', 'p', { direction: 'down', amount: 50 }), {
        kind: 'scrolled',
        moved: true,
        position: 50,
        max: 800,
        visible: 100,
      });
    });

    it('reads the main content as Markdown', async () => {
      await page.open(`<nav>Menu</nav><main><h1>Title</h1><p>Some <a href="https://x.test/">link</a> and <code>code</code>.</p><ol><li>One<li>Two<ul><li>Deep</ul></ol>
        <table><thead><tr><th>A<th>B<tbody><tr><td>1<td>2<tbody><tr><td>3<td>4</table><pre>  keep
    this</pre><img alt="A cat" src="https://x.test/c.png"></main><footer>Legal</footer>`);
      assert.equal(
        (await page.send({ kind: 'read', node: null, longest: 200_000 })).text,
        [
          '# Title',
          '',
          'Some [link](https://x.test/) and `code`.',
          '',
          '1. One',
          '2. Two',
          '   - Deep',
          '',
          '| A | B |',
          '| --- | --- |',
          '| 1 | 2 |',
          '| 3 | 4 |',
          '',
          '```',
          '  keep',
          '    this',
          '```',
          '',
          '![A cat](https://x.test/c.png)',
        ].join('\n'),
      );
    });
  });
}
