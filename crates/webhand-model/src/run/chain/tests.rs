use super::*;
use crate::{EffectNo, Event, Input, Intent, Task};

fn run() -> RunId {
    RunId::try_from("chain-tests".to_owned()).unwrap()
}

/// The lines of a run, as a store that keeps JSON would have them.
fn written(lines: u64) -> Vec<String> {
    let mut head = ChainHash::before_first_line(&run());
    let write = |number| {
        let kind = match number {
            1 => EventKind::Input { to: None, input: Input::Started(Task::new("say \"näh\"\n")) },
            _ => EventKind::Intent { no: EffectNo(number), intent: Intent::AskBrain },
        };
        let event = Event::chained(&head, Seq(number), Millis(number * 10), 1_700_000_000_000, kind);
        head = event.hash.unwrap();
        serde_json::to_string(&event).unwrap()
    };
    (1..=lines).map(write).collect()
}

fn read(lines: &[String]) -> Vec<JournalLine> {
    lines.iter().map(|line| JournalLine::from_json(line).unwrap()).collect()
}

fn end_of(lines: &[JournalLine]) -> JournalEnd {
    let last = lines.last().unwrap();
    JournalEnd { seq: last.seq, hash: last.hash }
}

#[test]
fn a_journal_as_it_was_written_is_whole() {
    let lines = read(&written(5));
    assert_eq!(verify_chain(&run(), &lines, Some(end_of(&lines))), Ok(ChainState::Whole { lines: 5 }));
    assert_eq!(verify_chain(&run(), &lines, None), Ok(ChainState::Whole { lines: 5 }));
}

#[test]
fn every_change_of_one_byte_shows() {
    let whole = written(4);
    for at in 0..whole.len() {
        for byte in 0..whole[at].len() {
            let mut bytes = whole[at].clone().into_bytes();
            bytes[byte] ^= 1;
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            let mut lines = whole.clone();
            lines[at].clone_from(&changed);
            let read: Result<Vec<_>, _> = lines.iter().map(|line| JournalLine::from_json(line)).collect();
            let verified = read.map(|lines| verify_chain(&run(), &lines, None));
            assert!(!matches!(verified, Ok(Ok(_))), "{changed}");
        }
    }
}

#[test]
fn blanks_between_the_fields_of_a_line_show_too() {
    let line = written(1).remove(0).replacen(',', ", ", 1);
    assert!(JournalLine::from_json(&line).is_err());
}

#[test]
fn lines_that_are_missing_or_exchanged_show() {
    let lines = read(&written(5));
    let end = Some(end_of(&lines));
    let without =
        |at: usize| lines.iter().enumerate().filter(move |(other, _)| *other != at).map(|(_, line)| line.clone());
    assert_eq!(verify_chain(&run(), &without(1).collect::<Vec<_>>(), end), Err(ChainBreak::Missing(Seq(2))));
    let mut closed_up: Vec<_> = without(1).collect();
    closed_up.iter_mut().zip(1..).for_each(|(line, seq)| line.seq = Seq(seq));
    assert_eq!(verify_chain(&run(), &closed_up, end), Err(ChainBreak::Changed(Seq(2))));
    let cut = ChainBreak::Cut { found: Seq(3), written: Seq(5) };
    assert_eq!(verify_chain(&run(), &lines[..3], end), Err(cut));
    let lied = JournalEnd { seq: Seq(3), hash: lines[4].hash };
    assert_eq!(verify_chain(&run(), &lines[..3], Some(lied)), Err(ChainBreak::OtherEnd(Seq(3))));
}

#[test]
fn a_journal_does_not_pass_for_another_run() {
    let other = RunId::try_from("another-run".to_owned()).unwrap();
    assert_eq!(verify_chain(&other, &read(&written(2)), None), Err(ChainBreak::Changed(Seq(1))));
}

#[test]
fn older_lines_are_told_apart_from_lines_whose_hash_was_removed() {
    let strip = |lines: &mut [JournalLine]| lines.iter_mut().for_each(|line| line.hash = None);
    let mut older = read(&written(3));
    strip(&mut older);
    let end = end_of(&older);
    assert_eq!(verify_chain(&run(), &older, Some(end)), Ok(ChainState::BeforeChaining { lines: 3 }));

    let mut resumed = older.clone();
    let mut next = JournalLine { seq: Seq(4), ..older[2].clone() };
    next.hash =
        Some(ChainHash::before_first_line(&run()).of_next_line(next.seq, next.at, next.wall, next.body.as_bytes()));
    resumed.push(next);
    let partly = ChainState::PartlyChained { before_chaining: 3, lines: 4 };
    assert_eq!(verify_chain(&run(), &resumed, Some(end_of(&resumed))), Ok(partly));

    let mut stripped = read(&written(3));
    let end = end_of(&stripped);
    strip(&mut stripped[..1]);
    assert_eq!(verify_chain(&run(), &stripped, Some(end)), Err(ChainBreak::Changed(Seq(2))));
    strip(&mut stripped);
    assert_eq!(verify_chain(&run(), &stripped, Some(end)), Err(ChainBreak::OtherEnd(Seq(3))));
    let mut unchained = read(&written(3));
    strip(&mut unchained[2..]);
    assert_eq!(verify_chain(&run(), &unchained, None), Err(ChainBreak::Unchained(Seq(3))));
}
