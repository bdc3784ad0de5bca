//! A scripted turn on its way out: first as an answer in no format, then as an HTTP reply.

pub(crate) mod completion;
pub(crate) mod http_reply;
