//! The report of a run.
use anyhow::Result;
use webhand_model::{Event, RunId};
use webhand_port::Store;

pub async fn render(_: &dyn Store, _: &RunId, _: &[Event]) -> Result<String> {
    std::future::ready(Ok(String::new())).await
}
