// Invisible text is left out or marked; painted text stays.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { assertSees } from './story.mjs';

const HIDDEN = {
  'display: none': '<div style="display:none">canary</div>',
  'visibility: hidden': '<div style="visibility:hidden">canary</div>',
  'the hidden attribute': '<div hidden>canary</div>',
  'closed details': '<details><summary>s</summary>canary</details>',
  'a closed dialog': '<dialog>canary</dialog>',
  'content-visibility': '<div style="content-visibility:hidden">canary</div>',
  'a template': '<template>canary</template>',
  'noscript': '<noscript>canary</noscript>',
  'opacity of the element': '<div style="opacity:0">canary</div>',
  'opacity of two ancestors together': '<div style="opacity:.3"><div style="opacity:.3">canary</div></div>',
  'font-size: 0': '<div style="font-size:0">canary</div>',
  'a transparent colour': '<div style="color:transparent">canary</div>',
  'visibility without a box': '<div style="display:contents;visibility:hidden">canary</div>',
  'a speck of clip-path': '<div style="clip-path:polygon(0 0,1px 0,0 1px)">canary</div>',
  'an empty path': `<div style="clip-path:path('M0 0')">canary</div>`,
  'a transparent colour in another notation': '<div style="color:oklch(0 0 0 / 0)">canary</div>',
  'letters of a drawing that are not painted': '<svg><text y=20 fill=none>canary</text></svg>',
  'scale(0)': '<div style="transform:scale(0)">canary</div>',
  'clip-path': '<div style="clip-path:inset(50%)">canary</div>',
  'clip-path, in a place of its own':
    '<div style="clip-path:circle(0)"><p style="position:fixed;top:50px">canary</p></div>',
  'clip': '<div style="position:absolute;clip:rect(0,0,0,0)">canary</div>',
  'a box of one pixel': '<div style="width:1px;height:1px;overflow:hidden">canary</div>',
  'a box without height': '<div style="height:0;overflow:hidden">canary</div>',
  'a negative offset': '<div style="position:absolute;left:-9999px">canary</div>',
  'text-indent': '<div style="text-indent:-9999px">canary</div>',
  'a shift out of the viewport': '<div style="position:fixed;top:-500px">canary</div>',
  'a filter': '<div style="filter:opacity(0)">canary</div>',
  'an overflow clipped one way': '<div style="height:0;overflow-y:clip">canary</div>',
  'a margin': '<p style="margin-left:-9999px">canary</p>',
  'a translation': '<p style="transform:translateX(-9999px)">canary</p>',
  'a heading without opacity': '<h2 style="opacity:0">canary</h2>',
  'a heading in a transparent colour': '<h2 style="color:transparent">canary</h2>',
  'a text hidden in a closed popover': '<div popover>canary</div>',
  'an overflow cut off': '<div style="height:20px;overflow:hidden"><div style="height:40px">x</div>canary</div>',
};

const PAINTED = {
  'visible inside invisible': '<div style="visibility:hidden"><span style="visibility:visible">twin</span></div>',
  'half transparent': '<div style="opacity:.5">twin</div>',
  'in an element that only sounds like a part of a drawing': '<svg:defs>twin</svg:defs>',
  'gradient text':
    '<div style="color:transparent;background:linear-gradient(red,blue);-webkit-background-clip:text">twin</div>',
  'white with a shadow': '<div style="color:#fff;text-shadow:0 0 2px #000">twin</div>',
  'white with an outline': '<div style="color:#fff;-webkit-text-stroke:1px #000">twin</div>',
  'white on a ground in another notation': '<div style="color:#fff;background:oklch(0.3 0.1 250)">twin</div>',
  'outlined letters of a drawing': '<svg><text y=20 fill=none stroke=red>twin</text></svg>',
  'white letters on a shape': '<svg><path d="M0 0H99V99Z" fill=navy /><g><text y=20 fill=white>twin</text></g></svg>',
  'white on a picture': '<div style="color:#fff;background:linear-gradient(#000,#111)">twin</div>',
  'below the fold': '<div style="margin-top:5000px">twin</div>',
  'further down in a scroller': '<div style="height:50px;overflow:auto"><div style="height:400px">x</div>twin</div>',
  'scrolled out at the top of a scroller':
    '<div id=s style="height:50px;overflow:auto">twin<div style="height:400px">x</div></div><script>s.scrollTop=300</script>',
  'an absolute child of a box without height':
    '<div style="height:0;overflow:hidden"><div style="position:absolute;top:50px">twin</div></div>',
  'a modal dialog in a box without height':
    '<div style="overflow:hidden;height:0"><dialog id=d>twin</dialog></div><script>d.showModal()</script>',
  'a popover in a box without size':
    '<div style="width:0;height:0;overflow:hidden"><div popover id=p>twin</div></div><script>p.showPopover()</script>',
  'open details': '<details open><summary>s</summary>twin</details>',
  'display: contents': '<div style="display:contents">twin</div>',
};

export function visibilityStories(page) {
  describe('sight', () => {
    for (const [how, html] of Object.entries(HIDDEN)) {
      it(`leaves out text hidden by ${how}`, async () => {
        await page.open(`<p>before</p>${html}`);
        assert.doesNotMatch(await page.lines(), /canary/);
        assert.equal((await page.send({ kind: 'has_text', text: 'canary', there: true, max_ms: 0 })).has, false);
        assert.doesNotMatch((await page.send({ kind: 'read', node: null, longest: 200_000 })).text, /canary/);
      });
    }

    for (const [how, html] of Object.entries(PAINTED)) {
      it(`keeps text that is ${how}`, async () => {
        await page.open(`<p>before</p>${html}`);
        assert.match(await page.lines(), /twin"$/m);
        assert.equal((await page.send({ kind: 'has_text', text: 'TWIN', there: true, max_ms: 0 })).has, true);
      });
    }

    it('marks painted text that is kept from assistive technology, or in the colour of its background', () =>
      assertSees(
        page,
        `<div aria-hidden=true>one</div><div inert>two</div><div style="color:#fefefe">three</div>
         <div style="position:relative"><div>four</div><div style="position:absolute;inset:0;background:#eee"></div></div><h2 style="color:#fff">five</h2>
         <div style="position:relative">six<div style="position:absolute;inset:0;background:#eee"></div></div>
         <div style="position:relative">seven<div style="position:absolute;inset:0;background:linear-gradient(#fff,#eee)"></div></div>
         <div style="position:relative">eight<div style="position:absolute;inset:0;background:linear-gradient(#fff0,#eee)"></div></div>`,
        `
        - text "one" [aria-hidden]
        - text "two" [inert]
        - text "three" [hidden]
        - text "four" [hidden]
        - heading "five" [level=2] [hidden]
        - text "six" [hidden]
        - text "seven" [hidden]
        - text "eight"
        `,
      ));

    it('marks text under an opaque box, also where no point can be asked', () =>
      assertSees(
        page,
        `<div style="position:relative">one<div style="position:absolute;inset:0;background:#eee;pointer-events:none"></div></div>
         <div style="height:3000px"></div>
         <div style="position:relative">two<div style="position:absolute;inset:0;background:#eee"></div></div>
         <div style="position:relative"><h2>three</h2><ul><li>four</li></ul><div style="position:absolute;inset:0;background:#eee"></div></div>
         <div style="position:relative"><p style="position:relative;z-index:2">five</p><div style="position:absolute;inset:0;background:#eee"></div></div>
         <div style="position:relative"><div style="position:absolute;inset:0;background:#eee"></div><p style="position:relative">six</p></div>
         <div style="position:relative"><div style="position:absolute;inset:0;background:#eee;z-index:-1"></div><p>seven</p></div>
         <div style="position:relative">eight<div style="position:absolute;inset:0;background:rgb(0 0 0 / 10%)"></div></div>
         <div style="position:relative">nine is longer<div style="position:absolute;left:20px;width:500px;height:30px;background:#eee"></div></div>`,
        `
        - text "one" [hidden]
        - text "two" [hidden]
        - heading "three" [level=2] [hidden]
        - list
          - listitem "four" [hidden]
        - text "five"
        - text "six"
        - text "seven"
        - text "eight"
        - text "nine is longer" [e]
        `,
      ));

    it('marks controls on which nothing of their name, or only a part, is painted', () =>
      assertSees(
        page,
        `<button style="color:transparent">one</button><button style="color:#fff;background:#fff">two</button>
         <button style="font-size:0;width:60px;height:20px">three</button><a href=/x><span style="opacity:0">four</span></a>
         <button style="text-indent:-999px;overflow:hidden;width:60px">five</button>
         <button>OK<span style="color:transparent"> and pay</span></button>
         <button><svg width=16 height=16><path d="M0 0h16v16z"/></svg><span style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)">Close</span></button>
         <button style="color:transparent;background:url(data:image/gif;base64,R0lGODlhAQABAAAAACw=)">Search</button>
         <button style="color:#fff;background:#000">Plain</button>`,
        `
        - button "one" [e] [hidden]
        - button "two" [e] [hidden]
        - button "three" [e] [hidden]
        - link "four" [e] [hidden]
        - button "five" [e] [hidden]
        - button "OK and pay" [e] [source=hidden]
          - text "OK"
        - button "Close" [e]
        - button "Search" [e]
        - button "Plain" [e]
        `,
      ));

    describe('waits for pictures that are all there is to see', () => {
      const late = (style) => `style="${style}" onclick="0"`;
      for (const [what, html, expected] of [
        ['of an icon', `<span id=send ${late('content:url(/icon)')}></span>`, '- button "send" [e] [guessed]'],
        ['in a link', '<a href="/"><img src="/icon" alt=""></a>', '- link "icon" [e] [guessed]'],
        ['that tell something', '<img src="/icon" alt="vegan">', '- img "vegan"'],
      ])
        it(what, async (story) => {
          const { visit, show, close } = await iconSite();
          story.after(close);
          await visit(page);
          await page.main(`document.body.innerHTML = ${JSON.stringify(html)}; 0`);
          const seen = page.lines();
          show();
          assert.equal(await seen, expected);
        });

      it('but not for ever', async (story) => {
        const { visit, close } = await iconSite();
        story.after(close);
        await visit(page);
        await page.main(`document.body.innerHTML = '<img src="/icon" alt="vegan"><p>Here'; 0`);
        assert.equal(await page.lines(), '- text "Here"');
      });
    });

    it('always shows the focused element', () =>
      assertSees(
        page,
        `<a href="#x" id=a style="position:absolute;left:-999px">Skip</a><script>a.focus()</script>`,
        `- link "Skip" [e] [focused] [hidden]`,
      ));

    it('shows the transparent field that takes the keys of a terminal, but none that waits for robots', () =>
      assertSees(
        page,
        `<div onclick="keys.focus()">user$</div><input id=terminal-keys style="opacity:0">
         <form action="/x"><input class=terminal style="opacity:0"><button>Send</button></form>
         <input name=trap style="opacity:0"><input class=terminal style="display:none">`,
        `
        - button "user$" [e]
        - textbox "terminal keys" [e] [guessed] [hidden]
        - form
          - button "Send" [e]`,
      ));

    it('never shows what a secret field holds, even after the page has turned it into text', async () => {
      await page.open(
        `<form action="https://x.test/"><input type=password id=p value=canary1 aria-label=P><input autocomplete=one-time-code value=canary2 aria-label=O><input name=cardNumber value=canary3 aria-label=C></form>`,
      );
      await page.main(`p.type = 'text'`);
      assert.equal(
        await page.lines(),
        '- form\n  - textbox "P" [e] [filled]\n  - textbox "O" [e] [filled]\n  - textbox "C" [e] [filled]',
      );
      const node = await page.numberOf('#p');
      const answers = await Promise.all(
        [
          { kind: 'state', node },
          { kind: 'inspect', node },
          { kind: 'source', node, attribute: null },
          { kind: 'source', node, attribute: 'value' },
          { kind: 'read', node: null, longest: 200_000 },
        ].map((command) => page.send(command)),
      );
      // Only the fields of a form hold real values: the hands digest them and pass nothing on.
      assert.equal(answers[1].form.fields[0].kind, 'card');
      answers[1].form.fields = [];
      assert.doesNotMatch(JSON.stringify(answers), /canary/);
      assert.equal(answers[1].field, 'password');
    });
  });
}

/** A site that serves its icon only when told to. */
async function iconSite() {
  const waiting = [];
  let isShown = false;
  const give = (answer) => answer.writeHead(200, { 'content-type': 'image/svg+xml' }).end(ICON);
  const site = createServer(({ url }, answer) => {
    if (url !== '/icon') answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><body>');
    else if (isShown) give(answer);
    else waiting.push(answer);
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  return {
    visit: (page) => page.visit(`http://127.0.0.1:${site.address().port}/`),
    show: () => {
      isShown = true;
      waiting.forEach(give);
    },
    close: () => {
      site.closeAllConnections();
      site.close();
    },
  };
}

const ICON = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><path d="M0 0h20v20z"/></svg>';
