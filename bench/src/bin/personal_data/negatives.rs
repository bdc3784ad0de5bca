//! Strings without personal data that look as if they had some.

use webhand_bench::seeded_rng::SeededRng;

use super::check_digits::{iban, with_luhn};
use super::words::{base62, digits, fill, from_alphabet, hex, number, pick};
use super::{Case, Locale};

pub fn generate(rng: &mut SeededRng, locale: Locale) -> Case {
    let (kind, text) = match rng.below(13) {
        0 => ("no: order", order(rng, locale)),
        1 => ("no: date", date(rng, locale)),
        2 => ("no: amount", amount(rng, locale)),
        3 => ("no: book", book(rng)),
        4 => ("no: version", version(rng)),
        5 => ("no: uuid", uuid(rng)),
        6 => ("no: place", place(rng)),
        7 => ("no: digest", digest(rng)),
        8 => ("no: almost", almost(rng)),
        9 => ("no: at sign", at_sign(rng)),
        10 => ("no: snapshot", snapshot_line(rng)),
        11 => ("no: number", bare_number(rng)),
        _ => ("no: sentence", sentence(rng, locale)),
    };
    Case { kind, text, value: None }
}

fn order(rng: &mut SeededRng, locale: Locale) -> String {
    let label = match locale {
        Locale::American => pick(rng, &["Order", "Tracking number", "Invoice", "Order #", "Case", "Ticket"]),
        Locale::British => pick(rng, &["Order no.", "Parcel", "Booking reference", "Invoice number"]),
        Locale::German => {
            pick(rng, &["Bestellnummer", "Sendungsnummer", "Rechnung Nr.", "Kundennummer", "Artikelnummer"])
        }
        Locale::French => pick(rng, &["Commande", "Numéro de suivi", "Facture", "Référence"]),
        Locale::Spanish => pick(rng, &["Pedido", "Número de seguimiento", "Factura", "Referencia"]),
    };
    let length = 6 + rng.below(15);
    let plain = number(rng, length);
    let value = match rng.below(6) {
        0 => plain,
        1 => fill(rng, "###-#######-#######"),
        2 => format!("{}{}", from_alphabet(rng, "ABCDEFGHJKLMNPRSTUVWXYZ", 2), digits(rng, 9)),
        3 => format!("1Z{}", from_alphabet(rng, "0123456789ABCDEFGHJKLMNPRSTVWXYZ", 16)),
        4 => fill(rng, "2024-######"),
        _ => with_luhn(&number(rng, 15)),
    };
    let form = pick(rng, &["L V", "L: V", "- cell \"L V\"", "{\"L\":\"V\"}", "L\nV"]);
    form.replacen('L', label, 1).replacen('V', &value, 1)
}

fn date(rng: &mut SeededRng, locale: Locale) -> String {
    let (year, month, day) = (1950 + rng.below(100), 1 + rng.below(12), 1 + rng.below(28));
    let time = format!("{:02}:{:02}", rng.below(24), rng.below(60));
    let date = match (locale, rng.below(4)) {
        (_, 0) => format!("{year}-{month:02}-{day:02}T{time}:00Z"),
        (Locale::American, _) => format!("{month:02}/{day:02}/{year} {time}"),
        (Locale::British | Locale::French | Locale::Spanish, _) => format!("{day:02}/{month:02}/{year} {time}"),
        (Locale::German, _) => format!("{day:02}.{month:02}.{year} {time}"),
    };
    match rng.below(4) {
        0 => format!("{date} - {date}"),
        1 => format!("From {year} to {}, {}{month:02}{day:02}", year + 3, year),
        2 => format!("Published {date}, updated {day:02}.{month:02}.{year}"),
        _ => date,
    }
}

fn amount(rng: &mut SeededRng, locale: Locale) -> String {
    let (a, b, c) = (number(rng, 3), digits(rng, 3), digits(rng, 3));
    match (locale, rng.below(4)) {
        (Locale::American | Locale::British, 0) => format!("${a},{b},{c}.99"),
        (Locale::American | Locale::British, 1) => format!("{a},{b},{c} people"),
        (Locale::German | Locale::Spanish, 0) => format!("{a}.{b}.{c},50 €"),
        (Locale::German | Locale::Spanish, 1) => format!("{a}.{b}.{c} Einwohner"),
        (Locale::French, 0 | 1) => format!("{a} {b} {c} €"),
        (_, 2) => format!("{}.{} % of {} MB", digits(rng, 2), digits(rng, 4), number(rng, 9)),
        (_, _) => format!("{} × {} mm, {} kg", number(rng, 4), number(rng, 4), number(rng, 5)),
    }
}

fn book(rng: &mut SeededRng) -> String {
    match rng.below(5) {
        0 => format!("ISBN {}", fill(rng, "978-3-##-######-#")),
        1 => format!("ISBN-10: {}", fill(rng, "0-###-#####-#")),
        2 => format!("ISBN {}", fill(rng, "979##########")),
        3 => format!("EAN {}", number(rng, 13)),
        _ => format!("ISSN {}, doi:10.{}/{}", fill(rng, "####-####"), number(rng, 4), fill(rng, "s#####-###-#####-#")),
    }
}

fn version(rng: &mut SeededRng) -> String {
    match rng.below(6) {
        0 => fill(rng, "Chrome/1##.0.####.1## Safari/537.36"),
        1 => fill(rng, "version 10.15.7.1####"),
        2 => fill(rng, "v2.#.##-rc.1+build.20240517"),
        3 => fill(rng, "192.168.1##.2##"),
        4 => format!("{}:{}:{}:{}:{}:{}", hex(rng, 2), hex(rng, 2), hex(rng, 2), hex(rng, 2), hex(rng, 2), hex(rng, 2)),
        _ => fill(rng, "Build 22###.#### (x86_64-linux-gnu)"),
    }
}

fn uuid(rng: &mut SeededRng) -> String {
    let uuid = format!("{}-{}-4{}-a{}-{}", hex(rng, 8), hex(rng, 4), hex(rng, 3), hex(rng, 3), hex(rng, 12));
    let form = pick(
        rng,
        &["{}", "Request id {}", "https://a.test/items/{}/edit", "- link \"Open\" [ref=e4] → /doc/{}", "uuid={}"],
    );
    form.replace("{}", &uuid)
}

fn place(rng: &mut SeededRng) -> String {
    match rng.below(4) {
        0 => fill(rng, "4#.######, -3.######"),
        1 => fill(rng, "52°31'1#\"N 13°24'##\"E, ##### Berlin"),
        2 => fill(rng, "https://map.test/@40.41####,-3.70####,15z"),
        _ => fill(rng, "12## Main St, Springfield, IL 62###-####"),
    }
}

fn digest(rng: &mut SeededRng) -> String {
    match rng.below(7) {
        0 => format!("commit {}", hex(rng, 40)),
        1 => format!("sha256: {}", hex(rng, 64)),
        2 => format!("md5 checksum {}", hex(rng, 32)),
        3 => format!("https://docs.test/document/d/{}/edit", base62(rng, 44)),
        4 => format!("https://video.test/watch?v={}", base62(rng, 11)),
        5 => format!("integrity=\"sha384-{}\"", base62(rng, 64)),
        _ => format!("data:image/png;base64,{}", base62(rng, 80)),
    }
}

/// Values with a wrong check digit or a prefix that nobody gives out.
fn almost(rng: &mut SeededRng) -> String {
    let wrong = |right: String| {
        let last = right.chars().last().and_then(|digit| digit.to_digit(10)).unwrap_or(0);
        format!("{}{}", &right[..right.len() - 1], (last + 1) % 10)
    };
    match rng.below(6) {
        0 => wrong(with_luhn(&format!("4{}", digits(rng, 14)))),
        1 => wrong(iban("DE", &digits(rng, 18))),
        2 => fill(rng, "666-##-####"),
        3 => fill(rng, "000-##-####"),
        4 => format!("#{}", hex(rng, 6)),
        _ => format!("{}{}", number(rng, 12), from_alphabet(rng, "EFGH", 1)),
    }
}

fn at_sign(rng: &mut SeededRng) -> String {
    let word = pick(rng, &["react", "left-pad", "core", "anna"]);
    match rng.below(7) {
        0 => format!("{word}@{}", fill(rng, "#.##.#")),
        1 => format!("icon@{}x.png", 1 + rng.below(3)),
        2 => format!("@{word} wrote, @{word}_{}", digits(rng, 2)),
        3 => format!("git@github.com:{word}/{word}.git"),
        4 => format!("{} apples @ {} each", number(rng, 2), fill(rng, "#.##")),
        5 => format!("npm install @{word}/{word}@{}", fill(rng, "1#.#.#")),
        _ => format!("import x from '@{word}/x'; {word}@localhost"),
    }
}

fn snapshot_line(rng: &mut SeededRng) -> String {
    let (a, b) = (number(rng, 2), number(rng, 3));
    match rng.below(6) {
        0 => format!("- textbox \"Password\" [required] [ref=e{a}]"),
        1 => format!("- button \"Sign in\" [ref=e{a}] [box=1{a},{b},12{a},4{a}]"),
        2 => format!("- spinbutton \"Quantity\" [ref=e{b}]: \"{a}\""),
        3 => format!("- link \"Results {a} to {b} of {}\" [ref=f{a}e{b}]", number(rng, 6)),
        4 => format!("- row: \"{{e{b} checkbox Select}} Ernesto | {{e{a} link Budget}} 14:02 | {a} KB\""),
        _ => format!("- textbox \"Phone\" [ref=e{a}]: \"\"\n- textbox \"Year\" [ref=e{b}]: \"19{a}\""),
    }
}

/// Numbers that nothing names.
fn bare_number(rng: &mut SeededRng) -> String {
    let length = 5 + rng.below(16);
    let (one, two) = (number(rng, length), number(rng, 3));
    match rng.below(7) {
        0 => one,
        1 => format!("| {one} | {two} | {} |", number(rng, 5)),
        2 => format!("{two} {} {} {}", number(rng, 2), number(rng, 4), number(rng, 1)),
        3 => fill(rng, "(#) ## ###, ### to ####"),
        4 => format!("https://a.test/p/{one}?page={two}"),
        5 => fill(rng, "1### 2### 3### 1###"),
        _ => fill(rng, "{\"count\":####,\"offset\":########,\"at\":17#######000}"),
    }
}

fn sentence(rng: &mut SeededRng, locale: Locale) -> String {
    let text = match locale {
        Locale::American => pick(
            rng,
            &[
                "Password: at least 8 characters",
                "Call us between 9 and 17",
                "Your key benefits: 3 of 4",
                "Flight 1234 leaves at 10:30",
            ],
        ),
        Locale::British => pick(
            rng,
            &[
                "Your password is incorrect",
                "The token ring is 30 years old",
                "Pages 101-145 of 1200",
                "Reset password: check your inbox",
            ],
        ),
        Locale::German => pick(
            rng,
            &[
                "Passwort: erforderlich",
                "Montag bis Freitag 08:00-17:30",
                "Telefonisch von 9 bis 17 Uhr",
                "Seite 12 von 340",
            ],
        ),
        Locale::French => pick(
            rng,
            &[
                "Mot de passe : obligatoire",
                "Ouvert de 9 h 30 à 18 h",
                "Le mot de passe est oublié",
                "Article 12, alinéa 3",
            ],
        ),
        Locale::Spanish => pick(
            rng,
            &["Contraseña: obligatoria", "La clave es leer", "Abierto de 9:30 a 14:00", "Resultados 1-20 de 4512"],
        ),
    };
    format!("{text}{}", pick(rng, &["", ".", " (1)", " – 2024"]))
}
