//! The player's only way to the page: looks as text, verbs with their arguments.

use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use webhand_bench::client::Mcp;
use webhand_bench::hand::Hand;
use webhand_bench::verbs::Verbs;
use webhand_model::RenderOptions;

use crate::view::{Seen, View};

pub struct Player {
    runtime: Runtime,
    way: Way,
    trace: bool,
}

/// How its verbs reach the browser.
enum Way {
    Directly(Hand),
    OverMcp { server: Mcp, _folders: Verbs },
}

impl Player {
    /// With a server of this program where one is named.
    pub fn start(trace: bool, server: Option<&Path>) -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let way = if let Some(program) = server {
            let folders = Verbs::new(program.to_owned())?;
            let mut command = folders.command();
            // Sites of this machine may be used freely, scripts included.
            command.args(["mcp", "--allow", "localhost", "--allow-code", "localhost"]);
            Way::OverMcp { server: runtime.block_on(Mcp::start(command))?, _folders: folders }
        } else {
            Way::Directly(runtime.block_on(Hand::start())?)
        };
        Ok(Self { runtime, way, trace })
    }

    pub fn open(&mut self, url: &str) -> Result<()> {
        self.call("open", &json!({"url": url})).map(drop)
    }

    /// For the table alone: policies have no business in the page.
    pub fn evaluate(&mut self, script: &str) -> Result<Value> {
        match &mut self.way {
            Way::Directly(hand) => self.runtime.block_on(hand.evaluate(script)),
            Way::OverMcp { server, .. } => self.runtime.block_on(server.evaluate(script)),
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
        let text = match &mut self.way {
            Way::Directly(hand) => self.runtime.block_on(hand.look_with(rendering))?,
            Way::OverMcp { server, .. } => {
                self.runtime.block_on(server.call("snapshot", json!({"boxes": rendering.boxes})))?
            }
        };
        self.note(&text);
        Ok(View::read(&text))
    }

    /// One verb of the catalogue; the answer is what a brain would be told.
    pub fn call(&mut self, verb: &str, arguments: &Value) -> Result<String> {
        self.note(&format!("> {verb} {arguments}"));
        let answer = match &mut self.way {
            Way::Directly(hand) => self.runtime.block_on(hand.call(verb, arguments)),
            Way::OverMcp { server, .. } => self.runtime.block_on(server.call(verb, arguments.clone())),
        };
        match &answer {
            Ok(text) => self.note(text),
            Err(error) => self.note(&format!("! {error:#}")),
        }
        answer.with_context(|| format!("{verb} {arguments}"))
    }

    pub fn click(&mut self, seen: &Seen) -> Result<String> {
        self.call("click", &json!({"ref": seen.target()?}))
    }

    pub fn click_at(&mut self, (x, y): (f64, f64)) -> Result<String> {
        self.call("click_at", &json!({"x": x, "y": y}))
    }

    pub fn drag(&mut self, from: &Seen, to: &Seen) -> Result<String> {
        self.call("drag", &json!({"from": from.target()?, "to": to.target()?}))
    }

    pub fn drag_at(&mut self, from: (f64, f64), to: (f64, f64)) -> Result<String> {
        self.call("drag_at", &json!({"from": [from.0, from.1], "to": [to.0, to.1]}))
    }

    pub fn fill(&mut self, seen: &Seen, value: &str) -> Result<String> {
        self.call("fill", &json!({"ref": seen.target()?, "value": value}))
    }

    pub fn press(&mut self, seen: &Seen, key: &str) -> Result<String> {
        self.call("press", &json!({"ref": seen.target()?, "key": key}))
    }

    pub fn hover(&mut self, seen: &Seen) -> Result<String> {
        self.call("hover", &json!({"ref": seen.target()?}))
    }

    /// Looks, and clicks the button of this name.
    pub fn push(&mut self, name: &str) -> Result<String> {
        let view = self.look()?;
        self.click(view.one("button", name)?)
    }

    fn note(&self, text: &str) {
        if self.trace {
            // Nobody reads a trace that cannot be written.
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // The server ends with its input; its folders are deleted after that.
        if let Way::OverMcp { server, .. } = &mut self.way {
            self.runtime.block_on(server.close());
        }
    }
}
