//! `webhand runs verify`.

use anyhow::Result;
use serde_json::{Value, json};
use webhand_model::{ChainBreak, ChainState, RunId, Seq};
use webhand_port::StoreError;
use webhand_store::SqliteStore;

use crate::cli::GlobalArgs;
use crate::exit::Exit;
use crate::terminal::print_line;

/// Checks a journal against its chain and prints the result; a journal that is not the written one is a failure.
pub async fn verify_journal(global: &GlobalArgs, store: &SqliteStore, id: &RunId) -> Result<Exit> {
    let check = match store.verify(id).await {
        Ok(verified) => verified.unwrap_or(Ok(ChainState::Whole { lines: 0 })).into(),
        Err(StoreError::Garbled(_, line, why)) => JournalCheck::broken(line, &format!("line {line} is damaged: {why}")),
        Err(error) => return Err(error.into()),
    };
    if global.json {
        let mut result = check.as_json;
        result["run"] = id.as_str().into();
        print_line(&json!({"result": result}).to_string());
    } else {
        print_line(&check.text);
    }
    Ok(check.exit)
}

/// The result of a check, for a person and for a program.
struct JournalCheck {
    exit: Exit,
    text: String,
    as_json: Value,
}

impl JournalCheck {
    fn intact(word: &str, lines: u64, text: String) -> Self {
        Self { exit: Exit::Done, text, as_json: json!({"journal": word, "lines": lines}) }
    }

    fn broken(line: Seq, why: &str) -> Self {
        let as_json = json!({"journal": "broken", "line": line, "why": why});
        Self { exit: Exit::Failed, text: format!("broken: {why}"), as_json }
    }
}

impl From<Result<ChainState, ChainBreak>> for JournalCheck {
    fn from(verified: Result<ChainState, ChainBreak>) -> Self {
        match verified {
            Ok(ChainState::Whole { lines }) => {
                Self::intact("whole", lines, format!("whole: all {lines} lines are as they were written"))
            }
            Ok(ChainState::PartlyChained { before_chaining, lines }) => {
                let text = format!(
                    "whole since line {}: lines 1 to {before_chaining} were written before chaining and cannot be checked",
                    before_chaining + 1
                );
                let mut check = Self::intact("partly_chained", lines, text);
                check.as_json["before_chaining"] = before_chaining.into();
                check
            }
            Ok(ChainState::BeforeChaining { lines }) => {
                let text = format!("written before chaining: the {lines} lines cannot be checked");
                Self::intact("before_chaining", lines, text)
            }
            Err(broken) => Self::broken(broken.line(), &broken.to_string()),
        }
    }
}
