//! `upload`: sets the files of a file field.

use std::path::Path;
use std::time::Duration;

use webhand_model::{FailCode, Outcome, Ref, quote, truncate};
use webhand_wire::{PageCommand, PageReply};

use crate::action_error::ActionError;
use crate::documents::elements::{Element, gone};
use crate::documents::pages::CALLED_WITHIN;
use crate::driver::{FileField, SessionId};
use crate::fields::Fields;
use crate::files::FileKind;
use crate::pointing::mouse::Press;
use crate::settling::settle::Watch;
use crate::world::FileChooser;

impl Fields {
    /// Clicks the field or its button, which requests a file chooser, and gives the files to that chooser.
    pub(crate) async fn upload(&self, target: Ref, files: &[String]) -> Result<Outcome, ActionError> {
        if self.access.driver().uploads().is_none() {
            return Err(ActionError::lacking(self.access.driver(), "upload files"));
        }
        for file in files {
            let shown = quote(&truncate(file, MOST_PATH));
            let text = match self.access.browser.files.kind(file) {
                FileKind::File => continue,
                FileKind::Folder => format!("{shown} is a folder; name the files in it one by one"),
                FileKind::Missing => format!("there is no file {shown}"),
            };
            return Err(ActionError::failed(FailCode::BadCall, text));
        }
        let element = self.elements.element(target)?;
        let mut watch = self.settler.watch(element.place.tab);
        watch.inner = Some(element.place.clone());
        let opened = match self.covering_file_field(&element).await? {
            // The button lies under its own file field, which takes files without a click.
            Some(field) => return self.give(&watch, &element, (element.place.session.clone(), field), files).await,
            None => self.open_chooser(&element).await,
        };
        let (session, field) = match opened {
            Ok(chooser) => chooser_field(&element, &chooser, files)?,
            // A hidden file field cannot be clicked where another element covers it, but takes files without a click.
            Err(ActionError::Failed(FailCode::Covered | FailCode::NotVisible, _))
                if self.is_hidden_file_field(&element).await =>
            {
                let object = self.pages.object_of(&element.place, element.node).await?.ok_or_else(|| gone(target))?;
                (element.place.session.clone(), FileField::Object(object))
            }
            Err(error) => return Err(error),
        };
        self.give(&watch, &element, (session, field), files).await
    }

    /// Gives the files to a field, and waits until the page has settled.
    async fn give(
        &self,
        watch: &Watch,
        element: &Element,
        (session, field): (SessionId, FileField),
        files: &[String],
    ) -> Result<Outcome, ActionError> {
        let uploads =
            self.access.driver().uploads().ok_or_else(|| ActionError::lacking(self.access.driver(), "upload files"))?;
        let given = uploads.set_files(&session, &field, &self.absolute(files), CALLED_WITHIN).await;
        given.map_err(|error| ActionError::after_sending(error, "the file"))?;
        let names: Vec<_> =
            files.iter().filter_map(|file| Path::new(file).file_name()).map(|name| name.to_string_lossy()).collect();
        Ok(self.settler.settled(watch, format!("gave {} to {}", names.join(", "), element.called)).await)
    }

    /// The file field that lies over another element, its button.
    async fn covering_file_field(&self, element: &Element) -> Result<Option<FileField>, ActionError> {
        let state = self.elements.state(element).await?;
        if state.input_type == "file" || !state.enabled {
            return Ok(None);
        }
        let reply = self.elements.ask_about(element, &PageCommand::FileField { node: element.node }).await?;
        let PageReply::Number { node: Some(node) } = reply else { return Ok(None) };
        Ok(self.pages.object_of(&element.place, node).await?.map(FileField::Object))
    }

    async fn is_hidden_file_field(&self, element: &Element) -> bool {
        self.elements.state(element).await.is_ok_and(|state| state.input_type == "file" && !state.visible)
    }

    /// Clicks the element and waits for the file chooser, which the browser reports instead of showing it.
    async fn open_chooser(&self, element: &Element) -> Result<FileChooser, ActionError> {
        let tab = element.place.tab;
        self.access.change(|world| {
            if let Some(tab) = world.tabs.get_mut(tab) {
                tab.chooser = None;
            }
        });
        if !self.elements.state(element).await?.enabled {
            let text = format!("{} ({}) is disabled", element.target, element.called);
            return Err(ActionError::failed(FailCode::Disabled, text));
        }
        self.gestures.click_element(element, Press::ONCE).await?;
        let opened = self.access.until(CHOOSER_WITHIN, |world| world.tabs.get(tab)?.chooser.clone()).await;
        self.access.change(|world| world.tabs.get_mut(tab).map(|tab| tab.chooser = None));
        opened.ok_or_else(|| {
            let text = format!(
                "{} ({}) opens no file chooser; use the ref of the file field or of its button",
                element.target, element.called
            );
            ActionError::failed(FailCode::WrongKind, text)
        })
    }

    fn absolute(&self, files: &[String]) -> Vec<String> {
        files.iter().map(|file| self.access.browser.files.absolute(file)).collect()
    }
}

/// Returns the field of the requested chooser, which receives the files.
fn chooser_field(
    element: &Element,
    chooser: &FileChooser,
    files: &[String],
) -> Result<(SessionId, FileField), ActionError> {
    if files.len() > 1 && !chooser.many {
        let text = format!("{} ({}) takes one file only", element.target, element.called);
        return Err(ActionError::failed(FailCode::BadCall, text));
    }
    let Some(field) = chooser.field else {
        let text = format!("{} ({}) asks for a file in a way that cannot be answered", element.target, element.called);
        return Err(ActionError::failed(FailCode::Unsupported, text));
    };
    Ok((chooser.session.clone(), FileField::Chooser(field)))
}

const MOST_PATH: usize = 200;
const CHOOSER_WITHIN: Duration = Duration::from_secs(2);
