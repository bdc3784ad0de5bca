//! The exact content of a form or request by digests, which an approval is bound to. It is compared and never shown.

use serde::{Deserialize, Serialize};

/// The content of a form as it would be sent, or of a request as it is sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// Without parameters: the boundary of a multipart body differs each time.
    pub media_type: String,
    /// In the order in which they are sent. A body that is no form is one field with an empty name.
    pub fields: Vec<ContentField>,
    /// The browser does not report everything that is sent: a file, a stream, the value of a custom element.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_partial: bool,
    /// The members of a JSON body one of which is secret: a log-in that the person allowed is recognised by them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<ContentField>,
}

/// One field by the digest of its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentField {
    pub name: String,
    /// In hexadecimal, keyed where the hands have a key; `None` where the value is unknown or must not be digested.
    pub digest: Option<String>,
    #[serde(default, skip_serializing_if = "ContentKind::is_plain")]
    pub kind: ContentKind,
}

/// The kind of a field, as far as an approval is concerned.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContentKind {
    #[default]
    Plain,
    Password,
    OneTimeCode,
    Card,
    File,
    /// A hidden random value that the server put into the page: an anti-forgery token.
    Token,
}

impl ContentKind {
    /// Whether the field is neither secret nor a file nor a token.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        *self == Self::Plain
    }
}

impl Content {
    /// Whether every byte is known, so that a later request can be compared with it.
    #[must_use]
    pub fn is_bindable(&self) -> bool {
        !self.is_partial && self.fields.iter().all(|field| field.digest.is_some())
    }

    #[must_use]
    pub fn has(&self, kind: ContentKind) -> bool {
        self.fields.iter().chain(&self.members).any(|field| field.kind == kind)
    }

    /// Whether a password or a code is in it.
    #[must_use]
    pub fn has_credential(&self) -> bool {
        self.has(ContentKind::Password) || self.has(ContentKind::OneTimeCode)
    }

    /// Whether the other content sends the same bytes in the same fields. Unknown bytes equal nothing.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.differing_fields(other).is_some_and(|differing| differing.is_empty())
    }

    /// The one token that differs where the content of a form that was loaded anew is otherwise the same.
    #[must_use]
    pub fn renewed_token<'a>(&'a self, other: &'a Self) -> Option<&'a str> {
        let differing = self.differing_fields(other)?;
        let [(old, new)] = differing.as_slice() else { return None };
        let is_token = old.kind == ContentKind::Token && new.kind == ContentKind::Token;
        is_token.then_some(old.name.as_str())
    }

    /// The fields with other values; `None` where more than values differs or something is unknown.
    fn differing_fields<'a>(&'a self, other: &'a Self) -> Option<Vec<(&'a ContentField, &'a ContentField)>> {
        let is_comparable = self.is_bindable()
            && other.is_bindable()
            && self.media_type == other.media_type
            && self.fields.len() == other.fields.len()
            && self.fields.iter().zip(&other.fields).all(|(own, other)| own.name == other.name);
        let differ = |(own, other): &(&ContentField, &ContentField)| own.digest != other.digest;
        is_comparable.then(|| self.fields.iter().zip(&other.fields).filter(differ).collect())
    }
}

#[cfg(test)]
mod tests;
