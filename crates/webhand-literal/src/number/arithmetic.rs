//! Sums as pages write them: `3 + 4 =`, `2 * x = 10`. Worked out without rounding surprises for whole numbers.

/// The value of a sum, or of its one unknown; nothing if the text is no sum.
pub(crate) fn solve(text: &str) -> Option<f64> {
    let plain = times(text);
    let text = plain.as_str();
    let (left, right) = text.split_once('=').unwrap_or((text, ""));
    if !left.chars().any(|c| OPERATORS.contains(c)) && !right.chars().any(|c| OPERATORS.contains(c)) {
        return None;
    }
    let unknown = text.chars().any(|c| c.is_ascii_alphabetic());
    if !unknown {
        let sum = if right.trim().is_empty() || right.trim() == "?" { left } else { return None };
        return value(sum, 0.0);
    }
    // With one unknown to the first power, two points give the line.
    let difference = |x: f64| Some(value(left, x)? - value(right, x)?);
    let (at_zero, at_one) = (difference(0.0)?, difference(1.0)?);
    let slope = at_one - at_zero;
    let x = -at_zero / slope;
    (slope != 0.0 && difference(x)?.abs() < 1e-6).then_some(x)
}

/// With the letter x as a sign where it stands between two numbers.
fn times(text: &str) -> String {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let number = |at: Option<usize>| at.and_then(|at| parts.get(at)).is_some_and(|part| part.parse::<f64>().is_ok());
    let sign = |at: usize| matches!(parts[at], "x" | "X") && number(at.checked_sub(1)) && number(Some(at + 1));
    (0..parts.len()).map(|at| if sign(at) { "*" } else { parts[at] }).collect::<Vec<_>>().join(" ")
}

/// A number as people write it.
pub(crate) fn shown(number: f64) -> String {
    let whole = number.round();
    if (number - whole).abs() < 1e-9 {
        format!("{whole:.0}")
    } else {
        format!("{number:.6}").trim_end_matches('0').to_owned()
    }
}

const OPERATORS: &str = "+-−*×·/÷";

/// One pass over a sum, with the unknown put in.
struct SumParser<'a> {
    rest: &'a str,
    unknown: f64,
    /// The letter that stands for the unknown; a second one makes it no sum.
    letter: Option<char>,
}

fn value(text: &str, unknown: f64) -> Option<f64> {
    let mut reader = SumParser { rest: text.trim(), unknown, letter: None };
    let sum = reader.sum(0)?;
    reader.rest.trim().is_empty().then_some(sum)
}

/// The deepest brackets that are followed.
const MOST_DEPTH: u32 = 20;

impl SumParser<'_> {
    fn sum(&mut self, depth: u32) -> Option<f64> {
        let mut total = self.product(depth)?;
        loop {
            total += if self.takes("+") {
                self.product(depth)?
            } else if self.takes("-−") {
                -self.product(depth)?
            } else {
                return Some(total);
            };
        }
    }

    fn product(&mut self, depth: u32) -> Option<f64> {
        let mut total = self.factor(depth)?;
        loop {
            if self.takes("*×·") {
                total *= self.factor(depth)?;
            } else if self.takes("/÷") {
                total /= self.factor(depth)?;
            } else if self.rest.trim_start().starts_with(|c: char| c.is_ascii_alphabetic() || c == '(') {
                total *= self.factor(depth)?;
            } else {
                return Some(total);
            }
        }
    }

    fn factor(&mut self, depth: u32) -> Option<f64> {
        if depth > MOST_DEPTH {
            return None;
        }
        if self.takes("-−") {
            return Some(-self.factor(depth + 1)?);
        }
        if self.takes("(") {
            let inside = self.sum(depth + 1)?;
            return self.takes(")").then_some(inside);
        }
        self.rest = self.rest.trim_start();
        let first = self.rest.chars().next()?;
        if first.is_ascii_alphabetic() {
            self.rest = &self.rest[1..];
            let same = self.letter.is_none_or(|letter| letter == first);
            self.letter = Some(first);
            return same.then_some(self.unknown);
        }
        let end = self.rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        number.parse().ok()
    }

    fn takes(&mut self, signs: &str) -> bool {
        let rest = self.rest.trim_start();
        let Some(sign) = rest.chars().next().filter(|sign| signs.contains(*sign)) else { return false };
        self.rest = &rest[sign.len_utf8()..];
        true
    }
}
