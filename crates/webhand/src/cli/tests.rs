mod plain_parser;

use serde_json::json;

use super::parse::{help_instead, whole_at, with_names_only};
use super::*;
use crate::verb_syntax::{command_line, verbs};

/// The words of a line as a shell splits it.
fn words(line: &str) -> Vec<String> {
    shlex::split(line).unwrap()
}

fn read(line: &str) -> Result<CommandLine, clap::Error> {
    CommandLine::parse(words(line).into_iter().map(Into::into).collect())
}

fn parse(line: &str) -> Result<Cli, clap::Error> {
    match read(line)? {
        CommandLine::Command(cli) => Ok(*cli),
        CommandLine::Verb(verb) => panic!("{verb:?} is a verb"),
    }
}

/// The call of a verb, as JSON.
fn call(line: &str) -> serde_json::Value {
    match read(line).unwrap_or_else(|error| panic!("{line}: {error}")) {
        CommandLine::Command(cli) => panic!("{cli:?} is no verb"),
        CommandLine::Verb(verb) => json!({&verb.call.name: verb.call.params}),
    }
}

#[test]
fn the_command_line_is_well_formed() {
    whole().debug_assert();
}

#[test]
fn options_of_every_command_may_stand_anywhere() {
    for line in ["webhand --json --data-dir d demo --yes", "webhand demo --yes --json --data-dir d"] {
        let cli = parse(line).unwrap();
        assert!(cli.global.json && cli.global.data_dir == Some("d".into()), "{line}");
    }
}

#[test]
fn options_of_a_session_may_stand_before_the_verb() {
    for line in [
        "webhand --session two --json click e3 --timeout 5",
        "webhand --timeout=5 --json --session=two click e3",
        "webhand click e3 --session two --timeout 5 --json",
    ] {
        let CommandLine::Verb(verb) = read(line).unwrap() else { panic!("{line} is a verb") };
        let session = &verb.session;
        assert_eq!((&*session.name.session, session.timeout, verb.global.json), ("two", 5, true), "{line}");
        assert_eq!(json!(verb.call.params), json!({"ref": "e3"}), "{line}");
    }
    let Command::Close { name, .. } = parse("webhand --session two close").unwrap().command else {
        panic!("not a close")
    };
    assert_eq!(name.session, "two");
    assert_eq!(read("webhand --session two").unwrap_err().exit_code(), 2);
    assert_eq!(read("webhand --session two demo").unwrap_err().exit_code(), 2);
}

#[test]
fn grants_add_up() {
    let Command::Run(run) =
        parse("webhand run go --allow localhost --allow shop.test:8080 --allow-read *.test").unwrap().command
    else {
        panic!("not a run")
    };
    assert_eq!(run.options.permissions.allow, ["localhost", "shop.test:8080"]);
    assert_eq!(run.options.permissions.allow_read, ["*.test"]);
}

#[test]
fn what_cannot_be_meant_is_refused() {
    for line in [
        "webhand run",
        "webhand run go --max-steps 0",
        "webhand run go --mode bold",
        "webhand run go --nonsense",
        "webhand run go --report r.html --no-report",
        "webhand demo --only 9",
        "webhand runs answer abc",
        "webhand nonsense",
    ] {
        let refused = parse(line).unwrap_err();
        assert_eq!(refused.exit_code(), 2, "{line}");
    }
}

#[test]
fn a_slip_is_answered_with_the_names_that_help_shows() {
    let error = with_names_only(read("webhand clikc e4").unwrap_err()).to_string();
    assert!(error.contains("'click', 'click-at'") && !error.contains("click_"), "{error}");
}

#[test]
fn a_file_that_is_not_there_is_told_of_before_anybody_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notes.pdf");
    let upload = || match read(&format!("webhand upload e4 {}", file.display())).unwrap() {
        CommandLine::Verb(verb) => verb.call.check_files(),
        CommandLine::Command(cli) => panic!("{cli:?} is no verb"),
    };
    assert!(upload().unwrap_err().to_string().contains("nothing was done"));
    std::fs::write(&file, "").unwrap();
    upload().unwrap();
}

/// The lines of a command's help, and of the help of its subcommands, that are too long; a word alone cannot be broken.
fn too_long(command: &mut clap::Command, path: &str, width: usize) -> Vec<String> {
    let path = format!("{path} {}", command.get_name());
    let help = format!("{}\n{}", command.render_help(), command.render_long_help());
    let is_too_long = |line: &&str| line.chars().count() > width && line.trim().contains(' ');
    let mut found: Vec<String> = help.lines().filter(is_too_long).map(|line| format!("{path}: {line}")).collect();
    for subcommand in command.get_subcommands_mut() {
        found.extend(too_long(subcommand, &path, width));
    }
    found
}

#[test]
fn help_fits_on_narrow_and_on_wide_screens_examples_included() {
    for width in [60, 100] {
        let mut root = whole_at(width);
        root.build();
        let found = too_long(&mut root, "", width);
        assert!(found.is_empty(), "at {width}:\n{}", found.join("\n"));
    }
}

#[test]
fn without_a_command_the_help_is_shown_and_hidden_commands_stay_hidden() {
    for (line, shown) in [("webhand --json", "demo"), ("webhand runs --json", "resume")] {
        let help = help_instead(&parse(line).unwrap_err()).unwrap().to_string();
        assert!(help.contains(shown) && help.contains("Usage: webhand") && !help.contains("fake-llm"), "{help}");
    }
    assert!(help_instead(&parse("webhand nonsense").unwrap_err()).is_none());
}

#[test]
fn every_action_is_a_verb_and_its_example_means_what_the_catalogue_says() {
    for spec in verbs() {
        let mut meant: serde_json::Value = serde_json::from_str(spec.example).unwrap();
        if spec.name == "upload" {
            meant["files"] = json!([std::path::absolute("notes.pdf").unwrap()]);
        }
        let call = call(&command_line(spec));
        // The command line parses every number as a float.
        let call = call.to_string().replace(".0", "");
        assert_eq!(call, format!("{}", json!({spec.name: meant})), "{}", command_line(spec));
    }
}

#[test]
fn a_verb_means_the_same_wherever_the_options_of_every_command_stand() {
    for spec in verbs() {
        let line = command_line(spec);
        let behind_an_option = line.replacen("webhand ", "webhand --json ", 1);
        assert_eq!(call(&line), call(&behind_an_option), "{line}");
    }
}

#[test]
fn what_is_nearly_always_meant_needs_no_name() {
    for (line, meant) in [
        ("webhand type lighthouse", json!({"type": {"text": "lighthouse"}})),
        ("webhand type e4 lighthouse", json!({"type": {"ref": "e4", "text": "lighthouse"}})),
        ("webhand wait 500", json!({"wait": {"ms": 500}})),
        ("webhand press Enter", json!({"press": {"key": "Enter"}})),
        ("webhand fill e4 -5", json!({"fill": {"ref": "e4", "value": "-5"}})),
        ("webhand fill e4 '--not an option'", json!({"fill": {"ref": "e4", "value": "--not an option"}})),
        ("webhand fill e4 x --json", json!({"fill": {"ref": "e4", "value": "x"}})),
        ("webhand scroll down -20", json!({"scroll": {"direction": "down", "amount": -20.0}})),
        ("webhand tab new http://a.test/", json!({"tab": {"action": "new", "url": "http://a.test/"}})),
        ("webhand tab new a.test:8080/x", json!({"tab": {"action": "new", "url": "a.test:8080/x"}})),
        ("webhand tab close t2", json!({"tab": {"action": "close", "tab": "t2"}})),
        ("webhand switch_tab t2", json!({"switch_tab": {"tab": "t2"}})),
        ("webhand click_element e3", json!({"click": {"ref": "e3"}})),
        ("webhand click_at 1 2", json!({"click_at": {"x": 1.0, "y": 2.0}})),
        ("webhand select e5 --values a --values b", json!({"select": {"ref": "e5", "values": ["a", "b"]}})),
        ("webhand click e3 --modifiers shift", json!({"click": {"ref": "e3", "modifiers": ["shift"]}})),
        ("webhand dialog dismiss", json!({"dialog": {"accept": false}})),
        ("webhand snapshot --delta --budget none", json!({"snapshot": {"delta": true, "budget": "none"}})),
    ] {
        assert_eq!(call(line), meant, "{line}");
    }
}

#[test]
fn what_needs_no_name_may_have_it() {
    for (line, meant) in [
        ("webhand find --text Lamp", json!({"find": {"text": "Lamp"}})),
        ("webhand find --text=Lamp --role link", json!({"find": {"text": "Lamp", "role": "link"}})),
        ("webhand click --ref e3", json!({"click": {"ref": "e3"}})),
        ("webhand --json fill --ref e4 x", json!({"fill": {"ref": "e4", "value": "x"}})),
        ("webhand fill e4 --value x", json!({"fill": {"ref": "e4", "value": "x"}})),
        ("webhand type --text lighthouse", json!({"type": {"text": "lighthouse"}})),
        ("webhand open --url http://a.test/", json!({"open": {"url": "http://a.test/"}})),
        ("webhand fill e4 -- --value", json!({"fill": {"ref": "e4", "value": "--value"}})),
        ("webhand dialog --accept", json!({"dialog": {"accept": true}})),
    ] {
        assert_eq!(call(line), meant, "{line}");
    }
    for spec in verbs() {
        let meant: serde_json::Value = serde_json::from_str(spec.example).unwrap();
        let texts = meant.as_object().unwrap().iter().filter_map(|(name, value)| Some((name, value.as_str()?)));
        let [(name, text)] = texts.collect::<Vec<_>>()[..] else { continue };
        let named = format!("--{name} {text}");
        let line = command_line(spec);
        let Some(row) = line.strip_suffix(text).filter(|_| !line.ends_with(&named)) else { continue };
        let line = format!("{row}{named}");
        assert_eq!(call(&line), call(&command_line(spec)), "{line}");
    }
}

#[test]
fn verbs_that_cannot_be_meant_are_refused() {
    for line in [
        "webhand click --ref e3 e4",
        "webhand click --ref",
        "webhand click",
        "webhand click e3 e4",
        "webhand click e3 --button top",
        "webhand click-at here there",
        "webhand drag-at 3 4",
        "webhand extract [1]",
        "webhand dialog perhaps",
        "webhand click e3 --timeout 0",
        "webhand done ready",
    ] {
        assert_eq!(read(line).unwrap_err().exit_code(), 2, "{line}");
    }
}
