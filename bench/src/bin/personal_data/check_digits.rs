//! Check digits as their standards describe them.

/// The number with its Luhn digit.
pub fn with_luhn(number: &str) -> String {
    let total: u32 = number
        .bytes()
        .rev()
        .enumerate()
        .map(|(at, byte)| {
            let digit = u32::from(byte - b'0');
            if at % 2 == 0 { digit * 2 / 10 + digit * 2 % 10 } else { digit }
        })
        .sum();
    format!("{number}{}", (10 - total % 10) % 10)
}

/// The IBAN of a country's account.
pub fn iban(country: &str, account: &str) -> String {
    let moved = format!("{account}{country}00");
    let mut remainder = 0_u32;
    for c in moved.chars() {
        for digit in c.to_digit(36).unwrap_or(0).to_string().bytes() {
            remainder = (remainder * 10 + u32::from(digit - b'0')) % 97;
        }
    }
    format!("{country}{:02}{account}", 98 - remainder)
}

/// The letter of a Spanish DNI.
pub fn dni_letter(number: u32) -> char {
    char::from(b"TRWAGMYFPDXBNJZSQVHLCKE"[number as usize % 23])
}

/// The key of a French social security number.
pub fn nir_key(thirteen: u64) -> u64 {
    97 - thirteen % 97
}

/// The last digit of a German tax id.
pub fn tax_id_digit(ten: &str) -> u32 {
    let mut product = 10;
    for byte in ten.bytes() {
        let mut sum = (u32::from(byte - b'0') + product) % 10;
        if sum == 0 {
            sum = 10;
        }
        product = sum * 2 % 11;
    }
    match 11 - product {
        10 => 0,
        digit => digit,
    }
}
