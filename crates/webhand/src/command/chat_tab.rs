//! `webhand chat-tab`: the health of a chat page, and learning where its parts are.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use serde_json::json;
use webhand_brain::chat_tab::{Adapters, LearnOutcome, choose_adapter, health_line, is_usable, learn, write_adapter};
use webhand_brain::spec::{BrainChoice, BrainSpec, ChatTabSpec};
use webhand_chrome::Window;
use webhand_port::{Browser as _, ChatPages as _};

use super::interaction::output_style;
use crate::chat_pages::{LocalChats, check_switched_on, load_adapters, save_adapter};
use crate::cli::{BrowserArg, ChatTabArgs, ChatTabVerb, GlobalArgs};
use crate::data_dir::{DataDir, RunSetup, new_run_id};
use crate::exit::{Exit, UsageError};
use crate::settings::SettingsFile;
use crate::terminal::{Screen, print_line};
use crate::wiring::{self, BrowserLaunch};

pub async fn run_chat_tab(global: &GlobalArgs, verb: ChatTabVerb) -> Result<Exit> {
    let adapters = load_adapters()?;
    match verb {
        ChatTabVerb::List => list(global, &adapters),
        ChatTabVerb::Probe(args) => in_browser(global, &args, &adapters, Task::Probe).await,
        ChatTabVerb::Learn(args) => in_browser(global, &args, &adapters, Task::Learn).await,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Task {
    Probe,
    Learn,
}

fn list(global: &GlobalArgs, adapters: &Adapters) -> Result<Exit> {
    let settings = SettingsFile::find()?.settings()?;
    for adapter in adapters.all() {
        let is_on = settings.chat_tabs.contains(&adapter.name);
        if global.json {
            let line = json!({"name": adapter.name, "title": adapter.title, "on": is_on, "checked": adapter.checked});
            print_line(&line.to_string());
        } else {
            let on = if is_on { "on" } else { "off" };
            print_line(&format!(
                "{} ({}): {on}, compared with the site {}",
                adapter.name, adapter.title, adapter.checked
            ));
        }
    }
    Ok(Exit::Done)
}

async fn in_browser(global: &GlobalArgs, args: &ChatTabArgs, adapters: &Adapters, task: Task) -> Result<Exit> {
    let settings = SettingsFile::find()?.settings()?;
    let spec = BrainSpec::parse(&format!("chat-tab:{}", args.site)).map_err(|error| UsageError(error.to_string()))?;
    check_switched_on(&spec, &settings, adapters)?;
    let [BrainChoice::ChatTab(chat)] = &spec.choices[..] else { bail!(UsageError("name one chat".to_owned())) };
    let data_dir = DataDir::find(global.data_dir.as_deref())?;
    let setup = RunSetup {
        profile: args.profile.clone().or(settings.profile),
        browser: args.browser.or_setting(settings.browser.as_ref())?,
        browser_path: args.browser.browser_path.clone().or(settings.browser_path),
        pages: args.browser.pages.environment(),
        storage_state: args.browser.storage_state(),
        ..RunSetup::default()
    };
    let window = setup.browser.as_ref().map_or(Window::Headless, BrowserArg::window);
    if task == Task::Learn && window == Window::Headless {
        bail!(UsageError("learning needs a window in which you write: add --browser visible".to_owned()));
    }
    let id = new_run_id()?;
    let folder = data_dir.run_folder(&id);
    let launch = BrowserLaunch::for_run(&data_dir, &id, &setup)?;
    let screen = Arc::new(Screen::open(output_style(global)));
    let chrome = wiring::start_chrome_with_notice(&launch, &screen).await?;
    let chats = LocalChats::default();
    chats.attach(&chrome, folder.chats(), Some(&screen));
    let ended = perform(global, &chats, chat, adapters, task).await;
    chrome.close().await;
    folder.remove();
    ended
}

async fn perform(
    global: &GlobalArgs,
    chats: &LocalChats,
    chat: &ChatTabSpec,
    adapters: &Adapters,
    task: Task,
) -> Result<Exit> {
    let page = chats.page(&chat.written())?;
    if task == Task::Learn {
        return match learn(page.as_ref(), chat, adapters, LEARNED_WITHIN).await? {
            LearnOutcome::Promoted(adapter) => {
                let file = save_adapter(&adapter.name, &write_adapter(&adapter)?)?;
                print_line(&format!("learned and proven; kept in {}", file.display()));
                Ok(Exit::Done)
            }
            LearnOutcome::Dropped(why) => bail!("what was learned did not work twice, so it is dropped: {why}"),
        };
    }
    let probed = choose_adapter(page.as_ref(), chat, adapters).await.map_err(anyhow::Error::msg)?;
    let line = health_line(&probed.report);
    if global.json {
        let usable = is_usable(&probed.report);
        print_line(
            &json!({"result": {"adapter": probed.adapter.name, "usable": usable, "found": probed.report}}).to_string(),
        );
    } else {
        print_line(&format!("{}: {line}", probed.adapter.name));
    }
    Ok(if is_usable(&probed.report) { Exit::Done } else { Exit::Failed })
}

const LEARNED_WITHIN: Duration = Duration::from_mins(5);
