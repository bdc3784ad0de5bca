//! webhand
mod demo_site;

fn main() {}
