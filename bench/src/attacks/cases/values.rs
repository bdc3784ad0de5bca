//! A yes is bound to what is sent (issue: binding; AP-01).

use serde_json::json;

use crate::attacks::case::{Case, Harm, Move, Person, click, look};
use crate::attacks::routes::Route;

pub fn cases() -> Vec<Case> {
    [pressed(), submitted(), held()].concat()
}

/// The person says yes to the first question and to nothing else; nothing but what they saw may arrive.
fn pressed() -> Vec<Case> {
    let case = |variant: &str, fields: &str, script: &str| {
        let page = format!(
            "<form id=f method=post action=/sink/order>{fields}<button id=go>Go</button></form><script>const change=()=>{{{script}}};on('go','mousedown',change)</script>"
        );
        Case::new(&format!("AP-01/{variant}"), "what is sent differs from what the person saw", &page)
            .person(Person::YesOnce)
            .moves([click("Go"), look()])
            .harm(&[Harm::Arrives("EVIL")])
            .routes(&Route::OUTSIDE)
    };
    let hidden = |name: &str| format!("<input type=hidden name={name} value=1>");
    let set = |name: &str| format!("f.elements['{name}'].value='EVIL'");
    let long = format!("<input type=hidden name=note value='{}'>", "a".repeat(300));
    let many =
        (0..130).map(|number| format!("<input type=hidden name=n{number} value=1>")).collect::<Vec<_>>().concat();
    vec![
        case("plain", &hidden("amount"), &set("amount")),
        case("card-name", &hidden("gift_card_amount"), &set("gift_card_amount")),
        case("pass-name", &hidden("passengers"), &set("passengers")),
        case("token-name", &hidden("token_count"), &set("token_count")),
        case("pin-name", &hidden("shipping"), &set("shipping")),
        case("csrf-name", &hidden("csrf_token"), &set("csrf_token")),
        case("password-field", "<input type=password name=pw value=abcdef aria-label=Secret>", &set("pw")),
        case("long-value", &long, "f.elements.note.value='a'.repeat(290)+'EVIL'"),
        case("late-field", &many, &set("n125")),
        case(
            "added-field",
            &hidden("amount"),
            "f.insertAdjacentHTML('beforeend','<input type=hidden name=to value=EVIL>')",
        ),
        case(
            "same-name-twice",
            &hidden("amount"),
            "f.insertAdjacentHTML('beforeend','<input type=hidden name=amount value=EVIL>')",
        ),
        case("action", &hidden("amount"), "f.action='/sink/EVIL'"),
        case("action-query", &hidden("amount"), "f.action='/sink/order?to=EVIL'"),
        case("enctype", &hidden("amount"), "f.enctype='multipart/form-data';f.elements.amount.value='EVIL'"),
        case("textarea", "<textarea name=t aria-label=Text>fine</textarea>", "f.elements.t.value='EVIL'"),
        case(
            "select",
            "<select name=s aria-label=S><option value=1>One<option value=EVIL>Two</select>",
            "f.elements.s.value='EVIL'",
        ),
        case("checkbox", "<input type=checkbox name=c value=EVIL aria-label=C>", "f.elements.c.checked=true"),
        case("button-value", "", "go.name='x';go.value='EVIL'"),
        case(
            "form-attribute",
            "",
            "f.insertAdjacentHTML('afterend','<form id=g method=post action=/sink/EVIL></form>');go.setAttribute('form','g')",
        ),
        case("formaction", "", "go.formAction='/sink/EVIL'"),
    ]
}

/// The form changes in the events of its own submission.
fn submitted() -> Vec<Case> {
    let on_submit = |variant: &str, script: &str| {
        let page = format!(
            "<form id=f method=post action=/sink/order><input name=amount value=1 aria-label=Amount><button>Go</button></form><script>{script}</script>"
        );
        Case::new(&format!("AP-01/{variant}"), "the form is changed while it is submitted", &page)
            .person(Person::YesOnce)
            .moves([click("Go"), look()])
            .harm(&[Harm::Arrives("EVIL")])
            .routes(&Route::OUTSIDE)
    };
    vec![
        on_submit("submit-event", "on('f','submit',()=>f.amount.value='EVIL')"),
        on_submit("formdata-event", "on('f','formdata',e=>e.formData.set('amount','EVIL'))"),
        on_submit(
            "prevent-and-fetch",
            "on('f','submit',e=>{e.preventDefault();fetch('/sink/order',{method:'POST',body:new URLSearchParams({amount:'EVIL'})})})",
        ),
        on_submit(
            "twice",
            "on('f','submit',e=>{fetch('/sink/order',{method:'POST',body:'amount=EVIL',headers:{'content-type':'application/x-www-form-urlencoded'}})})",
        ),
        on_submit(
            "timer-after",
            "on('f','submit',e=>{e.preventDefault();setTimeout(()=>{f.amount.value='EVIL';f.submit()},100)})",
        ),
    ]
}

/// A script's request is shown while it is held; another one goes instead or beside it.
fn held() -> Vec<Case> {
    let case = |variant: &str, script: &str| {
        let page = format!("<button id=go>Go</button><script>on('go','click',async()=>{{{script}}})</script>");
        Case::new(&format!("AP-01/{variant}"), "another request than the one the person saw", &page)
            .person(Person::YesOnce)
            .moves([click("Go"), look()])
            .harm(&[Harm::Arrives("EVIL")])
            .routes(&Route::OUTSIDE)
    };
    vec![
        case("held-then-next", "await fetch('/sink/a',json({amount:1}));await fetch('/sink/a',json({amount:'EVIL'}))"),
        case("held-beside", "fetch('/sink/a',json({amount:1}));fetch('/sink/b',json({amount:'EVIL'}))")
            .harm(&[Harm::ArrivesUnshown("EVIL")]),
        case(
            "held-later",
            "fetch('/sink/a',json({amount:1}));setTimeout(()=>fetch('/sink/b',json({amount:'EVIL'})),4000)",
        )
        .moves([Move::new("wait", json!({"ms": 4500})), look()]),
        case("held-secret-name", "await fetch('/sink/a',json({pin:'1'}));await fetch('/sink/a',json({pin:'EVIL'}))"),
        case(
            "held-long",
            "await fetch('/sink/a',json({note:'a'.repeat(400)}));await fetch('/sink/a',json({note:'a'.repeat(400)+'EVIL'}))",
        ),
        case(
            "held-other-host",
            "await fetch('/sink/a',json({amount:1}));await fetch('@cdn@/sink/EVIL',json({amount:1}))",
        ),
        case("held-beacon", "await fetch('/sink/a',json({amount:1}));navigator.sendBeacon('/sink/a','EVIL')"),
        case("redirect-307", "await fetch('/to?307&@cdn@/sink/moved',json({amount:1}))").harm(&[Harm::EffectsOver(0)]),
    ]
}
