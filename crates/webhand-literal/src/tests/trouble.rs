use webhand_model::{FailCode, OutcomeStatus, PageState};

use super::pages::{Play, blocked, page};

const TWO: &str = "
*list
  *listitem
    *text Lantern
    button Delete
  *listitem
    *text Rope
    button Delete
";

#[test]
fn asks_which_one_and_takes_the_answer() {
    for reply in ["2", "the second", "rope", "button \"Delete\" — Rope"] {
        let mut play = Play::new("click Delete", page("Basket", TWO));
        assert_eq!(
            play.decide(),
            r#"ask options=["button \"Delete\" — Lantern","button \"Delete\" — Rope"] question=Which one do you mean by “Delete”?"#
        );
        assert_eq!(play.returned(reply), "click ref=e2", "{reply}");
    }
}

#[test]
fn stops_when_the_person_wants_none_of_them() {
    let mut play = Play::new("pulsa Delete", page("Basket", TWO));
    assert!(play.decide().starts_with("ask"));
    assert_eq!(play.returned("ninguno"), "fail reason=Parado, como querías.");
}

#[test]
fn says_what_comes_nearest_after_waiting_and_scrolling() {
    let mut long = page("Shop", "button Basket\nlink Basics");
    long.viewport.max_scroll_y = 2_000.0;
    let mut play = Play::new("click Baskets of fruit", long);
    assert_eq!(play.decide(), "wait ms=3000 text=Baskets of fruit");
    assert_eq!(play.failed(FailCode::TimedOut, "not there"), "scroll direction=down");
    assert!(
        play.went_well().starts_with(
            "fail reason=I find nothing called “Baskets of fruit” on the page. Nearest: button \"Basket\""
        )
    );
}

#[test]
fn waits_for_a_page_that_is_still_loading() {
    let mut loading = page("Shop", "link Home");
    loading.state = PageState::Loading;
    let mut play = Play::new("click Basket", loading);
    assert_eq!(play.decide(), "wait idle=true ms=5000");
    assert_eq!(play.then(page("Shop", "link Home\nbutton Basket")), "click ref=e2");
}

#[test]
fn fills_the_fields_again_when_the_page_was_loaded_anew() {
    let form = "button Start\ntextbox Name\ntextbox Address\nbutton Order";
    let mut play =
        Play::new("click Start, type Ana into Name, type Quay 3 into Address and click Order", page("Shop", form));
    assert_eq!(play.decide(), "click ref=e1");
    assert_eq!(play.went_well(), "fill ref=e2 value=Ana");
    assert_eq!(play.went_well(), "fill ref=e3 value=Quay 3");
    assert_eq!(play.went_well(), "click ref=e4");
    assert_eq!(play.failed(FailCode::Gone, "the browser was started again"), "fill ref=e2 value=Ana");
    assert_eq!(play.went_well(), "fill ref=e3 value=Quay 3");
    assert_eq!(play.went_well(), "click ref=e4");
}

#[test]
fn waits_again_when_the_person_had_the_browser_meanwhile() {
    let mut play = Play::new("wait 60 seconds", page("Notes", "button Save"));
    let waits = play.decide();
    assert!(waits.starts_with("wait ms="), "{waits}");
    assert_eq!(play.failed(FailCode::TakenOver, "the person took the browser"), waits);
    assert_eq!(play.failed(FailCode::Gone, "the browser ended"), waits);
}

#[test]
fn tries_once_more_when_the_page_moved_under_it() {
    let mut play = Play::new("click Save", page("Notes", "button Save"));
    assert_eq!(play.decide(), "click ref=e1");
    assert_eq!(play.failed(FailCode::StaleRef, "e1 is gone"), "click ref=e1");
    assert_eq!(play.failed(FailCode::StaleRef, "e1 is gone"), "fail reason=e1 is gone");
}

#[test]
fn accepts_a_cookie_notice_that_is_in_the_way() {
    let lines =
        "*dialog Cookies at the kiosk\n  *text We keep one cookie.\n  button Accept cookies\nbutton Give up berth 12";
    let mut play = Play::new("click Give up berth 12", page("Kiosk", lines));
    assert_eq!(play.decide(), "click ref=e2");
    assert_eq!(play.failed(FailCode::Covered, "e2 is covered by dialog \"Cookies at the kiosk\""), "click ref=e1");
    assert_eq!(play.then(page("Kiosk", "button Other\nbutton Give up berth 12")), "click ref=e2");
}

#[test]
fn asks_before_it_closes_any_other_dialog() {
    let lines = "*dialog Delete account?\n  button Delete it\n  button Keep it\nbutton Save";
    let mut play = Play::new("click Save", page("Account", lines));
    assert_eq!(play.decide(), "click ref=e3");
    let question = play.failed(FailCode::Covered, "e3 is covered by dialog \"Delete account?\"");
    assert!(question.starts_with(r#"ask options=["button \"Delete it\"","button \"Keep it\""]"#), "{question}");
    assert_eq!(play.returned("keep it"), "click ref=e2");
}

#[test]
fn does_not_try_another_way_after_a_refusal() {
    let here = page("Shop", "button Buy\nlink Buy now");
    let mut play = Play::new("click \"Buy\" and go back", here.clone());
    assert_eq!(play.decide(), "click ref=e1");
    assert_eq!(
        play.after(OutcomeStatus::Refused, "buying is not allowed here", here),
        "fail reason=It was refused: buying is not allowed here. I did not try another way."
    );
}

#[test]
fn does_not_repeat_what_may_have_happened() {
    let here = page("Shop", "button Buy");
    let mut play = Play::new("click Buy, then go back", here.clone());
    assert!(
        play.after(OutcomeStatus::InDoubt, "the answer was lost", here).starts_with(r#"ask options=["Go on","Stop"]"#)
    );
    assert_eq!(play.returned("Go on"), "back");
}

#[test]
fn opens_a_list_that_is_not_native() {
    let closed = "combobox Colour [expanded=false]";
    let mut play = Play::new("choose Blue in Colour", page("Paint", closed));
    assert_eq!(play.decide(), "select ref=e1 value=Blue");
    assert_eq!(play.failed(FailCode::WrongKind, "not a native list"), "click ref=e1");
    let open = "combobox Colour [expanded]\n*listbox\n  option Red\n  option Blue";
    assert_eq!(play.then(page("Paint", open)), "click ref=e3");
}

#[test]
fn leaves_a_confirmation_to_the_person() {
    let lines = "button Give up berth 12";
    let mut play = Play::new("click Give up berth 12", page("Kiosk", lines));
    assert_eq!(play.decide(), "click ref=e1");
    let question = play.then(blocked(page("Kiosk", lines), "confirm", "Really?"));
    assert_eq!(question, r#"ask options=["Accept","Dismiss"] question=The page asks: “Really?”. Accept?"#);
    assert_eq!(play.returned("Dismiss"), "dialog accept=false");
    assert!(play.then(page("Kiosk", lines)).starts_with("done"));
}

#[test]
fn a_dialog_named_in_the_task_is_answered_at_once() {
    let lines = "button Give up berth 12";
    let mut play = Play::new("click Give up berth 12 and accept", page("Kiosk", lines));
    assert_eq!(play.decide(), "click ref=e1");
    assert_eq!(play.then(blocked(page("Kiosk", lines), "confirm", "Really?")), "dialog accept=true");
    assert!(play.then(page("Kiosk", lines)).starts_with("done"));
}

#[test]
fn does_not_log_in_with_a_password_from_the_task() {
    let form = "textbox User\ntextbox Password\nbutton Log in";
    for (task, told) in [
        ("log in with user ana and password hunter2", "fail reason=I do not log in with a password"),
        ("please sign in as ana using the password \"hunter2\", then click Inbox", "fail reason=I do not log in"),
        ("login with ana, password: hunter2", "fail reason=I do not log in"),
        ("inicia sesión con usuario ana y contraseña hunter2", "fail reason=No inicio sesión con una contraseña"),
        ("entra con el usuario ana y la clave hunter2", "fail reason=No inicio sesión"),
    ] {
        let play = Play::new(task, page("Town", form));
        let said = play.decide();
        assert!(said.starts_with(told) && said.contains("--profile"), "{task}: {said}");
        assert!(!said.contains("hunter2") && !play.narration().contains("hunter2"), "{task}: {said}");
    }
    assert_eq!(Play::new("log in", page("Town", form)).decide(), "click ref=e3");
}

#[test]
fn says_what_it_understands() {
    let told = Play::new("canta una canción", page("Town", "link Home")).decide();
    assert!(told.starts_with("fail reason=No entiendo «canta una canción».") && told.contains("--brain"), "{told}");
    let told = Play::new("make me happy", page("Town", "link Home")).decide();
    assert!(told.starts_with("fail reason=I do not understand “make me happy”."), "{told}");
}
