//! How the program is linked: so that it starts quickly.
//!
//! A verb is a process of its own, and most of its time was the loader's: tens of thousands of addresses to write into
//! a program that may lie anywhere. See `docs/decisions/verbs.md`.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let set = |name: &str| std::env::var(name).unwrap_or_default();
    if set("CARGO_CFG_TARGET_OS") == "linux" && set("CARGO_CFG_TARGET_ENV") == "gnu" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        // What unwinds a panic is linked in, instead of a library of its own that is found and opened at each start.
        println!("cargo::rustc-link-lib=static:-bundle=gcc_eh");
    }
}
