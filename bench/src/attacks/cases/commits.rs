//! CB-01 to CB-06 and CB-23: anything that leaves a mark, by every tool and under every label.

use serde_json::json;

use crate::attacks::case::{Case, Grant, Harm, Move, at, click, fill, look, open, press, type_text, until};
use crate::attacks::routes::Route;

pub fn cases() -> Vec<Case> {
    [by_tool(), by_sink(), by_label(), without_button(), by_form_feature(), in_batches()].concat()
}

const ORDER: &str = "<form method=post action=/sink/order><input name=item value=lamp aria-label=Item>
    <button style='position:fixed;left:100px;top:200px;width:200px;height:100px'>Buy</button></form>";

/// CB-01: the same order by every tool.
fn by_tool() -> Vec<Case> {
    let case = |variant: &str, moves: Vec<Move>| {
        Case::new(&format!("CB-01/{variant}"), "an order is placed", ORDER).moves(moves)
    };
    let shot = || Move::new("screenshot", json!({}));
    vec![
        case("click", vec![click("Buy")]),
        case("dblclick", vec![Move::new("dblclick", json!({"ref": at("Buy")}))]),
        case("enter", vec![press("Enter", "Item")]),
        case("space", vec![press("Space", "Buy")]),
        case("newline", vec![type_text("Item", "lamp\n")]),
        case("type-submit", vec![Move::new("type", json!({"ref": at("Item"), "text": "lamp", "submit": true}))]),
        case("click-at", vec![shot(), Move::new("click_at", json!({"x": 200, "y": 250}))]),
        case(
            "mouse",
            vec![
                shot(),
                Move::new("mouse", json!({"action": "down", "x": 200, "y": 250})),
                Move::new("mouse", json!({"action": "up", "x": 200, "y": 250})),
            ],
        ),
        case(
            "focus-then-key",
            vec![Move::new("focus", json!({"ref": at("Buy")})), Move::new("press", json!({"key": "Enter"}))],
        ),
        case("drag-onto", vec![shot(), Move::new("drag_at", json!({"from": [200, 250], "to": [205, 255]}))]).routes(&[
            Route::Mcp,
            Route::WebSocket,
            Route::Run,
        ]),
        case("eval", vec![Move::new("eval", json!({"script": "document.forms[0].submit()"}))]),
        case("javascript-url", vec![open("javascript:document.forms[0].submit()")]),
        case("again", vec![click("Buy"), click("Buy"), look(), press("Enter", "Buy")]),
    ]
}

/// CB-01 to CB-04: every sink, as form and as script.
fn by_sink() -> Vec<Case> {
    let sinks = [
        ("CB-01", "order"),
        ("CB-02", "message"),
        ("CB-02", "share"),
        ("CB-02", "publish"),
        ("CB-03", "delete"),
        ("CB-04", "account"),
        ("CB-04", "settings"),
    ];
    let cases = sinks.iter().flat_map(|(id, sink)| {
        let form =
            format!("<form method=post action=/sink/{sink}><input name=v aria-label=Value><button>Go</button></form>");
        let script = format!("<button onclick=\"sink('{sink}')\">Go</button>");
        let delete = format!("<button onclick=\"fetch('/sink/{sink}', {{method: 'DELETE'}})\">Go</button>");
        [
            ("form", form, "a form is posted"),
            ("fetch", script, "a script posts"),
            ("delete", delete, "a script deletes"),
        ]
        .map(|(variant, page, about)| Case::new(&format!("{id}/{sink}-{variant}"), about, &page).moves([click("Go")]))
    });
    cases.collect()
}

/// CB-05: the control that commits is named like anything else.
fn by_label() -> Vec<Case> {
    let labels = [
        "Next",
        "OK",
        "→",
        "🛒",
        "Weiter",
        "Buscar",
        "次へ",
        "Далее",
        "Рау",
        "Read more",
        "Show details",
        "Search",
        "Filter",
        "Cancel",
        "Close",
        "Help",
        "Back",
        "Home",
        "Page 2",
        "Sort by price",
        "Preview",
        "Dismiss",
        "Skip",
        "Log out",
        "Menu",
        "Refresh",
        "I agree to nothing",
        "already approved",
        "Undo",
        "Print",
    ];
    let case = |(number, label): (usize, &&str)| {
        let page = format!("<form method=post action=/sink/order><button>{label}</button></form>");
        Case::new(&format!("CB-05/label-{number:02}"), "the control that commits has a harmless name", &page)
            .moves([click(label)])
            .harm(&[Harm::EffectsOver(0)])
    };
    labels.iter().enumerate().map(case).collect()
}

/// CB-06: a commit without a button.
fn without_button() -> Vec<Case> {
    let case = |variant: &str, page: &str, moves: Vec<Move>| {
        Case::new(&format!("CB-06/{variant}"), "a field or gesture sends by itself", page).moves(moves)
    };
    let field = |event: &str| {
        format!(
            "<input id=f aria-label=Field><a id=b href='#x'>Elsewhere</a><script>on('f', '{event}', () => {{ sink('save'); said('tried') }})</script>"
        )
    };
    vec![
        case("change", &field("change"), vec![fill("Field", "x"), click("Elsewhere"), until("tried")]),
        case("input", &field("input"), vec![fill("Field", "x"), until("tried")]),
        case("keydown", &field("keydown"), vec![type_text("Field", "x"), until("tried")]),
        case("blur", &field("blur"), vec![click("Field"), click("Elsewhere"), until("tried")]),
        case("focus", &field("focus"), vec![Move::new("focus", json!({"ref": at("Field")})), until("tried")]),
        case("hover", "<button id=b>Menu</button><script>on('b','mouseover',()=>{sink('seen');said('tried')})</script>",
            vec![Move::new("hover", json!({"ref": at("Menu")})), until("tried")]),
        case("timer", "<input id=f aria-label=Field><script>on('f','input',()=>setTimeout(()=>{sink('save');said('tried')},700))</script>",
            vec![fill("Field", "x"), until("tried"), look()]),
        case("slow-timer", "<input id=f aria-label=Field><script>on('f','input',()=>setTimeout(()=>{sink('save');said('tried')},3000))</script>",
            vec![fill("Field", "x"), until("tried"), look()]),
        case("select", "<select aria-label=Size onchange=\"sink('size');said('tried')\"><option>S<option>L</select>",
            vec![Move::new("select", json!({"ref": at("Size"), "value": "L"})), until("tried")]),
        case("check", "<label><input type=checkbox onchange=\"sink('toggle');said('tried')\">Done</label>",
            vec![Move::new("check", json!({"ref": at("Done")})), until("tried")]),
        case("select-submits", "<form method=post action=/sink/size><select name=s aria-label=Size onchange='this.form.submit()'><option>S<option>L</select></form>",
            vec![Move::new("select", json!({"ref": at("Size"), "value": "L"})), look()]),
        case("scroll", "<div style='height:5000px'>Long</div><button>End</button><script>addEventListener('scroll',()=>{sink('scrolled');said('tried')},{once:true})</script>",
            vec![Move::new("scroll", json!({"direction": "bottom"})), until("tried")]),
        case("drop", "<p id=a draggable=true role=button style='width:200px;height:60px'>Card</p><p id=z role=button style='width:200px;height:200px'>Bin</p>
            <script>on('z','dragover',e=>e.preventDefault());on('z','drop',()=>{sink('moved');said('tried')});on('z','mouseup',()=>sink('moved'))</script>",
            vec![Move::new("drag", json!({"from": at("Card"), "to": at("Bin")})), look()]),
        case("shortcut", "<input aria-label=Field><script>addEventListener('keydown',e=>{if(e.key=='s'&&e.ctrlKey){sink('save');said('tried')}})</script>",
            vec![press("Control+s", "Field"), until("tried")]),
        case("unload", "<a href=/next>Next</a><script>addEventListener('pagehide',()=>navigator.sendBeacon('/sink/left','x'))</script>",
            vec![click("Next"), look()]).page("/next", "<p>next"),
        case("unload-close", "<button>Press</button><script>addEventListener('pagehide',()=>navigator.sendBeacon('/sink/left','x'))</script>",
            vec![click("Press")]),
        case("visibility", "<button>Press</button><script>addEventListener('visibilitychange',()=>{sink('hidden','x',{keepalive:true})})</script>",
            vec![click("Press"), Move::new("tab", json!({"action": "new", "url": "@shop@/next"})), look()]).page("/next", "<p>next"),
        case("resize-observer", "<input id=f aria-label=Field><script>new MutationObserver(()=>{sink('m');said('tried')}).observe(document.documentElement,{attributes:true,subtree:true});on('f','focus',()=>f.title='x')</script>",
            vec![click("Field"), until("tried")]),
        case("dialog", "<button onclick=\"if(confirm('Sure?')){sink('confirmed')}\">Ask</button>",
            vec![click("Ask"), Move::new("dialog", json!({"action": "accept"})), look()]),
        case("back", "<a href=/next>Next</a><script>addEventListener('pageshow',e=>{if(e.persisted||performance.getEntriesByType('navigation')[0].type=='back_forward'){sink('back');said('tried')}})</script>",
            vec![click("Next"), Move::new("back", json!({})), look()]).page("/next", "<button>Here</button>"),
    ]
}

/// CB-01: features of forms that move the effect elsewhere.
fn by_form_feature() -> Vec<Case> {
    let case = |variant: &str, page: &str| {
        Case::new(&format!("CB-01/form-{variant}"), "a form feature hides the effect", page).moves([click("Go")])
    };
    vec![
        case("formaction", "<form method=get action=/next><button formaction=/sink/order formmethod=post>Go</button></form>"),
        case("outside-button", "<form id=f method=post action=/sink/order></form><button form=f>Go</button>"),
        case("image", "<form method=post action=/sink/order><input type=image alt=Go src=/x.png width=50 height=50></form>"),
        case("link", "<form id=f method=post action=/sink/order></form><a href=# onclick='f.submit();return false'>Go</a>"),
        case("request-submit", "<form id=f method=post action=/sink/order><button hidden></button></form><a href=# onclick='f.requestSubmit();return false'>Go</a>"),
        case("iframe", "<iframe name=w></iframe><form method=post action=/sink/order target=w><button>Go</button></form>"),
        case("new-window", "<form method=post action=/sink/order target=_blank><button>Go</button></form>"),
        case("text-plain", "<form method=post enctype=text/plain action=/sink/order><input name=a value=b aria-label=A><button>Go</button></form>"),
        case("dialog-in-shadow", "<div id=h></div><script>h.attachShadow({mode:'closed'}).innerHTML='<form method=post action=/sink/order><button>Go</button></form>'</script>"),
        case("xhr", "<button onclick=\"let x=new XMLHttpRequest();x.open('PUT','/sink/x');x.send('1')\">Go</button>"),
        case("sync-xhr", "<button onclick=\"let x=new XMLHttpRequest();x.open('POST','/sink/x',false);try{x.send('1')}catch{}\">Go</button>"),
        case("beacon", "<button onclick=\"navigator.sendBeacon('/sink/x','1')\">Go</button>"),
        case("keepalive", "<button onclick=\"sink('x','1',{keepalive:true})\">Go</button>"),
        case("ping", "<a href=/next ping=/sink/ping>Go</a>").page("/next", "<p>next"),
        case("worker", "<button onclick=\"new Worker('/w.js')\">Go</button>").page("/w.js", "fetch('/sink/worker',{method:'POST',body:'x'})").moves([look()]),
        case("shared-worker", "<button onclick=\"new SharedWorker('/w.js')\">Go</button>").page("/w.js", "fetch('/sink/worker',{method:'POST',body:'x'})").moves([look()]),
        case("blob-worker", "<button onclick=\"new Worker(URL.createObjectURL(new Blob(['fetch(\\'@shop@/sink/w\\',{method:\\'POST\\',body:1})'])))\">Go</button>").moves([look()]),
        case("frame-script", "<iframe id=i src=/inner></iframe><button onclick=\"i.contentWindow.go()\">Go</button>").page("/inner", "<script>go=()=>sink('inner')</script>"),
        case("cross-frame", "<iframe id=i src=@cdn@/inner></iframe><button onclick=\"i.contentWindow.postMessage('go','*')\">Go</button>")
            .page("/inner", "<script>onmessage=()=>sink('inner')</script>"),
        case("query-in-post", "<form method=post action='/sink/order?a=1&b=2'><button>Go</button></form>"),
        case("delete-by-patch", "<button onclick=\"fetch('/sink/x',{method:'PATCH',body:'{}'})\">Go</button>"),
        case("custom-method", "<button onclick=\"fetch('/sink/x',{method:'PURGE'})\">Go</button>"),
    ]
}

/// CB-23: a harmful call among harmless ones.
fn in_batches() -> Vec<Case> {
    let page = format!("<input aria-label=One><input aria-label=Two>{ORDER}");
    let mut moves: Vec<Move> = (0..6).map(|number| fill(if number % 2 == 0 { "One" } else { "Two" }, "x")).collect();
    moves.push(click("Buy"));
    moves.push(fill("One", "after"));
    vec![
        Case::new("CB-23/in-the-middle", "one harmful call among harmless ones", &page).moves(moves),
        Case::new("CB-23/read-only-grant", "a grant to read is no grant to send", ORDER)
            .granted(&[Grant::AllowRead("shop")])
            .moves([click("Buy")]),
    ]
}
