//! Editors and unusual fields; each test checks the value that their model holds. Each page imitates a widespread editor.

use anyhow::Result;
use serde_json::json;
use webhand_model::FailCode;

use crate::support::{failure, showing};

#[tokio::test]
async fn filling_a_message_does_not_send_it() -> Result<()> {
    let stage = showing(
        "<textarea aria-label=Message onkeydown=\"if (event.key === 'Enter') { event.preventDefault(); document.title = value; value = '' }\"></textarea>",
    )
    .await?;
    let filled = stage.do_on("Message", "fill", json!({"value": "Dear Ana,\nthank you.\nBo"})).await?;
    assert_eq!(filled.text, "filled textbox \"Message\"");
    let held = stage.in_page("document.querySelector('textarea').value").await?;
    assert_eq!(held, json!("Dear Ana,\nthank you.\nBo"));
    assert_eq!(stage.title().await?, "");
    Ok(())
}

#[tokio::test]
async fn what_plain_text_replaces_in_an_editor_is_told() -> Result<()> {
    let stage = showing(
        "<div contenteditable aria-label=Letter><p>Dear <b>Ann</b>, see <a href='/x'>this</a>.</p></div>
         <div contenteditable aria-label=Plain><p>Dear Ann</p></div>",
    )
    .await?;
    let filled = stage.do_on("Letter", "fill", json!({"value": "Hello"})).await?;
    assert!(filled.text.starts_with("filled textbox \"Letter\"; plain text has replaced"), "{}", filled.text);
    assert!(filled.text.contains("links"), "{}", filled.text);
    assert_eq!(stage.do_on("Plain", "fill", json!({"value": "Hello"})).await?.text, "filled textbox \"Plain\"");
    Ok(())
}

#[tokio::test]
async fn a_document_that_is_one_editor_is_written_into() -> Result<()> {
    for whole in ["document.body.contentEditable = true", "document.designMode = \"on\""] {
        let stage = showing(&format!(
            "<iframe title=Frame srcdoc='<body aria-label=Letter><p>Old text</p><script>{whole}</script>'></iframe><input aria-label=Subject>",
        ))
        .await?;
        let text = stage.text().await?;
        let line = text.lines().find(|line| line.contains(": \"Old text\"")).unwrap_or(&text);
        let target = line.split_once("[ref=").and_then(|(_, rest)| Some(rest.split_once(']')?.0));
        stage.done("type", json!({"ref": target, "text": ", more"})).await?;
        assert_eq!(stage.done("get", json!({"ref": target, "what": "value"})).await?.text, "Old text, more", "{whole}");
        stage.done("fill", json!({"ref": target, "value": "one\ntwo"})).await?;
        assert_eq!(stage.done("get", json!({"ref": target, "what": "value"})).await?.text, "one\ntwo", "{whole}");
        stage.do_on("Subject", "fill", json!({"value": "Hello"})).await?;
        assert_eq!(stage.text().await?.matches("[focused]").count(), 1, "{whole}");
    }
    Ok(())
}

#[tokio::test]
async fn empty_lines_count_and_placeholder_nodes_do_not() -> Result<()> {
    let stage = showing(
        "<div contenteditable aria-label=Lines><p>one</p>
           <p><br></p><p>two<br></p><div>three<br>four</div></div>
         <div contenteditable aria-label=Empty><p>\u{feff}<span contenteditable=false data-slate-placeholder=true>Write…</span><br></p></div>",
    )
    .await?;
    let held = stage.do_on("Lines", "get", json!({"what": "value"})).await?;
    assert_eq!(held.text, "one\n\ntwo\nthree\nfour");
    assert_eq!(stage.do_on("Empty", "clear", json!({})).await?.text, "emptied textbox \"Empty\"");
    Ok(())
}

#[tokio::test]
async fn everything_is_selected_as_keys_select_it() -> Result<()> {
    let stage = showing(
        "<div contenteditable aria-label=Editor><p>Old text</p></div><script>
           document.querySelector('div').onbeforeinput = () => { const at = getSelection();
             document.title = [at.anchorNode.nodeName, at.anchorOffset, at.focusNode.nodeName, at.focusOffset] }</script>",
    )
    .await?;
    stage.do_on("Editor", "fill", json!({"value": "new"})).await?;
    assert_eq!(stage.title().await?, "#text,0,#text,8");
    Ok(())
}

#[tokio::test]
async fn numbers_of_lines_are_no_part_of_a_text() -> Result<()> {
    let stage = showing(
        "<div style='position: relative; width: 300px; height: 80px; border: 1px solid; cursor: text'>
           <textarea aria-label=Script style='position: absolute; width: 1px; height: 1px; opacity: 0; padding: 0; border: 0'></textarea>
           <div><span class=CodeMirror-linenumber>1</span> <span>one</span></div>
           <div><span class=CodeMirror-linenumber>2</span> <span>two</span></div></div>",
    )
    .await?;
    assert_eq!(stage.do_on("Script", "get", json!({"what": "value"})).await?.text.replace(' ', ""), "one\ntwo");
    Ok(())
}

#[tokio::test]
async fn a_field_that_changes_as_it_gets_the_focus_takes_the_value_too() -> Result<()> {
    let stage = showing(
        "<input aria-label=Share value=50% onfocus=\"requestAnimationFrame(() => { value = value.replace('%', '') })\">
         <input aria-label=Short oninput='value = value.slice(0, 3); document.title += 1'>",
    )
    .await?;
    assert_eq!(stage.do_on("Share", "fill", json!({"value": "75"})).await?.text, "filled textbox \"Share\"");
    // Filling is not repeated when a field cuts the text to its own limit.
    let short = stage.on("Short", "fill", json!({"value": "1234"})).await?;
    assert_eq!(failure(&short), Some(FailCode::NotTaken), "{short:?}");
    assert_eq!(stage.title().await?, "1111");
    Ok(())
}

/// An editor that reads only its first line, and breaks lines by Shift and Enter alone.
#[tokio::test]
async fn lines_that_an_editor_rejects_as_a_whole_are_typed_one_by_one() -> Result<()> {
    let stage = showing(
        "<title></title><div contenteditable=plaintext-only aria-label=Note style='white-space: pre-wrap'>old</div><script>
           const note = document.querySelector('div');
           note.onkeydown = (event) => { if (event.key === 'Enter' && !event.shiftKey) { event.preventDefault(); document.title = 'sent' } };
           note.onbeforeinput = (event) => { if (event.data?.includes('\\n')) { event.preventDefault(); note.textContent = event.data.split('\\n')[0] } }
         </script>",
    )
    .await?;
    stage.do_on("Note", "fill", json!({"value": "one\ntwo\n\nthree"})).await?;
    assert_eq!(stage.do_on("Note", "get", json!({"what": "value"})).await?.text, "one\ntwo\n\nthree");
    assert_eq!(stage.title().await?, "");
    Ok(())
}

/// An editor that keeps its own text and paints it a frame later, with the caret where the text ends.
#[tokio::test]
async fn a_line_is_typed_once_the_one_before_it_is_painted() -> Result<()> {
    let stage = showing(
        "<div contenteditable aria-label=Note style='white-space: pre-wrap'></div><script>
           const note = document.querySelector('div');
           note.onbeforeinput = (event) => {
             if (event.inputType !== 'insertParagraph') return;
             event.preventDefault();
             const text = note.textContent + '\\n';
             requestAnimationFrame(() => { note.textContent = text + '\\u200b'; getSelection().collapse(note.firstChild, text.length) });
           }</script>",
    )
    .await?;
    stage.do_on("Note", "type", json!({"text": "one\ntwo\nthree"})).await?;
    let held = stage.in_page("document.querySelector('div').textContent.replaceAll('\\u200b', '')").await?;
    assert_eq!(held, json!("one\ntwo\nthree"));
    Ok(())
}

/// A split date field of a component library: each part keeps its own digits, and the parts appear with the focus.
#[tokio::test]
async fn a_date_in_parts_takes_a_date() -> Result<()> {
    let part = |name: &str, most: &str, hint: &str| {
        format!(
            "<span contenteditable role=spinbutton aria-label={name} aria-valuemax={most} data-hint={hint}>{hint}</span>"
        )
    };
    let parts = [part("Month", "12", "MM"), part("Day", "31", "DD"), part("Year", "9999", "YYYY")].join("<i>/</i>");
    let stage = showing(&format!(
        "<div role=group aria-label=Born style='border: 1px solid; width: 200px; height: 20px'><div id=parts style='visibility: hidden'>{parts}</div></div>
         <div role=group aria-label=Plain onclick='document.title = 1'>Nothing</div>
         <div role=group aria-label=Picked onclick='document.title = 2'>When<b role=spinbutton aria-label=Day hidden></b></div>
         <script>
           const all = [...document.querySelectorAll('span')];
           document.querySelector('[role=group]').onclick = () => {{ parts.style.visibility = 'visible'; all[0].focus() }};
           for (const part of all) part.onbeforeinput = (event) => {{
             event.preventDefault();
             part.textContent = event.inputType === 'insertText' ? event.data : part.dataset.hint;
             document.title = all.map((one) => one.textContent).join('-');
           }};
         </script>",
    ))
    .await?;
    let filled = stage.do_on("Born", "fill", json!({"value": "2026-12-31"})).await?;
    assert_eq!(filled.text, "filled group \"Born\"; it shows \"12/31/2026\"");
    assert_eq!(stage.title().await?, "12-31-2026");
    let vague = stage.on("Born", "fill", json!({"value": "next week"})).await?;
    assert_eq!(failure(&vague), Some(FailCode::NoOption), "{vague:?}");
    assert_eq!(stage.do_on("Born", "clear", json!({})).await?.text, "emptied group \"Born\"; it shows \"MM/DD/YYYY\"");
    let plain = stage.on("Plain", "fill", json!({"value": "2026-12-31"})).await?;
    assert_eq!(failure(&plain), Some(FailCode::NotEditable), "{plain:?}");
    assert_ne!(stage.title().await?, "1", "what has no parts is not clicked");
    let picked = stage.on("Picked", "fill", json!({"value": "2026-12-31"})).await?;
    assert!(picked.text.contains("it was clicked and shows no parts of a date"), "{}", picked.text);
    Ok(())
}
