//! Elements that keep failing: after the second time the brain is told other ways, read off the page.

use std::collections::VecDeque;

use webhand_model::{
    Decision, FailCode, Node, NodeState, OutcomeStatus, Ref, Snapshot, ToolCall, find_spec, quote, truncate,
};

/// What failed lately, by what a person would call it: a ref does not outlive its document, a name does.
#[derive(Debug, Default)]
pub(crate) struct Attempts {
    failed: VecDeque<Failed>,
    /// What the brain has to hear with the next look.
    due: Option<Failed>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Failed {
    called: String,
    name: String,
    /// It was clicked, so a key may do instead.
    is_click: bool,
    times: u32,
}

/// So many elements are remembered.
const REMEMBERED: usize = 20;
/// From this failure on other ways are told.
const TOLD_AFTER: u32 = 2;
/// So many elements of the same name are named.
const MOST_NAMESAKES: usize = 2;
const MOST_ADDRESS: usize = 200;

impl Attempts {
    /// Records what came of a call on an element.
    pub(crate) fn record(&mut self, call: &ToolCall, end: OutcomeStatus, page: &Snapshot) {
        let Some(node) = target(call, page) else { return };
        let called = node.describe();
        let before = self.failed.iter().position(|failed| failed.called == called);
        let before = before.and_then(|at| self.failed.remove(at));
        if end == OutcomeStatus::Done {
            return;
        }
        let is_failure = matches!(end, OutcomeStatus::Failed(code) if is_elements_fault(code));
        let times = before.map_or(0, |failed| failed.times) + u32::from(is_failure);
        let failed = Failed { called, name: node.name.clone(), is_click: is_click(&call.name), times };
        if is_failure && times >= TOLD_AFTER {
            self.due = Some(failed.clone());
        }
        self.failed.push_front(failed);
        self.failed.truncate(REMEMBERED);
    }

    /// Other ways than the one that keeps failing, as far as the page shows any.
    pub(crate) fn suggest_other_ways(&mut self, page: &Snapshot) -> Option<String> {
        let failed = self.due.take()?;
        let found = page.nodes.iter().find(|node| node.target.is_some() && node.describe() == failed.called);
        let own = found.and_then(|node| node.target);
        let mut ways = Vec::new();
        // What is disabled takes no key either.
        let is_off = found.is_some_and(|node| node.is(NodeState::Disabled));
        if let Some(target) = own.filter(|_| failed.is_click && !is_off) {
            ways.push(format!("the keyboard: press Enter with ref {target}"));
        }
        if let Some(address) = found.and_then(|node| node.href.as_deref()) {
            ways.push(format!("its address: open {}", quote(&truncate(address, MOST_ADDRESS))));
        }
        for (target, other) in namesakes(page, &failed.name, own) {
            ways.push(format!("{} {target} of the same name", other.role));
        }
        if let Some(target) = page.nodes.iter().filter(|node| node.role == "searchbox").find_map(|node| node.target) {
            ways.push(format!("the site's search: {target}"));
        }
        if page.viewport.max_scroll_y > page.viewport.scroll_y {
            ways.push("scroll down: the page goes on below".to_owned());
        }
        if ways.is_empty() {
            ways.push("wait, look at the page again, or ask the person".to_owned());
        }
        let Failed { called, times, .. } = failed;
        Some(format!(
            "{called} has failed {times} times. Do not try it the same way again. Other ways: {}.",
            ways.join("; ")
        ))
    }
}

/// The element a call is about, as the brain saw it.
fn target<'a>(call: &ToolCall, page: &'a Snapshot) -> Option<&'a Node> {
    let written = Decision::refs_named(&call.name, &call.arguments);
    let bare = Ref::strip_marks(written.first()?).to_owned();
    page.nodes.iter().find(|node| node.target.is_some_and(|target| target.to_string() == bare))
}

/// Whether an action of this name, or alias, clicks an element.
fn is_click(name: &str) -> bool {
    find_spec(name).is_some_and(|spec| matches!(spec.name, "click" | "dblclick"))
}

fn namesakes<'a>(page: &'a Snapshot, name: &str, own: Option<Ref>) -> impl Iterator<Item = (Ref, &'a Node)> {
    let named = page.nodes.iter().filter(move |node| !name.is_empty() && node.name == name);
    let name = named.filter_map(move |node| Some((node.target.filter(|target| Some(*target) != own)?, node)));
    name.take(MOST_NAMESAKES)
}

/// Whether another element or another way could do better.
fn is_elements_fault(code: FailCode) -> bool {
    matches!(
        code,
        FailCode::NotVisible
            | FailCode::Covered
            | FailCode::Moving
            | FailCode::TargetMoved
            | FailCode::Disabled
            | FailCode::NotEditable
            | FailCode::WrongKind
            | FailCode::NoOption
            | FailCode::NotTaken
            | FailCode::TimedOut
    )
}
