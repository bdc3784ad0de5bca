//! A simulated chat page with a clock that runs only while somebody waits for it.

use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, pending, ready};
use webhand_model::Millis;
use webhand_port::{ChatPage, ChatPageError, ChatTurns};
use webhand_wire::chat::{
    AnswerBlock, AnswerBlockKind, AssistantTurn, ChatCall, ChatCandidate, ChatCommand, ChatEditor, ChatErrorCode,
    ChatPageState, ChatReply, ChatRole, ComposerReading, EndMark, LearnedRole, ProbeReport, ProbedRole, SendControl,
    SendWay, TurnReading, UserTurn, WritePlace, WriteWay,
};

pub(super) type Model = fn(&str) -> String;

#[derive(Debug)]
pub(super) struct Answering {
    text: String,
    /// When the characters up to this many are there.
    steps: Vec<(u64, usize)>,
}

#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a way in which a site can misbehave, set by one test")]
pub(super) struct Site {
    pub now: u64,
    pub composer: String,
    pub chips: u32,
    /// All user messages, in their order, with their answers.
    pub turns: Vec<(String, Answering)>,
    pub paste_limit: usize,
    pub button_works: bool,
    pub key_works: bool,
    pub state: ChatPageState,
    pub end_marks: EndMark,
    pub has_stop: bool,
    /// The pauses between the pieces of an answer.
    pub pauses: Vec<u64>,
    pub model: Model,
    pub note: Option<String>,
    pub shown: Vec<String>,
    pub address: String,
    /// After so many calls the process is gone.
    pub calls_left: usize,
    pub insertions: usize,
    /// A message that is sent disappears from the composer and never gets into the chat.
    pub swallows: bool,
    pub swallowed: usize,
    /// The chat is empty again when its message has stood there for so long.
    pub loses_after: Option<u64>,
}

pub(super) struct FakePage(Mutex<Site>, ChatTurns);

impl FakePage {
    pub fn new(model: Model) -> Self {
        let site = Mutex::new(Site {
            now: 1_000,
            composer: String::new(),
            chips: 0,
            turns: Vec::new(),
            paste_limit: usize::MAX,
            button_works: true,
            key_works: true,
            state: ChatPageState::Ready {},
            end_marks: EndMark::There,
            has_stop: true,
            pauses: vec![50, 50, 50],
            model,
            note: None,
            shown: Vec::new(),
            address: String::new(),
            calls_left: usize::MAX,
            insertions: 0,
            swallows: false,
            swallowed: 0,
            loses_after: None,
        });
        Self(site, ChatTurns::default())
    }

    pub fn site(&self) -> MutexGuard<'_, Site> {
        self.0.lock().unwrap()
    }

    pub fn messages(&self) -> Vec<String> {
        self.site().turns.iter().map(|(message, _)| message.clone()).collect()
    }
}

impl Site {
    fn reply(&mut self, command: ChatCommand) -> ChatReply {
        match command {
            ChatCommand::ReadComposer {} | ChatCommand::Focus {} => self.composer(),
            ChatCommand::Write { text, place, way, .. } => {
                if way == WriteWay::Paste && text.chars().count() > self.paste_limit {
                    self.chips += 1;
                    return self.composer();
                }
                if place == WritePlace::Replace {
                    self.composer.clear();
                }
                self.composer.push_str(&text);
                self.composer()
            }
            ChatCommand::Clear { .. } => {
                self.composer.clear();
                self.composer()
            }
            ChatCommand::RemoveChips { keep, .. } => {
                self.chips = keep;
                self.composer()
            }
            ChatCommand::Send { way } => self.send(way),
            ChatCommand::Watch { mark, seen, max_ms } => self.watch(&mark, seen, max_ms),
            ChatCommand::Probe {} => self.probe(),
            ChatCommand::Learn { .. } => learned(),
        }
    }

    fn probe(&self) -> ChatReply {
        let role = ProbedRole { role: ChatRole::Composer, candidates: 4, fitting: 2, elements: 1 };
        ChatReply::Probed(ProbeReport {
            roles: vec![role],
            state: self.state.clone(),
            editor: ChatEditor::Prosemirror,
            address: self.address.clone(),
            hidden: false,
            language: "en".to_owned(),
        })
    }

    fn send(&mut self, way: SendWay) -> ChatReply {
        let works = if way == SendWay::Button { self.button_works } else { self.key_works };
        if !works {
            return ChatReply::Error { code: ChatErrorCode::NoSend, message: "no button".to_owned() };
        }
        let message = std::mem::take(&mut self.composer);
        if self.swallows {
            self.swallowed += 1;
            return ChatReply::Done {};
        }
        let text = (self.model)(&message);
        let (mut at, mut steps) = (self.now + 300, Vec::new());
        let pieces = self.pauses.len() + 1;
        for piece in 1..=pieces {
            steps.push((at, text.chars().count() * piece / pieces));
            at += self.pauses.get(piece - 1).copied().unwrap_or_default();
        }
        self.turns.push((message, Answering { text, steps }));
        self.address = "http://chat.test/c/1".to_owned();
        ChatReply::Done {}
    }

    /// Waits by moving the clock to the next change.
    fn watch(&mut self, mark: &str, seen: Option<u32>, max_ms: u32) -> ChatReply {
        let until = self.now + u64::from(max_ms);
        let steps = self.turns.iter().flat_map(|(_, answer)| answer.steps.iter().map(|(at, _)| *at));
        let next = steps.filter(|at| *at > self.now).min();
        if seen == Some(self.revision()) {
            self.now = next.filter(|at| *at <= until).unwrap_or(until);
        }
        let oldest = self.turns.first().map(|(_, answer)| answer.steps[0].0);
        if self.loses_after.zip(oldest).is_some_and(|(after, oldest)| self.now > oldest + after) {
            self.turns.clear();
        }
        let place = self.turns.iter().rposition(|(message, _)| message.contains(mark));
        let user = place.map(|place| {
            let message = &self.turns[place].0;
            let newest = place + 1 == self.turns.len();
            let length = u32::try_from(message.chars().count()).unwrap();
            UserTurn { newest, length, head: message.clone(), tail: message.clone() }
        });
        let answer = place.map(|place| &self.turns[place].1);
        let begun = answer.filter(|answer| answer.steps[0].0 <= self.now);
        let changed =
            begun.and_then(|answer| answer.steps.iter().map(|(at, _)| *at).filter(|at| *at <= self.now).max());
        let is_over = begun.is_some_and(|answer| answer.steps.last().unwrap().0 <= self.now);
        let assistant = begun.map(|answer| {
            let there = answer.steps.iter().filter(|(at, _)| *at <= self.now).map(|(_, count)| *count).max().unwrap();
            let text: String = answer.text.chars().take(there).collect();
            let kind = if text.starts_with('{') { AnswerBlockKind::Code } else { AnswerBlockKind::Text };
            let block = AnswerBlock { kind, language: "json".to_owned(), text, whole: true };
            let end_mark = if self.end_marks == EndMark::There && !is_over { EndMark::Absent } else { self.end_marks };
            AssistantTurn { blocks: vec![block], end_mark, busy_mark: false, thinking: false }
        });
        let stop = self.has_stop && place.is_some() && !is_over;
        ChatReply::Turns(TurnReading {
            revision: self.revision(),
            user_turns: u32::try_from(self.turns.len()).unwrap(),
            user,
            assistant,
            stop,
            quiet_ms: u32::try_from(self.now - changed.unwrap_or(self.now)).unwrap(),
            state: self.state.clone(),
            address: self.address.clone(),
            hidden: false,
        })
    }

    fn revision(&self) -> u32 {
        let steps = self.turns.iter().flat_map(|(_, answer)| &answer.steps);
        u32::try_from(self.turns.len() + steps.filter(|(at, _)| *at <= self.now).count()).unwrap()
    }

    fn composer(&self) -> ChatReply {
        let is_busy = self.turns.last().is_some_and(|(_, answer)| answer.steps.last().unwrap().0 > self.now);
        ChatReply::Composer(ComposerReading {
            text: self.composer.clone(),
            chips: self.chips,
            send: if self.button_works { SendControl::Enabled } else { SendControl::Absent },
            editor: ChatEditor::Prosemirror,
            stop: self.has_stop && is_busy,
            state: self.state.clone(),
            hidden: false,
        })
    }

    /// Whether the process still runs.
    fn lives(&mut self) -> bool {
        self.calls_left = self.calls_left.saturating_sub(1);
        self.calls_left > 0
    }
}

/// The roles that the script learned from a person who wrote one message.
fn learned() -> ChatReply {
    let role = |role, css: &str| {
        let candidate = ChatCandidate { css: css.to_owned(), ..ChatCandidate::default() };
        LearnedRole { role, candidates: vec![candidate] }
    };
    let roles = vec![
        role(ChatRole::Composer, "#new-composer"),
        role(ChatRole::UserTurn, ".new-user"),
        role(ChatRole::AssistantTurn, ".new-answer"),
    ];
    ChatReply::Learned { roles, sent: true }
}

impl ChatPage for FakePage {
    fn open<'a>(&'a self, address: &'a str) -> BoxFuture<'a, Result<(), ChatPageError>> {
        address.clone_into(&mut self.site().address);
        ready(Ok(())).boxed()
    }

    fn call<'a>(&'a self, call: &'a str, _: Duration) -> BoxFuture<'a, Result<String, ChatPageError>> {
        let mut site = self.site();
        let ChatCall { command, .. } = serde_json::from_str(call).unwrap();
        if !site.lives() {
            return pending().boxed();
        }
        let reply = site.reply(command);
        // The call was carried out, and nobody hears of it.
        if !site.lives() {
            return pending().boxed();
        }
        ready(Ok(serde_json::to_string(&reply).unwrap())).boxed()
    }

    fn insert_text<'a>(&'a self, text: &'a str) -> BoxFuture<'a, Result<(), ChatPageError>> {
        let mut site = self.site();
        site.composer.push_str(text);
        site.insertions += 1;
        ready(Ok(())).boxed()
    }

    fn recall(&self) -> BoxFuture<'_, Option<String>> {
        ready(self.site().note.clone()).boxed()
    }

    fn keep<'a>(&'a self, note: &'a str) -> BoxFuture<'a, Result<(), ChatPageError>> {
        let mut site = self.site();
        if !site.lives() {
            return pending().boxed();
        }
        site.note = Some(note.to_owned());
        ready(Ok(())).boxed()
    }

    fn show(&self, status: &str) -> bool {
        self.site().shown.push(status.to_owned());
        true
    }

    fn now(&self) -> Millis {
        Millis(self.site().now)
    }

    fn pause(&self, time: Duration) -> BoxFuture<'_, ()> {
        self.site().now += u64::try_from(time.as_millis()).unwrap();
        ready(()).boxed()
    }

    fn random(&self) -> u64 {
        7
    }

    fn turns(&self) -> &ChatTurns {
        &self.1
    }
}
