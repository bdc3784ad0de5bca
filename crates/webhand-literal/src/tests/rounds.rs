//! "For each …, do this and that": all of it for one entry before the next.

use super::pages::{Play, page, page_at};

const ORDERS: &str = "
*table
  *row Order | Total [header]
  *row
    *cell Ann
    *cell 12,00 €
    checkbox Urgent
    button Approve
  *row
    *cell Bea
    *cell 80,00 €
    checkbox Urgent
    button Approve
  *row
    *cell Ann
    *cell 35,00 €
    checkbox Urgent
    button Approve
";

/// The calls of a task while the page stays as it is.
fn calls(task: &str, lines: &str) -> String {
    let mut play = Play::new(task, page("Orders", lines));
    let mut calls = vec![play.decide()];
    while calls.len() < 20 && !calls.last().unwrap().starts_with("done") {
        calls.push(play.went_well());
    }
    // A page that never changes is looked at again before the end.
    calls.retain(|call| call != "wait ms=1000");
    calls.join(" | ")
}

#[test]
fn does_everything_for_one_row_before_the_next() {
    let all = calls("For each order by Ann, tick Urgent and click Approve", ORDERS);
    assert!(all.starts_with("check ref=e1 | click ref=e2 | check ref=e5 | click ref=e6 | done"), "{all}");
    let dear = calls("for each order over 20 €, tick Urgent and click Approve. Then click the first Approve", ORDERS);
    assert!(
        dear.starts_with("check ref=e3 | click ref=e4 | check ref=e5 | click ref=e6 | click ref=e2 | done"),
        "{dear}"
    );
    let spanish = calls("para cada pedido de Bea, marca Urgent y pulsa Approve", ORDERS);
    assert!(spanish.starts_with("check ref=e3 | click ref=e4 | done"), "{spanish}");
}

#[test]
fn conditions_and_answers_in_a_round_are_about_its_row() {
    let some = calls("for each row, if there is Bea, click Approve and tick Urgent", ORDERS);
    assert!(some.starts_with("click ref=e4 | check ref=e3 | done"), "{some}");
    let told = calls("for each order by Ann, tick Urgent and tell me the total", ORDERS);
    assert!(told.ends_with("done answer=Ann · 12,00 € · Urgent\nAnn · 35,00 € · Urgent"), "{told}");
}

#[test]
fn goes_back_to_the_list_for_the_next() {
    let list = |first: u32| {
        let row = |at: u32| format!("  *row\n    *cell Ann\n    link Letter {at} -> https://town.test/{at}\n");
        let rows: String = (first..4).map(row).collect();
        // Refs are never given twice, so those of another document begin elsewhere.
        let before: String = (2..first).map(|_| "link Home\n").collect();
        page_at("https://town.test/mail", "Mail", &format!("{before}*table\n{rows}"))
    };
    let letter = page_at("https://town.test/1", "Letter", "*heading Letter [level=1]\nbutton Archive");
    let mut play = Play::new("For each mail from Ann, open it and click Archive", list(2));
    assert_eq!(play.decide(), "click ref=e1");
    assert_eq!(play.then(letter.clone()), "click ref=e1");
    assert_eq!(play.went_well(), "back");
    // The first is gone from the list.
    assert_eq!(play.then(list(3)), "click ref=e2");
    assert_eq!(play.then(letter), "click ref=e1");
    assert!(play.then(list(4)).starts_with("done"), "as many rounds as there were letters");
}

#[test]
fn without_a_list_each_instruction_is_done_to_all() {
    let posts = "*text Ann\nbutton like\nbutton share\n*text Bea\nbutton like\nbutton share\n*text Ann\nbutton like\nbutton share";
    let all = calls("for each post by Ann, click like and click share", posts);
    assert!(all.starts_with("click ref=e1 | click ref=e5 | click ref=e2 | click ref=e6 | done"), "{all}");
}
