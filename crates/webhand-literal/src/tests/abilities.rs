//! Abilities beyond single actions, each as a task, a page and the calls that follow while the page stays the same.

use webhand_model::FailCode;

use super::pages::{Play, page};

/// The calls of a task on a page that never changes, up to the one that ends it.
fn calls(task: &str, lines: &str) -> String {
    let mut play = Play::new(task, page("A page", lines));
    let mut calls = vec![play.decide()];
    while calls.len() < 40 && !["done", "fail", "ask"].iter().any(|end| calls.last().unwrap().starts_with(end)) {
        calls.push(play.went_well());
    }
    // A page that never changes is looked at again before the end.
    calls.retain(|call| call != "wait ms=1000");
    calls.join(" | ")
}

/// As [`calls`], but only the calls before a successful end.
fn actions(task: &str, lines: &str) -> String {
    let all = calls(task, lines);
    let (deeds, end) = all.rsplit_once(" | ").unwrap_or(("", &all));
    assert!(end.starts_with("done"), "{task}: {all}");
    deeds.to_owned()
}

const POSTS: &str = "
*text Cohen @leo
button reply
button more
*text Clark @dis
button reply
button more
*text Clark @dis
button reply
button more
button Submit
";

#[test]
fn does_something_to_each_of_several() {
    let clicks = actions("Click the \"reply\" button on all posts by @dis and then click Submit", POSTS);
    assert_eq!(clicks, "click ref=e3 | click ref=e5 | click ref=e7");
    let two = actions("click the \"reply\" button on 2 posts by @dis", POSTS);
    assert_eq!(two, "click ref=e3 | click ref=e5");
    let both = "
textbox Password
textbox Verify
button Save
";
    assert_eq!(actions("type \"fU\" into both fields", both), "fill ref=e1 value=fU | fill ref=e2 value=fU");
    assert_eq!(actions("escribe «fU» en ambos campos", both), "fill ref=e1 value=fU | fill ref=e2 value=fU");
}

#[test]
fn repeats_what_is_said_for_each() {
    let clicks = actions("For each post by @dis, click reply. Then click Submit", POSTS);
    assert_eq!(clicks, "click ref=e3 | click ref=e5 | click ref=e7");
    assert_eq!(actions("para cada publicación de @dis, pulsa reply", POSTS), "click ref=e3 | click ref=e5");
    assert_eq!(actions("click All products", "link All products\nlink Products"), "click ref=e1");
}

#[test]
fn names_with_words_for_places_and_amounts_stay_names() {
    let buttons = "button Siguiente\nbutton Más información\nbutton 7\nbutton 12\nlink Following";
    assert_eq!(actions("pulsa Siguiente", buttons), "click ref=e1");
    assert_eq!(actions("pulsa en Más información", buttons), "click ref=e2");
    assert_eq!(actions("click Following", buttons), "click ref=e5");
}

#[test]
fn answers_which_is_the_cheapest() {
    let shop = "
*list
  *listitem Tide clock, 1987, 30,00 €
  *listitem Foghorn, 2016, 4,50 €
";
    assert!(calls("which is the cheapest?", shop).starts_with("done answer=Foghorn, 2016, 4,50 €"));
    assert!(calls("¿cuál es el más caro?", shop).starts_with("done answer=Tide clock"));
}

#[test]
fn takes_labels_before_quotations_as_fields() {
    let login = "
textbox Username
textbox Nickname
button Go
";
    let task = "Enter the username \"vina\" and the nickname \"vi\" into the text fields and press Go";
    assert_eq!(actions(task, login), "fill ref=e1 value=vina | fill ref=e2 value=vi | click ref=e3");
}

#[test]
fn enters_what_the_page_holds() {
    let table = "
*row Gender | Male
*row Colour | grey
textbox Answer
";
    assert_eq!(actions("Enter the value of Colour into the text field", table), "fill ref=e1 value=grey");
    let sum = "
*text 7 x 6 =
textbox Answer
button Submit
";
    let solved = actions("Solve the math problem and type your answer into the textbox. Press Submit when done.", sum);
    assert_eq!(solved, "fill ref=e1 value=42 | click ref=e2");
    let words = "
*paragraph Dis urna proin, placerat.
textbox Answer
";
    assert_eq!(
        actions("Find the 3rd word in the paragraph, type that into the textbox", words),
        "fill ref=e1 value=proin"
    );
    assert_eq!(
        actions("encuentra la tercera palabra del párrafo y escribe eso en el campo", words),
        "fill ref=e1 value=proin"
    );
    assert!(calls("type it into the textbox", words).starts_with("fail"), "nothing was noted");
}

#[test]
fn chooses_several_where_a_list_allows_it() {
    let list = "
listbox Countries [multiple]
  *option Grenada
  *option Turks and Caicos
  *option Korea
button Go
";
    let both = actions("Select Grenada, Korea from the list and click Go", list);
    assert_eq!(both, "select ref=e1 values=[\"Grenada\",\"Korea\"] | click ref=e2");
    assert_eq!(actions("select Turks and Caicos from the list", list), "select ref=e1 value=Turks and Caicos");
}

#[test]
fn tells_fields_and_owners_by_how_they_are_spoken_of() {
    let fields = "
textbox text area [multiline guessed] = Dis urna proin
textbox answer input [guessed]
";
    assert_eq!(
        actions("Find the last word in the text area, enter it into the text field", fields),
        "fill ref=e2 value=proin"
    );
    assert_eq!(actions("Open Patsy's email", "button Delores Et\nbutton Patsy At email\n"), "click ref=e2");
    let table = "
*row Year of Birth | 1946
textbox Answer
";
    assert_eq!(actions("Enter the value of Year of Birth into the text field", table), "fill ref=e1 value=1946");
    let results = "
textbox Words
button Search
link Nathalie
link Ashlea
";
    assert_eq!(actions("find and click the 2nd search result", results), "click ref=e4");
    assert_eq!(actions("pulsa el primer resultado de la búsqueda", results), "click ref=e3");
    let posts = "
*text Clark @dis
button retweet hover [guessed]
*text Garrett @pos
button retweet [guessed]
*text Clark @dis
button retweet [guessed]
";
    assert_eq!(actions("click the \"retweet\" button on all posts by @dis", posts), "click ref=e3");
}

#[test]
fn picks_dates_and_turns_controls() {
    let native = "
textbox [type=date]
";
    assert_eq!(actions("Enter 10/11/2011 as the date", native), "fill ref=e1 value=2011-10-11");
    assert_eq!(actions("escribe 10/11/2011 como fecha", native), "fill ref=e1 value=2011-11-10");
    let slider = "
slider Volume = 3
";
    let mut play = Play::new("select 5 with the slider", page("A page", slider));
    assert_eq!(play.decide(), "press key=ArrowRight ref=e1");
    assert_eq!(play.then(page("A page", "slider Volume = 4")), "press key=ArrowRight ref=e1");
    assert!(play.then(page("A page", "slider Volume = 5")).starts_with("done"));
    let mut play = Play::new("set the slider to 5", page("A page", slider));
    assert_eq!(play.decide(), "press key=ArrowRight ref=e1");
    assert!(play.went_well().starts_with("fail"), "it does not move");
    let mut play = Play::new("select -7 with the spinner", page("A page", "spinbutton Value = 0"));
    assert_eq!(play.decide(), "fill ref=e1 value=-7");
    assert_eq!(play.failed(FailCode::NotTaken, "it holds 0"), "press key=ArrowDown ref=e1");
}

#[test]
fn follows_conditions() {
    let banner = "
*dialog
  *text We use cookies
  button Accept
button Continue
";
    let task = "If there is a cookie banner, accept it. Then click Continue";
    assert_eq!(actions(task, banner), "click ref=e1 | click ref=e2");
    assert_eq!(actions(task, "button Continue"), "click ref=e1");
    assert_eq!(actions("si hay un aviso de cookies, acéptalo. Pulsa Continue", "button Continue"), "click ref=e1");
    assert_eq!(actions("unless there is a cookie banner, click Continue", banner), "");
}

#[test]
fn finds_the_greatest_and_the_least() {
    let offers = "
*text 14h 18m
button Book for $390
*text 5h 6m
button Book for $1,927
";
    assert_eq!(actions("click the cheapest offer", offers), "click ref=e1");
    assert_eq!(actions("click the offer with the greatest price", offers), "click ref=e2");
    assert_eq!(actions("click the offer with the shortest duration", offers), "click ref=e2");
}

#[test]
fn opens_what_hides_something_and_nothing_else() {
    let tabs = "
tab One [selected]
tab Two [expanded=false]
button Delete everything
";
    let mut play = Play::new("Switch between the tabs to find and click on the link \"ac\"", page("A page", tabs));
    assert_eq!(play.decide(), "wait ms=700");
    assert_eq!(play.went_well(), "click ref=e2");
    let opened = page("A page", "tab One\ntab Two [selected]\nbutton Delete everything\nlink ac");
    assert_eq!(play.then(opened), "click ref=e4");
    let all = calls("click on the link \"ac\"", tabs);
    assert!(!all.contains("ref=e3") && all.contains("| fail"), "{all}");
}

#[test]
fn acts_on_what_it_found() {
    let inbox = "
button Coletta Justo
  button delete
  button star
button Evy Nulla
  button delete
  button star
";
    assert_eq!(actions("Find the email by Evy and click the star icon to mark it as important", inbox), "click ref=e6");
    let mut play = Play::new("Find the email by Evy and reply to them with the text \"Thanks!\"", page("Mail", inbox));
    assert_eq!(play.decide(), "click ref=e4");
    assert_eq!(play.then(page("Mail", "*text Evy\nbutton reply\nbutton forward")), "click ref=e1");
    let form = page("Mail", "textbox Message\nbutton Send");
    assert_eq!(play.then(form), "fill ref=e1 value=Thanks!");
    assert_eq!(play.went_well(), "click ref=e2");
}

#[test]
fn does_not_take_a_page_that_repeats_the_task_for_its_target() {
    let page = "
text Click the button.
button Go
";
    assert_eq!(actions("Click the button.", page), "click ref=e2");
}
