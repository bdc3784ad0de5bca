//! Noughts and crosses, hot and cold, repeating a sequence.

use anyhow::{Context as _, Result, bail};

use super::Policies;
use crate::player::Player;
use crate::view::{Seen, View};

pub const TASKS: Policies = &[("tic-tac-toe", crosses), ("hot-cold", hot_and_cold)];

#[derive(Clone, Copy, PartialEq)]
enum Mark {
    Free,
    Mine,
    Theirs,
}

fn cells(view: &View) -> Vec<(&Seen, Mark)> {
    let cells: Vec<&Seen> = view.controls().filter(|seen| seen.role != "canvas").collect();
    let mark =
        |seen: &Seen| match seen.name.split(|c: char| !c.is_alphanumeric()).find(|word| matches!(*word, "x" | "o")) {
            Some("x") => Mark::Mine,
            Some(_) => Mark::Theirs,
            None => Mark::Free,
        };
    cells.into_iter().map(|seen| (seen, mark(seen))).collect()
}

/// Wins where it can, stops the other, and else takes the best place left; a game that is lost or drawn stays so.
fn crosses(player: &mut Player) -> Result<()> {
    for _ in 0..5 {
        let view = player.look()?;
        let cells = cells(&view);
        if cells.len() != 9 {
            // The game is over: the cover lies over the board.
            return Ok(());
        }
        let board: Vec<Mark> = cells.iter().map(|(_, mark)| *mark).collect();
        let at = best(&board).context("the board is full")?;
        player.click(cells[at].0)?;
        if player.look()?.says("START") {
            return Ok(());
        }
    }
    bail!("the game did not end")
}

fn best(board: &[Mark]) -> Option<usize> {
    let gap = |mark: Mark| {
        LINES.iter().find_map(|line| {
            let taken = line.iter().filter(|at| board[**at] == mark).count();
            let free = line.iter().copied().find(|at| board[*at] == Mark::Free);
            if taken == 2 { free } else { None }
        })
    };
    // A free place on the most lines that are still open to us.
    let open = |at: &usize| {
        let mine = |line: &&[usize; 3]| line.contains(at) && line.iter().all(|place| board[*place] != Mark::Theirs);
        let weight = |line: &[usize; 3]| 1 + 2 * line.iter().filter(|place| board[**place] == Mark::Mine).count();
        LINES.iter().filter(mine).map(weight).sum::<usize>()
    };
    gap(Mark::Mine)
        .or_else(|| gap(Mark::Theirs))
        .or_else(|| (0..board.len()).filter(|at| board[*at] == Mark::Free).max_by_key(open))
}

const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The pointer is led into the area with the button held from outside, which tells how warm it is without a click.
fn hot_and_cold(player: &mut Player) -> Result<()> {
    let view = player.look_boxes()?;
    let area = view.controls().find(|seen| seen.role != "canvas").context("the area is not there")?;
    let [left, top, width, height] = area.area()?;
    let mut best = (0, area.centre()?);
    for row in 0..3 {
        for column in 0..4 {
            let point = (left + width * (f64::from(column) + 0.5) / 4.0, top + height * (f64::from(row) + 0.5) / 3.0);
            let outside = (left + width + 100.0, top);
            player.drag_at(outside, point)?;
            let warmth = warmth(&player.look()?);
            if warmth > best.0 {
                best = (warmth, point);
            }
        }
    }
    player.click_at(best.1).map(drop)
}

fn warmth(view: &View) -> u8 {
    let says = |word: &str| view.lines[1..].iter().any(|seen| seen.name == word);
    match () {
        () if says("HOT") => 3,
        () if says("WARM") => 2,
        () if says("COLD") => 1,
        () => 0,
    }
}
