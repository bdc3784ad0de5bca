//! `webhand extension`: the browser extension that this program brings along, and the browsers that are paired with it.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use tokio::time::{sleep, timeout};

use crate::cli::{ExtensionVerb, GlobalArgs};
use crate::data_dir::DataDir;
use crate::exit::{Exit, UsageError};
use crate::signals::Signals;
use crate::terminal::print_line;
use crate::wiring::extension_link::{self, DeviceFiles, running_server};

include!(env!("WEBHAND_EXTENSION_TABLE"));

pub async fn run_extension(global: &GlobalArgs, verb: &ExtensionVerb) -> Result<Exit> {
    let files = || anyhow::Ok(DeviceFiles::of(&DataDir::find(global.data_dir.as_deref())?));
    match verb {
        ExtensionVerb::Unpack { dir } => unpack(global, dir),
        ExtensionVerb::Pair { listen } => pair(global, *listen).await,
        ExtensionVerb::Devices => Ok(list(global, &files()?)),
        ExtensionVerb::Unpair { device } => unpair(global, &files()?, device),
    }
}

/// Prints a code and waits until a browser has used it.
async fn pair(global: &GlobalArgs, listen: SocketAddr) -> Result<Exit> {
    let data_dir = DataDir::find(global.data_dir.as_deref())?;
    let files = DeviceFiles::of(&data_dir);
    let mut signals = Signals::listen();
    // Without a server this program is the other side.
    let (address, _listening) = match running_server(&data_dir) {
        Some(origin) => (origin.replacen("http", "ws", 1), None),
        None => (format!("ws://{listen}"), Some(extension_link::listen(listen, files.clone()).await?)),
    };
    let known: Vec<String> = files.devices().into_iter().map(|device| device.id).collect();
    let code = files.new_code()?;
    if global.json {
        print_line(&json!({"pairing": {"address": address, "code": code}}).to_string());
    } else {
        print_line(&format!("address  {address}"));
        print_line(&format!("code     {code}"));
        print_line("enter both in the settings of the extension, under Server; the code is good once, for 15 minutes");
    }
    let paired = async {
        loop {
            if let Some(device) = files.devices().into_iter().find(|device| !known.contains(&device.id)) {
                return device.id;
            }
            sleep(LOOKED_EVERY).await;
        }
    };
    let paired = tokio::select! {
        paired = timeout(CODE_LIFE, paired) => paired.ok(),
        _ = signals.next() => None,
    };
    let Some(device) = paired else {
        files.forget_code();
        bail!("no browser was paired");
    };
    // The browser is written down just before it is told so.
    sleep(TOLD_WITHIN).await;
    print_line(&if global.json {
        json!({"result": {"device": device}}).to_string()
    } else {
        format!("paired with the browser {device}; use it with --browser extension")
    });
    Ok(Exit::Done)
}

fn list(global: &GlobalArgs, files: &DeviceFiles) -> Exit {
    let devices = files.devices();
    if global.json {
        let listed =
            devices.iter().map(|device| json!({"id": device.id, "address": device.address, "paired": device.paired}));
        print_line(&json!({"result": {"devices": listed.collect::<Vec<_>>()}}).to_string());
    } else if devices.is_empty() {
        print_line("no browser is paired; `webhand extension pair` prints a code");
    } else {
        for device in devices {
            print_line(&format!("{}  connects to {}", device.id, device.address));
        }
    }
    Exit::Done
}

fn unpair(global: &GlobalArgs, files: &DeviceFiles, device: &str) -> Result<Exit> {
    if !files.unpair(device)? {
        bail!(UsageError(format!("no browser {device} is paired; `webhand extension devices` lists them")));
    }
    print_line(&if global.json {
        json!({"result": {"unpaired": device}}).to_string()
    } else {
        format!("the browser {device} is not paired any more")
    });
    Ok(Exit::Done)
}

/// Writes the files. A folder with anything else in it is left alone.
fn unpack(global: &GlobalArgs, dir: &Path) -> Result<Exit> {
    if EXTENSION.is_empty() {
        bail!(UsageError(NOT_EMBEDDED.to_owned()));
    }
    let is_ours = dir.join("manifest.json").exists() && dir.join("engine.wasm").exists();
    let is_used = fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_some());
    if is_used && !is_ours {
        bail!(UsageError(format!("{} has other files in it; name a new folder", dir.display())));
    }
    for (name, content) in EXTENSION {
        let path = dir.join(name);
        let folder = path.parent().unwrap_or(dir);
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        fs::write(&path, content).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if global.json {
        print_line(&json!({"result": {"extension": dir, "files": EXTENSION.len()}}).to_string());
    } else {
        print_line(&format!("wrote the extension into {}", dir.display()));
        print_line("load it: open chrome://extensions, switch on developer mode, choose \"Load unpacked\"");
    }
    Ok(Exit::Done)
}

const CODE_LIFE: Duration = Duration::from_mins(15);
const LOOKED_EVERY: Duration = Duration::from_millis(200);
const TOLD_WITHIN: Duration = Duration::from_millis(500);
const NOT_EMBEDDED: &str = "this webhand was built without the extension: build it with `make extension`, which writes it \
                            into extension/dist, and build webhand again";
