//! Pairing, proofs and cut connections, with a client that speaks as the extension does.

mod client;

use std::sync::Arc;

use webhand_wire::{HandsLevel, HandsNews, HandsOrder};

use super::numbering::{Arrival, LinkEnd};
use super::proof::PairingKey;
use super::{HandsError, HandsHub, new_code};
use crate::fake_host::FakeBook;
use client::{FakeExtension, Machine};

#[tokio::test]
async fn a_browser_is_paired_once_with_a_code_and_connects_with_its_key_afterwards() {
    let machine = Machine::start().await;
    let code = machine.wait_for_code();
    let extension = FakeExtension::pair(&machine, &code.to_lowercase()).await.unwrap();
    assert_eq!(machine.book.paired.lock().unwrap().len(), 1);
    let again = FakeExtension::pair(&machine, &code).await;
    assert!(again.unwrap_err().contains("no code is waited for"), "a code is good once");
    let (device, key) = (extension.device.clone(), extension.key.clone());
    drop(extension);
    FakeExtension::connect(&machine, &device, &key).await.unwrap();
}

#[tokio::test]
async fn who_does_not_know_the_key_gets_no_order_and_gives_none() {
    let machine = Machine::start().await;
    machine.wait_for_code();
    let other = new_code().unwrap();
    let wrong = FakeExtension::pair(&machine, &other).await.unwrap_err();
    assert!(wrong.contains("the server does not know the key"), "an extension with another code turns away: {wrong}");
    let bold = FakeExtension::pair_whatever_is_proven(&machine, &other).await.unwrap_err();
    assert!(bold.contains("does not know the key"), "{bold}");
    let unknown = FakeExtension::connect(&machine, "00ff", &PairingKey::of_code("x")).await.unwrap_err();
    assert!(unknown.contains("not paired here"), "{unknown}");
    assert!(machine.book.paired.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_proof_is_of_no_use_to_a_program_at_another_address_that_passes_it_on() {
    let machine = Machine::start().await;
    let code = machine.wait_for_code();
    let passed_on = FakeExtension::pair_at(&machine, "127.0.0.1:1", &code).await.unwrap_err();
    assert!(passed_on.contains("the server does not know the key"), "{passed_on}");
}

#[tokio::test]
async fn only_the_extension_itself_may_open_the_address() {
    let machine = Machine::start().await;
    for origin in [None, Some("https://evil.example"), Some("chrome-extension://abcdefghijklmnopabcdefghijklmnop")] {
        assert!(!machine.opens_for(origin).await, "{origin:?}");
    }
    assert!(machine.opens_for(Some(client::ORIGIN)).await);
}

#[tokio::test]
async fn what_is_sent_while_the_connection_is_cut_arrives_once_and_in_order() {
    let machine = Machine::start().await;
    let code = machine.wait_for_code();
    let mut extension = FakeExtension::pair(&machine, &code).await.unwrap();
    let mut channel = extension.take_run(&machine, "r1", HandsLevel::Quiet).await;
    for round in 0..5 {
        assert!(channel.sender.send(format!("order {round}")));
        extension.send(&HandsNews::Frame { run: "r1".to_owned(), frame: format!("reply {round}") }).await;
        extension = extension.cut_and_connect(&machine).await;
        assert_eq!(extension.next().await, HandsOrder::Frame { run: "r1".to_owned(), frame: format!("order {round}") });
        assert_eq!(channel.frames.recv().await.unwrap(), format!("reply {round}"));
    }
    assert!(channel.frames.try_recv().is_err(), "nothing came twice");
    drop(channel);
    assert_eq!(extension.next().await, HandsOrder::Close { run: "r1".to_owned() });
}

#[tokio::test]
async fn a_browser_that_was_started_anew_ends_the_runs_of_before() {
    let machine = Machine::start().await;
    let code = machine.wait_for_code();
    let mut extension = FakeExtension::pair(&machine, &code).await.unwrap();
    let mut channel = extension.take_run(&machine, "r1", HandsLevel::Debugger).await;
    let (device, key) = (extension.device.clone(), extension.key.clone());
    let _anew = FakeExtension::connect(&machine, &device, &key).await.unwrap();
    assert_eq!(channel.frames.recv().await, None);
    assert!(channel.sender.why_ended().unwrap().contains("anew"));
    assert!(!channel.sender.send("lost".to_owned()));
}

#[tokio::test]
async fn a_run_that_the_browser_turns_away_is_told_why() {
    let machine = Machine::start().await;
    let code = machine.wait_for_code();
    let mut extension = FakeExtension::pair(&machine, &code).await.unwrap();
    let turning_away = async {
        extension.next().await;
        extension.send(&HandsNews::Closed { run: "r1".to_owned(), why: "one is here".to_owned() }).await;
    };
    let (opened, ()) = tokio::join!(machine.hub.open("r1", HandsLevel::Quiet, ""), turning_away);
    assert_eq!(opened.err(), Some(HandsError::Refused("one is here".to_owned())));
}

#[tokio::test(start_paused = true)]
async fn without_a_browser_a_run_is_told_what_to_do() {
    let book = Arc::new(FakeBook::default());
    let hub = HandsHub::new(Arc::clone(&book) as _);
    assert_eq!(hub.open("r1", HandsLevel::Quiet, "").await.err(), Some(HandsError::NotPaired));
    let key = PairingKey::of_code("x");
    book.paired.lock().unwrap().push(super::PairedDevice { id: "d".to_owned(), key, address: String::new() });
    assert_eq!(hub.open("r1", HandsLevel::Quiet, "").await.err(), Some(HandsError::NotConnected));
}

#[test]
fn messages_are_numbered_kept_until_they_arrived_and_taken_once() {
    let mut end = LinkEnd::default();
    for message in ["1", "2", "3"] {
        end.push(message.to_owned()).unwrap();
    }
    end.acknowledge(1);
    assert_eq!(end.after(0), Some((2, r#"{"no":2,"ack":0,"message":2}"#.to_owned())));
    assert_eq!(end.after(3), None);
    assert_eq!([end.arrived(1), end.arrived(1), end.arrived(3)], [Arrival::New, Arrival::Known, Arrival::Gap]);
}

#[test]
fn a_code_is_read_however_it_is_written_and_its_key_is_not_shown() {
    let key = PairingKey::of_code("O1AB-CDEF-GH2K");
    assert_eq!(key, PairingKey::of_code(" oLab cdefgh2k"));
    assert_eq!(PairingKey::parse(&key.as_secret_text()), Some(key.clone()));
    assert_eq!(format!("{key:?}"), "PairingKey(…)");
    assert_eq!(new_code().unwrap().len(), 14);
}
