//! The models that a provider offers, and the errors where those cannot be found out.

use std::time::Duration;

use webhand_brain::client::{OpenContext, RemoteBrain};
use webhand_brain::format::ListedModel;
use webhand_brain::prices::Prices;
use webhand_brain::spec::{BrainChoice, BrainSpec};
use webhand_fake_llm::{FakeServer, Script};
use webhand_port::BrainError;

use super::asking::{KEY, serve};
use super::{PROVIDERS, brain};

const WITHIN: Duration = Duration::from_secs(20);

fn offering(key: &str) -> FakeServer {
    let models = ["small-2", "large-1", "text-embedding-3", "two words"].map(str::to_owned).to_vec();
    serve(Script { key: Some(key.to_owned()), models, ..Script::default() })
}

#[tokio::test]
async fn every_provider_lists_its_models() {
    let server = offering(KEY);
    for (name, path) in PROVIDERS {
        let listed = brain(name, path, &server).models(WITHIN).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        let names: Vec<&str> = listed.iter().map(|offered| offered.model.as_str()).collect();
        let talking =
            if name == "gemini" { &["large-1", "small-2", "text-embedding-3"][..] } else { &["large-1", "small-2"] };
        assert_eq!(names, talking, "{name}: only what can be written behind --brain");
        let tells_context = ["anthropic", "gemini"].contains(&name);
        let told = |offered: &ListedModel| offered.context == tells_context.then_some(32_768);
        assert!(!listed.is_empty() && listed.iter().all(told), "{name}: {listed:?}");
    }
}

#[tokio::test]
async fn a_key_that_is_refused_is_told_without_showing_it() {
    let server = offering("sk-another-key-altogether");
    for (name, path) in PROVIDERS {
        let error = brain(name, path, &server).models(WITHIN).await.unwrap_err();
        assert!(matches!(error, BrainError::KeyRefused(_)), "{name}: {error:?}");
        assert!(!error.to_string().contains(KEY), "{name}: {error}");
    }
}

#[tokio::test]
async fn something_else_than_a_list_is_no_list() {
    let server = offering(KEY);
    let error = brain("openai", "/elsewhere", &server).models(WITHIN).await.unwrap_err();
    assert!(matches!(error, BrainError::Rejected(_)), "{error:?}");
    let nobody = format!("openai:http://127.0.0.1:{}/v1#any", free_port());
    let Some(BrainChoice::Model(model)) = BrainSpec::parse(&nobody).unwrap().choices.pop() else { panic!("a model") };
    let prices = Prices::known();
    let brain = RemoteBrain::open(&model, OpenContext::new(&|_| None, &prices)).unwrap().in_a_hurry(WITHIN).unwrap();
    let error = brain.models(WITHIN).await.unwrap_err();
    assert!(matches!(error, BrainError::Unreachable(_)), "{error:?}");
}

/// A port that was free a moment ago.
fn free_port() -> u16 {
    std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port()
}
