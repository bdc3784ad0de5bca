//! The wiki: `DokuWiki` with sixty pages and one user.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};
use tempfile::TempDir;

use super::application::{Installed, RunningApplication, copy, files_of};
use super::service::{Service, free_port};
use super::tasks::PASSWORD;

pub(super) async fn start(installed: &Installed) -> Result<RunningApplication> {
    let (files, data) = (files_of("wiki")?, TempDir::new()?);
    let folder = data.path();
    fs::create_dir(folder.join("conf"))?;
    for entry in fs::read_dir(installed.debian.path("etc/dokuwiki"))?.flatten() {
        // Links lead to files that a package's own scripts would make.
        if entry.path().is_file() {
            fs::copy(entry.path(), folder.join("conf").join(entry.file_name()))?;
        }
    }
    copy(&installed.debian.path("var/lib/dokuwiki/data"), &folder.join("data"))?;
    fs::create_dir(folder.join("sessions"))?;
    fs::copy(files.join("local.php"), folder.join("conf/local.php"))?;
    add_user(installed, &folder.join("conf")).await?;
    add_pages(&folder.join("data/pages"))?;

    let web = free_port()?;
    let mut php = installed.debian.php()?;
    php.env("BENCH_FOLDER", folder)
        .arg("-d")
        .arg(format!("auto_prepend_file={}", files.join("prepend.php").display()))
        .arg("-d")
        .arg(format!("session.save_path={}", folder.join("sessions").display()))
        .args(["-S", &format!("127.0.0.1:{web}"), "-t"])
        .arg(installed.debian.path("usr/share/dokuwiki"));
    let php = Service::start(&mut php, web, folder, "wiki").await?;
    Ok(RunningApplication { port: web, services: vec![php], data, python: None })
}

async fn add_user(installed: &Installed, folder: &Path) -> Result<()> {
    let script = format!("echo password_hash('{PASSWORD}', PASSWORD_BCRYPT);");
    let output = installed.debian.php()?.args(["-r", &script]).output().await?;
    ensure!(output.status.success(), "php: {}", String::from_utf8_lossy(&output.stderr));
    let digest = String::from_utf8(output.stdout)?;
    fs::write(folder.join("users.auth.php"), format!("ann:{digest}:Ann:ann@mail.test:admin,user\n"))?;
    fs::write(folder.join("acl.auth.php"), "*\t@ALL\t1\n*\t@user\t8\n")?;
    Ok(())
}

fn add_pages(folder: &Path) -> Result<()> {
    let mut start = "====== Start ======\n\n".to_owned();
    for number in 1..=60 {
        let colour = if number % 2 == 0 { "blue" } else { "red" };
        let text = format!("====== Lamp {number} ======\n\nThe lamp number {number} is {colour}.\n");
        fs::write(folder.join(format!("lamp_{number}.txt")), text)?;
        writeln!(start, "  * [[lamp_{number}|Lamp {number}]]")?;
    }
    fs::write(folder.join("start.txt"), start)?;
    Ok(())
}
