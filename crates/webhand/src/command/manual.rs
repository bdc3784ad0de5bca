//! `webhand completions` and `webhand man`, both made from the command line itself.

use std::io::{self, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result};
use clap_complete::Shell;

use crate::cli::whole;
use crate::exit::Exit;
use crate::terminal;

pub fn completions(shell: Shell) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut whole(), "webhand", &mut script);
    // A reader that has gone away has read enough.
    let _ = io::stdout().write_all(&script);
    Exit::Done
}

/// The page of the whole program, or the pages of all its commands into a folder.
pub fn man(dir: Option<&Path>) -> Result<Exit> {
    let Some(dir) = dir else {
        let mut page = Vec::new();
        clap_mangen::Man::new(whole()).render(&mut page)?;
        let _ = io::stdout().write_all(&page);
        return Ok(Exit::Done);
    };
    std::fs::create_dir_all(dir).with_context(|| format!("cannot make the folder {}", dir.display()))?;
    clap_mangen::generate_to(whole(), dir).with_context(|| format!("cannot write into {}", dir.display()))?;
    terminal::print(&format!("wrote the manual pages into {}", crate::words::shown(&dir.display().to_string(), 400)));
    Ok(Exit::Done)
}
