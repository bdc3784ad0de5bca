//! A mailbox: find a message, then star, delete, answer or forward it.

use anyhow::{Context as _, Result, bail};

use super::Policies;
use crate::player::Player;
use crate::view::{View, ViewLine};
use crate::words::{between, quotations};

pub const TASKS: Policies = &[
    ("email-inbox", handle),
    ("email-inbox-delete", handle),
    ("email-inbox-forward", handle),
    ("email-inbox-forward-nl", handle),
    ("email-inbox-forward-nl-turk", handle),
    ("email-inbox-important", handle),
    ("email-inbox-nl-turk", handle),
    ("email-inbox-noscroll", handle),
    ("email-inbox-reply", handle),
    ("email-inbox-star-reply", handle),
];

fn handle(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let wish = MailTask::of(&task, &senders(&view))?;
    match &wish.what {
        What::Star => player.click(icon(&view, &wish.sender, "star")?).map(drop),
        What::Delete => player.click(icon(&view, &wish.sender, "trash")?).map(drop),
        What::Reply(text) => {
            open(player, &view, &wish.sender, "Reply")?;
            let reply = player.look()?;
            player.fill(reply.nth("textbox", 0)?, text)?;
            send(player)
        }
        What::Forward(to) => {
            open(player, &view, &wish.sender, "Forward")?;
            let forward = player.look()?;
            player.fill(forward.nth("textbox", 0)?, to)?;
            send(player)
        }
    }
}

/// The task: what to do with whose message.
struct MailTask {
    sender: String,
    what: What,
}

enum What {
    Star,
    Delete,
    Reply(String),
    Forward(String),
}

impl MailTask {
    fn of(task: &str, senders: &[&str]) -> Result<Self> {
        let said = task.to_lowercase();
        let mut named: Vec<(usize, &str)> = senders.iter().filter_map(|name| Some((task.find(name)?, *name))).collect();
        // Of names that begin alike, the longer one is meant; a name twice in the box is one person.
        named.sort_by_key(|(at, name)| (*at, usize::MAX - name.len()));
        named.dedup_by_key(|(at, _)| *at);
        let first = named.first().context("the task names no sender")?;
        let wish = |sender: &str, what| Ok(Self { sender: sender.to_owned(), what });
        if let Some(text) = quotations(task).iter().find(|text| !text.trim().is_empty()) {
            return wish(first.1, What::Reply((*text).to_owned()));
        }
        if let Ok(to) = between(task, "forward that email to", ".") {
            return wish(first.1, What::Forward(to.to_owned()));
        }
        if let [(_, one), (_, other)] = named[..] {
            let (sender, to) = if is_sender_named_first(task, one) { (one, other) } else { (other, one) };
            return wish(sender, What::Forward(to.to_owned()));
        }
        if ["delete", "trash", "remove", "get rid", "erase", "discard", "bin"].iter().any(|word| said.contains(word)) {
            return wish(first.1, What::Delete);
        }
        if ["important", "star", "flag", "mark", "favorite"].iter().any(|word| said.contains(word)) {
            return wish(first.1, What::Star);
        }
        bail!("it is not clear what to do: {task}")
    }
}

/// Whether the person named first is the sender: `from Ann`, `by Ann`, `Ann's email`, `Ann sent`.
fn is_sender_named_first(task: &str, first: &str) -> bool {
    let (before, after) = task.split_once(first).unwrap_or((task, ""));
    let before = before.trim_end().to_lowercase();
    let before = before.rsplit(' ').next().unwrap_or_default();
    let owns = ["'s", "s last", " email", " sent", " wrote", " wants his", " to forward"];
    if ["from", "by"].contains(&before) {
        return true;
    }
    if before == "to" {
        return false;
    }
    owns.iter().any(|start| after.starts_with(start)) || before == "the" || before == "mail"
}

/// A row's name begins with its sender.
fn rows(view: &View) -> impl Iterator<Item = &ViewLine> {
    view.controls().filter(|seen| seen.name.contains(' ') && seen.name.contains('.'))
}

fn senders(view: &View) -> Vec<&str> {
    rows(view).filter_map(|seen| seen.name.split(' ').next()).collect()
}

fn row<'a>(view: &'a View, sender: &str) -> Result<&'a ViewLine> {
    let found = rows(view).find(|seen| seen.name.split(' ').next() == Some(sender));
    found.with_context(|| format!("there is no message from {sender}"))
}

/// An icon in the row of this sender: it follows the row and stands below it.
fn icon<'a>(view: &'a View, sender: &str, word: &str) -> Result<&'a ViewLine> {
    let row = row(view, sender)?;
    let at = view.lines.iter().position(|seen| seen == row).context("the row is in the view")?;
    let inside = view.lines[at + 1..].iter().take_while(|seen| seen.depth > row.depth);
    let found = inside.filter(|seen| seen.reference().is_some()).find(|seen| is_icon(seen, word));
    found.with_context(|| format!("the message from {sender} has no {word}"))
}

fn is_icon(seen: &ViewLine, word: &str) -> bool {
    seen.name.contains(word) || (word == "trash" && seen.name.contains("delete"))
}

fn open(player: &mut Player, view: &View, sender: &str, button: &str) -> Result<()> {
    player.click(row(view, sender)?)?;
    let message = player.look()?;
    player.click(message.named(button)?).map(drop)
}

fn send(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let send = view.controls().find(|seen| seen.role == "button" && seen.name.contains("send"));
    player.click(send.context("there is nothing to send with")?).map(drop)
}
