use super::*;

#[test]
fn a_long_line_is_cut_before_its_aside() {
    let line =
        ScreenLine::new(LineKind::Done, "click button \"Place order for one brass lantern\"").with_aside("0.4 s");
    assert_eq!(line.render(false, None), "    ✓ click button \"Place order for one brass lantern\"  0.4 s");
    assert_eq!(line.render(false, Some(40)), "    ✓ click button \"Place order …  0.4 s");
    assert_eq!(line.render(false, Some(24)), "    ✓ click button \"Pla…");
}

#[test]
fn colours_only_where_they_are_wanted() {
    let line = ScreenLine::new(LineKind::Failed, "no").with_aside("1.0 s");
    assert!(!line.render(false, None).contains('\u{1b}'));
    let painted = line.render(true, None);
    assert!(painted.contains("\u{1b}[31m") && painted.contains("\u{1b}[2m"), "{painted:?}");
}

#[test]
fn why_something_failed_is_told_whole() {
    let why = "click button \"Pay\"  the button is covered by a dialog; close that first";
    let line = ScreenLine::new(LineKind::Failed, why).with_aside("0.4 s");
    let written =
        ["    ✗ click button \"Pay\"", "      the button is covered by a", "      dialog; close that first  0.4 s"];
    assert_eq!(line.lines(false, Some(38)), written);
    assert_eq!(line.lines(false, Some(100)), [line.render(false, None)]);
    let narrow = line.lines(false, Some(16));
    assert!(!narrow.is_empty() && narrow.iter().all(|written| width(written) <= 16), "{narrow:#?}");
}

#[test]
fn what_went_well_is_one_line_and_what_is_to_be_copied_is_not_broken() {
    let done =
        ScreenLine::new(LineKind::Done, "click button \"Place order for one brass lantern\"").with_aside("0.4 s");
    assert_eq!(done.lines(false, Some(40)), [done.render(false, Some(40))]);
    let report = ScreenLine::new(LineKind::ToCopy, "report: /home/ana/.local/share/webhand/runs/1/report.html");
    assert_eq!(report.lines(false, Some(40)), [report.render(false, None)]);
}
