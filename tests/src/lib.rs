//! Tests of the built program and of the repository; all of them are in `tests/`. Nothing here is used by other crates.
