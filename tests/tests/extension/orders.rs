//! An order in the demo shop, without a server and without a model.

use anyhow::{Result, ensure};
use serde_json::json;
use webhand_model::Event;
use webhand_run::replay;

use super::browser::Browser;
use super::site::TrapSite;
use super::support::{Machine, ORDER, Site};

#[tokio::test(flavor = "multi_thread")]
async fn an_order_waits_for_a_yes_and_its_journal_replays_natively() -> Result<()> {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    let run = view.start(&json!({"task": ORDER, "url": site.at("/shop"), "brain": "literal"})).await?;

    let asked = view.answer_next(&run, "yes", 0).await?;
    ensure!(asked["what"]["question"]["topic"] == "approval", "{asked}");
    let outcome = view.end(&run).await?;
    ensure!(outcome["kind"] == "done", "{outcome}");

    let journal = view.export(&run).await?;
    let events = journal.lines().map(serde_json::from_str).collect::<Result<Vec<Event>, _>>()?;
    let replayed = replay(&events)?;
    ensure!(replayed.run.is_over(), "the replayed run goes on");
    let finish = format!("{:?}", replayed.recorded.last());
    ensure!(finish.contains("Done"), "{finish}");
    browser.close().await;
    assert_eq!(site.marks("Order"), 1, "the shop has the one order that was approved");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_without_the_debugger_waits_for_a_yes_too() -> Result<()> {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    let order = json!({"task": ORDER, "url": site.at("/shop"), "brain": "literal"});
    let run = view.start_at("quiet", &order).await?;

    let asked = view.event(&run, "asked", 0).await?;
    ensure!(asked["what"]["question"]["topic"] == "approval", "{asked}");
    view.answer_next(&run, "yes", 0).await?;
    let outcome = view.end(&run).await?;
    ensure!(outcome["kind"] == "done", "{outcome}");
    browser.close().await;
    assert_eq!(site.marks("Order"), 1, "the shop has the one order that was approved");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_that_was_exported_is_imported_and_shown_by_the_program() -> Result<()> {
    let machine = Machine::new();
    let site = TrapSite::start().await?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    let order = json!({"task": "click \"Press\"", "url": site.at("/two"), "brain": "literal"});
    let run = view.start(&order).await?;
    view.end(&run).await?;
    // A browser numbers a file that it has downloaded before.
    let file = machine.data().join(format!("{run} (1).jsonl"));
    std::fs::create_dir_all(machine.data())?;
    std::fs::write(&file, view.export(&run).await?)?;
    browser.close().await;
    let imported = machine.run(&["runs", "import", &file.to_string_lossy()]);
    ensure!(imported.code == Some(0), "{}", imported.err);
    let listed = machine.run(&["runs", "list"]);
    ensure!(listed.out.contains("click \"Press\""), "{listed:?}");
    Ok(())
}
