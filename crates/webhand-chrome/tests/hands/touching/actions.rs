//! Clicks, keys, scrolling, hovering; each test checks the events that the page received.

use anyhow::Result;
use serde_json::json;
use webhand_model::{Action, ElementCheck, FailCode, OutcomeStatus};

use crate::support::{empty, failure, showing};

/// Writes every trusted event of the listed kinds into the title.
const RECORDER: &str = "<script>for (const kind of ['click', 'dblclick', 'contextmenu', 'change', 'mouseover', 'keydown'])
    addEventListener(kind, (event) => {
      if (event.target.dataset?.say) document.title += ` ${event.isTrusted ? '' : 'fake '}${kind}:${event.target.dataset.say}`;
    }, true)</script>";

#[tokio::test]
async fn clicks_reach_their_element() -> Result<()> {
    let stage = showing(&format!(
        "<button data-say=one>One</button><p style='height: 3000px'></p><button data-say=far>Far</button>{RECORDER}"
    ))
    .await?;
    let outcome = stage.do_on("One", "click", json!({})).await?;
    assert_eq!(outcome.text, "clicked button \"One\"");
    assert!(outcome.bounds.is_some());
    assert_eq!(stage.do_on("Far", "dblclick", json!({})).await?.text, "double-clicked button \"Far\"");
    let right = stage.do_on("One", "click", json!({"button": "right"})).await?;
    assert_eq!(right.text, "right-clicked button \"One\"");
    let title = stage.title().await?;
    assert!(title.contains("click:one"), "{title}");
    assert!(title.contains("click:far click:far dblclick:far"), "{title}");
    assert!(title.contains("contextmenu:one") && !title.contains("fake"), "{title}");
    Ok(())
}

#[tokio::test]
async fn a_mouse_that_already_rests_on_its_target_is_not_moved() -> Result<()> {
    let stage = showing(
        "<button>More</button><button>Less</button><script>
         for (const kind of ['mousemove', 'click'])
           document.addEventListener(kind, () => document.title += ` ${kind}`)</script>",
    )
    .await?;
    for name in ["More", "More", "Less", "More"] {
        stage.do_on(name, "click", json!({})).await?;
    }
    assert_eq!(stage.title().await?, "mousemove click click mousemove click mousemove click");
    Ok(())
}

#[tokio::test]
async fn clicks_reach_into_frames_of_any_process() -> Result<()> {
    let stage = empty().await?;
    let button = |name: &str| {
        format!(
            "<p style='height: 500px'></p><button onclick='this.textContent = \"{name} was clicked\"'>{name}</button>"
        )
    };
    stage.site.page("/", "<p style='height: 900px'></p><iframe src=/near></iframe><iframe src=OTHER/far></iframe>");
    stage.site.page("/near", &button("Near"));
    stage.site.page("/far", &button("Far"));
    stage.open("/").await?;
    stage.do_on("Near", "click", json!({})).await?;
    stage.do_on("Far", "click", json!({})).await?;
    stage.find("Near was clicked").await?;
    stage.find("Far was clicked").await?;
    Ok(())
}

#[tokio::test]
async fn an_overlay_that_only_passes_over_a_button_is_waited_for() -> Result<()> {
    let stage = showing(
        "<button onclick=\"this.textContent = 'Bought'\">Buy</button><div id=veil style='position: fixed; inset: 0; background: #fff8'></div>
         <script>addEventListener('mousemove', () => setTimeout(() => veil.remove(), 200));
         setTimeout(() => veil.remove(), 400)</script>",
    )
    .await?;
    stage.do_on("Buy", "click", json!({})).await?;
    assert!(stage.text().await?.contains("Bought"));
    Ok(())
}

/// A widely used list of suggestions does this, so that nothing is chosen by accident.
#[tokio::test]
async fn a_list_that_opens_under_the_resting_mouse_is_chosen_from_as_meant() -> Result<()> {
    let stage = showing(
        "<button onclick='list.hidden = false' style='position: absolute; top: 50px; left: 20px'>Open</button>
         <ul id=list hidden style='position: absolute; top: 40px; margin: 0; background: white'></ul><script>
         let active = null, fresh = true;
         for (const name of ['Guam', 'Guatemala', 'Guyana']) {
             const item = document.createElement('li');
             item.textContent = name; item.style.cursor = 'pointer'; item.style.height = '40px';
             item.onmouseenter = () => {
                 if (!fresh) { active = item; return; }
                 fresh = false;
                 document.addEventListener('mousemove', () => active = item, {once: true});
             };
             item.onclick = () => document.title = active.textContent;
             list.append(item);
         }</script>",
    )
    .await?;
    stage.do_on("Open", "click", json!({})).await?;
    stage.do_on("Guyana", "click", json!({})).await?;
    assert_eq!(stage.title().await?, "Guyana");
    Ok(())
}

#[tokio::test]
async fn a_covered_button_names_what_covers_it() -> Result<()> {
    let stage = showing(
        "<button>Buy</button><div role=dialog aria-label=Cookies style='position: fixed; inset: 0; background: white'><button>Accept</button></div>",
    )
    .await?;
    stage.look().await?;
    let snapshot = stage.look().await?;
    let covered = snapshot.nodes.iter().find(|node| node.name == "Buy").and_then(|node| node.target);
    let Some(covered) = covered else { return Ok(()) };
    let outcome = stage.perform(Action::Dblclick { target: covered }).await?.outcome;
    assert_eq!(failure(&outcome), Some(FailCode::Covered));
    assert!(outcome.text.starts_with(&format!("{covered} is covered by dialog \"Cookies\" (e")), "{}", outcome.text);
    let accept = stage.find("Accept").await?;
    assert!(outcome.text.ends_with(&format!("close it first with button \"Accept\" ({accept})")), "{}", outcome.text);
    Ok(())
}

/// The element is still in the document, but the look told that nobody can see it any more.
#[tokio::test]
async fn an_element_that_a_look_told_gone_is_refused() -> Result<()> {
    let stage = showing(
        "<select aria-label=Size><option>Small<option>Large</select>
         <button onclick=\"document.querySelector('select').style.display = 'none'\">Hide</button>",
    )
    .await?;
    let size = stage.find("Size").await?;
    let hidden = stage.do_on("Hide", "click", json!({})).await?;
    assert!(hidden.visible_changes.is_some_and(|seen| seen.contains(&format!("[gone={size}]"))));
    let select = Action::Select { target: size, value: Some("Large".to_owned()), values: None };
    let chosen = stage.perform(select).await?.outcome;
    assert_eq!(failure(&chosen), Some(FailCode::StaleRef), "{}", chosen.text);
    assert_eq!(stage.in_page("document.querySelector('select').value").await?, json!("Small"));
    let asked = Action::Is { what: ElementCheck::Visible, target: size };
    assert_eq!(stage.perform(asked).await?.outcome.text, "no");
    Ok(())
}

#[tokio::test]
async fn a_button_that_is_swapped_under_the_pointer_is_not_clicked() -> Result<()> {
    let stage = showing(
        "<style>button { position: absolute; left: 0; top: 0; width: 200px; height: 50px }</style>
         <button id=bad onclick=\"document.title += ' bad'\" style='left: 300px'>Bad</button><button id=good onclick=\"document.title += ' good'\">Good</button>
         <script>good.onmousemove = () => { good.style.left = '300px'; bad.style.left = '0' }</script>",
    )
    .await?;
    let outcome = stage.on("Good", "click", json!({})).await?;
    assert_eq!(failure(&outcome), Some(FailCode::TargetMoved), "{outcome:?}");
    assert!(outcome.text.contains("button \"Bad\""), "{}", outcome.text);
    assert_eq!(stage.title().await?, "");
    Ok(())
}

#[tokio::test]
async fn fields_are_filled_typed_into_and_emptied() -> Result<()> {
    let stage = showing(
        "<input aria-label=Name value=old><textarea aria-label=Note></textarea><input type=password aria-label=Secret>
         <div contenteditable aria-label=Editor role=textbox>before</div><input type=date aria-label=Day><input type=range aria-label=Volume>
         <input aria-label=Price oninput=\"this.value = Number(this.value.replaceAll(',', '')).toLocaleString('en')\">
         <input aria-label=Short maxlength=3><input aria-label=Fixed readonly>",
    )
    .await?;
    assert_eq!(
        stage.do_on("Name", "fill", json!({"value": "Ana Łęcka, 1+1=2!"})).await?.text,
        "filled textbox \"Name\""
    );
    stage.do_on("Name", "type", json!({"text": " & co"})).await?;
    stage.do_on("Note", "fill", json!({"value": "two\nlines"})).await?;
    stage.do_on("Secret", "fill", json!({"value": "hunter2"})).await?;
    stage.do_on("Editor", "fill", json!({"value": "after"})).await?;
    stage.do_on("Day", "fill", json!({"value": "2026-12-31"})).await?;
    stage.do_on("Volume", "fill", json!({"value": "70"})).await?;
    let price = stage.do_on("Price", "fill", json!({"value": "1234567"})).await?;
    assert_eq!(price.text, "filled textbox \"Price\"; the page wrote it as \"1,234,567\"");
    let short = stage.on("Short", "fill", json!({"value": "abcdef"})).await?;
    assert_eq!(failure(&short), Some(FailCode::NotTaken), "{short:?}");
    assert!(short.text.ends_with("it holds \"abc\" now"), "{}", short.text);
    assert_eq!(failure(&stage.on("Fixed", "fill", json!({"value": "x"})).await?), Some(FailCode::NotEditable));
    let text = stage.text().await?;
    for line in [
        "textbox \"Name\" [ref=e1]: \"Ana Łęcka, 1+1=2! & co\"",
        "\"two\\nlines\"",
        "[filled]",
        "\"after\"",
        "\"2026-12-31\"",
        "\"70\"",
    ] {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    assert!(!text.contains("hunter2"));
    assert_eq!(stage.do_on("Name", "clear", json!({})).await?.text, "emptied textbox \"Name\"");
    assert_eq!(stage.do_on("Name", "get", json!({"what": "value"})).await?.text, "");
    Ok(())
}

#[tokio::test]
async fn a_field_in_a_frame_of_another_process_is_filled() -> Result<()> {
    let stage = empty().await?;
    stage.site.page("/", "<input aria-label=Outer><iframe src=OTHER/far></iframe>");
    stage.site.page("/far", "<input aria-label=Inner>");
    stage.open("/").await?;
    stage.do_on("Inner", "fill", json!({"value": "inside"})).await?;
    let text = stage.text().await?;
    assert!(text.contains("textbox \"Inner\" [ref=f1e1] [focused]: \"inside\""), "{text}");
    let facts = webhand_port::Browser::inspect(
        &stage.chrome,
        &Action::Press { key: "Enter".to_owned(), target: None, hold: None },
    )
    .await;
    assert_eq!(facts.ok().and_then(|facts| facts.target).map(|target| target.name), Some("Inner".to_owned()));
    Ok(())
}

#[tokio::test]
async fn a_page_that_moves_the_focus_gets_no_text_elsewhere() -> Result<()> {
    let stage = showing("<input aria-label=Mine oninput='other.focus()'><input id=other aria-label=Other>").await?;
    let outcome = stage.on("Mine", "fill", json!({"value": "secret"})).await?;
    assert_eq!(failure(&outcome), Some(FailCode::TargetMoved), "{outcome:?}");
    assert_eq!(stage.do_on("Other", "get", json!({"what": "value"})).await?.text, "");
    Ok(())
}

#[tokio::test]
async fn keys_and_chords_are_pressed() -> Result<()> {
    let stage = showing(
        "<title></title><input aria-label=Field value=abc><script>addEventListener('keydown', (event) => {
           document.title += ` ${event.ctrlKey ? 'C-' : ''}${event.shiftKey ? 'S-' : ''}${event.key}/${event.code}/${event.keyCode}` })</script>",
    )
    .await?;
    stage.do_on("Field", "press", json!({"key": "Control+A"})).await?;
    stage.done("press", json!({"key": "Delete"})).await?;
    stage.done("press", json!({"key": "Shift+q"})).await?;
    assert_eq!(
        stage.title().await?,
        "C-Control/ControlLeft/17 C-a/KeyA/65 Delete/Delete/46 S-Shift/ShiftLeft/16 S-Q/KeyQ/81"
    );
    assert_eq!(stage.do_on("Field", "get", json!({"what": "value"})).await?.text, "Q");
    let wrong = stage.act("press", json!({"key": "Entre"})).await?;
    assert_eq!(failure(&wrong), Some(FailCode::BadCall));
    Ok(())
}

#[tokio::test]
async fn enter_in_a_field_sends_its_form() -> Result<()> {
    let stage = showing("<form action=/found><input name=q aria-label=Search></form>").await?;
    stage.site.page("/found", "<h1>Results</h1>");
    let outcome = stage.do_on("Search", "type", json!({"text": "lamp", "submit": true})).await?;
    assert!(outcome.text.contains(&format!("the page is now {}?q=lamp", stage.site.url("/found"))), "{}", outcome.text);
    assert!(stage.text().await?.contains("heading \"Results\""));
    Ok(())
}

#[tokio::test]
async fn boxes_are_ticked_and_options_chosen() -> Result<()> {
    let stage = showing(&format!(
        "<label><input type=checkbox data-say=gift> Gift</label><select aria-label=Colour data-say=colour><option>Red<option value=b>Blue</select>{RECORDER}"
    ))
    .await?;
    assert_eq!(stage.do_on("Gift", "check", json!({})).await?.text, "checkbox \"Gift\" is checked now");
    assert_eq!(stage.do_on("Gift", "check", json!({})).await?.text, "checkbox \"Gift\" is already checked");
    stage.do_on("Gift", "uncheck", json!({})).await?;
    assert_eq!(
        stage.do_on("Colour", "select", json!({"value": "Blue"})).await?.text,
        "chose \"Blue\" in combobox \"Colour\"; it shows \"Blue\""
    );
    assert_eq!(failure(&stage.on("Colour", "select", json!({"value": "Green"})).await?), Some(FailCode::NoOption));
    let title = stage.title().await?;
    assert_eq!(title.matches("change:gift").count(), 2, "{title}");
    assert_eq!(title.matches("change:colour").count(), 1, "{title}");
    Ok(())
}

#[tokio::test]
async fn scrolling_reports_where_it_ended() -> Result<()> {
    let stage = showing("<body style='margin: 0; height: 5800px'>").await?;
    assert_eq!(
        stage.done("scroll", json!({"direction": "down"})).await?.text,
        "scrolled to 560 of 5,000 px (11 %), 6 screens left"
    );
    assert!(stage.done("scroll", json!({"direction": "bottom"})).await?.text.ends_with("(100 %), now at the bottom"));
    assert_eq!(stage.done("scroll", json!({"direction": "down"})).await?.text, "already at the bottom");
    assert!(stage.look().await?.viewport.scroll_y > 4_999.0);
    Ok(())
}

#[tokio::test]
async fn the_named_region_is_scrolled_or_gets_the_wheel() -> Result<()> {
    let stage = showing(
        "<title></title><div style='height: 100px; overflow: auto'><div style='height: 1000px'><button>Item</button></div></div>
         <div style='width: 200px; overflow-x: auto; white-space: nowrap'><button>Wide</button><span style='display: inline-block; width: 900px'>x</span></div>
         <canvas id=map tabindex=0 aria-label=Map width=300 height=200></canvas><script>map.onwheel = (event) => document.title = `${event.deltaY} ${event.isTrusted}`</script>",
    )
    .await?;
    let item = stage.do_on("Item", "scroll", json!({"direction": "down"})).await?;
    assert_eq!(item.text, "scrolled to 70 of 900 px (8 %), 9 screens left");
    let wide = stage.do_on("Wide", "scroll", json!({"direction": "right", "amount": 2000})).await?;
    assert!(wide.text.ends_with("(100 %), now at the right end"), "{}", wide.text);
    let map = stage.do_on("Map", "scroll", json!({"direction": "down", "amount": 120})).await?;
    assert!(map.text.contains("turned the wheel over it"), "{}", map.text);
    assert_eq!(stage.title().await?, "120 true");
    Ok(())
}

#[tokio::test]
async fn hovering_and_dragging_are_noticed() -> Result<()> {
    let stage = showing(
        "<button onmouseover=\"document.title += ' over'\">Menu</button>
         <button id=a style='position: absolute; left: 10px; top: 100px'>Card</button><button style='position: absolute; left: 300px; top: 300px' >Bin</button>
         <script>let held; a.onmousedown = () => held = true;
         addEventListener('mouseup', (event) => { if (held) document.title += ` dropped on ${event.target.textContent}` })</script>",
    )
    .await?;
    stage.do_on("Menu", "hover", json!({})).await?;
    let (card, bin) = (stage.find("Card").await?, stage.find("Bin").await?);
    stage.done("drag", json!({"from": card.to_string(), "to": bin.to_string()})).await?;
    assert_eq!(stage.title().await?, "over dropped on Bin");
    stage.done("click_at", json!({"x": 20, "y": 20})).await?;
    Ok(())
}

#[tokio::test]
async fn a_menu_that_opens_after_a_hover_is_reported() -> Result<()> {
    let stage = showing(
        "<ul role=menu><li><div id=file role=menuitem tabindex=-1 aria-haspopup=true>File</div>
         <ul role=menu hidden><li><div role=menuitem tabindex=-1>Print</div></li></ul></li></ul>
         <script>file.onmouseenter = () => setTimeout(() => document.querySelector('ul ul').hidden = false, 300)</script>",
    )
    .await?;
    let opened = stage.do_on("File", "hover", json!({})).await?;
    assert!(opened.visible_changes.as_deref().unwrap_or_default().contains("Print"), "{opened:?}");
    Ok(())
}

#[tokio::test]
async fn a_disabled_control_shows_its_tooltip_on_hover() -> Result<()> {
    let stage = showing(
        "<span onmouseenter='why.hidden = false'><button disabled>Pay</button></span><p id=why hidden>Empty cart",
    )
    .await?;
    let told = stage.do_on("Pay", "hover", json!({})).await?;
    assert!(told.visible_changes.as_deref().unwrap_or_default().contains("Empty cart"), "{told:?}");
    Ok(())
}

#[tokio::test]
async fn a_file_is_given_to_its_field() -> Result<()> {
    let stage =
        showing("<label>Picture <input type=file onchange='document.title = this.files[0].name'></label>").await?;
    let file = stage.downloads.path().join("cat.txt");
    std::fs::write(&file, "meow")?;
    let outcome = stage.on("Picture", "upload", json!({"files": [file.display().to_string()]})).await?;
    assert_eq!(outcome.status, OutcomeStatus::Done, "{outcome:?}");
    assert_eq!(stage.title().await?, "cat.txt");
    let missing = stage.on("Picture", "upload", json!({"files": ["/no/such/file"]})).await?;
    assert_eq!(failure(&missing), Some(FailCode::BadCall));
    Ok(())
}

#[tokio::test]
async fn a_disabled_button_says_so() -> Result<()> {
    let stage = showing("<button disabled>Pay</button>").await?;
    assert_eq!(failure(&stage.on("Pay", "click", json!({})).await?), Some(FailCode::Disabled));
    Ok(())
}

#[tokio::test]
async fn an_element_that_has_left_the_page_is_reported_as_gone() -> Result<()> {
    let stage = showing("<button onclick='this.hidden = true'>Start</button><input aria-label=Name>").await?;
    let start = stage.find("Start").await?;
    stage.do_on("Start", "click", json!({})).await?;
    let fill = Action::Fill { target: start, value: "Ada".to_owned() };
    let outcome = stage.perform(fill).await?.outcome;
    assert_eq!(failure(&outcome), Some(FailCode::StaleRef), "{outcome:?}");
    assert!(outcome.text.contains(&format!("{start} is gone")), "{}", outcome.text);
    Ok(())
}
