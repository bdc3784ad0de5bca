//! `webhand tools`: sites that the person saved under a name, which a run opens by it.

use anyhow::{Result, bail};
use serde_json::json;
use webhand_model::SavedTool;

use crate::cli::{GlobalArgs, ToolsVerb};
use crate::display;
use crate::exit::{Exit, UsageError};
use crate::settings::SettingsFile;
use crate::terminal::print_line;

pub fn run_tools(global: &GlobalArgs, verb: ToolsVerb) -> Result<Exit> {
    let file = SettingsFile::find()?;
    match verb {
        ToolsVerb::List => {
            let tools = file.settings()?.saved_tools()?;
            if global.json {
                print_line(&json!({"result": tools}).to_string());
            }
            for tool in tools.iter().filter(|_| !global.json) {
                print_line(&format!("{} = {}", tool.name, display::one_line(tool.url.as_str(), LONGEST_ADDRESS)));
            }
        }
        ToolsVerb::Set { name, url } => {
            let tool = SavedTool::parse(&name, &url).map_err(|error| UsageError(error.to_string()))?;
            file.set_tool(&tool)?;
        }
        ToolsVerb::Remove { name } => {
            if !file.remove_tool(&name)? {
                bail!(UsageError(format!(
                    "there is no saved tool {}; `webhand tools list` shows them",
                    display::quoted(&name)
                )));
            }
        }
    }
    Ok(Exit::Done)
}

const LONGEST_ADDRESS: usize = 300;
