//! Giving files to a file field.

use std::path::Path;
use std::time::Duration;

use webhand_model::{FailCode, Outcome, Ref, quote, truncate};

use crate::documents::elements::Element;
use crate::documents::pages::CALLED_WITHIN;
use crate::fields::Fields;
use crate::files::FileKind;
use crate::pointing::mouse::Press;
use crate::trouble::Trouble;
use crate::world::Chooser;
use webhand_cdp::Session;
use webhand_cdp::protocol::SetFiles;

impl Fields {
    /// Into the field itself, or through the chooser that a button opens (the browser keeps it closed).
    pub(crate) async fn upload(&self, target: Ref, files: &[String]) -> Result<Outcome, Trouble> {
        for file in files {
            let shown = quote(&truncate(file, MOST_PATH));
            let text = match self.access.around.files.kind(file) {
                FileKind::File => continue,
                FileKind::Folder => format!("{shown} is a folder; name the files in it one by one"),
                FileKind::Missing => format!("there is no file {shown}"),
            };
            return Err(Trouble::failed(FailCode::BadCall, text));
        }
        let element = self.elements.element(target)?;
        let mut watch = self.settler.watch(element.place.tab);
        watch.inner = Some(element.place.clone());
        self.access.touch(element.place.tab);
        let (session, set) = match self.opened_chooser(&element).await {
            Ok(chooser) => self.given_to(&element, chooser, files)?,
            // What is drawn over an unseen field stands for it, and the field takes files without a click.
            Err(Trouble::Failed(FailCode::Covered | FailCode::NotVisible, _))
                if self.is_unseen_field(&element).await =>
            {
                let object_id = self.pages.object_of(&element.place, element.node).await?;
                (
                    element.place.session.clone(),
                    SetFiles { files: self.absolute(files), object_id, backend_node_id: None },
                )
            }
            Err(trouble) => return Err(trouble),
        };
        session.call_within(&set, CALLED_WITHIN).await.map_err(|error| Trouble::after_sending(error, "the file"))?;
        let names: Vec<_> =
            files.iter().filter_map(|file| Path::new(file).file_name()).map(|name| name.to_string_lossy()).collect();
        Ok(self.settler.settled(&watch, format!("gave {} to {}", names.join(", "), element.called)).await)
    }

    async fn is_unseen_field(&self, element: &Element) -> bool {
        self.elements.state(element).await.is_ok_and(|state| state.input_type == "file" && !state.visible)
    }

    /// How the files get into the chooser that was opened.
    fn given_to(&self, element: &Element, chooser: Chooser, files: &[String]) -> Result<(Session, SetFiles), Trouble> {
        if files.len() > 1 && !chooser.many {
            let text = format!("{} ({}) takes one file only", element.target, element.called);
            return Err(Trouble::failed(FailCode::BadCall, text));
        }
        let Some(field) = chooser.field else {
            let text =
                format!("{} ({}) asks for a file in a way that cannot be answered", element.target, element.called);
            return Err(Trouble::failed(FailCode::Unsupported, text));
        };
        let session = chooser.session.map_or(element.place.session.clone(), |id| self.access.around.client.session(id));
        Ok((session, SetFiles { files: self.absolute(files), object_id: None, backend_node_id: Some(field) }))
    }

    /// Opens the chooser by a click; nothing is shown to anybody.
    async fn opened_chooser(&self, element: &Element) -> Result<Chooser, Trouble> {
        let tab = element.place.tab;
        self.access.change(|world| {
            if let Some(tab) = world.tabs.get_mut(tab) {
                tab.chooser = None;
            }
        });
        if !self.elements.state(element).await?.enabled {
            let text = format!("{} ({}) is disabled", element.target, element.called);
            return Err(Trouble::failed(FailCode::Disabled, text));
        }
        self.gestures.click_element(element, Press::ONCE).await?;
        let opened = self.access.until(CHOOSER_WITHIN, |world| world.tabs.get(tab)?.chooser.clone()).await;
        self.access.change(|world| world.tabs.get_mut(tab).map(|tab| tab.chooser = None));
        opened.ok_or_else(|| {
            let text = format!(
                "{} ({}) opens no file chooser; use the ref of the file field or of its button",
                element.target, element.called
            );
            Trouble::failed(FailCode::WrongKind, text)
        })
    }

    fn absolute(&self, files: &[String]) -> Vec<String> {
        files.iter().map(|file| self.access.around.files.absolute(file)).collect()
    }
}

const MOST_PATH: usize = 200;
const CHOOSER_WITHIN: Duration = Duration::from_secs(2);
