//! Reads the body of a request twice: as names and values for the person who decides on it, and as digests that their
//! yes is bound to.
//!
//! Invariant: the shown values have at most [`MOST_SHOWN`] characters together, and never the value of a field that is
//! secret by its name or by its form. The digests are of the real bytes; nothing that is only shown is ever compared.
//! Start reading at [`Body::of`].

mod digest;
mod form_content;
mod parse;
mod shown;

use serde_json::Value;
use webhand_model::{Content, ContentField, ContentKind};

pub use digest::DigestKey;
pub(crate) use digest::Digester;
pub(crate) use form_content::{filled_content, form_content, form_fields};
pub(crate) use parse::body_bytes;
use parse::{BodyField, multipart_fields, url_encoded_fields};
use shown::{flatten_json, is_secret_name, show_fields};

use crate::driver::{Request, SocketFrame};

/// The body of a request, parsed once.
#[derive(Debug)]
pub(crate) struct Body {
    media_type: String,
    /// As they are sent. A body that is no form is one field with an empty name.
    fields: Vec<BodyField>,
    /// The fields of a JSON body, which are shown and not compared: its bytes are.
    json: Option<Value>,
    is_partial: bool,
}

impl Body {
    pub(crate) fn of(request: &Request) -> Self {
        let written = header(request, "content-type").unwrap_or_default();
        let media_type = written.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let (bytes, is_complete) = parse::body_bytes(request);
        let mut body = Self { media_type, fields: Vec::new(), json: None, is_partial: !is_complete };
        if bytes.is_empty() {
            return body;
        }
        if body.media_type == URL_ENCODED {
            body.fields = url_encoded_fields(&bytes);
        } else if let Some(boundary) = parse::boundary(&body.media_type, written) {
            body.fields = multipart_fields(&bytes, &boundary);
        } else {
            body.set_whole(bytes);
        }
        body
    }

    /// The payload of a frame of a web socket.
    pub(crate) fn of_frame(frame: &SocketFrame) -> Self {
        let mut body = Self { media_type: String::new(), fields: Vec::new(), json: None, is_partial: false };
        body.set_whole(frame.bytes().to_vec());
        body
    }

    /// Takes bytes that are no form, which are compared as a whole.
    fn set_whole(&mut self, bytes: Vec<u8>) {
        self.json = serde_json::from_slice(&bytes).ok().filter(|json: &Value| json.is_object() || json.is_array());
        self.fields = vec![BodyField { name: String::new(), value: bytes, file: None }];
    }

    /// Names and values for the person. `is_hidden` returns whether a name belongs to a secret field of the page.
    pub(crate) fn shown(&self, is_hidden: impl Fn(&str) -> bool) -> Vec<[String; 2]> {
        let fields = match &self.json {
            Some(json) => flatten_json(json),
            None => self.fields.iter().map(|field| [field.name.clone(), field.in_words()]).collect(),
        };
        let mut shown = show_fields(fields, |name| is_secret_name(name) || is_hidden(name));
        if self.is_partial && self.fields.is_empty() {
            shown.push([String::new(), "(a file or a stream)".to_owned()]);
        }
        shown
    }

    /// The content of the body, which a yes is bound to. `kind` returns the kind of a field that the page's form names.
    pub(crate) fn content(&self, digester: Digester, kind: impl Fn(&str, &str) -> ContentKind) -> Content {
        // The bytes of a JSON body are digested as a whole, so one secret makes all of it secret.
        let json = self.json.as_ref().map(flatten_json).unwrap_or_default();
        let has_secret = json.iter().any(|[name, _]| is_secret_name(name) || is_secret_kind(kind(name, "")));
        let field = |field: &BodyField| {
            let is_secret = has_secret || is_secret_name(&field.name) || is_secret_kind(kind(&field.name, ""));
            let digest = digester.digest(&field.bytes(), is_secret);
            let kind = match &digest {
                _ if field.file.is_some() => ContentKind::File,
                Some(digest) => kind(&field.name, digest),
                None => kind(&field.name, ""),
            };
            ContentField { name: field.name.clone(), digest, kind }
        };
        let member = |[name, value]: &[String; 2]| {
            let digest = digester.digest(&parse::unify_line_breaks(value.as_bytes()), true);
            let kind = kind(name, digest.as_deref().unwrap_or_default());
            ContentField { name: name.clone(), digest, kind }
        };
        let members = json.iter().filter(|_| has_secret).map(member).collect();
        let fields = self.fields.iter().map(field).collect();
        Content { media_type: self.media_type.clone(), fields, is_partial: self.is_partial, members }
    }
}

fn is_secret_kind(kind: ContentKind) -> bool {
    matches!(kind, ContentKind::Password | ContentKind::OneTimeCode | ContentKind::Card)
}

pub(crate) fn header<'a>(request: &'a Request, name: &str) -> Option<&'a str> {
    let found = request.headers.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
    found.and_then(|(_, value)| value.as_str())
}

const URL_ENCODED: &str = "application/x-www-form-urlencoded";
/// In characters, of all values that a person is shown of one body.
const MOST_SHOWN: usize = 60_000;

#[cfg(test)]
mod tests;
