//! A journal tells whether it is still the one that was written, and a run ends when its journal is taken away.

mod report;

use std::path::Path;

use webhand_store::SqliteStore;

use crate::support::{Machine, ORDER, RunProcess, Site};

#[tokio::test]
async fn a_changed_journal_does_not_verify() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let run = machine.run(&["run", "wait 1 second", "--url", &site.at("/mail"), "--json"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let id = machine.only_run();
    let verified = machine.run(&["runs", "verify", &id, "--json"]);
    assert_eq!((verified.code, &verified.json()[0]["result"]["journal"]), (Some(0), &"whole".into()), "{verified:?}");
    assert!(machine.run(&["runs", "verify", &id]).out.starts_with("whole: all "), "{verified:?}");

    let file = machine.data().join("webhand.db");
    // Moves everything from the write-ahead log into the file.
    SqliteStore::open(&file).await.unwrap().close().await.unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    // The body of the journal's first line; the run's own row has the text too, but not as a field of this name.
    let wanted = b"\"text\":\"wait 1 second\"";
    let at = bytes.windows(wanted.len()).position(|window| window == wanted).unwrap();
    bytes[at + b"\"text\":\"wait ".len()] = b'7';
    std::fs::write(&file, bytes).unwrap();

    let verified = machine.run(&["runs", "verify", &id, "--json"]);
    let result = verified.json()[0]["result"].clone();
    assert_eq!(
        (verified.code, &result["journal"], &result["line"]),
        (Some(1), &"broken".into(), &1.into()),
        "{result}"
    );
    assert!(machine.run(&["runs", "verify", &id]).out.starts_with("broken: line 1 "));
}

#[test]
fn a_run_whose_database_is_deleted_or_replaced_ends_and_places_no_order() {
    let losses: [fn(&Path); 2] = [
        |file| std::fs::remove_file(file).unwrap(),
        |file| {
            std::fs::copy(file, file.with_extension("copy")).unwrap();
            std::fs::rename(file.with_extension("copy"), file).unwrap();
        },
    ];
    for lose in losses {
        let machine = Machine::new();
        let site = Site::start(&machine);
        let task = format!("wait 2 seconds. {ORDER}");
        let mut run = RunProcess::start(&machine, &["run", &task, "--url", &site.at("/shop"), "--yes", "--json"]);
        run.until("/what/intent/intent/act/action/action", |name| name == "wait");
        lose(&machine.data().join("webhand.db"));
        let (code, last) = run.end();
        assert_eq!(code, Some(6), "{last}");
        assert!(last.to_string().contains("was deleted, moved or replaced"), "{last}");
        machine.assert_no_browser_is_left();
        assert_eq!(site.marks("Order"), 0);
    }
}
