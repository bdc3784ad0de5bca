//! What an element looks like, in words people use: its colour, its shape, whether it is large, a digit or a letter.

use webhand_model::NodeState;

use crate::language::tokens::words;
use crate::page::Page;

/// The words for the look of a node, in the language of the snapshot.
pub(crate) fn looks(page: &Page<'_>, at: usize) -> Vec<String> {
    let node = &page.nodes()[at];
    let mut own: Vec<String> = Vec::new();
    let Some(size) = size(page, at) else { return own };
    own.extend(node.parsed_states().find_map(NodeState::color).map(str::to_owned));
    if !words(&node.name).contains(&node.role) && node.role != "button" {
        own.push(node.role.clone());
    }
    // "Large" is said beside something smaller.
    let sizes = (0..page.nodes().len()).filter_map(|other| self::size(page, other));
    let (least, most) = sizes.fold((size, size), |(least, most), other| (least.min(other), most.max(other)));
    if most > least {
        own.push(if size * 2 > least + most { LARGE } else { SMALL }.to_owned());
    }
    let mut letters = node.name.chars();
    if let (Some(only), None) = (letters.next(), letters.next()) {
        own.extend(only.is_ascii_digit().then(|| DIGIT.to_owned()));
        own.extend(only.is_alphabetic().then(|| LETTER.to_owned()));
    }
    own
}

/// The greater side of what is drawn, in pixels.
fn size(page: &Page<'_>, at: usize) -> Option<u32> {
    page.nodes()[at].parsed_states().find_map(NodeState::size)?.split('x').filter_map(|side| side.parse().ok()).max()
}

// Concepts under which every language has its own words.
const LARGE: &str = "large";
const SMALL: &str = "small";
const DIGIT: &str = "digit";
const LETTER: &str = "letter";
