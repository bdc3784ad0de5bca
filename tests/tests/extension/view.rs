//! A view of the extension: it starts runs, follows them and answers their questions, as the panel does.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use webhand_fake_llm::FakeServer;

use super::browser::{Page, WITHIN};
use super::models::KEY;

pub struct View {
    page: Page,
}

impl View {
    pub async fn open(page: Page) -> Result<Self> {
        page.until("typeof chrome !== 'undefined' && !!chrome.runtime?.id && document.readyState === 'complete'")
            .await?;
        page.evaluate(SCRIPT).await?;
        Ok(Self { page })
    }

    /// Asks the engine; fails where it answers with a problem.
    pub async fn ask(&self, method: &str, path: &str, body: &Value) -> Result<Value> {
        let answer = self.answer(method, path, body).await?;
        ensure!(answer["status"].as_u64().is_some_and(|status| status < 300), "{method} {path}: {answer}");
        Ok(answer["body"].clone())
    }

    /// The engine's answer, a problem too.
    pub async fn answer(&self, method: &str, path: &str, body: &Value) -> Result<Value> {
        let (method, path) = (json!(method), json!(path));
        self.page.evaluate(&format!("view.ask({method}, {path}, {body})")).await
    }

    /// Starts a run at the level debugger and returns its id.
    pub async fn start(&self, order: &Value) -> Result<String> {
        self.start_at("debugger", order).await
    }

    /// Starts a run at a level and returns its id.
    pub async fn start_at(&self, level: &str, order: &Value) -> Result<String> {
        let mut order = order.clone();
        order["level"] = json!(level);
        let started = self.ask("POST", "/api/v1/runs", &order).await?;
        Ok(started["id"].as_str().context("no id")?.to_owned())
    }

    /// Starts a run that this model decides and returns its id.
    pub async fn start_with(&self, model: &FakeServer, level: &str, url: &str) -> Result<String> {
        self.ask("PUT", "/ext/keys", &json!({"provider": "openai", "key": KEY})).await?;
        let brain = format!("openai:{}#fake", model.base_url());
        self.start_at(level, &json!({"task": "Press it", "url": url, "brain": brain})).await
    }

    /// Waits until a run is over, or waits for the person again.
    pub async fn settled(&self, run: &str) -> Result<Value> {
        soon(async {
            loop {
                let info = self.run(run).await?;
                let is_at_rest = info["state"] == "over" || info["state"] == "parked" || !info["question"].is_null();
                if is_at_rest {
                    return Ok(info);
                }
            }
        })
        .await
    }

    /// The next event of this type after that number.
    pub async fn event(&self, run: &str, kind: &str, after: u64) -> Result<Value> {
        let event = self.page.evaluate(&format!("view.until({}, {}, {after})", json!(run), json!(kind))).await?;
        ensure!(!event.is_null(), "the run ended before {kind}: {}", self.run(run).await?);
        Ok(event)
    }

    pub async fn run(&self, run: &str) -> Result<Value> {
        self.ask("GET", &format!("/api/v1/runs/{run}"), &Value::Null).await
    }

    /// Waits for the next question and answers it. Returns the question's event.
    pub async fn answer_next(&self, run: &str, word: &str, after: u64) -> Result<Value> {
        let asked = self.event(run, "asked", after).await?;
        let answer = json!({"question": asked["what"]["question"]["no"], "answer": word});
        self.ask("POST", &format!("/api/v1/runs/{run}/answer"), &answer).await?;
        Ok(asked)
    }

    /// Waits for the end of a run and returns its outcome.
    pub async fn end(&self, run: &str) -> Result<Value> {
        let ended = self.event(run, "ended", 0).await?;
        Ok(ended["what"]["outcome"].clone())
    }

    /// The run's journal as the engine exports it.
    pub async fn export(&self, run: &str) -> Result<String> {
        let journal = self.ask("GET", &format!("/ext/export/{run}"), &Value::Null).await?;
        Ok(journal.as_str().context("no journal")?.to_owned())
    }

    /// The tabs of a run, when it has as many.
    pub async fn tabs(&self, run: &str, count: usize) -> Result<Vec<Value>> {
        soon(async {
            loop {
                let own: Vec<Value> = self.all_tabs().await?.into_iter().filter(|tab| tab["run"] == run).collect();
                if own.len() == count {
                    return Ok(own);
                }
                ensure!(self.run(run).await?["state"] != "over", "the run ended with the tabs {own:?}");
            }
        })
        .await
    }

    /// Waits until no run has a tab.
    pub async fn tabs_of_nobody(&self) -> Result<()> {
        soon(async {
            while !self.all_tabs().await?.is_empty() {}
            Ok(())
        })
        .await
    }

    async fn all_tabs(&self) -> Result<Vec<Value>> {
        let listed = self.ask("GET", "/ext/tabs", &Value::Null).await?;
        Ok(listed["tabs"].as_array().cloned().unwrap_or_default())
    }

    /// Waits until a run is in this state.
    pub async fn state(&self, run: &str, state: &str) -> Result<Value> {
        soon(async {
            loop {
                let info = self.run(run).await?;
                if info["state"] == state {
                    return Ok(info);
                }
                ensure!(info["state"] != "over", "the run ended before it was {state}: {info}");
            }
        })
        .await
    }

    /// The value of an expression in a page of the extension.
    pub async fn evaluate(&self, expression: &str) -> Result<Value> {
        self.page.evaluate(expression).await
    }

    /// Closes the port, as a panel does that is closed.
    pub async fn disconnect(&self) -> Result<()> {
        self.page.evaluate("view.close()").await.map(drop)
    }
}

async fn soon<T>(wait: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::time::timeout(WITHIN, wait).await.context("it never came to that")?
}

const SCRIPT: &str = include_str!("../../extension/view.js");
