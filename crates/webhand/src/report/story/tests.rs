use super::*;
use crate::recorded;

#[test]
fn marks_of_later_steps_lie_on_the_newest_picture_that_shows_their_element() {
    let story = Story::of(&recorded::order().events());
    let marks: Vec<_> =
        story.steps.iter().filter_map(|step| step.page.as_ref()).map(|page| page.marks.as_slice()).collect();
    assert_eq!(marks, [&[(2, [100, 50, 200, 30]), (3, [100, 400, 200, 50])][..], &[], &[]]);
    assert_eq!(story.pictures().collect::<Vec<_>>(), ["2.jpg", "9.jpg"]);
}

#[test]
fn answers_find_their_questions() {
    let story = Story::of(&recorded::order().events());
    let moments = story.steps.iter().flat_map(|step| &step.moments);
    let replies: Vec<_> = moments
        .filter_map(|moment| if let Moment::Question { reply, .. } = moment { reply.clone() } else { None })
        .collect();
    assert_eq!(replies, [PersonReply::Yes]);
    assert!(story.open.is_none());
    assert!(Story::of(&recorded::until_the_question().events()).open.is_some());
}
