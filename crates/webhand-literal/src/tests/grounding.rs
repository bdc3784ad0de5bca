use super::pages::page;
use crate::language::languages;
use crate::language::phrase::Phrase;
use crate::language::tokens::tokens;
use crate::matching::{Match, TargetUse, find_match};
use crate::page::PageIndex;

/// The ref found, the refs to choose from, or the names nearest.
fn found(lines: &str, phrase: &str, want: TargetUse) -> String {
    let snapshot = page("A page", lines);
    let spanish = ["el ", "la "].iter().any(|article| phrase.starts_with(article));
    let language = &languages()[usize::from(spanish)];
    let phrase = Phrase::new(phrase, &tokens(phrase), language);
    match find_match(&PageIndex::new(&snapshot, ""), &phrase, want, &[]) {
        Match::One(target) => target.to_string(),
        Match::Several(targets) => targets.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or "),
        Match::Nothing(near) => format!("nothing; {}", near.join(", ")),
    }
}

fn check(lines: &str, table: &[(TargetUse, &str, &str)]) {
    for (want, phrase, expected) in table {
        assert_eq!(found(lines, phrase, *want), *expected, "{want:?} {phrase}");
    }
}

#[test]
fn a_form() {
    let form = "
textbox Name
textbox Last name
textbox Email
combobox Topic
radio By phone
checkbox Send me the Tide Table every week
textbox Message [multiline]
button Send
button Send later
link Send us a letter
";
    check(
        form,
        &[
            (TargetUse::Field, "Name", "e1"),
            (TargetUse::Field, "the last name field", "e2"),
            (TargetUse::Field, "the e-mail", "e3"),
            (TargetUse::Field, "el campo Nombre", "e1"),
            (TargetUse::Field, "la casilla Mensaje", "e7"),
            (TargetUse::List, "Topic", "e4"),
            (TargetUse::List, "the list", "e4"),
            (TargetUse::Tick, "the Tide Table checkbox", "e6"),
            (TargetUse::Tick, "By phone", "e5"),
            (TargetUse::Touch, "Send", "e8"),
            (TargetUse::Touch, "SEND LATER", "e9"),
            (TargetUse::Touch, "the letter link", "e10"),
            (TargetUse::Touch, "el botón Enviar", "e8"),
            (
                TargetUse::Field,
                "Telephone",
                "nothing; textbox \"Name\", textbox \"Last name\", textbox \"Email\", combobox \"Topic\"",
            ),
        ],
    );
}

#[test]
fn asks_where_two_fit_alike() {
    let list = "
*list
  *listitem
    link Lantern -> https://town.test/lantern
    button Add to basket
  *listitem
    link Rope -> https://town.test/rope
    button Add to basket
button Save draft
button Save copy
link Home -> https://town.test/
link Home -> https://town.test/
";
    check(
        list,
        &[
            (TargetUse::Touch, "Add to basket", "e2 or e4"),
            (TargetUse::Touch, "the second Add to basket button", "e4"),
            (TargetUse::Touch, "the last link", "e8"),
            (TargetUse::Named, "Add the rope to the basket", "e4"),
            (TargetUse::Touch, "Save", "e5 or e6"),
            (TargetUse::Go, "Home", "e7"),
            (TargetUse::Go, "the first result", "e1"),
        ],
    );
}

#[test]
fn rows_stand_for_what_opens_them() {
    let table = "
*table Messages
  *row
    *cell Ernesto Vidal
    *cell
      link Budget for the lighthouse -> https://town.test/mail/7
    button Delete “Budget for the lighthouse”
  *row
    *cell Marta Soler
    *cell
      link Lost glove -> https://town.test/mail/17
    button Delete “Lost glove”
";
    check(
        table,
        &[
            (TargetUse::Go, "the message from Marta", "e3"),
            (TargetUse::Go, "el correo de Ernesto", "e1"),
            (TargetUse::Go, "Lost glove", "e3"),
            (TargetUse::Named, "delete Lost glove", "e4"),
        ],
    );
}

#[test]
fn quotes_mean_the_name_itself() {
    let buttons = "
button x
button Text
button +
tab Tab #1
tab Tab #2
link reader
link read
";
    check(
        buttons,
        &[
            (TargetUse::Touch, "the \"x\"", "e1"),
            (TargetUse::Touch, "\"+\"", "e3"),
            (TargetUse::Touch, "Tab #2", "e5"),
            (TargetUse::Touch, "the link \"read\"", "e7"),
            (TargetUse::Touch, "the button", "e1 or e2 or e3"),
        ],
    );
}

#[test]
fn a_field_without_a_name_goes_by_the_text_before_it() {
    let form = "
*text Username
textbox
*text Password
textbox
";
    check(form, &[(TargetUse::Field, "the password", "e2"), (TargetUse::Field, "Username", "e1")]);
}
