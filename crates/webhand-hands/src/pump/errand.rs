//! What has to be done about an event at once, without anybody asking for it.

use std::time::Duration;

use webhand_model::TabId;

use super::Around;
use crate::attach;
use crate::world::{Health, World};
use webhand_cdp::protocol::{
    AuthAnswer, CancelDownload, CloseTarget, ContinueRequest, ContinueWithAuth, CrashPage, DisableRuntime,
    EnableRuntime, FailRequest, FetchId, FrameTree, HandleDialog, TargetId,
};
use webhand_cdp::{CdpError, Session};

#[derive(Debug)]
pub(crate) enum Errand {
    /// A target stands still until it is set up.
    SetUp {
        session: Session,
        what: attach::Kind,
    },
    /// One tab too many.
    CloseTab(TargetId),
    LetGo(FetchId),
    Refuse(FetchId),
    /// Nobody is there to type a name and a password.
    RefuseLogin(FetchId),
    /// The person in front of the window may.
    AskForLogin(FetchId),
    /// webhand itself leaves the page, so the page's question whether to leave it is answered with yes.
    Leave(Session),
    /// A dialog nobody is asked about.
    Dismiss(Session),
    /// A page that opens dialogs for ever. Ending its script does not help: the order to end is taken in only where
    /// scripts can be interrupted, and by then the next dialog is open; a navigation waits for the page in the same way.
    End(Session),
    /// A download that is one too many, or too large.
    CancelDownload(String),
    /// A download that is whole gets its name.
    KeepDownload(String),
    /// Events were lost: learn again which frames there are and where the page script is.
    LookAgain {
        session: Session,
        tab: TabId,
    },
}

impl Errand {
    pub(super) async fn run(self, around: Around) {
        if let Err(error) = self.carry_out(&around).await {
            // A target that is gone meanwhile needs nothing any more.
            tracing::debug!(%error, "an errand was not carried out");
        }
    }

    async fn carry_out(self, around: &Around) -> Result<(), CdpError> {
        let browser = around.client.browser();
        match self {
            Self::SetUp { session, what } => attach::set_up(&session, what, around).await?,
            Self::CloseTab(target_id) => {
                browser.call_within(&CloseTarget { target_id }, WITHIN).await?;
            }
            Self::LetGo(request_id) => {
                browser.call_within(&ContinueRequest { request_id }, WITHIN).await?;
            }
            Self::Refuse(request_id) => {
                let refuse = FailRequest { request_id, error_reason: "BlockedByClient" };
                browser.call_within(&refuse, WITHIN).await?;
            }
            Self::RefuseLogin(request_id) => answer_login(&browser, request_id, "CancelAuth").await?,
            Self::AskForLogin(request_id) => answer_login(&browser, request_id, "Default").await?,
            Self::Leave(session) => {
                session.call_within(&HandleDialog { accept: true, prompt_text: None }, WITHIN).await?;
            }
            Self::Dismiss(session) => {
                session.call_within(&HandleDialog { accept: false, prompt_text: None }, WITHIN).await?;
            }
            Self::End(session) => {
                session.call_within(&CrashPage {}, WITHIN).await?;
            }
            Self::CancelDownload(guid) => {
                browser.call_within(&CancelDownload { guid }, WITHIN).await?;
            }
            Self::KeepDownload(guid) => keep_download(around, &guid).await,
            Self::LookAgain { session, tab } => {
                let tree = session.call_within(&FrameTree {}, WITHIN).await?;
                around.shared.change(|world| attach::adopt(world, &tree.frame_tree, tab, &session));
                session.call_within(&DisableRuntime {}, WITHIN).await?;
                session.call_within(&EnableRuntime {}, WITHIN).await?;
            }
        }
        Ok(())
    }
}

async fn answer_login(browser: &Session, request_id: FetchId, response: &'static str) -> Result<(), CdpError> {
    let answer = ContinueWithAuth { request_id, auth_challenge_response: AuthAnswer { response } };
    browser.call_within(&answer, WITHIN).await.map(drop)
}

async fn keep_download(around: &Around, guid: &str) {
    let Some(arrived) = &around.options.downloads else { return };
    let (wanted, own) = around.shared.read(|world| {
        let lease = world.downloads.lease_of(guid).and_then(|lease| world.leases.get(lease));
        (world.downloads.wanted_name(guid), lease.and_then(|lease| lease.downloads.clone()))
    });
    let Some(wanted) = wanted else {
        // Whoever wanted it has left.
        around.files.discard(&arrived.join(guid)).await;
        return;
    };
    let kept = around.files.keep_download(&arrived.join(guid), own.as_ref().unwrap_or(arrived), &wanted).await;
    if let Err(error) = &kept {
        tracing::warn!(%error, "a download could not be kept");
    }
    let (name, bytes) = kept.map_or((None, 0), |(name, bytes)| (Some(name), bytes));
    around.shared.change(|world| {
        let moment = world.tick_for(world.downloads.lease_of(guid));
        world.downloads.kept(guid, name, bytes, moment);
    });
}

pub(super) fn look_again(world: &mut World) -> Vec<Errand> {
    let again = |tab: &crate::world::Tab| Errand::LookAgain { session: tab.session.clone(), tab: tab.id };
    world.tabs.all().filter(|tab| tab.health != Health::LeftAlone).map(again).collect()
}

const WITHIN: Duration = Duration::from_secs(10);
