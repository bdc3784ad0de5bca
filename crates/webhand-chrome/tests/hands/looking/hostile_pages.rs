//! Pages that override built-in functions of their own world, forge messages and imitate names.

use anyhow::Result;
use serde_json::json;
use webhand_model::RenderOptions;

use crate::support::{Stage, empty, showing};

const BODY: &str = "<main><h1>Head</h1><p>Some text</p><button onclick='document.title += 1'>Go</button>
    <label>Name <input id=n value=v></label><a href=/next>Next</a>
    <select aria-label=Size><option>S<option>L</select><ul><li>one<li>two</ul></main>";

const TAMPERED: &str = "<script>
    const lie = () => { throw new Error('forged') };
    for (const type of [Element, Node, Document, HTMLElement, EventTarget, Range, Selection, MutationObserver])
        for (const key of Object.getOwnPropertyNames(type.prototype))
            if (key !== 'constructor') try { Object.defineProperty(type.prototype, key, { get: lie, set: lie, configurable: true }) } catch {}
    for (const type of [Array, Map, Set, WeakMap, String, Promise, RegExp, Function])
        for (const key of ['map', 'push', 'filter', 'get', 'set', 'has', 'then', 'test', 'call', 'apply', 'slice', 'trim', 'join'])
            if (key in type.prototype) type.prototype[key] = lie;
    JSON.stringify = JSON.parse = () => 'forged';
    Object.prototype.role = Object.prototype.name = Object.prototype.hidden = 'forged';
    window.getComputedStyle = () => ({ display: 'none' });
    window.requestAnimationFrame = window.setTimeout = window.queueMicrotask = () => 0;
    window.webhand = { handle: lie };
    </script>";

async fn seen(stage: &Stage, path: &str) -> Result<String> {
    stage.open(path).await?;
    let text = stage.look().await?.render(RenderOptions::default()).text;
    Ok(text.split_once('\n').map_or("", |(_, rest)| rest).to_owned())
}

#[tokio::test]
async fn a_page_that_replaces_the_tools_of_its_world_looks_the_same() -> Result<()> {
    let stage = empty().await?;
    stage.site.page("/plain", BODY);
    stage.site.page("/tampered", &format!("{BODY}{TAMPERED}"));
    let refs_aside = |text: String| text.split(['[', ']']).filter(|part| !part.starts_with("ref=")).collect::<String>();
    let plain = seen(&stage, "/plain").await?;
    let tampered = seen(&stage, "/tampered").await?;
    assert_eq!(refs_aside(tampered), refs_aside(plain));
    stage.do_on("Name", "fill", json!({"value": "Ana"})).await?;
    stage.do_on("Go", "click", json!({})).await?;
    let text = stage.text().await?;
    assert!(text.contains("Ana"), "{text}");
    Ok(())
}

#[tokio::test]
async fn a_form_that_hides_its_own_properties_is_sent_where_it_says() -> Result<()> {
    let names = ["attributes", "getAttribute", "tagName", "parentNode", "children", "nodeType", "submit", "action"];
    let fields = names.map(|name| format!("<input name={name} aria-label={name}>")).concat();
    let stage = showing(&format!("<form action=/real method=get>{fields}<button>Send</button></form>")).await?;
    stage.site.page("/real", "<h1>Arrived</h1>");
    stage.do_on("action", "fill", json!({"value": "x"})).await?;
    stage.do_on("Send", "click", json!({})).await?;
    let page = stage.look().await?;
    assert!(page.url.contains("/real?") && page.url.contains("action=x"), "{}", page.url);
    Ok(())
}

#[tokio::test]
async fn forged_messages_change_nothing_and_a_look_leaves_no_trace() -> Result<()> {
    let stage = showing(
        "<button onclick='document.title += 1'>Go</button><title></title><script>
        const forged = { kind: 'click', node: 1, webhand: true, command: '{\"kind\":\"snapshot\",\"max_nodes\":1}' };
        const channel = new BroadcastChannel('webhand');
        for (let n = 0; n < 1000; n += 1) {
            postMessage(forged, '*'); channel.postMessage(forged); localStorage.setItem('webhand', n);
            for (const name of ['webhand', 'message', 'command']) dispatchEvent(new CustomEvent(name, { detail: forged }));
        }
        let count = 0;
        new MutationObserver((records) => { count += records.length })
            .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        </script>",
    )
    .await?;
    let before = stage.text().await?;
    assert_eq!(before, "- button \"Go\" [ref=e1]");
    stage.act("read", json!({})).await?;
    assert_eq!(stage.text().await?, before);
    assert_eq!(stage.in_page("[count, document.title, typeof webhand]").await?, json!([0, "", "undefined"]));
    Ok(())
}

#[tokio::test]
async fn what_a_page_copies_onto_other_elements_does_not_move_a_ref() -> Result<()> {
    let stage = showing(
        "<button id=good class=a data-n=1 onclick='document.title = \"good\"'>Same</button>
        <button id=bad onclick='document.title = \"bad\"'>Other</button>",
    )
    .await?;
    let good = stage.find("Same").await?;
    stage
        .in_page(
            "(() => { const [a, b] = document.querySelectorAll('button');
            for (const { name, value } of [...a.attributes]) if (name !== 'onclick') { b.setAttribute(name, value); a.removeAttribute(name) }
            for (let n = 0; n < 200; n += 1) { a.before(b.cloneNode(true)) } })()",
        )
        .await?;
    stage.perform(webhand_model::Action::Focus { target: good }).await?;
    assert_eq!(stage.in_page("document.activeElement.textContent").await?, json!("Same"));
    Ok(())
}
