//! HTML from templates.
//!
//! Invariant: a [`Markup`] is either part of this program or escaped, so text of a visitor never becomes a tag.

use axum::response::{Html, IntoResponse, Response};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Markup(String);

impl Markup {
    pub fn fixed(html: &'static str) -> Self {
        Self(html.to_owned())
    }

    pub fn text(text: &str) -> Self {
        let mut html = String::with_capacity(text.len());
        for character in text.chars() {
            match character {
                '&' => html.push_str("&amp;"),
                '<' => html.push_str("&lt;"),
                '>' => html.push_str("&gt;"),
                '"' => html.push_str("&quot;"),
                '\'' => html.push_str("&#39;"),
                plain => html.push(plain),
            }
        }
        Self(html)
    }

    /// Puts the values into the template's `{{slots}}`, in one pass: a value that looks like a slot stays as it is.
    pub fn fill(template: &'static str, values: &[(&str, Markup)]) -> Self {
        let mut pieces = template.split("{{");
        let mut html = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (slot, rest) = piece.split_once("}}").unwrap_or((piece, ""));
            let value = values.iter().find(|(name, _)| *name == slot);
            debug_assert!(value.is_some(), "nothing fills the slot {slot:?}");
            html.push_str(value.map_or("", |(_, value)| &value.0));
            html.push_str(rest);
        }
        Self(html)
    }
}

impl From<&str> for Markup {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<String> for Markup {
    fn from(text: String) -> Self {
        Self::text(&text)
    }
}

impl FromIterator<Markup> for Markup {
    fn from_iter<I: IntoIterator<Item = Markup>>(parts: I) -> Self {
        Self(parts.into_iter().map(|part| part.0).collect())
    }
}

impl IntoResponse for Markup {
    fn into_response(self) -> Response {
        Html(self.0).into_response()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    Mail,
    Shop,
    Archive,
    Contact,
    Kiosk,
}

impl Section {
    const ALL: [Self; 5] = [Self::Mail, Self::Shop, Self::Archive, Self::Contact, Self::Kiosk];

    fn link(self, current: Option<Self>) -> Markup {
        let (path, label) = match self {
            Self::Mail => ("/mail", "Mail"),
            Self::Shop => ("/shop", "Shop"),
            Self::Archive => ("/search", "Archive"),
            Self::Contact => ("/contact", "Contact"),
            Self::Kiosk => ("/widgets", "Kiosk"),
        };
        let template = if current == Some(self) {
            r#"<a href="{{path}}" aria-current="page">{{label}}</a>"#
        } else {
            r#"<a href="{{path}}">{{label}}</a>"#
        };
        Markup::fill(template, &[("path", path.into()), ("label", label.into())])
    }
}

/// The layout around the content of every page.
pub(super) struct PageLayout<'a> {
    pub title: &'a str,
    pub section: Option<Section>,
    pub script: Option<&'static str>,
}

impl PageLayout<'_> {
    pub fn around(&self, main: &Markup) -> Markup {
        let script = self.script.map_or_else(Markup::default, |name| {
            Markup::fill(r#"<script type="module" src="/assets/{{name}}"></script>"#, &[("name", name.into())])
        });
        let nav = Section::ALL.into_iter().map(|section| section.link(self.section)).collect();
        let values = [("title", self.title.into()), ("script", script), ("nav", nav), ("main", main.clone())];
        Markup::fill(include_str!("../../assets/demo/layout.html"), &values)
    }
}
