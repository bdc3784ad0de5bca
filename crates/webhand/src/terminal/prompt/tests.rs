use webhand_model::ActionClass;

use super::*;

fn question(kind: QuestionKind, options: &[&str]) -> Question {
    let options = options.iter().map(|option| (*option).to_owned()).collect();
    Question { kind, text: "?".to_owned(), options, ..Question::default() }
}

#[test]
fn an_approval_needs_a_clear_yes() {
    let order = question(QuestionKind::Approval(ActionClass::Commit), &[]);
    for yes in ["y", "YES\n", " sí "] {
        assert_eq!(reply_from(&order, yes), Some(PersonReply::Yes), "{yes:?}");
    }
    for no in ["", "\n", "n", "No"] {
        assert_eq!(reply_from(&order, no), Some(PersonReply::No), "{no:?}");
    }
    for stray in ["only the mug", "yess", "k", "[A"] {
        assert_eq!(reply_from(&order, stray), None, "{stray:?} is asked about again");
    }
    let lasting = Question { this_kind: Some("POST /cart".to_owned()), ..order };
    assert_eq!(reply_from(&lasting, "k\n"), Some(PersonReply::YesToKind));
}

#[test]
fn an_option_is_chosen_by_its_number() {
    let which = question(QuestionKind::Brain, &["Budget", "Meeting"]);
    assert_eq!(reply_from(&which, "2\n"), Some(PersonReply::Text("Meeting".to_owned())));
    assert_eq!(reply_from(&which, "3"), Some(PersonReply::Text("3".to_owned())));
    assert_eq!(reply_from(&which, ""), None);
}
