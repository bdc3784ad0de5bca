//! Hands that are another's but for what they do themselves.

use futures_util::future::BoxFuture;
use webhand_guard::{Approved, Ruling};
use webhand_model::{Action, Facts, Outcome, Ref, Snapshot, UnknownRef, Visibility};

use crate::{Browser, BrowserError, Done, Picture};

/// Passes everything on to other hands; an implementation says only what it does otherwise. See [`Browser`] for each.
pub trait Relay: Send + Sync {
    fn hands(&self) -> &dyn Browser;

    fn observe(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        self.hands().observe()
    }

    fn glance(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        self.hands().glance()
    }

    fn picture(&self) -> BoxFuture<'_, Option<Picture>> {
        self.hands().picture()
    }

    fn marked_picture<'a>(&'a self, seen: &'a Snapshot) -> BoxFuture<'a, Option<Picture>> {
        self.hands().marked_picture(seen)
    }

    /// # Errors
    /// As [`Browser::recall`].
    fn recall(&self, written: &str) -> Result<Ref, UnknownRef> {
        self.hands().recall(written)
    }

    fn inspect<'a>(&'a self, action: &'a Action) -> BoxFuture<'a, Result<Facts, Outcome>> {
        self.hands().inspect(action)
    }

    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        self.hands().act(approved)
    }

    fn rule(&self, ruling: Ruling) -> BoxFuture<'_, Outcome> {
        self.hands().rule(ruling)
    }

    fn let_go(&self) -> BoxFuture<'_, ()> {
        self.hands().let_go()
    }

    fn step_aside(&self) -> BoxFuture<'_, Visibility> {
        self.hands().step_aside()
    }

    fn step_in(&self) -> BoxFuture<'_, ()> {
        self.hands().step_in()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        self.hands().close()
    }
}

impl<R: Relay> Browser for R {
    fn observe(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        Relay::observe(self)
    }

    fn glance(&self) -> BoxFuture<'_, Result<Snapshot, BrowserError>> {
        Relay::glance(self)
    }

    fn picture(&self) -> BoxFuture<'_, Option<Picture>> {
        Relay::picture(self)
    }

    fn marked_picture<'a>(&'a self, seen: &'a Snapshot) -> BoxFuture<'a, Option<Picture>> {
        Relay::marked_picture(self, seen)
    }

    fn recall(&self, written: &str) -> Result<Ref, UnknownRef> {
        Relay::recall(self, written)
    }

    fn inspect<'a>(&'a self, action: &'a Action) -> BoxFuture<'a, Result<Facts, Outcome>> {
        Relay::inspect(self, action)
    }

    fn act(&self, approved: Approved) -> BoxFuture<'_, Done> {
        Relay::act(self, approved)
    }

    fn rule(&self, ruling: Ruling) -> BoxFuture<'_, Outcome> {
        Relay::rule(self, ruling)
    }

    fn let_go(&self) -> BoxFuture<'_, ()> {
        Relay::let_go(self)
    }

    fn step_aside(&self) -> BoxFuture<'_, Visibility> {
        Relay::step_aside(self)
    }

    fn step_in(&self) -> BoxFuture<'_, ()> {
        Relay::step_in(self)
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Relay::close(self)
    }
}
