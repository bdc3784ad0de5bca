//! What only the person decides or does: questions to them, and the browser in their hands.

pub(crate) mod budget_question;
pub(crate) mod handover;
pub(crate) mod secret_question;
