//! `webhand approve`, `webhand deny`, `webhand approvals`: a person decides what an agent may send.

use std::sync::Arc;

use anyhow::Result;
use serde_json::json;
use webhand_engine::{answer_question, open_questions};
use webhand_model::{ApprovalId, PersonReply, Question};
use webhand_port::Store;

use crate::cli::GlobalArgs;
use crate::data_dir::DataDir;
use crate::display;
use crate::exit::{Exit, UsageError};
use crate::terminal::print_line;
use crate::wiring;

/// Answers one question, and prints which question it was.
pub async fn answer_and_print(global: &GlobalArgs, id: &str, reply: PersonReply) -> Result<Exit> {
    let id: ApprovalId = id.parse().map_err(|error| UsageError(format!("{error}")))?;
    let data_dir = DataDir::find(global.data_dir.as_deref())?;
    let store = wiring::open_store(&data_dir).await? as Arc<dyn Store>;
    let (run, question) = answer_question(&store, &id, reply.clone()).await?;
    let word = if reply == PersonReply::Yes { "approved" } else { "denied" };
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
    question.details.iter().for_each(|detail| print_line(&format!("  {}", display::one_line(detail, 300))));
}

async fn store(global: &GlobalArgs) -> Result<Arc<dyn Store>> {
    Ok(wiring::open_store(&DataDir::find(global.data_dir.as_deref())?).await?)
}
