//! Lists, boxes and pickers of all kinds; each test checks the value that the page holds afterwards.

use anyhow::Result;
use serde_json::json;
use webhand_model::FailCode;

use crate::support::{failure, showing};

/// A combobox as component libraries build it: a popup elsewhere in the document, and the choice painted beside the
/// field.
const POPUP: &str = "<style>#list { position: absolute; top: 60px; left: 8px; width: 200px; background: white } #list:empty { display: none }</style>
    <div style='width: 200px; height: 30px'><span id=chosen></span><input role=combobox aria-label=City aria-controls=list aria-expanded=false style='width: 80px'></div>
    <div id=list role=listbox></div><script>
    const all = ['Berlin', 'Bern', 'Lima', 'Lisbon', 'Zürich'], field = document.querySelector('input');
    const show = (names) => list.replaceChildren(...names.map((name) => {
      const option = document.createElement('div');
      option.role = 'option'; option.textContent = name; option.style.cursor = 'pointer';
      option.onclick = () => { if (name !== 'Lisbon') chosen.textContent = name; field.value = ''; list.replaceChildren() };
      return option;
    }));
    let wait;
    field.onclick = () => show(all.slice(0, 3));
    field.onkeydown = (event) => { if (event.key === 'Escape') list.replaceChildren() };
    field.oninput = () => { clearTimeout(wait); wait = setTimeout(() => show(all.filter((name) => name.startsWith(field.value))), 150) };
    </script>";

#[tokio::test]
async fn a_combobox_is_opened_waited_for_and_checked() -> Result<()> {
    let stage = showing(POPUP).await?;
    let chose = stage.do_on("City", "select", json!({"value": "bern"})).await?;
    assert!(chose.text.starts_with("chose \"Bern\" in combobox \"City\""), "{}", chose.text);
    assert!(stage.do_on("City", "select", json!({"value": "Zürich"})).await?.text.starts_with("chose \"Zürich\""));
    let ignored = stage.on("City", "select", json!({"value": "Lisbon"})).await?;
    assert_eq!(failure(&ignored), Some(FailCode::NotTaken), "{ignored:?}");
    assert!(ignored.text.contains("shows \"Zürich"), "{}", ignored.text);
    let missing = stage.on("City", "select", json!({"value": "B"})).await?;
    assert_eq!(failure(&missing), Some(FailCode::NoOption), "{missing:?}");
    assert!(missing.text.contains("it offers \"Berlin\", \"Bern\""), "{}", missing.text);
    Ok(())
}

#[tokio::test]
async fn lists_without_words_for_it_are_chosen_from_too() -> Result<()> {
    let stage = showing(
        "<button id=size aria-haspopup=listbox onclick='menu.hidden = false'>Size</button>
         <ul id=menu hidden style='position: absolute; margin: 0; background: white' onclick='size.textContent = event.target.textContent; this.hidden = true'>
           <li class=entry>Small<li class=entry>Large</ul>
         <input list=fruit aria-label=Fruit><datalist id=fruit><option>Apple<option>Pear</datalist>
         <div role=radiogroup aria-label=Speed><span role=radio aria-checked=true tabindex=0>Slow</span> <span role=radio aria-checked=false tabindex=0>Fast</span></div>
         <script>for (const radio of document.querySelectorAll('[role=radio]')) radio.onclick = () => {
           for (const other of document.querySelectorAll('[role=radio]')) other.setAttribute('aria-checked', other === radio) }</script>",
    )
    .await?;
    assert_eq!(
        stage.do_on("Size", "select", json!({"value": "Large"})).await?.text,
        "chose \"Large\" in button \"Size\""
    );
    assert_eq!(stage.do_on("Fruit", "select", json!({"value": "pear"})).await?.text, "filled combobox \"Fruit\"");
    let kiwi = stage.on("Fruit", "select", json!({"value": "Kiwi"})).await?;
    assert!(kiwi.text.contains("it offers \"Apple\", \"Pear\""), "{}", kiwi.text);
    stage.do_on("Fast", "check", json!({})).await?;
    assert!(stage.text().await?.contains("radio \"Fast\" [ref=e"), "{}", stage.text().await?);
    assert_eq!(failure(&stage.on("Fast", "uncheck", json!({})).await?), Some(FailCode::WrongKind));
    Ok(())
}

#[tokio::test]
async fn native_lists_are_read_back() -> Result<()> {
    let stage = showing(
        "<select multiple aria-label=Toppings><option>Ham<option>Olives<optgroup label=Off disabled><option>Gold</optgroup></select>
         <select aria-label=Stuck onchange='this.selectedIndex = 0'><option>First<option>Second</select>",
    )
    .await?;
    let both = stage.do_on("Toppings", "select", json!({"values": ["Olives", "Ham"]})).await?;
    assert!(both.text.ends_with("it shows \"Ham, Olives\""), "{}", both.text);
    assert_eq!(failure(&stage.on("Toppings", "select", json!({"value": "Gold"})).await?), Some(FailCode::Disabled));
    let back = stage.on("Stuck", "select", json!({"value": "Second"})).await?;
    assert_eq!(failure(&back), Some(FailCode::NotTaken), "{back:?}");
    assert_eq!(
        stage.do_on("Toppings", "fill", json!({"value": "Ham"})).await?.text,
        "chose \"Ham\" in listbox \"Toppings\"; it shows \"Ham\""
    );
    Ok(())
}

#[tokio::test]
async fn boxes_of_all_makes_are_ticked() -> Result<()> {
    let stage = showing(
        "<label><input type=checkbox style='position: absolute; opacity: 0; width: 0; height: 0'><span style='padding: 4px; border: 1px solid'>Hidden</span></label>
         <div role=switch tabindex=0 aria-label=Wifi>on/off</div><button aria-pressed=false>Bold</button>
         <div role=checkbox tabindex=0 aria-checked=mixed aria-label=All>all</div><div role=checkbox tabindex=0 aria-checked=false aria-label=Dead>dead</div>
         <script>const flip = (on, name) => document.querySelector(on).onclick = (event) =>
           event.target.setAttribute(name, event.target.getAttribute(name) === 'false' || event.target.getAttribute(name) === null);
         flip('[role=switch]', 'aria-checked'); flip('button', 'aria-pressed'); flip('[aria-label=All]', 'aria-checked')</script>",
    )
    .await?;
    for name in ["Hidden", "Wifi", "Bold", "All"] {
        let outcome = stage.do_on(name, "check", json!({})).await?;
        assert!(outcome.text.ends_with("is checked now"), "{}", outcome.text);
        assert_eq!(stage.do_on(name, "is", json!({"what": "checked"})).await?.text, "yes", "{name}");
    }
    assert_eq!(failure(&stage.on("Dead", "check", json!({})).await?), Some(FailCode::NotTaken));
    Ok(())
}

#[tokio::test]
async fn pickers_accept_values_as_people_write_them() -> Result<()> {
    let stage = showing(
        "<input type=date aria-label=Day><input type=time aria-label=Hour><input type=datetime-local aria-label=Moment>
         <input type=month aria-label=Month><input type=week aria-label=Week><input type=color aria-label=Colour>
         <input type=range aria-label=Share min=100 max=300>",
    )
    .await?;
    let written = [
        ("Day", "31 December 2026", "2026-12-31"),
        ("Day", "Dec 5th, 2026", "2026-12-05"),
        ("Day", "31.1.2026", "2026-01-31"),
        ("Day", "12/31/2026", "2026-12-31"),
        ("Hour", "2:30 pm", "14:30"),
        ("Moment", "2026-12-31 at 9am", "2026-12-31T09:00"),
        ("Month", "March 2027", "2027-03"),
        ("Week", "week 7 2027", "2027-W07"),
        ("Colour", "tomato", "#ff6347"),
        ("Share", "25%", "150"),
    ];
    for (field, value, held) in written {
        stage.do_on(field, "fill", json!({"value": value})).await?;
        assert_eq!(stage.do_on(field, "get", json!({"what": "value"})).await?.text, held, "{value}");
    }
    let doubtful = stage.on("Day", "fill", json!({"value": "3/4/2026"})).await?;
    assert_eq!(failure(&doubtful), Some(FailCode::NoOption), "{doubtful:?}");
    assert!(doubtful.text.ends_with("write the date as 2026-04-03 or 2026-03-04"), "{}", doubtful.text);
    assert_eq!(
        failure(&stage.on("Day", "fill", json!({"value": "30 February 2026"})).await?),
        Some(FailCode::NoOption)
    );
    Ok(())
}

/// Some libraries mark the option that the keyboard would choose as if it were selected.
#[tokio::test]
async fn an_option_that_is_only_marked_by_the_keys_is_not_chosen_yet() -> Result<()> {
    let stage = showing(
        "<input role=combobox aria-label=Country aria-expanded=true aria-controls=list aria-activedescendant=fr>
         <ul id=list role=listbox style='position: absolute'><li role=option id=fr aria-selected=true>France<li role=option>Italy</ul>
         <script>list.onclick = (event) => { const field = document.querySelector('input'); field.value = event.target.textContent;
           document.title += event.target.textContent; list.hidden = true }</script>",
    )
    .await?;
    stage.do_on("Country", "select", json!({"value": "France"})).await?;
    assert_eq!(stage.title().await?, "France");
    Ok(())
}

#[tokio::test]
async fn a_list_that_another_field_has_opened_is_its_own() -> Result<()> {
    let stage = showing(
        "<div><input aria-label=Tags oninput='tags.hidden = false'><div id=tags hidden style='position: absolute'>
           <div role=option class=item onclick='document.title = 1; tags.hidden = true'>Press Enter to add Germany</div></div></div>
         <p style='margin-top: 80px'><button role=combobox aria-label=Country aria-expanded=false onclick='list.hidden = false'>Pick</button></p>
         <ul id=list role=listbox hidden style='position: absolute'><li role=option>Germany<li role=option>Italy</ul>
         <script>list.onclick = (event) => { document.querySelector('[role=combobox]').textContent = event.target.textContent; list.hidden = true }</script>",
    )
    .await?;
    stage.do_on("Tags", "fill", json!({"value": "Germany"})).await?;
    assert_eq!(
        stage.do_on("Country", "select", json!({"value": "Germany"})).await?.text,
        "chose \"Germany\" in combobox \"Country\""
    );
    assert_eq!(stage.title().await?, "");
    // The field holds only the text that was typed to filter the options.
    let vain = stage.on("Tags", "select", json!({"value": "Germany"})).await?;
    assert_eq!(failure(&vain), Some(FailCode::NotTaken), "{vain:?}");
    Ok(())
}

#[tokio::test]
async fn writing_into_a_combobox_says_that_nothing_is_chosen_by_it() -> Result<()> {
    let stage = showing(
        "<input role=combobox aria-label=Country aria-controls=offers oninput='offers.hidden = false'>
         <ul id=offers role=listbox hidden style='position: absolute'><li role=option>Germany<li role=option>Italy</ul>",
    )
    .await?;
    let filled = stage.do_on("Country", "fill", json!({"value": "Germany"})).await?;
    assert_eq!(filled.text, "filled combobox \"Country\"; its list offers that, and nothing is chosen yet: use select");
    Ok(())
}

/// A switch of a component library: the checkbox is beside it, and every click is cancelled after it was handled.
#[tokio::test]
async fn a_drawn_switch_that_cancels_clicks_is_what_it_says() -> Result<()> {
    let stage = showing(
        "<label for=box>Alerts</label><div id=drawn style='width: 40px; height: 20px; background: gray'>
           <input id=box type=checkbox role=switch aria-checked=false style='position: absolute; width: 0; height: 0; opacity: 0'></div>
         <script>let on = false; drawn.onclick = (event) => { event.preventDefault(); on = !on; box.setAttribute('aria-checked', on); document.title = on }</script>",
    )
    .await?;
    assert_eq!(stage.do_on("Alerts", "check", json!({})).await?.text, "switch \"Alerts\" is checked now");
    assert_eq!(stage.title().await?, "true");
    assert_eq!(stage.do_on("Alerts", "check", json!({})).await?.text, "switch \"Alerts\" is already checked");
    Ok(())
}
