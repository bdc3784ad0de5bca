//! Splits a body into its fields, as bytes.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::driver::Request;

/// One field of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BodyField {
    pub(super) name: String,
    pub(super) value: Vec<u8>,
    /// The name of the file whose content the value is.
    pub(super) file: Option<String>,
}

impl BodyField {
    /// The bytes that are digested. The name of a file counts too; line breaks count as one kind, because forms send
    /// each as CR LF.
    pub(super) fn bytes(&self) -> Vec<u8> {
        match &self.file {
            Some(file) => [file.as_bytes(), &[0], &self.value].concat(),
            None if self.name.is_empty() => self.value.clone(),
            None => unify_line_breaks(&self.value),
        }
    }

    pub(super) fn in_words(&self) -> String {
        match self.file.as_deref() {
            Some("") => "no file".to_owned(),
            Some(file) => format!("file {file}"),
            None => String::from_utf8_lossy(&self.value).replace("\r\n", "\n"),
        }
    }
}

pub(super) fn unify_line_breaks(value: &[u8]) -> Vec<u8> {
    let mut unified = Vec::with_capacity(value.len());
    for (at, byte) in value.iter().enumerate() {
        if *byte != b'\r' || value.get(at + 1) != Some(&b'\n') {
            unified.push(*byte);
        }
    }
    unified
}

/// The bytes of the body and whether they are complete: the browser does not report the content of files.
pub(crate) fn body_bytes(request: &Request) -> (Vec<u8>, bool) {
    let pieces = &request.post_data_entries;
    if pieces.is_empty() {
        let text = request.post_data.clone().unwrap_or_default();
        let is_complete = !request.has_post_data || !text.is_empty();
        return (text.into_bytes(), is_complete);
    }
    let decoded = |bytes: &String| STANDARD.decode(bytes).ok();
    let known: Vec<_> = pieces.iter().map(|piece| piece.bytes.as_ref().and_then(decoded)).collect();
    let is_complete = known.iter().all(Option::is_some);
    (known.into_iter().flatten().flatten().collect(), is_complete)
}

pub(super) fn url_encoded_fields(body: &[u8]) -> Vec<BodyField> {
    let pairs = body.split(|byte| *byte == b'&').filter(|pair| !pair.is_empty());
    let field = |pair: &[u8]| {
        let end = pair.iter().position(|byte| *byte == b'=');
        let (name, value) = end.map_or((pair, &[][..]), |end| (&pair[..end], &pair[end + 1..]));
        BodyField { name: String::from_utf8_lossy(&decode(name)).into_owned(), value: decode(value), file: None }
    };
    pairs.map(field).collect()
}

/// Decodes `+` and `%41`; a percent sign that begins no code stands for itself.
fn decode(text: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, after @ ..] = rest {
        let code = match (first, after) {
            (b'%', [high, low, ..]) => hexadecimal(*high).zip(hexadecimal(*low)),
            _ => None,
        };
        match code {
            Some((high, low)) => decoded.push(high << 4 | low),
            None => decoded.push(if *first == b'+' { b' ' } else { *first }),
        }
        rest = if code.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    decoded
}

fn hexadecimal(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

/// The boundary of a multipart form; `None` for another media type.
pub(super) fn boundary(media_type: &str, written: &str) -> Option<String> {
    if media_type != "multipart/form-data" {
        return None;
    }
    let (_, after) = written.split_once("boundary=")?;
    Some(after.split(';').next()?.trim().trim_matches('"').to_owned())
}

pub(super) fn multipart_fields(body: &[u8], boundary: &str) -> Vec<BodyField> {
    let delimiter = format!("--{boundary}").into_bytes();
    let field = |part: &[u8]| {
        let end = find(part, b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&part[..end]).into_owned();
        let value = &part[end + 4..];
        let named = |key: &str| Some(head.split_once(&format!("{key}=\""))?.1.split('"').next()?.to_owned());
        let value = value.strip_suffix(b"\r\n").unwrap_or(value).to_vec();
        Some(BodyField { name: named(" name")?, value, file: named("filename") })
    };
    split(body, &delimiter).into_iter().filter_map(field).collect()
}

fn split<'a>(mut body: &'a [u8], delimiter: &[u8]) -> Vec<&'a [u8]> {
    let mut parts = Vec::new();
    while let Some(at) = find(body, delimiter) {
        parts.push(&body[..at]);
        body = &body[at + delimiter.len()..];
    }
    parts.push(body);
    parts
}

fn find(within: &[u8], wanted: &[u8]) -> Option<usize> {
    within.windows(wanted.len().max(1)).position(|window| window == wanted)
}
