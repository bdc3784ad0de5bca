//! The files of a model: what it is like, and its numbers by name.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// Why a model cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    #[error("{path} cannot be read: {source}; the folder must hold config.json, vocab.txt and model.safetensors")]
    Unreadable {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
    #[error("{0} is larger than a sentence model is; choose a smaller one, such as all-MiniLM-L6-v2")]
    TooLarge(PathBuf),
    #[error("{path} is not what a model of the BERT kind has: {why}")]
    NotUnderstood { path: PathBuf, why: String },
    #[error("the model has no {0} of the expected size; it must be one of the BERT kind in 32-bit numbers")]
    Missing(String),
}

/// What a model is like.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct Config {
    pub hidden_size: usize,
    pub num_hidden_layers: usize,
    pub num_attention_heads: usize,
    pub intermediate_size: usize,
    pub layer_norm_eps: f32,
}

impl Config {
    pub(super) fn read(path: &Path) -> Result<Self, WeightsError> {
        let config: Self = serde_json::from_str(&read_text(path)?).map_err(|why| not_understood(path, &why))?;
        let sound = config.num_attention_heads > 0 && config.hidden_size.is_multiple_of(config.num_attention_heads);
        if sound { Ok(config) } else { Err(not_understood(path, &"the heads do not share the width evenly")) }
    }
}

/// The largest file that is read.
const MOST_BYTES: u64 = 600_000_000;

pub(super) fn read_text(path: &Path) -> Result<String, WeightsError> {
    String::from_utf8(read(path)?).map_err(|why| not_understood(path, &why))
}

fn read(path: &Path) -> Result<Vec<u8>, WeightsError> {
    let unreadable = |source| WeightsError::Unreadable { path: path.to_owned(), source };
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    let size = file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if u64::try_from(size).is_ok_and(|size| size <= MOST_BYTES) {
        Ok(bytes)
    } else {
        Err(WeightsError::TooLarge(path.to_owned()))
    }
}

fn not_understood(path: &Path, why: &dyn std::fmt::Display) -> WeightsError {
    WeightsError::NotUnderstood { path: path.to_owned(), why: why.to_string() }
}

/// Numbers by name, as a safetensors file holds them.
pub(super) struct Weights {
    tensors: BTreeMap<String, Tensor>,
    numbers: Vec<u8>,
}

#[derive(Deserialize)]
struct Tensor {
    dtype: String,
    data_offsets: [usize; 2],
}

impl Weights {
    pub(super) fn read(path: &Path) -> Result<Self, WeightsError> {
        let bytes = read(path)?;
        Self::parse(&bytes).map_err(|why| not_understood(path, &why))
    }

    /// A length, a description in JSON of that length, then the numbers.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, String> {
        let (length, rest) = bytes.split_first_chunk::<8>().ok_or("it is too short")?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|why| why.to_string())?;
        let (described, numbers) = rest.split_at_checked(length).ok_or("it is cut off")?;
        let mut all: BTreeMap<String, serde_json::Value> =
            serde_json::from_slice(described).map_err(|why| why.to_string())?;
        all.remove("__metadata__");
        let tensor = |(name, value)| Ok((name, serde_json::from_value(value)?));
        let tensors = all.into_iter().map(tensor).collect::<Result<_, serde_json::Error>>();
        Ok(Self { tensors: tensors.map_err(|why| why.to_string())?, numbers: numbers.to_vec() })
    }

    /// As many numbers as expected, under this name.
    pub(super) fn take(&self, name: &str, count: usize) -> Result<Vec<f32>, WeightsError> {
        let numbers = self.numbers_of(name).filter(|numbers| numbers.len() == count);
        numbers.ok_or_else(|| WeightsError::Missing(name.to_owned()))
    }

    /// All numbers under this name.
    pub(super) fn numbers_of(&self, name: &str) -> Option<Vec<f32>> {
        let tensor = self.tensors.get(name).filter(|tensor| tensor.dtype == "F32")?;
        let [start, end] = tensor.data_offsets;
        let bytes = self.numbers.get(start..end)?;
        Some(bytes.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect())
    }
}
