// Visible text is listed without a mark, however oddly it is painted.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

const DARK = '<meta name=color-scheme content=dark>';

const GROUNDS = {
  'white on what the browser paints dark': `${DARK}<p>twin</p>`,
  'white on a dark scheme': '<style>:root{color-scheme:dark}</style><p style="color:#fff">twin</p>',
  'in the colours of a gradient around it':
    '<h1 style="color:transparent;background:linear-gradient(red,blue);background-clip:text"><span>twin</span></h1>',
  'in the colour of a ground in the shape of its letters':
    '<div style="background:red;background-clip:text;color:transparent"><p>twin</p></div>',
  'mixed with what is behind it': '<p style="mix-blend-mode:difference;color:#fff">twin</p>',
  'white on a shadow inside its box': '<p style="color:#fff;box-shadow:inset 0 0 0 99px #036">twin</p>',
  'white on the picture of its border':
    '<p style="color:#fff;border:30px solid transparent;border-image:linear-gradient(#036,#036) 30 fill">twin</p>',
};

const PLACES = {
  'at the far end of a scroller that begins at its end':
    '<div style="display:flex;flex-direction:column-reverse;overflow:auto;height:60px"><p>x</p><p style="height:400px;flex:none"></p><p>twin</p></div>',
  'at the left of a scroller that begins at its right':
    '<div style="display:flex;flex-direction:row-reverse;overflow:auto;width:99px"><p>x</p><p style="width:900px;flex:none"></p><p>twin</p></div>',
  'in columns that are scrolled to the left':
    '<div style="writing-mode:vertical-rl;width:99px;height:99px;overflow:auto"><p style="width:600px">x</p><p>twin</p></div>',
  'further down in a scroller that is enlarged':
    '<div style="zoom:2"><div style="overflow:auto;height:60px"><p style="height:500px"></p><p>twin</p></div></div>',
  'further down in a scroller that is turned':
    '<div style="rotate:90deg;width:99px;overflow:auto;height:60px"><p style="height:500px"></p><p>twin</p></div>',
  'in a layer behind, in a shape of its own': '<div style="position:relative;z-index:-1;clip-path:inset(0)">twin</div>',
  'placed in a box far away that is laid out when it comes near':
    '<div style="height:3000px"></div><div style="content-visibility:auto"><p style="position:absolute;top:50px">twin</p></div>',
  'in a body without height whose overflow is that of the page':
    '<style>body{height:0;overflow:hidden}</style><p>twin</p>',
  'beyond a box that leaves a margin to be painted on':
    '<div style="height:0;overflow:clip;overflow-clip-margin:99px"><p>twin</p></div>',
  'in a box far away that is laid out when it comes near':
    '<div style="height:3000px"></div><div style="content-visibility:auto"><p style="padding:20px">twin</p></div>',
};

const LAYERS = {
  'in a popover of a transparent box':
    '<div style="opacity:0"><div popover id=p>twin</div></div><script>p.showPopover()</script>',
  'in a dialog of a masked box':
    '<div style="mask:linear-gradient(#0000,#0000)"><p><dialog id=d>twin</dialog></div><script>d.showModal()</script>',
  'in a popover of a box that is cut off':
    '<div style="clip-path:inset(50%)"><div popover id=p>twin</div></div><script>p.showPopover()</script>',
};

const over = (html) => `<div style="position:relative"><p>twin</p>${html}</div>`;
const WHOLE = 'position:absolute;inset:0;width:100%;height:100%';

const COVERED = {
  'under an empty canvas': over(`<canvas style="${WHOLE}"></canvas>`),
  'under an empty canvas that lets clicks through': over(`<canvas style="${WHOLE};pointer-events:none"></canvas>`),
  'under a picture with gaps': over(
    `<img style="${WHOLE}" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><rect width='5' height='5'/></svg>">`,
  ),
  'under a picture that is not there': over(`<img alt="" style="${WHOLE}" src="data:image/png,x">`),
  'under a frame without a ground': over(`<iframe style="${WHOLE};border:0" srcdoc="<body>"></iframe>`),
  'under a masked box': over(`<div style="${WHOLE};background:#eee;mask-image:linear-gradient(#0000,#0000)"></div>`),
  'under a box that is mixed with it': over(`<div style="${WHOLE};background:#eee;mix-blend-mode:multiply"></div>`),
  'beside a round box': over(`<div style="${WHOLE};background:#eee;border-radius:50%"></div>`),
  'beside a box of another shape': over(
    `<div style="${WHOLE};background:#eee;clip-path:polygon(100% 0,100% 100%,60% 100%);pointer-events:none"></div>`,
  ),
};

export function paintedStories(page) {
  describe('what is painted', () => {
    for (const [what, cases] of Object.entries({ GROUNDS, PLACES, LAYERS, COVERED })) {
      for (const [how, html] of Object.entries(cases))
        it(`is told: ${what.toLowerCase()}, ${how}`, async () => {
          await page.open(`<body><p>before</p>${html}`);
          const said = (await page.lines()).split('\n').filter((line) => line.includes('twin'));
          assert.equal(said.length, 1);
          assert.doesNotMatch(said[0], /hidden/);
          assert.match((await page.send({ kind: 'read', node: null, longest: 200_000 })).text, /twin/);
        });
    }

    it('is not what has the colour of a dark ground that the browser paints', async () => {
      await page.open(`${DARK}<p style="color:#111">canary</p>`);
      assert.equal(await page.lines(), '- paragraph\n  - text "canary" [hidden]');
    });
  });
}
