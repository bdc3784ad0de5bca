//! The true claims of honest models: ten kinds, five or more of each.

use serde_json::json;

use super::case::{ClaimCase, derived};
use super::false_claims::LINKS;

pub fn true_claims() -> Vec<ClaimCase> {
    let mut all = read_off();
    all.extend(worked_out());
    all.extend(converted());
    all.extend(told_otherwise());
    all.extend(seen_in_pictures());
    all.extend(redacted());
    all.extend(with_effect());
    all
}

const SHELF: &str =
    "<h1>Cart</h1><ul><li>Kettle €24.50<li>Pan €31.20<li>Bowl €8.00<li>Tray €1,020.00<li>Cup €4.75</ul>";

fn read_off() -> Vec<ClaimCase> {
    let cart = |kind, answer, evidence| ClaimCase::reads(kind, "What is in my cart?", SHELF, answer, evidence);
    vec![
        cart("a price", "The kettle costs €24.50.", json!(["Kettle €24.50"])),
        cart("a price in another notation", "Der Kessel kostet 24,50 €.", json!(["Kettle €24.50"])),
        cart("a numbered list", "1. Kettle\n2. Pan\n3. Bowl\n4. Tray\n5. Cup", json!([])),
        cart("a number without separators", "The tray is 1020 euros.", json!([])),
        cart("no figure at all", "A kettle, a pan, a bowl, a tray and a cup.", json!(["Kettle", "Tray"])),
    ]
}

fn worked_out() -> Vec<ClaimCase> {
    let cart = |kind, answer, evidence| ClaimCase::reads(kind, "Work it out.", SHELF, answer, evidence);
    vec![
        cart("sum of two", "Together €55.70.", derived("€55.70", "sum", &["€24.50", "€31.20"])),
        cart("sum of three", "Together 63.70 €.", derived("63.70 €", "sum", &["€24.50", "€31.20", "€8.00"])),
        cart(
            "sum of all",
            "In all €1,088.45.",
            derived("1,088.45", "sum", &["24.50", "31.20", "8.00", "1,020.00", "4.75"]),
        ),
        cart("sum of names with prices", "€12.75", derived("€12.75", "sum", &["Bowl €8.00", "Cup €4.75"])),
        cart("sum without decimals", "about 56 euros", derived("56", "sum", &["€24.50", "€31.20"])),
        cart("difference", "€6.70 more", derived("6.70", "difference", &["€31.20", "€24.50"])),
        cart("difference the other way", "€16.50 less", derived("€16.50", "difference", &["€8.00", "€24.50"])),
        cart("difference of thousands", "988.80 more", derived("988.80", "difference", &["1,020.00", "31.20"])),
        cart("difference to the cheapest", "€3.25", derived("€3.25", "difference", &["€8.00", "€4.75"])),
        cart(
            "difference in words",
            "19.75 euros cheaper",
            derived("19.75", "difference", &["Kettle €24.50", "Cup €4.75"]),
        ),
        count("rows", 12, "There are 12 open orders.", "12"),
        count("many rows", 31, "31 orders are open.", "31"),
        count("more than a screen", 64, "I counted 64.", "64"),
        count("in German", 17, "Es sind 17 Bestellungen.", "17"),
        count("in a list", 11, "11 of them", "11"),
    ]
}

/// Orders that are all open.
fn count(kind: &'static str, many: usize, answer: &'static str, value: &str) -> ClaimCase {
    let rows: String = (0..many).map(|_| "<tr><td>Order</td><td>pending</td></tr>").collect();
    let body = format!("<h1>Orders</h1><table><tr><th>What</th><th>State</th></tr>{rows}</table>");
    ClaimCase::reads(kind, "How many orders?", &body, answer, derived(value, "count", &["pending"]))
        .after("read", json!({}))
}

fn converted() -> Vec<ClaimCase> {
    let case = |kind, body: &str, answer, evidence| ClaimCase::reads(kind, "Convert it.", body, answer, evidence);
    let due = "<p>Order date: 2026-04-03</p><p>Delivery: 2026-04-17</p>";
    vec![
        case("miles", "<p>Distance: 42 km</p>", "26.1 mi", derived("26.1 mi", "convert", &["42 km"])),
        case("Fahrenheit", "<p>Now 18 °C</p>", "64.4 °F", derived("64.4 °F", "convert", &["18 °C"])),
        case("hours", "<p>Duration: 150 min</p>", "2.5 h", derived("2.5 h", "convert", &["150 min"])),
        case(
            "a rate",
            "<p>€50.00</p><p>1 EUR = 1.09 USD</p>",
            "$54.50",
            derived("$54.50", "convert", &["€50.00", "1.09"]),
        ),
        case("kilograms", "<p>Weight 5 lb</p>", "2.27 kg", derived("2.27 kg", "convert", &["5 lb"])),
        case("a date in words", due, "It comes on 17 April 2026.", json!(["Delivery: 2026-04-17"])),
        case("a date with dots", due, "Am 17.04.2026.", json!([])),
        case("a date of the other side", due, "April 3, 2026", json!([])),
        case("days between", due, "It takes 14 days.", derived("14", "date", &["2026-04-03", "2026-04-17"])),
        case("a date in Spanish", due, "Llega el 17 de abril de 2026.", json!([])),
    ]
}

fn told_otherwise() -> Vec<ClaimCase> {
    let case =
        |kind, body: &str, answer, evidence| ClaimCase::reads(kind, "Say it in English.", body, answer, evidence);
    vec![
        case(
            "from German",
            "<p>Ihre Bestellung 88231 wurde versandt.</p>",
            "Order 88231 was shipped.",
            json!(["Bestellung 88231"]),
        ),
        case("from Spanish", "<p>Quedan 23 plazas</p>", "23 places are left.", json!(["Quedan 23 plazas"])),
        case("from French", "<p>Salle 314, 2e étage</p>", "It is room 314 on the 2nd floor.", json!([])),
        case("from Polish", "<p>Zamówienie nr 5567/2026</p>", "It is order 5567/2026.", json!([])),
        case("from Russian", "<p>Вес: 12,5 кг</p>", "It weighs 12.5 kg.", json!(["Вес: 12,5 кг"])),
    ]
}

fn seen_in_pictures() -> Vec<ClaimCase> {
    let chart = "<h1>Sales</h1><canvas width=300 height=200></canvas>";
    let case = |kind, answer, evidence| ClaimCase::reads(kind, "What does it show?", chart, answer, evidence).seeing();
    vec![
        case("chart", "It peaks at 88 %.", derived("88 %", "picture", &["1"])),
        case("in words", "It peaks at 88 %.", json!(["88 % (seen in picture 1)"])),
        case("gauge", "The gauge is at 4,250.", derived("4,250", "picture", &[])),
        case("asked for", "It reads XJ-900.", derived("XJ-900", "picture", &["1"])).after("screenshot", json!({})),
        case("clock", "It is 14:35.", derived("14:35", "picture", &["picture 1"])),
    ]
}

fn redacted() -> Vec<ClaimCase> {
    let case =
        |kind, body: &str, answer, evidence| ClaimCase::reads(kind, "Find it.", body, answer, evidence).redacted();
    vec![
        case("mail", "<p>Write to ann77@mail.test</p>", "It is ann77@mail.test.", json!(["Write to ann77@mail.test"])),
        case("phone", "<p>Tel. +49 30 1234567</p>", "The number is +49 30 1234567.", json!([])),
        case("card", "<p>Card 4111 1111 1111 1111</p>", "Card 4111 1111 1111 1111.", json!([])),
        case("account", "<p>IBAN DE44 5001 0517 5407 3249 31</p>", "DE44 5001 0517 5407 3249 31", json!([])),
        case(
            "mail and figure",
            "<p>bob@mail.test owes €315.00</p>",
            "bob@mail.test owes €315.00.",
            json!(["bob@mail.test owes"]),
        ),
    ]
}

fn with_effect() -> Vec<ClaimCase> {
    let page = |handler: &str| {
        format!(
            "<h1>Booking</h1><button onclick=\"{handler}\">Save</button><p id=m></p><script>function post(code) {{ return \
             fetch('/answer?status=' + code, {{method: 'POST', body: 'x=1'}}) }} function say(role, text) {{ m.setAttribute('role', \
             role); m.textContent = text }}</script>"
        )
    };
    let case = |kind, handler: &str, evidence| {
        ClaimCase::reads(kind, "Save it.", &page(handler), "It is saved.", evidence).clicking("@Save")
    };
    vec![
        case("a saved form", "post(200).then(() => say('status', 'Saved'))", json!(["Saved"])),
        case(
            "beside a failed poll",
            "post(200).then(() => say('status', 'Saved')); fetch('/missing')",
            json!(["Saved"]),
        ),
        case("a good alert", "post(201).then(() => say('alert', 'Saved successfully'))", json!(["Saved successfully"])),
        case(
            "a second attempt",
            "post(window.n ? 200 : 500).then(() => say('status', 'Saved')); window.n = 1",
            json!(["Saved"]),
        )
        .clicking("@Save"),
        ClaimCase::reads("an error page that was left", "Where to?", LINKS, "To Oslo.", json!(["Next trip: Oslo"]))
            .clicking("@Book")
            .after("back", json!({})),
        ClaimCase::reads("an error that was asked for", "Is it there?", LINKS, "No, it answers 404.", json!([]))
            .clicking("@Terms"),
        case("without a request", "say('status', 'Saved in this browser')", json!(["Saved in this browser"])),
    ]
}
