//! The MCP clients that webhand can be installed in: where each keeps its servers, and in which format.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::ValueEnum;
use serde_json::{Value, json};

use super::settings_entry::SettingsFormat;

/// A program that starts MCP servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum McpClient {
    /// Claude Code
    #[value(alias = "claude-code")]
    Claude,
    /// Claude for the desktop
    ClaudeDesktop,
    /// Cursor
    Cursor,
    /// Visual Studio Code
    #[value(alias = "code")]
    Vscode,
    /// Codex CLI
    Codex,
    /// Zed
    Zed,
    /// Windsurf
    Windsurf,
    /// Gemini CLI
    Gemini,
    /// opencode
    Opencode,
}

/// The folders in which clients keep the settings of one person.
#[derive(Debug)]
pub struct ClientFolders {
    pub home: PathBuf,
    /// The system's folder for settings.
    pub config: PathBuf,
    /// The folder that `CODEX_HOME` names for Codex.
    pub codex: Option<PathBuf>,
}

impl ClientFolders {
    pub fn find() -> Result<Self> {
        Ok(Self {
            home: dirs::home_dir().context("this person has no home folder; set HOME")?,
            config: dirs::config_dir().context("this person has no configuration folder; set HOME")?,
            codex: std::env::var_os("CODEX_HOME").filter(|path| !path.is_empty()).map(PathBuf::from),
        })
    }
}

impl McpClient {
    /// The settings file that lists the servers.
    pub fn file(self, folders: &ClientFolders) -> PathBuf {
        let (home, config) = (&folders.home, &folders.config);
        match self {
            Self::Claude => home.join(".claude.json"),
            Self::ClaudeDesktop => config.join("Claude/claude_desktop_config.json"),
            Self::Cursor => home.join(".cursor/mcp.json"),
            Self::Vscode => config.join("Code/User/mcp.json"),
            Self::Codex => folders.codex.clone().unwrap_or_else(|| home.join(".codex")).join("config.toml"),
            // These two use the same folder on every system.
            Self::Zed => home.join(".config/zed/settings.json"),
            Self::Opencode => home.join(".config/opencode/opencode.json"),
            Self::Windsurf => home.join(".codeium/windsurf/mcp_config.json"),
            Self::Gemini => home.join(".gemini/settings.json"),
        }
    }

    /// The key of the list of servers.
    pub fn section(self) -> &'static str {
        match self {
            Self::Claude | Self::ClaudeDesktop | Self::Cursor | Self::Windsurf | Self::Gemini => "mcpServers",
            Self::Vscode => "servers",
            Self::Codex => "mcp_servers",
            Self::Zed => "context_servers",
            Self::Opencode => "mcp",
        }
    }

    pub fn format(self) -> SettingsFormat {
        match self {
            Self::Codex => SettingsFormat::Toml,
            Self::Claude
            | Self::ClaudeDesktop
            | Self::Cursor
            | Self::Vscode
            | Self::Zed
            | Self::Windsurf
            | Self::Gemini
            | Self::Opencode => SettingsFormat::Json,
        }
    }

    /// The fields of webhand's entry, in their order.
    pub fn entry(self, program: &str, arguments: &[String]) -> Vec<(&'static str, Value)> {
        let plain = vec![("command", program.into()), ("args", arguments.into())];
        match self {
            Self::Claude | Self::Vscode => [vec![("type", "stdio".into())], plain].concat(),
            Self::ClaudeDesktop | Self::Cursor | Self::Windsurf | Self::Gemini | Self::Codex | Self::Zed => plain,
            Self::Opencode => {
                let command: Vec<_> = std::iter::once(program).chain(arguments.iter().map(String::as_str)).collect();
                vec![("type", "local".into()), ("command", json!(command)), ("enabled", true.into())]
            }
        }
    }
}
