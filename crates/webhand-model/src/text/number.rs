//! The one reader of numbers that people and pages write: `1,234.50`, `1.234,50`, `1 234,5`, `−3`.
//!
//! Numbers of machines (JSON, attributes, arguments of a program) are not written so and are parsed by `str::parse`.

/// How a single separator before exactly three digits is read: `1,234` and `1.234`. Everywhere else the writing is plain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoneSeparator {
    /// A comma parts thousands and a point decimals, as most pages write.
    CommaPartsThousands,
    /// Either parts thousands: amounts of money have two decimals.
    PartsThousands,
    /// Either parts decimals: lengths of time are short.
    PartsDecimals,
    /// A comma is not guessed at: a wrong number in a field is worse than a question. A point parts decimals.
    CommaIsAmbiguous,
}

/// Why a text is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    #[error("can be read in two ways")]
    Ambiguous,
    #[error("is not a number")]
    NotANumber,
}

/// A number as a program writes it, of a text that holds nothing else: `1234.50` of `1.234,50`.
///
/// # Errors
/// When the text is no number, or can be read as two.
pub fn normalize_number(written: &str, lone: LoneSeparator) -> Result<String, NumberError> {
    let is_gap = |c: char| c.is_whitespace() || matches!(c, '\'' | '\u{2019}' | '_');
    let bare: String = written.chars().filter(|c| !is_gap(*c)).map(|c| if c == '\u{2212}' { '-' } else { c }).collect();
    let plain = match (bare.rfind(','), bare.rfind('.')) {
        (None, None) => bare,
        (Some(comma), None) => one_kind(&bare, ',', comma, lone)?,
        (None, Some(point)) => one_kind(&bare, '.', point, lone)?,
        (Some(comma), Some(point)) if comma < point => bare.replace(',', ""),
        (Some(_), Some(_)) => bare.replace('.', "").replace(',', "."),
    };
    let is_number = plain.parse::<f64>().is_ok_and(f64::is_finite) && plain.contains(|c: char| c.is_ascii_digit());
    if is_number { Ok(plain) } else { Err(NumberError::NotANumber) }
}

/// A number with separators of one kind only: several part thousands, a single one is read as `lone` says.
fn one_kind(bare: &str, mark: char, last: usize, lone: LoneSeparator) -> Result<String, NumberError> {
    if bare.matches(mark).count() > 1 {
        return Ok(bare.replace(mark, ""));
    }
    let is_before_three = bare.len() - last == 4;
    let parts_thousands = match lone {
        LoneSeparator::CommaIsAmbiguous if is_before_three && mark == ',' => return Err(NumberError::Ambiguous),
        LoneSeparator::CommaIsAmbiguous | LoneSeparator::PartsDecimals => false,
        LoneSeparator::CommaPartsThousands => is_before_three && mark == ',',
        LoneSeparator::PartsThousands => is_before_three,
    };
    Ok(bare.replace(mark, if parts_thousands { "" } else { "." }))
}

/// A number that stands somewhere in a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FoundNumber<'a> {
    pub value: f64,
    /// The digits with their separators, without a sign.
    pub digits: &'a str,
}

/// Finds the first number in a text; a minus sign counts only right before it.
#[must_use]
pub fn find_number(text: &str) -> Option<FoundNumber<'_>> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '\u{a0}' | '\u{202f}');
    let rest = &text[start..];
    let digits = &rest[..rest.find(|c: char| !is_part(c)).unwrap_or(rest.len())];
    let digits = digits.trim_end_matches(|c: char| !c.is_ascii_digit());
    let value: f64 = normalize_number(digits, LoneSeparator::CommaPartsThousands).ok()?.parse().ok()?;
    let is_negative = text[..start].ends_with(['-', '\u{2212}']);
    Some(FoundNumber { value: if is_negative { -value } else { value }, digits })
}
