//! The hands in a person's browser without its debugger, through the unpacked extension.

mod asking;
mod extension;
mod looking_and_acting;
