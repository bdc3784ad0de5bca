//! The facts of a form name exactly the bytes that its request then has, so that a yes to the one is bound to the other.

use std::fmt::Write as _;

use anyhow::{Context as _, Result};
use serde_json::json;
use webhand_model::{Action, Content, ContentKind, Decision, Form};
use webhand_port::Browser as _;

use crate::support::{Stage, showing};

/// The form that a click on the button would send.
async fn form_of(stage: &Stage, button: &str) -> Result<Form> {
    let action = click(stage, button).await?;
    let facts = stage.chrome.inspect(&action).await.map_err(|outcome| anyhow::anyhow!(outcome.text))?;
    facts.target.and_then(|target| target.form).context("no form")
}

async fn click(stage: &Stage, button: &str) -> Result<Action> {
    let page = stage.look().await?;
    let target = stage.find(button).await?.to_string();
    match Decision::parse("click", &json!({"ref": target}), &page)? {
        Decision::Act(action) => Ok(action),
        other @ Decision::Say(_) => anyhow::bail!("{other:?}"),
    }
}

async fn contents(stage: &Stage, button: &str) -> Result<(Content, Content)> {
    let form = form_of(stage, button).await?.content.context("no content")?;
    let outcome = stage.do_on(button, "click", json!({})).await?;
    let held = stage.held(outcome).await?;
    stage.stop(&held).await;
    Ok((form, held.content.context("no content")?))
}

#[tokio::test]
async fn a_forms_content_is_that_of_its_request() -> Result<()> {
    let mut many = String::new();
    for number in 0..150 {
        write!(many, "<input type=hidden name=f{number} value=v{number}>")?;
    }
    let fields = format!(
        "<input name=to value='Ána & Bo = 1+1'><textarea name=text>one\n\ntwo\r\nthree</textarea>
         <input name=gift_card_amount value=10><input type=password name=passengers value=3>
         <select name=size multiple><option selected>S<option>M<option selected>L</select>
         <input type=checkbox name=gift checked><input type=checkbox name=wrap><input name=note value='{}'>
         <input type=file name=scan>{many}<input name=off disabled value=x>",
        "long ".repeat(4_000)
    );
    let stage = showing(&format!(
        "<form method=post action=/a>{fields}<button name=go value=1>Encoded</button></form>
         <form method=post action=/b enctype=multipart/form-data>{fields}<button name=go value=1>Multipart</button></form>
         <form method=post action=/c><input name=a><button formenctype=multipart/form-data>By the button</button></form>"
    ))
    .await?;
    for button in ["Encoded", "Multipart", "By the button"] {
        let (form, sent) = contents(&stage, button).await?;
        assert!(form.is_bindable() && sent.is_bindable(), "{button}: {form:?} {sent:?}");
        let names = |content: &Content| content.fields.iter().map(|field| field.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&form), names(&sent), "{button}");
        for (own, other) in form.fields.iter().zip(&sent.fields) {
            assert_eq!(own.digest, other.digest, "{button}: {}", own.name);
        }
        assert!(form.is_same(&sent), "{button}");
    }
    Ok(())
}

/// AP-01: the page changes what it sends after the facts were read.
#[tokio::test]
async fn a_value_that_the_page_changes_in_the_click_is_another_content() -> Result<()> {
    let form = |change: &str, button: &str| {
        format!(
            "<form method=post action=/pay onsubmit=\"{change}\"><input type=hidden name=to value=ann>
             <input name=gift_card_amount value=10><textarea name=note>{}</textarea><button>{button}</button></form>",
            "x".repeat(5_000)
        )
    };
    let stage = showing(
        &[
            form("this.to.value = 'eve'", "Recipient"),
            form("this.gift_card_amount.value = 9000", "Amount"),
            form("this.note.value += ' and more'", "Note"),
            form("this.insertAdjacentHTML('beforeend', '<input type=hidden name=tip value=9>')", "Added"),
            form("this.enctype = 'multipart/form-data'", "Encoding"),
        ]
        .concat(),
    )
    .await?;
    for button in ["Recipient", "Amount", "Note", "Added", "Encoding"] {
        let (form, sent) = contents(&stage, button).await?;
        assert!(form.is_bindable() && !form.is_same(&sent), "{button}");
    }
    Ok(())
}

#[tokio::test]
async fn a_form_with_a_file_cannot_be_bound_and_names_the_file() -> Result<()> {
    let stage = showing(
        "<form method=post action=/a enctype=multipart/form-data><input type=file name=scan aria-label=Scan><button>Send</button></form>
         <script>const files = new DataTransfer(); files.items.add(new File(['BYTES'], 'cat.png'));
         document.querySelector('input').files = files.files</script>",
    )
    .await?;
    let form = form_of(&stage, "Send").await?;
    assert_eq!(form.fields, [["scan", "file cat.png of 5 bytes"]].map(|pair| pair.map(str::to_owned)));
    let (form, sent) = contents(&stage, "Send").await?;
    assert!(!form.is_bindable() && !form.is_same(&sent), "{form:?} {sent:?}");
    Ok(())
}

#[tokio::test]
async fn a_token_is_hidden_random_and_in_the_page_as_served() -> Result<()> {
    let random = "hT5sJ9qPz2LmX8vRk4WcY7nB3dF6gA1e";
    let stage = showing(&format!(
        "<form method=post action=/a><input type=hidden name=csrf value={random}><input type=hidden name=sum value=40>
         <input name=shown value={random}><button>Send</button></form>
         <script>document.forms[0].insertAdjacentHTML('afterbegin',
           '<input type=hidden name=late value=' + 'kL9x2Qa7Zt4Wm8Rv' + '3Nb6Yc1D>')</script>"
    ))
    .await?;
    let (form, sent) = contents(&stage, "Send").await?;
    let kinds = |content: &Content| {
        let fields = content.fields.iter();
        fields.map(|field| (field.name.clone(), field.kind)).collect::<Vec<_>>()
    };
    let plain = |name: &str| (name.to_owned(), ContentKind::Plain);
    let expected = [plain("late"), ("csrf".to_owned(), ContentKind::Token), plain("sum"), plain("shown")];
    assert_eq!(kinds(&form), expected);
    assert_eq!(kinds(&sent), expected);
    Ok(())
}

#[tokio::test]
async fn a_token_is_known_on_a_page_that_may_not_be_stored() -> Result<()> {
    let stage = showing("<h1>Welcome</h1>").await?;
    let random = "hT5sJ9qPz2LmX8vRk4WcY7nB3dF6gA1e";
    stage.site.page(
        "/form",
        &format!(
            "<form method=post action=/a><input type=hidden name=csrf value={random}><button>Send</button></form>"
        ),
    );
    for path in ["/unstored/form", "/form"] {
        stage.open(path).await?;
        let content = form_of(&stage, "Send").await?.content.context("no content")?;
        assert_eq!(content.fields[0].kind, ContentKind::Token, "{path}");
    }
    Ok(())
}

#[tokio::test]
async fn the_fields_because_of_which_a_form_is_not_sent_are_named() -> Result<()> {
    let fields =
        "<label>E-mail <input type=email name=mail value=nonsense></label><label>Name <input name=n required></label>
                  <input name=ok value=1>";
    let stage = showing(&format!(
        "<form method=post action=/a>{fields}<button>Send</button><button formnovalidate>Send anyway</button></form>
         <form method=post action=/b novalidate>{fields}<button>Unchecked</button></form>"
    ))
    .await?;
    assert_eq!(form_of(&stage, "Send").await?.invalid, ["E-mail", "Name"]);
    assert_eq!(form_of(&stage, "Send anyway").await?.invalid, [""; 0]);
    assert_eq!(form_of(&stage, "Unchecked").await?.invalid, [""; 0]);
    Ok(())
}
