//! A snapshot's text, read back by its grammar: `- role "name" [ref=e1] [state] [state=value]: "value"`.

use anyhow::{Context as _, Result};

/// A look, line by line.
#[derive(Debug)]
pub struct View {
    pub lines: Vec<ViewLine>,
}

/// One line.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ViewLine {
    pub depth: usize,
    pub role: String,
    pub name: String,
    pub value: Option<String>,
    pub states: Vec<String>,
}

impl View {
    /// The head, and lines about omitted elements, are skipped.
    pub fn read(text: &str) -> Self {
        Self { lines: text.lines().filter_map(ViewLine::read).collect() }
    }

    /// The sentence that says what to do: it comes first.
    pub fn task(&self) -> String {
        self.lines.first().map(|seen| seen.name.clone()).unwrap_or_default()
    }

    /// The same, if an icon or a coloured box stands inside the sentence.
    pub fn sentence(&self) -> Vec<&ViewLine> {
        let end = self.lines.iter().position(|seen| seen.role == "text" && seen.name.ends_with('.'));
        self.lines[..end.map_or(0, |end| end + 1)].iter().collect()
    }

    /// The lines that have a ref and are more than text.
    pub fn controls(&self) -> impl Iterator<Item = &ViewLine> {
        self.lines.iter().filter(|seen| seen.reference().is_some() && !TEXTS.contains(&seen.role.as_str()))
    }

    pub fn of_role<'a>(&'a self, role: &str) -> impl Iterator<Item = &'a ViewLine> {
        self.controls().filter(move |seen| seen.role == role)
    }

    /// The first control with this role and name.
    pub fn one(&self, role: &str, name: &str) -> Result<&ViewLine> {
        let found = self.of_role(role).find(|seen| seen.name == name);
        found.with_context(|| format!("there is no {role} {name:?}"))
    }

    /// The control with this role at this index.
    pub fn nth(&self, role: &str, place: usize) -> Result<&ViewLine> {
        self.of_role(role).nth(place).with_context(|| format!("there is no {role} number {place}"))
    }

    /// The first control of this name, whatever it is.
    pub fn named(&self, name: &str) -> Result<&ViewLine> {
        self.controls().find(|seen| seen.name == name).with_context(|| format!("nothing is called {name:?}"))
    }

    /// Whether this text stands anywhere.
    pub fn says(&self, text: &str) -> bool {
        self.lines.iter().any(|seen| seen.name.contains(text))
    }
}

impl ViewLine {
    fn read(line: &str) -> Option<Self> {
        let bare = line.trim_start_matches(' ');
        let depth = (line.len() - bare.len()) / 2;
        let (role, mut rest) = bare.strip_prefix("- ")?.split_once(' ').unwrap_or((bare.strip_prefix("- ")?, ""));
        let mut seen = Self { depth, role: role.trim_end_matches(':').to_owned(), ..Self::default() };
        if let Some((name, after)) = quoted(rest) {
            seen.name = name;
            rest = after;
        }
        while let Some((state, after)) = rest.trim_start().strip_prefix('[').and_then(|open| open.split_once(']')) {
            seen.states.push(state.to_owned());
            rest = after;
        }
        seen.value = rest.trim_start().strip_prefix(':').and_then(quoted).map(|(value, _)| value);
        Some(seen)
    }

    pub fn is(&self, state: &str) -> bool {
        self.states.iter().any(|own| own == state)
    }

    /// The value of a state.
    pub fn state(&self, key: &str) -> Option<&str> {
        self.states.iter().find_map(|state| state.strip_prefix(key)?.strip_prefix('='))
    }

    pub fn reference(&self) -> Option<&str> {
        self.state("ref")
    }

    pub fn target(&self) -> Result<&str> {
        self.reference().with_context(|| format!("{} {:?} has no ref", self.role, self.name))
    }

    /// Left, top, width and height.
    pub fn area(&self) -> Result<[f64; 4]> {
        let numbers: Vec<f64> = self.state("box").unwrap_or_default().split(',').flat_map(str::parse).collect();
        numbers.try_into().ok().with_context(|| format!("{} {:?} has no box", self.role, self.name))
    }

    pub fn centre(&self) -> Result<(f64, f64)> {
        let [x, y, width, height] = self.area()?;
        Ok((x + width / 2.0, y + height / 2.0))
    }
}

/// The roles of lines that have a ref only so that they can be selected.
const TEXTS: [&str; 3] = ["text", "heading", "paragraph"];

/// A quoted text at the beginning, and what follows it.
fn quoted(text: &str) -> Option<(String, &str)> {
    let inside = text.trim_start().strip_prefix('"')?;
    let mut plain = String::new();
    let mut characters = inside.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '"' => return Some((plain, &inside[at + 1..])),
            '\\' => match characters.next()?.1 {
                'n' => plain.push('\n'),
                'u' => {
                    let code: String = characters.by_ref().map(|(_, c)| c).skip(1).take_while(|c| *c != '}').collect();
                    plain.extend(u32::from_str_radix(&code, 16).ok().and_then(char::from_u32));
                }
                other => plain.push(other),
            },
            other => plain.push(other),
        }
    }
    None
}
