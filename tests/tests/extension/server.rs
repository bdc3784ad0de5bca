//! Runs of `webhand run` in a paired browser, at both levels, and what stands between that and everybody else.

use anyhow::{Result, ensure};
use serde_json::json;

use super::browser::Browser;
use super::paired::{Cutter, Impostor, PairedMachine, connected, free_port, link_state};
use super::site::TrapSite;
use super::support::{Machine, ORDER, Site};

#[tokio::test(flavor = "multi_thread")]
async fn an_order_of_this_machine_is_carried_out_in_the_paired_browser_without_its_debugger() -> Result<()> {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    // No server runs: each command listens itself where the extension connects.
    let listen = format!("127.0.0.1:{}", free_port()?);
    let paired = PairedMachine::pair(&machine, &view, &["--listen", &listen], None).await?;
    let url = site.at("/shop");
    let arguments = ["run", ORDER, "--url", &url, "--brain", "literal", "--browser", "extension", "--yes", "--json"];
    let ended = machine.run(&arguments);
    ensure!(ended.code == Some(0), "{ended:?}");

    let told = view.ask("GET", "/ext/server", &json!(null)).await?.to_string();
    ensure!(!told.contains(&paired.code), "{told}");
    let removed = machine.run(&["extension", "unpair", &paired.device]);
    ensure!(removed.code == Some(0), "{removed:?}");
    let again = machine.run(&arguments);
    ensure!(again.code != Some(0) && again.err.contains("webhand extension pair"), "{again:?}");
    browser.close().await;
    assert_eq!(site.marks("Order"), 1, "the shop has the one order that was approved");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_lends_the_tabs_to_a_run_at_the_level_of_the_debugger_and_to_no_page() -> Result<()> {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    let server = machine.serve(&["--listen", &format!("127.0.0.1:{}", free_port()?)])?;
    PairedMachine::pair(&machine, &view, &[], None).await?;
    let url = site.at("/shop");
    let browser_arg = "extension:debugger";
    let ended =
        machine.run(&["run", ORDER, "--url", &url, "--brain", "literal", "--browser", browser_arg, "--yes", "--json"]);
    ensure!(ended.code == Some(0), "{ended:?}");

    let page = browser.open(&site.at("/shop")).await?;
    page.until("document.readyState === 'complete'").await?;
    let address = json!(format!("{}/ws/hands", server.origin.replacen("http", "ws", 1)));
    let opened = page
        .evaluate(&format!(
            "new Promise((tell) => {{ const s = new WebSocket({address}); \
        s.onopen = () => tell('open'); s.onerror = () => tell('refused'); }})"
        ))
        .await?;
    assert_eq!(opened, "refused", "a page has another origin");
    drop(server);
    browser.close().await;
    assert_eq!(site.marks("Order"), 1, "the shop has the one order that was approved");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_code_pairs_nothing_and_says_so() -> Result<()> {
    let machine = Machine::new();
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    let server = machine.serve(&["--listen", &format!("127.0.0.1:{}", free_port()?)])?;
    let mut pairing = machine.begin_pairing(&[])?;
    let address = server.origin.replacen("http", "ws", 1);
    let order = json!({"address": address, "connect": true, "code": "0000-0000-0000"});
    view.ask("PUT", "/ext/server", &order).await?;
    let refused = link_state(&view, "refused").await?;
    ensure!(
        refused["detail"].as_str().is_some_and(|why| why.contains("code")) && refused["paired"] == false,
        "{refused}"
    );
    let listed = machine.run(&["extension", "devices", "--json"]).json();
    assert_eq!(listed[0]["result"]["devices"], json!([]));
    // The right one is still good.
    let order = json!({"address": address, "connect": true, "code": pairing.code});
    view.ask("PUT", "/ext/server", &order).await?;
    connected(&view).await?;
    ensure!(pairing.process.wait()?.success(), "the pairing was not noticed");
    browser.close().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_cannot_prove_the_pairing_gives_no_order() -> Result<()> {
    let machine = Machine::new();
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    let listen = format!("127.0.0.1:{}", free_port()?);
    PairedMachine::pair(&machine, &view, &["--listen", &listen], None).await?;
    // Something else has the port now, and orders at once.
    let impostor = Impostor::start(&listen)?;
    let refused = link_state(&view, "refused").await?;
    ensure!(refused["detail"].as_str().is_some_and(|why| why.contains("prove")), "{refused}");
    assert_eq!(impostor.answers(), 0, "nothing is told to it but a nonce");
    let tabs = view.ask("GET", "/ext/tabs", &json!(null)).await?;
    assert_eq!(tabs["tabs"], json!([]));
    browser.close().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn however_often_the_connection_is_cut_everything_happens_once() -> Result<()> {
    let cuts = std::env::var("WEBHAND_CUTS").ok().and_then(|count| count.parse().ok()).unwrap_or(6);
    let machine = Machine::new();
    let site = TrapSite::start().await?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    // The server has another address of this machine, so that what cuts can stand where the extension dials.
    let port = free_port()?;
    let server = machine.serve(&["--listen", &format!("127.0.0.2:{port}")])?;
    let cutter = Cutter::start(port, cuts).await?;
    PairedMachine::pair(&machine, &view, &[], Some(&format!("ws://localhost:{port}"))).await?;
    cutter.begin();
    let url = site.at("/fetch");
    let mut runs = 0;
    while runs == 0 || cutter.left() > 0 {
        let browser_arg = if runs % 2 == 0 { "extension" } else { "extension:debugger" };
        let task = "click \"Send\"";
        let ended = machine.run(&[
            "run",
            task,
            "--url",
            &url,
            "--brain",
            "literal",
            "--browser",
            browser_arg,
            "--yes",
            "--json",
        ]);
        ensure!(ended.code == Some(0), "{ended:?}");
        runs += 1;
    }
    drop(server);
    browser.close().await;
    assert_eq!(site.marks().len(), runs, "one for each run");
    Ok(())
}
