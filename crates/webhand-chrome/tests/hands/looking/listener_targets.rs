//! Elements that are clickable only because of their event listeners.

use anyhow::Result;
use serde_json::json;

use crate::support::showing;

#[tokio::test]
async fn elements_with_listeners_can_be_clicked() -> Result<()> {
    let stage = showing(
        "<h1 id=out>-</h1><p>Plain words</p><div id=wrap><span id=reply>Reply</span> <span id=forward>Forward</span></div>
        <div id=host></div>
        <script>
        const say = (text) => () => { out.textContent = text; };
        reply.addEventListener('click', say('replied'));
        forward.addEventListener('click', say('forwarded'));
        document.addEventListener('click', () => {});
        document.body.addEventListener('click', () => {});
        const root = host.attachShadow({ mode: 'closed' });
        root.innerHTML = '<slot></slot><b>Hidden away</b>';
        root.querySelector('b').addEventListener('click', say('found'));
        </script>",
    )
    .await?;
    let text = stage.text().await?;
    assert!(text.contains("- text \"Plain words\""), "{text}");
    for (name, says) in [("Forward", "forwarded"), ("Reply", "replied"), ("Hidden away", "found")] {
        stage.do_on(name, "click", json!({})).await?;
        assert!(stage.text().await?.contains(&format!("\"{says}\"")), "{name}: {}", stage.text().await?);
    }
    Ok(())
}

#[tokio::test]
async fn a_listener_that_is_added_later_is_found() -> Result<()> {
    let stage = showing(
        "<button onclick=\"tile.addEventListener('click', () => { tile.textContent = 'Turned' })\">Arm</button><div id=tile>Tile</div>",
    )
    .await?;
    assert!(stage.find("Tile").await.is_err());
    stage.do_on("Arm", "click", json!({})).await?;
    stage.do_on("Tile", "click", json!({})).await?;
    assert!(stage.text().await?.contains("Turned"));
    Ok(())
}

#[tokio::test]
async fn listeners_in_frames_are_found_there() -> Result<()> {
    let stage = showing(
        "<iframe srcdoc=\"<div id=in>Inner tile</div><script>document.getElementById('in').addEventListener('click', (event) => {
            event.target.textContent = 'Inner turned'; });</script>\"></iframe>",
    )
    .await?;
    stage.do_on("Inner tile", "click", json!({})).await?;
    assert!(stage.text().await?.contains("Inner turned"));
    Ok(())
}

/// All frames of one process are queried at once; listeners must be assigned to the right frame, also later ones.
#[tokio::test]
async fn nested_frames_each_get_their_own_listeners() -> Result<()> {
    let tile = |name: &str, inner: &str| {
        format!(
            "<div id=tile>{name} tile</div>{inner}<script>
            tile.addEventListener('click', () => {{ tile.textContent = '{name} turned'; }});
            </script>"
        )
    };
    let framed =
        |html: &str| format!("<iframe srcdoc=\"{}\"></iframe>", html.replace('&', "&amp;").replace('"', "&quot;"));
    let late = "<button onclick=\"late.addEventListener('click', () => { late.textContent = 'Late turned'; })\">Arm</button><p id=late>Late tile</p>";
    let stage = showing(&tile("Outer", &framed(&tile("Middle", &framed(&tile("Inner", late)))))).await?;
    for name in ["Inner", "Outer", "Middle"] {
        stage.do_on(&format!("{name} tile"), "click", json!({})).await?;
        assert!(stage.text().await?.contains(&format!("{name} turned")), "{}", stage.text().await?);
    }
    assert!(stage.find("Late tile").await.is_err());
    stage.do_on("Arm", "click", json!({})).await?;
    stage.do_on("Late tile", "click", json!({})).await?;
    assert!(stage.text().await?.contains("Late turned"), "{}", stage.text().await?);
    Ok(())
}

/// More listeners than are recorded must not delay a look.
#[tokio::test]
async fn a_page_with_very_many_listeners_is_still_seen() -> Result<()> {
    let stage = showing(
        "<button>First</button><div id=many hidden></div><script>
        many.innerHTML = '<i>x</i>'.repeat(31000);
        for (const item of many.children) item.addEventListener('click', () => {});
        </script>",
    )
    .await?;
    assert!(stage.find("First").await.is_ok());
    Ok(())
}

/// The page process crashed when listeners were queried often from an isolated world.
#[tokio::test]
async fn looking_again_and_again_does_no_harm() -> Result<()> {
    let stage = showing("<div id=tile>Tile</div><script>tile.onclick = () => 0</script>").await?;
    for _ in 0..5 {
        stage.open("/").await?;
        for _ in 0..20 {
            assert!(stage.text().await?.contains("Tile"));
        }
    }
    Ok(())
}
