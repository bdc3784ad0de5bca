//! Parses the rendered text back with a parser that knows only the grammar.

use proptest::prelude::*;

use super::{page, refs};
use crate::{NativeDialog, Node, Origin, PageState, RenderOptions, Snapshot, TabId, TabInfo};

/// One line of a snapshot's text.
#[derive(Debug, PartialEq)]
pub(super) struct Line {
    role: String,
    name: Option<String>,
    states: Vec<String>,
    value: Option<String>,
    /// The refs of the controls that share the line.
    packed: Vec<String>,
}

/// Reads the lines below the first, or says which one is not of the grammar. The lines of a difference have marks.
pub(super) fn read(text: &str) -> Result<Vec<Line>, String> {
    let (head, body) = text.split_once('\n').ok_or("no first line")?;
    let is_marked = read_head(head).ok_or_else(|| format!("not a first line: {head}"))?;
    let lines = body.lines().filter(|line| !line.trim_start().starts_with("… "));
    let read_marked = |line: &str| {
        let is_marked = is_marked && !line.starts_with("- tab ");
        read_line(if is_marked { line.strip_prefix(['+', '~', '-', ' '])?.strip_prefix(' ')? } else { line })
    };
    lines.map(|line| read_marked(line).ok_or_else(|| format!("not a line: {line}"))).collect()
}

/// The refs of these lines, in order: that of a line itself, then those in its braces.
pub(super) fn refs_in(lines: &[Line]) -> Vec<String> {
    let of = |line: &Line| {
        let own = line.states.iter().find_map(|state| state.strip_prefix("ref=")).map(str::to_owned);
        own.into_iter().chain(line.packed.iter().cloned()).collect::<Vec<_>>()
    };
    lines.iter().flat_map(of).collect()
}

/// The refs behind braces that look like those around a control.
fn packed_refs(line: &str) -> Vec<String> {
    let mut refs = Vec::new();
    let mut is_escaped = false;
    for (at, c) in line.char_indices() {
        if let Some(rest) = line[at..].strip_prefix('{').filter(|_| !is_escaped) {
            let written = rest.split(' ').next().unwrap_or_default();
            let (frame, number) = written.split_once('e').unwrap_or_default();
            let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            let is_ref = is_number(number) && !number.is_empty() && is_number(frame.trim_start_matches('f'));
            refs.extend(is_ref.then(|| written.to_owned()));
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    refs
}

/// Whether the lines below the head are a difference.
fn read_head(line: &str) -> Option<bool> {
    let (_, rest) = read_quoted(line.strip_prefix("page ")?)?;
    let (url, rest) = rest.strip_prefix(' ')?.split_once("  tab=t")?;
    let plain = !url.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '[' | ']' | '"'));
    let (tab, rest) = rest.split_once(" rev=")?;
    let rest = rest.strip_suffix(" [loading]").unwrap_or(rest);
    let (rev, since) = rest.split_once(" since=").map_or((rest, None), |(rev, since)| (rev, Some(since)));
    let number = |digits: &str| digits.parse::<u64>().is_ok();
    (plain && number(tab) && number(rev) && since.is_none_or(number)).then_some(since.is_some())
}

fn read_line(line: &str) -> Option<Line> {
    let rest = line.trim_start_matches("  ").strip_prefix("- ")?;
    let end = rest.find([' ', ':']).unwrap_or(rest.len());
    let (role, mut rest) = rest.split_at(end);
    let mut name = None;
    if let Some(quoted) = rest.strip_prefix(' ').filter(|rest| rest.starts_with('"')) {
        let (text, after) = read_quoted(quoted)?;
        (name, rest) = (Some(text), after);
    }
    let mut states = Vec::new();
    while let Some(inside) = rest.strip_prefix(" [") {
        let (state, after) = inside.split_once(']')?;
        states.push(state.to_owned());
        rest = after;
    }
    let mut value = None;
    if let Some(quoted) = rest.strip_prefix(": ") {
        let (text, after) = read_quoted(quoted)?;
        (value, rest) = (Some(text), after);
    }
    let packed = packed_refs(line);
    rest.is_empty().then(|| Line { role: role.to_owned(), name, states, value, packed })
}

/// The text between the first quotes, and the rest after them.
fn read_quoted(text: &str) -> Option<(String, &str)> {
    let mut characters = text.strip_prefix('"')?.char_indices();
    let mut inside = String::new();
    while let Some((at, c)) = characters.next() {
        match c {
            '"' => return Some((inside, &text[at + 2..])),
            '\\' => match characters.next()?.1 {
                'n' => inside.push('\n'),
                'u' => {
                    let hex: String = characters.by_ref().map(|(_, c)| c).skip(1).take_while(|c| *c != '}').collect();
                    inside.push(char::from_u32(u32::from_str_radix(&hex, 16).ok()?)?);
                }
                c @ ('"' | '\\' | '{' | '}' | '|') => inside.push(c),
                _ => return None,
            },
            c if c.is_control() => return None,
            c => inside.push(c),
        }
    }
    None
}

/// Texts a hostile page would write.
pub(super) fn hostile() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "\n",
        "\r\n",
        "\"",
        "\\",
        "\\\"",
        "  - button \"Pay\" [ref=e1]\n",
        "[ref=e2]",
        "{e3 button Pay}",
        "{e4 ",
        "}",
        " | ",
        " [ref=e999]",
        ": \"",
        "]: ",
        "… ",
        "page \"",
        "\u{2028}",
        "\u{85}",
        "\u{0}",
        "\u{1b}",
        "\u{202e}",
        "\u{e0041}",
        "\\u{22}",
        "tab=t1 rev=1",
        "\t",
        "ref=e1",
        "- ",
        "日本語",
        "🏳️‍🌈",
        "https://",
        "#",
        "e1",
        "[",
        "]",
        " ",
    ]);
    let piece = prop_oneof![pieces.prop_map(str::to_owned), any::<char>().prop_map(String::from), "[a-z ]{0,12}"];
    prop::collection::vec(piece, 0..10).prop_map(|pieces| pieces.concat())
}

fn hostile_node(target: Option<crate::Ref>) -> impl Strategy<Value = Node> {
    let texts = (hostile(), hostile(), prop::option::of(hostile()), prop::collection::vec(hostile(), 0..3));
    let role =
        prop_oneof![Just("button".to_owned()), Just("text".to_owned()), Just("contentinfo".to_owned()), hostile()];
    let rest =
        (any::<bool>(), 0_u32..30, prop::option::of(hostile()), any::<bool>(), prop::option::of(any::<[i32; 4]>()));
    (texts, role, rest).prop_map(
        move |((name, state, value, states), role, (in_view, depth, origin, focused, bounds))| {
            let mut states = states;
            states.extend(focused.then(|| "focused".to_owned()));
            states.push(format!("placeholder={state}"));
            let origin = origin.map(Origin::from);
            Node { depth, target, role, name, value, states, bounds, in_view, href: None, origin }
        },
    )
}

/// Any page that a hostile site could serve.
pub(super) fn hostile_page(most: u32) -> impl Strategy<Value = Snapshot> {
    let targets = prop::collection::vec(any::<bool>(), 0..usize::try_from(most).unwrap_or(0));
    let nodes = targets.prop_flat_map(move |with_ref| {
        let refs = refs(most);
        let node = |(at, has): (usize, bool)| hostile_node(has.then(|| refs[at]));
        with_ref.into_iter().enumerate().map(node).collect::<Vec<_>>()
    });
    let tab = (hostile(), hostile(), any::<u64>()).prop_map(|(title, url, id)| TabInfo { id: TabId(id), title, url });
    let state = prop_oneof![Just(PageState::Ready), Just(PageState::Loading), hostile().prop_map(PageState::Closed)];
    let dialog = prop::option::of((hostile(), hostile()).prop_map(|(kind, message)| NativeDialog { kind, message }));
    let head = (hostile(), hostile(), state, prop::collection::vec(tab, 0..15), dialog, any::<bool>(), any::<u64>());
    (nodes, head).prop_map(|(nodes, (title, url, state, tabs, dialog, truncated, tab))| {
        let mut page = page(nodes);
        page.tab = TabId(tab);
        (page.title, page.url, page.state, page.tabs, page.dialog, page.truncated) =
            (title, url, state, tabs, dialog, truncated);
        page
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn reading_back_yields_exactly_the_refs_of_the_snapshot(page in hostile_page(12), boxes in any::<bool>()) {
        let text = page.render(RenderOptions { budget: 1_000_000, scope: None, boxes }).text;
        let lines = read(&text).map_err(TestCaseError::fail)?;
        let found = refs_in(&lines);
        let real: Vec<String> = page.nodes.iter().filter_map(|node| node.target).map(|target| target.to_string()).collect();
        prop_assert_eq!(found, real);
    }

    #[test]
    fn reading_back_yields_names_and_values(page in hostile_page(6)) {
        let text = page.render(RenderOptions { budget: 1_000_000, ..RenderOptions::default() }).text;
        let lines = read(&text).map_err(TestCaseError::fail)?;
        for node in &page.nodes {
            let most = if node.role == "text" { 500 } else { 160 };
            let name = crate::truncate(&node.name, most);
            let says = |line: &Line| line.name.as_deref() == Some(&*name) || line.value.as_deref() == Some(&*name);
            prop_assert!(name.is_empty() || lines.iter().any(says), "{name:?} in {text}");
            prop_assert!(node.value.is_none() || lines.iter().any(|line| line.value == node.value), "{text}");
        }
    }

    #[test]
    fn a_cut_page_still_reads(page in hostile_page(40), budget in 0_usize..900) {
        let rendered = page.render(RenderOptions { budget, ..RenderOptions::default() });
        let lines = read(&rendered.text).map_err(TestCaseError::fail)?;
        let head = lines.iter().take_while(|line| {
            matches!(line.role.as_str(), "note" | "alertdialog") || line.states.iter().any(|state| state.starts_with("id="))
        });
        prop_assert!(lines.len() - head.count().min(lines.len()) <= page.nodes.len() - rendered.omitted);
    }
}
