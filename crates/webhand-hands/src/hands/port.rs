//! The `Browser` port for [`Hands`]: each method calls one part.

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use webhand_guard::{Approved, RequestResolution};
use webhand_model::{Action, Facts, Outcome, Ref, Snapshot, UnknownRef, Visibility};
use webhand_port::{Browser, BrowserError, Done, OutgoingRequest, PersonInput, PersonInputError, Picture, WatchedView};

use crate::hands::{Hands, outgoing_requests};
use crate::looking::frames::Extent;
use crate::tabs::lease::close_returned_lease;

#[deny(clippy::missing_trait_methods)]
impl Browser for Hands {
    fn inner(&self) -> &dyn Browser {
        self
    }

    fn observe(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        self.looker.observe(Extent::Whole).boxed()
    }

    fn observe_near(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        self.looker.observe(Extent::Near).boxed()
    }

    fn picture(&self) -> BoxFuture<'_, Option<Picture>> {
        self.pictures.view(None).boxed()
    }

    fn marked_picture<'a>(&'a self, seen: &'a Snapshot) -> BoxFuture<'a, Option<Picture>> {
        self.pictures.view(Some(seen)).boxed()
    }

    fn watch<'a>(&'a self, covering: Option<&'a Snapshot>) -> BoxFuture<'a, WatchedView> {
        self.pictures.watch(covering).boxed()
    }

    fn resolve_ref(&self, written: &str) -> Result<Ref, UnknownRef> {
        self.looker.resolve_ref(written)
    }

    fn inspect<'a>(&'a self, action: &'a Action) -> BoxFuture<'a, Result<Facts, Outcome>> {
        self.inspector.inspect(action).boxed()
    }

    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        async move { self.act(&approved).await }.boxed()
    }

    fn resolve_request(&self, resolution: RequestResolution) -> BoxFuture<'_, Outcome> {
        async move { self.resolve(&resolution).await }.boxed()
    }

    fn next_outgoing_request(&self) -> BoxFuture<'_, OutgoingRequest> {
        outgoing_requests::next(&self.access).boxed()
    }

    fn release_input(&self) -> BoxFuture<'_, ()> {
        self.pressed_input.let_go().boxed()
    }

    fn hand_over(&self) -> BoxFuture<'_, Visibility> {
        self.lease_control.hand_over().boxed()
    }

    fn take_back(&self) -> BoxFuture<'_, ()> {
        async { self.lease_control.take_back() }.boxed()
    }

    fn person_input(&self, input: PersonInput) -> BoxFuture<'_, Result<(), PersonInputError>> {
        async move { self.pass_on(&input).await }.boxed()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        async {
            let returned = self.lease_control.return_lease();
            close_returned_lease(&self.access.browser, returned).await;
        }
        .boxed()
    }
}
