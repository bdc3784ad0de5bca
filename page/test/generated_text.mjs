// Text that stylesheets generate before and after elements.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

const LISTED = {
  'before a text': ['<style>p::before{content:"Price "}</style><p>12', '- text "Price 12"'],
  'after a text': ['<style>p::after{content:" sold out"}</style><p>Lamp', '- text "Lamp sold out"'],
  'where nothing else stands': ['<style>#s::before{content:"Closed"}</style><div id=s></div>', '- text "Closed"'],
  'from an attribute, as narrow tables do': [
    '<style>td::before{content:attr(data-label) ": "}</style><table><tr><td data-label=Size>XL<td data-label=Stock>3</table>',
    '- table\n  - row "Size: XL | Stock: 3"',
  ],
  'counted': [
    '<style>p{counter-increment:n}p::before{content:"Step " counter(n) ": "}</style><p>Open<p>Pay',
    '- text "Step 1: Open"\n- text "Step 2: Pay"',
  ],
  'in capitals': ['<style>p::after{content:" new";text-transform:uppercase}</style><p>Lamp', '- text "Lamp NEW"'],
  'by a rule within others': [
    '<style>@media all{@layer x{.card{& p{&:first-child::before, b::before{content:"Offer: "}}}}}</style><div class=card><p>Lamp</p></div>',
    '- text "Offer: Lamp"',
  ],
  'by a rule that a script adds': [
    '<style id=s></style><p>Lamp</p><script>s.sheet.insertRule("p::after{content:\' now\'}")</script>',
    '- text "Lamp now"',
  ],
  'by a sheet that a script adopts': [
    `<p>Lamp</p><script>const s = new CSSStyleSheet(); s.replaceSync('p::after{content:" now"}'); document.adoptedStyleSheets = [s]</script>`,
    '- text "Lamp now"',
  ],
  'a sign in a cell of a table, from an attribute': [
    `<style>td[data-mark]::before{content:attr(data-mark)}</style><table><tr><td data-mark="−"><td><a href="#l">old</a><tr><td data-mark="+"><td><a href="#n">new</a></table>`,
    '- table\n  - row\n    - cell "−"\n    - cell\n      - link "old"\n  - row\n    - cell "+"\n    - cell\n      - link "new"',
  ],
  'once, where it is part of a name': [
    '<style>button::before{content:"Pay "}</style><button>now</button>',
    '- button "Pay now"',
  ],
};

const UNTOLD = {
  'an ornament': 'content:"» "',
  'a glyph of an icon font': 'content:"\\e001"',
  'what is transparent': 'content:"canary";color:transparent',
  'what has no size': 'content:"canary";font-size:0',
  'what lies far outside': 'content:"canary";position:absolute;left:-9999px',
  'what is not shown': 'content:"canary";display:none',
};

export function generatedTextStories(page) {
  /** Refs are covered by other tests. */
  const linesWithoutRefs = async () => (await page.lines()).replaceAll(' [e]', '');

  describe('text of stylesheets', () => {
    for (const [how, [html, lines]] of Object.entries(LISTED))
      it(`is listed: ${how}`, async () => {
        await page.open(html);
        assert.equal(await linesWithoutRefs(), lines);
      });

    for (const [what, style] of Object.entries(UNTOLD))
      it(`is not listed: ${what}`, async () => {
        await page.open(`<style>p::before{${style}}</style><p>Lamp`);
        assert.equal(await linesWithoutRefs(), '- text "Lamp"');
      });

    it('is part of what is read, and of what an element says', async () => {
      await page.open('<style>p::before{content:"Price: "}p::after{content:" a month"}</style><main><p id=p>12</main>');
      const { text } = await page.send({ kind: 'read', node: null, longest: 1000 });
      assert.equal(text, 'Price: 12 a month');
      assert.equal((await page.send({ kind: 'has_text', text: '12 a month', there: true, max_ms: 0 })).has, true);
    });

    it('is marked where it has the colour of its ground', async () => {
      await page.open('<style>p::before{content:"canary";color:#fff}</style><p>Lamp');
      assert.equal(await linesWithoutRefs(), '- paragraph\n  - text "canary" [hidden]\n  - text "Lamp"');
    });

    it('is listed again after the sheet has changed', async () => {
      await page.open('<style id=s>p::after{content:" old"}</style><p>Lamp');
      assert.equal(await linesWithoutRefs(), '- text "Lamp old"');
      await page.main(`s.textContent = 'p::before{content:"New "}'`);
      assert.equal(await linesWithoutRefs(), '- text "New Lamp"');
    });
  });
}
