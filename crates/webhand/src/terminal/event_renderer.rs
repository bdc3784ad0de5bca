//! Renders the events of a run as lines for a person. Pure.

use webhand_model::{
    Approver, BrainAnswer, Event, EventKind, Facts, Input, Intent, Millis, Outcome, OutcomeStatus, PersonReply,
    Question, Snapshot, Task, Usage,
};

use super::screen::ScreenUpdate;
use super::{LineKind, ScreenLine};
use crate::display;

/// The state that later events need from earlier ones.
#[derive(Debug, Default)]
pub struct EventRenderer {
    page: Option<Box<Snapshot>>,
    facts: Option<Facts>,
    /// The action under way, in words.
    action_text: String,
    /// The address at the end of `action_text`, if there is one.
    action_address: Option<String>,
    since: Millis,
    by_person: bool,
    steps: u32,
    /// The usage of all answers so far.
    usage: Usage,
    /// The number of a step whose page is unchanged, until the first line of that step shows it.
    unnumbered_step: Option<u32>,
}

impl EventRenderer {
    /// Applies the earlier events, and shows only the title of the run.
    pub fn resume(earlier: &[Event], mut show: impl FnMut(ScreenUpdate)) -> Self {
        let mut renderer = Self::default();
        for event in earlier {
            let updates = renderer.render_event(event);
            if matches!(event.kind, EventKind::Input { input: Input::Started(_), .. }) {
                updates.into_iter().for_each(&mut show);
            }
        }
        renderer
    }

    pub fn render_event(&mut self, event: &Event) -> Vec<ScreenUpdate> {
        match &event.kind {
            EventKind::Input { input, .. } => {
                let took = display::duration(event.at.0.saturating_sub(self.since.0));
                self.render_input(input, took)
            }
            EventKind::Intent { intent, .. } => {
                self.since = event.at;
                self.render_intent(intent)
            }
        }
    }

    fn render_intent(&mut self, intent: &Intent) -> Vec<ScreenUpdate> {
        match intent {
            Intent::Observe { .. } => vec![ScreenUpdate::wait("looking")],
            Intent::AskBrain => vec![ScreenUpdate::Wait(self.thinking_text())],
            Intent::Verify => vec![ScreenUpdate::wait("having it checked")],
            Intent::Extract => vec![ScreenUpdate::wait("having the page read")],
            Intent::Inspect(action) => {
                self.action_text = display::action(action, self.page.as_deref(), None);
                self.action_address = display::trailing_address(action).map(str::to_owned);
                vec![ScreenUpdate::wait(&self.action_text)]
            }
            Intent::Act { action, by, .. } => {
                self.action_text = display::action(action, self.page.as_deref(), self.facts.as_ref());
                self.action_address = display::trailing_address(action).map(str::to_owned);
                self.by_person = *by == Approver::Person;
                vec![ScreenUpdate::wait(&self.action_text)]
            }
            Intent::ResolveRequest { request, release } => {
                self.by_person = false;
                let verb = if *release { "send" } else { "stop" };
                self.action_text = format!("{verb} {}", display::request(request));
                self.action_address = Some(request.url.clone());
                vec![ScreenUpdate::wait(&self.action_text)]
            }
            Intent::AskPerson(question) => vec![ScreenUpdate::Question(question.clone())],
            Intent::UseDebugger => vec![render_note("going on with the browser's debugger")],
            Intent::ResolveRefs(_) | Intent::ReportResult(_) | Intent::HandOver | Intent::TakeBack => Vec::new(),
            Intent::Park { .. } | Intent::Finish(_) => vec![ScreenUpdate::Wait(String::new())],
        }
    }

    fn render_input(&mut self, input: &Input, took: String) -> Vec<ScreenUpdate> {
        match input {
            Input::Started(task) => render_task(task),
            Input::Observed(page) => self.render_page(page, took),
            Input::Answered(answer) => self.render_answer(answer, &took),
            Input::Extracted(answer) => {
                self.usage += answer.usage;
                let cost = format!("{took}, {}", display::usage(&answer.usage));
                vec![ScreenLine::new(LineKind::Note, "a brain read the page for its data").with_aside(cost).into()]
            }
            Input::NotObserved { why, .. } | Input::NotAnswered { why, .. } => {
                vec![
                    ScreenLine::new(LineKind::Failed, display::one_line(why, MOST_TEXT)).with_aside(took).into(),
                    ScreenUpdate::wait("resting"),
                ]
            }
            Input::BrainUnavailable { why, after_person: true, .. } => {
                vec![ScreenLine::new(LineKind::Note, display::one_line(why, MOST_TEXT)).with_aside(took).into()]
            }
            Input::BrainUnavailable { why, wait, .. } => {
                let again = wait.map(|wait| format!(" for {} s, as it asks", wait.0 / 1_000)).unwrap_or_default();
                vec![
                    ScreenLine::new(LineKind::Note, display::one_line(why, MOST_TEXT)).with_aside(took).into(),
                    ScreenUpdate::wait(&format!("waiting for the model{again}")),
                ]
            }
            Input::Inspected(facts) => {
                self.facts = Some(facts.clone());
                Vec::new()
            }
            Input::NotInspected(outcome) | Input::RequestResolved(outcome) => vec![self.render_outcome(outcome, &took)],
            Input::Acted(outcome) => {
                let shown = self.render_outcome(outcome, &took);
                self.facts = None;
                vec![shown]
            }
            Input::Replied(reply) | Input::RepliedFrom { reply, .. } => {
                vec![ScreenLine::new(LineKind::Note, render_reply(reply)).into()]
            }
            Input::BrainChanged(brain) => vec![render_note(&format!("{} goes on", display::one_line(brain, 80)))],
            Input::Told(text) => vec![render_note(&format!("you said: {}", display::one_line(text, MOST_TEXT)))],
            Input::TakenOver => vec![render_note("the browser is yours")],
            Input::Pause => vec![render_note("paused")],
            Input::Continue | Input::TakenBack => vec![render_note("going on")],
            Input::Cancel => vec![render_note("cancelled")],
            Input::Resumed => vec![render_note("taken up again with a new browser")],
            Input::CallWithdrawn => vec![render_note("the agent gave up waiting")],
            Input::SentByGrant(sent) => {
                let line = format!("sent by a grant: {} {}", sent.method, sent.url);
                vec![render_note(&display::one_line(&line, MOST_TEXT))]
            }
            Input::Closed => vec![render_note("the agent has left")],
            Input::ToolCalled(_) | Input::RefsResolved(_) | Input::HandedOver(_) | Input::TimerFired => Vec::new(),
        }
    }

    /// The text of the spinner, with the usage so far.
    fn thinking_text(&self) -> String {
        if self.usage.tokens() == 0 {
            "thinking".to_owned()
        } else {
            format!("thinking ({} so far)", display::usage(&self.usage))
        }
    }

    fn render_page(&mut self, page: &Snapshot, took: String) -> Vec<ScreenUpdate> {
        self.steps += 1;
        let same = self.page.as_ref().is_some_and(|last| last.url == page.url && last.title == page.title);
        if same {
            self.page = Some(Box::new(page.clone()));
            self.unnumbered_step = Some(self.steps);
            return vec![ScreenUpdate::Wait(String::new())];
        }
        self.unnumbered_step = None;
        let title = if page.title.is_empty() { "(no title)" } else { &page.title };
        let elements = page.nodes.iter().filter(|node| node.target.is_some()).count();
        let text = format!(
            "{} · {} · {}",
            display::one_line(title, 60),
            display::one_line(&page.url, 100),
            display::count(elements.try_into().unwrap_or(u64::MAX), "element")
        );
        self.page = Some(Box::new(page.clone()));
        vec![ScreenLine::new(LineKind::Page(self.steps), text).with_aside(took).into()]
    }

    fn render_answer(&mut self, answer: &BrainAnswer, took: &str) -> Vec<ScreenUpdate> {
        let text = display::one_line(&answer.text, MOST_TEXT);
        self.usage += answer.usage;
        let spent = answer.usage.tokens() > 0;
        let cost = if spent { format!("{took}, {}", display::usage(&answer.usage)) } else { String::new() };
        let said = (!text.is_empty())
            .then(|| ScreenLine::new(LineKind::Said(self.unnumbered_step.take()), text).with_aside(cost));
        let problem =
            display::answer_problem(answer, self.page.as_deref()).map(|text| ScreenLine::new(LineKind::Failed, text));
        said.into_iter().chain(problem).map(ScreenUpdate::from).collect()
    }

    fn render_outcome(&self, outcome: &Outcome, took: &str) -> ScreenUpdate {
        let mark = match outcome.status {
            OutcomeStatus::Done => LineKind::Done,
            OutcomeStatus::Failed(_) => LineKind::Failed,
            OutcomeStatus::Refused => LineKind::Refused,
            OutcomeStatus::InDoubt => LineKind::InDoubt,
        };
        let detail = match outcome.status {
            OutcomeStatus::Done => display::changes(outcome, self.action_address.as_deref()),
            OutcomeStatus::Failed(_) | OutcomeStatus::Refused | OutcomeStatus::InDoubt => {
                display::one_line(&outcome.text, MOST_TEXT)
            }
        };
        let allowed = if self.by_person { ", allowed by you" } else { "" };
        let text = if detail.is_empty() { self.action_text.clone() } else { format!("{}  {detail}", self.action_text) };
        ScreenLine::new(mark, text).with_aside(format!("{took}{allowed}")).into()
    }
}

fn render_task(task: &Task) -> Vec<ScreenUpdate> {
    let mut about = task.start.iter().map(|url| display::one_line(url.as_str(), 100)).collect::<Vec<_>>();
    about.push(format!("brain {}", display::one_line(&task.brain, 80)));
    vec![
        ScreenLine::new(LineKind::Title, display::one_line(&task.text, MOST_TEXT)).into(),
        ScreenLine::new(LineKind::About, about.join(" · ")).into(),
    ]
}

fn render_reply(reply: &PersonReply) -> String {
    match reply {
        PersonReply::Yes => "answered: yes".to_owned(),
        PersonReply::YesToKind => "answered: yes, to this kind for the rest of the run".to_owned(),
        PersonReply::No => "answered: no".to_owned(),
        PersonReply::Entered => "entered; it is not kept".to_owned(),
        PersonReply::Text(text) => format!("answered: {}", display::quoted(text)),
    }
}

fn render_note(text: &str) -> ScreenUpdate {
    ScreenLine::new(LineKind::Note, text).into()
}

/// A question as lines in a frame.
pub(super) fn render_question(question: &Question, room: usize) -> Vec<ScreenLine> {
    use super::width::{width, wrap};
    let inner = room.saturating_sub(FRAME).clamp(16, 96);
    let mut inside = wrap(&display::one_line(&question.text, 1_000), inner);
    if !question.details.is_empty() {
        inside.push(String::new());
    }
    for detail in &question.details {
        inside.extend(
            wrap(&display::one_line(detail, 600), inner.saturating_sub(2)).into_iter().map(|line| format!("  {line}")),
        );
    }
    for (at, option) in question.options.iter().enumerate() {
        inside.extend(wrap(&format!("{}) {}", at + 1, display::one_line(option, 300)), inner));
    }
    let widest = inside.iter().map(|line| width(line)).max().unwrap_or(0).max(width(ASKS));
    let bar = |count: usize| "─".repeat(count);
    let mut lines = vec![format!("╭─{ASKS}{}─╮", bar(widest - width(ASKS)))];
    lines.extend(inside.iter().map(|line| format!("│ {line}{} │", " ".repeat(widest - width(line)))));
    lines.push(format!("╰─{}─╯", bar(widest)));
    lines.into_iter().map(|line| ScreenLine::new(LineKind::Question, line)).collect()
}

/// The columns of a frame with its indent.
const FRAME: usize = 6;
const ASKS: &str = " webhand asks ";
const MOST_TEXT: usize = 400;

#[cfg(test)]
mod tests;
