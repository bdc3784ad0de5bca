//! Reads and writes the log-ins of an owner's browser: its cookies, and what sites keep in their local storage.
//!
//! Local storage is reached through an empty document of its site, with which the browser itself answers: no request leaves,
//! and no script of the site runs.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use webhand_model::{FailCode, Origin, TabId};

use super::LeaseControl;
use super::lease::{READY_WITHIN, tab_not_ready};
use crate::action_error::ActionError;
use crate::driver::{BrowserContexts, ContextId, PausedKinds, SessionId};
use crate::interception;
use crate::world::{Health, World};

/// The log-ins of a browser, in the format of Playwright's storage state.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StorageState {
    #[serde(default)]
    pub cookies: Vec<Map<String, Value>>,
    #[serde(default)]
    pub origins: Vec<SiteStorage>,
}

/// The local storage of one site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteStorage {
    pub origin: String,
    #[serde(default)]
    pub local_storage: Vec<StoredItem>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredItem {
    pub name: String,
    pub value: String,
}

impl StorageState {
    /// Checks what a person wrote before a browser is started for it.
    ///
    /// # Errors
    /// When a cookie lacks a part, or an origin is malformed or one too many; the text is for the person.
    pub fn check(&self) -> Result<(), String> {
        let has_text = |cookie: &Map<String, Value>, name: &str| cookie.get(name).is_some_and(Value::is_string);
        for cookie in &self.cookies {
            if !has_text(cookie, "name") || !has_text(cookie, "value") {
                return Err("a cookie lacks its name or value".to_owned());
            }
            if !has_text(cookie, "domain") && !has_text(cookie, "url") {
                return Err(format!("the cookie {} lacks its domain", cookie["name"]));
            }
        }
        match self.origins.iter().find(|site| !is_site(&site.origin)) {
            Some(site) => Err(format!("{:?} is no origin like https://example.com", site.origin)),
            None if self.origins.len() > MOST_SITES => Err(format!("it names more than {MOST_SITES} origins")),
            None => Ok(()),
        }
    }
}

fn is_site(written: &str) -> bool {
    let is_web = written.starts_with("http://") || written.starts_with("https://");
    is_web && Origin::from_url(written).as_str() == written
}

impl LeaseControl {
    /// Puts log-ins into the browser, beside those it has.
    pub(crate) async fn write_storage(&self, state: &StorageState) -> Result<(), ActionError> {
        let contexts = self.contexts()?;
        let cookies = state.cookies.iter().cloned().map(to_browser).collect();
        contexts.set_cookies(self.context().as_ref(), cookies, CALLED_WITHIN).await?;
        let sites: Vec<&SiteStorage> = state.origins.iter().filter(|site| !site.local_storage.is_empty()).collect();
        if sites.is_empty() {
            return Ok(());
        }
        let tab = self.open_storage_tab().await?;
        let written = async {
            for site in sites {
                self.show_empty(&tab, &site.origin).await?;
                let item = |item: &StoredItem| (item.name.clone(), item.value.clone());
                let items: Vec<_> = site.local_storage.iter().map(item).collect();
                contexts.set_local_storage(&tab.session, &items, CALLED_WITHIN).await?;
            }
            Ok(())
        };
        let written = written.await;
        self.close_storage_tab(tab).await;
        written
    }

    /// The log-ins of the browser: all its cookies, and the local storage of the sites that this owner has visited.
    pub(crate) async fn read_storage(&self) -> Result<StorageState, ActionError> {
        let contexts = self.contexts()?;
        let cookies = contexts.cookies(self.context().as_ref(), CALLED_WITHIN).await?;
        let cookies = cookies.into_iter().filter_map(to_playwright).collect();
        let visited = |world: &World| world.leases.get(self.access.lease).map(|lease| lease.visited.clone());
        let visited: BTreeSet<Origin> = self.access.read(visited).unwrap_or_default();
        let mut origins = Vec::new();
        if !visited.is_empty() {
            let tab = self.open_storage_tab().await?;
            for origin in visited.iter().map(Origin::as_str) {
                match self.read_site(contexts, &tab, origin).await {
                    Ok(items) if items.is_empty() => {}
                    Ok(local_storage) => origins.push(SiteStorage { origin: origin.to_owned(), local_storage }),
                    Err(error) => tracing::warn!(?error, origin, "the local storage of a site cannot be read"),
                }
            }
            self.close_storage_tab(tab).await;
        }
        Ok(StorageState { cookies, origins })
    }

    async fn read_site(
        &self,
        contexts: &dyn BrowserContexts,
        tab: &StorageTab,
        origin: &str,
    ) -> Result<Vec<StoredItem>, ActionError> {
        self.show_empty(tab, origin).await?;
        let items = contexts.local_storage(&tab.session, CALLED_WITHIN).await?;
        Ok(items.into_iter().map(|(name, value)| StoredItem { name, value }).collect())
    }

    fn contexts(&self) -> Result<&dyn BrowserContexts, ActionError> {
        let text = "the log-ins of this browser can be neither read nor written";
        self.access.driver().contexts().ok_or_else(|| ActionError::failed(FailCode::Unsupported, text))
    }

    fn context(&self) -> Option<ContextId> {
        self.access.read(|world| world.leases.get(self.access.lease)?.context.clone())
    }

    /// Opens a tab in which documents of sites are shown without asking their servers.
    async fn open_storage_tab(&self) -> Result<StorageTab, ActionError> {
        interception::start(&self.access.browser, PausedKinds::Marking).await?;
        let id = self.create_tab().await?;
        let ready = |world: &World| match world.tabs.get(id) {
            Some(tab) if tab.health == Health::Starting => None,
            tab => Some(tab.map(|tab| tab.session.clone())),
        };
        let session = self.access.until(READY_WITHIN, ready).await.flatten().ok_or_else(tab_not_ready)?;
        Ok(StorageTab { id, session })
    }

    async fn show_empty(&self, tab: &StorageTab, origin: &str) -> Result<(), ActionError> {
        let address = format!("{origin}{EMPTY_PATH}");
        self.access.change(|world| world.empty_documents.insert(address.clone()));
        let navigation = self.access.driver().navigation();
        let shown = async {
            navigation.navigate(&tab.session, &address, CALLED_WITHIN).await?;
            let shows = |world: &World| (world.top(tab.id)?.url == address).then_some(());
            self.access.until(CALLED_WITHIN, shows).await.ok_or_else(tab_not_ready)
        };
        let shown = shown.await;
        self.access.change(|world| world.empty_documents.remove(&address));
        shown
    }

    async fn close_storage_tab(&self, tab: StorageTab) {
        let Some(target) = self.access.read(|world| world.tabs.get(tab.id).map(|tab| tab.target.clone())) else {
            return;
        };
        if let Err(error) = self.access.driver().tabs().close(&target, CALLED_WITHIN).await {
            tracing::debug!(%error, "a tab could not be closed; it may be gone");
        }
        let _ = self.access.until(CALLED_WITHIN, |world| world.tabs.get(tab.id).is_none().then_some(())).await;
    }
}

struct StorageTab {
    id: TabId,
    session: SessionId,
}

/// A cookie of Playwright in the words of the browser.
fn to_browser(mut cookie: Map<String, Value>) -> Value {
    let crosses = cookie.remove("_crHasCrossSiteAncestor").unwrap_or(Value::Bool(false));
    if let Some(Value::String(site)) = cookie.get("partitionKey").cloned() {
        cookie.insert("partitionKey".to_owned(), json!({"topLevelSite": site, "hasCrossSiteAncestor": crosses}));
    }
    Value::Object(cookie)
}

/// A cookie of the browser in the words of Playwright.
fn to_playwright(cookie: Value) -> Option<Map<String, Value>> {
    let Value::Object(all) = cookie else { return None };
    let mut cookie: Map<String, Value> =
        KEPT_OF_COOKIES.iter().filter_map(|name| Some(((*name).to_owned(), all.get(*name)?.clone()))).collect();
    cookie.entry("sameSite").or_insert_with(|| "Lax".into());
    if let Some(Value::Object(partition)) = all.get("partitionKey") {
        let part = |name: &str| partition.get(name).cloned().unwrap_or_default();
        cookie.insert("partitionKey".to_owned(), part("topLevelSite"));
        cookie.insert("_crHasCrossSiteAncestor".to_owned(), part("hasCrossSiteAncestor"));
    }
    Some(cookie)
}

const KEPT_OF_COOKIES: [&str; 8] = ["name", "value", "domain", "path", "expires", "httpOnly", "secure", "sameSite"];
const EMPTY_PATH: &str = "/webhand-storage-state";
const MOST_SITES: usize = 500;
const CALLED_WITHIN: Duration = Duration::from_secs(10);
