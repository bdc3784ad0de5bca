use webhand_model::ReplyChannel;

use super::{ProcessStat, reply_source};

#[test]
fn a_name_with_parentheses_and_blanks_is_read() {
    let stat = ProcessStat::parse("42 (odd ) name) S 7 42 42 34816 42 4194304");
    assert_eq!(stat, Some(ProcessStat { name: "odd ) name".to_owned(), parent: 7, terminal: 34816 }));
    assert_eq!(ProcessStat::parse("nonsense"), None);
}

#[test]
fn this_process_comes_first() {
    let source = reply_source(ReplyChannel::Terminal);
    assert_eq!(source.processes.first().map(|process| process.pid), Some(std::process::id()));
    assert!(source.processes.len() > 1, "{source:?}");
}
