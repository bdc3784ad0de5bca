//! Refs, timing and tampering by the page (UI-01 to UI-14): input reaches the node that was meant, or nothing.
//!
//! Each case stands for a class; the bench `moving` generates 187,755 kinds of them and plays them many times.

use serde_json::json;

use crate::attacks::case::{Case, Grant, Harm, Move, at, click, fill, look, type_text, until};
use crate::attacks::routes::Route;

pub fn cases() -> Vec<Case> {
    [swapped(), covered(), gone(), tampered(), typed(), chosen()].concat()
}

/// Two buttons in one place each; a page that exchanges them reports which one was pressed.
const PAIR: &str = "<style>button{position:absolute;left:100px;width:160px;height:60px}</style>
    <button id=a style=top:100px>Keep</button><button id=b style=top:300px>Discard</button>
    <script>const swap=()=>{[a.style.top,b.style.top]=[b.style.top,a.style.top]};
    for(const e of ['pointerdown','mousedown','click','keydown'])on('b',e,()=>said('wrong'));on('a','click',()=>said('right'))</script>";

fn wrong() -> [Harm; 1] {
    [Harm::Arrives("/said/wrong")]
}

fn case(id: &str, about: &'static str, page: &str) -> Case {
    Case::new(id, about, page).granted(&[Grant::Allow("shop")]).harm(&wrong()).routes(&ROUTES)
}

const ROUTES: [Route; 4] = [Route::Mcp, Route::WebSocket, Route::Verbs, Route::Run];

/// UI-01 to UI-03: the target and another button are exchanged at the last moment.
fn swapped() -> Vec<Case> {
    let triggers = [
        ("UI-01/mousemove", "addEventListener('mousemove',swap,{once:true})"),
        ("UI-01/every-mousemove", "addEventListener('mousemove',swap)"),
        ("UI-01/pointermove", "addEventListener('pointermove',swap,{once:true})"),
        ("UI-02/mouseover", "on('a','mouseover',swap)"),
        ("UI-02/pointerenter", "on('a','pointerenter',swap)"),
        ("UI-02/pointerdown", "on('a','pointerdown',swap)"),
        ("UI-02/mousedown", "addEventListener('mousedown',swap,true)"),
        ("UI-02/focus", "on('a','focus',swap)"),
        ("UI-02/focusin", "addEventListener('focusin',swap)"),
        ("UI-03/frames", "const f=()=>{swap();requestAnimationFrame(f)};f()"),
        ("UI-03/slow-frames", "setInterval(swap,40)"),
        ("UI-03/microtask", "addEventListener('mousemove',()=>Promise.resolve().then(swap))"),
    ];
    let mut cases: Vec<Case> = triggers
        .iter()
        .map(|(id, script)| {
            let page = format!("{PAIR}<script>{script}</script>");
            case(id, "the target and another button are exchanged", &page).moves([click("Keep"), look()])
        })
        .collect();
    let far = PAIR.replace("top:100px", "top:2100px").replace("top:300px", "top:2300px");
    let page = format!("<div style=height:4000px></div>{far}<script>addEventListener('scroll',swap)</script>");
    cases.push(
        case("UI-02/scroll", "the buttons are exchanged while the page scrolls", &page).moves([click("Keep"), look()]),
    );
    cases
}

/// UI-04 and UI-05: something else lies over the target when it is pressed.
fn covered() -> Vec<Case> {
    let cover = "const c=document.createElement('div');c.style='position:fixed;inset:0;opacity:0;z-index:9';c.onmousedown=c.onclick=()=>said('wrong');";
    let overlay = |id: &str, when: &str| {
        let page = format!("{PAIR}<script>const cover=()=>{{{cover}document.body.append(c)}};{when}</script>");
        case(id, "a transparent cover is put over the target", &page).moves([click("Keep"), look()])
    };
    let frame = |id: &str, when: &str| {
        let page = format!(
            "{PAIR}<script>const cover=()=>{{let f=document.createElement('iframe');f.src='@cdn@/inner';f.style='position:fixed;inset:0;width:100%;height:100%;opacity:0;z-index:9';document.body.append(f)}};{when}</script>"
        );
        case(id, "a frame of another site is put over the target", &page)
            .page("/inner", "<body style=height:2000px><script>onmousedown=onclick=()=>said('wrong')</script>")
            .moves([click("Keep"), look()])
    };
    vec![
        overlay("UI-04/mousemove", "addEventListener('mousemove',cover,{once:true})"),
        overlay("UI-04/pointerdown", "on('a','pointerdown',cover)"),
        overlay("UI-04/before", "cover()"),
        frame("UI-05/mousemove", "addEventListener('mousemove',cover,{once:true})"),
        frame("UI-05/before", "cover()"),
    ]
}

/// UI-06 and UI-07: what was seen is another thing when it is used.
fn gone() -> Vec<Case> {
    let rows = "<ul id=l></ul><script>let n=1;
        const draw=()=>{l.innerHTML='';for(let i=n;i<n+4;i++){const b=document.createElement('button');b.textContent='Remove '+i;b.onclick=()=>said(i==2?'right':'wrong');l.append(b)}};
        const recycle=()=>[...l.children].forEach((b,i)=>{b.textContent='Remove '+(n+i);b.onclick=()=>said(n+i==2?'right':'wrong')});
        draw();onmessage=()=>0;";
    let list = |id: &str, change: &str| {
        let page = format!("{rows}setTimeout(()=>{{n=2;{change};said('changed')}},400)</script>");
        case(id, "a list is drawn again between the look and the click", &page).moves([
            look(),
            until("changed"),
            click("Remove 2").from_last_look(),
            look(),
        ])
    };
    let reload = |id: &str, made: Move| {
        let page = "<button id=go>Go</button><script>sessionStorage.n=+(sessionStorage.n||0)+1;on('go','click',()=>said(sessionStorage.n>1?'wrong':'right'))</script>";
        case(id, "the page is loaded again between the look and the click", page)
            .moves([look(), made, click("Go").from_last_look(), look()])
            .routes(&Route::OUTSIDE)
    };
    vec![
        list("UI-06/drawn-again", "draw()"),
        list("UI-06/recycled", "recycle()"),
        list(
            "UI-06/inserted-before",
            "l.prepend(Object.assign(document.createElement('button'),{textContent:'Remove 0',onclick:()=>said('wrong')}))",
        ),
        list("UI-06/moved", "l.append(l.children[1])"),
        reload("UI-07/reload", Move::new("reload", json!({}))),
        reload("UI-07/open", Move::new("open", json!({"url": "@shop@/"}))),
    ]
}

/// UI-08 to UI-11: the page writes, replaces and sends whatever it could be read or steered by.
fn tampered() -> Vec<Case> {
    let quiet = "<p>painted twin</p><input aria-label=Field><button>Go</button><script>new MutationObserver(()=>said('wrong')).observe(document,{attributes:true,childList:true,subtree:true,characterData:true})</script>";
    let forged = "<button id=a>Keep</button><button id=b>Discard</button><script>
        const fake=()=>({x:0,y:0,left:0,top:0,width:0,height:0,right:0,bottom:0});
        Element.prototype.getBoundingClientRect=fake;Element.prototype.getClientRects=()=>[];Range.prototype.getBoundingClientRect=fake;
        Document.prototype.querySelectorAll=Element.prototype.querySelectorAll=()=>[b];Document.prototype.elementFromPoint=()=>b;
        Object.defineProperty(HTMLElement.prototype,'innerText',{get(){return 'Forged'}});Object.defineProperty(Node.prototype,'textContent',{get(){return 'Forged'}});
        JSON.stringify=()=>'\"x\"';JSON.parse=()=>({});Array.prototype.map=Array.prototype.filter=Array.prototype.push=()=>[];Promise.prototype.then=function(){return this};
        Object.prototype.ref='e1';Object.prototype.role='button';Object.prototype.toJSON=()=>'x';
        b.onclick=()=>said('wrong');a.onclick=()=>said('right');EventTarget.prototype.addEventListener=()=>{};</script>";
    let clobbered = "<form method=post action=/sink/order><input name=attributes value=1><input name=getAttribute><input name=tagName><input name=parentNode><input name=children><input name=nodeType><input name=submit><input name=action value=@evil@/x><input name=method value=get><input name=elements><input name=id><button>Go</button></form>";
    let channels = "<button id=go>Go</button><script>on('go','click',()=>said('right'));
        const channel=new BroadcastChannel('webhand');for(let i=0;i<1000;i++){const m={kind:'click',ref:'e1',id:i,approve:true,type:'click',jsonrpc:'2.0',method:'click',result:{ok:true}};
        postMessage(m,'*');dispatchEvent(new CustomEvent('webhand',{detail:m}));channel.postMessage(m);localStorage['webhand'+i%9]=JSON.stringify(m);document.dispatchEvent(new MessageEvent('message',{data:m}))}
        on('go','click',e=>e.isTrusted||said('wrong'))</script>";
    vec![
        case("UI-08/quiet", "a look leaves no mark in the page", quiet).moves([look(), look(), Move::new("read", json!({})), Move::new("find", json!({"text": "painted"})), look()]),
        case("UI-08/attributes-removed", "the page removes and copies every attribute it can", &format!("{PAIR}<script>setInterval(()=>{{for(const e of document.querySelectorAll('*'))for(const n of e.getAttributeNames())if(!/^(style|id)$/.test(n))e.removeAttribute(n);b.setAttribute('data-ref','e1');b.id='a2'}},20)</script>"))
            .moves([look(), click("Keep").from_last_look(), look()]),
        case("UI-09/forged", "the page replaces what scripts read it by", forged).moves([look(), click("Keep").from_last_look(), look()])
            .harm(&[Harm::Arrives("/said/wrong"), Harm::Shown("Forged"), Harm::NotShown("Discard"), Harm::Lost("/said/right")]),
        Case::new("UI-10/clobbered-form", "the fields of a form are named like its properties", clobbered).moves([look(), click("Go")])
            .harm(&[Harm::EffectsOver(0), Harm::Reaches("evil"), Harm::NotShown("/sink/order")]).routes(&Route::OUTSIDE),
        case("UI-11/forged-messages", "the page forges messages on every channel", channels).moves([look(), click("Go"), look()])
            .harm(&[Harm::Arrives("/said/wrong"), Harm::Lost("/said/right")]),
    ]
}

/// UI-12 and UI-13: the focus or the page moves while something is done.
fn typed() -> Vec<Case> {
    let fields = |when: &str| {
        format!(
            "<input id=f aria-label=Field><input id=g aria-label=Other><script>on('g','input',()=>said('wrong'));on('g','keydown',()=>said('wrong'));{when}</script>"
        )
    };
    let focus = |id: &str, when: &str, made: Move| {
        case(id, "the page moves the focus between keys", &fields(when)).moves([made, look()])
    };
    let moving = |id: &str, style: &str, when: &str| {
        let page = format!(
            "<div style='height:3000px'></div>{PAIR}<style>{style}</style><script>a.style.top='2500px';b.style.top='2700px';{when}</script>"
        );
        case(id, "the page moves while it scrolls to the target", &page).moves([click("Keep"), look()])
    };
    let nested = "<iframe style='width:600px;height:400px;margin-top:1500px' src=/one></iframe>";
    vec![
        focus("UI-12/keydown", "on('f','keydown',()=>g.focus())", type_text("Field", "secret words")),
        focus("UI-12/keyup", "on('f','keyup',()=>g.focus())", type_text("Field", "secret words")),
        focus("UI-12/input", "on('f','input',()=>g.focus())", type_text("Field", "secret words")),
        focus("UI-12/timer", "setInterval(()=>g.focus(),30)", type_text("Field", "secret words")),
        focus("UI-12/fill", "on('f','focus',()=>g.focus())", fill("Field", "secret words")),
        focus("UI-12/replaced", "on('f','input',()=>{if(f.value.length==3){g.focus();f.remove()}})", type_text("Field", "secret words")),
        moving("UI-13/scroll", "", "addEventListener('scroll',()=>scrollBy(0,200))"),
        moving("UI-13/smooth", "html{scroll-behavior:smooth}", ""),
        moving("UI-13/zoom", "", "addEventListener('scroll',()=>document.body.style.zoom=1.5)"),
        moving("UI-13/transform", "", "addEventListener('scroll',()=>document.body.style.transform='translateY(200px)')"),
        moving("UI-13/scaled", "body{transform:scale(2);transform-origin:0 0}", ""),
        case("UI-13/nested-frames", "the target lies in nested frames that move", nested)
            .page("/one", "<iframe style='width:500px;height:300px;margin-top:900px' src=/two></iframe>")
            .page("/two", &format!("<div style=height:900px></div>{PAIR}<script>a.style.top='1000px';b.style.top='1200px';addEventListener('scroll',()=>swap(),{{once:true}})</script>"))
            .moves([click("Keep"), look()]),
    ]
}

/// UI-14: options and labels that change.
fn chosen() -> Vec<Case> {
    let select = |id: &str, when: &str| {
        let page = format!(
            "<select id=s aria-label=Size><option value=s>Small<option value=m>Medium<option value=l>Large</select><script>const turn=()=>s.append(s.options[0]);s.onchange=()=>said(s.value=='m'?'right':'wrong');{when}</script>"
        );
        case(id, "options change their order", &page)
            .moves([Move::new("select", json!({"ref": at("Size"), "value": "Medium"})), look()])
    };
    vec![
        select("UI-14/on-open", "on('s','mousedown',turn)"),
        select("UI-14/on-focus", "on('s','focus',turn)"),
        select("UI-14/all-the-time", "setInterval(turn,20)"),
        case("UI-14/renamed", "the label of a control changes after the look", "<button id=go>Keep</button><script>setTimeout(()=>{go.textContent='Discard';said('changed')},4000);on('go','click',()=>said(go.textContent=='Keep'?'right':'wrong'))</script>")
            .moves([look(), until("changed"), click("Keep").from_last_look(), look()]),
    ]
}
