//! The named profiles of a server: which are there, which are in use, and the log-ins of a run saved under a name.
//!
//! A profile is a whole profile folder, or the cookies of a run alone: a run in a context of a shared browser has no folder. What is
//! saved of such a run is used in such a context again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context as _, Result};
use webhand_api::RunHostError;
use webhand_model::RunId;
use webhand_wire::api::{ProfileInfo, ProfileList};

use crate::data_dir::{DataDir, write_private};
use crate::exit::error_in_one_line;

/// The profiles of one data folder. A browser locks its profile, so each is in use once.
#[derive(Debug)]
pub struct Profiles {
    data: PathBuf,
    in_use: Mutex<BTreeSet<String>>,
}

/// A named profile that no other run gets meanwhile.
#[derive(Debug)]
pub struct TakenProfile {
    pub name: String,
    profiles: Arc<Profiles>,
}

impl Drop for TakenProfile {
    fn drop(&mut self) {
        self.profiles.in_use().remove(&self.name);
    }
}

impl Profiles {
    pub fn new(data: &Path) -> Self {
        Self { data: data.to_owned(), in_use: Mutex::default() }
    }

    /// `None` while another run uses it.
    pub fn take(self: &Arc<Self>, name: &str) -> Option<TakenProfile> {
        let is_new = self.in_use().insert(name.to_owned());
        is_new.then(|| TakenProfile { name: name.to_owned(), profiles: Arc::clone(self) })
    }

    /// The file of a profile that is cookies alone; `None` for another one.
    pub fn cookies_of(&self, name: &str) -> Result<Option<PathBuf>> {
        let data_dir = self.data_dir()?;
        let has_folder = data_dir.named_profile(name)?.exists() || data_dir.sealed_profile(name)?.exists();
        let cookies = data_dir.profile_cookies(name)?;
        Ok((!has_folder && cookies.exists()).then_some(cookies))
    }

    pub fn list(&self) -> Result<ProfileList, RunHostError> {
        let folder = self.data_dir().map_err(failed)?.root().join("profiles");
        let mut found = BTreeMap::new();
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(file) = entry.file_name().into_string() else { continue };
            let (name, is_whole) = match (file.strip_suffix(".sealed"), file.strip_suffix(".cookies")) {
                (Some(name), _) => (name, true),
                (None, Some(name)) => (name, false),
                (None, None) if file.ends_with(".arriving") => continue,
                (None, None) => (file.as_str(), true),
            };
            *found.entry(name.to_owned()).or_insert(false) |= is_whole;
        }
        let in_use = self.in_use();
        let info = |(name, is_whole): (String, bool)| {
            let in_use = in_use.contains(&name);
            ProfileInfo { name, cookies_only: !is_whole, in_use }
        };
        Ok(ProfileList { profiles: found.into_iter().take(MOST_LISTED).map(info).collect() })
    }

    pub fn remove(self: &Arc<Self>, name: &str) -> Result<(), RunHostError> {
        let is_there = self.list()?.profiles.iter().any(|profile| profile.name == name);
        if !is_there {
            return Err(RunHostError::NotFound(format!("there is no profile {name}")));
        }
        let busy = || RunHostError::Refused(format!("a run uses the profile {name}; wait for its end or stop it"));
        let _taken = self.take(name).ok_or_else(busy)?;
        self.erase(name).map_err(failed)
    }

    fn erase(&self, name: &str) -> Result<()> {
        let data_dir = self.data_dir()?;
        let folder = data_dir.named_profile(name)?;
        if folder.exists() {
            fs::remove_dir_all(&folder).context("the folder of the profile cannot be removed")?;
        }
        for file in [data_dir.sealed_profile(name)?, data_dir.profile_cookies(name)?] {
            if file.exists() {
                fs::remove_file(&file).context("the file of the profile cannot be removed")?;
            }
        }
        Ok(())
    }

    /// Keeps the log-ins that a run has written down last under a name, in place of what was kept under it.
    pub fn save(self: &Arc<Self>, run: &RunId, name: &str) -> Result<(), RunHostError> {
        let data_dir = self.data_dir().map_err(failed)?;
        let place = data_dir.profile_cookies(name).map_err(|error| RunHostError::Refused(error_in_one_line(&error)))?;
        let folder = data_dir.run_folder(run);
        if let Some(profile) = folder.load_setup().profile {
            return Err(RunHostError::Refused(format!("this run keeps its log-ins in the profile {profile} already")));
        }
        let is_whole = self.list()?.profiles.iter().any(|profile| profile.name == name && !profile.cookies_only);
        if is_whole {
            return Err(RunHostError::Refused(format!("{name} is the profile of a whole browser; take another name")));
        }
        let busy = || RunHostError::Refused(format!("a run uses the profile {name}; take another name"));
        let _taken = self.take(name).ok_or_else(busy)?;
        let none = "this run has no log-ins that could be kept: it is over, or no page has set a cookie";
        let sealed = fs::read(folder.cookies()).map_err(|_| RunHostError::Refused(none.to_owned()))?;
        write_private(&place, &sealed).map_err(failed)
    }

    fn data_dir(&self) -> Result<DataDir> {
        DataDir::find(Some(&self.data))
    }

    fn in_use(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.in_use.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it maps errors")]
fn failed(error: anyhow::Error) -> RunHostError {
    RunHostError::Failed(error_in_one_line(&error))
}

const MOST_LISTED: usize = 1_000;
