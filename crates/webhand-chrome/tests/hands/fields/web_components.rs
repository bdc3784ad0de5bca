//! Web components: fields inside a host element, and hosts that represent their fields.

use anyhow::Result;
use serde_json::json;

use crate::support::showing;

const FLOATING: &str = "<style>
    .field { position: relative; width: 200px; height: 40px; border: 1px solid }
    .field span { position: absolute; left: 8px; top: 8px; pointer-events: none }
    .field input { width: 100%; height: 100%; box-sizing: border-box }
    .empty { opacity: 0 }
    </style>
    <div class=field><span>City</span><input class=empty aria-label=City></div>
    <float-field></float-field>
    <input class=empty aria-label=Website>
    <script>
    customElements.define('float-frame', class extends HTMLElement {
      connectedCallback() {
        this.attachShadow({ mode: 'open' }).innerHTML = `<style>:host { display: block; position: relative; width: 200px; height: 40px; border: 1px solid }
          i { position: absolute; pointer-events: none } div { opacity: 0; height: 100% } :host(.typed) div { opacity: 1 }</style>
          <i>Name*</i><div><slot></slot></div>`;
      }
    });
    customElements.define('float-field', class extends HTMLElement {
      connectedCallback() {
        const root = this.attachShadow({ mode: 'open' });
        root.innerHTML = '<float-frame><input aria-label=Name></float-frame>';
        root.querySelector('input').onfocus = () => root.querySelector('float-frame').classList.add('typed');
      }
    });
    </script>";

#[tokio::test]
async fn a_field_that_is_transparent_while_it_is_empty_is_filled_through_its_label() -> Result<()> {
    let stage = showing(FLOATING).await?;
    for name in ["City", "Name"] {
        assert!(stage.text().await?.contains(&format!("textbox \"{name}\" [ref=e")), "{}", stage.text().await?);
        stage.do_on(name, "fill", json!({"value": "Ana"})).await?;
    }
    assert!(stage.text().await?.contains(": \"Ana\""), "{}", stage.text().await?);
    assert!(!stage.text().await?.contains("Website"), "nobody sees it: {}", stage.text().await?);
    Ok(())
}

#[tokio::test]
async fn a_slider_that_is_drawn_under_its_field_is_moved() -> Result<()> {
    let stage = showing(
        "<div style='position:relative;width:200px;height:20px;background:linear-gradient(90deg, navy 40%, silver 40%)'>
        <input type=range aria-label=Volume min=0 max=50 value=20 style='position:absolute;inset:0;width:100%;opacity:0'></div>",
    )
    .await?;
    stage.do_on("Volume", "fill", json!({"value": "35"})).await?;
    assert!(stage.text().await?.contains("slider \"Volume\" [ref=e1]"), "{}", stage.text().await?);
    assert_eq!(stage.do_on("Volume", "get", json!({"what": "value"})).await?.text, "35");
    Ok(())
}

#[tokio::test]
async fn a_field_goes_by_the_label_of_its_host() -> Result<()> {
    let stage = showing(
        "<label><tick-box></tick-box> Newsletter</label><label for=dark>Dark mode</label><tick-box id=dark></tick-box>
        <script>
        customElements.define('tick-box', class extends HTMLElement {
          static formAssociated = true;
          connectedCallback() { this.attachShadow({ mode: 'open', delegatesFocus: true }).innerHTML = '<input type=checkbox>'; }
        });
        </script>",
    )
    .await?;
    for name in ["Newsletter", "Dark mode"] {
        stage.do_on(name, "check", json!({})).await?;
        assert!(stage.text().await?.contains(&format!("checkbox \"{name}\" [ref=e")), "{}", stage.text().await?);
    }
    assert_eq!(stage.text().await?.matches("[checked]").count(), 2, "{}", stage.text().await?);
    Ok(())
}

#[tokio::test]
async fn a_custom_element_around_a_field_is_no_control_of_its_own() -> Result<()> {
    let stage = showing(
        "<field-box><label for=tick>Newsletter</label><tick-box id=tick></tick-box></field-box><choice-box><button role=combobox>Small</button></choice-box>
        <script>
        for (const name of ['field-box', 'choice-box'])
          customElements.define(name, class extends HTMLElement { connectedCallback() { this.addEventListener('click', () => {}); } });
        customElements.define('tick-box', class extends HTMLElement {
          static formAssociated = true;
          connectedCallback() {
            const told = this.attachInternals();
            Object.assign(told, { role: 'checkbox', ariaChecked: 'false' });
            this.tabIndex = 0;
            this.attachShadow({ mode: 'open' }).innerHTML = '<i style=\"display:inline-block;width:16px;height:16px;border:1px solid;cursor:pointer\"></i>';
            this.onclick = () => { told.ariaChecked = 'true'; };
          }
        });
        </script>",
    )
    .await?;
    stage.do_on("Newsletter", "check", json!({})).await?;
    let text = stage.text().await?;
    assert!(text.contains("- checkbox \"Newsletter\" [ref=e1] [focused] [checked]"), "{text}");
    assert!(!text.contains("- button"), "{text}");
    Ok(())
}

#[tokio::test]
async fn a_page_that_an_open_list_has_locked_says_what_to_do() -> Result<()> {
    let stage = showing(
        "<body style='pointer-events:none'><button>Save</button><ul style='pointer-events:auto'><li>Open list</li></ul>",
    )
    .await?;
    let refused = stage.on("Save", "click", json!({})).await?;
    assert!(refused.text.contains("close what is open first"), "{refused:?}");
    Ok(())
}

/// A list whose options lie in the shadow roots of its slotted elements.
const PICKER: &str = "
    <x-picker><x-choice>Small</x-choice><x-choice>Medium</x-choice></x-picker>
    <script>
    customElements.define('x-choice', class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<div role=option tabindex=-1><slot></slot></div>'; }
    });
    customElements.define('x-picker', class extends HTMLElement {
      connectedCallback() {
        const root = this.attachShadow({ mode: 'open' });
        root.innerHTML = `<div role=combobox tabindex=0 aria-label=Size aria-expanded=false aria-controls=list>Size</div>
          <div id=list role=listbox style='display:none;position:absolute;background:white'><slot></slot></div>`;
        const [field, list] = root.querySelectorAll('div');
        const open = (is) => { list.style.display = is ? 'block' : 'none'; field.ariaExpanded = String(is); };
        field.onclick = () => open(true);
        this.onclick = ({ target }) => { if (target.matches('x-choice')) { field.textContent = target.textContent; open(false); } };
      }
    });
    </script>";

#[tokio::test]
async fn an_option_in_a_shadow_root_of_its_own_is_chosen() -> Result<()> {
    let stage = showing(PICKER).await?;
    let text = stage.text().await?;
    assert_eq!(text.trim_end(), "- combobox \"Size\" [ref=e1] [expanded=false]", "its label is no value");
    stage.do_on("Size", "select", json!({"value": "Medium"})).await?;
    assert!(stage.text().await?.contains("[expanded=false]: \"Medium\""), "{}", stage.text().await?);
    Ok(())
}

#[tokio::test]
async fn a_progress_bar_without_text_is_shown_with_its_value() -> Result<()> {
    let stage = showing(
        "<style>[role] { width: 200px; height: 2px; background: blue }</style>
        <div role=progressbar aria-valuenow=40></div><div role=meter aria-label=Disk aria-valuenow=7></div>
        <div role=progressbar aria-valuenow=90 style='visibility:hidden'></div>",
    )
    .await?;
    assert_eq!(stage.text().await?.trim_end(), "- progressbar: \"40\"\n- meter \"Disk\": \"7\"");
    Ok(())
}

#[tokio::test]
async fn a_slider_that_shows_what_it_holds_some_frames_later_is_moved() -> Result<()> {
    let stage = showing(
        "<div role=slider tabindex=0 aria-label=Stars aria-valuemin=0 aria-valuemax=5 aria-valuenow=2>stars</div><script>
        const slider = document.querySelector('div');
        let stars = 2;
        slider.onkeydown = ({ key }) => {
          stars += { ArrowUp: 1, ArrowDown: -1 }[key] ?? 0;
          requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => { slider.ariaValueNow = String(stars); })));
        };
        </script>",
    )
    .await?;
    stage.do_on("Stars", "fill", json!({"value": "4"})).await?;
    assert!(stage.text().await?.contains(": \"4\""), "{}", stage.text().await?);
    Ok(())
}

#[tokio::test]
async fn a_list_that_a_script_gave_to_its_combobox_is_chosen_from() -> Result<()> {
    let stage = showing(
        "<button role=combobox aria-expanded=false aria-label=Size>None</button>
        <x-list hidden style='position:absolute;top:800px'><x-option>Small</x-option><x-option>Medium</x-option></x-list>
        <script>
        const [field, list] = document.querySelectorAll('button, x-list');
        field.ariaControlsElements = [list];
        field.onclick = () => { list.hidden = false; field.ariaExpanded = 'true'; };
        list.onclick = ({ target }) => { field.textContent = target.textContent; list.hidden = true; field.ariaExpanded = 'false'; };
        customElements.define('x-option', class extends HTMLElement {
          connectedCallback() { Object.assign(this.attachInternals(), { role: 'option', ariaSelected: 'false' }); }
        });
        </script>",
    )
    .await?;
    stage.do_on("Size", "select", json!({"value": "Medium"})).await?;
    assert!(
        stage.text().await?.contains("combobox \"Size\" [ref=e1] [expanded=false]: \"Medium\""),
        "{}",
        stage.text().await?
    );
    Ok(())
}

#[tokio::test]
async fn a_switch_that_is_drawn_in_its_label_is_ticked() -> Result<()> {
    let stage = showing(
        "<style>button { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0); border: 0; padding: 0 }
        i { display: inline-block; width: 40px; height: 20px; background: silver }</style>
        <button id=dark role=switch aria-checked=false onclick='this.ariaChecked = String(this.ariaChecked !== `true`)'></button>
        <label for=dark>Dark mode <i></i></label>",
    )
    .await?;
    stage.do_on("Dark mode", "check", json!({})).await?;
    assert!(stage.text().await?.contains("switch \"Dark mode\" [ref=e1]"), "{}", stage.text().await?);
    assert!(stage.text().await?.contains("[checked]"), "{}", stage.text().await?);
    Ok(())
}
