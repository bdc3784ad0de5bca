//! The measured pages, generated and always the same, each with what a look should and should not show.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::seeded_rng::SeededRng;

/// A page and its ground truth.
#[derive(Debug)]
pub struct Page {
    pub name: &'static str,
    pub html: String,
    pub truth: GroundTruth,
}

/// Names that are unique on the page, so that finding one in a text proves that the element is shown.
#[derive(Debug, Default)]
pub struct GroundTruth {
    /// Controls with a native or ARIA role.
    pub controls: Vec<String>,
    /// Controls without a role: plain elements with a handler, editable text, a button hidden from screen readers.
    pub unmarked: Vec<String>,
    /// Controls in frames and shadow roots, by kind.
    pub inside: BTreeMap<&'static str, Vec<String>>,
    /// Invisible elements.
    pub hidden: Vec<String>,
}

/// All pages.
#[must_use]
pub fn pages() -> Vec<Page> {
    vec![login(), inbox(), shop(), article(), console(), nested()]
}

/// The documents inside the frames of the last page; the innermost is another origin's.
#[must_use]
pub fn frames(port: u16) -> Vec<(String, String)> {
    let stranger = format!("http://localhost:{port}/frame/stranger");
    let inner = |name: &str, rest: &str| {
        format!(
            "{HEAD}<title>{name}</title><p>This is {name}.</p><button>Press in {name}</button><input aria-label=\"Write in {name}\">{rest}"
        )
    };
    let frame = |src: &str| format!("<br><iframe width=640 height=200 src=\"{src}\"></iframe>");
    vec![
        ("/frame/own".to_owned(), inner("own frame", &frame("/frame/deeper"))),
        ("/frame/deeper".to_owned(), inner("deeper frame", &frame(&stranger))),
        ("/frame/stranger".to_owned(), inner("stranger frame", "")),
    ]
}

/// A small page.
#[must_use]
pub fn login() -> Page {
    let mut truth = GroundTruth::default();
    let [mail, word, stay, region, enter, card, lost, new] = [
        "Membership number",
        "Secret word",
        "Stay on this computer",
        "Branch",
        "Enter the library",
        "Use a reader card",
        "Lost your word",
        "Become a member",
    ]
    .map(|name| truth.control(name));
    let more = truth.control("Opening hours");
    let [call, help, note, bell] =
        ["Call the desk", "Ask for help", "Leave a note here", "Ring the bell"].map(|name| truth.unmark(name));
    let hidden = HIDING.map(|(name, html)| {
        truth.hidden.push(name.to_owned());
        html.replace("NAME", name)
    });
    let body = format!(
        "<main><h1>City library</h1><p>Members may borrow up to twelve books for four weeks and renew them twice.</p>
<form><p><label for=m>{mail}</label> <input id=m></p><p><label for=w>{word}</label> <input id=w type=password></p>
<p><label><input type=checkbox> {stay}</label></p>
<p><label>{region} <select><option>Centre<option>Harbour<option>Hills</select></label></p>
<p><button>{enter}</button> <button type=button>{card}</button> <a href=\"#lost\">{lost}</a> <a href=\"#new\">{new}</a></p></form>
<div style=\"cursor:pointer\" onclick=\"this.id='called'\">{call}</div><span tabindex=0 onclick=\"this.id='asked'\">{help}</span>
<div contenteditable=true>{note}</div><button aria-hidden=true>{bell}</button>{}
<details><summary>{more}</summary><button>Hidden in closed details</button></details></main>",
        hidden.concat()
    );
    truth.hidden.push("Hidden in closed details".to_owned());
    Page { name: "login", html: document("Sign in", &body), truth }
}

/// 500 rows of 14 elements.
fn inbox() -> Page {
    let mut truth = GroundTruth::default();
    let mut rng = SeededRng(11);
    let mut body = String::from("<header><h1>Letters</h1><label>");
    let _ = write!(body, "{} <input type=search></label></header><nav><ul>", truth.control("Look through letters"));
    for folder in 0..15 {
        let _ = write!(body, "<li><a href=\"#f{folder}\">{}</a></li>", truth.control(&format!("Drawer {folder:02}")));
    }
    body.push_str("</ul></nav><main><div role=toolbar aria-label=\"With what is ticked\">");
    for verb in 0..12 {
        let _ = write!(body, "<button>{}</button>", truth.control(&format!("Errand {verb:02}")));
    }
    body.push_str("</div><table><tbody>");
    for row in 0..500 {
        let [tick, flag, open, put] = ["Tick", "Flag", "Letter", "Put away"];
        let _ = write!(
            body,
            "<tr><td><input type=checkbox aria-label=\"{}\"></td><td><button aria-label=\"{}\">&#9873;</button></td>\
             <td><b>{}</b></td><td><a href=\"#l{row}\">{} {}</a> <span>{}</span></td><td><time>{} May</time></td>\
             <td><button>{}</button></td></tr>",
            truth.numbered(tick, row),
            truth.numbered(flag, row),
            rng.words(2),
            truth.numbered(open, row),
            rng.words(5),
            rng.words(9),
            row % 28 + 1,
            truth.numbered(put, row),
        );
    }
    body.push_str("</tbody></table></main>");
    Page { name: "inbox", html: document("Letters", &body), truth }
}

/// 2,000 cards of 10 elements.
fn shop() -> Page {
    let mut truth = GroundTruth::default();
    let mut rng = SeededRng(12);
    let mut body = String::from("<header><h1>Seeds and bulbs</h1><label>");
    let _ = write!(body, "{} <input type=search></label>", truth.control("Look for a plant"));
    let _ = write!(
        body,
        "<label>{} <select><option>By name<option>By price</select></label></header><aside><ul>",
        truth.control("Order of plants")
    );
    for colour in 0..20 {
        let name = truth.control(&format!("Colour {colour:02}"));
        let _ = write!(body, "<li><label><input type=checkbox> {name}</label></li>");
    }
    body.push_str("</ul></aside><main class=cards>");
    for card in 0..2000 {
        let _ = write!(
            body,
            "<article class=card><div class=leaf></div><h3><a href=\"#c{card}\">{} {}</a></h3><p><b>{}.50</b></p>\
             <p><span>{} seeds</span></p><button>{}</button><button aria-label=\"{}\">&#10084;</button></article>",
            truth.numbered("Plant", card),
            rng.words(2),
            rng.below(90) + 1,
            rng.below(400) + 10,
            truth.numbered("Order plant", card),
            truth.numbered("Keep plant", card),
        );
    }
    body.push_str("</main>");
    Page { name: "shop", html: document("Seeds", &body), truth }
}

/// 10,000 elements of prose in nested sections.
fn article() -> Page {
    let mut truth = GroundTruth::default();
    let mut rng = SeededRng(13);
    let (mut body, mut links) = (String::from("<article>"), 0);
    for chapter in 0..50 {
        let _ = write!(body, "<section><h2>{}</h2>", rng.words(3));
        for section in 0..12 {
            let _ = write!(body, "<div><section><h3>{} {chapter}.{section}</h3>", rng.words(2));
            for _ in 0..2 {
                let link = truth.numbered("Source", links);
                let _ = write!(
                    body,
                    "<p>{} <em>{}</em> {} <a href=\"#s{links}\">{link}</a> <span><strong>{}</strong></span> {}</p>\
                     <ul><li>{}</li></ul>",
                    rng.words(12),
                    rng.words(2),
                    rng.words(7),
                    rng.words(2),
                    rng.words(6),
                    rng.words(5),
                );
                links += 1;
            }
            body.push_str("</section></div>");
        }
        body.push_str("</section>");
    }
    body.push_str("</article>");
    Page { name: "article", html: document("A long read", &body), truth }
}

/// 1,250 groups of 40 elements, 4 of which can be used.
fn console() -> Page {
    let mut truth = GroundTruth::default();
    let mut rng = SeededRng(14);
    let mut body = String::from("<main>");
    for group in 0..1250 {
        let _ = write!(body, "<div class=group><div><div><h4>{}</h4><ul>", rng.words(2));
        for _ in 0..6 {
            let _ = write!(body, "<li><span><b>{}</b> <i>{}</i></span></li>", rng.words(1), rng.words(2));
        }
        let _ = write!(
            body,
            "</ul><div><button>{}</button><a href=\"#g{group}\">{}</a><input aria-label=\"{}\">\
             <div style=\"cursor:pointer\" onclick=\"this.id=''\">{}</div></div></div></div>\
             <p>{} <span>{} <u>{}</u></span></p><dl><dt>{}</dt><dd>{}</dd></dl></div>",
            truth.numbered("Start pump", group),
            truth.numbered("Log of pump", group),
            truth.numbered("Name of pump", group),
            truth.unmark(&format!("Valve {group:04}")),
            rng.words(4),
            rng.words(2),
            rng.words(1),
            rng.words(1),
            rng.words(2),
        );
    }
    body.push_str("</main>");
    Page { name: "console", html: document("Pumps", &body), truth }
}

fn nested() -> Page {
    let mut truth = GroundTruth::default();
    let top = truth.control("Press on the page");
    for (kind, name) in
        [("own_frame", "own frame"), ("deeper_frame", "deeper frame"), ("stranger_frame", "stranger frame")]
    {
        truth.inside.insert(kind, vec![format!("Press in {name}"), format!("Write in {name}")]);
    }
    for (kind, name) in [("open_root", "open root"), ("inner_root", "inner root"), ("closed_root", "closed root")] {
        truth.inside.insert(kind, vec![format!("Press in {name}")]);
    }
    let body = format!(
        "<main><h1>Boxes in boxes</h1><button>{top}</button><x-open></x-open><x-closed></x-closed>
<iframe src=\"/frame/own\" width=700 height=420></iframe></main><script>
const box = (name, mode, html) => customElements.define(name, class extends HTMLElement {{
  connectedCallback() {{ this.attachShadow({{mode}}).innerHTML = html }} }});
box('x-inner', 'open', '<button>Press in inner root</button>');
box('x-open', 'open', '<button>Press in open root</button><x-inner></x-inner>');
box('x-closed', 'closed', '<button>Press in closed root</button>');</script>"
    );
    Page { name: "nested", html: document("Boxes", &body), truth }
}

impl GroundTruth {
    fn control(&mut self, name: &str) -> String {
        self.controls.push(name.to_owned());
        name.to_owned()
    }

    fn unmark(&mut self, name: &str) -> String {
        self.unmarked.push(name.to_owned());
        name.to_owned()
    }

    fn numbered(&mut self, what: &str, number: usize) -> String {
        self.control(&format!("{what} {number:04}"))
    }
}

fn document(title: &str, body: &str) -> String {
    format!("{HEAD}<title>{title}</title><body>{body}<i id=clock>0</i></body></html>")
}

const HEAD: &str = "<!doctype html><html lang=en><meta charset=utf-8><style>
body{font:14px/1.4 sans-serif;margin:8px} nav,aside{float:left;width:160px} main{overflow:hidden}
.cards{display:flex;flex-wrap:wrap;gap:8px} .card{width:170px;border:1px solid #bbb;padding:6px} .leaf{height:20px}</style>";

/// Ways to hide something.
const HIDING: [(&str, &str); 7] = [
    ("Hidden without display", "<button style=\"display:none\">NAME</button>"),
    ("Hidden by visibility", "<button style=\"visibility:hidden\">NAME</button>"),
    ("Hidden by attribute", "<p hidden><a href=\"#h\">NAME</a></p>"),
    ("Hidden by no opacity", "<div style=\"opacity:0;height:0;overflow:hidden\"><button>NAME</button></div>"),
    ("Hidden far outside", "<div style=\"position:absolute;left:-9000px\"><button>NAME</button></div>"),
    ("Hidden in an empty box", "<div style=\"width:0;height:0;overflow:hidden\"><button>NAME</button></div>"),
    ("Hidden with its parent", "<div style=\"display:none\"><label>NAME <input></label></div>"),
];
