use crate::{Node, NodeState};

#[test]
fn a_state_is_read_and_written_in_the_spelling_of_the_page_script() {
    let cases = [
        ("focused", NodeState::Focused),
        ("readonly", NodeState::ReadOnly),
        ("withheld", NodeState::Withheld),
        ("expanded=true", NodeState::Expanded(true)),
        ("expanded=false", NodeState::Expanded(false)),
        ("level=2", NodeState::Level(2)),
        ("max=31", NodeState::Max("31")),
        ("options=40", NodeState::Options(40)),
        ("captcha=hCaptcha", NodeState::Captcha("hCaptcha")),
        ("haspopup=listbox", NodeState::HasPopup("listbox")),
        ("type=password", NodeState::Type("password")),
        ("size=40x20", NodeState::Size("40x20")),
        ("checked=mixed", NodeState::Other("checked=mixed")),
        ("level=deep", NodeState::Other("level=deep")),
        ("focused=no", NodeState::Other("focused=no")),
        ("busy", NodeState::Other("busy")),
    ];
    for (written, state) in cases {
        assert_eq!(NodeState::parse(written), state);
        assert_eq!(state.to_string(), written);
    }
}

#[test]
fn a_node_is_in_the_states_that_it_carries() {
    let mut node = Node { states: vec!["expanded=false".to_owned()], ..Node::default() };
    node.push_state(NodeState::Disabled);
    assert_eq!(node.states, ["expanded=false", "disabled"]);
    assert!(node.is(NodeState::Disabled) && node.is(NodeState::Expanded(false)));
    assert!(!node.is(NodeState::Expanded(true)) && !node.is(NodeState::Focused));
}
