//! Speaks with one session: says a call, gets its question answered, shows what came of it.

use std::io::BufRead as _;
use std::mem;
use std::time::Duration;

use anyhow::{Context as _, Result};
use rustix::termios::{QueueSelector, tcflush};
use serde_json::{Map, Value, json};
use webhand_model::{ActionClass, PersonReply as Answered, Question, QuestionKind, find_spec};
use webhand_wire::agent::{Approval, MessageId};

use super::picture;
use crate::cli::{Everywhere, SessionArgs};
use crate::exit::Exit;
use crate::session::{self, CALL, Connection, DECIDE, Folder, Lost, Opened, Place, Reply};
use crate::terminal::{self, Screen, Show, Style, reply_from};
use crate::verb::Said;
use crate::words;

/// A conversation with a session.
pub struct Talk {
    place: Place,
    everywhere: Everywhere,
    args: SessionArgs,
    connection: Connection,
    /// The session was begun for this, and nothing was done in it yet.
    is_new: bool,
    /// What a program knows the call by.
    id: MessageId,
}

impl Talk {
    pub fn begin(everywhere: &Everywhere, args: &SessionArgs) -> Result<Self> {
        let place = Folder::find()?.place(&args.name.session)?;
        let Opened { connection, is_new, .. } = connect(&place, everywhere, args)?;
        let (everywhere, args) = (everywhere.clone(), args.clone());
        Ok(Self { place, everywhere, args, connection, is_new, id: ONLY })
    }

    /// The same with the id that the answers to the next call have.
    pub fn under(&mut self, id: MessageId) -> &mut Self {
        self.id = id;
        self
    }

    /// Says one call and shows what came of it.
    pub fn say(&mut self, said: &Said, seconds: u64, then_look: bool) -> Result<Exit> {
        said.check_files()?;
        self.say_so_if_new(&said.name);
        let within = Duration::from_secs(seconds);
        let mut reply = self.ask(&said.name, &said.params, within)?;
        while let Some(approval) = reply.approval.take_if(|_| self.somebody_is_there()) {
            let Some(answer) = ask_the_person(&question(&approval)) else {
                reply.approval = Some(approval);
                break;
            };
            let decided = self.connection.ask(DECIDE, &json!({"id": approval.id, "reply": answer}), HEARD_WITHIN)?;
            if !decided.success {
                return Ok(self.show_failure(&decided));
            }
            reply = self.ask(&said.name, &said.params, within)?;
        }
        if !reply.success {
            return Ok(self.show_failure(&reply));
        }
        let look = if then_look { Some(self.ask("snapshot", &Map::new(), within)?) } else { None };
        self.show(said, &reply, look.as_ref())?;
        Ok(look.filter(|look| !look.success).map_or(Exit::Done, |look| exit(&look)))
    }

    /// Whoever expects a page and finds none should know why: the session that had it is gone.
    fn say_so_if_new(&mut self, name: &str) {
        let begins = find_spec(name).is_some_and(|spec| matches!(spec.name, "open" | "tab" | "note"));
        if mem::take(&mut self.is_new) && !begins && !self.everywhere.json && !self.everywhere.quiet {
            let name = self.place.name();
            terminal::remark(&format!("there was no session {name}; this is a new one, with an empty page"));
        }
    }

    fn somebody_is_there(&self) -> bool {
        !self.everywhere.json && terminal::somebody_is_there()
    }

    fn ask(&mut self, name: &str, params: &Map<String, Value>, within: Duration) -> Result<Reply> {
        let millis = u64::try_from(within.as_millis()).unwrap_or(u64::MAX);
        let params = json!({"type": name, "params": params, "within_ms": millis});
        match self.connection.ask(CALL, &params, within + GIVEN_UP_WITHIN) {
            // It ended at this very moment: nothing was done, so a new one does it.
            Err(Lost::BeforeItBegan(_)) => {
                let opened = connect(&self.place, &self.everywhere, &self.args)?;
                (self.connection, self.is_new) = (opened.connection, opened.is_new);
                self.say_so_if_new(name);
                Ok(self.connection.ask(CALL, &params, within + GIVEN_UP_WITHIN)?)
            }
            answered => Ok(answered?),
        }
    }

    fn show(&self, said: &Said, reply: &Reply, look: Option<&Reply>) -> Result<()> {
        let file = match &reply.data.picture {
            Some(shot) if said.file.is_some() || !self.everywhere.json => {
                Some(picture::write(&shot.base64, said.file.as_deref())?)
            }
            Some(_) | None => None,
        };
        if file.as_ref().is_some_and(picture::Written::is_on_stdout) {
            return Ok(());
        }
        if self.everywhere.json {
            terminal::print(&for_programs(&self.id, reply, look, file.as_ref())?);
            return Ok(());
        }
        match &file {
            Some(file) => terminal::print(&file.to_string()),
            None => terminal::print(&words::lines(&reply.data.text)),
        }
        if let Some(look) = look {
            let text = if look.success { &look.data.text } else { look.error.as_deref().unwrap_or_default() };
            terminal::print(&format!("\n{}", words::lines(text)));
        }
        Ok(())
    }

    fn show_failure(&self, reply: &Reply) -> Exit {
        if self.everywhere.json {
            terminal::print(&for_programs(&self.id, reply, None, None).unwrap_or_else(|_| reply.line.clone()));
            return exit(reply);
        }
        match &reply.approval {
            Some(approval) => show_approval(approval),
            None => terminal::complain(&words::lines(reply.error.as_deref().unwrap_or("no reason was given"))),
        }
        exit(reply)
    }
}

fn connect(place: &Place, everywhere: &Everywhere, args: &SessionArgs) -> Result<Opened> {
    let opened = session::open(place, &args.terms, everywhere.data_dir.as_deref())?;
    if !everywhere.json && !everywhere.quiet {
        opened.notes.iter().for_each(|note| terminal::remark(note));
    }
    Ok(opened)
}

/// What the exit code says about an answer.
fn exit(reply: &Reply) -> Exit {
    match reply.code.as_deref() {
        _ if reply.success => Exit::Done,
        Some("needs_approval") => Exit::NeedsPerson,
        Some("refused") => Exit::Refused,
        Some("in_doubt") => Exit::InDoubt,
        Some("bad_call") => Exit::Usage,
        Some(_) | None => Exit::Failed,
    }
}

/// The line as it came under its own id, with the page beside it where that was asked for, and the name of the picture's
/// file instead of the picture.
fn for_programs(
    id: &MessageId,
    reply: &Reply,
    look: Option<&Reply>,
    file: Option<&picture::Written>,
) -> Result<String> {
    if *id == ONLY && look.is_none() && file.is_none() {
        return Ok(reply.line.clone());
    }
    let mut line: Value = serde_json::from_str(&reply.line).context("the session's answer is no JSON")?;
    line["id"] = json!(id);
    if let Some(look) = look {
        line["data"]["snapshot"] = look.data.text.as_str().into();
    }
    if let Some(file) = file {
        line["data"]["picture"] = json!({"mime": "image/jpeg", "file": file.to_string()});
    }
    Ok(line.to_string())
}

/// What the guard asks, as a person is asked at a terminal.
fn question(approval: &Approval) -> Question {
    Question {
        kind: QuestionKind::Approval(ActionClass::Commit),
        text: approval.question.clone(),
        details: approval.details.clone(),
        options: Vec::new(),
    }
}

fn show_approval(approval: &Approval) {
    terminal::complain(&format!("needs approval: {}", words::shown(&approval.question, 1_000)));
    approval.details.iter().for_each(|detail| terminal::remark(&format!("  {}", words::shown(detail, 300))));
    terminal::remark(&format!("allow it:  {}", words::shown(&approval.command, 200)));
    terminal::remark(&format!("refuse it: webhand deny {}", approval.id));
    terminal::remark("then repeat the same verb to learn what came of it; it is not done twice");
}

/// Asks whoever sits at the terminal. `None` when they have gone.
fn ask_the_person(question: &Question) -> Option<Answered> {
    let screen = Screen::open(Style::Beside);
    screen.show(Show::Question(question.clone()));
    // What was typed before the question was there is no answer to it.
    let _ = tcflush(std::io::stdin(), QueueSelector::IFlush);
    loop {
        screen.show(Show::Prompt(question.clone()));
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line);
        screen.show(Show::Typed);
        if !matches!(read, Ok(1..)) {
            return None;
        }
        if let Some(reply) = reply_from(question, &line) {
            return Some(reply);
        }
    }
}

/// The id of a call that is the only one.
pub const ONLY: MessageId = MessageId::Number(1);
/// How long beyond its own time an action may take to be given up.
const GIVEN_UP_WITHIN: Duration = Duration::from_secs(10);
const HEARD_WITHIN: Duration = Duration::from_secs(10);
