//! The player's only access to the page: looks as text, verbs with their arguments.

use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use webhand_bench::bench_browser::BenchBrowser;
use webhand_bench::mcp_client::McpClient;
use webhand_bench::verbs::VerbRunner;
use webhand_model::RenderOptions;

use crate::view::{View, ViewLine};

pub struct Player {
    runtime: Runtime,
    backend: Backend,
    trace: bool,
}

/// How its verbs reach the browser.
enum Backend {
    Directly(BenchBrowser),
    OverMcp { server: McpClient, _folders: VerbRunner },
}

impl Player {
    /// With a server of this program where one is named.
    pub fn start(trace: bool, server: Option<&Path>) -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let backend = if let Some(program) = server {
            let folders = VerbRunner::new(program.to_owned())?;
            let mut command = folders.command();
            // Sites of this machine may be used freely, scripts included.
            command.args(["mcp", "--allow", "localhost", "--allow-code", "localhost"]);
            Backend::OverMcp { server: runtime.block_on(McpClient::start(command))?, _folders: folders }
        } else {
            Backend::Directly(runtime.block_on(BenchBrowser::start())?)
        };
        Ok(Self { runtime, backend, trace })
    }

    pub fn open(&mut self, url: &str) -> Result<()> {
        self.call("open", &json!({"url": url})).map(drop)
    }

    /// For the episode runner alone: policies must not read the page.
    pub fn evaluate(&mut self, script: &str) -> Result<Value> {
        match &mut self.backend {
            Backend::Directly(hand) => self.runtime.block_on(hand.evaluate(script)),
            Backend::OverMcp { server, .. } => self.runtime.block_on(server.evaluate(script)),
        }
    }

    /// The page as text, as a brain gets it.
    pub fn look(&mut self) -> Result<View> {
        self.look_with(RenderOptions::default())
    }

    /// The same with the box of every element that has a ref.
    pub fn look_boxes(&mut self) -> Result<View> {
        self.look_with(RenderOptions { boxes: true, ..RenderOptions::default() })
    }

    fn look_with(&mut self, rendering: RenderOptions) -> Result<View> {
        let text = match &mut self.backend {
            Backend::Directly(hand) => self.runtime.block_on(hand.look_with(rendering))?,
            Backend::OverMcp { server, .. } => {
                self.runtime.block_on(server.call("snapshot", json!({"boxes": rendering.boxes})))?
            }
        };
        self.note(&text);
        Ok(View::read(&text))
    }

    /// Calls a verb of the catalogue and returns the text that a brain would get.
    pub fn call(&mut self, verb: &str, arguments: &Value) -> Result<String> {
        self.note(&format!("> {verb} {arguments}"));
        let answer = match &mut self.backend {
            Backend::Directly(hand) => self.runtime.block_on(hand.call(verb, arguments)),
            Backend::OverMcp { server, .. } => self.runtime.block_on(server.call(verb, arguments.clone())),
        };
        match &answer {
            Ok(text) => self.note(text),
            Err(error) => self.note(&format!("! {error:#}")),
        }
        answer.with_context(|| format!("{verb} {arguments}"))
    }

    pub fn click(&mut self, seen: &ViewLine) -> Result<String> {
        self.call("click", &json!({"ref": seen.target()?}))
    }

    pub fn click_at(&mut self, (x, y): (f64, f64)) -> Result<String> {
        self.call("click_at", &json!({"x": x, "y": y}))
    }

    pub fn drag(&mut self, from: &ViewLine, to: &ViewLine) -> Result<String> {
        self.call("drag", &json!({"from": from.target()?, "to": to.target()?}))
    }

    pub fn drag_at(&mut self, from: (f64, f64), to: (f64, f64)) -> Result<String> {
        self.call("drag_at", &json!({"from": [from.0, from.1], "to": [to.0, to.1]}))
    }

    pub fn fill(&mut self, seen: &ViewLine, value: &str) -> Result<String> {
        self.call("fill", &json!({"ref": seen.target()?, "value": value}))
    }

    pub fn press(&mut self, seen: &ViewLine, key: &str) -> Result<String> {
        self.call("press", &json!({"ref": seen.target()?, "key": key}))
    }

    pub fn hover(&mut self, seen: &ViewLine) -> Result<String> {
        self.call("hover", &json!({"ref": seen.target()?}))
    }

    /// Looks, and clicks the button of this name.
    pub fn click_button(&mut self, name: &str) -> Result<String> {
        let view = self.look()?;
        self.click(view.one("button", name)?)
    }

    fn note(&self, text: &str) {
        if self.trace {
            // A trace that cannot be written is dropped.
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // The server ends with its input; its folders are deleted after that.
        if let Backend::OverMcp { server, .. } = &mut self.backend {
            self.runtime.block_on(server.close());
        }
    }
}
