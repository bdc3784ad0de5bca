//! Tax codes: six letters, year, month letter, day, place and a check letter, `RSSMRA85T10A562S`.

use crate::personal_data::scanned_text::ScannedText;

/// The end of the code that begins here.
pub(super) fn end_of_tax_code(text: &ScannedText, from: usize) -> Option<usize> {
    let to = from + LENGTH;
    let code: Vec<char> = text.slice(from, to).iter().map(char::to_ascii_uppercase).collect();
    if code.len() != LENGTH || !text.ends_word(to) {
        return None;
    }
    let fits = code.iter().zip(FORM.chars()).all(|(c, form)| match form {
        'L' => c.is_ascii_uppercase(),
        'M' => "ABCDEHLMPRST".contains(*c),
        // Codes of people with equal names have letters in the place of digits.
        _ => c.is_ascii_digit() || "LMNPQRSTUV".contains(*c),
    });
    if !fits {
        return None;
    }
    let (check, head) = code.split_last()?;
    let sum: usize = head
        .iter()
        .enumerate()
        .map(|(at, c)| {
            let value = c.to_digit(10).map_or_else(|| *c as usize - 'A' as usize, |digit| digit as usize);
            if at % 2 == 0 { ODD_VALUES.get(value).copied().unwrap_or_default() } else { value }
        })
        .sum();
    (*check as usize == 'A' as usize + sum % 26).then_some(to)
}

const LENGTH: usize = 16;
const FORM: &str = "LLLLLLddMddLdddL";
/// The values of characters in odd places; a digit counts as the letter of the same rank.
const ODD_VALUES: [usize; 26] =
    [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
