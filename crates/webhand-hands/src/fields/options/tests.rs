use webhand_wire::PageOption;

use super::{match_option, no_option_text};

fn options(names: &[&str]) -> Vec<PageOption> {
    let option =
        |(node, name): (u32, &&str)| PageOption { node, name: (*name).to_owned(), selected: false, disabled: false };
    (0..).zip(names).map(option).collect()
}

#[test]
fn a_whole_name_goes_before_a_part_of_one() {
    let offered = options(&["New York City", "New York", "York"]);
    assert_eq!(match_option(&offered, " new  york ").map(|option| option.node), Some(1));
    assert_eq!(match_option(&offered, "city").map(|option| option.node), Some(0));
    assert_eq!(match_option(&offered, "new"), None);
    assert_eq!(match_option(&offered, ""), None);
}

#[test]
fn a_missing_option_lists_those_there_are() {
    assert_eq!(no_option_text("C", ["A", "B"].into_iter()), "no option \"C\" or more than one; it offers \"A\", \"B\"");
    assert!(no_option_text("C", [].into_iter()).contains("nothing like \"C\""));
}
