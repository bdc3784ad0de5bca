use super::*;

#[test]
fn durations_and_amounts_read_well() {
    let shown = [0, 49, 440, 12_345, 59_949, 61_000, 3_725_000].map(duration);
    assert_eq!(shown, ["0.0 s", "0.0 s", "0.4 s", "12.3 s", "59.9 s", "1 min 1 s", "1 h 2 min"]);
    assert_eq!(count(1, "step"), "1 step");
    assert_eq!(count(1_234_567, "token"), "1,234,567 tokens");
    assert_eq!(count(999, "token"), "999 tokens");
}

#[test]
fn dates_follow_the_calendar() {
    assert_eq!(date(0), "1970-01-01 00:00 UTC");
    assert_eq!(date(951_782_400_000), "2000-02-29 00:00 UTC");
    assert_eq!(date(1_794_715_320_000), "2026-11-15 04:02 UTC");
    assert_eq!(ago(0, 30_000), "just now");
    assert_eq!(ago(0, 7_200_000), "2 h ago");
}

#[test]
fn text_of_others_cannot_leave_its_line() {
    assert_eq!(one_line("a\u{1b}[31mb\r\nc\u{202e}d", 20), "a[31mb cd");
    assert_eq!(quoted("say \"hi\"\n"), "\"say \\\"hi\\\"\"");
    assert_eq!(paragraphs("one\r\n\u{7}two \n\n three"), "one\ntwo\n\nthree");
}

#[test]
fn hints_are_written_as_a_shell_takes_them() {
    let told = "- link \"scope=e1\"\n… 12 more row like these (snapshot scope=e5, collect e5 or find shows them)\n… it goes on (read offset=40 shows more)";
    assert_eq!(
        in_shell_syntax(told),
        "- link \"scope=e1\"\n… 12 more row like these (snapshot --scope e5, collect e5 or find shows them)\n… it goes on (read --offset 40 shows more)"
    );
    assert_eq!(
        in_shell_syntax("… 3 more nodes (scroll, or scope=e1 shows them)"),
        "… 3 more nodes (scroll, or --scope e1 shows them)"
    );
}
