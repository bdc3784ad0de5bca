//! Closed shadow roots: their content is seen and used like any other.

use anyhow::Result;
use serde_json::json;
use webhand_model::FailCode;

use crate::support::{failure, showing};

#[tokio::test]
async fn closed_roots_of_all_kinds_are_seen() -> Result<()> {
    let stage = showing(
        "<closed-box></closed-box><bare-box style='display:contents'></bare-box>
        <div id=plain style='height:30px'></div>
        <p id=hides>Light text that no slot shows</p>
        <section id=slotted><i>Light text in a slot</i></section>
        <div><template shadowrootmode=closed><button>Declared</button></template></div>
        <script>
        const hide = (host, html) => { const root = host.attachShadow({ mode: 'closed' }); root.innerHTML = html; return root; };
        customElements.define('inner-box', class extends HTMLElement { connectedCallback() { hide(this, '<button>Deeper</button>'); } });
        customElements.define('closed-box', class extends HTMLElement {
          connectedCallback() { hide(this, '<button>Inside</button><inner-box></inner-box>'); }
        });
        customElements.define('bare-box', class extends HTMLElement { connectedCallback() { hide(this, '<button>Boxless</button>'); } });
        hide(plain, '<button>In a plain box</button>');
        hide(hides, '<button>Instead of light</button>');
        hide(slotted, '<slot></slot><button>Beside a slot</button>');
        </script>",
    )
    .await?;
    let text = stage.text().await?;
    for name in [
        "Inside",
        "Deeper",
        "Boxless",
        "In a plain box",
        "Instead of light",
        "Light text in a slot",
        "Beside a slot",
        "Declared",
    ] {
        assert!(text.contains(&format!("\"{name}\"")), "{name}: {text}");
    }
    assert!(!text.contains("no slot shows"), "{text}");
    Ok(())
}

const FORM: &str = "<h1 id=out>-</h1><x-form></x-form><script>
    customElements.define('x-form', class extends HTMLElement {
      connectedCallback() {
        const root = this.attachShadow({ mode: 'closed' });
        root.innerHTML = '<label>Name <input></label><button>Save</button><button disabled>Never</button>';
        const [save] = root.querySelectorAll('button');
        save.onclick = () => { document.getElementById('out').textContent = 'Saved ' + root.querySelector('input').value; };
      }
    });
    </script>";

#[tokio::test]
async fn elements_in_a_closed_root_are_filled_and_clicked() -> Result<()> {
    let stage = showing(FORM).await?;
    stage.do_on("Name", "fill", json!({"value": "Ana"})).await?;
    assert_eq!(stage.do_on("Name", "get", json!({"what": "value"})).await?.text, "Ana");
    assert_eq!(stage.do_on("Name", "is", json!({"what": "focused"})).await?.text, "yes");
    stage.do_on("Save", "click", json!({})).await?;
    assert!(stage.text().await?.contains("Saved Ana"), "{}", stage.text().await?);
    let never = stage.on("Never", "click", json!({})).await?;
    assert_eq!(failure(&never), Some(FailCode::Disabled));
    Ok(())
}

#[tokio::test]
async fn a_button_that_changes_places_inside_a_closed_root_gets_no_click() -> Result<()> {
    let stage = showing(
        "<h1 id=out>-</h1><x-list></x-list><script>
        customElements.define('x-list', class extends HTMLElement {
          connectedCallback() {
            const root = this.attachShadow({ mode: 'closed' });
            root.innerHTML = '<div><button>Keep</button></div><div><button>Delete</button></div>';
            const [keep, remove] = root.querySelectorAll('button');
            keep.onclick = () => { document.getElementById('out').textContent = 'kept'; };
            remove.onclick = () => { document.getElementById('out').textContent = 'deleted'; };
            keep.onmousemove = () => keep.parentNode.replaceChildren(remove);
          }
        });
        </script>",
    )
    .await?;
    let outcome = stage.on("Keep", "click", json!({})).await?;
    assert!(!stage.text().await?.contains("deleted"), "{outcome:?}");
    Ok(())
}

#[tokio::test]
async fn a_closed_root_that_comes_later_is_found() -> Result<()> {
    let stage = showing(
        "<button onclick=\"customElements.define('late-box', class extends HTMLElement { connectedCallback() {
            this.attachShadow({ mode: 'closed' }).innerHTML = '<button>Late</button>'; } })\">Go</button><late-box></late-box>",
    )
    .await?;
    assert!(!stage.text().await?.contains("Late"));
    stage.do_on("Go", "click", json!({})).await?;
    assert!(stage.text().await?.contains("button \"Late\""), "{}", stage.text().await?);
    Ok(())
}
