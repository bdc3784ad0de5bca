//! Checkboxes, radio buttons and lists of options.

use anyhow::{Context as _, Result};
use serde_json::json;

use super::Policies;
use crate::player::Player;
use crate::view::Seen;
use crate::words::{between, list, number, place, quotation};

pub const TASKS: Policies = &[
    ("click-checkboxes", named_boxes),
    ("click-checkboxes-large", named_boxes),
    ("click-checkboxes-transfer", named_boxes),
    ("click-checkboxes-soft", similar_boxes),
    ("click-option", named_option),
    ("choose-list", chosen),
    ("click-scroll-list", chosen_several),
    ("form-sequence-2", radio_and_number),
    ("form-sequence-3", dropdown_and_button),
    ("number-checkboxes", drawn_number),
];

fn check(player: &mut Player, seen: &Seen) -> Result<()> {
    player.call("check", &json!({"ref": seen.target()?})).map(drop)
}

fn named_boxes(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    for name in list(between(&task, "Select", "and click")?).iter().filter(|name| **name != "nothing") {
        check(player, view.one("checkbox", name)?)?;
    }
    player.click(view.one("button", "Submit")?).map(drop)
}

fn similar_boxes(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    for word in list(between(&task, "similar to", "and click")?) {
        let alike = view.of_role("checkbox").find(|seen| are_alike(&seen.name, word));
        check(player, alike.with_context(|| format!("nothing is like {word}"))?)?;
    }
    player.click(view.one("button", "Submit")?).map(drop)
}

fn are_alike(one: &str, other: &str) -> bool {
    let share = |words: &&str| [one, other].iter().all(|wanted| words.split(' ').any(|word| word == *wanted));
    one == other || ALIKE.iter().any(share)
}

fn named_option(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    check(player, view.one("radio", between(&view.task(), "Select", "and click")?)?)?;
    player.click(view.one("button", "Submit")?).map(drop)
}

fn chosen(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let wanted = between(&task, "Select", "from the list")?;
    player.call("select", &json!({"ref": view.nth("combobox", 0)?.target()?, "value": wanted}))?;
    player.click(view.one("button", "Submit")?).map(drop)
}

fn chosen_several(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let wanted = list(between(&task, "Select", "from the scroll list")?);
    player.call("select", &json!({"ref": view.nth("listbox", 0)?.target()?, "values": wanted}))?;
    player.click(view.one("button", "Submit")?).map(drop)
}

fn radio_and_number(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let (radio, field) = task.split_once("radio button").context("the task has two parts")?;
    check(player, view.nth("radio", place(radio)?)?)?;
    player.fill(view.nth("textbox", place(field)?)?, quotation(field)?)?;
    player.click(view.one("button", "Submit")?).map(drop)
}

/// A list made of plain elements: it is opened, then its item clicked.
fn dropdown_and_button(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    player.click(view.nth("button", 0)?)?;
    let open = player.look()?;
    player.click(open.named(between(&task, "Choose", "from the dropdown")?)?)?;
    player.push(quotation(&task)?).map(drop)
}

fn drawn_number(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let digit = usize::try_from(number(quotation(&view.task())?)?)?;
    let boxes: Vec<&Seen> = view.of_role("checkbox").collect();
    let pattern = DIGITS.get(digit).context("a digit")?.concat();
    for (seen, _) in boxes.iter().zip(pattern.chars()).filter(|(_, mark)| *mark == '#') {
        check(player, seen)?;
    }
    player.click(view.one("button", "Submit")?).map(drop)
}

/// How the example pictures draw the digits, seven rows of four.
const DIGITS: [[&str; 7]; 10] = [
    [".##.", "#..#", "#..#", "#..#", "#..#", "#..#", ".##."],
    ["..#.", ".##.", "..#.", "..#.", "..#.", "..#.", "..#."],
    [".##.", "#..#", "#..#", "..#.", ".#..", "#...", "####"],
    [".##.", "#..#", "...#", ".##.", "...#", "#..#", ".##."],
    ["#...", "#.#.", "#.#.", "####", "..#.", "..#.", "..#."],
    ["####", "#...", "#...", "###.", "...#", "#..#", ".##."],
    [".##.", "#..#", "#...", "###.", "#..#", "#..#", ".##."],
    ["####", "#..#", "...#", "..#.", "..#.", ".#..", ".#.."],
    [".##.", "#..#", "#..#", ".##.", "#..#", "#..#", ".##."],
    [".##.", "#..#", "#..#", ".###", "...#", "#..#", ".##."],
];

/// What the policy knows of English.
const ALIKE: &[&str] = &[
    "actual genuine real",
    "adore favor like love",
    "afraid fearful frightened panicked scared terrified",
    "aged archaic old",
    "amusing comical funny humorous laughable",
    "angry furious irritated mad",
    "answer reply response",
    "appetizing delectable delicious savory",
    "assassinate kill murder",
    "automobile automobiles car cars vehicle vehicles",
    "begin initiate launch start",
    "big enormous gigantic huge large",
    "brave courageous fearless",
    "bunnies bunny rabbit rabbits",
    "calm mild peaceful quiet serene",
    "camouflage conceal hide",
    "carve chop cut slice",
    "cease end finish halt stop",
    "cheerful delighted gleeful happy joyful",
    "chubby fat fleshy plump",
    "corrupt depraved evil immoral sinful wicked",
    "crimson red scarlet vermillion",
    "despise detest dislike hate loathe",
    "dull dumb stupid unwise",
    "erroneous incorrect mistaken wrong",
    "fire fires flame flames",
    "home homes house houses",
    "keep maintain preserve retain sustain",
    "little mini petite small tiny",
    "miserable sad sorrowful tragic unhappy",
    "odd peculiar strange unusual weird",
    "pig pork swine",
    "television televisions TV TVs",
];
