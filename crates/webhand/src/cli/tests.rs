use super::*;

fn parse(line: &str) -> Result<Cli, clap::Error> {
    Cli::try_parse_from(line.split(' '))
}

#[test]
fn the_command_line_is_well_formed() {
    Cli::command().debug_assert();
}

#[test]
fn options_of_every_command_may_stand_anywhere() {
    for line in ["webhand --json --data-dir d demo --yes", "webhand demo --yes --json --data-dir d"] {
        let cli = parse(line).unwrap();
        assert!(cli.everywhere.json && cli.everywhere.data_dir == Some("d".into()), "{line}");
    }
}

#[test]
fn grants_add_up() {
    let Command::Run(run) =
        parse("webhand run go --allow localhost --allow shop.test:8080 --allow-read *.test").unwrap().command
    else {
        panic!("not a run")
    };
    assert_eq!(run.allow, ["localhost", "shop.test:8080"]);
    assert_eq!(run.allow_read, ["*.test"]);
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
fn without_a_command_the_help_is_shown_and_hidden_commands_stay_hidden() {
    for (line, shown) in [("webhand --json", "demo"), ("webhand runs --json", "resume")] {
        let help = help_instead(&parse(line).unwrap_err()).unwrap().to_string();
        assert!(help.contains(shown) && help.contains("Usage: webhand") && !help.contains("fake-llm"), "{help}");
    }
    assert!(help_instead(&parse("webhand nonsense").unwrap_err()).is_none());
}
