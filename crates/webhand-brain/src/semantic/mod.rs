//! Meanings of short texts as vectors: "log in" lies near "sign in", "basket" near "cart".
//!
//! Runs sentence models of the BERT kind with their weights as the person downloaded them (`config.json`, `vocab.txt`,
//! `model.safetensors` in one folder, such as all-MiniLM-L6-v2), in plain Rust on one thread. Made for names of elements, a
//! handful of words each: longer texts are cut.
//!
//! Invariant: the same text always gives the same vector; nothing is fetched, and files are read only when it is opened.

mod layers;
mod matrix;
mod pieces;
mod weights;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::literal::Sense;

use self::layers::Model;
use self::pieces::Pieces;
pub use self::weights::WeightsError;
use self::weights::{Config, Weights, read_text};

/// A sentence model, ready to be asked.
pub struct Embeddings {
    pieces: Pieces,
    model: Model,
    /// Vectors of texts asked for before; pages show the same names again and again.
    known: Mutex<BTreeMap<String, Vec<f32>>>,
}

impl std::fmt::Debug for Embeddings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Embeddings").finish_non_exhaustive()
    }
}

/// The most texts whose vectors are kept.
const MOST_KNOWN: usize = 2_000;
/// How alike two texts must be to mean the same, and how far ahead of the next best.
const ALIKE: f32 = 0.4;
const AHEAD: f32 = 0.08;

impl Embeddings {
    /// Reads a model from its folder.
    ///
    /// # Errors
    /// When a file is missing, too large, or not of the kind that is understood.
    pub fn open(folder: &Path) -> Result<Self, WeightsError> {
        let config = Config::read(&folder.join("config.json"))?;
        let pieces = Pieces::new(&read_text(&folder.join("vocab.txt"))?);
        let model = Model::new(config, &Weights::read(&folder.join("model.safetensors"))?)?;
        Ok(Self { pieces, model, known: Mutex::default() })
    }

    /// The meaning of a text, as a vector of length one.
    #[must_use]
    pub fn embed(&self, text: &str) -> Vec<f32> {
        if let Some(known) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(text) {
            return known.clone();
        }
        let vector = self.model.embed(&self.pieces.cut(text));
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(text.to_owned(), vector.clone());
        vector
    }

    /// How alike two texts are in meaning: one for the same, about nought for texts that have nothing to do with each other.
    #[must_use]
    pub fn likeness(&self, one: &str, other: &str) -> f32 {
        matrix::dot(&self.embed(one), &self.embed(other))
    }
}

impl Sense for Embeddings {
    fn nearest(&self, wanted: &str, names: &[&str]) -> Option<usize> {
        let mut likeness: Vec<(f32, usize)> =
            names.iter().enumerate().map(|(at, name)| (self.likeness(wanted, name), at)).collect();
        likeness.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let (best, at) = *likeness.first()?;
        let next = likeness.iter().find(|(_, other)| names[*other] != names[at]).map_or(0.0, |(next, _)| *next);
        (best >= ALIKE && best - next >= AHEAD).then_some(at)
    }
}

#[cfg(test)]
mod tests;
