use proptest::prelude::*;

use super::*;

#[test]
fn elements_hold_what_they_are_given() {
    let html = Html::element("p", "note", "1 < 2").and(Html::element("b", "", Html::fixed("<i>x</i>")));
    assert_eq!(html.into_string(), "<p class=\"note\">1 &lt; 2</p><b><i>x</i></b>");
}

proptest! {
    #[test]
    fn no_text_can_leave_its_place(text in ".{0,60}", value in ".{0,60}") {
        let html = Html::element_with("p", &[("title", &value)], text.as_str()).into_string();
        prop_assert_eq!(html.matches('<').count(), 2);
        prop_assert_eq!(html.matches('>').count(), 2);
        prop_assert_eq!(html.matches('"').count(), 2);
    }
}
