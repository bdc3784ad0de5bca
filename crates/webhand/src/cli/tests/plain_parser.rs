//! Compares the results of the plain parser with those of clap.

use std::ffi::OsString;

use proptest::prelude::*;
use proptest::sample::select;
use webhand_model::ParameterKind;

use super::super::{CommandLine, VerbCommand};
use super::words;
use crate::verb_syntax::{command_line, verbs};

#[test]
fn examples_without_options_need_no_parser() {
    let is_plain = |line: &&String| !line.contains("--");
    let read = |line: &String| VerbCommand::parse_plain(&os(&words(line))).is_some();
    let examples: Vec<_> = verbs().map(command_line).collect();
    let left: Vec<_> = examples.iter().filter(is_plain).filter(|line| !read(line)).map(String::as_str).collect();
    // The plain parser cannot count the values of a positional list.
    assert_eq!(left, ["webhand upload e7 notes.pdf"]);
    for line in [
        "webhand --json --session two click e3 --snapshot",
        "webhand type e4 lighthouse --session two",
        "webhand snapshot",
    ] {
        assert!(read(&line.to_owned()), "{line}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn the_parser_means_the_same(
        before in proptest::collection::vec(select(vec!["--json", "--session", "two", "--snapshot", "--timeout=5"]), 0..3),
        verb in select(names()),
        behind in proptest::collection::vec(select(pool()), 0..5),
    ) {
        let before = [vec!["webhand"], before].concat().into_iter().map(str::to_owned);
        let line: Vec<String> = before.chain([verb]).chain(behind).collect();
        let Some(plain) = VerbCommand::parse_plain(&os(&line)) else { return Ok(()) };
        match CommandLine::parse_whole(os(&line)) {
            Ok(CommandLine::Verb(whole)) => prop_assert_eq!(format!("{plain:?}"), format!("{whole:?}")),
            other => prop_assert!(false, "{:?}: {:?}", line, other),
        }
    }
}

fn os(words: &[String]) -> Vec<OsString> {
    words.iter().map(Into::into).collect()
}

/// Words for random lines, valid or not; values occur more often than options.
fn pool() -> Vec<String> {
    let values = "e3 e12 lighthouse two 5 1.5 -5 1,2 1,2,3,4 {\"a\":1} accept Enter http://a.test/ t2 é help";
    let options =
        ["--json", "--session", "--session=two", "--snapshot", "--timeout", "--delta", "-q", "--", "", "two words"];
    let words = verbs()
        .flat_map(|spec| spec.parameters)
        .filter_map(|parameter| if let ParameterKind::Word(words) = parameter.kind { words.first() } else { None });
    values.split_whitespace().cycle().take(60).chain(options).chain(words.copied()).map(str::to_owned).collect()
}

fn names() -> Vec<String> {
    let all = verbs().flat_map(|spec| spec.aliases.iter().map(|alias| alias.name).chain([spec.name]));
    all.flat_map(|name| [name.to_owned(), name.replace('_', "-")]).collect()
}
