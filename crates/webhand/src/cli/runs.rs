//! The arguments of `webhand runs`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::BrowserArgs;

#[derive(Debug, Subcommand)]
pub enum RunsVerb {
    /// The newest runs
    List {
        /// How many
        #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        most: u32,
    },
    /// One run: what was asked, where it stands, what it waits for
    Show {
        /// The run, or the beginning of its id
        id: String,
    },
    /// Carry on a run that was interrupted or parked
    Resume(ResumeArgs),
    /// End a run for good
    Cancel {
        /// The run, or the beginning of its id
        id: String,
    },
    /// Answer a run's question and carry the run on
    Answer {
        #[command(flatten)]
        resume: ResumeArgs,
        /// yes, no, the number of an option, or text
        #[arg(required_unless_present = "secret")]
        reply: Option<String>,
        /// Enter what the run is not to see: typed without being shown, or read from standard input
        #[arg(long, conflicts_with = "reply")]
        secret: bool,
    },
    /// Take a run's browser for yourself; the run waits until you give it back
    Take(ResumeArgs),
    /// Give a run its browser back
    GiveBack(ResumeArgs),
    /// Say something to the brain of a run; it answers no question
    Tell {
        /// The run, or the beginning of its id
        id: String,
        /// What the brain should know
        text: String,
    },
    /// Let another brain go on with a run
    Brain {
        /// The run, or the beginning of its id
        id: String,
        /// As for `webhand run --brain`
        brain: String,
    },
    /// Erase a run with its journal, pictures and files
    Forget {
        /// The run, or the beginning of its id
        id: String,
    },
    /// Take over the journal of a run that the browser extension exported
    Import {
        /// The exported file, named by the id of the run
        #[arg(value_name = "RUN.jsonl")]
        file: PathBuf,
    },
    /// Check that nobody changed a run's journal after it was written
    Verify {
        /// The run, or the beginning of its id
        id: String,
    },
    /// Write the requests of a run as an HTTP archive, without cookies, headers and contents
    Har {
        /// The run, or the beginning of its id
        id: String,
        /// Where to write it [default: ID.har in this folder]
        #[arg(long, short, value_name = "FILE.har")]
        output: Option<PathBuf>,
        /// Keep passwords, keys and personal data that stand in addresses
        #[arg(long)]
        with_secrets: bool,
    },
    /// Write the report of a run
    Report {
        /// The run, or the beginning of its id
        id: String,
        /// Where to write it [default: into the run's own folder]
        #[arg(long, short, value_name = "FILE.html")]
        output: Option<PathBuf>,
        /// For others: placeholders in the place of addresses, numbers, passwords and keys, also in pictures
        #[arg(long)]
        share: bool,
    },
}

#[derive(Debug, Args)]
pub struct ResumeArgs {
    /// The run, or the beginning of its id
    pub id: String,
    /// Answer the guard's further questions with yes
    #[arg(long, short)]
    pub yes: bool,
    /// Let another brain go on with it
    #[arg(long)]
    pub brain: Option<String>,
    #[command(flatten)]
    pub browser: BrowserArgs,
}
