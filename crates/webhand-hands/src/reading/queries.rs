//! The reading actions `snapshot`, `find`, `get`, `is`, `console`, `network` and `downloads`.

use std::sync::PoisonError;

use serde_json::{Value, json};
use webhand_model::{
    ElementCheck, ElementProperty, ElementQuery, FailCode, Outcome, Ref, RenderOptions, clean_value, quote, truncate,
};
use webhand_wire::{PageCommand, PageReply};

use crate::action_error::ActionError;
use crate::documents::pages::refused;
use crate::looking::frames::Extent;
use crate::reading::Reader;
use crate::settling::changes::shown;
use crate::world::Stage;

impl Reader {
    /// Takes a snapshot. With `as_delta` it renders only the changes since the last `snapshot` action.
    pub(crate) async fn snapshot(&self, rendering: RenderOptions, as_delta: bool) -> Result<Outcome, ActionError> {
        let before = self
            .last_snapshot
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .as_ref()
            .filter(|_| as_delta)
            .map(Extent::of);
        let is_usual = rendering.scope.is_none() && rendering.budget <= RenderOptions::default().budget;
        let extent = if is_usual && before != Some(Extent::Whole) { Extent::Near } else { Extent::Whole };
        let snapshot = self.looker.fresh(extent).await?;
        if let Some(scope) = rendering.scope
            && snapshot.node(scope).is_none()
        {
            return Err(crate::documents::elements::gone(scope));
        }
        let mut last = self.last_snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        let rendered = match last.as_ref().filter(|_| as_delta) {
            Some(before) => snapshot.render_delta(before, rendering),
            None => snapshot.render(rendering),
        };
        *last = Some(snapshot);
        Ok(Outcome::done(rendered.text))
    }

    pub(crate) async fn find(&self, text: Option<&str>, role: Option<&str>) -> Result<Outcome, ActionError> {
        let found = self.looker.fresh(Extent::Whole).await?.render_found(ElementQuery { text, role }, MOST_FOUND);
        Ok(Outcome::done(found))
    }

    pub(crate) async fn get(
        &self,
        what: ElementProperty,
        target: Option<Ref>,
        name: Option<&str>,
    ) -> Result<Outcome, ActionError> {
        match what {
            ElementProperty::Title => return Ok(Outcome::done(self.looker.fresh(Extent::Near).await?.title)),
            ElementProperty::Url => {
                let (tab, _) = self.access.current()?;
                return Ok(Outcome::done(
                    self.access.read(|world| world.top(tab).map(|top| top.url.clone())).unwrap_or_default(),
                ));
            }
            ElementProperty::Count => {
                let snapshot = self.looker.fresh(Extent::Whole).await?;
                let role = name
                    .ok_or_else(|| ActionError::failed(FailCode::BadCall, "get count needs name: the role to count"))?;
                let count = snapshot.nodes.iter().filter(|node| node.role.eq_ignore_ascii_case(role)).count();
                return Ok(Outcome { data: Some(json!(count)), ..Outcome::done(count.to_string()) });
            }
            ElementProperty::Text
            | ElementProperty::Value
            | ElementProperty::Html
            | ElementProperty::Attribute
            | ElementProperty::Box => {}
        }
        let Some(target) = target else {
            return Err(ActionError::failed(FailCode::BadCall, "this needs a ref: of which element?"));
        };
        let element = self.elements.element(target)?;
        let attribute = match what {
            ElementProperty::Html => None,
            ElementProperty::Attribute => Some(
                name.ok_or_else(|| ActionError::failed(FailCode::BadCall, "get attribute needs name: which one?"))?
                    .to_owned(),
            ),
            ElementProperty::Text
            | ElementProperty::Value
            | ElementProperty::Box
            | ElementProperty::Title
            | ElementProperty::Url
            | ElementProperty::Count => {
                return self.get_state(&element, what).await;
            }
        };
        let reply = self.elements.ask_about(&element, &PageCommand::Source { node: element.node, attribute }).await?;
        let PageReply::Text { text } = reply else { return Err(refused(reply)) };
        Ok(Outcome::done(truncate(&text, MOST_TEXT).into_owned()))
    }

    async fn get_state(
        &self,
        element: &crate::documents::elements::Element,
        what: ElementProperty,
    ) -> Result<Outcome, ActionError> {
        let state = self.elements.state(element).await?;
        if what == ElementProperty::Box {
            let [x, y, width, height] = state.bounds.map(f64::round);
            return Ok(Outcome {
                data: Some(json!([x, y, width, height])),
                ..Outcome::done(format!("{x}, {y}, {width}, {height}"))
            });
        }
        let text = if what == ElementProperty::Value {
            truncate(&clean_value(&state.value.unwrap_or_default()), MOST_TEXT).into_owned()
        } else {
            clean_lines(&state.text)
        };
        Ok(Outcome::done(text))
    }

    pub(crate) async fn is(&self, what: ElementCheck, target: Ref) -> Result<Outcome, ActionError> {
        let element = self.elements.element(target)?;
        let state = self.elements.state(&element).await?;
        let answer = match what {
            ElementCheck::Visible => state.visible,
            ElementCheck::Enabled => state.enabled,
            ElementCheck::Checked => state.checked == Some(true),
            ElementCheck::Focused => state.focused,
            ElementCheck::Editable => state.editable,
        };
        let word = if answer { "yes" } else { "no" };
        Ok(Outcome { data: Some(json!(answer)), ..Outcome::done(word) })
    }

    pub(crate) fn console(&self) -> Result<Outcome, ActionError> {
        let (tab, _) = self.access.current()?;
        let lines: Vec<String> = self
            .access
            .read(|world| world.tabs.get(tab).map(|tab| tab.console().map(quote).collect()).unwrap_or_default());
        if lines.is_empty() {
            return Ok(Outcome::done("the console is empty"));
        }
        Ok(Outcome::done(format!("- {}", lines.join("\n- "))))
    }

    pub(crate) fn network(&self) -> Result<Outcome, ActionError> {
        let (tab, _) = self.access.current()?;
        let mut lines: Vec<String> = self.access.read(|world| {
            let line = |exchange: &crate::world::Exchange| {
                let status = match (exchange.status, &exchange.failure) {
                    (Some(status), _) => status.to_string(),
                    (None, Some(failure)) => failure.to_string(),
                    (None, None) => "under way".to_owned(),
                };
                let kind = exchange.kind.to_lowercase();
                format!("- {} {} {status} [{kind}]", exchange.method, quote(&shown(&exchange.url)))
            };
            world.traffic.recent(tab).rev().take(MOST_REQUESTS).map(line).collect()
        });
        lines.reverse();
        if lines.is_empty() {
            return Ok(Outcome::done("no requests were seen"));
        }
        Ok(Outcome::done(lines.join("\n")))
    }

    pub(crate) fn downloads(&self) -> Outcome {
        // Several sessions may share a browser; each lease then has its own download folder.
        let own =
            self.access.read(|world| world.leases.get(self.access.lease).and_then(|lease| lease.downloads.clone()));
        let folder = own.or_else(|| self.access.browser.options.downloads.clone()).unwrap_or_default();
        let (lines, entries): (Vec<String>, Vec<Value>) = self.access.read(|world| {
            let entry_of = |download: &crate::world::Download| {
                let stage = match download.stage {
                    Stage::UnderWay => "under way",
                    Stage::Complete => "complete",
                    Stage::Cancelled => "cancelled",
                };
                let (file, bytes) = (&download.file, download.bytes);
                let entry = json!({"file": folder.join(file), "stage": stage, "bytes": bytes});
                (format!("- {} [{stage}] {bytes} bytes", quote(file)), entry)
            };
            world.downloads.of(self.access.lease).map(entry_of).unzip()
        });
        if lines.is_empty() {
            return Outcome::done("nothing was downloaded").with_data(json!([]));
        }
        let text = format!("in {}\n{}", quote(&folder.display().to_string()), lines.join("\n"));
        Outcome::done(text).with_data(entries.into())
    }
}

/// Cleans a text line by line, so that it keeps its line breaks and indentation.
fn clean_lines(text: &str) -> String {
    let clean_line = |line: &str| {
        let indent = line.len() - line.trim_start_matches(' ').len();
        format!("{:1$}{2}", "", indent.min(20), webhand_model::clean(line))
    };
    let lines: Vec<String> = text.lines().map(clean_line).collect();
    truncate(&lines.join("\n"), MOST_TEXT).into_owned()
}

const MOST_FOUND: usize = 30;
const MOST_REQUESTS: usize = 50;
const MOST_TEXT: usize = 50_000;
