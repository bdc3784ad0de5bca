use insta::assert_snapshot;
use webhand_model::{Money, Usage};

use super::{KNOWN, Prices, entries, fits};
use crate::spec::{BrainChoice, BrainSpec};

fn price_line(prices: &Prices, brain: &str) -> String {
    let spec = BrainSpec::parse(brain).expect("a brain");
    let [BrainChoice::Model(model)] = &spec.choices[..] else { return "no model".to_owned() };
    let usage = Usage { input: 10_000, cached: 8_000, stored: 1_000, output: 500, ..Usage::default() };
    let cost = prices.of(model).map(|price| price.charge(usage).cost.to_string());
    format!("{brain}: {}", cost.unwrap_or_else(|| "unknown".to_owned()))
}

#[test]
fn an_answer_costs_what_its_provider_asks_for() {
    let prices = Prices::known();
    let brains = [
        "anthropic/claude-opus-5-5",
        "anthropic/claude-opus-4-1-20250805",
        "anthropic/claude-haiku-4-5-20251001?effort=low",
        "openai/gpt-6.1-terra",
        "openai-responses/gpt-6.1-terra",
        "gemini/gemini-2.5-flash-lite",
        "gemini/gemini-2.5-flash",
        "ollama/qwen3",
        "openai:http://127.0.0.1:8080/v1#gpt-6.1-terra",
        "openai:http://[::1]:8080/v1#gpt-6.1-terra",
        "openai:http://me@localhost/v1#x",
        "openai:https://models.example/v1#gpt-6.1-terra",
        "openai:https://localhost.example/v1#x",
        "openai:https://127.0.0.1@models.example/v1#x",
        "openai/gpt-of-tomorrow",
        "openrouter/anthropic/claude-opus-5-5",
    ];
    assert_snapshot!(brains.map(|brain| price_line(&prices, brain)).join("\n"), @"
    anthropic/claude-opus-5-5: $0.0206
    anthropic/claude-opus-4-1-20250805: $0.0833
    anthropic/claude-haiku-4-5-20251001?effort=low: $0.0056
    openai/gpt-6.1-terra: $0.0052
    openai-responses/gpt-6.1-terra: $0.0052
    gemini/gemini-2.5-flash-lite: $0.0005
    gemini/gemini-2.5-flash: $0.0021
    ollama/qwen3: $0.00
    openai:http://127.0.0.1:8080/v1#gpt-6.1-terra: $0.00
    openai:http://[::1]:8080/v1#gpt-6.1-terra: $0.00
    openai:http://me@localhost/v1#x: $0.00
    openai:https://models.example/v1#gpt-6.1-terra: unknown
    openai:https://localhost.example/v1#x: unknown
    openai:https://127.0.0.1@models.example/v1#x: unknown
    openai/gpt-of-tomorrow: unknown
    openrouter/anthropic/claude-opus-5-5: unknown
    ");
}

#[test]
fn the_persons_own_prices_come_first() {
    let own = r#"
        [[price]]
        brain = "openai:https://models.example/*#*"
        input = 2.0
        output = 4.0

        [[price]]
        brain = "ollama/*"
        input = 0.5
        output = 0.5
    "#;
    let prices = Prices::after(own).expect("a list");
    let brains = ["openai:https://models.example/v1#gpt-x", "ollama/qwen3", "openai/gpt-6.1-terra", "openai/gpt-x"];
    assert_snapshot!(brains.map(|brain| price_line(&prices, brain)).join("\n"), @"
    openai:https://models.example/v1#gpt-x: $0.0220
    ollama/qwen3: $0.0053
    openai/gpt-6.1-terra: $0.0052
    openai/gpt-x: unknown
    ");
}

#[test]
fn a_list_that_cannot_be_meant_is_refused() {
    let lists = [
        "[[price]]\nbrain = \"x/*\"\ninput = -1\noutput = 1",
        "[[price]]\nbrain = \"x/*\"\ninput = 1",
        "[[price]]\nbrain = \"x/*\"\ninput = 1\noutput = 1\noutptu = 3",
        "[[price]]\nbrain = \"x/*\"\ninput = nan\noutput = 1",
    ];
    let told = lists.map(|list| Prices::after(list).expect_err("no list").to_string());
    assert_snapshot!(told.join("\n"), @"
    the price of x/* is no amount of dollars
    missing field `output`
    unknown field `outptu`, expected one of `brain`, `input`, `cached`, `stored`, `output`, `context`
    the price of x/* is no amount of dollars
    ");
}

#[test]
fn the_list_of_the_program_can_be_read_and_no_line_of_it_hides_another() {
    let known = entries(KNOWN).expect("a list");
    assert!(known.len() > 30, "{} prices", known.len());
    for (at, entry) in known.iter().enumerate() {
        let name = entry.brain.replace('*', "");
        let first = known.iter().position(|other| fits(&other.brain, &name));
        assert_eq!(first, Some(at), "{} is hidden", entry.brain);
    }
}

#[test]
fn money_is_rounded_up_and_never_overflows() {
    let prices =
        Prices::after("[[price]]\nbrain = \"ollama/*\"\ninput = 0.000001\noutput = 900000000.0").expect("a list");
    let spec = BrainSpec::parse("ollama/x").expect("a brain");
    let [BrainChoice::Model(model)] = &spec.choices[..] else { panic!("a model") };
    let price = prices.of(model).expect("a price");
    assert_eq!(price.charge(Usage { input: 1, ..Usage::default() }).cost, Money(1));
    let most = Usage { input: u64::MAX, cached: u64::MAX, stored: u64::MAX, output: u64::MAX, ..Usage::default() };
    assert_eq!(price.charge(most).cost, Money(u64::MAX));
}
