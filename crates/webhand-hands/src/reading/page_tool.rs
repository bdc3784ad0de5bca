//! `page_tool`: calls a tool that the page itself offers (`WebMCP`).

use std::time::Duration;

use serde_json::{Map, Value};
use webhand_model::{FailCode, Node, Origin, Outcome, TabId, clean, quote, truncate};

use crate::action_error::ActionError;
use crate::documents::pages::CALLED_WITHIN;
use crate::driver::{FrameId, OfferedTool, ToolCallId, ToolResponse, ToolStatus};
use crate::reading::Scripts;
use crate::world::World;

impl Scripts {
    pub(crate) async fn page_tool(
        &self,
        name: &str,
        args: Option<&Map<String, Value>>,
        judged_for: Option<&Origin>,
    ) -> Result<Outcome, ActionError> {
        self.access.unblocked()?;
        let place = self.pages.page()?;
        let offered = self.access.read(|world| offering_frame(world, place.tab, name, judged_for).cloned());
        let Some(frame) = offered else { return Err(self.no_such_tool(place.tab)) };
        let session = self.access.read(|world| world.frames.get(&frame).map(|frame| frame.session.clone()));
        let session = session.ok_or_else(|| self.no_such_tool(place.tab))?;
        let tools = self
            .access
            .driver()
            .page_tools()
            .ok_or_else(|| ActionError::lacking(self.access.driver(), "call tools of pages"))?;
        let watch = self.settler.watch(place.tab);
        let input = args.map_or_else(|| Value::Object(Map::new()), |args| Value::Object(args.clone()));
        let id = tools.call(&session, &frame, name, input, CALLED_WITHIN).await?;
        let answer = self.access.until(ANSWERED_WITHIN, |world| find_answer(world, &id)).await;
        let Some(answer) = answer else {
            // The tool may have finished before the cancellation, so the outcome is in doubt either way.
            let _ = tools.cancel(&session, &id, CALLED_WITHIN).await;
            return Ok(Outcome::in_doubt(format!(
                "{} did not answer in time and was told to stop; look at the page before trying again",
                quote(name)
            )));
        };
        let mut outcome = self.settler.settled(&watch, render_answer(name, &answer)).await;
        if answer.status == ToolStatus::Completed {
            outcome.data = answer.output;
        } else if outcome.status == webhand_model::OutcomeStatus::Done {
            outcome.status = webhand_model::OutcomeStatus::Failed(FailCode::NotTaken);
        }
        Ok(outcome)
    }

    fn no_such_tool(&self, tab: TabId) -> ActionError {
        let names: Vec<String> = self.access.read(|world| {
            tools_in_tab(world, tab)
                .take(MOST_LISTED)
                .map(|(_, tool)| format!("{} {}", quote(&clean_label(&tool.name)), tool.input_schema))
                .collect()
        });
        let text = if names.is_empty() {
            "the page offers no tools; use its controls".to_owned()
        } else {
            format!("the page offers no such tool; it offers {}", truncate(&names.join(", "), MOST_TEXT))
        };
        ActionError::failed(FailCode::NotFound, text)
    }
}

/// Returns the tools of all frames of a tab.
fn tools_in_tab(world: &World, tab: TabId) -> impl Iterator<Item = (&FrameId, &OfferedTool)> {
    world.frames.in_tab(tab).flat_map(|(id, frame)| frame.tools.iter().map(move |tool| (id, tool)))
}

/// Returns the frame whose tool of this name is called: the page itself before the frames in it. With `origin`, only a
/// frame of this origin, because the call was judged for it.
fn offering_frame<'a>(world: &'a World, tab: TabId, name: &str, origin: Option<&Origin>) -> Option<&'a FrameId> {
    let is_judged =
        |id: &FrameId| origin.is_none_or(|origin| world.frames.get(id).is_some_and(|frame| frame.origin == *origin));
    let offering = tools_in_tab(world, tab).filter(|(id, tool)| tool.name == name && is_judged(id)).map(|(id, _)| id);
    let top = world.tabs.get(tab).map(|tab| &tab.top);
    offering.min_by_key(|id| (Some(*id) != top, id.as_str()))
}

/// The origin of the frame that offers a tool.
pub(crate) fn tool_origin(world: &World, tab: TabId, name: &str) -> Option<Origin> {
    let frame = offering_frame(world, tab, name, None)?;
    world.frames.get(frame).map(|frame| frame.origin.clone())
}

/// Returns a snapshot node for each tool of a page; observing appends them to the page's own nodes.
pub(crate) fn as_nodes(world: &World, tab: TabId) -> Vec<Node> {
    let node = |(_, tool): (&FrameId, &OfferedTool)| Node {
        role: "tool".to_owned(),
        name: clean_label(&tool.name),
        value: Some(clean_label(&tool.description)).filter(|text| !text.is_empty()),
        in_view: true,
        ..Node::default()
    };
    tools_in_tab(world, tab).take(MOST_LISTED).map(node).collect()
}

fn find_answer(world: &World, id: &ToolCallId) -> Option<ToolResponse> {
    world.tool_answers.iter().find(|answer| answer.call == *id).cloned()
}

fn render_answer(name: &str, answer: &ToolResponse) -> String {
    let name = quote(&clean_label(name));
    let output = match &answer.output {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => answer.error_text.clone().unwrap_or_default(),
    };
    let output = quote(&truncate(&clean(&output), MOST_TEXT));
    match answer.status {
        ToolStatus::Completed => format!("the page's tool {name} answered {output}"),
        ToolStatus::Cancelled => format!("the page's tool {name} was stopped"),
        ToolStatus::Failed => format!("the page's tool {name} failed: {output}"),
    }
}

fn clean_label(text: &str) -> String {
    truncate(&clean(text), MOST_NAME).into_owned()
}

const ANSWERED_WITHIN: Duration = Duration::from_secs(30);
const MOST_LISTED: usize = 20;
const MOST_NAME: usize = 160;
const MOST_TEXT: usize = 8_000;
