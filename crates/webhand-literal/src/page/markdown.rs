//! Markdown as plain text for a person: the words of links and pictures, and addresses only on request.

/// Whether the addresses behind links are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Addresses {
    Hidden,
    Shown,
}

/// The longest text that counts as an address, in bytes.
const MOST_ADDRESS: usize = 400;

/// The text without empty lines; `[text](address)` becomes the text, and brackets that are no link stay.
pub(crate) fn to_plain_text(markdown: &str, addresses: Addresses) -> String {
    let lines = markdown.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| without_links(line, addresses)).collect::<Vec<_>>().join("\n")
}

fn without_links(line: &str, addresses: Addresses) -> String {
    let mut plain = String::with_capacity(line.len());
    // Where in `plain` the brackets begin that are still open: a link may hold a picture.
    let mut open: Vec<usize> = Vec::new();
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        let start = if c == ']' { open.pop() } else { None };
        if let Some((start, address)) = start.and_then(|start| Some((start, address(rest)?))) {
            rest = &rest[address.len() + 2..];
            plain.remove(start);
            if plain[..start].ends_with('!') {
                plain.remove(start - 1);
            } else if addresses == Addresses::Shown && plain[start..] != *address {
                plain.extend([" (", address, ")"]);
            }
            continue;
        }
        if c == '[' {
            open.push(plain.len());
        }
        plain.push(c);
    }
    plain
}

/// The address between the parentheses behind a link's text; empty for a picture without one.
fn address(rest: &str) -> Option<&str> {
    let inside = rest.strip_prefix('(')?;
    let mut depth = 1;
    for (at, c) in inside.char_indices().take_while(|(at, _)| *at <= MOST_ADDRESS) {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if c.is_whitespace() => return None,
            _ => {}
        }
        if depth == 0 {
            let address = &inside[..at];
            return (address.is_empty() || address.contains(':')).then_some(address);
        }
    }
    None
}
