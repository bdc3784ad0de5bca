use super::*;
use crate::recorded_run;

#[test]
fn each_step_marks_what_it_touched_on_the_newest_picture_of_its_page() {
    let timeline = Timeline::from_events(&recorded_run::order().events());
    let marks: Vec<_> =
        timeline.steps.iter().filter_map(|step| step.page.as_ref()).map(|page| page.marks.as_slice()).collect();
    assert_eq!(marks, [&[(2, [100, 50, 200, 30])][..], &[(3, [100, 400, 200, 50])], &[]]);
    assert_eq!(timeline.pictures().collect::<Vec<_>>(), ["2.jpg", "9.jpg"]);
}

#[test]
fn answers_find_their_questions() {
    let timeline = Timeline::from_events(&recorded_run::order().events());
    let items = timeline.steps.iter().flat_map(|step| &step.items);
    let replies: Vec<_> = items
        .filter_map(|item| if let TimelineItem::Question { reply, .. } = item { reply.clone() } else { None })
        .collect();
    assert_eq!(replies, [PersonReply::Yes]);
    assert!(timeline.open.is_none());
    assert!(Timeline::from_events(&recorded_run::until_the_question().events()).open.is_some());
}
