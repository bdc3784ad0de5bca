// Roles and names, one line each: markup of the element with id `t`, its role and its name.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

const CASES = [
  ['<button id=t>Save</button>', 'button', 'Save'],
  ['<a id=t href="/x">Go <img alt="home" src="data:,"></a>', 'link', 'Go home'],
  ['<a id=t>No address</a>', 'generic', ''],
  ['<div id=t role="nonsense BUTTON">x</div>', 'button', 'x'],
  ['<button id=t role=none>x</button>', 'button', 'x'],
  ['<section id=t>x</section>', 'generic', ''],
  ['<section id=t aria-label=News>x</section>', 'region', 'News'],
  ['<header id=t>x</header>', 'banner', ''],
  ['<article><header id=t>x</header></article>', 'sectionheader', ''],
  ['<li id=t>orphan</li>', 'generic', ''],
  ['<ul role=none><li id=t>plain</li></ul>', 'generic', ''],
  ['<table role=grid><tr><td id=t>x</td></tr></table>', 'gridcell', 'x'],
  ['<table><tr><th id=t>Head</th><td>1</td></tr></table>', 'rowheader', 'Head'],
  ['<img id=t alt="" src="data:,">', 'none', ''],
  ['<input id=t list=l><datalist id=l></datalist>', 'combobox', ''],
  ['<label>First <b>name</b> <input id=t></label>', 'textbox', 'First name'],
  ['<label for=t>One</label><label for=t>Two</label><input id=t>', 'textbox', 'One Two'],
  ['<input id=t title=Tip placeholder=Hint>', 'textbox', 'Tip'],
  ['<input id=t placeholder=Hint>', 'textbox', 'Hint'],
  ['<span id=a hidden>Hidden</span><button id=t aria-labelledby="a t">now</button>', 'button', 'Hidden now'],
  ['<input type=checkbox id=t><label for=t>Wait <input value=5> minutes</label>', 'checkbox', 'Wait 5 minutes'],
  [
    '<input type=checkbox id=t><label for=t>Wait <b role=textbox contenteditable aria-label=number>5</b> minutes</label>',
    'checkbox',
    'Wait 5 minutes',
  ],
  ['<main><aside id=t>x</aside></main>', 'complementary', ''],
  ['<article><aside id=t>x</aside></article>', 'generic', ''],
  ['<input type=checkbox id=t><label for=t>Code <input type=password value=canary></label>', 'checkbox', 'Code …'],
  ['<fieldset id=t><legend>Size</legend></fieldset>', 'group', 'Size'],
  ['<figure id=t><figcaption>Plan</figcaption></figure>', 'figure', 'Plan'],
  ['<svg id=t><title>Chart</title></svg>', 'img', 'Chart'],
  ['<style>b::before{content:"New: "}</style><button id=t><b>Offer</b></button>', 'button', 'New: Offer'],
  [
    '<style>li{counter-increment:n}b::before{content:counter(n) ". "}</style><ol><li>x<li><button id=t><b>Next</b></button></ol>',
    'button',
    '2. Next',
  ],
  [
    '<button id=t><span style="display:block">one</span><span style="display:block">two</span></button>',
    'button',
    'one two',
  ],
  ['<button id=t>one<span></span>two</button>', 'button', 'onetwo'],
  ['<button id=t style="text-transform:uppercase">Save</button>', 'button', 'SAVE'],
  ['<button id=t>a&nbsp;b</button>', 'button', 'a\u00a0b'],
  [
    '<button id=t>Shown<span style="display:none"> not</span><span aria-hidden=true> nor this</span></button>',
    'button',
    'Shown',
  ],
  ['<h2 id=t>Head <a href="#" aria-label=Link>ignored</a></h2>', 'heading', 'Head Link'],
];

export function nameStories(page) {
  describe('role and name', () => {
    for (const [html, role, name] of CASES) {
      it(html, async () => {
        await page.open(html);
        const facts = await page.send({ kind: 'inspect', node: await page.numberOf('#t') });
        assert.deepEqual([facts.role, facts.name], [role, name]);
      });
    }

    it('cuts long names and never through a character', async () => {
      await page.open(`<button>${'𝒳'.repeat(200)}</button>`);
      const facts = await page.send({ kind: 'inspect', node: await page.numberOf('button') });
      assert.ok(facts.name.length <= 120 && facts.name.endsWith('𝒳…'));
    });
  });
}
