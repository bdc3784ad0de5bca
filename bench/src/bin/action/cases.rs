//! The pages of this measurement, with the effect that an action's own answer has to report.

use std::borrow::Cow;

use serde_json::{Value, json};

use crate::busy::busy_cases;

/// The requirement that the answer of an action has to meet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Required {
    /// It reports the effect.
    Effect,
    /// It comes within so many milliseconds, whatever it reports.
    Within(u32),
    /// Nothing; the figure is only printed.
    Nothing,
}

/// A page, the action on it, and the text that must be in the answer.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) name: Cow<'static, str>,
    pub(crate) body: Cow<'static, str>,
    /// The element's name in the snapshot.
    pub(crate) on: &'static str,
    pub(crate) action: &'static str,
    pub(crate) arguments: fn() -> Value,
    pub(crate) effect: &'static str,
    pub(crate) most_late_ms: f64,
    pub(crate) required: Required,
}

/// Every page of the measurement.
pub(crate) fn all_cases() -> Vec<Case> {
    QUICK.iter().cloned().chain(busy_cases()).collect()
}

pub(crate) const SCRIPT: &str = "<script>
    const show = (html) => { out.innerHTML = html; window.stamp = performance.timeOrigin + performance.now() };
    const ask = (ms) => fetch('/answer/' + ms).then((answer) => answer.text());
</script>";

/// The usual case: a click on a button, and ten results that have to be reported soon after they are there.
pub(crate) const CLICK: Case = Case {
    name: Cow::Borrowed(""),
    body: Cow::Borrowed(""),
    on: "Go",
    action: "click",
    arguments: || json!({}),
    effect: "Result 09",
    most_late_ms: 60.0,
    required: Required::Effect,
};

/// Pages whose effect comes at once, from a request, or from a timer that starts one.
const QUICK: &[Case] = &[
    Case {
        name: Cow::Borrowed("instant"),
        body: Cow::Borrowed("<button onclick=\"show('The effect')\">Go</button><p id=out>Empty</p>"),
        effect: "The effect",
        most_late_ms: 30.0,
        ..CLICK
    },
    Case {
        name: Cow::Borrowed("fetch300"),
        body: Cow::Borrowed("<button onclick=\"out.textContent = 'Loading'; ask(300).then(show)\">Go</button><ul id=out>Empty</ul>"),
        ..CLICK
    },
    Case {
        name: Cow::Borrowed("fetch1200"),
        body: Cow::Borrowed("<button onclick=\"out.textContent = 'Loading'; ask(1200).then(show)\">Go</button><ul id=out>Empty</ul>"),
        ..CLICK
    },
    Case {
        name: Cow::Borrowed("chain"),
        body: Cow::Borrowed("<button onclick=\"ask(100).then(() => ask(150)).then(show)\">Go</button><ul id=out></ul>"),
        ..CLICK
    },
    Case {
        name: Cow::Borrowed("within"),
        body: Cow::Borrowed("<a href=# onclick=\"event.preventDefault(); history.pushState({}, '', '/page/within?list'); out.textContent = '…'; ask(150).then(show)\">Go</a><ul id=out></ul>"),
        ..CLICK
    },
    Case {
        name: Cow::Borrowed("debounced"),
        body: Cow::Borrowed("<input type=search aria-label=Search><ul id=out></ul><script>
            let timer; document.querySelector('input').oninput = () => { clearTimeout(timer); timer = setTimeout(() => ask(100).then(show), 250) }</script>"),
        on: "Search",
        action: "type",
        arguments: || json!({"text": "lamp"}),
        ..CLICK
    },
    Case {
        name: Cow::Borrowed("later"),
        body: Cow::Borrowed("<button onclick=\"setTimeout(() => show('The effect'), 80)\">Go</button><p id=out></p>"),
        effect: "The effect",
        ..CLICK
    },
    Case {
        name: Cow::Borrowed("timer"),
        body: Cow::Borrowed("<button onclick=\"out.className = 'stale'; setTimeout(() => ask(300).then(show), 40)\">Go</button><ul id=out>Empty</ul>"),
        ..CLICK
    },
    Case {
        name: Cow::Borrowed("mutating"),
        body: Cow::Borrowed("<button onclick=\"show('The effect')\">Go</button><p id=out>Empty</p><ul></ul><script>
            const list = document.querySelector('ul');
            for (let at = 0; at < 150; at += 1) list.insertAdjacentHTML('beforeend', `<li><span class=price>0</span> <button>Trade ${at}</button></li>`);
            const prices = [...document.querySelectorAll('.price')]; let count = 0;
            setInterval(() => {
                for (let at = 0; at < 15; at += 1) prices[(count * 7 + at) % prices.length].textContent = String(count++);
                list.prepend(list.lastElementChild);
            }, 30)</script>"),
        effect: "The effect",
        most_late_ms: 400.0,
        ..CLICK
    },
];
