//! The brain neither counts things that the page does not show, nor takes them for everything, nor claims to have done them.

use super::pages::{Play, page};

const TASKS: &str = "
*heading My tasks [level=1]
textbox New task
button Add task
*list
  *listitem
    checkbox Buy milk
    button Delete Buy milk
  *listitem
    checkbox Call Ana [checked]
    button Delete Call Ana
*status 1 task left
";

const STAFF: &str = "
*heading Staff [level=1]
*table
  *row Name | City | Age | Salary | Role [header]
  *row Ana Ruiz | Madrid | 34 | €2,500 | Engineer
  *row Ben Cole | London | 51 | €3,100 | Manager
  *row Carla Díaz | Madrid | 28 | €1,900 | Engineer
";

const SHOP: &str = "
*heading Shop [level=1]
*list Products
  *listitem
    *text Red lamp
    button Add Red lamp to cart
  *listitem
    *text Oak table
    button Add Oak table to cart
";

fn said(task: &str, lines: &str) -> String {
    let mut play = Play::new(task, page("A page", lines));
    let mut next = play.decide();
    // A missing element may come late, so the page is looked at again first.
    while next == "wait ms=1000" {
        next = play.then(page("A page", lines));
    }
    next
}

#[test]
fn a_number_is_told_of_what_the_page_shows_to_be_counted() {
    assert_eq!(said("how many tasks are left?", TASKS), "done answer=1 task left");
    assert_eq!(said("how many tasks are there?", TASKS), "done answer=2 tasks are there.");
    assert_eq!(said("how many engineers are there?", STAFF), "done answer=2 engineers are there.");
    assert_eq!(said("how many rows speak of Ernesto?", STAFF), "read", "nobody knows what speaking is here");
    assert_eq!(said("how many people are called Ernesto?", STAFF), "read");
    for unknown in ["¿cuántas tareas quedan?", "¿cuántos ingenieros hay?", "how many dragons are there?"] {
        assert_eq!(said(unknown, STAFF), "read", "{unknown}");
    }
}

#[test]
fn a_list_is_told_whole() {
    let all = |what: &str| format!("done answer=2 {what}:\n- Buy milk\n- Call Ana");
    assert_eq!(said("which tasks are there?", TASKS), all("found for “tasks are there”"));
    assert_eq!(said("¿qué tareas hay?", TASKS), all("encontrados para «tareas hay»"));
}

#[test]
fn a_limit_goes_for_the_number_that_was_meant() {
    let old = "1 encontrados para «tiene más de 40 años»:\n- Ben Cole | London | 51 | €3,100 | Manager";
    assert_eq!(said("¿quién tiene más de 40 años?", STAFF), format!("done answer={old}"));
    assert_eq!(said("who has more than 40?", STAFF), "read", "of what is not said");
    assert_eq!(said("how many earn more than 2000 euros?", STAFF), "done answer=2 earn more than 2000 euros.");
}

#[test]
fn all_of_what_is_not_there_is_not_everything() {
    assert_eq!(said("add every lamp to the cart", SHOP), "click ref=e1");
    let given_up = |mut play: Play| {
        play.decide();
        play.went_well()
    };
    let said = given_up(Play::new("añade todas las lámparas al carrito", page("A page", SHOP)));
    assert!(said.starts_with("fail reason=No encuentro"), "{said}");
}

#[test]
fn what_is_quoted_and_not_there_is_written_before_anything_is_pressed() {
    let added = "fill ref=e1 value=Walk the dog; press key=Enter ref=e1";
    assert_eq!(said("add the task \"Walk the dog\"", TASKS), added);
    assert_eq!(said("add a task called \"Walk the dog\"", TASKS), added);
    assert_eq!(said("añade la tarea «Walk the dog»", TASKS), added);
    assert_eq!(said("add \"Oak table\" to the cart", SHOP), "click ref=e2");
    assert!(said("delete the task \"Walk the dog\"", TASKS).starts_with("wait"), "it is looked for, not written");
}

#[test]
fn who_did_nothing_does_not_call_it_done() {
    let nothing = "done answer=There was nothing to do on the page as it is: you made it depend on “a cookie banner”.";
    assert_eq!(said("if there is a cookie banner, accept it", STAFF), nothing);
    let banner = format!("{STAFF}*dialog Cookies\n  *text We use cookies\n  button Accept all\n");
    assert_eq!(said("si hay un aviso de cookies, acéptalo y dime la edad de Ben Cole", &banner), "click ref=e1");
    for half in ["para cada tarea, sonríe", "if there is a banner, smile at it"] {
        let said = said(half, TASKS);
        assert!(said.starts_with("fail reason="), "{half}: {said}");
    }
}

#[test]
fn an_average_is_asked_for_in_either_order() {
    assert_eq!(said("¿cuál es la edad media?", STAFF), "done answer=37.67 de media, de 3 (34 + 51 + 28).");
}

#[test]
fn what_only_mentions_the_thing_is_no_answer() {
    let invoice = "*heading Invoice [level=1]\n*table\n  *row Subtotal | $285.00\n  *row Total | $342.00\n";
    let told = said("tell me the total", invoice);
    assert!(told.contains("342.00") && !told.contains("285.00"), "{told}");
    let loans = "*heading Salt Roads [level=2]\n*paragraph Borrowed on 4 June. Return it at the desk.\n";
    assert_eq!(said("tell me the return date of \"Salt Roads\"", loans), "read");
    let given = "*heading Salt Roads [level=2]\n*paragraph Borrowed on 4 June. Return it until 2 July.\n";
    assert!(said("tell me the return date of \"Salt Roads\"", given).contains("2 July"));
    let book = "*heading Salt Roads [level=2]\n*paragraph Ask at the desk for the ISBN.\n";
    assert_eq!(said("what is the ISBN", book), "read");
}
