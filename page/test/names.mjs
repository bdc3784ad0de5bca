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
  ['<label for=t aria-labelledby=l>One</label><i id=l>Two</i><input id=t>', 'textbox', 'Two'],
  ['<button id=t>x</button><i>One</i><script>t.ariaLabelledByElements = [t.nextSibling]</script>', 'button', 'One'],
  [
    '<p id=t>x</p><i>One</i><script>t.role="region"; t.ariaLabelledByElements = [t.nextSibling]</script>',
    'region',
    'One',
  ],
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
  ['<figure id=t title=Tip><figcaption>Plan</figcaption></figure>', 'figure', 'Tip'],
  ['<figure id=t><figcaption>Plan</figcaption></figure>', 'figure', ''],
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
  // Roles by themselves
  ['<form id=t>x</form>', 'form', ''],
  ['<div id=t role=form>x</div>', 'generic', ''],
  ['<div id=t role="region group">x</div>', 'group', ''],
  ['<a id=t href="#" role="presentation button">x</a>', 'link', 'x'],
  ['<p id=t role=none contenteditable>x</p>', 'paragraph', ''],
  ['<p id=t role=none aria-live=polite>x</p>', 'paragraph', ''],
  ['<select id=t size=3></select>', 'listbox', ''],
  ['<input id=t type=number list=l><datalist id=l></datalist>', 'spinbutton', ''],
  ['<dl><dt id=t>Word</dt></dl>', 'term', 'Word'],
  // Roles of digital publishing
  ['<section id=t role=doc-chapter aria-label=One>x</section>', 'doc-chapter', 'One'],
  ['<a id=t href="#n" role=doc-noteref>1</a>', 'doc-noteref', '1'],
  ['<p id=t role="doc-nonsense doc-subtitle">Or not</p>', 'doc-subtitle', 'Or not'],
  ['<li id=t role=doc-endnote>x</li>', 'doc-endnote', ''],
  // Roles by what is around
  ['<table><tr><td></td><th id=t>Monday</th></tr><tr><th>8:00</th><td>x</td></tr></table>', 'columnheader', 'Monday'],
  ['<table><tbody role=generic><tr><td id=t>x</td></tr></tbody></table>', 'cell', 'x'],
  ['<div id=t role=option>alone</div>', 'generic', ''],
  ['<button id=t role=listitem>alone</button>', 'button', 'alone'],
  ['<div role=listbox><div role=group><div id=t role=option>in a list</div></div></div>', 'option', 'in a list'],
  ['<div id=t role=tab>alone</div>', 'generic', ''],
  ['<div role=tablist><div id=t role=tab>One</div></div>', 'tab', 'One'],
  ['<div id=t role=row>alone</div>', 'generic', ''],
  ['<div role=table><div id=t role=row>x</div></div>', 'row', null],
  ['<div id=t role="option button">alone</div>', 'button', 'alone'],
  ['<div role=list aria-owns=t></div><div id=t role=listitem>owned</div>', 'listitem', null],
  ['<article role=none><header id=t>x</header></article>', 'banner', ''],
  ['<section role=none><aside id=t>x</aside></section>', 'complementary', ''],
  ['<details open><summary>One</summary><summary id=t>Two</summary></details>', 'generic', ''],
  ['<button id=t role=none disabled>x</button>', 'none', ''],
  ['<h2 id=t role=none contenteditable=false>x</h2>', 'none', ''],
  // SVG
  ['<svg><circle id=t r=5 /></svg>', 'generic', ''],
  ['<svg><circle id=t r=5><title>Dot</title></circle></svg>', 'graphics-symbol', 'Dot'],
  ['<svg><g id=t aria-label=Axis><path d="M0 0L5 5"/></g></svg>', 'group', 'Axis'],
  ['<svg id=t tabindex=0></svg>', 'img', ''],
  ['<svg><mask id=t aria-label=Shape></mask></svg>', 'generic', null],
  [
    '<svg><symbol id=s><title>Home</title></symbol></svg><a id=t href="/"><svg><use href="#s"/></svg></a>',
    'link',
    'Home',
  ],
  ['<button id=t>Go<svg role=none><title>Arrow</title></svg></button>', 'button', 'Go'],
  ['<button id=t>Go<img role=none alt=arrow src="data:,"></button>', 'button', 'Go'],
  // Tooltips and placeholders
  ['<span id=t title=Tip>text</span>', 'generic', ''],
  ['<abbr id=t title="World Wide Web">WWW</abbr>', 'generic', 'World Wide Web'],
  ['<iframe id=t title=Map></iframe>', 'generic', 'Map'],
  ['<input id=t type=checkbox placeholder=Hint>', 'checkbox', ''],
  ['<div id=t role=textbox aria-placeholder=Hint></div>', 'textbox', 'Hint'],
  // Content
  ['<button id=t>Say <q>yes</q></button>', 'button', 'Say “yes”'],
  ['<textarea id=t role=button>typed</textarea>', 'button', ''],
  ['<span id=o>owned</span><button id=t>mine<i aria-owns=o></i></button>', 'button', 'mine owned'],
  ['<style>b::after{content:"!";display:inline-block}</style><button id=t><b>Go</b></button>', 'button', 'Go !'],
  ['<style>b::before{content:"★" / "star"}</style><button id=t><b>Rated</b></button>', 'button', 'star Rated'],
  [
    '<input type=checkbox id=t><label for=t>Any of <select multiple><option selected>A<option selected>B</select></label>',
    'checkbox',
    'Any of A B',
  ],
  [
    '<input type=checkbox id=t><label for=t>Like <span role=listbox aria-label=fruit><i role=option>fig</i></span></label>',
    'checkbox',
    'Like fruit',
  ],
  [
    '<input type=checkbox id=t><label for=t>At <span role=slider aria-valuenow=7 aria-valuetext=seven>x</span></label>',
    'checkbox',
    'At seven',
  ],
  ['<ul role=tree><li role=treeitem id=t>Root<ul role=group><li role=treeitem>Leaf</ul></ul>', 'treeitem', 'Root'],
  // Blocks and controls in the content
  ['<button id=t>a<img alt=b src="data:,">c</button>', 'button', 'a b c'],
  ['<button id=t>a<b aria-label=b>x</b>c</button>', 'button', 'a b c'],
  ['<button id=t>a<b aria-labelledby=l>x</b>c</button><i id=l>b</i>', 'button', 'a b c'],
  ['<h2 id=t>a<b role=checkbox>b</b>c</h2>', 'heading', 'a b c'],
  ['<h2 id=t>a<b role=link>b</b>c</h2>', 'heading', 'abc'],
  ['<h2 id=t>a<b role=slider aria-valuenow=5></b>c</h2>', 'heading', 'a 5 c'],
  // Hidden content
  ['<h2 id=t>a<b style="visibility:hidden" aria-label=b>x</b></h2>', 'heading', 'a'],
  ['<h2 id=t>a<b style="visibility:hidden" title=b></b></h2>', 'heading', 'a'],
  ['<h2 id=t>a<input style="visibility:hidden" value=b></h2>', 'heading', 'a'],
  [
    '<h2 id=t>a<b style="visibility:hidden" aria-label=b>x<i style="visibility:visible">c</i></b></h2>',
    'heading',
    'ac',
  ],
  ['<button id=t>a<p style="content-visibility:hidden">b</p></button>', 'button', 'a'],
  // Controls inside a label
  ['<input type=checkbox id=t><label for=t>Wait <input placeholder=some> days</label>', 'checkbox', 'Wait some days'],
  ['<input type=checkbox id=t><label for=t>Wait <input aria-label=few value=5></label>', 'checkbox', 'Wait 5'],
  ['<input type=checkbox id=t><label for=t>Wait <textarea aria-label=few>5</textarea></label>', 'checkbox', 'Wait 5'],
  ['<input type=checkbox id=t><label for=t>Full <meter value=.50></meter></label>', 'checkbox', 'Full 0.5'],
];

const DESCRIPTIONS = [
  ['<p id=d hidden>Deletes <b>all</b></p><button id=t aria-describedby=d title=Tip>Go</button>', 'Deletes all'],
  ['<button id=t aria-description="Deletes all" title=Tip>Go</button>', 'Deletes all'],
  ['<button id=t title=Tip>Go</button>', 'Tip'],
  ['<button id=t>Go</button><i>All</i><script>t.ariaDescribedByElements = [t.nextSibling]</script>', 'All'],
  ['<button id=t title=Tip></button>', ''],
  ['<table id=t aria-label=Prices><caption>In euros</caption></table>', 'In euros'],
  ['<svg id=t><title>Chart</title><desc>Sales by year</desc></svg>', 'Sales by year'],
  ['<span id=t title=Tip>text</span>', 'Tip'],
];

export function nameStories(page) {
  describe('role and name', () => {
    for (const [html, role, name] of CASES) {
      it(html, async () => {
        await page.open(html);
        const facts = await page.send({ kind: 'inspect', node: await page.numberOf('#t') });
        const { accessible } = facts;
        assert.equal(accessible.role, role);
        if (name !== null) assert.equal(accessible.name, name);
      });
    }

    for (const [html, description] of DESCRIPTIONS) {
      it(`described: ${html}`, async () => {
        await page.open(html);
        const { accessible } = await page.send({ kind: 'inspect', node: await page.numberOf('#t') });
        assert.equal(accessible.description, description);
      });
    }

    it('cuts long names and never through a character', async () => {
      await page.open(`<button>${'𝒳'.repeat(200)}</button>`);
      const facts = await page.send({ kind: 'inspect', node: await page.numberOf('button') });
      assert.ok(facts.name.length <= 120 && facts.name.endsWith('𝒳…'));
    });
  });
}
