//! A stream of posts with small buttons under each.

use anyhow::{Context as _, Result};

use super::Policies;
use crate::player::Player;
use crate::view::{View, ViewLine};
use crate::words::{between, number, quotation};

pub const TASKS: Policies =
    &[("social-media", one_button), ("social-media-all", all_posts), ("social-media-some", some_posts)];

/// The lines of each post of this user.
fn posts<'a>(view: &'a View, user: &str) -> Vec<&'a [ViewLine]> {
    let is_head = |seen: &ViewLine| seen.role == "text" && seen.name.split(' ').any(|word| word.starts_with('@'));
    let heads: Vec<usize> = (1..view.lines.len()).filter(|at| is_head(&view.lines[*at])).collect();
    let ends = heads.iter().skip(1).copied().chain([view.lines.len()]);
    let of_user = |at: &usize| view.lines[*at].name.split(' ').any(|word| word == user);
    heads.iter().zip(ends).filter(|(at, _)| of_user(at)).map(|(at, end)| &view.lines[*at..end]).collect()
}

fn button<'a>(post: &'a [ViewLine], name: &str) -> Result<&'a ViewLine> {
    let found = post.iter().find(|seen| seen.reference().is_some() && seen.name.to_lowercase().contains(name));
    found.with_context(|| format!("the post has no {name}"))
}

fn one_button(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let user = between(&task, "user ", ",")?;
    let wanted = quotation(&task)?.to_lowercase();
    let post = *posts(&view, user).first().with_context(|| format!("{user} wrote nothing"))?;
    if let Ok(found) = button(post, &wanted) {
        return player.click(found).map(drop);
    }
    player.click(button(post, "more")?)?;
    let open = player.look()?;
    let post = *posts(&open, user).first().with_context(|| format!("{user} wrote nothing"))?;
    player.click(button(post, &wanted)?).map(drop)
}

fn push_under(player: &mut Player, most: usize) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let user = between(&task, " by ", " and then")?;
    let wanted = quotation(&task)?.to_lowercase();
    for post in posts(&view, user).into_iter().take(most) {
        player.click(button(post, &wanted)?)?;
    }
    player.click_button("Submit").map(drop)
}

fn all_posts(player: &mut Player) -> Result<()> {
    push_under(player, usize::MAX)
}

fn some_posts(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    push_under(player, usize::try_from(number(&view.task())?)?)
}
