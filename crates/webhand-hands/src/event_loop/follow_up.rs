//! The steps that have to follow an event at once, without any action asking for them.

use std::time::Duration;

use webhand_model::TabId;

use super::BrowserHandle;
use crate::connection::Options;
use crate::driver::{
    DownloadId, DriverError, FrameInfo, LoginAnswer, PausedKinds, PausedRequestId, Refusal, SessionId, TargetId,
    TargetRole,
};
use crate::egress::GatedSocket;
use crate::interception;
use crate::live_frames;
use crate::world::{Health, Tab, World};

#[derive(Debug)]
pub(crate) enum FollowUp {
    /// A target stands still until it is set up.
    SetUp {
        session: SessionId,
        role: Role,
    },
    /// One tab too many.
    CloseTab(TargetId),
    ReleaseRequest(PausedRequestId),
    RefuseRequest(PausedRequestId),
    /// An address that shows an empty document of its site.
    AnswerEmpty(PausedRequestId),
    /// As if the page had given it up: a form that is not sent stays as it was filled in.
    StopRequest(PausedRequestId),
    /// No frame of the target is undecided any more, so those that wait go.
    ReleaseFrames(SessionId),
    /// A frame over this socket must not leave.
    CutSocket(GatedSocket),
    /// The address of this socket was judged, so it may begin.
    AdmitSocket(GatedSocket),
    /// This socket must not begin.
    RefuseSocket(GatedSocket),
    /// The login is refused, because nobody is there to type a name and a password.
    RefuseLogin(PausedRequestId),
    /// The person in front of the window may type them.
    AskForLogin(PausedRequestId),
    /// webhand itself leaves the page, so the page's question whether to leave it is answered with yes.
    LeavePage(SessionId),
    /// A dialog that is not put to the brain.
    DismissDialog(SessionId),
    /// A page that opens dialogs for ever. Ending its script does not help: the browser ends a script only where
    /// scripts can be interrupted, and by then the next dialog is open; a navigation waits for the page in the same way.
    EndPage(SessionId),
    /// A download that is one too many, or too large.
    CancelDownload(DownloadId),
    /// A download that is whole gets its name.
    KeepDownload(DownloadId),
    /// Events were lost: the frames and the worlds of the page script are queried again.
    Refresh {
        session: SessionId,
        tab: TabId,
    },
}

/// The kind of target that a session is attached to, with its tab.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Role {
    Tab(TabId),
    /// A frame of another process, in this tab.
    Frame(TabId),
    /// A worker, or something else that runs beside pages.
    Worker,
    /// A worker that interception cannot reach for certain once it runs.
    UnreachableWorker,
    /// Something that is not followed; it is only let run.
    Unfollowed,
    /// A tab that is closed at once. It sends nothing meanwhile.
    Unwanted,
}

impl FollowUp {
    pub(super) async fn run(self, browser: BrowserHandle) {
        if let Err(error) = self.perform(&browser).await {
            // A target that is gone meanwhile needs nothing any more.
            tracing::debug!(%error, "a follow-up of an event failed");
        }
    }

    async fn perform(self, browser: &BrowserHandle) -> Result<(), DriverError> {
        let tabs = browser.driver.tabs();
        match self {
            Self::SetUp { session, role } => set_up(browser, &session, role).await,
            Self::CloseTab(target) => tabs.close(&target, WITHIN).await,
            Self::ReleaseRequest(request) => match browser.driver.held_requests() {
                Some(held) => held.release(&request, WITHIN).await,
                None => Ok(()),
            },
            Self::RefuseRequest(request) => match browser.driver.held_requests() {
                Some(held) => held.refuse(&request, Refusal::Blocked, WITHIN).await,
                None => Ok(()),
            },
            Self::AnswerEmpty(request) => match browser.driver.contexts() {
                Some(contexts) => contexts.answer_empty(&request, WITHIN).await,
                None => Ok(()),
            },
            Self::StopRequest(request) => match browser.driver.held_requests() {
                Some(held) => held.refuse(&request, Refusal::Aborted, WITHIN).await,
                None => Ok(()),
            },
            Self::ReleaseFrames(session) => live_frames::let_frames_go(browser, &session).await,
            Self::CutSocket(socket) => {
                socket.cut();
                Ok(())
            }
            Self::AdmitSocket(socket) => {
                socket.admit();
                Ok(())
            }
            Self::RefuseSocket(socket) => {
                socket.refuse();
                Ok(())
            }
            Self::RefuseLogin(request) => answer_login(browser, &request, LoginAnswer::Cancel).await,
            Self::AskForLogin(request) => answer_login(browser, &request, LoginAnswer::AskPerson).await,
            Self::LeavePage(session) => tabs.answer_dialog(&session, true, None, WITHIN).await,
            Self::DismissDialog(session) => tabs.answer_dialog(&session, false, None, WITHIN).await,
            Self::EndPage(session) => tabs.end_page(&session, WITHIN).await,
            Self::CancelDownload(download) => match browser.driver.downloads() {
                Some(downloads) => downloads.cancel(&download, WITHIN).await,
                None => Ok(()),
            },
            Self::KeepDownload(download) => {
                keep_download(browser, &download).await;
                Ok(())
            }
            Self::Refresh { session, tab } => refresh(browser, &session, tab).await,
        }
    }
}

/// The size that pages get; that of a device comes with its other properties.
fn viewport(options: &Options) -> Option<(u32, u32)> {
    if options.environment.is_mobile { None } else { options.environment.viewport.or(options.viewport) }
}

async fn set_up(browser: &BrowserHandle, session: &SessionId, role: Role) -> Result<(), DriverError> {
    let (tab, target_role) = match role {
        Role::Tab(tab) => (Some(tab), TargetRole::Tab { viewport: viewport(&browser.options) }),
        Role::Frame(tab) => (Some(tab), TargetRole::Frame),
        Role::Worker | Role::UnreachableWorker => (None, TargetRole::Worker),
        Role::Unfollowed | Role::Unwanted => (None, TargetRole::Unfollowed),
    };
    let adopt = |frames: Vec<FrameInfo>| {
        if let Some(tab) = tab {
            browser.shared.change(|world| adopt_frames(world, &frames, tab, session));
        }
    };
    if matches!(role, Role::UnreachableWorker) {
        interception::start(browser, PausedKinds::Marking).await?;
    }
    // The rule is sent first, so it holds before the target runs; its reply may come only after that.
    let hold = async {
        if matches!(role, Role::Unwanted) {
            live_frames::silence(browser, session).await;
        } else if holds_frames(browser, session) {
            live_frames::hold_session(browser, session).await;
        }
    };
    let reroute = interception::reroute_new(browser, session);
    let present = async {
        let environment = &browser.options.environment;
        if environment.is_usual() || !matches!(role, Role::Tab(_) | Role::Frame(_)) {
            return;
        }
        if let Err(error) = browser.driver.targets().present(session, environment, WITHIN).await {
            tracing::warn!(%error, "a page finds the browser as it is");
        }
    };
    let set_up = browser.driver.targets().set_up(session, target_role, &adopt, WITHIN);
    let ((), (), (), done) = tokio::join!(hold, reroute, present, set_up);
    if let Role::Tab(tab) = role {
        browser.shared.change(|world| {
            if let Some(tab) = world.tabs.get_mut(tab) {
                tab.health = Health::Ready;
            }
        });
    }
    done
}

/// Whether the owner of a target has touched something, so that its frames wait from the beginning.
fn holds_frames(browser: &BrowserHandle, session: &SessionId) -> bool {
    browser.shared.read(|world| {
        if world.shared_workers.get(session).is_some() {
            return world.leases.any_input_began;
        }
        let lease = world.tab_of(Some(session)).and_then(|tab| world.lease_of(tab));
        lease.and_then(|lease| world.leases.get(lease)).is_some_and(|lease| lease.requests.input_began)
    })
}

/// Enters frames that were there before their events were followed.
fn adopt_frames(world: &mut World, frames: &[FrameInfo], tab: TabId, session: &SessionId) {
    for info in frames {
        // An event that was applied meanwhile is newer than this list.
        let is_new = world.frames.get(&info.id).is_none_or(|frame| frame.loader.is_none());
        if is_new {
            world.frame_shows(info, tab, session.clone());
        }
    }
}

async fn answer_login(
    browser: &BrowserHandle,
    request: &PausedRequestId,
    answer: LoginAnswer,
) -> Result<(), DriverError> {
    match browser.driver.held_requests() {
        Some(held) => held.answer_login(request, answer, WITHIN).await,
        None => Ok(()),
    }
}

async fn keep_download(browser: &BrowserHandle, download: &DownloadId) {
    let Some(arrived) = &browser.options.downloads else { return };
    let (wanted, own) = browser.shared.read(|world| {
        let lease = world.downloads.lease_of(download).and_then(|lease| world.leases.get(lease));
        (world.downloads.wanted_name(download), lease.and_then(|lease| lease.downloads.clone()))
    });
    let file = arrived.join(download.as_str());
    let Some(wanted) = wanted else {
        // The owner who wanted it has left.
        browser.files.discard(&file).await;
        return;
    };
    let kept = browser.files.keep_download(&file, own.as_ref().unwrap_or(arrived), &wanted).await;
    if let Err(error) = &kept {
        tracing::warn!(%error, "a download could not be kept");
    }
    let (name, bytes) = kept.map_or((None, 0), |(name, bytes)| (Some(name), bytes));
    browser.shared.change(|world| {
        let moment = world.tick_for(world.downloads.lease_of(download));
        world.downloads.kept(download, name, bytes, moment);
    });
}

async fn refresh(browser: &BrowserHandle, session: &SessionId, tab: TabId) -> Result<(), DriverError> {
    let targets = browser.driver.targets();
    let frames = targets.frames(session, WITHIN).await?;
    browser.shared.change(|world| adopt_frames(world, &frames, tab, session));
    targets.announce_worlds(session, WITHIN).await
}

pub(super) fn refresh_all(world: &mut World) -> Vec<FollowUp> {
    let refresh = |tab: &Tab| FollowUp::Refresh { session: tab.session.clone(), tab: tab.id };
    world.tabs.all().filter(|tab| tab.health != Health::LeftAlone).map(refresh).collect()
}

const WITHIN: Duration = Duration::from_secs(10);
