//! Pages that say of each step that it happened: to whoever looks at them, and to the site.

use crate::pages::pages;

/// The inbox and the shop with a line that tells what was done last, which is also told to the site.
#[must_use]
pub fn noting_pages() -> Vec<(String, String)> {
    let wanted = pages().into_iter().filter(|page| ["inbox", "shop"].contains(&page.name));
    let noting = |html: String| {
        let told = html.replacen("</header>", "<p role=status id=status>Ready</p></header>", 1);
        format!("{told}<script>{NOTING}</script>")
    };
    wanted.map(|page| (format!("/{}", page.name), noting(page.html))).collect()
}

const NOTING: &str = include_str!("noting.js");
