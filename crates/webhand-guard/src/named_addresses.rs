//! The addresses that a person names in a task as places to go to.
//!
//! Such an address may be read and typed on without asking, so only what the person says in their own words counts: an
//! address inside a quotation, a pasted mail or a file's text is somebody else's. Where that cannot be told, the address does
//! not count and the person is asked. Start reading at [`named_addresses`]; the cases stand in its tests.

use webhand_model::WebUrl;

/// The addresses that a person names: `https://…`, `shop.example/lamps`, `localhost:3000`.
#[must_use]
pub fn named_addresses(text: &str) -> Vec<String> {
    let own = without_quotations(&own_lines(text));
    own.split_whitespace().map(trimmed).filter(|word| is_address(word)).map(str::to_owned).collect()
}

/// Whether a person names this very address.
#[must_use]
pub fn names_address(text: &str, url: &WebUrl) -> bool {
    named_addresses(text).iter().any(|named| WebUrl::parse(named).is_ok_and(|named| named == *url))
}

/// The lines that the person wrote, as far as that can be told: the first paragraph, without quoted lines and without what
/// follows a colon at the end of a line; of the rest, lists of nothing but addresses.
fn own_lines(text: &str) -> String {
    let mut own = String::new();
    let mut is_own = true;
    let mut block: Vec<&str> = Vec::new();
    let take_list = |block: &mut Vec<&str>, own: &mut String| {
        if block.iter().all(|line| is_only_address(line)) {
            own.push_str(&block.join("\n"));
            own.push('\n');
        }
        block.clear();
    };
    for line in text.lines().map(str::trim) {
        if line.is_empty() {
            take_list(&mut block, &mut own);
            // A task of several paragraphs may hold a pasted text from the second on.
            is_own &= own.trim().is_empty();
        } else if !is_own {
            block.push(line);
        } else if !line.starts_with(['>', '|']) && !is_mail_header(line) {
            own.push_str(line);
            own.push('\n');
            is_own = !line.ends_with([':', '：']);
        } else {
            is_own = false;
        }
    }
    take_list(&mut block, &mut own);
    own
}

/// `From: Ann <ann@a.test>`: from here on the text is a mail.
fn is_mail_header(line: &str) -> bool {
    let Some((name, _)) = line.split_once(':') else { return false };
    MAIL_HEADERS.iter().any(|header| name.eq_ignore_ascii_case(header))
}

/// `- https://a.test/`, `2. a.test`.
fn is_only_address(line: &str) -> bool {
    let bare = line.trim_start_matches(|c: char| c.is_ascii_digit() || "-*•.) ".contains(c));
    !bare.contains(char::is_whitespace) && is_address(trimmed(bare))
}

/// The text without quotations; a quotation that is nothing but an address stays. An apostrophe within a word opens none.
fn without_quotations(text: &str) -> String {
    let mut own = String::new();
    let mut rest = text;
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        let close = QUOTES.iter().find(|(open, _)| *open == first).map(|(_, close)| *close);
        let after = &rest[first.len_utf8()..];
        let opens = close.filter(|_| !before.is_alphanumeric());
        if let Some((end, close)) = opens.and_then(|close| after.find(close).map(|end| (end, close))) {
            let quoted = &after[..end];
            let is_named = !quoted.trim().contains(char::is_whitespace) && is_address(trimmed(quoted));
            own.push(' ');
            own.push_str(if is_named { quoted } else { "" });
            own.push(' ');
            rest = &after[end + close.len_utf8()..];
            before = ' ';
        } else {
            own.push(first);
            before = first;
            rest = after;
        }
    }
    own
}

fn trimmed(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/' && c != '[')
}

fn is_address(word: &str) -> bool {
    if word.starts_with("http://")
        || word.starts_with("https://")
        || word == "localhost"
        || word.starts_with("localhost:")
        || word.starts_with("localhost/")
    {
        return true;
    }
    let host = word.split(['/', ':', '?', '#']).next().unwrap_or_default();
    let last = host.rsplit('.').next().unwrap_or_default();
    let is_file = host.len() == word.len() && FILE_ENDINGS.iter().any(|ending| last.eq_ignore_ascii_case(ending));
    let is_host = host.contains('.') && !host.starts_with('.') && !host.contains("..");
    is_host && !is_file && !word.contains('@') && last.len() >= 2 && last.chars().all(|c| c.is_ascii_alphabetic())
}

const QUOTES: &[(char, char)] =
    &[('"', '"'), ('\'', '\''), ('“', '”'), ('„', '“'), ('«', '»'), ('‹', '›'), ('‘', '’'), ('「', '」'), ('`', '`')];

/// Of RFC 5322 and of mail programs.
const MAIL_HEADERS: &[&str] =
    &["from", "to", "cc", "bcc", "subject", "date", "sent", "reply-to", "message-id", "received", "return-path"];

/// A bare name with such an ending is a file, though many of these are top-level domains too. With a path, a port or a
/// scheme it is an address.
const FILE_ENDINGS: &[&str] = &[
    "md", "txt", "pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "rtf", "csv", "tsv", "json",
    "jsonl", "xml", "yaml", "yml", "toml", "ini", "cfg", "conf", "log", "html", "htm", "css", "js", "mjs", "ts", "tsx",
    "jsx", "py", "rs", "rb", "go", "java", "kt", "cc", "cpp", "hpp", "cs", "php", "pl", "pm", "sh", "bash", "zsh",
    "ps", "sql", "so", "zip", "gz", "tar", "tgz", "rar", "png", "jpg", "jpeg", "gif", "svg", "webp", "bmp", "ico",
    "mov", "avi", "mkv", "mp", "wav", "ogg", "flac", "eml", "ics", "vcf", "lock", "bak", "tmp", "exe", "dll", "deb",
    "rpm", "iso", "wasm", "tex",
];
