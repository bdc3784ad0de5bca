//! Renders the subset of Markdown that models write in answers: dashes are a list, hash marks are a heading, stars are
//! bold and backticks are code. Everything else stays plain text.

use super::html::Html;
use crate::display;

pub fn render_markdown(text: &str) -> Html {
    let mut whole = Html::default();
    let mut list = Html::default();
    for line in display::paragraphs(text).lines() {
        if let Some(item) = ["- ", "* "].iter().find_map(|dash| line.strip_prefix(dash)) {
            list = list.and(Html::element("li", "", spans(item)));
            continue;
        }
        let shown = match heading(line) {
            Some(heading) => Html::element("p", "", Html::element("strong", "", spans(heading))),
            None => Html::element("p", "", spans(line)),
        };
        whole = whole.and(close_list(&mut list)).and(shown);
    }
    whole.and(close_list(&mut list))
}

/// Closes the current list, if there is one.
fn close_list(list: &mut Html) -> Html {
    let items = std::mem::take(list);
    if items.is_empty() { items } else { Html::element("ul", "", items) }
}

fn heading(line: &str) -> Option<&str> {
    let heading = line.trim_start_matches('#');
    let marks = line.len() - heading.len();
    heading.strip_prefix(' ').filter(|_| (1..=6).contains(&marks))
}

/// A line whose delimited parts are rendered as elements.
fn spans(line: &str) -> Html {
    let mut shown = Html::default();
    let mut rest = line;
    while let Some((before, mark, inside, after)) =
        DELIMITERS.iter().filter_map(|mark| span(rest, *mark)).min_by_key(first)
    {
        shown = shown.and(before).and(Html::element(mark.1, "", inside));
        rest = after;
    }
    shown.and(rest)
}

type Delimiter = (&'static str, &'static str);
type DelimitedSpan<'a> = (&'a str, Delimiter, &'a str, &'a str);

fn span(text: &str, mark: Delimiter) -> Option<DelimitedSpan<'_>> {
    let (before, rest) = text.split_once(mark.0)?;
    let (inside, after) = rest.split_once(mark.0)?;
    (!inside.is_empty() && inside.trim() == inside).then_some((before, mark, inside, after))
}

fn first(span: &DelimitedSpan<'_>) -> usize {
    span.0.len()
}

/// The delimiters and their elements.
const DELIMITERS: [Delimiter; 2] = [("**", "strong"), ("`", "code")];

#[cfg(test)]
mod tests;
