//! Keeps pages as PDF files among the owner's downloads.
//!
//! Invariant: nothing is printed that the snapshot withholds. A PDF cannot be painted over, so such a page is refused.

use std::time::Duration;

use serde_json::json;
use webhand_model::{Change, FailCode, Outcome, clean, quote, truncate};

use super::capture::is_redacted;
use crate::action_error::ActionError;
use crate::driver::DownloadId;
use crate::looking::frames::Extent;
use crate::pictures::Pictures;

impl Pictures {
    /// Prints the current page into a new file.
    pub(crate) async fn keep_pdf(&self, wanted: Option<&str>) -> Result<Outcome, ActionError> {
        self.access.unblocked()?;
        let unsupported = |text: &str| ActionError::failed(FailCode::Unsupported, text);
        let lease = self.access.lease;
        let own = self.access.read(|world| world.leases.get(lease).and_then(|lease| lease.downloads.clone()));
        let folder = own.or_else(|| self.access.browser.options.downloads.clone());
        let folder = folder.ok_or_else(|| unsupported("this browser keeps no files; take a screenshot"))?;
        let seen = self.looker.fresh(Extent::Whole).await?;
        if seen.nodes.iter().any(is_redacted) {
            let text = "a part of this page is kept from you, and a PDF would show it; take a screenshot";
            return Err(ActionError::failed(FailCode::ClosedPage, text));
        }
        let (_, session) = self.access.current()?;
        let print = self.access.driver().pictures().print(&session, PRINTED_WITHIN);
        let pdf = print.ok_or_else(|| unsupported("this browser prints no PDF; take a screenshot"))?.await?;
        let title = clean(wanted.filter(|name| !name.trim().is_empty()).unwrap_or(&seen.title));
        let title = title.trim().trim_end_matches(".pdf");
        let file = format!("{}.pdf", truncate(if title.is_empty() { "page" } else { title }, LONGEST_NAME));
        let bytes = pdf.len() as u64;
        let written = self.access.browser.files.write_new(&folder, &file, pdf).await;
        let file = written.map_err(|error| ActionError::failed(FailCode::Internal, format!("not written: {error}")))?;
        self.access.change(|world| {
            let moment = world.tick_for(Some(lease));
            let id = DownloadId::new(format!("pdf {moment}"));
            let _ = world.downloads.begin(Some(lease), id.clone(), &file, moment);
            world.downloads.kept(&id, Some(file.clone()), bytes, moment);
        });
        let text = format!("kept the page as {} ({bytes} bytes), among the downloads", quote(&file));
        let mut outcome = Outcome::done(text).with_data(json!({"file": folder.join(&file), "bytes": bytes}));
        outcome.changes.push(Change::Downloaded { file });
        Ok(outcome)
    }
}

const PRINTED_WITHIN: Duration = Duration::from_secs(30);
const LONGEST_NAME: usize = 80;
