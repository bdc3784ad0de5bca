//! Click the thing with this name: buttons, links, tabs, dialogs, collapsed sections, menus.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::json;

use super::Policies;
use crate::player::Player;
use crate::view::{View, ViewLine};
use crate::words::{between, number, place, quotation, quotations};

pub const TASKS: Policies = &[
    ("click-test", |player| player.click_button("Click Me!").map(drop)),
    ("click-test-2", |player| player.click_button("ONE").map(drop)),
    ("click-test-transfer", |player| player.click_button("ONE").map(drop)),
    ("click-button", quoted_button),
    ("unicode-test", quoted_button),
    ("click-link", quoted_anything),
    ("click-button-sequence", one_then_two),
    ("button-delay", one_wait_two),
    ("click-dialog", |player| player.click_button("Close").map(drop)),
    ("click-dialog-2", dialog_button),
    ("click-tab", numbered_tab),
    ("click-tab-2", link_behind_a_tab),
    ("click-tab-2-easy", link_behind_a_tab),
    ("click-tab-2-medium", link_behind_a_tab),
    ("click-tab-2-hard", link_behind_a_tab),
    ("click-collapsible", section_then_submit),
    ("click-collapsible-nodelay", section_then_submit),
    ("click-collapsible-2", link_in_a_section),
    ("click-collapsible-2-nodelay", link_in_a_section),
    ("click-widget", widget),
    ("click-menu", nested_menu),
    ("click-menu-2", icon_menu),
    ("click-pie", pie),
    ("click-pie-nodelay", pie),
    ("search-engine", search_result),
    ("phone-book", contact),
    ("navigate-tree", tree),
];

fn quoted_button(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    player.click(view.one("button", quotation(&view.task())?)?).map(drop)
}

fn quoted_anything(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    player.click(view.named(quotation(&view.task())?)?).map(drop)
}

fn one_then_two(player: &mut Player) -> Result<()> {
    player.click_button("ONE")?;
    player.click_button("TWO").map(drop)
}

fn one_wait_two(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let seconds = u64::try_from(number(&view.task())?)?;
    let two = view.one("button", "TWO")?;
    player.click(view.one("button", "ONE")?)?;
    let until = Instant::now() + Duration::from_secs(seconds);
    let left = until.saturating_duration_since(Instant::now()).as_millis();
    player.call("wait", &json!({"ms": u64::try_from(left)?}))?;
    player.click(two).map(drop)
}

fn dialog_button(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let name = match quotation(&task)? {
        "x" => "Close",
        name => name,
    };
    player.click(view.one("button", name)?).map(drop)
}

fn numbered_tab(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let name = format!("Tab #{}", number(&task)?);
    player.click(view.one("tab", &name)?).map(drop)
}

fn link_behind_a_tab(player: &mut Player) -> Result<()> {
    let mut view = player.look()?;
    let task = view.task();
    let link = quotation(&task)?;
    for at in 0..MOST_TABS {
        if let Some(found) = in_content(&view, link) {
            return player.click(found).map(drop);
        }
        player.click(view.nth("tab", at)?)?;
        view = player.look()?;
    }
    bail!("{link:?} is behind no tab")
}

/// Tabs themselves may have the name that is looked for.
fn in_content<'a>(view: &'a View, name: &str) -> Option<&'a ViewLine> {
    view.controls().find(|seen| seen.name == name && seen.role != "tab" && !is_in_tab(view, seen))
}

fn is_in_tab(view: &View, seen: &ViewLine) -> bool {
    seen.role == "link" && view.of_role("tab").any(|tab| tab.name == seen.name)
}

fn section_then_submit(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let section = view.controls().find(|seen| seen.name.starts_with("Section #")).context("there is no section")?;
    player.click(section)?;
    player.click_button("Submit").map(drop)
}

fn link_in_a_section(player: &mut Player) -> Result<()> {
    let mut view = player.look()?;
    let task = view.task();
    let link = quotation(&task)?;
    for section in 1..=3 {
        if let Ok(found) = view.named(link) {
            return player.click(found).map(drop);
        }
        player.click(view.named(&format!("Section #{section}"))?)?;
        view = player.look()?;
    }
    player.click(view.named(link)?).map(drop)
}

fn widget(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let kind = quotation(&task)?;
    let fits = |seen: &&ViewLine| match kind {
        "text" => seen.role == "textbox" && !seen.is("multiline"),
        "textarea" => seen.role == "textbox" && seen.is("multiline"),
        role => seen.role == role,
    };
    player.click(view.controls().find(fits).with_context(|| format!("there is no {kind}"))?).map(drop)
}

fn nested_menu(player: &mut Player) -> Result<()> {
    let mut view = player.look()?;
    let task = view.task();
    let path: Vec<&str> = task.trim_start_matches("Select ").split('>').collect();
    let (last, groups) = path.split_last().context("the task names nothing")?;
    for group in groups {
        open_group(player, view.one("menuitem", group)?)?;
        view = player.look()?;
    }
    player.click(view.one("menuitem", last)?).map(drop)
}

/// A group of a menu opens when the mouse has been over it for a moment.
fn open_group(player: &mut Player, group: &ViewLine) -> Result<()> {
    player.hover(group)?;
    player.call("wait", &json!({"ms": 400})).map(drop)
}

fn icon_menu(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let wanted = match quotations(&task).get(1) {
        Some(label) => (*label).to_owned(),
        None => label_of_icon(&view.sentence())?.to_owned(),
    };
    player.click(view.one("button", "Menu")?)?;
    let mut view = player.look()?;
    if view.one("menuitem", &wanted).is_err() {
        open_group(player, view.one("menuitem", "Playback")?)?;
        view = player.look()?;
    }
    player.click(view.one("menuitem", &wanted)?).map(drop)
}

/// By the words of the icon that the sentence shows.
fn label_of_icon(sentence: &[&ViewLine]) -> Result<&'static str> {
    let shows = |word: &str| sentence.iter().any(|seen| seen.role != "text" && seen.name.contains(word));
    ICONS.iter().find(|(word, _)| shows(word)).map(|(_, label)| *label).context("the icon in the task is not told")
}

fn pie(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let item = quotation(&task)?;
    player.click(view.named("+")?)?;
    // The slices spread out slowly.
    player.call("wait", &json!({"ms": 2_000}))?;
    let view = player.look()?;
    player.click(view.named(item)?).map(drop)
}

fn search_result(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let at = place(&task)?;
    player.fill(view.nth("textbox", 0)?, quotation(&task)?)?;
    player.click(view.one("button", "Search")?)?;
    let mut view = player.look()?;
    if at >= RESULTS_A_PAGE {
        player.click(view.one("link", &(at / RESULTS_A_PAGE + 1).to_string())?)?;
        view = player.look()?;
    }
    let titles: Vec<&ViewLine> = view.of_role("link").filter(|seen| !is_page(&seen.name)).collect();
    player.click(titles.get(at % RESULTS_A_PAGE).context("there are too few results")?).map(drop)
}

fn is_page(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_digit() || matches!(c, '<' | '>'))
}

fn contact(player: &mut Player) -> Result<()> {
    let mut view = player.look()?;
    let task = view.task();
    let person = between(&task, "Find ", " in the")?.to_owned();
    let place = ["phone", "email", "address"].iter().position(|word| task.contains(&format!("their {word}")));
    for _ in 0..MOST_CONTACTS {
        if view.lines.iter().any(|seen| seen.role == "heading" && seen.name == person) {
            let facts: Vec<&ViewLine> = view.controls().filter(|seen| is_fact(seen)).collect();
            return player.click(place.and_then(|at| facts.get(at)).context("the contact is incomplete")?).map(drop);
        }
        player.click(view.named(">")?)?;
        view = player.look()?;
    }
    bail!("{person} is not in the book")
}

/// Phone numbers, mail and street addresses are longer than the pages' numbers and arrows.
fn is_fact(seen: &ViewLine) -> bool {
    seen.role != "canvas" && seen.name.len() > 4
}

fn tree(player: &mut Player) -> Result<()> {
    let mut view = player.look()?;
    let task = view.task();
    let wanted = quotation(&task)?;
    let mut opened: Vec<String> = Vec::new();
    for _ in 0..MOST_FOLDERS {
        if let Ok(found) = view.named(wanted) {
            return player.click(found).map(drop);
        }
        // A folder's own handle stands below it; opening a folder by its handle does not choose it.
        let folder = view.of_role("button").find(|seen| !opened.iter().any(|known| seen.is(known)));
        let folder = folder.with_context(|| format!("{wanted:?} is in no folder"))?;
        opened.push(format!("ref={}", folder.target()?));
        player.click(folder)?;
        view = player.look()?;
    }
    bail!("{wanted:?} was not found")
}

const MOST_TABS: usize = 8;
const MOST_CONTACTS: usize = 6;
const MOST_FOLDERS: usize = 10;
const RESULTS_A_PAGE: usize = 3;
const ICONS: [(&str, &str); 7] = [
    ("disk", "Save"),
    ("seek start", "Prev"),
    ("stop", "Stop"),
    ("play", "Play"),
    ("seek end", "Next"),
    ("zoomin", "Zoom In"),
    ("zoomout", "Zoom Out"),
];
