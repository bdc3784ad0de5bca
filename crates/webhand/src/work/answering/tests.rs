use webhand_model::ActionClass;

use super::*;

fn order(total: &str) -> Question {
    Question {
        kind: QuestionKind::Approval(ActionClass::Commit),
        text: "http://shop.test: click button \"Order\"?".to_owned(),
        details: vec![format!("total = \"{total}\"")],
        options: Vec::new(),
    }
}

#[test]
fn a_reply_given_beforehand_holds_for_the_same_values_once() {
    let mut answering = Answering::new(false, Rest::Park).with_reply(order("30.00"), PersonReply::Yes);
    assert_eq!(answering.to(&order("300.00")), Answered::ByNobody);
    assert!(matches!(answering.to(&order("30.00")), Answered::With(PersonReply::Yes, _)));
    assert_eq!(answering.to(&order("30.00")), Answered::ByNobody);
}

#[test]
fn yes_says_what_it_approved_and_leaves_the_brains_questions_alone() {
    let mut answering = Answering::new(true, Rest::Park);
    let Answered::With(PersonReply::Yes, why) = answering.to(&order("30.00")) else { panic!("not approved") };
    assert!(why.contains("--yes approves") && why.contains("30.00"), "{why}");
    let which = Question { kind: QuestionKind::Brain, ..order("") };
    assert_eq!(answering.to(&which), Answered::ByNobody);
}

#[test]
fn where_nobody_is_the_answer_is_no() {
    assert!(matches!(Answering::new(false, Rest::Decline).to(&order("1")), Answered::With(PersonReply::No, _)));
    assert_eq!(Answering::new(false, Rest::Terminal).to(&order("1")), Answered::AtTheTerminal);
}
