//! `webhand click e3`: one command for each action, made from the catalogue.
//!
//! Invariant: nothing here knows an action by itself. A new entry in the catalogue is a new verb with its help, its
//! parsing and its example; only the place of its parameters is set in [`argument_layout`].
//!
//! `ask`, `done` and `fail` are no verbs: webhand's own agent uses them to speak to its person, and an agent that uses
//! verbs speaks to its person directly. `note` is a verb: the journal shows it between the actions it explains.

mod argument_layout;
mod argument_value;
mod clap_commands;
mod example;
mod plain_parser;
mod usage;
mod verb_call;

use webhand_model::{ActionGroup, ActionSpec, offered_actions};

pub use clap_commands::{commands, listing, named_command};
pub use example::command_line;
pub use plain_parser::{PlainVerb, parse_plain_verb};
pub use usage::usage;
pub use verb_call::VerbCall;

/// The actions that are verbs, in the order of the catalogue.
pub fn verbs() -> impl Iterator<Item = &'static ActionSpec> {
    offered_actions().filter(|spec| match spec.group {
        ActionGroup::Look | ActionGroup::Touch | ActionGroup::Travel | ActionGroup::Data => true,
        ActionGroup::Talk => spec.name == "note",
    })
}

/// A name of the catalogue in the spelling of the command line.
fn dashed(name: &str) -> String {
    name.replace('_', "-")
}
