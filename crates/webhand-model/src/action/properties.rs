//! The properties of each action by which guard, hands, prompt and tool lists decide.
//!
//! Invariant: the table has a row for every action and no wildcard, so a new action does not compile until each of its
//! properties is chosen. Properties that depend on arguments are in `action_input.rs` and `action_subject.rs`.

use Aiming::{Early, Late};
use ModelOffer::{EveryModel, NoComputerTool, PictureModels};
use MouseHold::{Kept, Released};
use NameCheck::{Checked, Unchecked};
use PageContact::{ByArguments, NoTouch, Touch};
use Repetition::{ActsAgain, Idempotent};
use ToolListing::{Core, Full, Never, Vision};
use ViewChange::{Changed, Same};

use super::page_action::ActionKind;

/// The properties of one action that no argument changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActionProperties {
    pub listing: ToolListing,
    pub model_offer: ModelOffer,
    pub repetition: Repetition,
    pub name_check: NameCheck,
    pub mouse_hold: MouseHold,
    pub view_change: ViewChange,
    pub aiming: Aiming,
    pub contact: PageContact,
}

/// The smallest set of tools in which an outside agent is offered the action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolListing {
    /// Enough for any task: the other actions can be replaced by these with one more parameter or call.
    Core,
    /// For a model that works by pictures: actions at coordinates.
    Vision,
    Full,
    /// No browser that webhand drives supports the action, so no surface offers it.
    Never,
}

/// The models that are offered the action as a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelOffer {
    /// Also models with a computer tool of their provider, because such a tool lacks the action.
    EveryModel,
    /// Models without such a tool, because it can do the same.
    NoComputerTool,
    /// As [`Self::NoComputerTool`], and only if they see pictures.
    PictureModels,
}

/// The effect of a second, equal call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repetition {
    /// The second call changes nothing.
    Idempotent,
    ActsAgain,
}

/// Whether the action is refused if its element is called otherwise than in the last look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameCheck {
    Checked,
    /// The action has no element, or only reads or scrolls it.
    Unchecked,
}

/// Whether a mouse button that an earlier action left down stays down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MouseHold {
    /// Looking, moving the mouse and pressing keys work with the button down.
    Kept,
    Released,
}

/// Whether the action may change what can be seen so much that a new picture is worth its price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ViewChange {
    Changed,
    /// Typing changes little, and reading nothing.
    Same,
}

/// When the hands aim at the element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aiming {
    /// While the guard still judges the action, which saves a round trip to the page.
    Early,
    /// When the action is performed, if it needs a point at all.
    Late,
}

/// Whether requests of a page may be the effect of the action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageContact {
    /// The action sends input to a page, runs code in it, or has it go through its history.
    Touch,
    /// The action only reads.
    NoTouch,
    /// The action opens addresses or changes tabs; its arguments tell which pages notice it.
    ByArguments,
}

impl ActionProperties {
    /// The properties of all messages of a brain, which reach no page.
    pub(super) const MESSAGE: Self = row(Full, EveryModel, ActsAgain, Unchecked, Kept, Same, Late, NoTouch);
}

impl ActionKind {
    /// The row of the action.
    #[must_use]
    #[expect(clippy::match_same_arms, reason = "the match is a table with one row an action")]
    pub const fn properties(self) -> ActionProperties {
        match self {
            Self::Snapshot => row(Core, NoComputerTool, Idempotent, Unchecked, Kept, Same, Late, NoTouch),
            Self::Screenshot => row(Core, PictureModels, Idempotent, Unchecked, Kept, Same, Late, NoTouch),
            Self::Pdf => row(Full, NoComputerTool, ActsAgain, Unchecked, Kept, Same, Late, NoTouch),
            Self::Read => row(Core, EveryModel, Idempotent, Unchecked, Kept, Same, Late, NoTouch),
            Self::Find => row(Core, EveryModel, Idempotent, Unchecked, Kept, Same, Late, NoTouch),
            Self::Get => row(Full, NoComputerTool, Idempotent, Unchecked, Kept, Same, Late, NoTouch),
            Self::Is => row(Full, NoComputerTool, Idempotent, Unchecked, Kept, Same, Late, NoTouch),
            Self::Console => row(Core, NoComputerTool, Idempotent, Unchecked, Kept, Same, Late, NoTouch),
            Self::Network => row(Full, NoComputerTool, Idempotent, Unchecked, Kept, Same, Late, NoTouch),
            Self::Wait => row(Core, NoComputerTool, Idempotent, Unchecked, Kept, Changed, Late, NoTouch),
            Self::Click => row(Core, NoComputerTool, ActsAgain, Checked, Released, Changed, Early, Touch),
            Self::Dblclick => row(Full, NoComputerTool, ActsAgain, Checked, Released, Changed, Late, Touch),
            Self::Hover => row(Core, NoComputerTool, ActsAgain, Checked, Released, Changed, Late, Touch),
            Self::Focus => row(Full, NoComputerTool, Idempotent, Unchecked, Released, Same, Late, Touch),
            Self::Fill => row(Core, NoComputerTool, Idempotent, Checked, Released, Same, Late, Touch),
            Self::Type => row(Core, NoComputerTool, ActsAgain, Checked, Released, Same, Late, Touch),
            Self::Clear => row(Full, NoComputerTool, Idempotent, Checked, Released, Same, Late, Touch),
            Self::Press => row(Core, NoComputerTool, ActsAgain, Checked, Kept, Changed, Late, Touch),
            Self::Select => row(Core, EveryModel, Idempotent, Checked, Released, Changed, Late, Touch),
            Self::Check => row(Core, NoComputerTool, Idempotent, Checked, Released, Changed, Late, Touch),
            Self::Uncheck => row(Core, NoComputerTool, Idempotent, Checked, Released, Changed, Late, Touch),
            Self::Upload => row(Core, EveryModel, ActsAgain, Checked, Released, Changed, Late, Touch),
            Self::Drag => row(Core, NoComputerTool, ActsAgain, Checked, Released, Changed, Late, Touch),
            Self::Scroll => row(Core, NoComputerTool, ActsAgain, Unchecked, Released, Changed, Late, Touch),
            Self::ClickAt => row(Vision, PictureModels, ActsAgain, Checked, Released, Changed, Late, Touch),
            Self::HoverAt => row(Vision, PictureModels, ActsAgain, Unchecked, Kept, Changed, Late, Touch),
            Self::ScrollAt => row(Vision, PictureModels, ActsAgain, Unchecked, Released, Changed, Late, Touch),
            Self::DragAt => row(Vision, PictureModels, ActsAgain, Checked, Released, Changed, Late, Touch),
            Self::Mouse => row(Vision, PictureModels, ActsAgain, Checked, Kept, Changed, Late, Touch),
            Self::Open => row(Core, EveryModel, Idempotent, Unchecked, Released, Changed, Late, ByArguments),
            Self::Back => row(Core, EveryModel, ActsAgain, Unchecked, Released, Changed, Late, Touch),
            Self::Forward => row(Full, EveryModel, ActsAgain, Unchecked, Released, Changed, Late, Touch),
            Self::Reload => row(Full, EveryModel, ActsAgain, Unchecked, Released, Changed, Late, Touch),
            Self::Tab => row(Core, EveryModel, ActsAgain, Unchecked, Released, Changed, Late, ByArguments),
            Self::OpenTool => row(Never, EveryModel, ActsAgain, Unchecked, Released, Changed, Late, NoTouch),
            Self::Dialog => row(Core, EveryModel, ActsAgain, Unchecked, Released, Changed, Late, Touch),
            Self::Downloads => row(Full, EveryModel, Idempotent, Unchecked, Released, Same, Late, NoTouch),
            Self::Extract => row(Core, EveryModel, Idempotent, Unchecked, Released, Same, Late, NoTouch),
            Self::Collect => row(Full, EveryModel, Idempotent, Unchecked, Released, Changed, Late, Touch),
            Self::Eval => row(Full, EveryModel, ActsAgain, Unchecked, Released, Changed, Late, Touch),
            Self::PageTool => row(Full, EveryModel, ActsAgain, Unchecked, Released, Changed, Late, Touch),
        }
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "the arguments are the columns of the table, each with a type of its own"
)]
const fn row(
    listing: ToolListing,
    model_offer: ModelOffer,
    repetition: Repetition,
    name_check: NameCheck,
    mouse_hold: MouseHold,
    view_change: ViewChange,
    aiming: Aiming,
    contact: PageContact,
) -> ActionProperties {
    ActionProperties { listing, model_offer, repetition, name_check, mouse_hold, view_change, aiming, contact }
}
