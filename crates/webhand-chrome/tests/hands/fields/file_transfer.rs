//! Uploads and downloads.

use anyhow::Result;
use serde_json::json;
use webhand_model::FailCode;

use crate::support::{empty, failure, showing};

#[tokio::test]
async fn a_chooser_made_on_the_fly_is_answered_by_upload_and_reported_by_a_click() -> Result<()> {
    let stage = showing(
        "<title></title><button onclick=\"const field = document.createElement('input'); field.type = 'file'; field.multiple = true;
           field.onchange = () => document.title = [...field.files].map((file) => file.name).join(); field.click()\">Attach</button>
         <button onclick=\"one.click()\">One</button><input id=one type=file hidden>",
    )
    .await?;
    let clicked = stage.do_on("Attach", "click", json!({})).await?;
    assert!(clicked.text.contains("the page asked for a file and got none"), "{}", clicked.text);
    let [a, b] = ["a.txt", "b.txt"].map(|name| stage.downloads.path().join(name));
    for file in [&a, &b] {
        std::fs::write(file, "x")?;
    }
    let both = json!({"files": [a, b]});
    let given = stage.do_on("Attach", "upload", both.clone()).await?;
    assert!(given.text.starts_with("gave a.txt, b.txt to button \"Attach\""), "{}", given.text);
    assert!(!given.text.contains("got none"), "{}", given.text);
    assert_eq!(stage.title().await?, "a.txt,b.txt");
    assert_eq!(failure(&stage.on("One", "upload", both).await?), Some(FailCode::BadCall));
    let folder = stage.on("One", "upload", json!({"files": [stage.downloads.path()]})).await?;
    assert!(folder.text.ends_with("is a folder; name the files in it one by one"), "{}", folder.text);
    Ok(())
}

#[tokio::test]
async fn a_field_in_a_frame_of_another_process_takes_a_file() -> Result<()> {
    let stage = empty().await?;
    stage.site.page("/", "<iframe src=OTHER/far></iframe>");
    stage.site.page(
        "/far",
        "<label>Picture <input type=file onchange=\"says.textContent = this.files[0].name\"></label><h2 id=says></h2>",
    );
    stage.open("/").await?;
    let file = stage.downloads.path().join("cat.txt");
    std::fs::write(&file, "meow")?;
    stage.do_on("Picture", "upload", json!({"files": [file]})).await?;
    assert!(stage.text().await?.contains("heading \"cat.txt\""));
    Ok(())
}

#[tokio::test]
async fn a_download_never_overwrites_another() -> Result<()> {
    let stage = showing("<a href=/file>Report</a>").await?;
    std::fs::write(stage.downloads.path().join("report.txt"), "mine")?;
    stage.do_on("Report", "click", json!({})).await?;
    assert_eq!(std::fs::read_to_string(stage.downloads.path().join("report.txt"))?, "mine");
    let listed = stage.done("downloads", json!({})).await?.text;
    assert!(listed.ends_with("\n- \"report (1).txt\" [complete] 5 bytes"), "{listed}");
    Ok(())
}

/// An upload widget: a hidden file field under a drop zone, where only one word is the label of the field.
#[tokio::test]
async fn a_file_reaches_the_hidden_field_of_an_upload_widget() -> Result<()> {
    let stage = showing(
        "<div style='position: relative; width: 400px; height: 76px; overflow: hidden'>
           <input id=field type=file aria-labelledby=label style='position: absolute; left: 16px; top: 28px; width: 360px; opacity: 0; font-size: 0' onchange='document.title = files[0].name'>
           <div style='position: absolute; inset: 0; text-align: center'><label id=label for=field style='font-size: 12px'>Drop or <span tabindex=0>Browse</span></label></div></div>",
    )
    .await?;
    let file = stage.downloads.path().join("a.txt");
    std::fs::write(&file, "x")?;
    stage.do_on("Drop or Browse", "upload", json!({"files": [file]})).await?;
    assert_eq!(stage.title().await?, "a.txt");
    Ok(())
}

/// A styled button with its unseen file field over it, which takes the click in its place.
#[tokio::test]
async fn a_button_under_its_own_file_field_takes_a_file() -> Result<()> {
    let stage = showing(
        "<title></title><div style='position: relative; width: 120px; height: 40px'><button style='width: 120px; height: 40px'>Attach</button>
           <input type=file aria-label=Hidden style='position: absolute; inset: 0; width: 120px; height: 40px; opacity: 0' onchange='document.title = files[0].name'></div>",
    )
    .await?;
    let file = stage.downloads.path().join("a.txt");
    std::fs::write(&file, "x")?;
    stage.do_on("Attach", "upload", json!({"files": [file]})).await?;
    assert_eq!(stage.title().await?, "a.txt");
    Ok(())
}
