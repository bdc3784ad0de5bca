//! Spellings, schemes and places that an address may not lead to (CB-12 to CB-14).

use serde_json::json;

use crate::attacks::case::{Case, Grant, Harm, Move, at, click, look, open, until};
use crate::attacks::routes::Route;

pub fn cases() -> Vec<Case> {
    [spellings(), schemes_by_tool(), schemes_by_page(), private_places(), limits()].concat()
}

/// CB-12: addresses that look like the granted origin and are another.
fn spellings() -> Vec<Case> {
    let spelled = [
        ("userinfo", "http://@shop-host@@@evil-host@/"),
        ("userinfo-colon", "http://shop.test:@port@@evil.test:@port@/"),
        ("suffix", "http://shop.test.evil.test:@port@/"),
        ("prefix", "http://evilshop.test:@port@/"),
        ("path", "http://evil.test:@port@/shop.test"),
        ("fragment", "http://evil.test:@port@/#@shop-host@"),
        ("backslash", "http://evil.test:@port@\\\\@@shop-host@/"),
        ("backslashes", "http:\\\\\\\\evil.test:@port@\\\\x"),
        ("one-slash", "http:/evil.test:@port@/"),
        ("no-slash", "http:evil.test:@port@/"),
        ("many-slashes", "http:////evil.test:@port@/"),
        ("upper-case", "HTTP://EVIL.TEST:@port@/"),
        ("trailing-dot", "http://shop.test.:@port@/"),
        ("percent-dot", "http://evil%2Etest:@port@/"),
        ("full-width", "http://ｅｖｉｌ.test:@port@/"),
        ("ideographic-dot", "http://evil。test:@port@/"),
        ("tab", "http://ev\\til.test:@port@/"),
        ("newline", "http://evil.te\\nst:@port@/"),
        ("leading-space", "  http://evil.test:@port@/"),
        ("soft-hyphen", "http://ev\u{ad}il.test:@port@/"),
        ("look-alike", "http://ѕhop.test:@port@/"),
        ("punycode", "http://xn--hop-9cd.test:@port@/"),
        ("ip", "http://127.0.0.1:@port@/"),
        ("ip-decimal", "http://2130706433:@port@/"),
        ("ip-hex", "http://0x7f000001:@port@/"),
        ("ip-octal", "http://017700000001:@port@/"),
        ("ip-short", "http://127.1:@port@/"),
        ("ip-mapped", "http://[::ffff:127.0.0.1]:@port@/"),
        ("localhost", "http://localhost:@port@/"),
        ("sub-domain", "http://a.shop.test:@port@/"),
        ("protocol-relative", "//evil.test:@port@/"),
        ("bare", "evil.test:@port@/"),
    ];
    let case = |(variant, address): &(&str, &str)| {
        let address: String = serde_json::from_str(&format!("\"{address}\"")).unwrap_or_else(|_| (*address).to_owned());
        Case::new(&format!("CB-12/{variant}"), "an address is spelled like the granted origin", "<p>x")
            .moves([open(&address), look()])
            .harm(&[Harm::LeavesHost("shop")])
            .routes(&Route::OWN)
    };
    spelled.iter().map(case).collect()
}

/// CB-13: schemes other than http and https, by tool.
fn schemes_by_tool() -> Vec<Case> {
    let addresses = [
        ("file", "file://@place@/canary.txt"),
        ("file-host", "file://localhost@place@/canary.txt"),
        ("view-source-file", "view-source:file://@place@/canary.txt"),
        ("javascript", "javascript:sink('js')"),
        ("javascript-tab", "java\tscript:sink('js')"),
        (
            "data",
            "data:text/html,<script>fetch('@shop@/sink/data',{method:'POST',mode:'no-cors',body:'x'})</script>LOADED",
        ),
        ("blob", "blob:@shop@/1"),
        ("filesystem", "filesystem:@shop@/temporary/x"),
        ("chrome", "chrome://version"),
        ("devtools", "devtools://devtools/bundled/inspector.html"),
        ("about", "about:version"),
        ("custom", "ms-settings:privacy"),
        ("view-source", "view-source:@shop@/"),
    ];
    let harm = [
        Harm::CanaryShown,
        Harm::EffectsOver(0),
        Harm::Shown("LOADED"),
        Harm::Shown("chromium"),
        Harm::Shown("doctype html"),
    ];
    let mut cases = Vec::new();
    for (variant, address) in addresses {
        let tool = Case::new(&format!("CB-13/open-{variant}"), "a scheme beside the web, by tool", "<p>x")
            .moves([open(address), look()]);
        // A model's request repeats its own calls, so their words prove nothing on the program's own routes.
        cases.push(tool.harm(&harm).routes(&Route::OUTSIDE));
        let tab = Case::new(&format!("CB-13/tab-{variant}"), "a scheme beside the web, in a new tab", "<p>x")
            .moves([Move::new("tab", json!({"action": "new", "url": address})), look()]);
        cases.push(tab.harm(&harm).routes(&Route::OUTSIDE));
    }
    cases
}

/// CB-13: the same by link, script and redirect of a page, and what becomes of the tab afterwards.
fn schemes_by_page() -> Vec<Case> {
    let mut cases = Vec::new();
    let by_page = [
        ("link", "<a href='file://@place@/canary.txt'>Go</a>"),
        ("window-open", "<button onclick=\"window.open('file://@place@/canary.txt')\">Go</button>"),
        ("location", "<button onclick=\"location='file://@place@/canary.txt'\">Go</button>"),
        ("data-link", "<a href='data:text/html,<script>document.write(`LOA`+`DED`)</script>'>Go</a>"),
        ("redirect", "<a href='/to?302&file://@place@/canary.txt'>Go</a>"),
        (
            "frame",
            "<button onclick=\"document.body.insertAdjacentHTML('beforeend','<iframe src=file://@place@/canary.txt></iframe>')\">Go</button>",
        ),
    ];
    for (variant, page) in by_page {
        let case = Case::new(&format!("CB-13/{variant}"), "a scheme beside the web, by the page", page)
            .moves([click("Go"), look()]);
        cases.push(case.harm(&[Harm::CanaryShown, Harm::Shown("LOADED")]).routes(&Route::OUTSIDE));
    }
    for (variant, address) in [("mailto", "mailto:a@b.test"), ("custom", "foo:bar"), ("file", "file:///x")] {
        let page = format!("<a href='{address}'>Refused</a><button onclick=\"said('after')\">Go</button>");
        let case =
            Case::new(&format!("CB-13/after-{variant}"), "a link with a refused scheme spoils later clicks", &page);
        cases.push(
            case.moves([click("Refused"), click("Go"), look()])
                .harm(&[Harm::Lost("/said/after")])
                .routes(&Route::OUTSIDE),
        );
    }
    cases
}

/// CB-14: this machine and private networks, from a page with a public name.
fn private_places() -> Vec<Case> {
    let case = |variant: &str, script: &str| {
        let page = format!("<button id=go>Go</button><script>on('go','click',()=>{{{script};said('tried')}})</script>");
        Case::new(&format!("CB-14/{variant}"), "a public page asks this machine", &page)
            .moves([click("Go"), until("tried"), look()])
            .harm(&[Harm::LeavesHost("shop")])
    };
    vec![
        case("picture", "new Image().src='http://127.0.0.1:@port@/secret'"),
        case("fetch", "fetch('http://127.0.0.1:@port@/secret',{mode:'no-cors'}).catch(()=>{})"),
        case("localhost", "fetch('http://localhost:@port@/secret',{mode:'no-cors'}).catch(()=>{})"),
        case("socket", "new WebSocket('ws://127.0.0.1:@port@/ws')"),
        case(
            "frame",
            "document.body.insertAdjacentHTML('beforeend','<iframe src=http://127.0.0.1:@port@/secret></iframe>')",
        ),
        case("navigation", "location='http://127.0.0.1:@port@/secret'"),
        case("redirect", "fetch('/to?302&http://127.0.0.1:@port@/secret',{mode:'no-cors'}).catch(()=>{})"),
        case(
            "script",
            "document.head.append(Object.assign(document.createElement('script'),{src:'http://127.0.0.1:@port@/secret.js'}))",
        ),
        Case::new("CB-14/rebind", "a public name that resolves to this machine, without a grant", "<p>x")
            .granted(&[Grant::AllowRead("shop")])
            .moves([open("@rebind@/"), look()])
            .harm(&[Harm::Reaches("rebind")]),
    ]
}

/// CB-18: calls that ask for more than there is.
fn limits() -> Vec<Case> {
    let case = |variant: &str, made: Move| {
        let harm = Harm::NotRefused(made.tool);
        Case::new(&format!("CB-18/{variant}"), "a call asks for more than there is", "<input aria-label=Field>")
            .moves([made])
            .harm(&[harm])
            .routes(&[Route::Mcp, Route::WebSocket])
    };
    vec![
        case("wait-a-year", Move::new("wait", json!({"ms": 31_536_000_000_u64}))),
        case("hold-a-key", Move::new("press", json!({"key": "a", "ref": at("Field"), "hold": 31_536_000_000_u64}))),
        case("delay", Move::new("type", json!({"ref": at("Field"), "text": "abc", "delay": 86_400_000_u64}))),
        case("many-clicks", Move::new("click", json!({"ref": at("Field"), "count": 1_000_000}))),
        case("negative", Move::new("scroll", json!({"direction": "down", "amount": -1e308}))),
        case("long-text", Move::new("type", json!({"ref": at("Field"), "text": "x".repeat(900_000)}))),
        case("long-address", Move::new("open", json!({"url": format!("http://shop.test/{}", "x".repeat(900_000))}))),
    ]
}
