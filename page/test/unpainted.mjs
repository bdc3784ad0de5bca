// Text that CSS hides is left out or marked.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

const over = (style) =>
  `<div style="position:relative"><h2>canary</h2>@<i style="position:absolute;${style}"></i></div>`;
const generated = (style) => `<style>.g{position:relative}.g${style}</style><div class=g>@</div>`;
const SOLID = 'content:"";position:absolute;inset:0;background:#fff';

/** `@` stands for an element with a text of its own. */
const ANYWHERE = {
  'behind a box after the content': generated(`::after{${SOLID}}`),
  'behind a box before the content': generated(`::before{${SOLID}}`),
  'cut to a circle elsewhere': '<div style="clip-path:circle(1px at -20px -20px)">@</div>',
  'cut by pixels': '<div style="clip-path:inset(0 0 2000px 0)">@</div>',
  'cut to a polygon elsewhere': '<div style="clip-path:polygon(-10px -10px,-5px -10px,-5px -5px)">@</div>',
  'cut to a small path': `<div style="clip-path:path('M0 0h1v1h-1z')">@</div>`,
  'cut to an empty path':
    '<svg width=0 height=0><clipPath id=c></clipPath></svg><div style="clip-path:url(#c)">@</div>',
  'placed in a box that a filter makes carry it':
    '<div style="overflow:hidden;height:0;filter:blur(0)"><div style="position:absolute;top:50px">@</div></div>',
  'placed in a box that containment makes carry it':
    '<div style="overflow:hidden;height:0;contain:layout"><div style="position:absolute;top:50px">@</div></div>',
  'fixed in a box that a transform makes carry it':
    '<div style="overflow:hidden;height:0;transform:translate(0)"><div style="position:fixed;top:50px">@</div></div>',
  'fixed above a box that carries it':
    '<div style="translate:0px"><div style="position:fixed;top:-9999px">@</div></div>',
  'in a box of nothing but its border': '<div style="overflow:hidden;width:0;height:0;border:40px solid #eee">@</div>',
  'masked by nothing': '<svg width=0 height=0><mask id=m></mask></svg><div style="mask:url(#m)">@</div>',
  'masked by what is missing': '<div style="mask-image:url(#none)">@</div>',
  'masked but for a speck': '<div style="mask:linear-gradient(#000,#000) 0 0/1px 1px no-repeat">@</div>',
  'masked in black': '<div style="mask:linear-gradient(#000,#000);mask-mode:luminance">@</div>',
  'without contrast': '<div style="background:#fff;filter:contrast(0)">@</div>',
  'blurred': '<div style="filter:blur(20px)">@</div>',
  'in a folded part that the page keeps transparent':
    '<style>::details-content{opacity:0}</style><details open><summary>s</summary>@</details>',
};

const IN_VIEW = {
  'seen from behind': '<div style="transform:rotateY(180deg);backface-visibility:hidden">@</div>',
  'on the far side of a card':
    '<div style="transform-style:preserve-3d;transform:rotateY(180deg)"><div style="backface-visibility:hidden">@</div></div>',
  'cut to a small path of a drawing':
    '<svg width=0 height=0><clipPath id=c><rect width=1 height=1 /></clipPath></svg><div style="clip-path:url(#c)">@</div>',
  'in a box without height that contains what it paints': '<div style="contain:paint;height:0">@</div>',
  'in a layer behind a ground': '<div style="background:#eee"><div style="position:relative;z-index:-1">@</div></div>',
  'behind a solid box': over('inset:0;background:#eee'),
  'behind a box of borders': over('left:0;top:0;border:200px solid #eee'),
  'behind what fills the view': '@<div style="position:fixed;inset:0;background:#eee"></div>',
  'behind a header that never moves away':
    '@<div style="position:fixed;left:0;right:0;top:0;height:200px;background:#eee"></div>',
};

const TEXTS = {
  'white in a place of its own': '<div style="position:absolute;color:#fff">canary</div>',
  'white beside an ornament': '<style>.o::before{content:""}</style><div class=o style="color:#fff">canary</div>',
  'shown as dots': '<p style="-webkit-text-security:disc">canary</p>',
};

export function unpaintedStories(page) {
  const assertUnread = async (html) => {
    await page.open(`<body style="background:#fff"><p>before</p>${html}`);
    const said = (await page.lines()).split('\n').filter((line) => line.includes('canary'));
    assert.deepEqual(
      said.filter((line) => !/\[(hidden|covered.*)\]/.test(line)),
      [],
    );
    assert.doesNotMatch((await page.send({ kind: 'read', node: null, longest: 200_000 })).text, /canary/);
  };

  describe('what is not painted', () => {
    for (const [how, html] of Object.entries({ ...ANYWHERE, ...IN_VIEW }))
      it(`is not told as if it were: ${how}`, async () => {
        await assertUnread(html.replace('@', '<p>canary</p>'));
        await assertUnread(html.replace('@', '<h2>canary</h2>'));
        await assertUnread(html.replace('@', '<button>canary</button>'));
      });

    for (const [how, html] of Object.entries(ANYWHERE))
      it(`is not told as if it were, far down the page: ${how}`, () =>
        assertUnread(`<div style="height:3000px"></div>${html.replace('@', '<p>canary</p>')}`));

    for (const [how, html] of Object.entries(TEXTS)) it(`is not told as if it were: ${how}`, () => assertUnread(html));

    it('is told where it comes into view after all', async () => {
      await page.open(
        `<div style="transform-style:preserve-3d;transform:rotateY(180deg)">
           <p style="backface-visibility:hidden;transform:rotateY(180deg)">front</p></div>
         <div style="perspective:400px;width:200px"><p style="transform:rotateY(30deg);backface-visibility:hidden">turned</p></div>
         <div style="clip-path:inset(2px)"><p>inset</p></div><div style="clip-path:circle(70%)"><p>round</p></div>
         <div style="clip-path:polygon(0 0,100% 0,100% 100%,0 100%)"><p>polygon</p></div>
         <div style="mask:linear-gradient(#000,transparent)"><p>mask</p></div><div style="filter:blur(1px)"><p>soft</p></div>
         <div style="contain:paint"><p>contained</p></div><details><summary>s</summary><p>folded</p></details>
         <div style="background:#036;height:40px"></div><p style="position:absolute;bottom:0;color:#fff">white</p>
         <div style="position:fixed;bottom:0;left:0;right:0;height:99px;background:#036;z-index:-1"></div>
         <style>.u{position:relative;z-index:0}.u::before{${SOLID};z-index:-1}::details-content{content-visibility:visible}</style>
         <p class=u>upper</p><div style="height:3000px"></div>`,
      );
      const lines = await page.lines();
      assert.doesNotMatch(lines, /hidden/);
      for (const word of 'front turned inset round polygon mask soft contained folded white upper'.split(' '))
        assert.match(lines, new RegExp(`"${word}"`), lines);
    });
  });
}
