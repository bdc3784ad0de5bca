//! A client of the Model Context Protocol, whose person answers by elicitation.

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use super::{Reply, text_of};
use crate::attacks::case::Person;
use crate::attacks::machine::Machine;
use crate::json_lines::JsonLinesProcess;

#[derive(Debug)]
pub struct McpRoute {
    server: JsonLinesProcess,
}

impl McpRoute {
    pub async fn start(machine: &Machine, grants: &[String], person: Person) -> Result<Self> {
        let mut command = machine.command();
        command.args(["mcp", "--profile", "full"]).args(grants);
        let mut server = JsonLinesProcess::start(&mut command)?;
        let yes = json!({"action": "accept", "content": {"allow": true, "answer": "once"}});
        let no = json!({"action": "decline"});
        let capabilities = match person {
            Person::Absent => json!({}),
            Person::YesOnce | Person::Always | Person::Refuses | Person::ChannelFails | Person::Garbles => {
                json!({"elicitation": {}})
            }
        };
        match person {
            // Without an answer a request of the server gets an error.
            Person::Absent | Person::ChannelFails => {}
            Person::Garbles => server.answer_requests(garbled(), json!({"action": "accept"})),
            Person::YesOnce => server.answer_requests(vec![yes], no),
            Person::Refuses => server.answer_requests(Vec::new(), no),
            Person::Always => server.answer_requests(Vec::new(), yes),
        }
        let client = json!({"name": "mallory", "version": "0"});
        let hello = json!({"protocolVersion": "2025-06-18", "capabilities": capabilities, "clientInfo": client});
        server.ask(json!({"jsonrpc": "2.0", "method": "initialize", "params": hello})).await?;
        server.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await?;
        Ok(Self { server })
    }

    pub async fn call(&mut self, tool: &str, args: &Value) -> Result<Reply> {
        let params = json!({"name": tool, "arguments": args});
        let answer = self.server.ask(json!({"jsonrpc": "2.0", "method": "tools/call", "params": params})).await?;
        let result = &answer["result"];
        let told = &result["structuredContent"];
        let is_error = answer.get("error").is_some() || result["isError"] == true;
        let code = told["code"].as_str().map_or_else(|| "failed".to_owned(), str::to_owned);
        Ok(Reply {
            tool: String::new(),
            text: format!("{}{}{}", text_of(&result["content"]), text_of(told), text_of(&answer["error"])),
            code: is_error.then_some(code),
            question: told.pointer("/approval/id").and_then(Value::as_str).map(str::to_owned),
        })
    }

    pub async fn tools(&mut self) -> Result<Value> {
        let mut answer = self.server.ask(json!({"jsonrpc": "2.0", "method": "tools/list", "params": {}})).await?;
        Ok(answer["result"]["tools"].take())
    }

    pub fn asked(&self) -> usize {
        self.server.requests_answered()
    }

    /// The texts of the questions that the person at the client was asked.
    pub fn questions(&mut self) -> Vec<String> {
        self.server.take_requests().iter().map(|request| text_of(&request["params"]["message"])).collect()
    }

    pub fn process(&self) -> Result<u32> {
        self.server.process().context("the server has ended")
    }

    pub async fn close(&mut self) {
        self.server.close().await;
    }
}

/// Answers that no form allows; none of them is a yes.
fn garbled() -> Vec<Value> {
    [
        json!({"allow": "yes"}),
        json!({"allow": 1}),
        json!({"answer": "Once"}),
        json!({"answer": ["once"]}),
        json!({"yes": true}),
        json!([true]),
    ]
    .map(|content| json!({"action": "accept", "content": content}))
    .to_vec()
}
