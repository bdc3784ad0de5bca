use super::{MOST_BYTES, StderrTail};

#[tokio::test]
async fn only_the_end_is_kept() {
    let output = format!("{}\nthe reason\n", "noise ".repeat(MOST_BYTES));
    let words = StderrTail::follow(std::io::Cursor::new(output.into_bytes())).final_output().await;
    assert!(words.ends_with("noise \nthe reason"));
    assert!(words.len() <= MOST_BYTES);
}

#[tokio::test]
async fn an_output_that_stays_open_does_not_hold_us_up() {
    let (mut writer, reader) = tokio::io::duplex(64);
    let mut tail = StderrTail::follow(reader);
    tokio::io::AsyncWriteExt::write_all(&mut writer, b"last words").await.unwrap();
    assert_eq!(tail.final_output().await, "last words");
    drop(writer);
}
