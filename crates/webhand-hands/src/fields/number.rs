//! Normalizes numbers for numeric fields.

use webhand_model::{LoneSeparator, NumberError, normalize_number};

/// Returns the number in the format of a number input: `1234.5`. The error says what to write instead.
pub(crate) fn normalize_field_number(written: &str) -> Result<String, String> {
    normalize_number(written, LoneSeparator::CommaIsAmbiguous).map_err(|error| match error {
        NumberError::Ambiguous => {
            format!("\"{written}\" can be read in two ways; write it without separators: 1234 or 1.234")
        }
        NumberError::NotANumber => format!("\"{written}\" is not a number; write it as 1234.5"),
    })
}

#[cfg(test)]
mod tests;
