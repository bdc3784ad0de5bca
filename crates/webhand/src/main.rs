//! webhand
fn main() {}
