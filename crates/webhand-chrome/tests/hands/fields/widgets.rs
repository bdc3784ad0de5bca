//! Controls of widespread component libraries: drawn by scripts, opened late, chosen on mousedown.

use anyhow::Result;
use serde_json::json;
use webhand_model::FailCode;

use crate::support::{Stage, failure, showing};

/// The lines of the page text without the numbers of refs.
async fn lines(stage: &Stage) -> Result<Vec<String>> {
    let text = stage.text().await?;
    let bare =
        |line: &str| match line.split_once(" [ref=").and_then(|(said, rest)| Some((said, rest.split_once(']')?.1))) {
            Some((said, rest)) => format!("{said} [ref]{rest}"),
            None => line.to_owned(),
        };
    Ok(text.lines().map(bare).collect())
}

#[tokio::test]
async fn the_root_of_an_application_is_no_control() -> Result<()> {
    let stage = showing(
        "<div id=root><p>Two of them</p><button>One</button><button>Two</button></div>
         <script>for (const kind of ['click', 'keydown', 'focusin']) root.addEventListener(kind, () => {})</script>",
    )
    .await?;
    assert_eq!(
        lines(&stage).await?,
        [r#"- text "Two of them" [ref]"#, r#"- button "One" [ref]"#, r#"- button "Two" [ref]"#]
    );
    Ok(())
}

#[tokio::test]
async fn sortable_entries_drop_targets_and_scripted_links_have_a_ref() -> Result<()> {
    let stage = showing(
        "<ul id=list><li>First<li>Second</ul><div class=ui-droppable>Drop here</div><a>Menu</a><p><a name=top>A place</a></p>
         <div style='position: relative; width: 6px; height: 30px; cursor: col-resize' onmousedown=''></div>
         <script>for (const kind of ['pointerdown', 'dragover']) list.addEventListener(kind, () => {})</script>",
    )
    .await?;
    let text = stage.text().await?;
    for line in [
        r#"listitem "First" [ref="#,
        r#"listitem "Second" [ref="#,
        r#"button "Drop here" [ref="#,
        r#"button "Menu" [ref="#,
        r#"text "A place""#,
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(!text.contains("button [ref="), "the edge of a column: {text}");
    Ok(())
}

#[tokio::test]
async fn an_icon_with_a_hand_of_its_own_is_a_control_and_the_face_of_a_button_is_none() -> Result<()> {
    let icon = "<svg data-testid=CancelIcon width=18 height=18 style='cursor: pointer' onclick='document.title = 1'><path d='M0 0h18v18H0z'/></svg>";
    let stage = showing(&format!(
        "<title>0</title><div tabindex=0>Tag {icon}</div><button style='cursor: default'>Save <svg width=18 height=18 style='cursor: pointer'><path d='M0 0h18v18H0z'/></svg></button>"
    ))
    .await?;
    assert_eq!(
        lines(&stage).await?,
        [r#"- button "Tag" [ref] [guessed]"#, r#"  - button "cancel" [ref] [guessed]"#, r#"- button "Save" [ref]"#]
    );
    stage.do_on("cancel", "click", json!({})).await?;
    assert_eq!(stage.title().await?, "1");
    Ok(())
}

#[tokio::test]
async fn a_slider_that_is_drawn_around_an_unseen_field_is_a_slider() -> Result<()> {
    let field = |style| {
        format!("<input type=range aria-label=Volume value=30 style='{style}' onchange='document.title = value'>")
    };
    let cut_off = field("position: absolute; width: 100%; height: 100%; clip-path: inset(50%)");
    let in_a_speck = format!(
        "<span style='position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip: rect(0, 0, 0, 0); clip-path: inset(50%)'>{}</span>",
        field("")
    );
    for unseen in [cut_off, in_a_speck] {
        let stage = showing(&format!(
            "<span style='position: relative; display: block; width: 200px; height: 20px; cursor: pointer' onmousedown='document.title = Math.round(event.offsetX)'>
               <span style='position: absolute; left: 60px; width: 20px; height: 20px; background: teal'>{unseen}</span></span>"
        ))
        .await?;
        assert_eq!(lines(&stage).await?, [r#"- slider "Volume" [ref]: "30""#]);
        stage.do_on("Volume", "fill", json!({"value": "70"})).await?;
        assert_eq!(stage.title().await?, "70");
        stage.do_on("Volume", "click", json!({})).await?;
        assert_eq!(stage.title().await?, "10", "the middle of the handle");
    }
    Ok(())
}

#[tokio::test]
async fn a_menu_that_waits_whether_the_mouse_stays_is_waited_for() -> Result<()> {
    let stage = showing(
        "<button id=music>Music</button><ul id=more hidden style='position: absolute'><li><a href='#'>Jazz</a></ul>
         <script>music.onmouseover = () => { music.className = 'active'; setTimeout(() => more.hidden = false, 250) }</script>",
    )
    .await?;
    stage.do_on("Music", "hover", json!({})).await?;
    let text = stage.text().await?;
    assert!(text.contains(r#"link "Jazz""#), "{text}");
    Ok(())
}

#[tokio::test]
async fn a_dialog_that_comes_after_its_veil_is_waited_for() -> Result<()> {
    let stage = showing(
        "<style>.veil { position: fixed; inset: 0; background: black; opacity: 0; transition: opacity 150ms } .veil.on { opacity: .5 }</style><button id=ask>Ask</button>
         <script>ask.onclick = () => {
           const veil = document.createElement('div'); veil.className = 'veil'; document.body.append(veil); veil.offsetWidth; veil.classList.add('on');
           veil.ontransitionend = () => document.body.insertAdjacentHTML('beforeend', '<div role=dialog style=\"position:fixed;top:40px;background:white\"><button>Agree</button></div>') }</script>",
    )
    .await?;
    stage.do_on("Ask", "click", json!({})).await?;
    let text = stage.text().await?;
    assert!(text.contains(r#"button "Agree""#), "{text}");
    Ok(())
}

#[tokio::test]
async fn a_list_that_is_kept_transparent_while_it_is_measured_is_waited_for() -> Result<()> {
    let stage = showing(
        "<button id=unit aria-expanded=false>Unit</button>
         <script>unit.onclick = () => {
           unit.ariaExpanded = 'true';
           document.body.insertAdjacentHTML('beforeend', '<div><ul style=\"opacity:0\"><li><a href=#>Metre</a></ul></div>');
           let frames = 5; const wait = () => --frames > 0 ? requestAnimationFrame(wait) : document.querySelector('ul').style.opacity = 1; wait() }</script>",
    )
    .await?;
    stage.do_on("Unit", "click", json!({})).await?;
    let text = stage.text().await?;
    assert!(text.contains(r#"link "Metre""#), "{text}");
    Ok(())
}

#[tokio::test]
async fn an_entry_that_is_chosen_by_the_press_alone_is_chosen_once() -> Result<()> {
    for press in ["mousedown", "pointerup"] {
        let stage = showing(&format!(
            "<title></title><ul role=listbox><li role=option>Tom<li role=option>Tanya</ul><button style='position: absolute; left: 0; top: 0; width: 300px; height: 200px; z-index: -1'>Behind</button>
             <script>document.querySelector('ul').addEventListener('{press}', (event) => {{ document.title += event.target.textContent; event.currentTarget.remove() }})
             document.querySelector('button').onclick = () => document.title += ' behind'</script>"
        ))
        .await?;
        let told = stage.do_on("Tanya", "click", json!({})).await?;
        assert!(told.text.contains("clicked option \"Tanya\""), "{press}: {}", told.text);
        assert_eq!(stage.title().await?, "Tanya", "{press}");
    }
    Ok(())
}

#[tokio::test]
async fn a_list_that_opens_under_the_mouse_may_push_its_control() -> Result<()> {
    let stage = showing(
        "<title></title><button id=food style='position: absolute; left: 50px; top: 50px; width: 200px; height: 40px'>Food</button>
         <script>food.onpointerdown = () => { food.style.left = '58px';
           document.body.insertAdjacentHTML('beforeend', '<div role=listbox style=\"position:absolute;left:50px;top:40px;background:white\"><div role=option style=\"width:220px;height:60px\">Apple</div></div>');
           document.querySelector('[role=option]').onmouseup = () => document.title = 'chosen' }</script>",
    )
    .await?;
    let told = stage.do_on("Food", "click", json!({})).await?;
    assert!(told.text.contains(r#"the press brought up option "Apple""#), "{}", told.text);
    assert_eq!(stage.title().await?, "");
    Ok(())
}

#[tokio::test]
async fn choosing_never_writes_into_the_field_of_another() -> Result<()> {
    let stage = showing(
        "<input aria-label=Film autofocus><div id=age role=combobox aria-label=Age aria-expanded=false tabindex=0 style='width: 200px; height: 30px'>None</div>
         <ul role=tree><li role=treeitem tabindex=0>Grid</ul><div role=combobox aria-label=Pet aria-expanded=false><div role=listbox><div role=option aria-selected=true>Cat</div></div></div>
         <script>age.onmousedown = (event) => { event.preventDefault(); open() }; const open = () => setTimeout(() => {
           document.body.insertAdjacentHTML('beforeend', '<ul role=listbox id=ages style=\"position:absolute;top:60px;background:white\"><li role=option>Ten<li role=option>Twenty</ul>');
           age.setAttribute('aria-controls', 'ages'); age.ariaExpanded = 'true';
           ages.onclick = (event) => { age.textContent = event.target.textContent; age.ariaExpanded = 'false'; ages.remove() } })</script>",
    )
    .await?;
    stage.do_on("Film", "click", json!({})).await?;
    let missing = stage.on("Age", "select", json!({"value": "Ninety"})).await?;
    assert_eq!(failure(&missing), Some(FailCode::NoOption), "{missing:?}");
    assert_eq!(stage.do_on("Film", "get", json!({"what": "value"})).await?.text, "");
    let told = stage.do_on("Age", "select", json!({"value": "Twenty"})).await?;
    assert!(told.text.starts_with(r#"chose "Twenty" in combobox "Age""#), "{}", told.text);
    assert_eq!(stage.do_on("Film", "get", json!({"what": "value"})).await?.text, "");
    Ok(())
}

/// Suggestions that are marked while the person types, replaced with every key, and chosen on mousedown.
#[tokio::test]
async fn a_list_that_is_narrowed_is_chosen_from_and_not_only_marked() -> Result<()> {
    let stage = showing(
        "<div id=pet role=combobox aria-label=Pet aria-expanded=false tabindex=0 style='width: 200px'><select hidden><option>Cat<option>Dog</select><span id=shown>Pick</span>
           <div id=drop style='visibility: hidden'><input id=field aria-controls=all><div id=all role=listbox></div></div></div>
         <script>const show = () => all.replaceChildren(...['Cat', 'Dog', 'Fish', 'Frog'].filter((name) => name.includes(field.value)).slice(0, field.value ? 9 : 1).map((name) => {
             const option = document.createElement('div'); option.role = 'option'; option.textContent = name; option.ariaSelected = String(field.value === name);
             option.onmousedown = () => { shown.textContent = name; field.value = ''; drop.style.visibility = 'hidden'; pet.ariaExpanded = 'false' }; return option }));
         pet.onclick = ({target}) => { if (target.role !== 'option') { drop.style.visibility = 'visible'; pet.ariaExpanded = 'true'; show(); field.focus() } };
         field.oninput = () => { show(); setTimeout(show, 30) }</script>",
    )
    .await?;
    assert!(stage.text().await?.contains(r#": "Pick""#), "{}", stage.text().await?);
    stage.do_on("Pet", "select", json!({"value": "Dog"})).await?;
    let text = stage.text().await?;
    assert!(
        text.lines().next().is_some_and(|line| line.contains("expanded=false") && line.ends_with(r#": "Dog""#)),
        "{text}"
    );
    Ok(())
}

#[tokio::test]
async fn an_entry_scrolled_out_of_its_list_is_not_covered_by_elements_below_the_list() -> Result<()> {
    let rows = (1..=9)
        .map(|row| format!("<button style='display: block; height: 40px'>Row {row}</button>"))
        .collect::<Vec<_>>()
        .concat();
    let stage = showing(&format!(
        "<div style='height: 100px; overflow-y: auto'>{rows}</div><p style='height: 300px; background: white; margin: 0' onclick=''>Below</p>"
    ))
    .await?;
    let text = stage.text().await?;
    assert!(text.contains("button \"Row 9\"") && !text.contains("covered"), "{text}");
    Ok(())
}

/// Virtual lists switch off pointer events of their entries while they are being scrolled.
#[tokio::test]
async fn an_entry_that_is_deaf_while_its_list_is_scrolled_is_waited_for() -> Result<()> {
    let rows = (1..=9)
        .map(|row| {
            format!("<div style='height: 40px; cursor: pointer' onclick='document.title = {row}'>Row {row}</div>")
        })
        .collect::<Vec<_>>()
        .concat();
    let stage = showing(&format!(
        "<title>0</title><div id=list style='height: 100px; overflow-y: auto'><div id=inner>{rows}</div></div>
         <script>let timer; list.onscroll = () => {{ inner.style.pointerEvents = 'none'; clearTimeout(timer); timer = setTimeout(() => inner.style.pointerEvents = '', 150) }}</script>"
    ))
    .await?;
    stage.do_on("Row 8", "click", json!({})).await?;
    assert_eq!(stage.title().await?, "8");
    Ok(())
}

#[tokio::test]
async fn a_bar_without_height_holds_nothing_up() -> Result<()> {
    let stage = showing("<div role=progressbar style='height: 0; overflow: hidden'></div><button>Go</button>").await?;
    let told = stage.do_on("Go", "click", json!({})).await?;
    assert!(!told.text.contains("unsettled"), "{}", told.text);
    Ok(())
}
