//! A task as data: what is done, what it may ask, and what it leaves behind.

use super::effect::Effect;

/// Something that a person would have done.
#[derive(Debug, Clone, Copy)]
pub struct Task {
    pub name: &'static str,
    pub steps: &'static [Step],
    /// The things that leave a mark: without a grant the person may be asked once about each.
    pub marks: usize,
    /// Kinds of requests that the application sends beside that and that cannot be told from an order: marks of its own
    /// (read, draft), suggestions and lists that it asks for by POST. The person may be asked once a session about each.
    pub besides: usize,
    pub effect: Effect,
}

/// One call. Elements are named by role and a part of their line in a look: `button|Send`.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    /// A path of the site.
    Open(&'static str),
    Click(&'static str),
    Fill(&'static str, &'static str),
    Press(&'static str),
    Select(&'static str, &'static str),
    /// The name of a file that the play makes.
    Upload(&'static str, &'static str),
    /// A text that must come.
    Wait(&'static str),
    /// A part of the address that must come.
    WaitAddress(&'static str),
}
