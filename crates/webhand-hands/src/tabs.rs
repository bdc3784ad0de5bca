//! Tabs, their navigation and dialogs, and the lease under which an owner holds them.
//!
//! No tab of another owner is read or changed here. Start reading at `tab_control` and `navigation`.

pub(crate) mod dialog;
pub(crate) mod expected_tab;
pub(crate) mod lease;
pub(crate) mod navigation;
pub(crate) mod several_tabs;
pub(crate) mod site_storage;
pub(crate) mod tab_control;

use std::sync::Arc;

use crate::access::Access;
use crate::documents::Pages;
use crate::looking::Looker;
use crate::pointing::Arming;
use crate::pointing::PressedInput;
use crate::settling::Settler;

/// Opens, switches and closes tabs, navigates them and answers their dialogs.
#[derive(Debug)]
pub(crate) struct TabControl {
    access: Arc<Access>,
    arming: Arc<Arming>,
    lease_control: Arc<LeaseControl>,
    looker: Arc<Looker>,
    pages: Arc<Pages>,
    settler: Arc<Settler>,
}

impl TabControl {
    pub(crate) fn new(
        access: &Arc<Access>,
        arming: &Arc<Arming>,
        lease_control: &Arc<LeaseControl>,
        looker: &Arc<Looker>,
        pages: &Arc<Pages>,
        settler: &Arc<Settler>,
    ) -> Self {
        Self {
            access: Arc::clone(access),
            arming: Arc::clone(arming),
            lease_control: Arc::clone(lease_control),
            looker: Arc::clone(looker),
            pages: Arc::clone(pages),
            settler: Arc::clone(settler),
        }
    }
}

/// Manages the lease of one owner: creates tabs for it, hands them over to the person, and returns the lease.
#[derive(Debug)]
pub(crate) struct LeaseControl {
    access: Arc<Access>,
    pressed_input: Arc<PressedInput>,
}

impl LeaseControl {
    pub(crate) fn new(access: &Arc<Access>, pressed_input: &Arc<PressedInput>) -> Self {
        Self { access: Arc::clone(access), pressed_input: Arc::clone(pressed_input) }
    }
}
