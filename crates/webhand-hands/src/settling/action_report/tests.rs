use super::ActionReport;

fn notes() -> Vec<String> {
    vec!["tab t2 was closed".to_owned(), "it is still busy".to_owned()]
}

#[test]
fn notes_follow_the_text() {
    assert_eq!(ActionReport::from("clicked").with_notes(&notes()), "clicked; tab t2 was closed; it is still busy");
    assert_eq!(ActionReport::from("clicked").with_notes(&[]), "clicked");
}

#[test]
fn a_value_has_its_line_to_itself() {
    let report = ActionReport::on_own_line("42".to_owned());
    assert_eq!(report.with_notes(&notes()), "42\ntab t2 was closed; it is still busy");
}
