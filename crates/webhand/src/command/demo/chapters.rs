//! The chapters of the demo: a task each, and how to tell at the far end that it was done.

use std::collections::BTreeMap;

use serde_json::json;
use webhand_fake_llm::{Rule, Script, Take, Turn, When};
use webhand_model::{Grant, OriginPattern, Permission, RunOutcome, Task, WebUrl};

use crate::demo_site::{DemoSite, Entry, Kind};
use crate::words;
use crate::work::Stop;

pub struct Chapter {
    pub number: u8,
    pub title: &'static str,
    pub task: Task,
    pub thinker: Thinker,
    pub check: fn(&Stop, &DemoSite) -> Finding,
}

/// Who decides in a chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thinker {
    Literal,
    /// A provider made of a script, asked over HTTP in a real provider's format.
    Scripted,
}

/// What was found at the far end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub ok: bool,
    pub fact: String,
}

/// The chapter that asks the person.
pub const ORDER: u8 = 4;

pub fn all(site: &DemoSite) -> Vec<Chapter> {
    let at = |path: &str, text: &str| Task {
        start: WebUrl::parse(&format!("{}{path}", site.url())).ok(),
        ..Task::new(text)
    };
    let granted = |task: Task| {
        let here = OriginPattern::parse(site.url()).ok();
        Task {
            grants: here.map(|origins| Grant { origins, permission: Permission::Commit }).into_iter().collect(),
            ..task
        }
    };
    vec![
        Chapter {
            number: 1,
            title: "Read the mail, asked in Spanish",
            task: at("/mail", "busca en mis correos qué mandó Ernesto"),
            thinker: Thinker::Literal,
            check: mail,
        },
        Chapter {
            number: 2,
            title: "Fill in a form; sending there was granted beforehand",
            task: granted(at("/contact", CONTACT)),
            thinker: Thinker::Literal,
            check: contact,
        },
        Chapter {
            number: 3,
            title: "Search where the answer comes late",
            task: at("/search", "search for \"lighthouse\" and tell me the results"),
            thinker: Thinker::Literal,
            check: archive,
        },
        Chapter {
            number: ORDER,
            title: "Order something: the guard asks first",
            task: at("/shop", ORDERING),
            thinker: Thinker::Literal,
            check: order,
        },
        Chapter {
            number: 5,
            title: "A model decides (a scripted one, over a provider's real format)",
            task: at("/mail", "How many stalls are confirmed for the Saturday market?"),
            thinker: Thinker::Scripted,
            check: market,
        },
    ]
}

const CONTACT: &str = "type \"Ana Torres\" into Name, type \"ana@example.test\" into Email, \
    choose \"The lighthouse\" in Topic, type \"When can I see the lantern room?\" into Message and click \"Send\"";
const ORDERING: &str = "click \"Add Tide clock to basket\", type \"Ana Torres\" into Name, \
    type \"Muelle 3, Puerto Sereno\" into Address and click \"Place order for €30.00\"";

fn mail(stop: &Stop, site: &DemoSite) -> Finding {
    let (answer, marks) = (answer(stop), site.ledger().len());
    let told =
        ["Budget for the lighthouse", "Meeting moved to Thursday"].iter().any(|subject| answer.contains(subject))
            || answer.contains("Ernesto");
    finding(told && marks == 0, format!("Ernesto's mail was read and the server has {marks} marks of it"))
}

fn contact(stop: &Stop, site: &DemoSite) -> Finding {
    let sent = entries(site, Kind::Contact);
    let field = |name| sent.first().and_then(|entry| entry.data.get(name)).map_or("–", String::as_str);
    let right = field("name") == "Ana Torres" && field("topic") == "lighthouse" && field("email") == "ana@example.test";
    let fact = format!(
        "the office received {} from {} about the {}",
        words::count(len(&sent), "message"),
        field("name"),
        field("topic")
    );
    finding(is_done(stop) && sent.len() == 1 && right, fact)
}

fn archive(stop: &Stop, _: &DemoSite) -> Finding {
    let found = answer(stop).contains("A Short History of Fog");
    finding(
        found,
        if found {
            "the answer names what the archive holds"
        } else {
            "the answer does not name what the archive holds"
        },
    )
}

fn order(stop: &Stop, site: &DemoSite) -> Finding {
    let orders = entries(site, Kind::Order);
    match (stop, orders.as_slice()) {
        (Stop::Finished(RunOutcome::Done { .. }), [one]) => {
            let total = one.data.get("total").map_or("", String::as_str);
            finding(total == "30.00", format!("the shop has 1 order, for €{total}, as approved"))
        }
        (Stop::Finished(RunOutcome::Refused { .. }) | Stop::Waiting(_), []) => {
            finding(true, "nobody approved it, the guard held, and the shop has 0 orders")
        }
        (_, orders) => finding(false, format!("the shop has {}", words::count(len(orders), "order"))),
    }
}

fn market(stop: &Stop, _: &DemoSite) -> Finding {
    finding(answer(stop).contains("18"), "Lucía's mail says 18 stalls")
}

fn entries(site: &DemoSite, kind: Kind) -> Vec<Entry> {
    site.ledger().into_iter().filter(|entry| entry.kind == kind).collect()
}

fn len<T>(items: &[T]) -> u64 {
    items.len().try_into().unwrap_or(u64::MAX)
}

fn answer(stop: &Stop) -> &str {
    if let Stop::Finished(RunOutcome::Done { answer, .. }) = stop { answer } else { "" }
}

fn is_done(stop: &Stop) -> bool {
    matches!(stop, Stop::Finished(RunOutcome::Done { .. }))
}

fn finding(ok: bool, fact: impl Into<String>) -> Finding {
    Finding { ok, fact: fact.into() }
}

/// What the scripted model answers, by what it is shown.
pub fn script() -> Script {
    let contains = |text: &str| When { contains: vec![text.to_owned()], ..When::default() };
    let take = |name: &str, take: Take| BTreeMap::from([(name.to_owned(), take)]);
    let said = |text: &str, turn: Turn| Turn { text: vec![text.to_owned()], ..turn };
    let read = Rule {
        when: contains("Este sábado tenemos"),
        take: take("stalls", Take::Between { after: "Este sábado tenemos ".to_owned(), until: " ".to_owned() }),
        turn: said(
            "Lucía writes how many are confirmed.",
            Turn::calls(
                "done",
                json!({"answer": "{{stalls}} stalls are confirmed for Saturday.", "evidence": ["Lucía's mail: {{stalls}} puestos confirmados"]}),
            ),
        ),
        ..Rule::default()
    };
    let open = Rule {
        when: contains("Puestos para el mercado"),
        take: take("mail", Take::RefOf("Puestos para el mercado".to_owned())),
        turn: said("Lucía's mail is about the market. I open it.", Turn::calls("click", json!({"ref": "{{mail}}"}))),
        ..Rule::default()
    };
    Script::ruled([read, open])
}
