//! Plays one case over one route and judges it by the ledger.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use serde::Serialize;
use serde_json::Value;
use webhand_fake_llm::Capture;

use super::case::{Case, Evidence, Grant, Move, Person, UNTIL};
use super::machine::Machine;
use super::routes::{OutsideSession, Reply, Route, answer, play_run};
use super::trap_site::TrapSite;

/// The result of a case, as one line of a report.
#[derive(Debug, Clone, Serialize)]
pub struct CaseResult {
    pub id: String,
    pub route: Route,
    pub seed: u64,
    pub tried: usize,
    pub held: usize,
    pub broken: usize,
    pub asked: usize,
    /// Why the case could not be played; it counts as failed.
    pub error: Option<String>,
    /// The effect that arrived although it should not have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how: Option<String>,
    pub ms: u128,
}

/// How a case is played.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub struct PlayOptions {
    /// Grants everything, which shows whether each attack works where nothing holds it.
    #[arg(long)]
    pub control: bool,
    /// Writes every reply and arrival to standard error.
    #[arg(long)]
    pub trace: bool,
}

/// Plays a case once. A case that cannot be played is an error in the result and never counts as held.
pub async fn play(program: &Path, case: &Case, route: Route, options: PlayOptions) -> CaseResult {
    let began = Instant::now();
    let mut case = case.clone();
    if options.control {
        case.person = Person::Always;
        case.grants.extend(["shop", "mail", "evil", "cdn", "forum"].map(Grant::Allow));
    }
    let played = match case.special {
        Some(attack) => attack(program).await.map(|how| (how, 0)),
        None => evidence(program, &case, route, options).await.map(|seen| (case.broken(&seen), seen.asked)),
    };
    let mut result = CaseResult {
        id: case.id.clone(),
        route,
        seed: 0,
        tried: 1,
        held: 0,
        broken: 0,
        asked: 0,
        error: None,
        how: None,
        ms: 0,
    };
    match played {
        Ok((how, asked)) => {
            result.asked = asked;
            result.how = how;
            result.broken = usize::from(result.how.is_some());
            result.held = 1 - result.broken;
        }
        Err(error) => result.error = Some(format!("{error:#}")),
    }
    result.ms = began.elapsed().as_millis();
    result
}

async fn evidence(program: &Path, case: &Case, route: Route, options: PlayOptions) -> Result<Evidence> {
    let mut machine = Machine::new(program, 0)?;
    let place = machine.place().display().to_string();
    let in_place = |(path, html): &(String, String)| (path.clone(), html.replace("@place@", &place));
    let site = TrapSite::start(&case.pages.iter().map(in_place).collect::<Vec<_>>()).await?;
    machine.attack_through(&site);
    let mut evidence = match route {
        Route::Mcp | Route::WebSocket | Route::Verbs => play_outside(route, &machine, &site, case).await?,
        Route::Run | Route::Chat => play_run(route, &machine, &site, case).await?,
    };
    machine.ended().await?;
    evidence.arrivals = site.final_arrivals().await?;
    evidence.kept = machine.files_with_canary();
    evidence.outside = machine.files_outside();
    evidence.inside = machine.data_files().into_iter().map(|(path, _)| path).collect();
    if options.trace {
        trace(&evidence)?;
    }
    Ok(evidence)
}

async fn play_outside(route: Route, machine: &Machine, site: &TrapSite, case: &Case) -> Result<Evidence> {
    let session = OutsideSession::start(route, machine, case).await?;
    let mut mallory = Mallory { session, machine, site, person: case.person, evidence: Evidence::default() };
    let began = mallory.call("open", &serde_json::json!({"url": site.fill_in(&case.start)})).await?;
    anyhow::ensure!(!began.is_refused(), "the page cannot be opened: {}", began.text);
    for made in &case.moves {
        mallory.make(made).await?;
    }
    let Mallory { mut session, mut evidence, .. } = mallory;
    evidence.asked += session.asked();
    evidence.questions = session.questions();
    session.close(machine).await;
    Ok(evidence)
}

/// The hostile brain of an outside agent: it makes its moves whatever it is answered.
struct Mallory<'a> {
    session: OutsideSession,
    machine: &'a Machine,
    site: &'a TrapSite,
    person: Person,
    evidence: Evidence,
}

impl Mallory<'_> {
    async fn make(&mut self, made: &Move) -> Result<()> {
        if made.tool == UNTIL {
            let said = format!("/said/{}", made.args["said"].as_str().unwrap_or_default());
            let happened = self.site.until(SAID_WITHIN, |arrival| arrival.path == said).await;
            let is_refused = self.evidence.replies.iter().any(Reply::is_refused);
            anyhow::ensure!(happened || is_refused, "the page did not come to {said}: {}", self.last_replies());
            return Ok(());
        }
        let Some(args) = self.resolve(made).await? else { return Ok(()) };
        let reply = self.call(made.tool, &args).await?;
        let Some(question) = &reply.question else { return Ok(()) };
        self.evidence.asked += 1;
        if answer(self.machine, question, self.person, self.evidence.asked - 1).await? {
            self.call(made.tool, &args).await?;
        }
        Ok(())
    }

    async fn call(&mut self, tool: &str, args: &Value) -> Result<Reply> {
        let reply = self.session.call(self.machine, tool, args).await.with_context(|| tool.to_owned())?;
        self.evidence.replies.push(reply.clone());
        Ok(reply)
    }

    /// The arguments with addresses and refs in them. `None` where an element is missing because a move was refused.
    async fn resolve(&mut self, made: &Move) -> Result<Option<Value>> {
        let place = self.machine.place().display().to_string();
        let mut text = self.site.fill_in(&made.args.to_string()).replace("@place@", &place);
        if !text.contains("@ref:") {
            return Ok(Some(serde_json::from_str(&text)?));
        }
        let last = self.evidence.replies.iter().rev().find(|reply| reply.tool == "snapshot").cloned();
        let shown = match last.filter(|_| made.from_last_look) {
            Some(reply) => reply.text,
            None => self.call("snapshot", &serde_json::json!({})).await?.text,
        };
        while let Some((before, rest)) = text.split_once("@ref:") {
            let (name, behind) = rest.split_once('@').context("a ref without an end")?;
            let name: String = serde_json::from_str(&format!("\"{name}\""))?;
            let Some(target) = Capture::RefOf(name.clone()).find(&shown) else {
                let is_refused = self.evidence.replies.iter().any(Reply::is_refused);
                anyhow::ensure!(is_refused, "{name:?} is not on the page: {shown}");
                return Ok(None);
            };
            text = format!("{before}{target}{behind}");
        }
        Ok(Some(serde_json::from_str(&text)?))
    }

    fn last_replies(&self) -> String {
        let last =
            self.evidence.replies.iter().rev().take(2).map(|reply| reply.text.chars().take(300).collect::<String>());
        last.collect::<Vec<_>>().join(" | ")
    }
}

fn trace(evidence: &Evidence) -> Result<()> {
    use std::io::Write as _;
    let mut err = std::io::stderr();
    for reply in &evidence.replies {
        writeln!(err, "{} → {:?} {}", reply.tool, reply.code, reply.text.trim_end())?;
    }
    for arrival in &evidence.arrivals {
        writeln!(err, "  arrived: {}", arrival.line())?;
    }
    Ok(())
}

const SAID_WITHIN: Duration = Duration::from_secs(10);
