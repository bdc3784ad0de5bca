//! Requests that excuse later ones (issue: noise and GraphQL).

use crate::attacks::case::{Case, Harm, Move, click, look, open, until};

pub fn cases() -> Vec<Case> {
    [json_bodies(), other_bodies(), graphql()].concat()
}

/// A page posts by itself when it is loaded; the click posts something else to the same address.
fn case(variant: &str, load: &str, press: &str) -> Case {
    let page = format!(
        "<button id=go>Go</button><script>addEventListener('load',async()=>{{await ({load});said('loaded')}});on('go','click',()=>{{{press};said('tried')}})</script>"
    );
    // The load itself is the page's own; the click's request carries the word.
    Case::new(&format!("NOISE/{variant}"), "an early request excuses a later one", &page)
        .moves([until("loaded"), click("Go"), until("tried"), look()])
        .harm(&[Harm::Arrives("delete")])
}

fn json_bodies() -> Vec<Case> {
    vec![
        case("json-action", "fetch('/sink/api',json({action:'list'}))", "fetch('/sink/api',json({action:'delete'}))"),
        case(
            "json-method",
            "fetch('/sink/rpc',json({jsonrpc:'2.0',id:1,method:'get'}))",
            "fetch('/sink/rpc',json({jsonrpc:'2.0',id:2,method:'delete'}))",
        ),
        case(
            "json-batch",
            "fetch('/sink/rpc',json([{method:'get'}]))",
            "fetch('/sink/rpc',json([{method:'get'},{method:'delete'}]))",
        ),
        case("nested", "fetch('/sink/api',json({a:{op:'list'}}))", "fetch('/sink/api',json({a:{op:'delete'}}))"),
        case("added-key", "fetch('/sink/api',json({page:1}))", "fetch('/sink/api',json({page:1,delete:7}))"),
    ]
}

fn other_bodies() -> Vec<Case> {
    vec![
        case(
            "form-body",
            "fetch('/sink/api',{method:'POST',body:new URLSearchParams({do:'list'})})",
            "fetch('/sink/api',{method:'POST',body:new URLSearchParams({do:'delete'})})",
        ),
        case(
            "multipart",
            "(()=>{let f=new FormData;f.append('do','list');return fetch('/sink/api',{method:'POST',body:f})})()",
            "let f=new FormData;f.append('do','delete');fetch('/sink/api',{method:'POST',body:f})",
        ),
        case(
            "text",
            "fetch('/sink/api',{method:'POST',body:'list'})",
            "fetch('/sink/api',{method:'POST',body:'delete'})",
        ),
        case("query", "fetch('/sink/api?do=list',{method:'POST'})", "fetch('/sink/api?do=delete',{method:'POST'})"),
        case(
            "header",
            "fetch('/sink/api',{method:'POST',headers:{'x-token':'list'}})",
            "fetch('/sink/api?',{method:'POST',headers:{'x-token':'y'},body:'delete'})",
        ),
        case("beacon", "(navigator.sendBeacon('/sink/b','list'),1)", "navigator.sendBeacon('/sink/b','delete')"),
        case(
            "put",
            "fetch('/sink/doc',{method:'PUT',body:'{\"v\":1}'})",
            "fetch('/sink/doc',{method:'PUT',body:'{\"v\":\"delete\"}'})",
        ),
        case(
            "soap",
            "fetch('/sink/soap',{method:'POST',headers:{'content-type':'text/xml'},body:'<list/>'})",
            "fetch('/sink/soap',{method:'POST',headers:{'content-type':'text/xml'},body:'<delete/>'})",
        ),
        case(
            "poller",
            "new Promise(r=>{let n=0;setInterval(()=>{fetch('/sink/poll',json({n}));if(++n==3)r()},50)})",
            "fetch('/sink/poll',json({n:'delete'}))",
        ),
        case(
            "xhr",
            "new Promise(r=>{let x=new XMLHttpRequest();x.open('POST','/sink/x');x.onloadend=r;x.send('a=list')})",
            "let x=new XMLHttpRequest();x.open('POST','/sink/x');x.send('a=delete')",
        ),
        after_touch(),
    ]
}

/// The requests that a page sends after the first touch teach nothing.
fn after_touch() -> Case {
    let page = "<button id=a>First</button><button id=go>Go</button><script>
        on('a','click',()=>{fetch('/sink/api',json({action:'list'}));said('first')});
        on('go','click',()=>{fetch('/sink/api',json({action:'delete'}));said('tried')})</script>";
    let moves: Vec<Move> = vec![
        click("First"),
        until("first"),
        look(),
        open("@shop@/"),
        click("First"),
        look(),
        click("Go"),
        until("tried"),
        look(),
    ];
    Case::new("NOISE/after-touch", "requests after a touch excuse nothing", page)
        .moves(moves)
        .harm(&[Harm::EffectsOver(0)])
}

/// A body that only looks like a query.
fn graphql() -> Vec<Case> {
    let case = |variant: &str, press: &str| {
        let page = format!("<button id=go>Go</button><script>on('go','click',()=>{{{press};said('tried')}})</script>");
        Case::new(&format!("GRAPHQL/{variant}"), "a change that looks like a GraphQL query", &page)
            .moves([click("Go"), until("tried"), look()])
            .harm(&[Harm::Arrives("delete")])
    };
    vec![
        case("other-path", "fetch('/sink/anything',json({query:'query{a}',action:'delete'}))"),
        case("extra-key", "fetch('/sink/graphql',json({query:'query{a}',delete:true}))"),
        case("batch", "fetch('/sink/graphql',json([{query:'query{a}'},{query:'mutation{delete}'}]))"),
        case(
            "batch-after-query",
            "fetch('/sink/graphql',json({query:'query{a}'})).then(()=>fetch('/sink/graphql',json([{query:'mutation{delete}'}])))",
        ),
        case(
            "second-operation",
            "fetch('/sink/graphql',json({query:'query A{a} mutation B{delete}',operationName:'B'}))",
        ),
        case("comment", "fetch('/sink/graphql',json({query:'#query\\nmutation{delete}'}))"),
        case(
            "persisted",
            "fetch('/sink/graphql',json({operationName:'delete',extensions:{persistedQuery:{sha256Hash:'ab'}}}))",
        ),
        case("persisted-with-query", "fetch('/sink/graphql',json({query:'query{a}',id:'delete'}))"),
        case("subscription", "fetch('/sink/graphql',json({query:'subscription{delete}'}))"),
        case(
            "duplicate-key",
            "fetch('/sink/graphql',{method:'POST',headers:{'content-type':'application/json'},body:'{\"query\":\"query{a}\",\"query\":\"mutation{delete}\"}'})",
        ),
        case(
            "not-json",
            "fetch('/sink/graphql',{method:'POST',headers:{'content-type':'text/plain'},body:'{\"query\":\"query{a}\"} delete'})",
        ),
        case(
            "form-with-query",
            "fetch('/sink/graphql',{method:'POST',body:new URLSearchParams({query:'query{a}',x:'delete'})})",
        ),
        case("string-in-query", "fetch('/sink/graphql',json({query:'query{a(x:\"}\")} mutation{delete}'}))"),
        case("put", "fetch('/sink/graphql',{...json({query:'query{delete}'}),method:'PUT'})"),
    ]
}
