//! The tasks that one does with mail.

use super::PASSWORD;
use crate::usefulness::effect::Effect;
use crate::usefulness::task::Step::{Click, Fill, Open, Press, Wait};
use crate::usefulness::task::Task;

pub(super) const TASKS: &[Task] = &[
    Task {
        name: "log in",
        steps: &[
            Open("/"),
            Fill("textbox|Username", "ann"),
            Fill("textbox|Password", PASSWORD),
            Click("button|LOGIN"),
            Wait("Photos, part 129"),
        ],
        marks: 1,
        besides: 0,
        effect: Effect::Shown,
    },
    Task {
        name: "read a mail",
        steps: &[Click("row|Photos, part 129"), Wait("this is message number 129")],
        // The application marks the mail as read.
        marks: 0,
        besides: 1,
        effect: Effect::File { below: "mail/home/ann", name: &["M129.", "S"], text: "" },
    },
    Task {
        name: "read another mail",
        steps: &[Click("row|Minutes of meeting 128"), Wait("this is message number 128")],
        marks: 0,
        besides: 0,
        effect: Effect::File { below: "mail/home/ann", name: &["M128.", "S"], text: "" },
    },
    Task {
        name: "page through the mails",
        steps: &[Click("button|Next"), Wait("Photos, part 79"), Click("button|Previous"), Wait("Photos, part 129")],
        marks: 0,
        besides: 0,
        effect: Effect::Shown,
    },
    Task {
        name: "search the mails",
        steps: &[
            Fill("textbox|Search terms", "Invoice 2026-110"),
            Press("Enter"),
            Wait("1 messages found"),
            Fill("textbox|Search terms", "Lunch on day 61"),
            Press("Enter"),
            Wait("Sender 61"),
            Click("button|Reset search"),
            Wait("Photos, part 129"),
        ],
        marks: 0,
        besides: 0,
        effect: Effect::Shown,
    },
    Task {
        name: "open an attachment",
        steps: &[
            Click("row|Build 127"),
            Wait("this is message number 127"),
            Wait("Notes of message 127"),
            Open("/?_task=mail"),
            Wait("Photos, part 129"),
        ],
        marks: 0,
        besides: 0,
        effect: Effect::Shown,
    },
    Task {
        name: "compose and send",
        steps: &[
            Click("button|Compose"),
            Wait("Subject"),
            Fill("combobox [|[focused]", "bob@mail.test"),
            Press("Tab"),
            Fill("textbox|\"Subject\"", "Lamps for Bob"),
            Fill("textbox|Message Body", "Dear Bob, the lamps have arrived."),
            Click("button|Send"),
            Wait("Photos, part 129"),
        ],
        marks: 1,
        besides: 1,
        effect: Effect::File { below: "mail/outbox", name: &[], text: "the lamps have arrived" },
    },
    Task {
        name: "star",
        steps: &[Open("/?_task=mail"), Wait("Photos, part 129"), Click("button|Not Flagged")],
        marks: 1,
        besides: 0,
        effect: Effect::File { below: "mail/home/ann", name: &["bench:2,", "F"], text: "" },
    },
    Task {
        name: "move to a folder",
        steps: &[
            Click("row|Invoice 2026-125"),
            Wait("this is message number 125"),
            Click("button|More"),
            Click("button|Move to"),
            Click("link|Junk|last"),
        ],
        marks: 1,
        besides: 0,
        effect: Effect::File { below: "mail/home/ann/.Junk", name: &[], text: "message number 125" },
    },
    Task {
        name: "delete",
        steps: &[
            Open("/?_task=mail"),
            Click("row|Photos, part 124"),
            Wait("this is message number 124"),
            Click("button|Delete"),
        ],
        marks: 1,
        besides: 0,
        effect: Effect::File { below: "mail/home/ann/.Trash", name: &[], text: "message number 124" },
    },
];
