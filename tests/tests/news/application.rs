//! The pages, served on this machine, and the steps that each of them holds.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use axum::Router;
use axum::extract::Path as UrlPath;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// One step, and the texts that the page shows because of it.
#[derive(Debug, Clone)]
pub struct Step {
    pub on: String,
    /// The text that is filled in; without one the element is clicked.
    pub text: Option<String>,
    pub brings: Vec<String>,
}

pub struct Applications {
    port: u16,
    /// Serves until it is dropped.
    _runtime: Runtime,
}

impl Applications {
    pub fn serve() -> Result<Self> {
        let runtime = Runtime::new()?;
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"))?;
        let port = listener.local_addr()?.port();
        let router = Router::new().route("/slow/{what}", get(slow)).route("/{file}", get(file));
        runtime.spawn(async move { axum::serve(listener, router).await });
        Ok(Self { port, _runtime: runtime })
    }

    pub fn url(&self, name: &str) -> String {
        format!("http://127.0.0.1:{}/{name}.html", self.port)
    }

    /// The list of steps that stands in the page.
    pub fn steps(name: &str) -> Result<Vec<Step>> {
        let page = std::fs::read_to_string(folder().join(format!("{name}.html")))?;
        let (_, rest) = page.split_once("id=\"steps\">").context("the page has no steps")?;
        let (steps, _) = rest.split_once("</script>").context("the steps do not end")?;
        let steps: Vec<Value> = serde_json::from_str(steps)?;
        steps.iter().map(read_step).collect()
    }
}

fn read_step(step: &Value) -> Result<Step> {
    let text = |name: &str| step[name].as_str().map(str::to_owned);
    let on = text("click").or_else(|| text("fill")).context("a step clicks or fills something")?;
    let brings = step["brings"].as_array().context("a step brings something")?;
    let brings = brings.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    Ok(Step { on, text: text("with"), brings })
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/apps")
}

async fn file(UrlPath(file): UrlPath<String>) -> Response {
    let kind =
        if Path::new(&file).extension().is_some_and(|kind| kind == "js") { "text/javascript" } else { "text/html" };
    match std::fs::read(folder().join(&file)) {
        Ok(body) => ([(header::CONTENT_TYPE, kind)], body).into_response(),
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

/// An answer as late as those of a server far away.
async fn slow() -> &'static str {
    tokio::time::sleep(Duration::from_millis(150)).await;
    "done"
}
