use webhand_wire::PageOption;

use super::{meant, none_such};

fn options(names: &[&str]) -> Vec<PageOption> {
    let option =
        |(node, name): (u32, &&str)| PageOption { node, name: (*name).to_owned(), selected: false, disabled: false };
    (0..).zip(names).map(option).collect()
}

#[test]
fn a_whole_name_goes_before_a_part_of_one() {
    let offered = options(&["New York City", "New York", "York"]);
    assert_eq!(meant(&offered, " new  york ").map(|option| option.node), Some(1));
    assert_eq!(meant(&offered, "city").map(|option| option.node), Some(0));
    assert_eq!(meant(&offered, "new"), None);
    assert_eq!(meant(&offered, ""), None);
}

#[test]
fn a_missing_option_lists_those_there_are() {
    assert_eq!(none_such("C", ["A", "B"].into_iter()), "no option \"C\" or more than one; it offers \"A\", \"B\"");
    assert!(none_such("C", [].into_iter()).contains("nothing like \"C\""));
}
