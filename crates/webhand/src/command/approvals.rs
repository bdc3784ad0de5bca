//! `webhand approve`, `webhand deny`, `webhand approvals`: a person decides what an agent may send.

use std::sync::Arc;

use anyhow::Result;
use serde_json::json;
use webhand_engine::{answer_question, open_questions};
use webhand_model::{ApprovalId, PersonReply, Question};
use webhand_port::Store;

use crate::cli::Everywhere;
use crate::exit::{Exit, Usage};
use crate::home::Home;
use crate::terminal::print;
use crate::wiring;
use crate::words;

/// Answers one question, and shows exactly which one that was.
pub async fn decide(everywhere: &Everywhere, id: &str, reply: PersonReply) -> Result<Exit> {
    let id: ApprovalId = id.parse().map_err(|error| Usage(format!("{error}")))?;
    let home = Home::find(everywhere.data_dir.as_deref())?;
    let store = wiring::store(&home).await? as Arc<dyn Store>;
    let (run, question) = answer_question(&store, &id, reply.clone()).await?;
    let word = if reply == PersonReply::Yes { "approved" } else { "denied" };
    if everywhere.json {
        print(&json!({"result": {"approval": id.to_string(), "outcome": word, "question": question}}).to_string());
    } else {
        print(&format!("{word}: {}", words::shown(&question.text, 1_000)));
        show_details(&question);
        if !home.run(&run).is_taken() {
            print(&format!("nobody works on this run now: `webhand runs resume {}` carries it on", run.short()));
        }
    }
    Ok(Exit::Done)
}

/// What waits for a yes or no.
pub async fn list(everywhere: &Everywhere) -> Result<Exit> {
    let open = open_questions(&store(everywhere).await?).await?;
    for (id, question) in &open {
        if everywhere.json {
            print(&json!({"approval": id.to_string(), "question": question}).to_string());
        } else {
            print(&format!("{id}  {}", words::shown(&question.text, 1_000)));
            show_details(question);
        }
    }
    if everywhere.json {
        print(&json!({"result": {"approvals": open.len()}}).to_string());
    } else if open.is_empty() {
        print("nothing waits for a yes or no");
    }
    Ok(Exit::Done)
}

fn show_details(question: &Question) {
    question.details.iter().for_each(|detail| print(&format!("  {}", words::shown(detail, 300))));
}

async fn store(everywhere: &Everywhere) -> Result<Arc<dyn Store>> {
    Ok(wiring::store(&Home::find(everywhere.data_dir.as_deref())?).await?)
}
