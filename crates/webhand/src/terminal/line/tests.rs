use super::*;

#[test]
fn a_long_line_is_cut_before_its_aside() {
    let line = Line::new(Mark::Done, "click button \"Place order for one brass lantern\"").with_aside("0.4 s");
    assert_eq!(line.render(false, None), "    ✓ click button \"Place order for one brass lantern\"  0.4 s");
    assert_eq!(line.render(false, Some(40)), "    ✓ click button \"Place order …  0.4 s");
    assert_eq!(line.render(false, Some(24)), "    ✓ click button \"Pla…");
}

#[test]
fn colours_only_where_they_are_wanted() {
    let line = Line::new(Mark::Failed, "no").with_aside("1.0 s");
    assert!(!line.render(false, None).contains('\u{1b}'));
    let painted = line.render(true, None);
    assert!(painted.contains("\u{1b}[31m") && painted.contains("\u{1b}[2m"), "{painted:?}");
}
