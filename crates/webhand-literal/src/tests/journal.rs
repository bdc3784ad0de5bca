//! The progress that earlier versions wrote into journals is still read, and is written under the same names.

use serde_json::json;

use crate::progress::TaskProgress;

#[test]
fn progress_keeps_the_names_it_has_in_journals() {
    let written = json!({ "literal": {
        "next": 3,
        "phase": {"turned": {"before": "7", "presses": 2}},
        "tried": true,
        "chosen": {"target": "e4", "name": "button \"Pay\""},
        "done": ["e1"],
        "explored": ["e2", "120"],
        "passed": 4,
        "round": {"done": [{"target": "e9", "text": "Ann"}], "left": 2, "url": "https://town.test/"},
        "among": ["ann"],
        "within": ["mail", "ann"],
        "noted": "42",
        "query": "boats",
        "did": ["clicked Pay"],
        "notes": ["42"],
    }});
    let progress: TaskProgress = serde_json::from_value(written["literal"].clone()).unwrap();
    assert_eq!(progress.to_opaque(), written);
}

#[test]
fn every_phase_keeps_its_name_in_journals() {
    let phases = [
        json!("fresh"),
        json!("acted"),
        json!("cleared"),
        json!("waited"),
        json!("exploring"),
        json!({"asked": "doubt"}),
        json!({"asked": "dialog"}),
        json!({"asked": {"which": {"choices": [], "clears": false}}}),
        json!("unfolded"),
        json!({"turned": {"before": "1", "presses": 1}}),
        json!("going"),
        json!("revealed"),
        json!({"submitted": {"before": "a0"}}),
        json!("pressed"),
        json!("awaited"),
        json!({"visiting": {"visits": [], "at": 0, "stage": "opened"}}),
        json!("reading"),
    ];
    for phase in phases {
        let mut written = TaskProgress::default().to_opaque();
        written["literal"]["phase"] = phase;
        let progress: TaskProgress = serde_json::from_value(written["literal"].clone()).unwrap();
        assert_eq!(progress.to_opaque(), written);
    }
}
