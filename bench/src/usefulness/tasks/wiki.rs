//! The tasks that one does in a wiki.

use super::PASSWORD;
use crate::usefulness::effect::Effect;
use crate::usefulness::task::Step::{Click, Fill, Open, Press, Upload, Wait, WaitAddress};
use crate::usefulness::task::Task;

pub(super) const TASKS: &[Task] = &[
    Task {
        name: "search the wiki",
        // Suggestions while one types are asked for by POST, which cannot be told from an order.
        steps: &[
            Open("/doku.php?id=start"),
            Fill("textbox|\"[F]\"", "lamp"),
            Press("Enter"),
            WaitAddress("do=search"),
            Fill("textbox|\"[F]\"", "care"),
            Press("Enter"),
            WaitAddress("care"),
        ],
        marks: 0,
        besides: 1,
        effect: Effect::Shown,
    },
    Task {
        name: "log in",
        steps: &[
            Open("/doku.php?id=start"),
            Click("link|Log In"),
            Fill("textbox|Username", "ann"),
            Fill("textbox|Password", PASSWORD),
            Click("button|Log In"),
            Wait("Logged in as"),
        ],
        marks: 1,
        besides: 0,
        effect: Effect::Shown,
    },
    Task {
        name: "edit and save",
        steps: &[
            Open("/doku.php?id=lamp_7"),
            Click("link|Edit this page"),
            Fill("textbox|[multiline]", "====== Lamp 7 ======\n\nThe lamp number 7 is green now.\n"),
            Click("button|Save"),
            Wait("is green now"),
        ],
        // The application deletes its draft.
        marks: 1,
        besides: 1,
        effect: Effect::File { below: "data/pages", name: &["lamp_7.txt"], text: "green now" },
    },
    Task {
        name: "read history and differences",
        steps: &[
            Click("link|Old revisions"),
            Wait("Old Revisions"),
            Click("link|Show differences"),
            Wait("Differences"),
        ],
        marks: 0,
        besides: 0,
        effect: Effect::Shown,
    },
    Task {
        name: "upload a file",
        steps: &[
            Open("/doku.php?id=start&do=media"),
            Click("link|Upload"),
            Upload("button|Select files", "manual.txt"),
            Click("button|Upload"),
            Wait("manual.txt"),
        ],
        marks: 1,
        besides: 1,
        effect: Effect::File { below: "data/media", name: &["manual.txt"], text: "content of manual" },
    },
    Task {
        name: "log out",
        steps: &[Open("/doku.php?id=start"), Click("link|Log Out"), Wait("Log In")],
        marks: 1,
        besides: 0,
        effect: Effect::Shown,
    },
];
