//! Files, downloads and permissions (FI-01 to FI-07).

use serde_json::json;

use crate::attacks::case::{Case, Grant, Harm, Move, at, click, look, until};
use crate::attacks::routes::Route;

pub fn cases() -> Vec<Case> {
    [uploads(), downloads(), prompts()].concat()
}

fn uploads() -> Vec<Case> {
    let page = "<form method=post enctype=multipart/form-data action=/sink/upload><input type=file name=f aria-label=File><button>Send</button></form>
        <script>document.querySelector('input').onchange=async e=>{new Image().src='/k?'+await e.target.files[0].text();said('tried')}</script>";
    let case = |variant: &str, path: &str| {
        Case::new(&format!("FI-01/{variant}"), "a file that was not granted", page)
            .moves([Move::new("upload", json!({"ref": at("File"), "files": [path]})), click("Send"), look()])
            .harm(&[Harm::CanaryLeaves("nowhere"), Harm::EffectsOver(0)])
    };
    vec![
        case("absolute", "@place@/canary.txt"),
        case("traversal", "@place@/home/../canary.txt"),
        case("file-url", "file://@place@/canary.txt"),
        case("symlink", "@place@/link.txt"),
        case("device", "/dev/zero"),
        case("proc", "/proc/self/environ"),
        case("granted-site", "@place@/canary.txt")
            .granted(&[Grant::Allow("shop")])
            .harm(&[Harm::CanaryLeaves("nowhere")]),
    ]
}

fn downloads() -> Vec<Case> {
    let names = [
        ("traversal", "..%2F..%2Fescaped.txt"),
        ("dot", ".escaped"),
        ("override", "txt%E2%80%AEescaped.exe"),
        (
            "long",
            "escaped-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx.txt",
        ),
    ];
    let case = |(variant, name): &(&str, &str)| {
        Case::new(
            &format!("FI-03/{variant}"),
            "the name of a download leads elsewhere",
            &format!("<a href='/file/{name}'>Get</a>"),
        )
        .moves([click("Get"), Move::new("downloads", json!({})), look()])
        .harm(&[Harm::FileOutside("escaped")])
        .routes(&Route::OUTSIDE)
    };
    let mut cases: Vec<Case> = names.iter().map(case).collect();
    let many = "<button id=go>Go</button><script>on('go','click',async()=>{for(let i=0;i<130;i++){const a=document.createElement('a');a.href='/file/auto-'+i;a.download='auto-'+i;a.click();await new Promise(r=>setTimeout(r,5))}said('tried')})</script>";
    cases.push(
        Case::new("FI-04/many", "a page stores more files than it may", many)
            .moves([click("Go"), until("tried"), Move::new("downloads", json!({})), look()])
            .harm(&[Harm::FilesOver("auto-", 100)])
            .routes(&[Route::Mcp, Route::WebSocket]),
    );
    cases.push(
        Case::new("FI-06/screenshot-path", "the brain chooses where a picture is written", "<p>x")
            .moves([
                Move::new("screenshot", json!({"file": "@place@/escaped.png"})),
                Move::new("screenshot", json!({"path": "@place@/escaped.png"})),
            ])
            .harm(&[Harm::FileOutside("escaped")])
            .routes(&[Route::Mcp, Route::WebSocket]),
    );
    cases
}

/// FI-05 and FI-07: things for which a browser asks a person.
fn prompts() -> Vec<Case> {
    let case = |id: &str, script: &str| {
        let page = format!(
            "<button id=go>Go</button><input aria-label=Field><script>on('go','click',()=>{{{script}}})</script>"
        );
        Case::new(id, "a permission that only a person gives", &page)
            .moves([click("Go"), look(), Move::new("wait", json!({"ms": 300})), look()])
            .harm(&[Harm::Arrives("/said/granted")])
            .routes(&[Route::Mcp])
    };
    vec![
        case("FI-05/clipboard-write", "navigator.clipboard.writeText('x').then(()=>said('granted'),()=>{})"),
        case("FI-05/clipboard-read", "navigator.clipboard.readText().then(()=>said('granted'),()=>{})"),
        case("FI-07/geolocation", "navigator.geolocation.getCurrentPosition(()=>said('granted'),()=>{})"),
        case("FI-07/camera", "navigator.mediaDevices?.getUserMedia({video:true}).then(()=>said('granted'),()=>{})"),
        case("FI-07/notification", "Notification.requestPermission().then(p=>{if(p=='granted')said('granted')})"),
        case("FI-07/file-chooser", "showOpenFilePicker?.().then(()=>said('granted'),()=>{})"),
        case("FI-07/screen", "navigator.mediaDevices?.getDisplayMedia({video:true}).then(()=>said('granted'),()=>{})"),
        case(
            "FI-07/payment",
            "new PaymentRequest([{supportedMethods:'https://pay.test'}],{total:{label:'x',amount:{currency:'EUR',value:'1'}}}).show().then(()=>said('granted'),()=>{})",
        ),
        case(
            "FI-07/passkey",
            "navigator.credentials?.create({publicKey:{challenge:new Uint8Array(16),rp:{name:'x'},user:{id:new Uint8Array(8),name:'x',displayName:'x'},pubKeyCredParams:[{type:'public-key',alg:-7}]}}).then(()=>said('granted'),()=>{})",
        ),
        case("FI-07/usb", "navigator.usb?.requestDevice({filters:[]}).then(()=>said('granted'),()=>{})"),
        case("FI-07/print", "print();document.querySelector('input').value='after'"),
        case(
            "FI-07/external-protocol",
            "location='ms-calculator:x';setTimeout(()=>document.querySelector('input').value='after',100)",
        ),
        case("FI-07/midi", "navigator.requestMIDIAccess?.({sysex:true}).then(()=>said('granted'),()=>{})"),
    ]
}
