//! The shop: django-oscar as it is delivered.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use tempfile::TempDir;

use super::application::{Installed, RunningApplication, copy, files_of};
use super::packages::run;
use super::python::environment;
use super::service::{Service, free_port};

pub(super) async fn start(installed: &Installed) -> Result<RunningApplication> {
    let files = files_of("shop")?;
    let python = environment(&installed.place, "shop", &files.join("requirements.txt"))?;
    let filled = filled_shop(installed, &files, &python)?;
    let data = TempDir::new()?;
    let folder = data.path().join("shop");
    copy(&filled, &folder)?;
    let web = free_port()?;
    let mut server = tokio::process::Command::new(&python);
    server
        .args(["-B", "-W", "ignore", "-m", "django", "runserver", "--noreload", &format!("127.0.0.1:{web}")])
        .env("DJANGO_SETTINGS_MODULE", "settings")
        .env("SHOP_FOLDER", &folder)
        .current_dir(&files);
    let server = Service::start(&mut server, web, data.path(), "shop").await?;
    Ok(RunningApplication { port: web, services: vec![server], data, python: Some(python) })
}

/// The folder of a shop with products, made once for each version of the files that make it.
fn filled_shop(installed: &Installed, files: &Path, python: &Path) -> Result<PathBuf> {
    let (folder, done) = (installed.place.join("filled-shop"), installed.place.join("filled-shop.done"));
    let read = |name: &str| fs::read_to_string(files.join(name));
    let made_from = format!("{}{}{}", read("seed.py")?, read("settings.py")?, read("requirements.txt")?);
    if fs::read_to_string(&done).is_ok_and(|had| had == made_from) {
        return Ok(folder);
    }
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let mut seed = Command::new(python);
    run(seed.args(["-B", "-W", "ignore", "seed.py"]).env("SHOP_FOLDER", &folder).current_dir(files))?;
    fs::write(done, made_from)?;
    Ok(folder)
}
