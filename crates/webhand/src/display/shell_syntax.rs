//! Hints of webhand in the syntax of a shell.

/// Writes the parameters that webhand's own lines name as options: `snapshot scope=e5` as `snapshot --scope e5`. Lines of a
/// page never begin with dots.
pub fn in_shell_syntax(text: &str) -> String {
    let lines: Vec<String> =
        text.split('\n').map(|line| if is_hint(line) { as_options(line) } else { line.to_owned() }).collect();
    lines.join("\n")
}

fn is_hint(line: &str) -> bool {
    line.trim_start().starts_with('…')
}

fn as_options(line: &str) -> String {
    let words: Vec<String> = line.split(' ').map(as_option).collect();
    words.join(" ")
}

fn as_option(word: &str) -> String {
    let bare = word.trim_start_matches('(');
    match bare.split_once('=').filter(|(name, _)| PARAMETERS.contains(name)) {
        Some((name, value)) => format!("{}--{name} {value}", &word[..word.len() - bare.len()]),
        None => word.to_owned(),
    }
}

/// The parameters that hints name.
const PARAMETERS: [&str; 3] = ["scope", "offset", "budget"];
