//! A person's settings: TOML in their own configuration folder, and never from the current folder, which may belong to
//! somebody else.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use toml::{Table, Value};
use webhand_model::{Money, OriginPattern, SavedTool, edit_distance};

use crate::cli::{BrowserArg, ModeArg, RedactArg};
use crate::data_dir::write_private;
use crate::exit::UsageError;

/// The settings of a person; absent ones have their default.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    pub brain: Option<String>,
    /// The brain that verifies results.
    pub brain_verify: Option<String>,
    /// The brain that extracts data from pages.
    pub brain_extract: Option<String>,
    /// The folder of a sentence model. Nothing uses it any more; a file that sets it is still read.
    pub embeddings: Option<PathBuf>,
    pub mode: Option<ModeArg>,
    pub browser: Option<BrowserArg>,
    pub browser_path: Option<PathBuf>,
    pub profile: Option<String>,
    pub max_steps: Option<u32>,
    /// Turns in a row without any effect or news that end a run.
    pub max_idle_turns: Option<u32>,
    /// The most tokens of a look that a model is shown.
    pub look_tokens: Option<u32>,
    /// In dollars.
    pub max_cost: Option<String>,
    pub allow: Vec<String>,
    pub allow_read: Vec<String>,
    /// The chats that may be written to, by the name of their adapter or their host.
    pub chat_tabs: Vec<String>,
    /// Which models see placeholders in the place of personal data.
    pub redact: Option<RedactArg>,
    /// Names of sites, with their addresses.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tools: BTreeMap<String, String>,
    /// Whether reports are written.
    pub report: Option<bool>,
    /// Whether `webhand approve` works without a terminal, for scripts.
    pub approve_without_terminal: Option<bool>,
}

/// Every key, with a description of its value.
pub const KEYS: [(&str, &str); 17] = [
    ("brain", "literal, PROVIDER/MODEL or openai:http://HOST/v1#MODEL"),
    ("brain_verify", "the brain that checks what the first calls done"),
    ("brain_extract", "the brain that takes data out of pages"),
    ("mode", "careful or autonomous"),
    ("browser", "headless or visible"),
    ("browser_path", "the browser to start"),
    ("profile", "the profile to use"),
    ("max_steps", "the most times the brain is asked"),
    ("max_idle_turns", "how many turns in a row without effect or news end a run"),
    ("look_tokens", "how many tokens of a page a model is shown at most: 300 or more, 2000 if it is not set"),
    ("max_cost", "the most dollars a run's answers may cost"),
    ("allow", "origins where it may send without asking, with commas"),
    ("allow_read", "origins where it may read without asking, with commas"),
    ("chat_tabs", "chats that webhand may write to, with commas: chatgpt, claude, gemini, aistudio or a host"),
    ("redact", "auto, on or off: whether models see placeholders for personal data"),
    ("report", "true or false"),
    ("approve_without_terminal", "true or false: whether a script may say yes with `webhand approve`"),
];

/// With fewer tokens a look shows little more than its page's head.
const LEAST_LOOK_TOKENS: u32 = 300;
/// Keys without an effect. A file that sets one is still read, but `config set` refuses it.
const RETIRED_KEYS: [&str; 1] = ["embeddings"];
/// The table of saved tools, which has commands of its own.
const TOOLS: &str = "tools";

impl Settings {
    /// The sites that the person saved under a name.
    ///
    /// # Errors
    /// When the file was written by hand and one of them is none.
    pub fn saved_tools(&self) -> Result<Vec<SavedTool>> {
        let parse = |(name, url): (&String, &String)| SavedTool::parse(name, url);
        let tools: Result<Vec<_>, _> = self.tools.iter().take(SavedTool::MOST).map(parse).collect();
        tools.map_err(|error| UsageError(format!("tools: {error}")).into())
    }

    /// The cost limit of a run.
    pub fn cost(&self) -> Option<Money> {
        self.max_cost.as_deref()?.parse().ok()
    }
}

/// The file the settings are in.
#[derive(Debug)]
pub struct SettingsFile {
    path: PathBuf,
}

impl SettingsFile {
    pub fn find() -> Result<Self> {
        let folder = dirs::config_dir().context("this person has no configuration folder; set HOME")?;
        Ok(Self { path: folder.join("webhand").join("config.toml") })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of another file in the same folder.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.path.with_file_name(name)
    }

    /// The table in the file; empty when there is no file.
    pub fn read(&self) -> Result<Table> {
        match fs::read_to_string(&self.path) {
            Ok(text) => Ok(text.parse().map_err(|error| self.garbled(&text, &error))?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Table::new()),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", self.path.display())),
        }
    }

    /// The position and reason of a syntax error in one line; the parser's own message has four.
    fn garbled(&self, text: &str, error: &toml::de::Error) -> UsageError {
        let before = error.span().map_or(0, |span| span.start);
        let line = 1 + text.bytes().take(before).filter(|byte| *byte == b'\n').count();
        UsageError(format!("{} is not TOML; mend line {line}: {}", self.path.display(), error.message()))
    }

    pub fn settings(&self) -> Result<Settings> {
        understand(&self.read()?).with_context(|| format!("in {}", self.path.display()))
    }

    pub fn set(&self, key: &str, written: &str) -> Result<()> {
        let mut table = self.read()?;
        let key = known(key)?;
        table.insert(key.to_owned(), value(key, written)?);
        understand(&table)?;
        self.write(&table)
    }

    /// Saves a site under a name.
    pub fn set_tool(&self, tool: &SavedTool) -> Result<()> {
        let mut table = self.read()?;
        let tools = table.entry(TOOLS).or_insert_with(|| Value::Table(Table::new()));
        let Value::Table(tools) = tools else {
            bail!(UsageError("tools is no table of names and addresses".to_owned()))
        };
        if tools.len() >= SavedTool::MOST && !tools.contains_key(&tool.name) {
            bail!(UsageError(format!("there are {} saved tools already; remove one first", SavedTool::MOST)));
        }
        tools.insert(tool.name.clone(), Value::String(tool.url.as_str().to_owned()));
        understand(&table)?;
        self.write(&table)
    }

    /// Removes a saved site; returns whether there was one.
    pub fn remove_tool(&self, name: &str) -> Result<bool> {
        let mut table = self.read()?;
        let removed = table.get_mut(TOOLS).and_then(Value::as_table_mut).and_then(|tools| tools.remove(name));
        if removed.is_some() {
            self.write(&table)?;
        }
        Ok(removed.is_some())
    }

    /// Removes a key; returns whether it was set.
    pub fn unset(&self, key: &str) -> Result<bool> {
        let mut table = self.read()?;
        // An unknown key may be in the file by mistake, so it can be removed too.
        let was_set = table.remove(key).is_some();
        if was_set {
            self.write(&table)?;
        } else {
            known(key)?;
        }
        Ok(was_set)
    }

    fn write(&self, table: &Table) -> Result<()> {
        let sorted: BTreeMap<_, _> = table.iter().collect();
        write_private(&self.path, toml::to_string(&sorted)?.as_bytes())
    }
}

/// Parses and checks the settings in a table.
fn understand(table: &Table) -> Result<Settings> {
    for key in table.keys().filter(|key| *key != TOOLS && !RETIRED_KEYS.contains(&key.as_str())) {
        known(key)?;
    }
    for (key, takes) in KEYS {
        let alone: Table = table.get(key).map(|value| (key.to_owned(), value.clone())).into_iter().collect();
        if alone.try_into::<Settings>().is_err() {
            bail!(UsageError(format!("{key} takes {takes}")));
        }
    }
    let settings: Settings = table.clone().try_into()?;
    settings.saved_tools()?;
    for origin in settings.allow.iter().chain(&settings.allow_read) {
        OriginPattern::parse(origin).map_err(|error| UsageError(error.to_string()))?;
    }
    if let Some(written) = &settings.max_cost {
        written.parse::<Money>().map_err(|error| UsageError(format!("max_cost: {error}")))?;
    }
    for (key, most) in [("max_steps", settings.max_steps), ("max_idle_turns", settings.max_idle_turns)] {
        if most == Some(0) {
            bail!(UsageError(format!("{key} must be at least 1")));
        }
    }
    if settings.look_tokens.is_some_and(|tokens| tokens < LEAST_LOOK_TOKENS) {
        bail!(UsageError(format!("look_tokens must be at least {LEAST_LOOK_TOKENS}")));
    }
    Ok(settings)
}

/// The key with this name; `max-steps` is `max_steps`.
fn known(key: &str) -> Result<&'static str> {
    if let Some((known, _)) = KEYS.iter().find(|(known, _)| *known == key.replace('-', "_")) {
        return Ok(known);
    }
    let nearest = KEYS.iter().map(|(known, _)| *known).min_by_key(|known| edit_distance(known, key));
    let keys: Vec<_> = KEYS.iter().map(|(known, _)| *known).collect();
    bail!(UsageError(match nearest.filter(|near| edit_distance(near, key) <= near.len() / 2) {
        Some(near) => format!("there is no setting {key:?}; did you mean {near}?"),
        None => format!("there is no setting {key:?}; there are {}", keys.join(", ")),
    }))
}

fn value(key: &str, written: &str) -> Result<Value> {
    let wrong = || {
        UsageError(format!("{key} takes {}, not {written:?}", KEYS.iter().find(|(k, _)| *k == key).map_or("", |k| k.1)))
    };
    Ok(match key {
        "max_steps" | "max_idle_turns" | "look_tokens" => {
            Value::Integer(written.trim().parse::<u32>().map_err(|_| wrong())?.into())
        }
        "report" | "approve_without_terminal" => Value::Boolean(written.trim().parse().map_err(|_| wrong())?),
        "allow" | "allow_read" | "chat_tabs" => {
            let items = written.split(',').map(str::trim).filter(|item| !item.is_empty());
            Value::Array(items.map(|item| Value::String(item.to_owned())).collect())
        }
        _ => Value::String(written.to_owned()),
    })
}

#[cfg(test)]
mod tests;
