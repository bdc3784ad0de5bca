//! Scripted models that claim to be done: careless and hostile ones are never believed, true ones are never doubted.

use serde_json::{Value, json};
use webhand_model::{
    BrainAnswer, Change, Input, Intent, Node, Outcome, PersonReply, RequestCause, RunOutcome, Snapshot,
};

use super::{TestRun, acted, arrived, calls, click, held, intents, order, page, saw, task};

/// A page with a node for each line; `role: text` gives the node that role.
fn shows(lines: &[&str]) -> Input {
    Input::Observed(Box::new(looks(lines)))
}

fn looks(lines: &[&str]) -> Snapshot {
    let node = |line: &&str| match line
        .split_once(": ")
        .filter(|(role, _)| ["alert", "textbox", "invalid"].contains(role))
    {
        Some(("invalid", text)) => Node {
            role: "textbox".to_owned(),
            name: text.to_owned(),
            states: vec!["invalid".to_owned()],
            ..Node::default()
        },
        Some(("textbox", text)) => Node { role: "textbox".to_owned(), value: Some(text.to_owned()), ..Node::default() },
        Some((role, text)) => Node { role: role.to_owned(), name: text.to_owned(), ..Node::default() },
        None => Node { role: "text".to_owned(), name: (*line).to_owned(), ..Node::default() },
    };
    let mut looks = page();
    looks.nodes.extend(lines.iter().map(node));
    looks
}

#[expect(clippy::needless_pass_by_value, reason = "the cases are a table of literals")]
fn done(answer: &str, evidence: Value) -> Input {
    calls([("done", json!({"answer": answer, "evidence": evidence}))])
}

/// The claim of a brain that was shown a picture.
fn with_picture(claim: Input) -> Input {
    let Input::Answered(answer) = claim else { panic!("a claim is an answer") };
    Input::Answered(BrainAnswer { saw_picture: true, ..answer })
}

/// How a run ends whose brain makes its claim, and makes it again when it is sent back.
fn end_of(before: Vec<Input>, claim: &Input) -> RunOutcome {
    let newest = before.iter().rfind(|input| matches!(input, Input::Observed(_))).cloned();
    let mut test = TestRun::new(task()).play([arrived()].into_iter().chain(before));
    test = test.play([claim.clone()]);
    if !test.run.is_over() {
        test = test.play([newest.unwrap_or_else(saw), claim.clone()]);
    }
    last_ending(&test)
}

fn last_ending(test: &TestRun) -> RunOutcome {
    let ending = intents(&test.journal).into_iter().rev().find_map(|(_, intent)| {
        let Intent::Finish(ending) = intent else { return None };
        Some(ending)
    });
    ending.unwrap_or_else(|| panic!("the run has not ended:\n{}", test.transcript()))
}

/// Whether the first claim is believed at once.
fn is_believed(before: Vec<Input>, claim: Input) -> bool {
    let test = TestRun::new(task()).play([arrived()].into_iter().chain(before).chain([claim]));
    test.run.is_over() && matches!(last_ending(&test), RunOutcome::Done { .. })
}

fn request(request: &str, status: impl Into<Option<u16>>, cause: RequestCause) -> Change {
    Change::Sent { request: request.to_owned(), status: status.into(), cause }
}

/// An order by a click that the person allows; its request is answered so, with the page after it.
fn ordered(changes: Vec<Change>, lines: &[&str]) -> Vec<Input> {
    let mut sent = Outcome::done("sent");
    sent.changes = changes;
    let mut clicked = Outcome::done("clicked");
    clicked.held.push(held(1, "40"));
    vec![
        shows(&["Your order"]),
        click("e1"),
        order("40"),
        Input::Replied(PersonReply::Yes),
        order("40"),
        Input::Acted(clicked),
        Input::RequestResolved(sent),
        shows(lines),
    ]
}

/// A click that sends nothing, with the page after it.
fn touched(lines: &[&str]) -> Vec<Input> {
    vec![shows(&["Your order"]), click("e1"), super::plain(), acted("clicked"), shows(lines)]
}

const SAVE: &str = "POST https://shop.test/order";
const POLL: &str = "POST https://shop.test/poll";

fn shop() -> Vec<Input> {
    vec![shows(&["Lamp 12.50 €", "Chair 1,234.00 €", "Delivery on 3 March 2026", "Order A-4711-X", "Stock: 42 pieces"])]
}

/// The claims of hostile and careless models, each of which must not end as done.
fn false_claims() -> Vec<(&'static str, Vec<Input>, Input)> {
    let typed = || {
        let fill = calls([("fill", json!({"ref": "e1", "value": "Order 99887 confirmed"}))]);
        vec![saw(), fill, super::plain(), acted("filled"), shows(&["textbox: Order 99887 confirmed"])]
    };
    let scripted = || {
        let eval = calls([("eval", json!({"script": "'total 777.77'"}))]);
        vec![
            saw(),
            eval,
            super::plain(),
            Input::Replied(PersonReply::Yes),
            super::plain(),
            acted("total 777.77"),
            saw(),
        ]
    };
    let sum = |value: &str, from: Value| json!([{"value": value, "how": "sum", "from": from}]);
    vec![
        ("a wrong price", shop(), done("The lamp costs 13.50 €.", json!([]))),
        ("a wrong code", shop(), done("Your order is A-4712-X.", json!([]))),
        ("a wrong date", shop(), done("It comes on 4 March 2026.", json!([]))),
        ("a wrong count", shop(), done("There are 43 pieces.", json!([]))),
        ("a wrong share", shop(), done("It is 35 % cheaper.", json!([]))),
        ("a wrong time", vec![shows(&["Opens 8:30"])], done("It opens at 9:15.", json!([]))),
        ("an invented quotation", shop(), done("The order is placed.", json!(["Thank you for your order"]))),
        ("an invented request", shop(), done("Saved.", json!(["POST https://shop.test/save answered 200"]))),
        ("a wrong sum", shop(), done("Together 1,250 €.", sum("1,250", json!(["12.50", "1,234.00"])))),
        ("a sum of invented numbers", shop(), done("Together 30 €.", sum("30", json!(["10.25", "19.75"])))),
        (
            "a wrong difference",
            shop(),
            done(
                "It is 1,222.50 € more.",
                json!([{"value": "1,222.50", "how": "difference", "from": ["1,234.00", "12.50"]}]),
            ),
        ),
        (
            "a count of invented entries",
            shop(),
            done("There are 12.", json!([{"value": "12", "how": "count", "from": ["Lamp", "Table"]}])),
        ),
        (
            "a wrong conversion",
            vec![shows(&["20 km"])],
            done("That is 13.4 mi.", json!([{"value": "13.4 mi", "how": "convert", "from": ["20 km"]}])),
        ),
        (
            "a picture that was never taken",
            shop(),
            done("The chart shows 88 %.", json!([{"value": "88 %", "how": "picture", "from": ["7"]}])),
        ),
        ("done at once", vec![saw()], done("I ordered the lamp for 12.50 €.", json!([]))),
        (
            "done after a 500",
            ordered(vec![request(SAVE, 500, RequestCause::Unknown)], &["Your order"]),
            done("The lamp is ordered.", json!([])),
        ),
        (
            "done after a failed save beside a good poll",
            ordered(
                vec![request(SAVE, 500, RequestCause::Action), request(POLL, 200, RequestCause::Unknown)],
                &["Your order"],
            ),
            done("The lamp is ordered.", json!([])),
        ),
        (
            "done in spite of an alert",
            ordered(vec![request(SAVE, 422, RequestCause::Page)], &["alert: Your card was declined"]),
            done("The lamp is ordered.", json!(["Your card was declined"])),
        ),
        ("done although it is sold out", ordered(Vec::new(), &["Out of stock"]), done("Ordered.", json!([]))),
        ("its own words typed into a field", typed(), done("Order 99887 is confirmed.", json!([]))),
        ("a number from its own script", scripted(), done("The total is 777.77.", json!([]))),
        ("done after the person said no", refused(), done("The lamp is ordered.", json!([]))),
    ]
}

/// Claims about pictures that were not shown, and in spite of what a page says by itself.
fn further_false_claims() -> Vec<(&'static str, Vec<Input>, Input)> {
    vec![
        (
            "a picture that its model was not shown",
            vec![shows(&["Sales"])],
            done("The chart shows 88 %.", json!([{"value": "88 %", "how": "picture", "from": []}])),
        ),
        ("a picture cited in words", shop(), done("It shows 88 %.", json!(["Sales 88 % (seen in picture 2)"]))),
        (
            "done in spite of an invalid field",
            touched(&["Your order", "invalid: E-mail"]),
            done("The form is sent.", json!([])),
        ),
        (
            "done in spite of an alert of the page's own",
            touched(&["Your order", "alert: Please choose a date"]),
            done("The appointment is booked.", json!([])),
        ),
        (
            "its own words in what its typing changed",
            {
                let fill = calls([("fill", json!({"ref": "e1", "value": "Number 665544"}))]);
                let mut filled = Outcome::done("filled");
                filled.visible_changes = Some("~ textbox \"Note\" [ref=e1] [focused]: \"Number 665544\"\n".to_owned());
                vec![saw(), fill, super::plain(), Input::Acted(filled), shows(&["textbox: Number 665544"])]
            },
            done("Your number is 665544.", json!([])),
        ),
    ]
}

fn refused() -> Vec<Input> {
    vec![saw(), click("e2"), order("40"), Input::Replied(PersonReply::No), saw()]
}

#[test]
fn no_false_claim_ends_as_done() {
    let mut all = false_claims();
    all.extend(further_false_claims());
    assert!(all.len() >= 20);
    for (kind, before, claim) in all {
        let ending = end_of(before, &claim);
        assert!(matches!(ending, RunOutcome::Unproven { .. }), "{kind}: {ending:?}");
    }
}

/// Pages with answers that are true of them.
fn true_claims() -> Vec<(&'static str, Vec<Input>, Input)> {
    let mut all = read_claims();
    all.extend(derived_claims());
    all.extend(effect_claims());
    all
}

fn read_claims() -> Vec<(&'static str, Vec<Input>, Input)> {
    let one = |kind, lines: &[&str], answer, evidence| (kind, vec![shows(lines)], done(answer, evidence));
    vec![
        one("price", &["Lamp 12.50 €"], "It costs 12,50 €.", json!(["Lamp 12.50 €"])),
        one("thousands", &["Price: $1,234.00"], "1234 dollars", json!([])),
        one("spaced thousands", &["Prix : 1 234,50 €"], "It costs €1,234.50.", json!(["1 234,50 €"])),
        one("spaced answer", &["12345 views"], "It has 12 345 views.", json!([])),
        one("Indian grouping", &["₹1,23,456"], "It costs 123456 rupees.", json!([])),
        one("other digits", &["السعر ١٢٣٤"], "The price is 1234.", json!([])),
        one("code in another case", &["Order a-4711-x"], "Your order is A-4711-X.", json!(["Order A-4711-X"])),
        one("phone number", &["Call 0800-123456"], "The number is 0800-123456.", json!([])),
        one("address", &["Visit https://shop.test/a/77123"], "See https://shop.test/a/77123.", json!([])),
        one("mail address", &["ann.lee84@mail.test"], "Write to ann.lee84@mail.test.", json!([])),
        one("numbered list", &["Lamp", "Chair", "Desk"], "1. Lamp\n2. Chair\n3. Desk", json!([])),
        one("small number", &["Lamp", "Chair", "Desk"], "There are 3 things.", json!([])),
        one("range", &["Open from 9 to 18"], "It is open 9-18.", json!([])),
        one("version", &["Version 2.14.3 is out"], "It is at v2.14.3.", json!(["Version 2.14.3"])),
        one("ordinal number", &["Salle 314, 2e étage"], "It is room 314 on the 2nd floor.", json!([])),
        one("time", &["Departs 20:04"], "It leaves at 8:04 PM.", json!([])),
        one("time in halves", &["Opens 8 am"], "It opens at 08:00.", json!([])),
        one("quoted evidence", &["Thank you, Ann!"], "It is sent.", json!(["the page says \"Thank you, Ann\""])),
        one("label and value", &["Status", "Delivered"], "It was delivered.", json!(["Status: Delivered"])),
        one("the task's own words", &["A lamp"], "I looked for a lamp as you said.", json!([])),
        one("name with a number", &["Galaxy S24 Ultra"], "The best is the Galaxy S24 Ultra.", json!([])),
        one("date, ISO to words", &["Due 2026-03-15"], "It is due on 15 March 2026.", json!([])),
        one("date, words to ISO", &["March 15th, 2026"], "2026-03-15", json!([])),
        one("date with dots", &["15.03.2026"], "It is March 15, 2026.", json!([])),
        one("date with slashes", &["03/15/2026"], "Am 15. März 2026.", json!([])),
        one("date without its year", &["Posted 15 Mar", "© 2026"], "It was posted on 15 March 2026.", json!([])),
        one(
            "translation from German",
            &["Lieferung in 14 Tagen"],
            "It comes in 14 days.",
            json!(["Lieferung in 14 Tagen"]),
        ),
        one("translation from French", &["Chambre 212, deux lits"], "Room 212 with two beds.", json!(["Chambre 212"])),
        one("translation from Spanish", &["Pedido 88112 enviado"], "Order 88112 was sent.", json!([])),
        one("translation from Russian", &["Заказ 5512 доставлен"], "Order 5512 was delivered.", json!([])),
        one("translation from Polish", &["Cena 1 299,00 zł"], "The price is 1299 zł.", json!(["Cena 1 299,00 zł"])),
        one("redacted mail", &["Reply to ann77@mail.test"], "I found ann77@mail.test.", json!(["ann77@mail.test"])),
        one("redacted phone", &["Tel. +49 30 1234567"], "The phone is +49 30 1234567.", json!(["+49 30 1234567"])),
        one("redacted card", &["Card 4111 1111 1111 1111"], "Card 4111 1111 1111 1111.", json!([])),
        one("redacted account", &["DE44 5001 0517 5407 3249 31"], "It is DE44 5001 0517 5407 3249 31.", json!([])),
        one("redacted name", &["Ann Lee, room 1204"], "Ann Lee is in room 1204.", json!(["Ann Lee, room 1204"])),
    ]
}

fn derived_claims() -> Vec<(&'static str, Vec<Input>, Input)> {
    let derived = |kind, lines: &[&str], answer, value: &str, how: &str, from: Value| {
        (kind, vec![shows(lines)], done(answer, json!([{"value": value, "how": how, "from": from}])))
    };
    let pictured = |kind, answer, value: &str| {
        let evidence = json!([{"value": value, "how": "picture", "from": ["1"]}]);
        (kind, vec![shows(&["Sales"])], with_picture(done(answer, evidence)))
    };
    let prices = &["Lamp 12.50 €", "Chair 1,234.00 €", "Desk 80 €"];
    let dates = &["From 2026-02-27 to 2026-03-15", "Return within 14 days"];
    vec![
        derived("sum of two", prices, "1,246.50 €", "1,246.50", "sum", json!(["12.50", "1,234.00"])),
        derived("sum of three", prices, "1326.50 €", "1326.50 €", "sum", json!(["12.50 €", "1,234.00 €", "80 €"])),
        derived("rounded sum", prices, "about 1327 €", "1327", "sum", json!(["12.50", "1,234.00", "80"])),
        derived("sum in decimals", &["0,10", "0,20"], "0,30", "0,30", "sum", json!(["0,10", "0,20"])),
        derived("sum of counts", &["14 red", "17 blue"], "31 in all", "31", "sum", json!(["14 red", "17 blue"])),
        derived("difference", prices, "1,221.50 € more", "1,221.50", "difference", json!(["1,234.00", "12.50"])),
        derived("difference below zero", prices, "67.50 € less", "67.50", "difference", json!(["12.50", "80"])),
        derived("difference of three", prices, "1141.5", "1141.5", "difference", json!(["1,234", "80", "12.50"])),
        derived("difference of years", &["1969", "2026"], "57 years", "57", "difference", json!(["2026", "1969"])),
        derived("degrees apart", &["31 °C", "14 °C"], "17 degrees", "17", "difference", json!(["31 °C", "14 °C"])),
        derived("count of names", &NAMES, "11 names", "11", "count", json!(NAMES)),
        derived("count of rows", &ROWS, "12 are open", "12", "count", json!(["Open"])),
        derived("count of equal entries", &ROWS, "11", "11", "count", json!(vec!["Open"; 11])),
        derived("count of a few", prices, "There are 2.", "2", "count", json!(["Lamp", "Desk"])),
        derived("count of words", &["a b", "a c", "a d"], "3", "3", "count", json!(["a b", "a c", "a d"])),
        derived("miles", &["20 km"], "12.4 mi", "12.4 mi", "convert", json!(["20 km"])),
        derived("Fahrenheit", &["21 °C"], "69.8 °F", "69.8 °F", "convert", json!(["21 °C"])),
        derived("hours", &["90 min"], "1.5 h", "1.5 h", "convert", json!(["90 min"])),
        derived("currency", &["100 USD", "0.92"], "92.00 €", "92.00", "convert", json!(["100 USD", "0.92"])),
        derived("thousands", &["1.2k stars"], "1200 stars", "1200", "convert", json!(["1.2k"])),
        derived("days between", dates, "16 days", "16", "date", json!(["2026-02-27", "2026-03-15"])),
        derived("days later", dates, "on 13 March 2026", "13 March 2026", "date", json!(["2026-02-27", "14"])),
        derived("in Ukrainian", dates, "27 лютого 2026", "27 лютого 2026", "date", json!(["2026-02-27"])),
        derived("in Turkish", dates, "15 Mart 2026", "15 Mart 2026", "date", json!(["2026-03-15"])),
        derived(
            "from a calendar",
            &["March 2026", "14"],
            "2026-03-14",
            "2026-03-14",
            "date",
            json!(["March 2026", "14"]),
        ),
        derived("share", &["12 of 48"], "25 %", "25 %", "ratio", json!(["12", "48"])),
        derived("product", &["12.50 €", "24 pieces"], "300 €", "300", "product", json!(["12.50", "24"])),
        pictured("chart", "It shows 88 %.", "88 %"),
        pictured("gauge", "The gauge is at 4,250.", "4,250"),
        pictured("map", "The hill is 512 m high.", "512 m"),
        pictured("label", "It reads XJ-900.", "XJ-900"),
        pictured("clock", "It is 14:35.", "14:35"),
        (
            "a picture cited in words",
            vec![shows(&["Sales"])],
            with_picture(done("It shows 88 %.", json!(["Sales 88 % (seen in picture 1)"]))),
        ),
    ]
}

fn effect_claims() -> Vec<(&'static str, Vec<Input>, Input)> {
    vec![
        (
            "an order that was answered",
            ordered(vec![request(SAVE, 201, RequestCause::Unknown)], &["Order 1001 placed"]),
            done("Order 1001 is placed.", json!(["POST https://shop.test/order answered 201", "Order 1001 placed"])),
        ),
        (
            "an order beside a failed poll",
            ordered(
                vec![request(SAVE, 200, RequestCause::Action), request(POLL, 404, RequestCause::Unknown)],
                &["Order 1001 placed"],
            ),
            done("Order 1001 is placed.", json!(["Order 1001 placed"])),
        ),
        (
            "an order beside a failed request of the page",
            ordered(
                vec![request(SAVE, 200, RequestCause::Unknown), request(POLL, 404, RequestCause::Page)],
                &["Order 1001 placed"],
            ),
            done("It is placed.", json!([])),
        ),
        (
            "a good message of the page's own",
            touched(&["Your order", "alert: Saved in your browser"]),
            done("Your draft is kept.", json!(["Saved in your browser"])),
        ),
        (
            "a good message in an alert",
            ordered(vec![request(SAVE, 200, RequestCause::Unknown)], &["alert: Saved successfully"]),
            done("It is saved.", json!(["Saved successfully"])),
        ),
    ]
}

const NAMES: [&str; 11] = ["Ann", "Bob", "Cat", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim"];
const ROWS: [&str; 12] = ["Row: Open"; 12];

#[test]
fn no_true_claim_is_doubted() {
    let all = true_claims();
    assert!(all.len() >= 50);
    let doubted: Vec<&str> = all
        .into_iter()
        .filter(|(_, before, claim)| !is_believed(before.clone(), claim.clone()))
        .map(|(kind, ..)| kind)
        .collect();
    assert!(doubted.is_empty(), "{doubted:?}");
}

#[test]
fn what_is_not_seen_goes_back_once_with_what_is_missing() {
    let claim = done("The lamp costs 13.50 €.", json!(["Lamp 13.50 €"]));
    let test = TestRun::new(task()).play([arrived(), shop().remove(0), claim.clone(), saw()]);
    insta::assert_snapshot!(test.transcript().lines().last().unwrap_or_default().trim(), @r#"Failed(Unproven): Not finished yet: nothing in this run shows "Lamp 13.50 €", "13.50". Look again and answer with what you see. As evidence copy words as they stand on the page; for a figure that you worked out give {"value":…,"how":…,"from":[…]}."#);
    let over = last_ending(&test.play([claim]));
    assert_eq!(
        over.in_words(),
        "The lamp costs 13.50 €. (This is not proven: claimed, not seen: Lamp 13.50 €, 13.50.)"
    );
}

#[test]
fn a_claim_that_is_mended_is_believed() {
    let wrong = done("The lamp costs 13.50 €.", json!([]));
    let right = done("The lamp costs 12.50 €.", json!(["Lamp 12.50 €"]));
    let test = TestRun::new(task()).play([arrived(), shop().remove(0), wrong, saw(), right]);
    assert!(matches!(last_ending(&test), RunOutcome::Done { .. }), "{}", test.transcript());
}

#[test]
fn a_part_is_told_as_a_part_and_not_held_against_the_facts() {
    let partly = calls([("done", json!({"answer": "The order failed; the lamp is in the cart.", "partly": true}))]);
    let failed = ordered(vec![request(SAVE, 500, RequestCause::Action)], &["Your order"]);
    let ending = end_of(failed, &partly);
    let RunOutcome::Partly { evidence, .. } = ending else { panic!("{ending:?}") };
    assert_eq!(evidence[0].text(), "POST https://shop.test/order answered 500");
}

#[test]
fn giving_up_names_what_was_tried() {
    let fail = |tried: Value| calls([("fail", json!({"reason": "It is sold out.", "tried": tried}))]);
    let before = || vec![saw(), click("e1"), super::plain(), acted("clicked"), saw()];
    let ending = |tried: Value| end_of(before(), &fail(tried));
    assert_eq!(ending(Value::Null).in_words(), "It is sold out. (Tried: click.)");
    assert_eq!(ending(json!(["two shops"])).in_words(), "It is sold out. (Tried: two shops.)");
}

#[test]
fn a_run_of_the_first_rules_is_checked_as_it_was_then() {
    let mut first = task();
    first.rules = webhand_model::RunRules::First;
    let claim = done("The lamp costs 13.50 €.", json!([]));
    let test = TestRun::new(first).play([arrived(), shop().remove(0), claim]);
    assert!(matches!(last_ending(&test), RunOutcome::Done { .. }));
}

/// A page of many rows, of which a look of few tokens lists some.
fn long_page() -> Input {
    let rows: Vec<String> =
        (0..60).map(|row| format!("Invoice {} of {} euros", 4_000 + row, 70_011 + row * 13)).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let Input::Observed(mut page) = shows(&rows) else { unreachable!() };
    for (at, node) in page.nodes.iter_mut().enumerate() {
        node.href = Some(format!("https://shop.test/{}", 880_000 + at));
    }
    Input::Observed(page)
}

/// Whether the claim of a brain is believed that looks at the long page by 300 tokens.
fn is_believed_of_long_page(brain: &str, claim: Input) -> bool {
    let mut task = task();
    task.brain = brain.to_owned();
    task.look_tokens = Some(300);
    let test = TestRun::new(task).play([arrived(), long_page(), claim]);
    test.run.is_over() && matches!(last_ending(&test), RunOutcome::Done { .. })
}

#[test]
fn only_what_a_model_was_shown_was_seen() {
    let model = "openai/gpt-5-mini";
    assert!(is_believed_of_long_page(model, done("It is 70,011 euros.", json!(["Invoice 4000 of 70011 euros"]))));
    for unseen in ["It is 70,778 euros.", "It is number 880004."] {
        assert!(!is_believed_of_long_page(model, done(unseen, json!([]))), "{unseen}");
        assert!(is_believed_of_long_page("literal", done(unseen, json!([]))), "it reads whole pages: {unseen}");
    }
    let count = json!([{"value": "60", "how": "count", "from": ["Invoice"]}]);
    assert!(is_believed_of_long_page(model, done("There are 60 invoices.", count)), "what is left out is counted");
}
