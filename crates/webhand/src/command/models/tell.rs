//! Tells a person or a program which models there are.

use serde_json::{Value, json};
use webhand_brain::prices::Price;

use super::{Listed, Model, Shelf};
use crate::cli::Everywhere;
use crate::terminal::{print, remark};
use crate::words;

pub(super) fn all(everywhere: &Everywhere, found: &[(&Shelf, Listed)], looked: bool, without_keys: &[&str]) {
    if everywhere.json {
        found.iter().flat_map(|(shelf, listed)| as_json(shelf, listed)).for_each(|line| print(&line.to_string()));
        let models: usize = found.iter().filter_map(|(_, listed)| listed.as_ref().ok()).map(Vec::len).sum();
        print(&json!({"result": {"models": models}}).to_string());
        return;
    }
    print("literal  needs no model, no key and no network");
    for (shelf, listed) in found {
        match listed {
            Ok(models) => shown(shelf, models),
            // Most of the usual servers are not there, which is no news.
            Err(_) if shelf.is_local => {}
            Err(why) => print(&format!("\n{}: {}", words::shown(&shelf.name, 200), words::shown(why, 400))),
        }
    }
    if looked && !found.iter().any(|(shelf, listed)| shelf.is_local && listed.is_ok()) {
        print("\nno model server answers on this machine");
    }
    if !without_keys.is_empty() {
        remark(&format!("\nfor more, set {}", without_keys.join(", ")));
    }
    if !looked {
        remark("for model servers on this machine, add --local");
    }
}

fn shown(shelf: &Shelf, models: &[Model]) {
    print(&format!("\n{}", words::shown(&shelf.name, 200)));
    if models.is_empty() {
        print("  no models");
    }
    let widest = models.iter().map(|model| model.brain.chars().count()).max().unwrap_or(0);
    for model in models {
        let context = model.context.map_or_else(String::new, |context| words::count(context, "token"));
        print(format!("  {:<widest$}  {context:>16}  {}", model.brain, price(model.price)).trim_end());
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

fn as_json(shelf: &Shelf, listed: &Listed) -> Vec<Value> {
    match listed {
        Err(why) => vec![json!({"provider": shelf.name, "local": shelf.is_local, "error": why})],
        Ok(models) => models.iter().map(|model| {
            let price = model.price.map(|price| price.per_million().map(|money| money.0));
            let price = price.map(|[read, written]| json!({"input": read, "output": written}));
            json!({"brain": model.brain, "provider": shelf.name, "local": shelf.is_local, "context": model.context, "micro_dollars_per_million": price})
        }).collect(),
    }
}
