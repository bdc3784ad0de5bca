//! Dates in the forms that people and pages write, and the arithmetic of days.

/// The parts of a date that are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DateParts {
    pub(super) year: Option<u32>,
    pub(super) month: Option<u32>,
    pub(super) day: Option<u32>,
}

impl DateParts {
    /// Whether every part that both have is the same, and both have a month.
    pub(super) fn agrees(self, other: Self) -> bool {
        let same = |own: Option<u32>, other: Option<u32>| own.is_none() || other.is_none() || own == other;
        self.month == other.month && same(self.year, other.year) && same(self.day, other.day)
    }

    /// Whether the other has every part of this one.
    pub(super) fn is_within(self, other: Self) -> bool {
        let held = |own: Option<u32>, other: Option<u32>| own.is_none() || own == other;
        held(self.month, other.month) && held(self.year, other.year) && held(self.day, other.day)
    }

    /// Days since 1970, if the date is whole and exists.
    pub(super) fn day_number(self) -> Option<i64> {
        let (year, month, day) = (i64::from(self.year?), i64::from(self.month?), i64::from(self.day?));
        let shifted = if month <= 2 { year - 1 } else { year };
        let era = shifted.div_euclid(400);
        let of_era = shifted.rem_euclid(400);
        let of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + day - 1;
        Some(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
    }
}

/// The month that a word names.
pub(super) fn month_of(word: &str) -> Option<u32> {
    let word = word.trim_matches(|c: char| !c.is_alphabetic());
    let at = MONTHS.iter().position(|names| names.contains(&word))?;
    u32::try_from(at + 1).ok()
}

/// Every date that a word of numbers can be: `2026-03-05`, `05.03.26`, `03/05/2026`, `05.03`.
pub(super) fn numeric_dates(word: &str) -> impl Iterator<Item = DateParts> + use<> {
    // `2026-03-05t20:04`
    let date = word.split_once('t').map_or(word, |(date, _)| date);
    let separator = ['-', '/', '.'].into_iter().find(|separator| date.contains(*separator)).unwrap_or('-');
    let numbers: Option<Vec<u32>> = date.split(separator).map(|part| part.parse().ok()).collect();
    let whole_year = |year: u32| if year < 100 { 2000 + year } else { year };
    let read: Vec<[Option<u32>; 3]> = match numbers.as_deref() {
        Some([year, month, day]) if *year > 1000 => vec![[Some(*year), Some(*month), Some(*day)]],
        Some([a, b, year]) if *year > 1000 || *year < 100 => {
            let year = Some(whole_year(*year));
            vec![[year, Some(*b), Some(*a)], [year, Some(*a), Some(*b)]]
        }
        Some([year, month]) if (1000..3000).contains(year) => vec![[Some(*year), Some(*month), None]],
        Some([month, year]) if (1000..3000).contains(year) => vec![[Some(*year), Some(*month), None]],
        Some([a, b]) => vec![[None, Some(*b), Some(*a)], [None, Some(*a), Some(*b)]],
        Some(_) | None => Vec::new(),
    };
    let is_plausible = |[_, month, day]: &[Option<u32>; 3]| {
        month.is_some_and(|month| (1..=12).contains(&month)) && day.is_none_or(|day| (1..=31).contains(&day))
    };
    read.into_iter().filter(is_plausible).map(|[year, month, day]| DateParts { year, month, day })
}

/// Names of the months in the languages most pages are written in, lower case, with their usual abbreviations.
const MONTHS: [&[&str]; 12] = [
    &[
        "january",
        "jan",
        "januar",
        "jänner",
        "janvier",
        "janv",
        "enero",
        "ene",
        "gennaio",
        "gen",
        "janeiro",
        "januari",
        "stycznia",
        "styczeń",
        "января",
        "янв",
        "січня",
    ],
    &[
        "february",
        "feb",
        "februar",
        "février",
        "févr",
        "fév",
        "febrero",
        "febbraio",
        "fevereiro",
        "fev",
        "februari",
        "lutego",
        "luty",
        "февраля",
        "фев",
        "лютого",
    ],
    &[
        "march",
        "mar",
        "märz",
        "mär",
        "mars",
        "marzo",
        "março",
        "maart",
        "mrt",
        "marca",
        "marzec",
        "марта",
        "мар",
        "березня",
    ],
    &["april", "apr", "avril", "avr", "abril", "abr", "aprile", "kwietnia", "kwiecień", "апреля", "апр", "квітня"],
    &["may", "mai", "mayo", "maggio", "mag", "maio", "mei", "maja", "maj", "мая", "май", "травня"],
    &["june", "jun", "juni", "juin", "junio", "giugno", "giu", "junho", "czerwca", "czerwiec", "июня", "июн", "червня"],
    &[
        "july",
        "jul",
        "juli",
        "juillet",
        "juil",
        "julio",
        "luglio",
        "lug",
        "julho",
        "lipca",
        "lipiec",
        "июля",
        "июл",
        "липня",
    ],
    &[
        "august",
        "aug",
        "août",
        "agosto",
        "ago",
        "augustus",
        "augusti",
        "sierpnia",
        "sierpień",
        "августа",
        "авг",
        "серпня",
    ],
    &[
        "september",
        "sep",
        "sept",
        "septembre",
        "septiembre",
        "settembre",
        "set",
        "setembro",
        "września",
        "wrzesień",
        "сентября",
        "сен",
        "вересня",
    ],
    &[
        "october",
        "oct",
        "oktober",
        "okt",
        "octobre",
        "octubre",
        "ottobre",
        "ott",
        "outubro",
        "out",
        "października",
        "październik",
        "октября",
        "окт",
        "жовтня",
    ],
    &["november", "nov", "novembre", "noviembre", "novembro", "listopada", "listopad", "ноября", "ноя", "листопада"],
    &[
        "december",
        "dec",
        "dezember",
        "dez",
        "décembre",
        "déc",
        "diciembre",
        "dic",
        "dicembre",
        "dezembro",
        "grudnia",
        "grudzień",
        "декабря",
        "дек",
        "грудня",
    ],
];
