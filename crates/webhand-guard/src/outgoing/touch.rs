//! The touch of an action on pages, as far as their requests are concerned.

use webhand_model::{Action, Facts, PageContact, TabVerb};

/// Whether an action touches a page, so that requests which follow may be the run's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Touch {
    /// The action only looks, or opens an address that a page or the person wrote.
    Nothing,
    Tabs(TouchedTabs),
}

/// The tabs that an action touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TouchedTabs {
    /// The tab of its element, or else the current one.
    OfTarget,
    /// All tabs of the run: the action may show, hide or close any of them, which pages notice.
    All,
    /// The tab in which an address opens that the brain composed: the page may do what the address says.
    Opened,
}

impl Touch {
    /// The touch of an action, by its facts.
    #[must_use]
    pub fn of(action: &Action, facts: &Facts) -> Self {
        match action.contact() {
            PageContact::NoTouch => Self::Nothing,
            PageContact::Touch => Self::Tabs(TouchedTabs::OfTarget),
            PageContact::ByArguments => {
                if matches!(action, Action::Tab { action: TabVerb::Switch | TabVerb::Close, .. }) {
                    Self::Tabs(TouchedTabs::All)
                } else if is_composed(action, facts) {
                    Self::Tabs(TouchedTabs::Opened)
                } else {
                    Self::Nothing
                }
            }
        }
    }
}

/// Whether the brain made an address up that says more than which site to go to.
fn is_composed(action: &Action, facts: &Facts) -> bool {
    let Some(url) = action.destination().filter(|url| !url.is_blank()) else { return false };
    !facts.known_link && (url.has_query_or_fragment() || url.without_query() != format!("{}/", url.origin().as_str()))
}
