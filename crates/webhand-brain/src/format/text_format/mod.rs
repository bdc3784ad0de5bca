//! Calls that stand in the text, for models without tools of their own: `{"tool_call": {"name": …, "arguments": …}}`,
//! `{"final": "…"}` or `{"ask_user": "…"}`.

mod ask;
mod read;

pub(crate) use ask::{instructions, schema, written};
pub(crate) use read::{Said, read};
