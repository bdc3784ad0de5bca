//! The text of a page without its controls: links that lead back, labels of fields, headings of forms.

use crate::language::tokens::words;
use crate::page::{PageIndex, is_field};

/// The lines of a text read from the page that are content.
pub(crate) fn without_controls(page: &PageIndex<'_>, text: &str) -> String {
    let control_texts = control_texts(page);
    let first = first_heading(text);
    let is_kept = |(at, line): &(usize, &str)| {
        let said = words(line);
        let leads_away = *at < first && is_link_alone(page, &said);
        said.is_empty() || !(leads_away || control_texts.contains(&said))
    };
    text.lines().enumerate().filter(is_kept).map(|(_, line)| line).collect::<Vec<_>>().join("\n")
}

/// The words of labels, and of headings that have only fields and buttons under them.
fn control_texts(page: &PageIndex<'_>) -> Vec<Vec<String>> {
    let nodes = page.nodes();
    let is_control = |at: &usize| is_field(&nodes[*at].role) || nodes[*at].role == "button";
    let labels: Vec<Vec<String>> = (0..nodes.len()).filter(is_control).map(|at| words(&nodes[at].name)).collect();
    let heads_a_form = |at: &usize| {
        let under = (at + 1..nodes.len())
            .take_while(|below| nodes[*below].role != "heading" && nodes[*below].depth >= nodes[*at].depth);
        let said: Vec<usize> = under.filter(|below| !nodes[*below].name.is_empty()).collect();
        let is_used = |below: &usize| is_control(below) || labels.contains(&words(&nodes[*below].name));
        nodes[*at].role == "heading" && said.iter().any(is_control) && said.iter().all(is_used)
    };
    let headings: Vec<Vec<String>> = (0..nodes.len()).filter(heads_a_form).map(|at| words(&nodes[at].name)).collect();
    labels.into_iter().chain(headings).filter(|said| !said.is_empty()).collect()
}

/// Whether a line is nothing but a link; before the first heading such a line leads away from the content.
fn is_link_alone(page: &PageIndex<'_>, said: &[String]) -> bool {
    page.nodes().iter().any(|node| node.role == "link" && words(&node.name) == said)
}

fn first_heading(text: &str) -> usize {
    text.lines().position(|line| line.starts_with('#')).unwrap_or(0)
}
