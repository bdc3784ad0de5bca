//! Strings with one value each.

use webhand_bench::seeded_rng::SeededRng;

use super::carriers::{beside_numbers, carry, labelled, plain};
use super::check_digits::{dni_letter, iban, nir_key, tax_id_digit, with_luhn};
use super::words::{FIRST, LAST, base62, digits, fill, from_alphabet, hex, number, pick};
use super::{Case, Locale};

pub fn generate(rng: &mut SeededRng, locale: Locale) -> Case {
    let case = generate_alone(rng, locale);
    let Some(value) = &case.value else { return case };
    let carrier = format!("{}{{}}{}", &case.text[..value.start], &case.text[value.end..]);
    carry(case.kind, &beside_numbers(rng, &carrier), &case.text[value.clone()])
}

fn generate_alone(rng: &mut SeededRng, locale: Locale) -> Case {
    match rng.below(7) {
        0 => email(rng, locale),
        1 => phone(rng, locale),
        2 => card(rng, locale),
        3 => bank_account(rng, locale),
        4 => national_id(rng, locale),
        5 => password(rng, locale),
        _ => token(rng, locale),
    }
}

fn email(rng: &mut SeededRng, locale: Locale) -> Case {
    let (first, last) = (pick(rng, FIRST), pick(rng, LAST));
    let local = match rng.below(9) {
        0 => format!("{first}.{last}"),
        1 => format!("{first}_{last}"),
        2 => format!("{first}.{last}+{}", pick(rng, &["news", "shop", "2024"])),
        3 => format!("{}{}", first, digits(rng, 3)),
        4 => format!("{}-{last}", &first[..1]),
        5 => last.to_owned(),
        6 => format!("_{first}"),
        7 => format!("{}.{}", first.to_uppercase(), last),
        _ => format!("\"{first} {last}\""),
    };
    let host = pick(rng, &["example", "my-company", "mail.example", "bücher", "a.b.c-d", "xn--bcher-kva", "3m", "uni"]);
    let top = pick(rng, &["com", "org", "co.uk", "de", "fr", "es", "museum", "info", "travel", "中国"]);
    if rng.below(8) == 0 {
        let value = format!("{}%40{host}.{top}", pick(rng, &["anna", "john.smith", "m-garcia7"]));
        return carry(
            "email",
            pick(rng, &["https://a.test/u?mail={}&x=1", "/reset?user={}", "https://a.test/?a=1&e={}#top"]),
            &value,
        );
    }
    let carrier = match rng.below(4) {
        0 => labelled(rng, pick(&mut rng.clone(), &["E-mail", "Email", "Correo", "Courriel", "Mail"])),
        1 => pick(rng, &["<{}>", "mailto:{}", "Write to {}.", "{};", "cc={}&bcc=", "from:{},"]).to_owned(),
        _ => plain(rng, locale),
    };
    carry("email", &carrier, &format!("{local}@{host}.{top}"))
}

fn phone(rng: &mut SeededRng, locale: Locale) -> Case {
    let area = number(rng, 3).replace('1', "2");
    let american = format!("{area}555{}", digits(rng, 4));
    let (a, b, c) = (&american[..3], &american[3..6], &american[6..]);
    let international = match locale {
        Locale::American => pick(rng, &["+1 AAA BBB CCCC", "+1 (AAA) BBB-CCCC", "+1-AAA-BBB-CCCC", "+1AAABBBCCCC"]),
        Locale::British => pick(rng, &["+44 20 7### ####", "+44 7### ######", "+447#########", "+44 (0)161 ### ####"]),
        Locale::German => {
            pick(rng, &["+49 30 #######", "+49 (0)89 ######", "+49171#######", "+49 151 ########", "0049 40 #######"])
        }
        Locale::French => {
            pick(rng, &["+33 6 ## ## ## ##", "+336########", "+33 (0)1 ## ## ## ##", "0033 6 ## ## ## ##"])
        }
        Locale::Spanish => pick(rng, &["+34 6## ### ###", "+346########", "+34 91 ### ## ##", "+34-9##-###-###"]),
    };
    let national = national_pattern(rng, locale);
    let compact = match locale {
        Locale::American => "AAABBBCCCC",
        Locale::British => "020########",
        Locale::German => "030#######",
        Locale::French => "01########",
        Locale::Spanish => "6########",
    };
    let label = match locale {
        Locale::American => pick(rng, &["Phone", "Cell", "Fax", "Call"]),
        Locale::British => pick(rng, &["Telephone", "Mobile", "Tel.", "Phone number"]),
        Locale::German => pick(rng, &["Telefon", "Handy", "Tel.", "Mobilnummer"]),
        Locale::French => pick(rng, &["Téléphone", "Portable", "Tél.", "Mobile"]),
        Locale::Spanish => pick(rng, &["Teléfono", "Móvil", "Tel.", "Llame al"]),
    };
    let (pattern, carrier) = match rng.below(5) {
        0 | 1 => (international, plain(rng, locale)),
        2 => (national, plain(rng, locale)),
        3 => (national, labelled(rng, label)),
        // Digits alone are a phone number only where the text says so.
        _ => (compact, labelled(rng, label)),
    };
    let pattern = pattern.replace("AAA", a).replace("BBB", b).replace("CCCC", c);
    carry("phone", &carrier, &fill(rng, &pattern))
}

fn national_pattern(rng: &mut SeededRng, locale: Locale) -> &'static str {
    match locale {
        Locale::American => {
            pick(rng, &["(AAA) BBB-CCCC", "AAA-BBB-CCCC", "AAA.BBB.CCCC", "1-AAA-BBB-CCCC", "AAA BBB CCCC"])
        }
        Locale::British => pick(
            rng,
            &["020 7### ####", "07### ######", "07#########", "(0161) ### ####", "01632 ### ###", "0131 ### ####"],
        ),
        Locale::German => pick(
            rng,
            &[
                "030 #######",
                "0171/#######",
                "(089) ######",
                "040-########",
                "0151########",
                "0221 ## ## ## ##",
                "06221 ######",
            ],
        ),
        Locale::French => {
            pick(rng, &["01 ## ## ## ##", "06 ## ## ## ##", "06########", "02.##.##.##.##", "05-##-##-##-##"])
        }
        Locale::Spanish => pick(rng, &["6## ### ###", "91 ### ## ##", "9## ## ## ##", "6##-###-###"]),
    }
}

fn card(rng: &mut SeededRng, locale: Locale) -> Case {
    let (prefix, length) = [
        ("4", 16),
        ("51", 16),
        ("55", 16),
        ("2223", 16),
        ("34", 15),
        ("37", 15),
        ("6011", 16),
        ("36", 14),
        ("3530", 16),
    ][rng.below(9)];
    let value = with_luhn(&format!("{prefix}{}", digits(rng, length - 1 - prefix.len())));
    let gap = pick(rng, &["", " ", "-", "\u{a0}"]);
    let value = match length {
        16 => group(&value, &[4, 4, 4, 4], gap),
        15 => group(&value, &[4, 6, 5], gap),
        _ => group(&value, &[4, 6, 4], gap),
    };
    let label =
        pick(rng, &["Card number", "Credit card", "Kartennummer", "Numéro de carte", "Número de tarjeta", "Visa"]);
    let carrier = match rng.below(3) {
        0 => labelled(rng, label),
        1 => pick(rng, &["{} 12/27 123", "Paid with {}, thanks", "{}, exp. 04/29", "pan={}&cvc=123"]).to_owned(),
        _ => plain(rng, locale),
    };
    carry("card", &carrier, &value)
}

fn bank_account(rng: &mut SeededRng, locale: Locale) -> Case {
    let value = match locale {
        Locale::American => iban("NL", &format!("{}{}", pick(rng, &["ABNA", "INGB"]), digits(rng, 10))),
        Locale::British => iban("GB", &format!("{}{}", pick(rng, &["WEST", "BARC"]), digits(rng, 14))),
        Locale::German => iban("DE", &digits(rng, 18)),
        Locale::French => iban(
            "FR",
            &format!("{}{}{}", digits(rng, 10), from_alphabet(rng, "0123456789ABCDEFGHIJ", 11), digits(rng, 2)),
        ),
        Locale::Spanish => iban("ES", &digits(rng, 20)),
    };
    let value = match rng.below(4) {
        0 | 1 => group(&value, &[4; 9], " "),
        2 => value.to_lowercase(),
        _ => value,
    };
    let carrier = if rng.below(2) == 0 { labelled(rng, "IBAN") } else { plain(rng, locale) };
    carry("iban", &carrier, &value)
}

fn national_id(rng: &mut SeededRng, locale: Locale) -> Case {
    let (value, label) = match locale {
        Locale::American => {
            let parts = format!("{:03}-{:02}-{:04}", 1 + rng.below(665), 1 + rng.below(99), 1 + rng.below(9_999));
            (parts, pick(rng, &["SSN", "Social Security number"]))
        }
        Locale::British => {
            let letters =
                format!("{}{}", pick(rng, &["A", "C", "E", "J", "P", "S"]), pick(rng, &["B", "C", "E", "H", "L", "M"]));
            let end = pick(rng, &["A", "B", "C", "D"]);
            let pattern = pick(rng, &["~ ## ## ## ^", "~######^", "~-##-##-##-^"]);
            (fill(rng, pattern).replace('~', &letters).replace('^', end), "National Insurance number")
        }
        Locale::German => (tax_id(rng), pick(rng, &["Steuer-ID", "Steuerliche Identifikationsnummer", "IdNr."])),
        Locale::French => {
            let place = format!("{:02}{:03}", 1 + rng.below(95), 1 + rng.below(500));
            let order = format!("{:03}", 1 + rng.below(999));
            let number = format!("{}{:02}{:02}{place}{order}", 1 + rng.below(2), rng.below(100), 1 + rng.below(12));
            let whole = format!("{number}{:02}", nir_key(number.parse().unwrap_or_default()));
            let whole = if rng.below(2) == 0 { group(&whole, &[1, 2, 2, 2, 3, 3, 2], " ") } else { whole };
            (whole, pick(rng, &["Numéro de sécurité sociale", "NIR", "N° INSEE"]))
        }
        Locale::Spanish => {
            let number = 1_000_000 + u32::try_from(rng.below(90_000_000)).unwrap_or_default();
            let letter = dni_letter(number);
            let dotted =
                format!("{:02}.{:03}.{:03}-{letter}", number / 1_000_000, number / 1_000 % 1_000, number % 1_000);
            let foreign = u32::try_from(rng.below(10_000_000)).unwrap_or_default();
            let value = match rng.below(4) {
                0 => dotted,
                1 => format!("{number:08}-{letter}"),
                2 => format!("Y{foreign:07}{}", dni_letter(10_000_000 + foreign)),
                _ => format!("{number:08}{letter}"),
            };
            (value, pick(rng, &["DNI", "NIE", "NIF"]))
        }
    };
    let carrier = if rng.below(2) == 0 { labelled(rng, label) } else { plain(rng, locale) };
    carry("id", &carrier, &value)
}

fn tax_id(rng: &mut SeededRng) -> String {
    // Nine different digits, the first of them not zero and again in the second half.
    let order = loop {
        let order = rng.shuffled_order(10);
        if order[0] != 0 {
            break order;
        }
    };
    let mut ten: String = order[..9].iter().map(ToString::to_string).collect();
    ten.insert_str(5, &order[rng.below(5)].to_string());
    let value = format!("{ten}{}", tax_id_digit(&ten));
    if rng.below(2) == 0 { group(&value, &[2, 3, 3, 3], " ") } else { value }
}

fn password(rng: &mut SeededRng, locale: Locale) -> Case {
    let word = pick(rng, &["river", "Falcon", "mañana", "sOleil", "Blau"]);
    let value = match rng.below(5) {
        0 => format!("{word}{}", digits(rng, 3)),
        1 => format!("{}!{}", word, digits(rng, 2)),
        2 => base62(rng, 9) + "7x",
        3 => format!("{}#{}_{}", digits(rng, 2), word, digits(rng, 1)),
        _ => format!("{word}$Kx"),
    };
    let label = match locale {
        Locale::American => pick(rng, &["Password", "password", "Passcode"]),
        Locale::British => pick(rng, &["Password", "Passphrase", "your password"]),
        Locale::German => pick(rng, &["Passwort", "Kennwort", "Ihr Passwort"]),
        Locale::French => pick(rng, &["Mot de passe", "mot de passe"]),
        Locale::Spanish => pick(rng, &["Contraseña", "contraseña", "Clave"]),
    };
    let verb = match locale {
        Locale::American | Locale::British => "is",
        Locale::German => "lautet",
        Locale::French => "est",
        Locale::Spanish => "es",
    };
    let carrier = match rng.below(5) {
        0 => format!("{label}: {{}}"),
        1 => format!("{label} {verb} {{}}."),
        2 => "https://a.test/in?user=ann&password={}&next=1".to_owned(),
        3 => format!("{{\"{label}\":\"{{}}\"}}"),
        _ => format!("- textbox \"{label}\": \"{{}}\""),
    };
    let value = if carrier.starts_with("https") { value.replace(['#', '$', '!', 'ñ'], "x") } else { value };
    let carrier = carrier.replace("{{}}", "{}");
    carry("password", &carrier, &value)
}

fn token(rng: &mut SeededRng, locale: Locale) -> Case {
    let known = match rng.below(9) {
        0 => format!("sk-proj-{}", base62(rng, 40)),
        1 => format!("ghp_{}", base62(rng, 36)),
        2 => format!("AKIA{}7", from_alphabet(rng, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 15)),
        3 => format!("xoxb-{}-{}", digits(rng, 11), base62(rng, 24)),
        4 => format!("eyJ{}.eyJ{}.{}", base62(rng, 33), base62(rng, 60), base62(rng, 43)),
        5 => format!("glpat-{}", base62(rng, 20)),
        6 => format!("sk_live_{}", base62(rng, 24)),
        7 => format!("AIza{}", base62(rng, 35)),
        _ => format!("github_pat_{}_{}", base62(rng, 22), base62(rng, 59)),
    };
    let bare = if rng.below(2) == 0 { hex(rng, 32) } else { base62(rng, 40) };
    let label = pick(rng, &["API key", "Access token", "token", "secret", "client_secret", "Bearer", "api_key"]);
    match rng.below(3) {
        0 => carry("token", &plain(rng, locale), &known),
        1 => carry("token", &labelled(rng, label), &known),
        _ => {
            let carrier = match rng.below(3) {
                0 => "https://a.test/x?access_token={}&y=1".to_owned(),
                1 => "Authorization: Bearer {}".to_owned(),
                _ => format!("{label}: {{}}"),
            };
            carry("token", &carrier, &bare)
        }
    }
}

/// The text in groups.
fn group(text: &str, lengths: &[usize], gap: &str) -> String {
    let mut rest = text;
    let mut groups = Vec::new();
    for length in lengths {
        let (group, tail) = rest.split_at((*length).min(rest.len()));
        groups.push(group);
        rest = tail;
        if rest.is_empty() {
            break;
        }
    }
    groups.join(gap)
}
