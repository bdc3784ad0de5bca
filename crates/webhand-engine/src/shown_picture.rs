//! The picture of a look that a brain was shown last: the same one is not sent again.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, PoisonError};

use webhand_port::Picture;

/// Remembers a picture by its hash.
#[derive(Debug, Clone, Default)]
pub(crate) struct ShownPicture {
    last: Arc<Mutex<Option<u64>>>,
}

impl ShownPicture {
    /// Whether a picture differs from the one before, which it replaces.
    pub(crate) fn is_new(&self, picture: &Picture) -> bool {
        let mut hasher = DefaultHasher::new();
        picture.jpeg.hash(&mut hasher);
        let hash = hasher.finish();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.replace(hash) != Some(hash)
    }
}
