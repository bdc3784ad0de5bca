//! `webhand approve`, `webhand deny`, `webhand approvals`: a person decides what an agent may send.
//!
//! Invariant: a yes is typed at a terminal, or the person has switched on that it need not be; the journal says which.

use std::sync::Arc;

use anyhow::{Result, bail};
use serde_json::json;
use webhand_engine::{answer_question, find_question, open_questions};
use webhand_model::{ApprovalId, PersonReply, Question, ReplyChannel, ReplySource};
use webhand_port::Store;

use crate::ancestry::reply_source;
use crate::cli::GlobalArgs;
use crate::data_dir::DataDir;
use crate::display;
use crate::exit::{Exit, PersonNeeded, UsageError};
use crate::settings::SettingsFile;
use crate::terminal::{Tty, ask_at_tty, confirm_at_tty, print_line};
use crate::wiring;

/// Asks the person at the terminal about one question, answers it, and prints which question it was.
pub async fn approve(global: &GlobalArgs, id: &str, show: bool) -> Result<Exit> {
    let id = parse_id(id)?;
    let store = store(global).await?;
    let (_, question) = find_question(&store, &id).await?;
    if show {
        show_whole(global, &id, &question);
        return Ok(Exit::Done);
    }
    if !open_questions(&store).await?.iter().any(|(open, _)| *open == id) {
        bail!("{id} is answered already, or nobody asks it any more; `webhand approvals` lists what waits");
    }
    match confirm_yes(&question)? {
        (PersonReply::No, _) => {
            print_line("not approved; it still waits, and `webhand deny` refuses it");
            Ok(Exit::NeedsPerson)
        }
        (reply, source) => answer_and_print(global, &id, reply, source).await,
    }
}

/// Refuses; that needs no person at a terminal, because nothing is sent.
pub async fn deny(global: &GlobalArgs, id: &str) -> Result<Exit> {
    let channel = if Tty::open().is_ok() { ReplyChannel::Terminal } else { ReplyChannel::WithoutTerminal };
    answer_and_print(global, &parse_id(id)?, PersonReply::No, reply_source(channel)).await
}

/// The answer of the person at the terminal to a question that a yes would settle.
///
/// # Errors
/// When there is no terminal and the settings do not allow to approve without one.
pub fn confirm_yes(question: &Question) -> Result<(PersonReply, ReplySource)> {
    if SettingsFile::find()?.settings()?.approve_without_terminal == Some(true) {
        return Ok((PersonReply::Yes, reply_source(ReplyChannel::WithoutTerminal)));
    }
    let Ok(mut tty) = Tty::open() else { bail!(PersonNeeded(NEEDS_TERMINAL.to_owned())) };
    let reply = ask_at_tty(&mut tty, question).unwrap_or(PersonReply::No);
    Ok((reply, reply_source(ReplyChannel::Terminal)))
}

/// As [`confirm_yes`], where a sentence says what the yes is for.
///
/// # Errors
/// As [`confirm_yes`].
pub fn confirm_without_question(sentence: &str) -> Result<bool> {
    if SettingsFile::find()?.settings()?.approve_without_terminal == Some(true) {
        return Ok(true);
    }
    confirm_at_tty(sentence).map_err(|_no_terminal| PersonNeeded(NEEDS_TERMINAL.to_owned()).into())
}

async fn answer_and_print(
    global: &GlobalArgs,
    id: &ApprovalId,
    reply: PersonReply,
    source: ReplySource,
) -> Result<Exit> {
    let data_dir = DataDir::find(global.data_dir.as_deref())?;
    let store = wiring::open_store(&data_dir).await? as Arc<dyn Store>;
    let (run, question) = answer_question(&store, id, reply.clone(), source).await?;
    let word = if reply == PersonReply::No { "denied" } else { "approved" };
    if global.json {
        print_line(&json!({"result": {"approval": id.to_string(), "outcome": word, "question": question}}).to_string());
    } else {
        print_line(&format!("{word}: {}", display::one_line(&question.text, 1_000)));
        show_details(&question);
        if !data_dir.run_folder(&run).is_locked() {
            print_line(&format!("nobody works on this run now: `webhand runs resume {}` carries it on", run.short()));
        }
    }
    Ok(Exit::Done)
}

/// Prints the questions that wait for a yes or no.
pub async fn list_questions(global: &GlobalArgs) -> Result<Exit> {
    let open = open_questions(&store(global).await?).await?;
    for (id, question) in &open {
        if global.json {
            print_line(&json!({"approval": id.to_string(), "question": question}).to_string());
        } else {
            print_line(&format!("{id}  {}", display::one_line(&question.text, 1_000)));
            show_details(question);
        }
    }
    if global.json {
        print_line(&json!({"result": {"approvals": open.len()}}).to_string());
    } else if open.is_empty() {
        print_line("nothing waits for a yes or no");
    }
    Ok(Exit::Done)
}

fn show_details(question: &Question) {
    question.details.iter().for_each(|detail| print_line(&format!("  {}", display::one_line(detail, 600))));
}

/// Prints a question with every value that would be sent, uncut.
fn show_whole(global: &GlobalArgs, id: &ApprovalId, question: &Question) {
    if global.json {
        print_line(&json!({"result": {"approval": id.to_string(), "question": question}}).to_string());
        return;
    }
    print_line(&display::one_line(&question.text, 1_000));
    show_details(question);
    for [name, value] in &question.content {
        let name = if name.is_empty() { "body" } else { name };
        print_line(&format!("\n{} ({} characters):", display::one_line(name, 200), value.chars().count()));
        value.lines().for_each(|line| print_line(&format!("  {}", display::one_line(line, 20_000))));
    }
}

fn parse_id(id: &str) -> Result<ApprovalId> {
    Ok(id.parse().map_err(|error| UsageError(format!("{error}")))?)
}

async fn store(global: &GlobalArgs) -> Result<Arc<dyn Store>> {
    Ok(wiring::open_store(&DataDir::find(global.data_dir.as_deref())?).await?)
}

const NEEDS_TERMINAL: &str = "a yes is typed by a person at a terminal, and there is none here; scripts may approve after \
                              `webhand config set approve_without_terminal true`";
