//! Completions, manual, skill text and help.

use webhand_model::{ActionGroup, offered_actions};

use crate::support::Machine;
use crate::verbs::run_ok;

fn verbs() -> Vec<String> {
    let named =
        offered_actions().filter(|spec| spec.group != ActionGroup::Talk).map(|spec| spec.name.replace('_', "-"));
    named.chain(["note".to_owned()]).collect()
}

#[test]
fn completions_the_manual_and_the_skill_know_every_verb() {
    let machine = Machine::new();
    let shells = ["bash", "zsh", "fish", "powershell", "elvish"].map(|shell| vec!["completions", shell]);
    for arguments in shells.into_iter().chain([vec!["man"], vec!["skill"], vec!["--help"]]) {
        let said = run_ok(&machine, &arguments).out.replace("\\-", "-");
        for verb in verbs() {
            assert!(said.contains(&verb), "{verb} is not in {arguments:?}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    run_ok(&machine, &["man", "--dir", folder.path().to_str().unwrap()]);
    for verb in verbs() {
        assert!(folder.path().join(format!("webhand-{verb}.1")).exists(), "{verb}");
    }
}

#[test]
fn shells_propose_what_can_be_typed_and_nothing_else() {
    let machine = Machine::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = run_ok(&machine, &["completions", shell]).out;
        assert!(!script.contains("session-host") && !script.contains("fake-llm"), "{shell}");
        assert!(script.contains("version"), "{shell}");
        assert!(script.contains("focused"), "what `is` takes, in {shell}");
    }
}

#[test]
fn commands_of_a_shell_tell_how_they_are_written() {
    let machine = Machine::new();
    for command in ["batch", "sessions", "close", "approve", "deny", "approvals", "skill", "completions", "man"] {
        let help = run_ok(&machine, &[command, "--help"]).out;
        assert!(help.contains("\nExample") && help.contains(&format!("webhand {command}")), "{help}");
    }
}

#[test]
fn every_verb_tells_what_it_does_with_an_example() {
    let machine = Machine::new();
    for spec in offered_actions().filter(|spec| spec.group != ActionGroup::Talk) {
        let verb = spec.name.replace('_', "-");
        let help = run_ok(&machine, &[&verb, "--help"]).out;
        assert!(help.starts_with(spec.doc.trim_end_matches('.').split(';').next().unwrap()), "{help}");
        assert!(help.contains(&format!("\nExample:\n  webhand {verb}")), "{help}");
    }
}
