use futures_util::FutureExt as _;
use tokio::io::AsyncWriteExt as _;
use tokio::net::UnixStream;

use super::*;

fn pair() -> (UnixStream, LineReader) {
    let (ours, theirs) = UnixStream::pair().unwrap();
    (ours, LineReader::new(theirs.into_split().0, 8))
}

#[tokio::test]
async fn lines_come_in_order_and_one_that_is_too_long_harms_no_other() {
    let (mut ours, mut lines) = pair();
    ours.write_all(b"one\n\n  \n123456789\n12345678\nlast").await.unwrap();
    ours.shutdown().await.unwrap();
    let mut received = Vec::new();
    while let Some(line) = lines.next().await.unwrap() {
        received.push(line);
    }
    let whole = |text: &str| ReceivedLine::Whole(text.as_bytes().to_vec());
    assert_eq!(received, [whole("one"), ReceivedLine::TooLong, whole("12345678"), whole("last")]);
}

#[tokio::test]
async fn who_stops_talking_may_still_listen_and_who_hangs_up_has_gone() {
    let (mut ours, mut lines) = pair();
    ours.shutdown().await.unwrap();
    assert!(lines.disconnected().now_or_never().is_none());
    let (ours, mut lines) = pair();
    drop(ours);
    lines.disconnected().await;
}
