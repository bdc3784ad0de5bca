//! Prints the list of models, as text or as JSON.

use serde_json::{Value, json};
use webhand_brain::prices::Price;

use super::{ModelList, ModelSource, PricedModel};
use crate::cli::GlobalArgs;
use crate::display;
use crate::terminal::{print_line, print_note};

pub(super) fn print_sources(
    global: &GlobalArgs,
    found: &[(&ModelSource, ModelList)],
    looked: bool,
    without_keys: &[&str],
) {
    if global.json {
        found
            .iter()
            .flat_map(|(source, listed)| as_json(source, listed))
            .for_each(|line| print_line(&line.to_string()));
        let models: usize = found.iter().filter_map(|(_, listed)| listed.as_ref().ok()).map(Vec::len).sum();
        print_line(&json!({"result": {"models": models}}).to_string());
        return;
    }
    print_line("literal  needs no model, no key and no network");
    for (source, listed) in found {
        match listed {
            Ok(models) => print_models(source, models),
            // Most of the usual servers do not run, which is not worth reporting.
            Err(_) if source.is_local => {}
            Err(why) => {
                print_line(&format!("\n{}: {}", display::one_line(&source.name, 200), display::one_line(why, 400)));
            }
        }
    }
    if looked && !found.iter().any(|(source, listed)| source.is_local && listed.is_ok()) {
        print_line("\nno model server answers on this machine");
    }
    if !without_keys.is_empty() {
        print_note(&format!("\nfor more, set {}", without_keys.join(", ")));
    }
    if !looked {
        print_note("for model servers on this machine, add --local");
    }
}

fn print_models(source: &ModelSource, models: &[PricedModel]) {
    print_line(&format!("\n{}", display::one_line(&source.name, 200)));
    if models.is_empty() {
        print_line("  no models");
    }
    let widest = models.iter().map(|model| model.brain.chars().count()).max().unwrap_or(0);
    for model in models {
        let context = model.context.map_or_else(String::new, |context| display::count(context, "token"));
        print_line(format!("  {:<widest$}  {context:>16}  {}", model.brain, price(model.price)).trim_end());
    }
}

fn price(price: Option<Price>) -> String {
    match price {
        None => "price not known".to_owned(),
        Some(price) if price.is_nothing() => "free".to_owned(),
        Some(price) => {
            let [read, written] = price.per_million();
            format!("{read} in, {written} out for a million tokens")
        }
    }
}

fn as_json(source: &ModelSource, listed: &ModelList) -> Vec<Value> {
    match listed {
        Err(why) => vec![json!({"provider": source.name, "local": source.is_local, "error": why})],
        Ok(models) => models.iter().map(|model| {
            let price = model.price.map(|price| price.per_million().map(|money| money.0));
            let price = price.map(|[read, written]| json!({"input": read, "output": written}));
            json!({"brain": model.brain, "provider": source.name, "local": source.is_local, "context": model.context, "micro_dollars_per_million": price})
        }).collect(),
    }
}
