// Names and values of which nothing or only a part is painted.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertSees } from './story.mjs';

const UNSEEN = {
  'opacity': 'opacity:0',
  'font size': 'font-size:0',
  'tiny letters': 'font-size:1px',
  'a transparent colour': 'color:transparent',
  'the colour of its ground': 'color:#fff;background:#fff',
  'that colour in another notation': 'color:oklch(1 0 0);background:#fff',
  'that colour in a gradient': 'color:#fff;background:linear-gradient(#fff,#fefefe)',
  'that colour with a shadow alike': 'color:#fff;background:#fff;text-shadow:0 0 2px #fff',
  'a transparent colour with a shadow alike': 'color:transparent;text-shadow:0 0 2px transparent',
  'scale': 'transform:scale(0);display:inline-block',
  'clip-path': 'clip-path:inset(50%);display:inline-block',
  'a box of no size': 'width:0;height:0;overflow:hidden;display:inline-block',
  'a place far away': 'position:absolute;left:-9999px',
  'an indent': 'text-indent:-9999px;display:inline-block;overflow:hidden;width:80px;white-space:nowrap',
  'a filter': 'filter:opacity(0)',
  'a mask': 'mask-image:linear-gradient(transparent,transparent)',
};

/** Places where an invisible text may become part of a name or value. */
const PLACES = (piece) => `
  <button>Go ${piece}</button><a href=/x>Read ${piece}</a><h2>Head ${piece}</h2>
  <label>First ${piece}<input></label><input id=i><label for=i>Second ${piece}</label>
  <fieldset><legend>Group ${piece}</legend><input aria-label=Third></fieldset>
  <p id=p>Fourth ${piece}</p><input aria-labelledby=p>
  <table><caption>Table ${piece}</caption><tr><td>cell ${piece}</td><td><a href=/y>z</a></td></tr></table>
  <details><summary>Sum ${piece}</summary></details><div contenteditable aria-label=Edit>writing ${piece}</div>
  <div role=grid><div role=row tabindex=0><span role=gridcell>row</span><span role=gridcell>${piece}</span></div></div>`;

const field = (style) =>
  `<input aria-label=One value=canary style="${style}"><textarea aria-label=Two style="${style}">canary</textarea>`;

export function hiddenTextStories(page) {
  const unmarked = async () => {
    const said = (await page.lines()).split('\n').filter((line) => /canary/i.test(line));
    return said.filter((line) => !/\[(source=)?hidden\]/.test(line));
  };
  const read = async () => (await page.send({ kind: 'read', node: null, longest: 200_000 })).text;

  describe('what nobody reads', () => {
    for (const [how, style] of Object.entries(UNSEEN)) {
      it(`is marked in names and values, and not read: unseen by ${how}`, async () => {
        await page.open(
          `<body style="background:#fff">${PLACES(`<span style="${style}">canary</span>`)}${field(style)}`,
        );
        assert.deepEqual(await unmarked(), []);
        assert.doesNotMatch(await read(), /canary/);
      });
    }

    it('goes from the names of what has a label, a heading or a legend, unless there is nothing else to go by', () =>
      assertSees(
        page,
        `<label>Mail <span style="opacity:0">of the bank</span><input></label>
         <label for=q style="position:absolute;width:1px;height:1px;overflow:hidden">Search</label><input id=q placeholder="Type here">
         <label for=r style="opacity:0">Find</label><input id=r placeholder="Find books">
         <h2>Head <span style="text-transform:uppercase;opacity:0"><b>one</b><div>two</div></span></h2>`,
        `
        - textbox "Mail" [e]
        - textbox "Search" [e] [source=hidden]
        - textbox "Find" [e]
        - heading "Head" [level=2]
        `,
      ));

    it('is what CSS writes beside a text without showing it', async () => {
      const hidden = ['opacity:0', 'color:transparent', 'font-size:0'];
      await page.open(
        `<style>${hidden.map((style, index) => `.c${index}::before{content:"canary";${style}}`).join('')}.d::after{content:" now"}</style>
         ${hidden.map((_style, index) => `<button class=c${index}>Go</button>`).join('')}<a href=/x class=d>Buy</a>`,
      );
      assert.equal(await page.lines(), '- button "Go" [e]\n- button "Go" [e]\n- button "Go" [e]\n- link "Buy now" [e]');
    });

    it('is what lies in a scroller out of sight, or under a solid box', async () => {
      const under = (style) =>
        `<div style="position:relative"><p>canary</p><button>canary</button><input value=canary>
         <div style="position:absolute;inset:0;background:#fff;${style}"></div></div>`;
      await page.open(
        `<body style="background:#fff"><div style="position:absolute;left:-999px"><div style="overflow:auto;height:50px">canary</div></div>
         ${under('pointer-events:none')}<div style="height:3000px"></div>${under('')}`,
      );
      assert.deepEqual(await unmarked(), []);
      assert.doesNotMatch(await read(), /canary/);
    });

    it('is nothing that is painted', async () => {
      const dark = 'position:absolute;inset:0;background:#000';
      await page.open(
        `<body style="background:#fff"><section style="position:relative;color:#fff"><div style="${dark};z-index:-1"></div><p>one</p></section>
         <section style="display:grid;color:#fff"><img alt="" style="grid-area:1/1;width:99px;height:30px" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><b style="grid-area:1/1">two</b></section>
         <button style="position:relative;background:none"><i style="${dark}"></i><b style="position:relative;color:#fff">three</b></button>
         <button style="background:linear-gradient(#000,#333);color:#fff">four <span>five</span></button>
         <label style="color:#fff;background:#036">six<input value=seven></label><label style="display:contents">thirteen<input></label>
         <input style="background:#111;color:#eee" value=eight><textarea style="overflow:auto">nine</textarea>
         <svg width=90 height=20 viewBox="0 0 9 2" role=link tabindex=0><text y=1 font-size=1>ten</text></svg>
         <div style="mask-image:linear-gradient(#000,transparent)">eleven</div>
         <a href=/x><span style="position:relative;top:1px">twelve</span></a>`,
      );
      const lines = await page.lines();
      assert.doesNotMatch(lines, /hidden/);
      for (const word of 'one two three four five six seven eight nine ten eleven twelve thirteen'.split(' '))
        assert.match(lines, new RegExp(word), lines);
    });
  });
}
