//! Custom elements that set their role and state only through `ElementInternals`.

use anyhow::Result;
use serde_json::json;

use crate::support::showing;

const PANEL: &str = "<style>x-switch, x-range { display: inline-block; padding: 9px; border: 1px solid }</style>
    <x-switch>Wifi</x-switch><x-range></x-range><x-plain tabindex=0>Plain</x-plain>
    <x-list><x-item>Apple</x-item><x-item>Pear</x-item></x-list>
    <script>
    customElements.define('x-switch', class extends HTMLElement {
      connectedCallback() {
        const told = this.attachInternals();
        Object.assign(told, { role: 'switch', ariaChecked: 'false' });
        this.tabIndex = 0;
        this.onclick = () => { told.ariaChecked = told.ariaChecked === 'true' ? 'false' : 'true'; };
      }
    });
    customElements.define('x-range', class extends HTMLElement {
      connectedCallback() {
        const told = this.attachInternals();
        Object.assign(told, { role: 'slider', ariaLabel: 'Volume', ariaValueNow: '3', ariaValueMin: '0', ariaValueMax: '5' });
        this.tabIndex = 0;
        this.attachShadow({ mode: 'open' }).innerHTML = '<i style=\"display:block;width:80px;height:8px;background:blue\"></i>';
        this.onkeydown = ({ key }) => {
          const by = { ArrowUp: 1, ArrowDown: -1 }[key] ?? 0;
          told.ariaValueNow = String(Math.max(0, Math.min(5, Number(told.ariaValueNow) + by)));
        };
      }
    });
    customElements.define('x-list', class extends HTMLElement {
      connectedCallback() { Object.assign(this.attachInternals(), { role: 'listbox', ariaLabel: 'Fruit' }); this.tabIndex = 0; }
    });
    customElements.define('x-item', class extends HTMLElement {
      connectedCallback() {
        const told = this.attachInternals();
        Object.assign(told, { role: 'option', ariaSelected: 'false' });
        this.onclick = () => { told.ariaSelected = 'true'; };
      }
    });
    </script>";

#[tokio::test]
async fn roles_set_through_element_internals_are_seen() -> Result<()> {
    let stage = showing(PANEL).await?;
    let text = stage.text().await?;
    for line in [
        "- switch \"Wifi\" [ref=e",
        "- slider \"Volume\" [ref=e",
        "[min=0] [max=5]: \"3\"",
        "- listbox \"Fruit\"",
        "- option \"Apple\" [ref=e",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(!text.contains("[checked]"), "{text}");
    Ok(())
}

#[tokio::test]
async fn a_state_set_through_element_internals_is_known_after_each_action() -> Result<()> {
    let stage = showing(PANEL).await?;
    stage.do_on("Wifi", "check", json!({})).await?;
    assert!(stage.text().await?.contains("switch \"Wifi\" [ref=e1] [focused] [checked]"), "{}", stage.text().await?);
    assert_eq!(stage.do_on("Wifi", "is", json!({"what": "checked"})).await?.text, "yes");
    stage.do_on("Wifi", "uncheck", json!({})).await?;
    assert_eq!(stage.do_on("Wifi", "is", json!({"what": "checked"})).await?.text, "no");
    stage.do_on("Volume", "fill", json!({"value": "5"})).await?;
    assert!(stage.text().await?.contains("[max=5]: \"5\""), "{}", stage.text().await?);
    stage.do_on("Pear", "click", json!({})).await?;
    let text = stage.text().await?;
    let [apple, pear] = ["Apple", "Pear"].map(|name| text.lines().find(|line| line.contains(name)).unwrap_or_default());
    assert!(pear.ends_with("[selected]") && !apple.ends_with("[selected]"), "{text}");
    Ok(())
}
