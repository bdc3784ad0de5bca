//! Pages that log each step, visibly and to the site.

use crate::pages::pages;

/// The inbox and the shop with a status line that shows the last step, which is also sent to the site.
#[must_use]
pub fn step_log_pages() -> Vec<(String, String)> {
    let wanted = pages().into_iter().filter(|page| ["inbox", "shop"].contains(&page.name));
    let noting = |html: String| {
        let told = html.replacen("</header>", "<p role=status id=status>Ready</p></header>", 1);
        format!("{told}<script>{STEP_LOG}</script>")
    };
    wanted.map(|page| (format!("/{}", page.name), noting(page.html))).collect()
}

const STEP_LOG: &str = include_str!("step_log.js");
