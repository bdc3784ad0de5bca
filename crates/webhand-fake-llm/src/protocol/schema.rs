//! Whether a JSON schema is one that strict tools accept everywhere: the common subset of the providers.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// Says what is wrong with a strict schema, and where in it.
pub(crate) fn check_strict(schema: &Value) -> Result<(), String> {
    let root = schema.as_object().ok_or("the schema must be a JSON object")?;
    if root.get("type").and_then(Value::as_str) != Some("object") {
        return Err("the root must have \"type\": \"object\"".to_owned());
    }
    if root.contains_key("anyOf") {
        return Err("the root must not be an anyOf".to_owned());
    }
    let mut check = StrictSchemaCheck { root, refs: Vec::new(), properties: 0, enum_values: 0, letters: 0 };
    check.schema(schema, "", 1)?;
    for (name, definition) in entries(root.get("$defs")) {
        check.schema(definition, &format!("/$defs/{name}"), 1)?;
    }
    Ok(())
}

struct StrictSchemaCheck<'a> {
    root: &'a Map<String, Value>,
    /// The references being followed, to notice a cycle.
    refs: Vec<&'a str>,
    properties: usize,
    enum_values: usize,
    letters: usize,
}

impl<'a> StrictSchemaCheck<'a> {
    fn schema(&mut self, schema: &'a Value, at: &str, depth: usize) -> Result<(), String> {
        let map = schema.as_object().ok_or_else(|| format!("{at}: a schema must be a JSON object"))?;
        if let Some(keyword) = map.keys().find(|keyword| !KEYWORDS.contains(&keyword.as_str())) {
            return Err(format!("{at}: {keyword:?} is not permitted in a strict schema"));
        }
        if depth > MAX_DEPTH {
            return Err(format!("{at}: deeper than {MAX_DEPTH} levels"));
        }
        if let Some(name) = map.get("$ref") {
            return self.reference(name, at, depth);
        }
        if let Some(choices) = map.get("anyOf") {
            let choices = choices.as_array().filter(|choices| !choices.is_empty());
            let choices = choices.ok_or_else(|| format!("{at}: anyOf must be a list of schemas"))?;
            return choices
                .iter()
                .enumerate()
                .try_for_each(|(index, choice)| self.schema(choice, &format!("{at}/anyOf/{index}"), depth));
        }
        self.values(map, at)?;
        let types = types(map, at)?;
        if types.contains("object") {
            self.object(map, at, depth)?;
        }
        if types.contains("array") {
            let items = map.get("items").ok_or_else(|| format!("{at}: an array must have items"))?;
            self.schema(items, &format!("{at}/items"), depth + 1)?;
        }
        Ok(())
    }

    fn object(&mut self, map: &'a Map<String, Value>, at: &str, depth: usize) -> Result<(), String> {
        if map.get("additionalProperties") != Some(&Value::Bool(false)) {
            return Err(format!("{at}: additionalProperties must be given and false"));
        }
        let required: BTreeSet<&str> =
            map.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        let named: BTreeSet<&str> = entries(map.get("properties")).map(|(name, _)| name.as_str()).collect();
        if let Some(name) = named.symmetric_difference(&required).next() {
            return Err(format!("{at}: required must list exactly the properties; {name:?} is in one of them only"));
        }
        self.properties += named.len();
        self.letters += named.iter().map(|name| name.len()).sum::<usize>();
        if self.properties > MAX_PROPERTIES || self.letters > MAX_LETTERS {
            return Err(format!("{at}: the schema is too large"));
        }
        entries(map.get("properties"))
            .try_for_each(|(name, property)| self.schema(property, &format!("{at}/properties/{name}"), depth + 1))
    }

    fn values(&mut self, map: &Map<String, Value>, at: &str) -> Result<(), String> {
        let Some(values) = map.get("enum") else {
            return Ok(());
        };
        let values = values.as_array().filter(|values| !values.is_empty());
        let values = values.ok_or_else(|| format!("{at}: enum must be a list of values"))?;
        let letters: usize = values.iter().map(|value| value.as_str().map_or(0, str::len)).sum();
        self.enum_values += values.len();
        self.letters += letters;
        let long = values.len() > LONG_ENUM && letters > MAX_LONG_ENUM_LETTERS;
        if self.enum_values > MAX_ENUM_VALUES || self.letters > MAX_LETTERS || long {
            return Err(format!("{at}: too many or too long enum values"));
        }
        Ok(())
    }

    fn reference(&mut self, name: &'a Value, at: &str, depth: usize) -> Result<(), String> {
        let name = name.as_str().ok_or_else(|| format!("{at}: $ref must be a string"))?;
        if self.refs.contains(&name) {
            return Err(format!("{at}: {name:?} refers to itself"));
        }
        let target = name.strip_prefix("#/$defs/").and_then(|key| self.root.get("$defs")?.get(key));
        let target = target.ok_or_else(|| format!("{at}: {name:?} is not in $defs"))?;
        self.refs.push(name);
        let result = self.schema(target, at, depth);
        self.refs.pop();
        result
    }
}

fn types<'a>(map: &'a Map<String, Value>, at: &str) -> Result<BTreeSet<&'a str>, String> {
    let named: Vec<&Value> = match map.get("type") {
        Some(Value::Array(names)) => names.iter().collect(),
        Some(name @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_))) => {
            vec![name]
        }
        None => Vec::new(),
    };
    let known: BTreeSet<&str> =
        named.iter().filter_map(|name| name.as_str()).filter(|name| TYPES.contains(name)).collect();
    if known.is_empty() || known.len() != named.len() {
        return Err(format!("{at}: type must be a JSON type or a list of different ones"));
    }
    Ok(known)
}

fn entries(map: Option<&Value>) -> impl Iterator<Item = (&String, &Value)> {
    map.and_then(Value::as_object).into_iter().flatten()
}

const TYPES: [&str; 7] = ["object", "array", "string", "number", "integer", "boolean", "null"];
const KEYWORDS: [&str; 12] = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "anyOf",
    "enum",
    "const",
    "title",
    "description",
    "$ref",
    "$defs",
];
const MAX_DEPTH: usize = 5;
const MAX_PROPERTIES: usize = 5_000;
const MAX_LETTERS: usize = 120_000;
const MAX_ENUM_VALUES: usize = 1_000;
const LONG_ENUM: usize = 250;
const MAX_LONG_ENUM_LETTERS: usize = 15_000;
