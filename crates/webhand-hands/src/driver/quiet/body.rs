//! Contents of requests and forms as the hands read them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};
use url::form_urlencoded::Serializer;
use webhand_wire::{QuietBody, QuietFormEntry, QuietRequest, QuietStoppedForm};

use crate::driver::{BodyPart, Request};

pub(super) fn request(started: &QuietRequest) -> Request {
    let mut request = Request {
        url: started.url.clone(),
        method: started.method.clone(),
        headers: origin_header(started.initiator.as_deref()),
        ..Request::default()
    };
    match &started.body {
        None => {}
        Some(QuietBody::Unknown {}) => request.has_post_data = true,
        Some(QuietBody::Bytes { parts }) => {
            request.has_post_data = true;
            request.post_data_entries = parts.iter().map(|part| BodyPart { bytes: part.bytes.clone() }).collect();
        }
        Some(QuietBody::Fields { entries, is_multipart }) => {
            write_fields(&mut request, entries, if *is_multipart { MULTIPART } else { URL_ENCODED });
        }
    }
    request
}

pub(super) fn form_request(form: &QuietStoppedForm) -> Request {
    let mut request = Request { url: form.url.clone(), method: form.method.clone(), ..Request::default() };
    write_fields(&mut request, &form.entries, &form.media_type);
    request
}

fn origin_header(origin: Option<&str>) -> Map<String, Value> {
    origin.map(|origin| ("origin".to_owned(), Value::from(origin))).into_iter().collect()
}

fn write_fields(request: &mut Request, entries: &[QuietFormEntry], media_type: &str) {
    request.has_post_data = true;
    let (written, parts) = match media_type {
        MULTIPART => (format!("{MULTIPART}; boundary={BOUNDARY}"), multipart(entries)),
        PLAIN => {
            let lines: Vec<_> = entries.iter().map(|entry| format!("{}={}\r\n", entry.name, entry.value)).collect();
            (PLAIN.to_owned(), vec![part(lines.concat().as_bytes())])
        }
        _ => {
            let mut text = Serializer::new(String::new());
            for entry in entries {
                text.append_pair(&entry.name, &entry.value);
            }
            (URL_ENCODED.to_owned(), vec![part(text.finish().as_bytes())])
        }
    };
    request.headers.insert("content-type".to_owned(), Value::from(written));
    request.post_data_entries = parts;
}

/// The pieces of a multipart body; that of a file is missing.
fn multipart(entries: &[QuietFormEntry]) -> Vec<BodyPart> {
    let quoted = |text: &str| text.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A");
    let mut parts = Vec::new();
    for entry in entries {
        let file = if entry.is_file { format!("; filename=\"{}\"", quoted(&entry.value)) } else { String::new() };
        let head =
            format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{}\"{file}\r\n\r\n", quoted(&entry.name));
        parts.push(part(head.as_bytes()));
        match (entry.is_file, entry.value.as_str()) {
            (false, value) => parts.push(part(value.as_bytes())),
            // A field without a file sends an empty one.
            (true, "") => {}
            (true, _) => parts.push(BodyPart { bytes: None }),
        }
        parts.push(part(b"\r\n"));
    }
    parts.push(part(format!("--{BOUNDARY}--\r\n").as_bytes()));
    parts
}

fn part(bytes: &[u8]) -> BodyPart {
    BodyPart { bytes: Some(STANDARD.encode(bytes)) }
}

const MULTIPART: &str = "multipart/form-data";
const URL_ENCODED: &str = "application/x-www-form-urlencoded";
const PLAIN: &str = "text/plain";
const BOUNDARY: &str = "----webhand";
