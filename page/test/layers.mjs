// Covered controls, and content that a modal dialog locks.

import { describe, it } from 'node:test';
import { assertSees } from './story.mjs';

const veil = (inner, style = '') => `<div style="position:fixed;inset:0;${style}">${inner}</div>`;

export function layerStories(page) {
  describe('layers', () => {
    it('takes an editor that paints itself for one field, and no hidden field beside it', () =>
      assertSees(
        page,
        `<div style="position:relative;width:300px;height:60px"><textarea aria-label=Code style="position:absolute;width:1px;height:1px;padding:0;border:0"></textarea>
         <div style="cursor:text;height:40px"><i style="position:absolute;top:18px">second</i><i style="position:absolute;top:0">first</i></div></div>
         <div style="position:relative">Card<textarea aria-label=Trap style="position:absolute;opacity:0;width:1px;height:1px"></textarea></div>`,
        `
        - textbox "Code" [e] [multiline]: "first\\nsecond"
        - text "Card"
        `,
      ));

    it('says what covers a control, by its number where it has one', () =>
      assertSees(
        page,
        `<button>Pay</button><div role=dialog aria-label=Cookies style="position:absolute;inset:0">We use cookies</div>`,
        `
        - button "Pay" [e1] [covered=e2]
        - dialog "Cookies" [e2]
          - text "We use cookies"
        `,
        { refs: true },
      ));

    it('marks a control under something that has no number, seen or not', () =>
      assertSees(page, `<button>Pay</button>${veil('')}`, `- button "Pay" [e] [covered]`));

    it('takes no notice of what clicks pass through, of labels, and of what covers only a part', () =>
      assertSees(
        page,
        `<button>Pay</button><label style="position:relative"><input type=checkbox aria-label=Tick><i style="position:absolute;inset:0"></i></label>
         <div style="position:relative;width:200px"><button style="width:200px">Half</button><p style="position:absolute;inset:0 100px 0 0"></p></div>${veil('', 'pointer-events:none')}`,
        `
        - button "Pay" [e]
        - checkbox "Tick" [e]
        - button "Half" [e]
        `,
      ));

    it('hits a link that is wrapped over two lines', () =>
      assertSees(
        page,
        `<p style="width:120px">Read <a href="https://x.test/">all of the conditions</a></p>`,
        `
        - paragraph
          - text "Read"
          - link "all of the conditions" [e]
        `,
      ));

    it('locks away what lies outside of a modal dialog', () =>
      assertSees(
        page,
        `<p>Behind</p><button>Pay</button><main><dialog id=d aria-label=Sure><button>Yes</button></dialog></main><script>d.showModal()</script>`,
        `
        - text "Behind" [inert]
        - button "Pay" [e] [inert]
        - main
          - dialog "Sure" [e] [modal]
            - button "Yes" [e] [focused]
        `,
      ));
  });
}
