//! One line of output and its style.

use anstyle::{AnsiColor, Style as Paint};

use super::width::{fit, width, wrap};

/// A line without colours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScreenLine {
    pub kind: LineKind,
    pub text: String,
    /// Less important text at the end of the line: duration and cost.
    pub aside: String,
}

/// The kind of a line, which decides its style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    Blank,
    /// The task of a run.
    Title,
    /// Something about the run as a whole.
    About,
    /// Something to copy, so it is never cut.
    ToCopy,
    /// The page that was looked at in this step.
    Page(u32),
    /// Text of the brain, with the number of its step where the page is unchanged.
    Said(Option<u32>),
    /// The title of a chapter.
    Chapter,
    Done,
    Failed,
    Refused,
    InDoubt,
    /// Something the person should know.
    Note,
    /// Part of the frame around a question.
    Question,
}

impl ScreenLine {
    pub fn new(kind: LineKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into(), aside: String::new() }
    }

    pub fn with_aside(self, aside: impl Into<String>) -> Self {
        Self { aside: aside.into(), ..self }
    }

    /// The line as it is written within `room` columns: cut, or in several lines where every word counts.
    pub fn lines(&self, colours: bool, room: Option<usize>) -> Vec<String> {
        let Some(room) = room.filter(|_| self.kind != LineKind::ToCopy) else {
            return vec![self.render(colours, None)];
        };
        let (sign, sign_paint, text_paint) = self.kind.looks();
        let fits = width(&sign) + width(&self.text) + width(&self.aside) + GAP <= room;
        if fits || self.may_be_cut() {
            return vec![self.render(colours, Some(room))];
        }
        let inner = room.saturating_sub(width(&sign));
        // The action and its outcome, which two spaces separate, become separate lines.
        let texts: Vec<String> = self.text.split("  ").flat_map(|part| wrap(part, inner)).collect();
        let has_room = texts.last().is_some_and(|last| width(last) + GAP + width(&self.aside) <= inner);
        let mut lines = Vec::new();
        for (at, text) in texts.iter().enumerate() {
            let before = if at == 0 || self.kind == LineKind::Title { &sign } else { &" ".repeat(width(&sign)) };
            lines.push(format!("{}{}", paint(colours, sign_paint, before), paint(colours, text_paint, text)));
        }
        if !self.aside.is_empty() {
            let before = " ".repeat(if has_room { GAP } else { width(&sign) });
            let aside = format!("{before}{}", paint(colours, DIM, &fit(&self.aside, inner)));
            match lines.last_mut().filter(|_| has_room) {
                Some(last) => last.push_str(&aside),
                None => lines.push(aside),
            }
        }
        lines
    }

    /// A success may be cut, because the report shows it whole; the reason of a failure is shown whole.
    fn may_be_cut(&self) -> bool {
        match self.kind {
            LineKind::Page(_) | LineKind::Said(_) | LineKind::Blank | LineKind::Question => true,
            LineKind::Done => !self.aside.is_empty(),
            LineKind::Title
            | LineKind::About
            | LineKind::ToCopy
            | LineKind::Chapter
            | LineKind::Failed
            | LineKind::Refused
            | LineKind::InDoubt
            | LineKind::Note => false,
        }
    }

    /// The line as it is written, cut to `room` columns if there is a limit.
    pub fn render(&self, colours: bool, room: Option<usize>) -> String {
        let (sign, sign_paint, text_paint) = self.kind.looks();
        let aside = if self.aside.is_empty() { String::new() } else { format!("  {}", self.aside) };
        let text = match room {
            // The text is cut to leave room for the aside; where too little text would be left, the aside is dropped.
            Some(room) if width(&sign) + width(&self.text) + width(&aside) > room => {
                let left = room.saturating_sub(width(&sign) + width(&aside));
                if left >= LEAST_TEXT { fit(&self.text, left) } else { return self.bare(colours, room) }
            }
            Some(_) | None => self.text.clone(),
        };
        let text = paint(colours, text_paint, &text);
        format!("{}{text}{}", paint(colours, sign_paint, &sign), paint(colours, DIM, &aside)).trim_end().to_owned()
    }

    /// The line without its aside, for a very narrow terminal.
    fn bare(&self, colours: bool, room: usize) -> String {
        let (sign, sign_paint, text_paint) = self.kind.looks();
        let text = fit(&self.text, room.saturating_sub(width(&sign)));
        format!("{}{}", paint(colours, sign_paint, &fit(&sign, room)), paint(colours, text_paint, &text))
    }
}

impl LineKind {
    fn looks(self) -> (String, Paint, Paint) {
        let plain = Paint::new();
        match self {
            Self::Blank => (String::new(), plain, plain),
            Self::Title => ("▌ ".to_owned(), colour(AnsiColor::Cyan), plain.bold()),
            Self::About | Self::ToCopy => ("  ".to_owned(), plain, DIM),
            Self::Page(step) => (format!("{step:>2}  "), colour(AnsiColor::Cyan).bold(), plain),
            Self::Said(None) => ("    ".to_owned(), plain, DIM.italic()),
            Self::Said(Some(step)) => (format!("{step:>2}  "), colour(AnsiColor::Cyan).bold(), DIM.italic()),
            Self::Chapter => ("━━ ".to_owned(), colour(AnsiColor::Cyan), colour(AnsiColor::Cyan).bold()),
            Self::Done => ("    ✓ ".to_owned(), colour(AnsiColor::Green), plain),
            Self::Failed => ("    ✗ ".to_owned(), colour(AnsiColor::Red), plain),
            Self::Refused => ("    ⊘ ".to_owned(), colour(AnsiColor::Yellow), plain),
            Self::InDoubt => ("    ? ".to_owned(), colour(AnsiColor::Yellow), plain),
            Self::Note => ("    · ".to_owned(), colour(AnsiColor::Yellow), plain),
            Self::Question => ("  ".to_owned(), plain, colour(AnsiColor::Yellow)),
        }
    }
}

pub fn paint(colours: bool, paint: Paint, text: &str) -> String {
    if colours && !text.is_empty() && paint != Paint::new() {
        format!("{paint}{text}{paint:#}")
    } else {
        text.to_owned()
    }
}

fn colour(colour: AnsiColor) -> Paint {
    Paint::new().fg_color(Some(colour.into()))
}

pub const DIM: Paint = Paint::new().dimmed();
/// The style of the prompt.
pub const READY: Paint = Paint::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Cyan)));
const LEAST_TEXT: usize = 20;
/// The columns between a text and its aside.
const GAP: usize = 2;

#[cfg(test)]
mod tests;
