// Which elements are controls, and how they are named: guessed controls, icons, drawings, widgets.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertSees } from './story.mjs';

const square = (style) => `width:20px;height:20px;display:inline-block;${style}`;

export function controlStories(page) {
  /** The command by which the hands report a listener of the page. */
  const listens = (selector, events) =>
    page.sendWith({ kind: 'add_listeners', groups: [{ events, elements: 1 }] }, selector);

  describe('what can be touched', () => {
    it('offers pieces side by side in a box with one cursor, and leaves entries of a list whole', () =>
      assertSees(
        page,
        `<div style="cursor:pointer"><span>Reply</span> <span>Forward</span></div>
         <p><div class=row style="cursor:pointer"><span>Ernesto</span> <span>14:02</span></div><div class=row style="cursor:pointer"><span>Wanda</span> <span>15:10</span></div>`,
        `
        - button "Reply" [e] [guessed]
        - button "Forward" [e] [guessed]
        - button "Ernesto 14:02" [e] [guessed]
        - button "Wanda 15:10" [e] [guessed]
        `,
      ));

    it('lists the entries of a container that has the focus and the listeners for all of them', async () => {
      const file = (name) => `<div class="file" data-path="${name}">${name}</div>`;
      await assertSees(
        page,
        `<div id=files tabindex=0>${['one.txt', 'two.txt', 'three.txt'].map(file).join('')}</div>`,
        `
        - button "one.txt" [e] [guessed]
        - button "two.txt" [e] [guessed]
        - button "three.txt" [e] [guessed]
        `,
      );
      await assertSees(
        page,
        `<div tabindex=0 style="cursor:pointer"><p class=p>One</p><p class=p>Two</p><p class=p>Three</p></div>`,
        `- button "One Two Three" [e] [guessed]`,
      );
    });

    it('keeps an icon that only a tooltip names, and drops glyphs of icon fonts from names', () =>
      assertSees(
        page,
        `<ul><li><i class=dot style="${square('background:red')}" title=Unread></i> <a href="#m">Budget</a> <i title=Attachment>\ue0a1</i></ul>
         <button>\ue001 Send \uf0ab</button> \ue002 Loose words`,
        `
        - list
          - listitem
            - img "Unread"
            - link "Budget" [e]
            - img "Attachment"
        - button "Send" [e]
        - text "Loose words"
        `,
      ));

    it('keeps what stands in a clickable box beside a link, and gives way where nothing does', () =>
      assertSees(
        page,
        `<div style="cursor:pointer">Own words <a href="#a">more</a></div><div onclick="1"><a href="#b">only this</a></div>`,
        `
        - button "Own words more" [e] [guessed]
          - link "more" [e]
        - link "only this" [e]
        `,
      ));

    it('takes what a click into the middle of a button hits for the button, and what lies beside for itself', () =>
      assertSees(
        page,
        `<button aria-label=Save><span onclick="1" style="${square('background:url(disk.png)')}"></span></button>
         <button>A long name of a file <span onclick="1" title=Close>×</span></button>`,
        `
        - button "Save" [e]
        - button "A long name of a file ×" [e]
          - button "×" [e]
        `,
      ));

    it('keeps the place of an empty cell before others, and no other', () =>
      assertSees(
        page,
        `<table><tr><th>Name<th>Town<th>Price<th>Note<tr><td>Ana<td><td>3<td><tr><td>Bo<td><td><a href="#b">4</a><td>
         <tr><td><td><td>alone<td></table><div role=grid><div role=row tabindex=0><span role=gridcell>Cy</span><span role=gridcell></span><span role=gridcell>5</span></div></div>`,
        `
        - table
          - row "Name | Town | Price | Note" [header]
          - row "Ana |  | 3"
          - row
            - cell "Bo"
            - cell
            - cell
              - link "4" [e]
          - row "alone"
        - grid
          - row "Cy |  | 5" [e]
        `,
      ));

    it('takes no box around the rows of a table for a control', () =>
      assertSees(
        page,
        `<div tabindex=0 onmousedown="1" aria-label=Sheet><table><tbody tabindex=0><tr><td>A1<td>B1<tr><td>A2<td>B2</table></div>`,
        `
        - table
          - row "A1 | B1"
          - row "A2 | B2"
        `,
      ));

    it('offers the cells of a grid that waits for clicks, and the headers of a row that does', () =>
      assertSees(
        page,
        `<div role=grid><div role=row onclick="1"><span role=columnheader>Name</span> <span role=columnheader>Town</span></div>
         <div onclick="1"><div role=row><span role=gridcell class=cell tabindex=-1>Ernesto</span> <span role=gridcell class=cell tabindex=-1 style="${square('')}"></span></div></div></div>`,
        `
        - grid
          - row "Name | Town" [e] [header]
            - columnheader "Name" [e]
            - columnheader "Town" [e]
          - row
            - gridcell "Ernesto" [e]
            - gridcell [e]
        `,
      ));

    it('offers the days of a calendar, and keeps a row of data in one line', () =>
      assertSees(
        page,
        `<table role=grid><tr><td tabindex=-1>1</td><td tabindex=-1>2</td></tr><tr><td aria-selected=true>Any</td><td aria-selected=false>None</td></tr>
         <tr><td tabindex=-1>Ernesto</td><td tabindex=-1>12</td></tr></table>`,
        `
        - grid
          - row
            - gridcell "1" [e]
            - gridcell "2" [e]
          - row
            - gridcell "Any" [e] [selected]
            - gridcell "None" [e]
          - row "Ernesto | 12"
        `,
      ));

    it('offers the entries of a list that waits for clicks', () =>
      assertSees(
        page,
        `<ul onclick="1"><li>Alpha<li>Beta</ul><ul><li>Gamma</ul>`,
        `
        - list [e]
          - listitem "Alpha" [e]
          - listitem "Beta" [e]
        - list
          - listitem "Gamma"
        `,
      ));

    it('tells what is written in a spinner once, as its value', () =>
      assertSees(
        page,
        `<div role=spinbutton aria-valuenow=4 aria-label=Guests><button>-</button>4<button>+</button></div>`,
        `
        - spinbutton "Guests" [e]: "4"
          - button "-" [e]
          - button "+" [e]
        `,
      ));

    it('knows a cursor that is a picture by what stands in for it, and every other that promises something', () =>
      assertSees(
        page,
        `<span style="cursor:url(hand.png),pointer">one</span> <span style="cursor:zoom-in">two</span> <span style="cursor:url(x.png),help">three</span>`,
        `
        - button "one" [e] [guessed]
        - button "two" [e] [guessed]
        - text "three"
        `,
      ));

    it('offers the parts of a picture that lead somewhere', () =>
      assertSees(
        page,
        `<img alt=Plan usemap=#m width=200 height=100 src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
         <map name=m><area alt=Kitchen coords=0,0,20,20 href=#a><area title=Hall shape=circle coords=150,50,10 href=#b><area alt=Wall coords=1,1,9,9></map>`,
        `
        - img "Plan"
          - link "Kitchen" [e]
          - link "Hall" [e]
        `,
      ));

    it('calls a button without a name by what it does', () =>
      assertSees(
        page,
        `<button data-action="open-menu"></button>`,
        `
        - button "open menu" [e] [guessed]
        `,
      ));

    it('offers signs with a handler each', () =>
      assertSees(
        page,
        `<div>Milk <span onclick="1">-</span> 2 <span onclick="1">+</span></div>`,
        `
        - text "Milk"
        - button "-" [e]
        - text "2"
        - button "+" [e]
        `,
      ));

    it('tells a large clickable part of the page piece by piece', () =>
      assertSees(
        page,
        `<div onclick="1">${'<p>A line that is rather long, as lines in a terminal are</p>'.repeat(3)}</div>`,
        `
        - group [e]
          - text "A line that is rather long, as lines in a terminal are"
          - text "A line that is rather long, as lines in a terminal are"
          - text "A line that is rather long, as lines in a terminal are"
        `,
      ));

    it('learns from the browser what the page listens on', async () => {
      await page.open(`<ul><li>Move me</li></ul><div id=plain>Nothing</div>`);
      assert.equal(await page.lines(), '- list\n  - listitem "Move me"\n- text "Nothing"');
      await listens('li', 'mousedown mousemove');
      await listens('#plain', 'click');
      assert.equal(await page.lines(), '- list\n  - listitem "Move me" [e]\n- button "Nothing" [e]');
    });

    it('does not take listening for seeing', async () => {
      await page.open(`<div id=gone style="display:none">Canary</div><p>Seen</p>`);
      await listens('#gone', 'click');
      assert.equal(await page.lines(), '- text "Seen"');
    });
  });

  describe('a control without a name', () => {
    it('gives the options of a list that lies open a ref each, and those of a closed one none', () =>
      assertSees(
        page,
        `<select aria-label=Open size=2><option>One<option selected>Two</select><select aria-label=Closed><option>Three</select>`,
        `
        - listbox "Open" [e]: "Two"
          - option "One" [e]
          - option "Two" [e] [selected]
        - combobox "Closed" [e]: "Three"
          - option "Three" [selected]
        `,
      ));

    it('is a list where it stands for a hidden one', () =>
      assertSees(
        page,
        `<div style="width:150px;cursor:pointer"><div style="width:0;height:0;overflow:hidden"><select><option>Small<option>Large</select></div>
           <div onclick="1"><span>Small</span><b>▾</b></div></div>
         <div><select hidden><option>One</select><div onclick="1">More</div><p>Text</p></div>`,
        `
        - combobox "Small▾" [e]: "Small"
          - option "Small" [selected]
          - option "Large"
        - button "More" [e]
        - text "Text"
        `,
      ));

    it('goes by the text that shares a box with it, before or after it', () =>
      assertSees(
        page,
        `<div><p><span>Genre:</span><input></p><div><div>Director</div><div><input></div></div><div><input><div>Year</div></div></div>
         <div>First<input>Last<input></div><div><input><span style="opacity:0">Canary</span></div>
         <div>Write your answer.<input></div><div><div>Far</div><p style="height:40px"></p><input></div>`,
        `
        - paragraph
          - text "Genre:"
          - textbox "Genre:" [e] [guessed]
        - text "Director"
        - textbox "Director" [e] [guessed]
        - textbox "Year" [e] [guessed]
        - text "Year"
        - text "First"
        - textbox [e]
        - text "Last"
        - textbox [e]
        - textbox [e]
        - text "Write your answer." [e]
        - textbox [e]
        - text "Far"
        - textbox [e]
        `,
      ));

    it('tells an icon beside a name where the same icon is shown by itself', () => {
      const icon = (name) =>
        `<span class="ui-icon ui-icon-${name}" style="display:inline-block;width:16px;height:16px;background:url(data:,)"></span>`;
      return assertSees(
        page,
        `<p>Choose the entry with ${icon('disk')}</p>
         <ul role=menu><li role=menuitem>${icon('disk')}Save</li><li role=menuitem>${icon('print')}Print</li></ul>`,
        `
        - paragraph
          - text "Choose the entry with" [e]
          - button "disk" [e] [guessed]
        - menu
          - menuitem "Save" [e]
            - img "disk" [guessed]
          - menuitem "Print" [e]
        `,
      );
    });

    const icons = [
      ['<button class="fa-solid fa-trash"></button>', 'trash'],
      ['<button><svg width=16 height=16><use href="/sprite.svg#icon-close"></use></svg></button>', 'close'],
      ['<button><img src="/pictures/home.png"></button>', 'home'],
      [`<button style="background:url(https://pictures.test/print.svg)"></button>`, 'print'],
      ['<button class="carousel-next"></button>', 'carousel next'],
      ['<button class="fa fa-star"></button>', 'star'],
      ['<button class="ql-picker-item ql-size-huge"></button>', 'size huge'],
      ['<button><svg width=16 height=16><title>Settings</title></svg></button>', 'Settings', false],
      ['<button><i class=material-icons>delete</i></button>', 'delete', false],
      [`<div onclick="1" style="${square('background:lime')}"></div>`, 'lime'],
      [`<div onclick="1" style="${square('background:rgb(200,30,40)')}"></div>`, 'red #c81e28'],
      ['<button id=button-1 style="background:#4286f4"></button>', 'blue #4286f4 1'],
      ['<button id=button-1></button>', '1'],
      [`<div onclick="1" title=Archive style="${square('')}"></div>`, 'Archive'],
    ];
    it('lists the painted face of a transparent combobox as that combobox, and what an editor is formatted with', () =>
      assertSees(
        page,
        `<div class="el-select" style="cursor:pointer;width:200px"><div><input role=combobox readonly aria-label=Country aria-expanded=false style="opacity:0;width:0;border:0"><span>Choose one</span></div></div>
         <div contenteditable>plain words</div><div contenteditable>Dear <b>Ann</b></div>`,
        `
        - combobox "Country" [e] [expanded=false]: "Choose one"
        - textbox [e] [multiline]: "plain words"
        - textbox [e] [multiline] [formatted]: "Dear Ann"
        `,
      ));

    it('marks the bar that a cell holds, so that it does not look like the end of the cell', () =>
      assertSees(page, `<table><tr><td>a | b</td><td>c</td></tr></table>`, `- table\n  - row "a \\\\| b | c"`));

    it('calls an editor by no class, and a part of a widget by none that only says which part it is', () =>
      assertSees(
        page,
        `<div contenteditable class="cm-content notranslate">words</div><button class="ql-picker-item"></button>`,
        `
        - textbox [e] [multiline]: "words"
        - button [e]
        `,
      ));
    for (const [html, name, guessed = true] of icons) {
      it(`is called “${name}”: ${html}`, () =>
        assertSees(page, html, `- button "${name}" [e]${guessed ? ' [guessed]' : ''}`));
    }
  });

  describe('drawings', () => {
    it('are told shape by shape, with kind, colour and size', () =>
      assertSees(
        page,
        `<svg width=200 height=200><circle cx=20 cy=20 r=10 fill=red /><polygon points="50,50 60,30 70,50" style="fill:aqua"/><rect x=100 y=100 width=30 height=20 fill=none stroke=black /><line x1=0 y1=150 x2=90 y2=150 stroke="#00f" /><text x=10 y=190 style="cursor:pointer" fill=green font-size=16>7</text></svg>`,
        `
        - drawing [e]
          - circle "red" [e] [size=20x20]
          - polygon "aqua triangle" [e] [size=20x20]
          - rectangle "black outline" [e] [size=30x20]
          - line "blue" [e] [size=90x0]
          - button "7" [e] [color=green] [size=16]
        `,
      ));

    it('of very many shapes cost no line a shape', async () => {
      const dots = Array.from({ length: 150 }, (_, index) => `<circle cx=${index} cy=50 r=5 />`).join('');
      await assertSees(
        page,
        `<svg width=200 height=200>${dots}<text y=90>Axis</text></svg>`,
        `- drawing [e]\n  - text "Axis"`,
      );
    });

    it('tells letters by themselves when there is nothing else, and a small shape that can be clicked', () =>
      assertSees(
        page,
        `<svg width=150 height=130 onclick="1"><text x=10 y=20 style="cursor:pointer" fill=red font-size=20>6</text><text x=40 y=20 style="cursor:pointer" fill=blue font-size=10>u</text></svg><svg width=50 height=50><circle cx=20 cy=20 r=10 fill=lime style="cursor:pointer" /></svg>`,
        `
        - drawing [e]
          - button "6" [e] [color=red] [size=20]
          - button "u" [e] [color=blue] [size=10]
        - circle "lime" [e] [size=20x20]
        `,
      ));

    it('that are icons say nothing by themselves', () =>
      assertSees(page, `<svg width=24 height=24><path d="M0 0L20 20" /></svg><p>Text</p>`, `- text "Text"`));
  });

  describe('widgets', () => {
    it('show value, limits and place', () =>
      assertSees(
        page,
        `<div role=combobox tabindex=0 aria-label=Town aria-expanded=false>Bonn</div>
         <input type=range min=0 max=10 step=2 value=4 aria-label=Size><progress value=3 max=10 aria-label=Done></progress>
         <div role=tree><div role=treeitem aria-level=2 aria-posinset=3 aria-setsize=9 aria-expanded=true>Node</div></div>
         <video controls title=Film></video>`,
        `
        - combobox "Town" [e] [expanded=false]: "Bonn"
        - slider "Size" [e] [min=0] [max=10] [step=2]: "4"
        - progressbar "Done" [max=10]: "3"
        - tree
          - treeitem "Node" [e] [expanded=true] [level=2] [item=3/9]
        - video "Film" [e] [paused]
        `,
      ));
  });

  it('gives a label that lies over a large page a number, for its place', async () => {
    const hours = '<div onclick="1" style="height:20px">Hour</div>'.repeat(20);
    await page.open(
      `<div style="position:relative">${hours}<div style="position:absolute;top:50px;left:90px;background:gold">Party</div><div style="position:absolute;top:70px;left:90px;background:linear-gradient(gold,red)"><div>Gym</div></div><div style="position:absolute;top:90px;left:90px">Clear</div></div>`,
    );
    const seen = (await page.lines()).split('\n').slice(20);
    assert.deepEqual(seen, ['- text "Party" [e]', '- text "Gym" [e]', '- text "Clear"']);
  });

  it('gives the passages of a small page a number, and those of a large one none', async () => {
    await page.open(`<p>A passage to be selected</p><p>Vel ac, morbi</p><p>Two words</p><p>Short</p>`);
    const lines = [
      '- text "A passage to be selected" [e]',
      '- text "Vel ac, morbi" [e]',
      '- text "Two words"',
      '- text "Short"',
    ];
    assert.equal(await page.lines(), lines.join('\n'));
    await page.open('<p>A passage to be selected</p>'.repeat(20));
    assert.ok(!(await page.lines()).includes('[e]'));
  });
}
