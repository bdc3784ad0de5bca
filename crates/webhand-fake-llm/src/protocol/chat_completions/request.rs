//! The top level of a request: which fields there are, and what they may hold.

use serde_json::{Map, Value};

use super::{messages, tools};
use crate::protocol::checks::{check_fields, check_model, check_name};
use crate::protocol::schema::check_strict;
use crate::protocol::{ApiError, CheckedRequest, Delivery, StreamedUsage};
use crate::script::Script;

pub(super) fn check(body: &Value, script: &Script) -> Result<CheckedRequest, ApiError> {
    let body = check_fields(body, &FIELDS, script)?;
    let model = check_model(body.get("model"))?;
    let conversation = messages::check(body.get("messages"))?;
    let names = tools::check(body.get("tools"))?;
    tools::check_choice(body, &names)?;
    check_numbers(body)?;
    check_effort(body)?;
    check_response_format(body.get("response_format"))?;
    Ok(CheckedRequest { model: model.to_owned(), delivery: delivery(body)?, conversation })
}

fn delivery(body: &Map<String, Value>) -> Result<Delivery, ApiError> {
    let streams = match body.get("stream") {
        None | Some(Value::Null) => false,
        Some(Value::Bool(streams)) => *streams,
        Some(Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_)) => {
            return Err(ApiError::invalid("stream", "stream must be true or false"));
        }
    };
    let options = body.get("stream_options").filter(|options| !options.is_null());
    if options.is_some() && !streams {
        return Err(ApiError::invalid("stream_options", "stream_options is allowed only when stream is true"));
    }
    let usage_reporting =
        options.and_then(|options| options.get("include_usage")).and_then(Value::as_bool).unwrap_or(false);
    Ok(match (streams, usage_reporting) {
        (false, _) => Delivery::Whole,
        (true, true) => Delivery::Stream(StreamedUsage::Sent),
        (true, false) => Delivery::Stream(StreamedUsage::Omitted),
    })
}

fn check_numbers(body: &Map<String, Value>) -> Result<(), ApiError> {
    let given = |name: &str| body.get(name).filter(|value| !value.is_null());
    for name in ["max_completion_tokens", "max_tokens", "n"] {
        if given(name).is_some_and(|value| value.as_u64().is_none_or(|number| number == 0)) {
            return Err(ApiError::invalid(name, format!("{name} must be a whole number of at least 1")));
        }
    }
    if given("max_tokens").is_some() && given("max_completion_tokens").is_some() {
        return Err(ApiError::invalid("max_tokens", "max_tokens and max_completion_tokens exclude each other"));
    }
    for (name, most) in [("temperature", 2.0), ("top_p", 1.0)] {
        if given(name).is_some_and(|value| value.as_f64().is_none_or(|number| !(0.0..=most).contains(&number))) {
            return Err(ApiError::invalid(name, format!("{name} must be a number from 0 to {most}")));
        }
    }
    Ok(())
}

fn check_effort(body: &Map<String, Value>) -> Result<(), ApiError> {
    let Some(effort) = body.get("reasoning_effort").filter(|effort| !effort.is_null()) else {
        return Ok(());
    };
    if effort.as_str().is_some_and(|effort| EFFORTS.contains(&effort)) {
        return Ok(());
    }
    Err(ApiError::invalid("reasoning_effort", format!("reasoning_effort must be one of {}", EFFORTS.join(", "))))
}

fn check_response_format(format: Option<&Value>) -> Result<(), ApiError> {
    let Some(format) = format.filter(|format| !format.is_null()) else {
        return Ok(());
    };
    match format.get("type").and_then(Value::as_str) {
        Some("text" | "json_object") => Ok(()),
        Some("json_schema") => {
            let wanted = format.get("json_schema").unwrap_or(&Value::Null);
            check_name(wanted.get("name"), "response_format.json_schema.name")?;
            let at = "response_format.json_schema.schema";
            let schema = wanted.get("schema").ok_or_else(|| ApiError::invalid(at, "the schema is missing"))?;
            if wanted.get("strict").and_then(Value::as_bool) == Some(true) {
                check_strict(schema).map_err(|why| ApiError::invalid(at, why).with_code("invalid_json_schema"))?;
            }
            Ok(())
        }
        Some(_) | None => Err(ApiError::invalid("response_format.type", "this type of response_format does not exist")),
    }
}

const EFFORTS: [&str; 7] = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];
const FIELDS: [&str; 37] = [
    "audio",
    "frequency_penalty",
    "function_call",
    "functions",
    "logit_bias",
    "logprobs",
    "max_completion_tokens",
    "max_tokens",
    "messages",
    "metadata",
    "modalities",
    "model",
    "moderation",
    "n",
    "parallel_tool_calls",
    "prediction",
    "presence_penalty",
    "prompt_cache_key",
    "prompt_cache_options",
    "prompt_cache_retention",
    "reasoning_effort",
    "response_format",
    "safety_identifier",
    "seed",
    "service_tier",
    "stop",
    "store",
    "stream",
    "stream_options",
    "temperature",
    "tool_choice",
    "tools",
    "top_logprobs",
    "top_p",
    "user",
    "verbosity",
    "web_search_options",
];
