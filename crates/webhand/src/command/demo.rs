//! `webhand demo`.
use anyhow::Result;

use crate::cli::{DemoArgs, Everywhere};
use crate::exit::Exit;

pub async fn carry_out(_: &Everywhere, _: &DemoArgs) -> Result<Exit> {
    std::future::ready(Ok(Exit::Done)).await
}
