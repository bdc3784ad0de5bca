//! Texts for people: actions, times, amounts. Text of pages and brains is cleaned here. Pure.

mod shell_syntax;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use webhand_model::{
    Action, BrainAnswer, Change, Decision, EvidenceLine, Facts, HeldRequest, Outcome, Ref, Snapshot, Usage, clean,
    quote, truncate,
};

pub use shell_syntax::in_shell_syntax;

/// An action in a few words: `click button "Pay"`.
pub fn action(action: &Action, page: Option<&Snapshot>, facts: Option<&Facts>) -> String {
    let target = action.target().map(|target| format!(" {}", element(target, page))).unwrap_or_default();
    let secret = facts.and_then(|facts| facts.target.as_ref()).is_some_and(|target| target.field.is_secret());
    let entered = entering(action, &target, &|text| if secret { "…".to_owned() } else { quoted(text) });
    let what = entered.or_else(|| moving(action, &target, page)).unwrap_or(target);
    format!("{}{what}", action.name())
}

/// The problem of a brain's answer that cannot be parsed. Only the first call is checked, because it is always tried.
pub fn answer_problem(answer: &BrainAnswer, page: Option<&Snapshot>) -> Option<String> {
    let Some(call) = answer.calls.first() else { return Some("The brain's answer asked for nothing.".to_owned()) };
    let error = Decision::parse(&call.name, &call.arguments, page?).err()?;
    Some(format!("{}: {}", one_line(&call.name, 40), one_line(&error.to_string(), 300)))
}

/// Actions that enter something: the value and its target.
fn entering(action: &Action, target: &str, text: &dyn Fn(&str) -> String) -> Option<String> {
    let at = |word: &str| if target.is_empty() { String::new() } else { format!(" {word}{target}") };
    if let Action::Fill { value, .. } = action {
        return Some(format!("{target} with {}", text(value)));
    }
    if let Action::Type { text: typed, submit, .. } = action {
        let enter = if *submit == Some(true) { " and press Enter" } else { "" };
        return Some(format!(" {}{}{enter}", text(typed), at("into")));
    }
    if let Action::Press { key, .. } = action {
        return Some(format!(" {}{}", one_line(key, 30), at("on")));
    }
    if let Action::Select { value, values, .. } = action {
        let all: Vec<_> = value.iter().chain(values.iter().flatten()).map(|value| quoted(value)).collect();
        return Some(format!(" {}{}", all.join(", "), at("in")));
    }
    if let Action::Upload { files, .. } = action {
        let all: Vec<_> = files.iter().map(|file| quoted(file)).collect();
        return Some(format!(" {}{}", all.join(", "), at("to")));
    }
    None
}

/// The address with which the text of an action ends.
pub fn trailing_address(action: &Action) -> Option<&str> {
    if let Action::Open { url, .. } = action { Some(url.as_str()) } else { None }
}

/// Actions that navigate, wait or look: the place.
fn moving(action: &Action, target: &str, page: Option<&Snapshot>) -> Option<String> {
    if let Some(address) = trailing_address(action) {
        return Some(format!(" {}", one_line(address, 120)));
    }
    if let Action::Drag { from, to } = action {
        return Some(format!(" {} to {}", element(*from, page), element(*to, page)));
    }
    if let Action::Wait { text, gone, url, ms, .. } = action {
        let until = [("", text), ("gone: ", gone), ("address: ", url)];
        let until = until.into_iter().find_map(|(what, text)| Some(format!(" for {what}{}", quoted(text.as_ref()?))));
        return until.or_else(|| ms.as_ref().map(|_| " a moment".to_owned()));
    }
    if let Action::Find { text: Some(text), .. } = action {
        return Some(format!(" {}", quoted(text)));
    }
    if let Action::Scroll { direction, .. } = action {
        let way = serde_json::to_value(direction).ok();
        return Some(format!(" {}{target}", way.as_ref().and_then(|way| way.as_str()).unwrap_or_default()));
    }
    if let Action::Dialog { accept, .. } = action {
        return Some((if *accept { ": accept" } else { ": dismiss" }).to_owned());
    }
    None
}

fn element(target: Ref, page: Option<&Snapshot>) -> String {
    page.map_or_else(|| target.to_string(), |page| clean(&page.describe(target)))
}

/// The method and address of a request: `POST http://shop.test/order`.
pub fn request(request: &HeldRequest) -> String {
    format!("{} {}", one_line(&request.method, 10), one_line(&request.url, 120))
}

/// The changes beside the target, in a few words. A navigation to the address that is shown already is left out.
pub fn changes(outcome: &Outcome, shown_address: Option<&str>) -> String {
    let one = |change: &Change| match change {
        Change::Navigated { url } => format!("→ {}", one_line(url, 120)),
        Change::TabOpened { tab, url } => format!("new tab {tab} {}", one_line(url, 120)),
        Change::TabClosed { tab } => format!("tab {tab} closed"),
        Change::TabSwitched { tab } => format!("now in tab {tab}"),
        Change::DialogOpened { kind, message } => format!("{} {}", one_line(kind, 20), quoted(message)),
        Change::Downloaded { file } => format!("downloaded {}", quoted(file)),
        Change::Sent { status: Some(status), .. } => format!("answered {status}"),
        Change::Sent { status: None, .. } => "no answer yet".to_owned(),
        Change::SentByGrant { request, .. } => format!("sent by a grant: {}", one_line(request, 120)),
        Change::Stopped { request, .. } => format!("stopped {}", one_line(request, 120)),
        Change::MayHaveLeft { request, .. } => format!("may have left: {}", one_line(request, 120)),
        Change::Unapprovable { request } => format!("cannot be approved here: {}", one_line(request, 120)),
        Change::Unsettled => "still busy".to_owned(),
    };
    let is_news =
        |change: &&Change| !matches!(change, Change::Navigated { url } if shown_address == Some(url.as_str()));
    outcome.changes.iter().filter(is_news).map(one).collect::<Vec<_>>().join(", ")
}

/// Untrusted text in quotes, cleaned and cut.
pub fn quoted(text: &str) -> String {
    quote(&truncate(&clean(text), 80))
}

/// A line of evidence with what was found when it was checked.
pub fn evidence_line(line: &EvidenceLine, most: usize) -> String {
    let text = one_line(line.text(), most);
    match line {
        EvidenceLine::Seen(_) => format!("seen: {text}"),
        EvidenceLine::Claimed { .. } => format!("claimed, not seen: {text}"),
        EvidenceLine::Contrary { .. } => format!("✗ {text}"),
    }
}

/// Untrusted text on one line, cleaned and cut.
pub fn one_line(text: &str, most: usize) -> String {
    truncate(&clean(text), most).into_owned()
}

/// Untrusted text with its line breaks, otherwise cleaned.
pub fn paragraphs(text: &str) -> String {
    text.lines().map(clean).collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// Untrusted text with its line breaks and indents, without control characters.
pub fn multi_line(text: &str) -> String {
    let kept = |c: &char| matches!(c, '\n' | '\t') || !c.is_control();
    text.trim_end().chars().filter(kept).collect()
}

/// `0.4 s`, `12.3 s`, `2 min 5 s`.
pub fn duration(millis: u64) -> String {
    let tenths = (millis + 50) / 100;
    if tenths < 600 {
        return format!("{}.{} s", tenths / 10, tenths % 10);
    }
    let seconds = (millis + 500) / 1000;
    if seconds < 3600 {
        return format!("{} min {} s", seconds / 60, seconds % 60);
    }
    format!("{} h {} min", seconds / 3600, seconds % 3600 / 60)
}

/// `1 step`, `2 steps`, `12,345 tokens`.
pub fn count(number: u64, what: &str) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{grouped} {what}{}", if number == 1 { "" } else { "s" })
}

/// The usage of answers, in short: `12,345 tokens (80 % cached), $0.0123`.
pub fn usage(usage: &Usage) -> String {
    let tokens = count(usage.tokens(), "token");
    let cached = if usage.cached == 0 { String::new() } else { format!(" ({} % cached)", cached_share(usage)) };
    let money = if usage.priced == 0 { String::new() } else { format!(", {}", cost(usage)) };
    format!("{tokens}{cached}{money}")
}

/// How many tokens went in and out.
pub fn tokens(usage: &Usage) -> String {
    format!("{} in ({} % cached), {} out", usage.input, cached_share(usage), usage.output)
}

/// The cost of answers, as far as it is known.
pub fn cost(usage: &Usage) -> String {
    match (usage.priced, usage.unpriced()) {
        (_, 0) => usage.cost.to_string(),
        (0, _) => "not known".to_owned(),
        (_, unpriced) => format!("{} and {} of unknown price", usage.cost, count(unpriced, "token")),
    }
}

fn cached_share(usage: &Usage) -> u64 {
    (usage.cached.saturating_mul(100)).checked_div(usage.input).unwrap_or(0)
}

/// `2026-11-15 04:02 UTC` from milliseconds since 1970.
pub fn date(wall: u64) -> String {
    let minutes = wall / 60_000;
    let (year, month, day) = civil(minutes / 1440);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60 % 24, minutes % 60)
}

/// As [`date`], at the place of this machine: `2026-11-15 05:02 +01:00`.
pub fn local_date(wall: u64) -> String {
    let at = i64::try_from(wall).ok().and_then(|wall| Timestamp::from_millisecond(wall).ok());
    at.map_or_else(|| date(wall), |at| at.to_zoned(TimeZone::system()).strftime("%Y-%m-%d %H:%M %:z").to_string())
}

/// The clock at the place of this machine: `05:02:17`.
pub fn local_time(wall: u64) -> String {
    let at = i64::try_from(wall).ok().and_then(|wall| Timestamp::from_millisecond(wall).ok());
    at.map_or_else(|| date(wall), |at| at.to_zoned(TimeZone::system()).strftime("%H:%M:%S").to_string())
}

/// How long ago, roughly: `just now`, `5 min ago`, `3 days ago`.
pub fn ago(wall: u64, now: u64) -> String {
    let seconds = now.saturating_sub(wall) / 1000;
    match seconds {
        0..60 => "just now".to_owned(),
        60..3600 => format!("{} min ago", seconds / 60),
        3600..86_400 => format!("{} h ago", seconds / 3600),
        _ => format!("{} ago", count(seconds / 86_400, "day")),
    }
}

/// Year, month and day of a day counted from 1970, by the Gregorian calendar in which a year begins in March.
fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let of_era = shifted % 146_097;
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests;
