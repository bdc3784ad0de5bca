//! A form as a person is shown it, and as a yes to it is bound.

use webhand_model::{Content, ContentField, ContentKind};
use webhand_wire::{FormFacts, FormField, FormFieldKind};

use super::parse::unify_line_breaks;
use super::shown::{HIDDEN, is_secret_name, show_fields};
use super::{Digester, URL_ENCODED};

const MULTIPART: &str = "multipart/form-data";

/// Names and values for the person.
pub(crate) fn form_fields(form: &FormFacts) -> Vec<[String; 2]> {
    let shown = |field: &FormField| {
        let value = match (field.kind, field.size) {
            (FormFieldKind::File, Some(size)) => format!("file {} of {size} bytes", field.value),
            (FormFieldKind::File, None) => "no file".to_owned(),
            (kind, _) if is_secret(kind) && !field.value.is_empty() => HIDDEN.to_owned(),
            _ => field.value.clone(),
        };
        [field.name.clone(), value]
    };
    show_fields(form.fields.iter().map(shown).collect(), is_secret_name)
}

/// The content of the form, which a yes to sending it is bound to. `is_token` returns whether a hidden value is an
/// anti-forgery token.
pub(crate) fn form_content(form: &FormFacts, digester: Digester, is_token: impl Fn(&FormField) -> bool) -> Content {
    let field = |field: &FormField| {
        let is_hidden = is_secret(field.kind) || is_secret_name(&field.name);
        let digest = digested_bytes(form, field).and_then(|bytes| digester.digest(&bytes, is_hidden));
        let kind = match field.kind {
            // An empty field gives nothing away.
            kind if is_secret(kind) && field.value.is_empty() => ContentKind::Plain,
            FormFieldKind::Password => ContentKind::Password,
            FormFieldKind::OneTimeCode => ContentKind::OneTimeCode,
            FormFieldKind::Card => ContentKind::Card,
            FormFieldKind::File => ContentKind::File,
            FormFieldKind::Hidden if is_token(field) => ContentKind::Token,
            FormFieldKind::Plain | FormFieldKind::Hidden => ContentKind::Plain,
        };
        ContentField { name: unified(&field.name), digest, kind }
    };
    let is_known = form.encoding == URL_ENCODED || form.encoding == MULTIPART;
    Content {
        media_type: form.encoding.clone(),
        fields: form.fields.iter().map(field).collect(),
        is_partial: !form.complete || !is_known,
        members: Vec::new(),
    }
}

/// The content of the form once this text stands in the inspected field, if that is for a password or a code.
pub(crate) fn filled_content(
    form: &FormFacts,
    text: &str,
    digester: Digester,
    is_token: impl Fn(&FormField) -> bool,
) -> Option<Content> {
    let mut filled = form.clone();
    let own = filled.fields.get_mut(usize::try_from(form.own_field?).ok()?)?;
    if !matches!(own.kind, FormFieldKind::Password | FormFieldKind::OneTimeCode) {
        return None;
    }
    text.clone_into(&mut own.value);
    Some(form_content(&filled, digester, is_token))
}

/// The bytes that the field of the request will be digested from; `None` for the content of a file.
fn digested_bytes(form: &FormFacts, field: &FormField) -> Option<Vec<u8>> {
    match field.kind {
        FormFieldKind::File if form.encoding == MULTIPART => field.size.is_none().then(|| vec![0]),
        FormFieldKind::File
        | FormFieldKind::Plain
        | FormFieldKind::Hidden
        | FormFieldKind::Password
        | FormFieldKind::OneTimeCode
        | FormFieldKind::Card => Some(unified(&field.value).into_bytes()),
    }
}

fn unified(text: &str) -> String {
    String::from_utf8_lossy(&unify_line_breaks(text.as_bytes())).into_owned()
}

pub(super) fn is_secret(kind: FormFieldKind) -> bool {
    match kind {
        FormFieldKind::Password | FormFieldKind::OneTimeCode | FormFieldKind::Card => true,
        FormFieldKind::Plain | FormFieldKind::Hidden | FormFieldKind::File => false,
    }
}
