//! Text and values in fields of all kinds; each test checks the value that the page holds afterwards.

use anyhow::Result;
use serde_json::json;
use webhand_model::FailCode;

use crate::support::{failure, showing};

/// An editor that paints its lines by a script and receives keys in a field of one pixel, as several widespread ones do.
const PAINTED: &str = "<div style='position: relative; width: 300px; height: 80px; border: 1px solid; cursor: text'>
    <textarea id=keys aria-label=Script style='position: absolute; width: 1px; height: 1px; opacity: 0; padding: 0; border: 0'></textarea>
    <div id=lines style='position: absolute; inset: 0'></div></div><script>
    let text = 'old', all = false;
    const paint = () => {
      lines.replaceChildren(...text.split('\\n').map((line, at) => {
        const row = document.createElement('div');
        row.style = `position: absolute; top: ${at * 18}px`;
        row.textContent = line;
        return row;
      }).reverse());
      document.title = JSON.stringify(text);
    };
    lines.parentNode.onmousedown = (event) => { event.preventDefault(); keys.focus(); };
    keys.onkeydown = (event) => {
      if (event.ctrlKey && event.key === 'a') all = true;
      else if (event.key === 'Delete' && all) text = '';
      else if (event.ctrlKey || event.key.length > 1) all = event.key === 'End' ? false : all;
      else return;
      event.preventDefault(); paint();
    };
    keys.oninput = () => { text = all ? keys.value : text + keys.value; all = false; keys.value = ''; paint(); };
    paint();</script>";

#[tokio::test]
async fn an_editor_that_paints_itself_is_one_field() -> Result<()> {
    let stage = showing(PAINTED).await?;
    assert_eq!(stage.text().await?, "- textbox \"Script\" [ref=e1] [multiline]: \"old\"");
    stage.do_on("Script", "click", json!({})).await?;
    stage.do_on("Script", "type", json!({"text": "er"})).await?;
    assert_eq!(stage.title().await?, "\"older\"");
    assert_eq!(stage.do_on("Script", "fill", json!({"value": "one\ntwo"})).await?.text, "filled textbox \"Script\"");
    assert_eq!(stage.title().await?, "\"one\\ntwo\"");
    assert_eq!(stage.do_on("Script", "get", json!({"what": "value"})).await?.text, "one\ntwo");
    stage.do_on("Script", "clear", json!({})).await?;
    assert_eq!(stage.title().await?, "\"\"");
    Ok(())
}

#[tokio::test]
async fn only_a_secret_field_may_show_dots_for_its_value() -> Result<()> {
    let stage = showing(
        "<input aria-label=Search oninput='this.value = \"…\"'><input type=password aria-label=Password>
        <input autocomplete=one-time-code aria-label=Code>",
    )
    .await?;
    let outcome = stage.on("Search", "fill", json!({"value": "lamp"})).await?;
    assert_eq!(failure(&outcome), Some(FailCode::NotTaken), "{outcome:?}");
    for secret in ["Password", "Code"] {
        let outcome = stage.do_on(secret, "fill", json!({"value": "4711"})).await?;
        assert_eq!(outcome.text, format!("filled textbox \"{secret}\""));
    }
    Ok(())
}

#[tokio::test]
async fn a_code_goes_into_its_row_of_fields_and_nowhere_else() -> Result<()> {
    let digits =
        "<input maxlength=1 aria-label=Digit oninput='this.value && this.nextElementSibling?.focus()'>".repeat(4);
    let stage = showing(&format!("<div id=row>{digits}<input aria-label=Other id=other></div><div>{digits}</div>
        <script>const told = () => document.title = [...document.querySelectorAll('input')].map((field) => field.value || '-').join('');
        addEventListener('input', told)</script>"))
    .await?;
    // The field in the first row accepts more characters, so it is no part of a code.
    let outcome = stage.on("Digit", "type", json!({"text": "12"})).await?;
    assert_eq!(failure(&outcome), Some(FailCode::TargetMoved), "{outcome:?}");
    assert_eq!(stage.title().await?, "1--------");
    let second =
        stage.look().await?.nodes.iter().filter(|node| node.name == "Digit").nth(4).and_then(|node| node.target);
    let second = second.map(|target| target.to_string());
    let filled = stage.done("fill", json!({"ref": second, "value": "4321"})).await?;
    assert_eq!(filled.text, "filled textbox \"Digit\" and the 3 fields after it");
    assert_eq!(stage.title().await?, "1----4321");
    Ok(())
}

#[tokio::test]
async fn numbers_sliders_and_limits_are_kept() -> Result<()> {
    let stage = showing(
        "<input type=number aria-label=Price step=any><input type=email aria-label=Mail><input aria-label=Zip pattern='[0-9]{5}'>
         <input aria-label=Line>
         <div role=slider tabindex=0 aria-label=Volume aria-valuemin=0 aria-valuemax=200 aria-valuenow=10 style='width: 90px; height: 20px; background: tan'></div>
         <script>const slider = document.querySelector('[role=slider]'); slider.onkeydown = (event) => {
           const by = {ArrowUp: 5, ArrowRight: 5, ArrowDown: -5, ArrowLeft: -5}[event.key] ?? 0;
           slider.setAttribute('aria-valuenow', Math.min(200, Math.max(0, Number(slider.getAttribute('aria-valuenow')) + by))) }</script>",
    )
    .await?;
    stage.do_on("Price", "fill", json!({"value": "1.234,50"})).await?;
    assert_eq!(stage.do_on("Price", "get", json!({"what": "value"})).await?.text, "1234.50");
    let doubtful = stage.on("Price", "fill", json!({"value": "1,234"})).await?;
    assert_eq!(failure(&doubtful), Some(FailCode::NoOption), "{doubtful:?}");
    assert!(
        stage
            .do_on("Mail", "fill", json!({"value": "nobody"}))
            .await?
            .text
            .contains("marks it invalid: \"Please include")
    );
    assert!(stage.do_on("Zip", "fill", json!({"value": "12"})).await?.text.contains("marks it invalid"));
    assert_eq!(stage.do_on("Zip", "fill", json!({"value": "12345"})).await?.text, "filled textbox \"Zip\"");
    stage.do_on("Line", "fill", json!({"value": "no\nsecond line"})).await?;
    assert_eq!(stage.do_on("Line", "get", json!({"what": "value"})).await?.text, "no second line");
    assert_eq!(stage.do_on("Volume", "fill", json!({"value": "145"})).await?.text, "filled slider \"Volume\"");
    assert_eq!(stage.do_on("Volume", "get", json!({"what": "value"})).await?.text, "145");
    let between = stage.on("Volume", "fill", json!({"value": "147"})).await?;
    assert_eq!(failure(&between), Some(FailCode::NotTaken), "{between:?}");
    let beyond = stage.on("Volume", "fill", json!({"value": "900"})).await?;
    assert!(beyond.text.ends_with("it takes a number from 0 to 200"), "{}", beyond.text);
    Ok(())
}

/// Pieces of many scripts with difficult characters: combining marks, joiners, direction marks.
const PIECES: &[&str] = &[
    "a",
    "Z",
    "7",
    " ",
    "~",
    "\"",
    "\\",
    "<",
    "é",
    "e\u{301}",
    "ñ",
    "ß",
    "İ",
    "שלום",
    "עִבְרִית",
    "مرحبا",
    "日本",
    "한국",
    "नमस्ते",
    "ไทย",
    "😀",
    "👩\u{200d}👩\u{200d}👧",
    "🇩🇪",
    "👍🏽",
    "\u{200f}",
    "\u{a0}",
    "…",
    "𝔘",
];

#[tokio::test]
async fn text_of_any_script_arrives_unchanged() -> Result<()> {
    let stage = showing(
        "<textarea aria-label=Text oninput='told()'></textarea><script>const told = () => {
           let sum = 0x811c9dc5;
           for (const byte of new TextEncoder().encode(document.querySelector('textarea').value)) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
           document.title = sum }</script>",
    )
    .await?;
    let mut seed: usize = 7;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345) % 2_147_483_648;
        (seed >> 8) % below
    };
    let mut all = String::new();
    for _ in 0..5 {
        let strings: Vec<String> =
            (0..100).map(|_| (0..=next(3)).map(|_| PIECES[next(PIECES.len())]).collect()).collect();
        let text = strings.join("\n") + "\n";
        stage.do_on("Text", "type", json!({"text": text})).await?;
        all.push_str(&text);
    }
    let sum = all.bytes().fold(0x811c_9dc5_u32, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    assert_eq!(stage.title().await?, sum.to_string());
    Ok(())
}

/// Fields with their treatment of typed text, and the text to type.
const FIELDS: &[(&str, &str)] = &[
    ("", "plain text"),
    ("type=search", "lamp & shade"),
    ("type=url", "https://example.org/?q=1"),
    ("type=tel", "+49 30 123456"),
    ("dir=rtl", "שלום"),
    ("maxlength=4", "123456"),
    ("oninput=\"this.value = this.value.toUpperCase()\"", "shout"),
    ("oninput=\"this.value = this.value.replace(/[^0-9]/g, '')\"", "12 ab 34"),
    ("oninput=\"this.value = this.value.replace(/[^0-9]/g, '').replace(/(.{4})(?=.)/g, '$1 ')\"", "4111111111111111"),
    (
        "oninput=\"const d = this.value.replace(/[^0-9]/g, ''); this.value = d.length > 3 ? '(' + d.slice(0, 3) + ') ' + d.slice(3) : d\"",
        "5551234567",
    ),
    (
        "oninput=\"const d = this.value.replace(/[^0-9]/g, ''); this.value = [d.slice(0, 2), d.slice(2, 4), d.slice(4, 8)].filter(Boolean).join('/')\"",
        "31/12/2026",
    ),
    ("onchange=\"this.value = '$' + this.value\"", "12.50"),
    ("oninput=\"setTimeout(() => this.value = this.value.trim() + '!')\"", "late"),
    ("oninput=\"this.value = this.value.slice(0, -1)\"", "eaten"),
    ("onkeydown='event.preventDefault()'", "blocked"),
    (
        "value=__/__ oninput=\"const d = this.value.replace(/[^0-9]/g, '').padEnd(4, '_'); this.value = d.slice(0, 2) + '/' + d.slice(2, 4); this.setSelectionRange(5, 5)\"",
        "1126",
    ),
];

#[tokio::test]
async fn a_field_holds_the_requested_value_or_the_difference_is_reported() -> Result<()> {
    let field = |(at, (kind, _)): (usize, &(&str, &str))| format!("<p><input aria-label=Field{at} {kind}>");
    let fields: Vec<String> = FIELDS.iter().enumerate().map(field).collect();
    let stage = showing(&fields.concat()).await?;
    let letters = |text: &str| text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
    let mut taken = 0;
    for (at, (kind, value)) in FIELDS.iter().enumerate() {
        let name = format!("Field{at}");
        let outcome = stage.on(&name, "fill", json!({"value": value})).await?;
        let held = stage.do_on(&name, "get", json!({"what": "value"})).await?.text;
        match failure(&outcome) {
            Some(code) => {
                assert!(code == FailCode::NotTaken && letters(&held) != letters(value), "{kind}: {outcome:?}");
                assert!(outcome.text.contains(&format!("it holds \"{held}\" now")), "{kind}: {}", outcome.text);
            }
            None if outcome.text.contains("the page wrote it as") => {
                assert_eq!(letters(&held), letters(value), "{kind}");
            }
            None => assert_eq!(held, *value, "{kind}"),
        }
        taken += usize::from(failure(&outcome).is_none());
    }
    assert!(taken >= 10, "only {taken} of {} were taken", FIELDS.len());
    Ok(())
}

#[tokio::test]
async fn a_field_that_takes_no_keys_takes_a_text_as_a_whole() -> Result<()> {
    let stage = showing(
        "<input aria-label=Count value=0 onkeydown='event.preventDefault()'>
         <input aria-label=Stubborn value=0 onkeydown='event.preventDefault()' onbeforeinput='event.preventDefault()'>
         <input type=date aria-label=Day>",
    )
    .await?;
    stage.do_on("Count", "fill", json!({"value": "7"})).await?;
    assert_eq!(stage.do_on("Count", "get", json!({"what": "value"})).await?.text, "7");
    let refused = stage.on("Stubborn", "fill", json!({"value": "7"})).await?;
    assert_eq!(failure(&refused), Some(FailCode::NotTaken), "{refused:?}");
    // A date field takes no single characters, but a whole date is unambiguous.
    stage.do_on("Day", "type", json!({"text": "2026-03-10"})).await?;
    assert_eq!(stage.do_on("Day", "get", json!({"what": "value"})).await?.text, "2026-03-10");
    Ok(())
}
