//! Calls written as text, for models without tools: `{"tool_call": {"name": …, "arguments": …}}`,
//! `{"final": "…"}` or `{"ask_user": "…"}`.

mod instructions;
mod parse;

pub(crate) use instructions::{answer_schema, instructions, render_text_calls};
pub(crate) use parse::{TextCalls, calls_in_object, parse_text_calls};
