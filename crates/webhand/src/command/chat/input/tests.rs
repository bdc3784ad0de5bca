use insta::assert_snapshot;

use super::{ChatInput, HELP, NAMES};

#[test]
fn a_line_is_a_message_or_an_order_and_what_was_meant_is_offered() {
    let lines = [
        "  ",
        " open the shop ",
        "/browse\u{1b}[A\u{1b}OD\u{1b}[3~ the\u{7} news",
        "/say hello",
        "/say",
        "/mode browser",
        "/mode both",
        "/again",
        "/new",
        "/brwose the news",
        "/quit now",
        "/etc/passwd is a file",
        "//etc is a folder",
    ];
    let read = lines.iter().map(|line| format!("{line:?} -> {:?}", ChatInput::parse(line)));
    assert_snapshot!(read.collect::<Vec<_>>().join("\n"), @r#"
    "  " -> Nothing
    " open the shop " -> Message("open the shop")
    "/browse\u{1b}[A\u{1b}OD\u{1b}[3~ the\u{7} news" -> By(Browser, "the news")
    "/say hello" -> By(Words, "hello")
    "/say" -> Wrong { why: "/say wants the message behind it", meant: None }
    "/mode browser" -> Mode(Always(Browser))
    "/mode both" -> Wrong { why: "/mode takes auto, browser or words", meant: None }
    "/again" -> Again
    "/new" -> New
    "/brwose the news" -> Wrong { why: "there is no /brwose", meant: Some("/browse the news") }
    "/quit now" -> Wrong { why: "/quit takes nothing behind it", meant: Some("/quit") }
    "/etc/passwd is a file" -> Wrong { why: "there is no /etc/passwd", meant: None }
    "//etc is a folder" -> Message("/etc is a folder")
    "#);
}

#[test]
fn every_order_is_explained_and_every_explanation_is_of_an_order() {
    for name in NAMES {
        assert!(HELP.iter().any(|(form, _)| form.split(' ').next() == Some(&format!("/{name}"))), "{name}");
    }
    assert_eq!(HELP.len(), NAMES.len() + 1, "and how to begin a message with a slash");
}
