//! A task: what a person wants done, and what they allow beforehand.

use serde::{Deserialize, Serialize};

use crate::{ChatExchange, Millis, Money, OriginPattern, SavedTool, SiteHint, WebUrl};

/// A task as it enters a run. Everything that decides how the run goes is in here, so a journal holds it all.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// In the person's own words.
    pub text: String,
    /// Earlier exchanges, if the task is part of a conversation: oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<ChatExchange>,
    /// Where to begin.
    pub start: Option<WebUrl>,
    pub mode: ApprovalMode,
    pub limits: Limits,
    pub grants: Vec<Grant>,
    /// Which brain, as the person wrote it; kept so that a resumed run finds it again.
    pub brain: String,
    /// The brain that checks the claim to be done; without one, the claim is not checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verifier: Option<String>,
    /// The brain that fills a schema which the page alone does not; without one, such an extraction fails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extractor: Option<String>,
    #[serde(default, rename = "driver")]
    pub decided_by: DecisionSource,
    /// Hints about sites.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<SiteHint>,
    /// The sites that the person saved under a name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<SavedTool>,
    #[serde(default, rename = "sight")]
    pub observation_mode: ObservationMode,
    /// Whether models see placeholders in the place of personal data.
    #[serde(default, rename = "redact", skip_serializing_if = "Redaction::is_auto")]
    pub redaction: Redaction,
    /// The rules by which claims are checked and the run ends.
    #[serde(default, skip_serializing_if = "RunRules::is_first")]
    pub rules: RunRules,
    /// The most tokens of a look that a model is shown; without it, [`Task::DEFAULT_LOOK_TOKENS`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look_tokens: Option<u32>,
    /// Whether one question covers all requests that an action sends to one site.
    #[serde(default, skip_serializing_if = "RequestQuestions::is_each")]
    pub request_questions: RequestQuestions,
    /// The rules by which the guard judges.
    #[serde(default, skip_serializing_if = "GuardRules::is_first")]
    pub guard_rules: GuardRules,
    /// Whose browser the run works in.
    #[serde(default, skip_serializing_if = "BrowserOwner::is_webhand")]
    pub browser_owner: BrowserOwner,
    /// The part of the browser's interfaces that the run drives its tabs with when it begins.
    #[serde(default, skip_serializing_if = "StartLevel::is_full")]
    pub start_level: StartLevel,
}

impl Task {
    pub const DEFAULT_LOOK_TOKENS: u32 = 2_000;

    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            before: Vec::new(),
            start: None,
            mode: ApprovalMode::Autonomous,
            limits: Limits::default(),
            grants: Vec::new(),
            brain: "literal".to_owned(),
            verifier: None,
            extractor: None,
            decided_by: DecisionSource::default(),
            hints: Vec::new(),
            tools: Vec::new(),
            observation_mode: ObservationMode::default(),
            redaction: Redaction::default(),
            rules: RunRules::ShownClaims,
            look_tokens: None,
            request_questions: RequestQuestions::Together,
            guard_rules: GuardRules::JoinedAddresses,
            browser_owner: BrowserOwner::default(),
            start_level: StartLevel::default(),
        }
    }

    /// The most tokens of a look that a model is shown.
    #[must_use]
    pub fn look_budget(&self) -> usize {
        usize::try_from(self.look_tokens.unwrap_or(Self::DEFAULT_LOOK_TOKENS)).unwrap_or(usize::MAX)
    }

    /// Whether the brain is shown nothing of a page but the text of a look, so that what stands outside of it was not seen.
    /// `literal` reads whole pages, and a picture shows what its text leaves out.
    #[must_use]
    pub fn is_shown_text_only(&self) -> bool {
        let reads_pages = self.brain.split(',').any(|brain| brain.trim() == "literal");
        self.rules == RunRules::ShownClaims && self.observation_mode == ObservationMode::Text && !reads_pages
    }

    /// The task of an outside agent's session; `name` is shown to people.
    #[must_use]
    pub fn for_outside_agent(name: impl Into<String>) -> Self {
        Self { brain: "outside".to_owned(), decided_by: DecisionSource::Outside, ..Self::new(name) }
    }
}

/// The rules of a run, so that a journal replays by the rules it was written under.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunRules {
    /// Journals without this field: only effects of a claim are checked, and errors in a row end a run.
    #[default]
    First,
    /// Figures and quoted evidence are checked too, and only turns without effect or news end a run.
    CheckedClaims,
    /// Besides, only what the brain was shown counts as seen, where that is known.
    ShownClaims,
}

impl RunRules {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
    fn is_first(&self) -> bool {
        *self == Self::First
    }

    /// Whether figures and quoted evidence are checked, and only turns without effect or news end a run.
    #[must_use]
    pub fn check_claims(self) -> bool {
        match self {
            Self::First => false,
            Self::CheckedClaims | Self::ShownClaims => true,
        }
    }
}

/// The party that decides on the next action.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecisionSource {
    /// A brain that is asked after each look.
    #[default]
    Brain,
    /// An outside agent that makes calls, looks included.
    Outside,
}

/// The owner who started the browser of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BrowserOwner {
    #[default]
    Webhand,
    /// The browser is attached to: no gate stands between it and the network, and it goes on without webhand.
    Person,
}

impl BrowserOwner {
    #[must_use]
    pub fn is_webhand(&self) -> bool {
        *self == Self::Webhand
    }
}

/// The part of the browser's interfaces that a run drives its tabs with when it begins.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartLevel {
    /// All that the browser offers to programs.
    #[default]
    Full,
    /// Not the browser's debugger: where it is needed, the person is asked for it once.
    Quiet,
}

impl StartLevel {
    #[must_use]
    pub fn is_full(&self) -> bool {
        *self == Self::Full
    }
}

/// How the person is asked about several requests of one action.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestQuestions {
    /// About each by itself, as in journals of earlier versions.
    #[default]
    Each,
    /// About all that go to one site, in one question.
    Together,
}

impl RequestQuestions {
    #[must_use]
    pub fn is_each(&self) -> bool {
        *self == Self::Each
    }
}

/// The rules of the guard, so that a journal replays by the rules it was written under.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GuardRules {
    /// Journals without this field: addresses are searched one by one, and a yes may be for a kind of payment.
    #[default]
    First,
    /// The addresses that one site gets are searched joined, because a text may leave in pieces; each payment is asked about.
    JoinedAddresses,
}

impl GuardRules {
    #[must_use]
    pub fn is_first(&self) -> bool {
        *self == Self::First
    }
}

/// How the brain sees a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ObservationMode {
    /// As text, with a picture where it helps.
    #[default]
    Text,
    /// By a picture of every look with the refs written on it, and little text.
    Marks,
    /// By a plain picture of every look, on which it points at places, and little text.
    Points,
}

/// Which models see placeholders in the place of personal data.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Redaction {
    /// Those that are not on this machine.
    #[default]
    Auto,
    /// All models.
    On,
    /// None.
    Off,
}

impl Redaction {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
    fn is_auto(&self) -> bool {
        *self == Self::Auto
    }
}

/// How much the person wants to be asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApprovalMode {
    /// Asks only if no grant covers the action.
    #[default]
    Autonomous,
    /// Asks before every commit, granted or not.
    Careful,
}

/// When a run ends by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// How often the brain is asked.
    pub steps: u32,
    /// Turns in a row without any effect or news that end the run; by the first rules, errors in a row.
    pub errors: u32,
    /// Tokens the brain may use, read and written together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// How long the run may take, waiting for the person included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Millis>,
    /// The most that the brain's answers may cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Money>,
    #[serde(default)]
    pub when_spent: OnBudgetSpent,
    /// How often the person refuses one kind of question of an outside agent until they are no longer asked. Journals of
    /// earlier versions have no such limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusals: Option<u32>,
}

impl Default for Limits {
    fn default() -> Self {
        let when_spent = OnBudgetSpent::default();
        Self { steps: 50, errors: 8, tokens: None, time: None, cost: None, when_spent, refusals: Some(3) }
    }
}

/// The consequence for a run whose budget is spent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnBudgetSpent {
    /// The run ends.
    #[default]
    Stop,
    /// The person is asked whether the run may have as much again.
    Ask,
}

/// A permission written by the person before the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grant {
    pub origins: OriginPattern,
    #[serde(rename = "may")]
    pub permission: Permission,
}

/// The most that a grant permits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Permission {
    /// Go there and read.
    Read,
    /// Also type and click there.
    Input,
    /// Also send, order, change and delete there.
    Commit,
    /// Also run scripts there, which can do all of the above.
    Code,
}
