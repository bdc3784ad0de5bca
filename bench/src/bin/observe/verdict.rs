//! Whether webhand meets its targets for looks.

use serde_json::{Map, Value, json};

use crate::rounds::Figures;
use crate::score::Score;
use crate::tool::Subject;

pub struct Verdict {
    is_small: bool,
    most_tokens: usize,
    floor_ms: f64,
    walk_tokens: usize,
    webhand_ms: f64,
    fastest_peer_ms: f64,
    met: Map<String, Value>,
}

impl Verdict {
    pub fn new(page: &str, floor_ms: f64) -> Self {
        Self {
            is_small: SMALL.contains(&page),
            most_tokens: if page == "login" { MOST_TOKENS_SMALL } else { MOST_TOKENS },
            floor_ms,
            walk_tokens: 0,
            webhand_ms: f64::NAN,
            fastest_peer_ms: f64::NAN,
            met: Map::new(),
        }
    }

    /// Adds the tools in their order: the walk first.
    pub fn add(&mut self, subject: Subject, figures: &Figures, tokens: usize, score: &Score) {
        match subject {
            Subject::Walk => self.walk_tokens = tokens,
            Subject::Webhand => {
                self.webhand_ms = figures.repeated_look_ms();
                let is_quick = self.is_small && self.webhand_ms <= self.floor_ms + MOST_MORE_MS_SMALL;
                self.say("time", is_quick || self.webhand_ms <= MOST_TIMES * self.floor_ms);
                self.say("tokens", tokens <= self.most_tokens);
                self.say("in_view", is_whole(score.in_view));
                self.say("leaks", score.leaks.is_empty());
                self.say("memory", figures.resident_mb <= MOST_RESIDENT_MB);
                if self.is_small {
                    self.say("unmarked", is_whole(score.unmarked));
                    self.say("inside", score.inside.values().all(|share| is_whole(*share)));
                }
            }
            Subject::WebhandWhole => {
                self.say("whole_tokens", tokens <= self.walk_tokens.max(MOST_TOKENS_SMALL));
                self.say("whole_shows_all", is_whole(score.controls) && is_whole(score.unmarked));
            }
            Subject::AgentBrowser | Subject::PlaywrightMcp | Subject::ChromeDevtoolsMcp => {
                self.fastest_peer_ms = self.fastest_peer_ms.min(figures.repeated_look_ms());
            }
        }
    }

    pub fn json(mut self) -> Value {
        if !self.is_small && self.fastest_peer_ms.is_finite() {
            self.say("ahead_of_peers", self.webhand_ms * TIMES_AHEAD <= self.fastest_peer_ms);
        }
        Value::Object(self.met)
    }

    fn say(&mut self, what: &str, met: bool) {
        self.met.insert(what.to_owned(), json!(met));
    }
}

fn is_whole(share: f64) -> bool {
    share >= 100.0
}

/// Pages on which the transport takes most of the time.
const SMALL: [&str; 2] = ["login", "nested"];
const MOST_TIMES: f64 = 2.5;
/// On small pages the lower bound is a millisecond or two, so a ratio would mean little.
const MOST_MORE_MS_SMALL: f64 = 4.0;
const TIMES_AHEAD: f64 = 4.0;
const MOST_TOKENS: usize = 4_000;
const MOST_TOKENS_SMALL: usize = 180;
const MOST_RESIDENT_MB: f64 = 80.0;
