//! The client of one session: sends a call, gets its question answered, and prints the outcome.

use std::mem;
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde_json::{Map, Value, json};
use webhand_model::{ActionClass, PersonReply, Question, QuestionKind, find_spec};
use webhand_wire::agent::{Approval, MessageId};

use super::picture;
use crate::cli::{GlobalArgs, SessionArgs};
use crate::display;
use crate::exit::Exit;
use crate::session_process::{
    self, CALL, ConnectionError, DECIDE, OpenedSession, SessionConnection, SessionFiles, SessionReply, SessionsFolder,
};
use crate::terminal::{self, OutputStyle, Screen, ScreenUpdate, Tty, reply_from};
use crate::verb_syntax::VerbCall;

/// A connection to a session, with the id of the current call.
pub struct SessionClient {
    files: SessionFiles,
    global: GlobalArgs,
    args: SessionArgs,
    connection: SessionConnection,
    /// Whether the session was started for this call, so that nothing was done in it yet.
    is_new: bool,
    /// The id that the answer to the call carries.
    id: MessageId,
}

impl SessionClient {
    pub fn open(global: &GlobalArgs, args: &SessionArgs) -> Result<Self> {
        let files = SessionsFolder::find()?.files(&args.name.session)?;
        let OpenedSession { connection, is_new, .. } = connect(&files, global, args)?;
        let (global, args) = (global.clone(), args.clone());
        Ok(Self { files, global, args, connection, is_new, id: ONLY })
    }

    /// Sets the id that the answer to the next call carries.
    pub fn with_id(&mut self, id: MessageId) -> &mut Self {
        self.id = id;
        self
    }

    /// Sends one call and prints its outcome.
    pub fn call(&mut self, verb: &VerbCall, seconds: u64, then_look: bool) -> Result<Exit> {
        verb.check_files()?;
        self.note_if_new(&verb.name);
        let within = Duration::from_secs(seconds);
        // The answer of `snapshot` is the page itself.
        let then_look = then_look && verb.name != "snapshot";
        let mut reply = self.ask_before_look(verb, within, then_look)?;
        // A person who is to decide sees what is sent, and not placeholders: `webhand approve` shows it.
        while let Some(approval) = reply.approval.take_if(|asked| self.is_interactive() && !is_redacted(asked)) {
            let Some(answer) = ask_person(&question(&approval)) else {
                reply.approval = Some(approval);
                break;
            };
            let decided = self.connection.ask(DECIDE, &json!({"id": approval.id, "reply": answer}), ANSWERED_WITHIN)?;
            if !decided.success {
                return Ok(self.show_failure(&decided));
            }
            reply = self.ask_before_look(verb, within, then_look)?;
        }
        if !reply.success {
            return Ok(self.show_failure(&reply));
        }
        let look = if then_look { Some(self.ask("snapshot", &Map::new(), within)?) } else { None };
        self.show(verb, &reply, look.as_ref())?;
        Ok(look.filter(|look| !look.success).map_or(Exit::Done, |look| exit(&look)))
    }

    /// Notes that the session is new: a caller who expects a page should know that the session which had it is gone.
    fn note_if_new(&mut self, name: &str) {
        let begins = find_spec(name).is_some_and(|spec| matches!(spec.name, "open" | "tab" | "note"));
        if mem::take(&mut self.is_new) && !begins && !self.global.json && !self.global.quiet {
            let name = self.files.name();
            terminal::print_note(&format!("there was no session {name}; this is a new one, with an empty page"));
        }
    }

    fn is_interactive(&self) -> bool {
        !self.global.json && terminal::is_interactive()
    }

    fn ask(&mut self, name: &str, params: &Map<String, Value>, within: Duration) -> Result<SessionReply> {
        self.send(name, &json!({"type": name, "params": params, "within_ms": milliseconds(within)}), within)
    }

    /// As [`Self::ask`]; with `then_look` the answer leaves out the changes of the page, which is printed next.
    fn ask_before_look(&mut self, verb: &VerbCall, within: Duration, then_look: bool) -> Result<SessionReply> {
        let VerbCall { name, params, .. } = verb;
        let mut call = json!({"type": name, "params": params, "within_ms": milliseconds(within)});
        if then_look {
            call["then_look"] = true.into();
        }
        self.send(name, &call, within)
    }

    fn send(&mut self, name: &str, params: &Value, within: Duration) -> Result<SessionReply> {
        match self.connection.ask(CALL, params, within + GIVEN_UP_WITHIN) {
            // The session ended just before the call: nothing was done, so a new session gets the call.
            Err(ConnectionError::EndedBeforeCall(_)) => {
                let opened = connect(&self.files, &self.global, &self.args)?;
                (self.connection, self.is_new) = (opened.connection, opened.is_new);
                self.note_if_new(name);
                Ok(self.connection.ask(CALL, params, within + GIVEN_UP_WITHIN)?)
            }
            answered => Ok(answered?),
        }
    }

    fn show(&self, verb: &VerbCall, reply: &SessionReply, look: Option<&SessionReply>) -> Result<()> {
        let file = match &reply.data.picture {
            Some(shot) if verb.file.is_some() || !self.global.json => {
                Some(picture::write(&shot.base64, verb.file.as_deref())?)
            }
            Some(_) | None => None,
        };
        if file.as_ref().is_some_and(picture::WrittenPicture::is_on_stdout) {
            return Ok(());
        }
        if self.global.json {
            terminal::print_line(&json_line(&self.id, reply, look, file.as_ref())?);
            return Ok(());
        }
        match (&file, &reply.data.value) {
            (Some(file), _) => terminal::print_line(&file.to_string()),
            // Shells go on with the file.
            (None, Some(data)) if verb.name == "pdf" && data["file"].is_string() => {
                terminal::print_line(&display::one_line(data["file"].as_str().unwrap_or_default(), 4_000));
            }
            // Programs read the data, so they are printed whole; the text is shortened for models.
            (None, Some(data)) if verb.name == "extract" => terminal::print_line(&data.to_string()),
            (None, _) => terminal::print_line(&shown(&reply.data.text)),
        }
        if let Some(look) = look {
            let text = if look.success { &look.data.text } else { look.error.as_deref().unwrap_or_default() };
            terminal::print_line(&format!("\n{}", shown(text)));
        }
        Ok(())
    }

    fn show_failure(&self, reply: &SessionReply) -> Exit {
        if self.global.json {
            terminal::print_line(&json_line(&self.id, reply, None, None).unwrap_or_else(|_| reply.line.clone()));
            return exit(reply);
        }
        match &reply.approval {
            Some(approval) => show_approval(approval),
            None => {
                terminal::print_error(&display::multi_line(reply.error.as_deref().unwrap_or("no reason was given")));
            }
        }
        exit(reply)
    }
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

fn connect(files: &SessionFiles, global: &GlobalArgs, args: &SessionArgs) -> Result<OpenedSession> {
    let opened = session_process::connect_or_start(files, &args.terms, global.data_dir.as_deref())?;
    if !global.json && !global.quiet {
        opened.notes.iter().for_each(|note| terminal::print_note(note));
    }
    Ok(opened)
}

/// Whether personal data is kept from whoever made the call.
fn is_redacted(approval: &Approval) -> bool {
    std::iter::once(&approval.question).chain(&approval.details).any(|text| text.contains("[["))
}

/// The exit code for an answer.
fn exit(reply: &SessionReply) -> Exit {
    match reply.code.as_deref() {
        _ if reply.success => Exit::Done,
        Some("needs_approval") => Exit::NeedsPerson,
        Some("refused") => Exit::Refused,
        Some("in_doubt") => Exit::InDoubt,
        Some("bad_call") => Exit::Usage,
        Some(_) | None => Exit::Failed,
    }
}

/// The answer under the id of the call, with the page where `--snapshot` wants it, and with the name of the picture's
/// file in place of the picture.
fn json_line(
    id: &MessageId,
    reply: &SessionReply,
    look: Option<&SessionReply>,
    file: Option<&picture::WrittenPicture>,
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

/// An answer of a verb as it is printed.
fn shown(text: &str) -> String {
    display::in_shell_syntax(&display::multi_line(text))
}

/// The guard's approval request as a question for the terminal.
fn question(approval: &Approval) -> Question {
    Question {
        kind: QuestionKind::Approval(ActionClass::Commit),
        text: approval.question.clone(),
        details: approval.details.clone(),
        this_kind: approval.this_kind.clone(),
        ..Question::default()
    }
}

fn show_approval(approval: &Approval) {
    terminal::print_error(&format!("needs approval: {}", display::one_line(&approval.question, 1_000)));
    approval.details.iter().for_each(|detail| terminal::print_note(&format!("  {}", display::one_line(detail, 300))));
    terminal::print_note(&format!("allow it:  {}", display::one_line(&approval.command, 200)));
    terminal::print_note(&format!("refuse it: webhand deny {}", approval.id));
    terminal::print_note("then repeat the same verb to learn what came of it; it is not done twice");
}

/// Asks the person at the terminal; `None` when the terminal is closed.
fn ask_person(question: &Question) -> Option<PersonReply> {
    let screen = Screen::open(OutputStyle::Stderr);
    let mut tty = Tty::open().ok()?;
    screen.show(ScreenUpdate::Question(question.clone()));
    // Input that was typed before the question appeared must not answer it.
    tty.discard_typed();
    loop {
        screen.show(ScreenUpdate::Prompt(question.clone()));
        let line = tty.read_line();
        screen.show(ScreenUpdate::Typed);
        if let Some(reply) = reply_from(question, &line?) {
            return Some(reply);
        }
    }
}

/// The id of a single call.
pub const ONLY: MessageId = MessageId::Number(1);
/// How long beyond its timeout the session may take to abort an action.
const GIVEN_UP_WITHIN: Duration = Duration::from_secs(10);
const ANSWERED_WITHIN: Duration = Duration::from_secs(10);
