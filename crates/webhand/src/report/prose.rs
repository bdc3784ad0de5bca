//! Answers of several lines: those that begin with a dash are a list.

use super::html::Html;
use crate::words;

pub fn prose(text: &str) -> Html {
    let mut whole = Html::default();
    let mut list = Html::default();
    for line in words::paragraphs(text).lines() {
        if let Some(item) = line.strip_prefix("- ") {
            list = list.and(Html::element("li", "", item));
            continue;
        }
        whole = whole.and(ended(&mut list)).and(Html::element("p", "", line));
    }
    whole.and(ended(&mut list))
}

/// The list so far, if there is one.
fn ended(list: &mut Html) -> Html {
    let items = std::mem::take(list);
    if items.is_empty() { items } else { Html::element("ul", "", items) }
}
