//! `webhand doctor`: whether everything webhand needs is there.
use std::path::PathBuf;

use anyhow::Result;

use crate::cli::Everywhere;
use crate::exit::Exit;

pub async fn carry_out(_: &Everywhere, _: Option<PathBuf>) -> Result<Exit> {
    std::future::ready(Ok(Exit::Done)).await
}
