// The tree of a snapshot.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertSees } from './story.mjs';

export function snapshotStories(page) {
  describe('snapshot', () => {
    it('shows landmarks, lists and text in reading order and leaves wrappers out', () =>
      assertSees(
        page,
        `<header><nav aria-label="Main"><div><ul><li><a href="/a">Home</a></li></ul></div></nav></header>
         <main><div><div><h1>Shop</h1></div></div><p>Welcome to the <em>shop</em>.</p><ul><li>Milk</li><li>Fruit<ul><li>Apple</li></ul></li></ul></main>`,
        `
        - banner
          - navigation "Main"
            - list
              - listitem
                - link "Home" [e]
        - main
          - heading "Shop" [level=1]
          - text "Welcome to the shop." [e]
          - list
            - listitem "Milk"
            - listitem "Fruit"
              - list
                - listitem "Apple"
        `,
      ));

    it('lets loose text of one block flow together and keeps what stands between', () =>
      assertSees(
        page,
        `<div>Please <a href="/in">sign in</a> to <b>con</b>tinue.</div><div>Second block</div>`,
        `
        - text "Please"
        - link "sign in" [e]
        - text "to continue."
        - text "Second block"
        `,
      ));

    it('makes one line of a row of plain cells and keeps the cells of a row with controls', () =>
      assertSees(
        page,
        `<table><caption>Prices</caption><tr><th>Item<th>Price<tr><td>Milk<td>1 €<tr><td>Bread<td><button>Buy</button></table>`,
        `
        - table "Prices"
          - row "Item | Price" [header]
          - row "Milk | 1 €"
          - row
            - cell "Bread"
            - cell
              - button "Buy" [e]
        `,
      ));

    it('keeps a value out of its own label, whoever asked for the words of the label before', () =>
      assertSees(
        page,
        `<div onclick="1"><label>Name <input value="Ana"></label><label><span>Colour <select><option>Red</select></span></label></div>`,
        `
        - textbox "Name" [e]: "Ana"
        - combobox "Colour" [e]: "Red"
          - option "Red" [selected]
        `,
      ));

    it('shows fields with label, value and state, and labels only once', () =>
      assertSees(
        page,
        `<form><label for=m>Mail</label><input id=m type=email required value="a@b.c">
         <label><input type=checkbox checked> Agree</label>
         <fieldset><legend>Size</legend><label><input type=radio name=s> S</label></fieldset>
         <textarea placeholder=Note readonly></textarea><input type=date aria-label=Day value=2026-01-02><button disabled>Send</button></form>`,
        `
        - form
          - textbox "Mail" [e] [required]: "a@b.c"
          - checkbox "Agree" [e] [checked]
          - group "Size"
            - radio "S" [e]
          - textbox "Note" [e] [multiline] [readonly]
          - textbox "Day" [e] [type=date]: "2026-01-02"
          - button "Send" [e] [disabled]
        `,
      ));

    it('lists the first options of a native list and says how many there are', async () => {
      const many = Array.from(
        { length: 340 },
        (_, index) => `<option${index === 335 ? ' selected' : ''}>Town ${index}`,
      ).join('');
      await page.open(`<select aria-label=Town>${many}</select>`);
      const seen = (await page.lines()).split('\n');
      assert.equal(seen.length, 301);
      assert.equal(seen[0], '- combobox "Town" [e] [options=340]: "Town 335"');
      assert.equal(seen[300], '  - option "Town 299"');
    });

    it('gives a ref to what holds a long row, and to nothing that holds a short one', async () => {
      const links = (count) =>
        Array.from({ length: count }, (_, index) => `<li><a href=/${index}>${index}</a>`).join('');
      await page.open(`<ul>${links(9)}</ul><ul>${links(10)}</ul>`);
      const lists = (await page.lines()).split('\n').filter((line) => line.startsWith('- list'));
      assert.deepEqual(lists, ['- list', '- list [e]']);
    });

    it('reads editable regions as fields', () =>
      assertSees(
        page,
        `<div contenteditable aria-label=Message>Hello <b>you</b></div>`,
        `- textbox "Message" [e] [multiline] [formatted]: "Hello you"`,
      ));

    it('sees into shadow roots and puts slotted content where it is painted', () =>
      assertSees(
        page,
        `<div><template shadowrootmode=open><h2>Card</h2><slot name=action></slot><p>Below <slot></slot></p></template>the fold<button slot=action>Go</button></div>`,
        `
        - heading "Card" [level=2]
        - button "Go" [e]
        - text "Below the fold" [e]
        `,
      ));

    it('shows a label for the control it hides, and the state of that control', () =>
      assertSees(
        page,
        `<input type=checkbox id=c checked style="opacity:0;position:absolute"><label for=c>Remember me, see <a href="/p">privacy</a></label>
         <input type=file id=f hidden><label for=f>Choose a picture</label>`,
        `
        - checkbox "Remember me, see privacy" [e] [checked]
          - link "privacy" [e]
        - button "Choose a picture" [e] [type=file]
        `,
      ));

    it('takes a hand-shaped cursor or a click handler as a hint', () =>
      assertSees(
        page,
        `<div style="cursor:pointer">Open <b>details</b></div><div onclick="1">Run</div><div tabindex=0><a href="/x">Only a link</a></div><div tabindex=0></div>`,
        `
        - button "Open details" [e] [guessed]
        - button "Run" [e]
        - link "Only a link" [e]
        `,
      ));

    it('does not repeat the text of a link but shows what its name leaves out', () =>
      assertSees(
        page,
        `<a href="/a"><h3>Title</h3><p>Text</p></a><a href="/b" aria-label="Free gift">Pay 40 €</a><button><span aria-hidden=true>×</span></button>`,
        `
        - link "Title Text" [e]
        - link "Free gift" [e] [source=attribute]
          - text "Pay 40 €"
        - button "×" [e] [guessed]
        `,
      ));

    it('does not take a sign on a control for a text beside its name', () =>
      assertSees(
        page,
        `<button aria-label="Star mail">☆</button><button aria-label="Close">Dismiss</button>`,
        `
        - button "Star mail" [e]
        - button "Close" [e] [source=attribute]
          - text "Dismiss"
        `,
      ));

    it('marks scrollable regions, open dialogs, tabs and disclosure', () =>
      assertSees(
        page,
        `<div role=tablist><button role=tab aria-selected=true>One</button><button role=tab>Two</button></div>
         <details><summary>More</summary>inside</details><div style="height:60px;overflow:auto"><div style="height:300px">tall</div></div>
         <dialog open aria-label=Cookies>We use cookies <button>OK</button></dialog>`,
        `
        - tablist
          - tab "One" [e] [selected]
          - tab "Two" [e]
        - button "More" [e] [expanded=false]
        - region [e] [scrollable]
          - text "tall"
        - dialog "Cookies" [e]
          - text "We use cookies"
          - button "OK" [e]
        `,
      ));

    it('stops at the number of nodes it was given and says so', async () => {
      await page.open('<p>text</p>'.repeat(50));
      const { nodes, truncated } = await page.send({ kind: 'snapshot', max_nodes: 10 });
      assert.ok(nodes.length > 5 && nodes.length <= 10 && truncated);
    });

    it('keeps a number while its element lives and never gives it to another', async () => {
      await page.open(`<ul><li><button>A</button></li><li><button>B</button></li></ul>`);
      assert.equal(
        await page.lines({ refs: true }),
        '- list\n  - listitem\n    - button "A" [e1]\n  - listitem\n    - button "B" [e2]',
      );
      await page.main(
        `document.querySelectorAll('li')[0].replaceChildren(Object.assign(document.createElement('button'), { textContent: 'C' })); document.querySelector('ul').append(document.querySelector('li'))`,
      );
      assert.equal(
        await page.lines({ refs: true }),
        '- list\n  - listitem\n    - button "B" [e2]\n  - listitem\n    - button "C" [e3]',
      );
      await page.reinstall();
      assert.equal((await page.send({ kind: 'state', node: 1 })).code, 'stale');
      assert.equal((await page.send({ kind: 'state', node: 99 })).code, 'unknown');
    });

    it('says where the page is scrolled to and what lies in view', async () => {
      await page.open(`<button>Top</button><div style="height:3000px"></div><button>Bottom</button>`);
      const { nodes, scroll, viewport } = await page.send({ kind: 'snapshot', max_nodes: 100 });
      assert.deepEqual(
        nodes.map((node) => [node.name, node.in_view ?? false]),
        [
          ['Top', true],
          ['Bottom', false],
        ],
      );
      assert.equal(scroll[1], 0);
      assert.ok(scroll[3] > 2000 && viewport[0] > 100);
    });
  });
}
