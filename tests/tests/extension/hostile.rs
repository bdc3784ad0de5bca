//! Neighbours that mean ill: other extensions, scripts in pages, and what is left for them to find.

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use super::browser::Browser;
use super::models::{KEY, silent_model};
use super::site::TrapSite;

/// Sends each message and opens each port of the extension, and returns what was answered. `to` is the first argument of a
/// call to another extension, with its comma.
fn every_message(to: &str, run: &str) -> String {
    let run = json!(run);
    format!(
        "(async () => {{
        const sent = [
            {{ to: 'worker', do: 'ensure_engine' }}, {{ to: 'worker', do: 'close_engine' }},
            {{ to: 'presence', do: 'state' }}, {{ to: 'presence', do: 'disengage' }},
            {{ to: 'offscreen', do: 'park' }}, {{ to: 'offscreen', do: 'connect' }}, {{ to: 'panel', run: {run} }},
            {{ to: 'presence', do: 'run', run: {{ id: {run}, state: 'over', tabs: [], current: null }} }},
            {{ to: 'presence', do: 'act', act: 'approve', run: {run} }},
            {{ quiet: 'form_stopped', tab: 1, frame: 0, form: null }}, {{ quiet: {{ do: 'ask', command: '{{}}' }} }},
            {{ cdp: {{ run: {run}, end: 'leave' }} }}, null, 'ensure_engine', 7,
        ];
        const answers = sent.map((message) => chrome.runtime.sendMessage({to} message).then((one) => one ?? null, () => null));
        const requests = [
            ['view', {{ id: 1, method: 'POST', path: '/api/v1/runs/' + {run} + '/answer', body: {{ question: 1, answer: 'yes' }} }}],
            ['view', {{ id: 1, method: 'GET', path: '/ext/keys' }}],
            ['endpoint', {{ id: 'forged:1', to: 'tabs', body: {{ release: true }} }}],
            ['endpoint', {{ id: 'forged:2', to: 'settings', body: {{ get: null, area: 'local' }} }}],
        ];
        const spoken = requests.map(([name, request]) => new Promise((done) => {{
            const port = chrome.runtime.connect({to} {{ name }});
            port.onMessage.addListener((answer) => done({{ name, answer }}));
            port.onDisconnect.addListener(() => done(null));
            setTimeout(done, {SILENT_MS}, null);
            port.postMessage(request);
        }}));
        return (await Promise.all([...answers, ...spoken])).filter((one) => one !== null);
    }})()"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn another_extension_is_not_answered_whatever_it_sends() -> Result<()> {
    let site = TrapSite::start().await?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    let order = json!({"task": "click \"Send\"", "url": site.at("/fetch"), "brain": "literal"});
    let run = view.start(&order).await?;
    view.event(&run, "asked", 0).await?;
    let other = browser.other_extension().await?;
    let answers = other.evaluate(&every_message(&format!("'{}',", browser.id), &run)).await?;
    assert_eq!(answers, json!([]));
    assert_eq!(view.run(&run).await?["state"], "waiting");
    assert_eq!(view.tabs(&run, 1).await?.len(), 1);
    browser.close().await;
    assert_eq!(site.marks(), [""; 0]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_of_the_extension_in_a_hostile_page_may_report_and_nothing_else() -> Result<()> {
    let site = TrapSite::start().await?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    let order = json!({"task": "click \"Send\"", "url": site.at("/fetch"), "brain": "literal"});
    let run = view.start_at("quiet", &order).await?;
    view.event(&run, "asked", 0).await?;
    let page = browser.page(&site.at("/fetch")).await?;
    let answers = page.evaluate_beside(&browser.id, &every_message("", &run)).await?;
    assert_eq!(answers, json!([]));
    assert_eq!(view.run(&run).await?["state"], "waiting");
    assert_eq!(view.tabs(&run, 1).await?.len(), 1);
    browser.close().await;
    assert_eq!(site.marks(), [""; 0]);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_are_in_no_storage_that_is_synchronised_or_that_a_page_can_read() -> Result<()> {
    let site = TrapSite::start().await?;
    let model = silent_model()?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    let run = view.start_with(&model, "quiet", &site.at("/two")).await?;
    view.event(&run, "looked", 0).await?;
    let dump =
        |area: &str| format!("chrome.storage.{area}.get(null).then((all) => JSON.stringify(all), () => 'refused')");
    let local = view.evaluate(&dump("local")).await?;
    ensure!(local.as_str().is_some_and(|kept| kept.contains(KEY)), "the key is kept elsewhere: {local}");
    for area in ["sync", "session"] {
        let kept = view.evaluate(&dump(area)).await?;
        ensure!(kept.as_str().is_some_and(|kept| !kept.contains(KEY)), "{area}: {kept}");
    }
    let page = browser.page(&site.at("/two")).await?;
    for area in ["local", "session"] {
        let seen = page.evaluate_beside(&browser.id, &dump(area)).await?;
        assert_eq!(seen, "refused", "{area} from a page");
    }
    browser.close().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_debugger_is_on_no_tab_after_the_end_a_stop_or_a_crash() -> Result<()> {
    let site = TrapSite::start().await?;
    let model = silent_model()?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    let theirs = browser.open(&site.at("/form")).await?;
    theirs.until("document.title === 'Form'").await?;

    let done = view.start(&json!({"task": "click \"Press\"", "url": site.at("/two"), "brain": "literal"})).await?;
    view.end(&done).await?;
    view.tabs_of_nobody().await?;
    assert_eq!(browser.attached(&view).await?, json!([]), "after the end");

    let stopped = view.start_with(&model, "debugger", &site.at("/two")).await?;
    view.event(&stopped, "looked", 0).await?;
    assert_eq!(browser.attached(&view).await?, json!([site.at("/two")]), "only the tab of the run");
    view.ask("POST", &format!("/api/v1/runs/{stopped}/cancel"), &Value::Null).await?;
    view.tabs_of_nobody().await?;
    assert_eq!(browser.attached(&view).await?, json!([]), "after a stop");

    let crashed = view.start_with(&model, "debugger", &site.at("/two")).await?;
    view.event(&crashed, "looked", 0).await?;
    for engine in browser.targets("background_page", "chrome-extension://").await? {
        browser.call("Target.closeTarget", json!({"targetId": engine})).await?;
    }
    view.disconnect().await?;
    // The next engine lets go of what the last one had, before anything goes on.
    view.ask("POST", &format!("/api/v1/runs/{crashed}/cancel"), &Value::Null).await?;
    view.tabs_of_nobody().await?;
    assert_eq!(browser.attached(&view).await?, json!([]), "after a crash");
    browser.close().await;
    Ok(())
}

/// How long a port that is not answered is listened to.
const SILENT_MS: u32 = 500;
