//! Noughts and crosses, hot and cold, repeating a sequence.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};

use super::Policies;
use crate::player::Player;
use crate::view::{View, ViewLine};

pub const TASKS: Policies = &[("tic-tac-toe", crosses), ("hot-cold", hot_and_cold)];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Free,
    Mine,
    Theirs,
}

fn cells(view: &View) -> Vec<(&ViewLine, Mark)> {
    let cells: Vec<&ViewLine> = view.controls().filter(|seen| seen.role != "canvas").collect();
    let mark =
        |seen: &ViewLine| match seen.name.split(|c: char| !c.is_alphanumeric()).find(|word| matches!(*word, "x" | "o"))
        {
            Some("x") => Mark::Mine,
            Some(_) => Mark::Theirs,
            None => Mark::Free,
        };
    cells.into_iter().map(|seen| (seen, mark(seen))).collect()
}

fn crosses(player: &mut Player) -> Result<()> {
    for _ in 0..5 {
        let view = player.look()?;
        let cells = cells(&view);
        let board: Board =
            cells.iter().map(|(_, mark)| *mark).collect::<Vec<_>>().try_into().ok().context("no board")?;
        let at = best(board, &mut BTreeMap::new()).context("the board is full")?;
        player.click(cells[at].0)?;
        if player.look()?.says("START") {
            return Ok(());
        }
    }
    bail!("the game did not end")
}

type Board = [Mark; 9];

fn free(board: Board) -> Vec<usize> {
    (0..9).filter(|at| board[*at] == Mark::Free).collect()
}

fn with(mut board: Board, at: usize, mark: Mark) -> Board {
    board[at] = mark;
    board
}

fn has_won(board: Board, mark: Mark) -> bool {
    LINES.iter().any(|line| line.iter().all(|at| board[*at] == mark))
}

/// The move after which a win is most likely.
fn best(board: Board, known: &mut BTreeMap<Board, f64>) -> Option<usize> {
    let mut rated: Vec<(usize, f64)> =
        free(board).into_iter().map(|at| (at, after(with(board, at, Mark::Mine), known))).collect();
    rated.sort_by(|one, other| one.1.total_cmp(&other.1));
    rated.last().map(|(at, _)| *at)
}

/// How likely a win is when the other has the move. It plays at random about every second time, else it wins or stops
/// us where it can.
fn after(board: Board, known: &mut BTreeMap<Board, f64>) -> f64 {
    if has_won(board, Mark::Mine) {
        return 1.0;
    }
    if let Some(chance) = known.get(&board) {
        return *chance;
    }
    let places = free(board);
    let mut chances = Vec::new();
    for at in &places {
        let next = with(board, *at, Mark::Theirs);
        let lost = has_won(next, Mark::Theirs) || free(next).is_empty();
        let reply = if lost { None } else { best(next, known) };
        chances.push(reply.map_or(0.0, |reply| after(with(next, reply, Mark::Mine), known)));
    }
    let any = mean(&chances);
    let wins = |mark: Mark| places.iter().position(|at| has_won(with(board, *at, mark), mark));
    let keen = wins(Mark::Theirs).or_else(|| wins(Mark::Mine)).map_or(any, |at| chances[at]);
    let chance = AT_RANDOM * any + (1.0 - AT_RANDOM) * keen;
    known.insert(board, chance);
    chance
}

fn mean(numbers: &[f64]) -> f64 {
    let count = u32::try_from(numbers.len()).map_or(1.0, f64::from);
    if numbers.is_empty() { 0.0 } else { numbers.iter().sum::<f64>() / count }
}

const AT_RANDOM: f64 = 0.55;
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
            // A place without text, because a drag that begins on selected text would drag the text.
            let outside = (left + width + 400.0, top + height + 200.0);
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
