use crate::view::View;

#[test]
fn reads_a_snapshot_back() {
    let view = View::read(concat!(
        "page \"Inbox\" https://mail.test/  tab=t1 rev=7\n",
        "- banner\n",
        "  - searchbox \"Find \\\"it\\\"\" [ref=e2] [focused] [box=1,2,30,40]: \"ernesto\"\n",
        "- text \"two\\nlines\"\n",
        "… 4 more nodes\n",
    ));
    let [banner, search, text] = &view.lines[..] else { panic!("{:?}", view.lines) };
    assert_eq!((banner.role.as_str(), banner.depth), ("banner", 0));
    assert_eq!((search.name.as_str(), search.value.as_deref(), search.depth), ("Find \"it\"", Some("ernesto"), 1));
    assert_eq!((search.reference(), search.is("focused")), (Some("e2"), true));
    assert_eq!(search.centre().unwrap(), (16.0, 22.0));
    assert_eq!(text.name, "two\nlines");
}
