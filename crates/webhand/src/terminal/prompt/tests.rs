use webhand_model::Class;

use super::*;

fn question(kind: QuestionKind, options: &[&str]) -> Question {
    let options = options.iter().map(|option| (*option).to_owned()).collect();
    Question { kind, text: "?".to_owned(), details: Vec::new(), options }
}

#[test]
fn an_approval_needs_a_clear_yes() {
    let order = question(QuestionKind::Approval(Class::Commit), &[]);
    for yes in ["y", "YES\n", " sí "] {
        assert_eq!(reply_from(&order, yes), Some(Reply::Yes), "{yes:?}");
    }
    for no in ["", "\n", "n", "No"] {
        assert_eq!(reply_from(&order, no), Some(Reply::No), "{no:?}");
    }
    assert_eq!(reply_from(&order, "only the mug"), Some(Reply::Text("only the mug".to_owned())));
}

#[test]
fn an_option_is_chosen_by_its_number() {
    let which = question(QuestionKind::Brain, &["Budget", "Meeting"]);
    assert_eq!(reply_from(&which, "2\n"), Some(Reply::Text("Meeting".to_owned())));
    assert_eq!(reply_from(&which, "3"), Some(Reply::Text("3".to_owned())));
    assert_eq!(reply_from(&which, ""), None);
}
