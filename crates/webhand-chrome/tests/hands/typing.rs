//! Text and values in fields of all kinds, judged by what the page holds afterwards.

use anyhow::Result;
use serde_json::json;
use webhand_model::FailCode;

use crate::support::{failure, showing};

/// An editor as several widespread ones are built: lines painted by a script, and a field of one pixel that takes the keys.
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
async fn a_code_goes_into_its_row_of_fields_and_nowhere_else() -> Result<()> {
    let digits =
        "<input maxlength=1 aria-label=Digit oninput='this.value && this.nextElementSibling?.focus()'>".repeat(4);
    let stage = showing(&format!("<div id=row>{digits}<input aria-label=Other id=other></div><div>{digits}</div>
        <script>const told = () => document.title = [...document.querySelectorAll('input')].map((field) => field.value || '-').join('');
        addEventListener('input', told)</script>"))
    .await?;
    // A field that takes more stands in the first row, so it is none of a code.
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
