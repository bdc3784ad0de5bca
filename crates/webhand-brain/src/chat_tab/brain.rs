//! The brain behind a chat page: one decision is one message, or several parts, and one answer.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use futures_util::lock::Mutex;
use serde_json::json;
use webhand_model::{BrainAnswer, Millis, Money, Prompt, ToolCall, Usage};
use webhand_port::{Brain, BrainError, BrainRequest, ChatPage, ChatPageError, Live, Role};
use webhand_wire::chat::{ChatAdapter, ChatCommand, ChatReply};

use super::adapters::Adapters;
use super::answer::AnswerContent;
use super::failure::ChatFailure;
use super::memory::{ChatMemory, PendingMessage, Stage};
use super::message;
use super::nonce::Marks;
use super::parts::split_message;
use super::script::{ask, choose, perform};
use super::turn::{ChatTurn, Expected, Message, TurnAnswer, TurnInput, TurnNote, TurnPhase, TurnStep};
use crate::format::call_id;
use crate::spec::ChatTabSpec;

/// How a chat is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChatTabOptions {
    /// The least time between two messages.
    pub pace: Duration,
    /// The most characters of one message.
    pub message: usize,
}

impl Default for ChatTabOptions {
    fn default() -> Self {
        Self { pace: Duration::from_secs(3), message: 8_000 }
    }
}

/// A brain behind a chat page of a person.
pub struct ChatTabBrain {
    page: Arc<dyn ChatPage>,
    spec: ChatTabSpec,
    adapters: Adapters,
    options: ChatTabOptions,
    session: Mutex<Session>,
}

/// The state of the chat that one process knows.
#[derive(Debug, Default)]
struct Session {
    adapter: Option<ChatAdapter>,
    last_sent: Option<Millis>,
    /// The step that this process answered last: when it is asked again, the run wants another answer.
    answered: Option<String>,
}

impl ChatTabBrain {
    #[must_use]
    pub fn new(page: Arc<dyn ChatPage>, spec: ChatTabSpec, adapters: Adapters) -> Self {
        let options = spec.options();
        Self { page, spec, adapters, options, session: Mutex::default() }
    }

    async fn decide(&self, request: BrainRequest<'_>) -> Result<BrainAnswer, BrainError> {
        // The brains of a run may share the chat: one message at a time, and the least time between two.
        let mut turns = self.page.turns().lock().await;
        let mut session = self.session.lock().await;
        session.last_sent = *turns;
        let mut title = self.spec.name().to_owned();
        let answered = self.exchange(&mut session, request, &mut title).await;
        *turns = session.last_sent;
        answered.map_err(|failure| {
            self.tell(request.live, &failure.advice(&title));
            failure.into_error(&title)
        })
    }

    async fn exchange(
        &self,
        session: &mut Session,
        request: BrainRequest<'_>,
        title: &mut String,
    ) -> Result<BrainAnswer, ChatFailure> {
        let mut memory = self.recall().await;
        let adapter = self.adapter(session, &mut memory, request.live).await?;
        adapter.title.clone_into(title);
        let step = step_of(request.prompt, request.role);
        let mut is_same = memory.pending.as_ref().is_some_and(|way| way.step == step);
        if is_same && memory.pending.as_ref().is_some_and(|way| way.asked >= MOST_ASKED) {
            is_same = self.shows_message(&memory, &adapter).await;
            if !is_same {
                memory.give_up_message();
                memory.leave_chat();
            }
        }
        let is_answered = memory.pending.as_ref().is_some_and(|way| way.stage == Stage::Answered);
        if !is_same || (is_answered && session.answered.as_ref() == Some(&step)) {
            memory.give_up_message();
            self.plan(&mut memory, &adapter, request, &step).await?;
        } else {
            self.return_to_chat(&memory, &adapter).await?;
        }
        let mut outcome = self.converse(session, &mut memory, &adapter, request).await;
        if let Err(failure) = &mut outcome {
            if !failure.may_be_sent() {
                memory.give_up_message();
            }
            ask_once_more(&mut memory, failure);
        }
        if outcome.is_ok() {
            session.answered = Some(step);
            if request.role == Role::Decide {
                memory.known_turns = Some(request.prompt.turns.len() + 1);
            }
            if let Some(way) = &mut memory.pending {
                way.stage = Stage::Answered;
            }
        }
        let kept = self.keep(&memory).await;
        outcome.and_then(|answer| kept.map(|()| answer))
    }

    /// Tells the person in a line what the chat does or what they can do.
    fn tell(&self, live: Live<'_>, status: &str) {
        if !self.page.show(status) {
            live(&format!("{status}\n"));
        }
    }

    /// The memory that was kept, or a new one with a seed of its own. Another brain of the run may share the chat, so
    /// nothing is remembered here.
    async fn recall(&self) -> ChatMemory {
        let kept = self.page.recall().await.and_then(|note| ChatMemory::parse(&note));
        kept.unwrap_or_else(|| ChatMemory { seed: self.page.random(), next: 1, ..ChatMemory::default() })
    }

    async fn keep(&self, memory: &ChatMemory) -> Result<(), ChatFailure> {
        self.page.keep(&memory.write()).await.map_err(ChatFailure::Page)
    }

    /// The adapter of this chat; found by a probe where the person named an address.
    async fn adapter(
        &self,
        session: &mut Session,
        memory: &mut ChatMemory,
        live: Live<'_>,
    ) -> Result<ChatAdapter, ChatFailure> {
        if let Some(adapter) = &session.adapter {
            return Ok(adapter.clone());
        }
        let found = if let Some(site) = &self.spec.site {
            let adapter = self.adapters.named(site);
            adapter.cloned().ok_or_else(|| ChatFailure::Changed(format!("there is no adapter {site}")))?
        } else {
            self.tell(live, &format!("{}: looking at the page", self.spec.name()));
            choose(self.page.as_ref(), &self.spec, &self.adapters).await?.adapter
        };
        memory.adapter.clone_from(&found.name);
        session.adapter = Some(found.clone());
        Ok(found)
    }

    /// Plans the message for a new decision: what is new, if the chat knows the rest, else everything in a new chat.
    async fn plan(
        &self,
        memory: &mut ChatMemory,
        adapter: &ChatAdapter,
        request: BrainRequest<'_>,
        step: &str,
    ) -> Result<(), ChatFailure> {
        let prompt = request.prompt;
        let knows_rest = memory.known_turns == Some(prompt.turns.len()) && knows_looks(prompt, memory);
        let is_aside = request.role != Role::Decide;
        let goes_on = !memory.chat.is_empty() && !memory.is_long() && (knows_rest || is_aside);
        let goes_on = goes_on && self.is_in_chat(memory, adapter).await?;
        let body = match (goes_on, is_aside) {
            (true, false) => message::follow_up(prompt),
            (true, true) => message::aside(prompt, request.role),
            (false, _) => {
                memory.leave_chat();
                memory.first_turn = prompt.turns.len();
                let address = self.spec.address.clone().unwrap_or_else(|| adapter.new_chat.clone());
                self.page.open(&address).await.map_err(ChatFailure::Page)?;
                message::opening(prompt)
            }
        };
        let most = self.most(adapter);
        let texts = split_message(&body, most);
        memory.pending = Some(PendingMessage {
            step: step.to_owned(),
            number: memory.next,
            parts: texts.len(),
            texts,
            ..PendingMessage::default()
        });
        self.keep(memory).await
    }

    /// The most characters of one message, without its marks.
    fn most(&self, adapter: &ChatAdapter) -> usize {
        let limit = usize::try_from(adapter.message_limit).unwrap_or(usize::MAX);
        self.options.message.min(limit).max(LEAST_MESSAGE).saturating_sub(message::DRESS)
    }

    /// Whether the chat is there and still shows the last message. The page that is shown is looked at first: sites give a
    /// new chat its address late, and then the known address would lead to another chat.
    async fn is_in_chat(&self, memory: &mut ChatMemory, adapter: &ChatAdapter) -> Result<bool, ChatFailure> {
        let mark = Marks::new(memory.seed, memory.next.saturating_sub(1)).head;
        if let Ok(Some(address)) = self.address_with(adapter, &mark).await {
            memory.chat = address;
            return Ok(true);
        }
        self.page.open(&memory.chat).await.map_err(ChatFailure::Page)?;
        for _ in 0..LOOKS_FOR_CHAT {
            if let Some(address) = self.address_with(adapter, &mark).await? {
                memory.chat = address;
                return Ok(true);
            }
            self.page.pause(LOOK_PAUSE).await;
        }
        Ok(false)
    }

    /// The address of the page, if it shows a message with this mark.
    async fn address_with(&self, adapter: &ChatAdapter, mark: &str) -> Result<Option<String>, ChatFailure> {
        let watch = ChatCommand::Watch { mark: mark.to_owned(), seen: None, max_ms: 0 };
        match ask(self.page.as_ref(), adapter, watch, LOOK_WITHIN).await {
            Ok(ChatReply::Turns(reading)) if reading.user.is_some() => Ok(Some(reading.address)),
            Ok(ChatReply::Turns(reading)) => match ChatFailure::of_state(&reading.state) {
                Some(ChatFailure::Changed(_)) | None => Ok(None),
                Some(failure) => Err(failure),
            },
            Ok(_) | Err(ChatPageError::Reloaded) => Ok(None),
            Err(error) => Err(ChatFailure::Page(error)),
        }
    }

    /// Whether the page shows the message that is on its way.
    async fn shows_message(&self, memory: &ChatMemory, adapter: &ChatAdapter) -> bool {
        let number = memory.pending.as_ref().map_or(memory.next, |way| way.number);
        matches!(self.address_with(adapter, &Marks::new(memory.seed, number).head).await, Ok(Some(_)))
    }

    /// Shows the chat of a message that is on its way, unless the page shows the message already.
    async fn return_to_chat(&self, memory: &ChatMemory, adapter: &ChatAdapter) -> Result<(), ChatFailure> {
        if self.shows_message(memory, adapter).await {
            return Ok(());
        }
        let address = match (memory.chat.is_empty(), &self.spec.address) {
            (false, _) => memory.chat.clone(),
            (true, Some(address)) => address.clone(),
            (true, None) => adapter.new_chat.clone(),
        };
        self.page.open(&address).await.map_err(ChatFailure::Page)
    }

    /// Sends the parts that are left, reads the answer, and asks again while it cannot be used.
    async fn converse(
        &self,
        session: &mut Session,
        memory: &mut ChatMemory,
        adapter: &ChatAdapter,
        request: BrainRequest<'_>,
    ) -> Result<BrainAnswer, ChatFailure> {
        let mut usage = (0, 0);
        let mut corrections = 0;
        loop {
            let Some(way) = memory.pending.clone() else { return Err(ChatFailure::Unproven) };
            let Some(text) = way.texts.first() else { return Err(ChatFailure::Unproven) };
            let marks = Marks::new(memory.seed, way.number);
            let part = way.parts + 1 - way.texts.len();
            let text = message::dress(text, &marks, part, way.parts);
            usage.0 += text.chars().count();
            let is_last = way.texts.len() == 1;
            let expects = if is_last { Expected::Commands } else { Expected::Acknowledgement };
            let not_before = self.not_before(session);
            let may_be_sent = way.may_be_sent();
            let message = Message { adapter, text, marks: marks.clone(), expects, not_before, may_be_sent };
            let answer = self.run_turn(session, memory, message, &way, request.live).await?;
            usage.1 += answer.assistant.blocks.iter().map(|block| block.text.chars().count()).sum::<usize>();
            memory.next = way.number + 1;
            memory.chat.clone_from(&answer.address);
            memory.messages += 1;
            memory.characters += usage.0;
            if !is_last {
                if let Some(way) = &mut memory.pending {
                    way.texts.remove(0);
                    way.number += 1;
                    way.stage = Stage::Planned;
                }
                self.keep(memory).await?;
                continue;
            }
            let why = match AnswerContent::of(&answer.assistant.blocks, &marks.nonce) {
                AnswerContent::Commands { narration, calls } => {
                    (request.live)(&narration);
                    return Ok(build_answer(adapter, memory, request.prompt, narration, calls, usage));
                }
                AnswerContent::Words(_) => NO_BLOCK.to_owned(),
                AnswerContent::Unreadable(why) => why,
            };
            if corrections >= MOST_CORRECTIONS {
                return Err(ChatFailure::NoCommand(why));
            }
            corrections += 1;
            self.tell(request.live, &format!("{}: asking again, because {why}", adapter.title));
            let texts = vec![message::correction(&why)];
            memory.pending = Some(PendingMessage {
                step: way.step,
                number: memory.next,
                parts: 1,
                texts,
                ..PendingMessage::default()
            });
            self.keep(memory).await?;
        }
    }

    /// Drives one turn over the page.
    async fn run_turn(
        &self,
        session: &mut Session,
        memory: &mut ChatMemory,
        message: Message<'_>,
        way: &PendingMessage,
        live: Live<'_>,
    ) -> Result<TurnAnswer, ChatFailure> {
        let page = self.page.as_ref();
        let (adapter, parts) = (message.adapter, way.parts);
        let part = way.parts + 1 - way.texts.len();
        let mut turn = ChatTurn::new(message, way.draft.clone());
        let mut shown = None;
        let mut input = TurnInput::Begin;
        loop {
            let next = turn.handle(input, page.now());
            if shown != Some(turn.phase()) {
                shown = Some(turn.phase());
                self.tell(live, &phase_line(&adapter.title, turn.phase(), part, parts));
            }
            input = match next {
                step @ (TurnStep::Call { .. } | TurnStep::Insert(_) | TurnStep::Pause(_)) => {
                    let input = perform(page, adapter, step).await;
                    self.keep_address(memory, &input).await?;
                    input
                }
                TurnStep::Keep(note) => {
                    self.note(session, memory, note).await?;
                    TurnInput::Kept
                }
                TurnStep::Over(outcome) => {
                    if let Some(way) = &mut memory.pending {
                        way.draft.clear();
                    }
                    return outcome;
                }
            };
        }
    }

    /// Keeps where the chat is, as soon as the page with our message has an address.
    async fn keep_address(&self, memory: &mut ChatMemory, input: &TurnInput) -> Result<(), ChatFailure> {
        match input {
            TurnInput::Reply(ChatReply::Turns(reading))
                if reading.user.is_some() && reading.address != memory.chat && !reading.address.is_empty() =>
            {
                memory.chat.clone_from(&reading.address);
                self.keep(memory).await
            }
            TurnInput::Begin
            | TurnInput::Reply(_)
            | TurnInput::PageError(_)
            | TurnInput::Inserted
            | TurnInput::Paused
            | TurnInput::Kept => Ok(()),
        }
    }

    async fn note(&self, session: &mut Session, memory: &mut ChatMemory, note: TurnNote) -> Result<(), ChatFailure> {
        if let Some(way) = &mut memory.pending {
            match note {
                TurnNote::Writing { draft } => {
                    way.stage = Stage::Writing;
                    way.draft = draft;
                }
                TurnNote::Sending => {
                    way.stage = Stage::Sending;
                    session.last_sent = Some(self.page.now().max(self.not_before(session)));
                }
            }
        }
        self.keep(memory).await
    }

    fn not_before(&self, session: &Session) -> Millis {
        let pace = u64::try_from(self.options.pace.as_millis()).unwrap_or(u64::MAX);
        session.last_sent.map_or(Millis(0), |sent| Millis(sent.0.saturating_add(pace)))
    }
}

impl Brain for ChatTabBrain {
    fn answer<'a>(&'a self, request: BrainRequest<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        self.decide(request).boxed()
    }

    fn sees_pictures(&self) -> bool {
        false
    }

    fn needs_whole_pages(&self) -> bool {
        false
    }
}

/// The answer for the run, with an estimate of its tokens.
fn build_answer(
    adapter: &ChatAdapter,
    memory: &ChatMemory,
    prompt: &Prompt,
    narration: String,
    calls: Vec<(String, serde_json::Value)>,
    (written, read): (usize, usize),
) -> BrainAnswer {
    let turn = prompt.turns.len();
    let calls = calls.into_iter().enumerate();
    let calls = calls.map(|(at, (name, arguments))| ToolCall { id: call_id(turn, at), name, arguments }).collect();
    let usage = Usage { input: tokens(written), output: tokens(read), ..Usage::default() };
    BrainAnswer {
        text: narration,
        calls,
        opaque: Some(json!({"chat_tab": {"site": adapter.name, "message": memory.next - 1}})),
        // The site charges nothing by the token, and the number of tokens is an estimate.
        usage: usage.with_cost(Money::default()),
        ..BrainAnswer::default()
    }
}

/// The decision that a prompt is for: the same after a crash, and another for every other.
fn step_of(prompt: &Prompt, role: Role) -> String {
    let mut step = format!("{role:?}-{}", prompt.turns.len());
    if role != Role::Decide {
        // Questions beside the run have no turns to count.
        let texts = [prompt.task.as_str(), prompt.observation.text.as_str()];
        write!(step, "-{:016x}", texts.iter().flat_map(|text| text.bytes()).fold(FNV_START, fnv)).ok();
    }
    step
}

/// Whether the chat was shown the whole looks that the newest changes refer to.
fn knows_looks(prompt: &Prompt, memory: &ChatMemory) -> bool {
    prompt.observation.since.as_ref().is_none_or(|look| look.turns >= memory.first_turn)
}

/// Counts how often the person was asked about a message that nobody finds. The second time they read what resuming does.
fn ask_once_more(memory: &mut ChatMemory, failure: &mut ChatFailure) {
    let is_in_doubt = matches!(failure, ChatFailure::Unproven | ChatFailure::Lost);
    if let Some(way) = memory.pending.as_mut().filter(|_| is_in_doubt) {
        way.asked += 1;
        if way.asked >= MOST_ASKED {
            *failure = ChatFailure::StillUnproven;
        }
    }
}

fn phase_line(title: &str, phase: TurnPhase, part: usize, parts: usize) -> String {
    let of = if parts > 1 { format!(" ({part} of {parts})") } else { String::new() };
    match phase {
        TurnPhase::Writing => format!("{title}: writing{of}"),
        TurnPhase::Sent => format!("{title}: sent{of}"),
        TurnPhase::Thinking => format!("{title}: thinking"),
        TurnPhase::Answering => format!("{title}: answering"),
        TurnPhase::HiddenAndSlow => format!("{title}: slow, because its tab is hidden; bring it to the front"),
        TurnPhase::Answered => format!("{title}: answered"),
    }
}

fn fnv(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
}

fn tokens(characters: usize) -> u64 {
    u64::try_from(characters.div_ceil(CHARACTERS_A_TOKEN)).unwrap_or(u64::MAX)
}

const FNV_START: u64 = 0xCBF2_9CE4_8422_2325;
const CHARACTERS_A_TOKEN: usize = 4;
const LEAST_MESSAGE: usize = 1_000;
const LOOKS_FOR_CHAT: u32 = 20;
const LOOK_WITHIN: Duration = Duration::from_secs(10);
const LOOK_PAUSE: Duration = Duration::from_millis(400);
/// How often a model is told what is wrong with its answer.
const MOST_CORRECTIONS: u32 = 3;
/// How often the person is asked whether a message was sent, before going on means to send it again.
const MOST_ASKED: u32 = 2;
const NO_BLOCK: &str = "it has no json block with the right \"turn\"";
