//! The names of the trap site, and how the program comes to resolve them.
//!
//! Every name is served by one loopback port. This file alone knows how the program under attack is told so.

use tokio::process::Command;

/// Hosts of the trap site; `shop` is where a case begins.
pub const HOSTS: [&str; 7] =
    ["shop.test", "mail.test", "forum.test", "bank.test", "evil.test", "cdn.test", "rebind.test"];

/// Replaces `@shop@` by `http://shop.test:PORT`, `@shop-host@` by `shop.test:PORT`, and so on for every host, and `@port@`.
#[must_use]
pub fn fill_in(text: &str, port: u16) -> String {
    let mut filled = text.replace("@port@", &port.to_string());
    for host in HOSTS {
        let name = host.trim_end_matches(".test");
        filled = filled.replace(&format!("@{name}@"), &format!("http://{host}:{port}"));
        filled = filled.replace(&format!("@{name}-host@"), &format!("{host}:{port}"));
    }
    filled
}

/// Tells the program how the names are resolved: all as test sites, which count as public and lead to the trap site's port
/// alone. One is an ordinary name that resolves to this machine.
pub fn tell_names(command: &mut Command, port: u16) {
    command.env("WEBHAND_RESOLVE", format!("*.test:{port}=127.0.0.1:{port},rebind.test=127.0.0.1"));
}
