//! Numbers as people write them.

/// The number as a number field takes it: `1234.5`. The error says what to write instead.
pub(crate) fn number(written: &str) -> Result<String, String> {
    let bare: String =
        written.chars().filter(|c| !c.is_whitespace() && !matches!(c, '\'' | '\u{2019}' | '_')).collect();
    let bare = bare.replace('\u{2212}', "-");
    let (commas, points) = (bare.matches(',').count(), bare.matches('.').count());
    let plain = match (bare.rfind(','), bare.rfind('.')) {
        (None, _) if points <= 1 => bare.clone(),
        (None, _) => bare.replace('.', ""),
        (Some(_), None) if commas > 1 => bare.replace(',', ""),
        (Some(comma), None) if bare.len() - comma == 4 => return Err(ambiguous(written)),
        (Some(_), None) => bare.replace(',', "."),
        (Some(comma), Some(point)) if comma < point => bare.replace(',', ""),
        (Some(_), Some(_)) => bare.replace('.', "").replace(',', "."),
    };
    let is_number = plain.parse::<f64>().is_ok_and(f64::is_finite) && plain.chars().any(|c| c.is_ascii_digit());
    if is_number { Ok(plain) } else { Err(format!("\"{written}\" is not a number; write it as 1234.5")) }
}

fn ambiguous(written: &str) -> String {
    format!("\"{written}\" can be read in two ways; write it without separators: 1234 or 1.234")
}

#[cfg(test)]
mod tests;
