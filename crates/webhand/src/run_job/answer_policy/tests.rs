use webhand_model::ActionClass;

use super::*;

fn order(total: &str) -> Question {
    Question {
        kind: QuestionKind::Approval(ActionClass::Commit),
        text: "http://shop.test: click button \"Order\"?".to_owned(),
        details: vec![format!("total = \"{total}\"")],
        ..Question::default()
    }
}

#[test]
fn a_reply_given_beforehand_holds_for_the_same_values_once() {
    let mut answer_policy = AnswerPolicy::new(false, Unanswered::Park).with_reply(
        order("30.00"),
        PersonReply::Yes,
        ReplySource::elicitation(),
    );
    assert_eq!(answer_policy.resolve(&order("300.00")), Answerer::Nobody);
    assert!(matches!(answer_policy.resolve(&order("30.00")), Answerer::With(PersonReply::Yes, _, _)));
    assert_eq!(answer_policy.resolve(&order("30.00")), Answerer::Nobody);
}

#[test]
fn yes_says_what_it_approved_and_leaves_the_brains_questions_alone() {
    let mut answer_policy = AnswerPolicy::new(true, Unanswered::Park);
    let Answerer::With(PersonReply::Yes, _, why) = answer_policy.resolve(&order("30.00")) else {
        panic!("not approved")
    };
    assert!(why.contains("--yes approves") && why.contains("30.00"), "{why}");
    let which = Question { kind: QuestionKind::Brain, ..order("") };
    assert_eq!(answer_policy.resolve(&which), Answerer::Nobody);
}

#[test]
fn where_nobody_is_the_answer_is_no() {
    assert!(matches!(
        AnswerPolicy::new(false, Unanswered::Decline).resolve(&order("1")),
        Answerer::With(PersonReply::No, _, _)
    ));
    assert_eq!(AnswerPolicy::new(false, Unanswered::AskAtTerminal).resolve(&order("1")), Answerer::AtTerminal);
}
