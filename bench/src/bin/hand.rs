//! A `BenchBrowser` over standard input and output, for programs in other languages: a line `{"id":1,"op":"open","url":"…"}` is
//! answered by a line `{"id":1,"ok":…}` or `{"id":1,"err":"…"}`.
//!
//! `start`; `open` with `url`; `observe` with `variant` (`default`, `none` for the whole page, `boxes`, or a budget);
//! `click` with `ref`; `fill` with `ref` and `text`; `call` with `name` and `arguments`, any action of the catalogue;
//! `eval` with `js`; `devtools` with `method` and `params`, to profile looks; `close`. It ends with its input.

use std::io::Write as _;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use webhand_bench::bench_browser::BenchBrowser;
use webhand_model::RenderOptions;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    let mut hand = None;
    while let Some(line) = lines.next_line().await? {
        let asked: Value = serde_json::from_str(&line)?;
        let closes = asked["op"] == "close";
        let answer = match answer(&mut hand, &asked).await {
            Ok(ok) => json!({"id": asked["id"], "ok": ok}),
            Err(error) => json!({"id": asked["id"], "err": format!("{error:#}")}),
        };
        writeln!(std::io::stdout(), "{answer}")?;
        if closes {
            return Ok(());
        }
    }
    if let Some(hand) = hand {
        hand.close().await;
    }
    Ok(())
}

async fn answer(started: &mut Option<BenchBrowser>, asked: &Value) -> Result<Value> {
    let op = asked["op"].as_str().context("no op")?;
    if op == "close" {
        if let Some(hand) = started.take() {
            hand.close().await;
        }
        return Ok(json!(""));
    }
    if started.is_none() {
        *started = Some(BenchBrowser::start().await?);
    }
    let hand = started.as_mut().context("was just started")?;
    let word = |name: &str| asked[name].as_str().with_context(|| format!("{op} needs {name}"));
    let text = match op {
        "start" => String::new(),
        // The hands open only pages of sites.
        "open" if word("url")?.starts_with("about:") => {
            hand.devtools("Page.navigate", &json!({"url": asked["url"]})).await?.to_string()
        }
        "open" => hand.open(word("url")?).await?,
        "observe" => hand.look_with(rendering(asked["variant"].as_str().unwrap_or("default"))?).await?,
        "click" => hand.call("click", &json!({"ref": word("ref")?})).await?,
        "fill" => hand.call("fill", &json!({"ref": word("ref")?, "value": word("text")?})).await?,
        "call" => hand.call(word("name")?, &asked["arguments"]).await?,
        "eval" => return hand.evaluate(word("js")?).await,
        "devtools" => return hand.devtools(word("method")?, &asked["params"]).await,
        other => bail!("no op {other}"),
    };
    Ok(json!(text))
}

fn rendering(variant: &str) -> Result<RenderOptions> {
    let usual = RenderOptions::default();
    Ok(match variant {
        "default" => usual,
        "none" => RenderOptions { budget: RenderOptions::NO_LIMIT, ..usual },
        "boxes" => RenderOptions { boxes: true, ..usual },
        budget => RenderOptions { budget: budget.parse().context("a variant or a number of tokens")?, ..usual },
    })
}
