//! The chapters of the demo: a task each, and a check on the server side that it was done.

use std::collections::BTreeMap;

use serde_json::json;
use webhand_fake_llm::{Capture, Rule, RuleCondition, Script, ScriptedTurn};
use webhand_model::{Grant, OriginPattern, Permission, RunOutcome, Task, WebUrl};

use crate::demo_site::{DemoSite, LedgerEntry, LedgerKind};
use crate::display;
use crate::run_job::JobEnd;

pub struct Chapter {
    pub number: u8,
    pub title: &'static str,
    pub task: Task,
    pub brain: ChapterBrain,
    pub check: fn(&JobEnd, &DemoSite) -> ChapterResult,
}

/// The brain of a chapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChapterBrain {
    Literal,
    /// The scripted provider, called over HTTP in a real provider's format.
    Scripted,
}

/// The finding of the check on the server side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChapterResult {
    pub ok: bool,
    pub fact: String,
}

/// The number of the chapter that asks the person.
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
            brain: ChapterBrain::Literal,
            check: mail,
        },
        Chapter {
            number: 2,
            title: "Fill in a form; sending there was granted beforehand",
            task: granted(at("/contact", CONTACT)),
            brain: ChapterBrain::Literal,
            check: contact,
        },
        Chapter {
            number: 3,
            title: "Search where the answer comes late",
            task: at("/search", "search for \"lighthouse\" and tell me the results"),
            brain: ChapterBrain::Literal,
            check: archive,
        },
        Chapter {
            number: ORDER,
            title: "Order something: the guard asks first",
            task: at("/shop", ORDERING),
            brain: ChapterBrain::Literal,
            check: order,
        },
        Chapter {
            number: 5,
            title: "A model decides (a scripted one, over a provider's real format)",
            task: at("/mail", "How many stalls are confirmed for the Saturday market?"),
            brain: ChapterBrain::Scripted,
            check: market,
        },
    ]
}

const CONTACT: &str = "type \"Ana Torres\" into Name, type \"ana@example.test\" into Email, \
    choose \"The lighthouse\" in Topic, type \"When can I see the lantern room?\" into Message and click \"Send\"";
const ORDERING: &str = "click \"Add Tide clock to basket\", type \"Ana Torres\" into Name, \
    type \"Muelle 3, Puerto Sereno\" into Address and click \"Place order for €30.00\"";

fn mail(stop: &JobEnd, site: &DemoSite) -> ChapterResult {
    let (answer, marks) = (answer(stop), site.ledger().len());
    let results =
        ["Budget for the lighthouse", "Meeting moved to Thursday"].iter().any(|subject| answer.contains(subject))
            || answer.contains("Ernesto");
    chapter_result(results && marks == 0, format!("Ernesto's mail was read and the server has {marks} marks of it"))
}

fn contact(stop: &JobEnd, site: &DemoSite) -> ChapterResult {
    let sent = entries(site, LedgerKind::Contact);
    let field = |name| sent.first().and_then(|entry| entry.data.get(name)).map_or("–", String::as_str);
    let right = field("name") == "Ana Torres" && field("topic") == "lighthouse" && field("email") == "ana@example.test";
    let fact = format!(
        "the office received {} from {} about the {}",
        display::count(len(&sent), "message"),
        field("name"),
        field("topic")
    );
    chapter_result(is_done(stop) && sent.len() == 1 && right, fact)
}

fn archive(stop: &JobEnd, _: &DemoSite) -> ChapterResult {
    let found = answer(stop).contains("A Short History of Fog");
    chapter_result(
        found,
        if found {
            "the answer names what the archive holds"
        } else {
            "the answer does not name what the archive holds"
        },
    )
}

fn order(stop: &JobEnd, site: &DemoSite) -> ChapterResult {
    let orders = entries(site, LedgerKind::Order);
    match (stop, orders.as_slice()) {
        (JobEnd::Finished(RunOutcome::Done { .. }), [one]) => {
            let total = one.data.get("total").map_or("", String::as_str);
            chapter_result(total == "30.00", format!("the shop has 1 order, for €{total}, as approved"))
        }
        (JobEnd::Finished(RunOutcome::Refused { .. }) | JobEnd::Waiting(_), []) => {
            chapter_result(true, "nobody approved it, the guard held, and the shop has 0 orders")
        }
        (_, orders) => chapter_result(false, format!("the shop has {}", display::count(len(orders), "order"))),
    }
}

fn market(stop: &JobEnd, _: &DemoSite) -> ChapterResult {
    chapter_result(answer(stop).contains("18"), "Lucía's mail says 18 stalls")
}

fn entries(site: &DemoSite, kind: LedgerKind) -> Vec<LedgerEntry> {
    site.ledger().into_iter().filter(|entry| entry.kind == kind).collect()
}

fn len<T>(items: &[T]) -> u64 {
    items.len().try_into().unwrap_or(u64::MAX)
}

fn answer(stop: &JobEnd) -> &str {
    if let JobEnd::Finished(RunOutcome::Done { answer, .. }) = stop { answer } else { "" }
}

fn is_done(stop: &JobEnd) -> bool {
    matches!(stop, JobEnd::Finished(RunOutcome::Done { .. }))
}

fn chapter_result(ok: bool, fact: impl Into<String>) -> ChapterResult {
    ChapterResult { ok, fact: fact.into() }
}

/// The answers of the scripted model, by rules on the page it is shown.
pub fn script() -> Script {
    let contains = |text: &str| RuleCondition { contains: vec![text.to_owned()], ..RuleCondition::default() };
    let take = |name: &str, take: Capture| BTreeMap::from([(name.to_owned(), take)]);
    let said = |text: &str, turn: ScriptedTurn| ScriptedTurn { text: vec![text.to_owned()], ..turn };
    let read = Rule {
        when: contains("Este sábado tenemos"),
        take: take("stalls", Capture::Between { after: "Este sábado tenemos ".to_owned(), until: " ".to_owned() }),
        turn: said(
            "Lucía writes how many are confirmed.",
            ScriptedTurn::calls(
                "done",
                json!({"answer": "{{stalls}} stalls are confirmed for Saturday.", "evidence": ["{{stalls}} puestos confirmados"]}),
            ),
        ),
        ..Rule::default()
    };
    let open = Rule {
        when: contains("Puestos para el mercado"),
        take: take("mail", Capture::RefOf("Puestos para el mercado".to_owned())),
        turn: said(
            "Lucía's mail is about the market. I open it.",
            ScriptedTurn::calls("click", json!({"ref": "{{mail}}"})),
        ),
        ..Rule::default()
    };
    Script::from_rules([read, open])
}
