//! Pages whose effect comes late from a timer or an interval, behind a sign that the page is busy or behind none.

use crate::cases::{CLICK, Case, Required};

/// A sign with the scripts that show it and take it away.
struct Sign {
    name: &'static str,
    shown: &'static str,
    gone: &'static str,
}

/// The longest wait for an action on a page that always looks busy, in milliseconds: the bound and what a loaded machine adds.
const BOUND_MS: u32 = 3_300;
const DELAYS_MS: [u32; 6] = [100, 300, 600, 1_000, 1_500, 2_500];

const SIGNS: &[Sign] = &[
    Sign { name: "text", shown: "out.textContent = 'Loading…'", gone: "" },
    Sign { name: "words", shown: "out.textContent = 'Bitte warten'", gone: "" },
    Sign { name: "disabled", shown: "go.disabled = true", gone: "go.disabled = false" },
    Sign { name: "spinner", shown: "out.innerHTML = '<i class=spin></i>'", gone: "" },
    Sign { name: "skeleton", shown: "out.innerHTML = '<div class=grey></div><div class=grey></div>'", gone: "" },
    Sign { name: "marked", shown: "out.ariaBusy = 'true'", gone: "out.ariaBusy = 'false'" },
    Sign { name: "progress", shown: "bar.hidden = false", gone: "bar.hidden = true" },
];

const STYLE: &str = "<style>
    @keyframes turn { to { transform: rotate(1turn) } } @keyframes pulse { to { opacity: .4 } }
    .spin { display: block; width: 24px; height: 24px; border: 3px dotted; animation: turn 1s linear infinite }
    .grey { width: 300px; height: 20px; background: #ddd; animation: pulse 1s infinite alternate }
</style><button id=go>Go</button><progress id=bar hidden></progress><p id=out></p>";

/// Every sign, delay and kind of timer; then requests, timers without a sign, and pages that always look busy.
pub(crate) fn busy_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for ms in DELAYS_MS {
        for sign in SIGNS {
            let Sign { name, shown, gone } = sign;
            cases.push(late(format!("{name}-timer-{ms}"), shown, &format!("setTimeout(done, {ms})"), gone));
            let ticks = format!(
                "let n = 0; const timer = setInterval(() => {{ n += 50; if (n >= {ms}) {{ clearInterval(timer); done() }} }}, 50)"
            );
            cases.push(late(format!("{name}-interval-{ms}"), shown, &ticks, gone));
        }
        cases.push(late(format!("fetch-{ms}"), "", &format!("ask({ms}).then(done)"), ""));
        let bare = late(format!("bare-timer-{ms}"), "", &format!("setTimeout(done, {ms})"), "");
        cases.push(Case { required: Required::Nothing, ..bare });
    }
    for Sign { name, shown, .. } in SIGNS {
        let always = late(format!("always-{name}"), shown, "", "");
        cases.push(Case { required: Required::Within(BOUND_MS), ..always });
    }
    cases
}

fn late(name: String, shown: &str, start: &str, gone: &str) -> Case {
    let body = format!(
        "{STYLE}<script>const done = () => {{ {gone}; show('The effect') }}; go.onclick = () => {{ {shown}; {start} }}</script>"
    );
    Case { name: name.into(), body: body.into(), effect: "The effect", most_late_ms: 100.0, ..CLICK }
}
