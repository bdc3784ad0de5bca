//! Injection-safe HTML: markup is part of the program, every other text is escaped.

/// A piece of HTML.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Html(String);

impl Html {
    /// Markup from this program's own source.
    pub fn fixed(markup: &'static str) -> Self {
        Self(markup.to_owned())
    }

    /// Any text, escaped.
    pub fn text(text: impl AsRef<str>) -> Self {
        let mut escaped = String::with_capacity(text.as_ref().len());
        for c in text.as_ref().chars() {
            match c {
                '&' => escaped.push_str("&amp;"),
                '<' => escaped.push_str("&lt;"),
                '>' => escaped.push_str("&gt;"),
                '"' => escaped.push_str("&quot;"),
                '\'' => escaped.push_str("&#39;"),
                c => escaped.push(c),
            }
        }
        Self(escaped)
    }

    /// An element with a class, or without one if it is empty.
    pub fn element(name: &'static str, class: &'static str, inside: impl Into<Self>) -> Self {
        let attributes: &[(&'static str, &str)] = if class.is_empty() { &[] } else { &[("class", class)] };
        Self::element_with(name, attributes, inside)
    }

    pub fn element_with(name: &'static str, attributes: &[(&'static str, &str)], inside: impl Into<Self>) -> Self {
        let mut html = Self::open(name, attributes);
        html.0.push_str(&inside.into().0);
        html.0.push_str("</");
        html.0.push_str(name);
        html.0.push('>');
        html
    }

    /// A void element, such as `img`.
    pub fn open(name: &'static str, attributes: &[(&'static str, &str)]) -> Self {
        let mut html = format!("<{name}");
        for (attribute, value) in attributes {
            html.push(' ');
            html.push_str(attribute);
            html.push_str("=\"");
            html.push_str(&Self::text(value).0);
            html.push('"');
        }
        html.push('>');
        Self(html)
    }

    pub fn and(mut self, other: impl Into<Self>) -> Self {
        self.0.push_str(&other.into().0);
        self
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn into_string(self) -> String {
        self.0
    }
}

impl From<&str> for Html {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<String> for Html {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl FromIterator<Html> for Html {
    fn from_iter<I: IntoIterator<Item = Html>>(pieces: I) -> Self {
        pieces.into_iter().fold(Self::default(), Self::and)
    }
}

#[cfg(test)]
mod tests;
