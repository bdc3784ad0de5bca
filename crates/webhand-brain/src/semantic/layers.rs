//! The model itself: embeds pieces, lets them look at each other layer by layer, and takes the mean.

use super::matrix::{Linear, Norm, dot, gate, length, shares};
use super::weights::{Config, Weights, WeightsError};

pub(super) struct Model {
    width: usize,
    heads: usize,
    pieces: Vec<f32>,
    places: Vec<f32>,
    kind: Vec<f32>,
    norm: Norm,
    layers: Vec<Layer>,
}

struct Layer {
    query: Linear,
    key: Linear,
    value: Linear,
    joined: Linear,
    joined_norm: Norm,
    wide: Linear,
    narrow: Linear,
    narrow_norm: Norm,
}

impl Model {
    pub(super) fn new(config: Config, weights: &Weights) -> Result<Self, WeightsError> {
        let width = config.hidden_size;
        let missing = |name: &str| WeightsError::Missing(name.to_owned());
        let table =
            |name: &str| weights.numbers_of(name).filter(|numbers| numbers.len() >= width).ok_or_else(|| missing(name));
        let kinds = table("embeddings.token_type_embeddings.weight")?;
        Ok(Self {
            width,
            heads: config.num_attention_heads,
            pieces: table("embeddings.word_embeddings.weight")?,
            places: table("embeddings.position_embeddings.weight")?,
            kind: kinds[..width].to_vec(),
            norm: norm(weights, "embeddings.LayerNorm", config)?,
            layers: (0..config.num_hidden_layers)
                .map(|at| Layer::new(config, weights, at))
                .collect::<Result<_, _>>()?,
        })
    }

    /// The meaning of pieces as a vector of length one.
    pub(super) fn embed(&self, pieces: &[usize]) -> Vec<f32> {
        let rows = self.pieces.len() / self.width;
        let known = pieces.iter().filter(|piece| **piece < rows).zip(self.places.chunks_exact(self.width));
        let mut states: Vec<Vec<f32>> = known
            .map(|(piece, place)| {
                let own = &self.pieces[piece * self.width..(piece + 1) * self.width];
                let mut row: Vec<f32> = own.iter().zip(place).zip(&self.kind).map(|((a, b), c)| a + b + c).collect();
                self.norm.apply(&mut row);
                row
            })
            .collect();
        for layer in &self.layers {
            states = layer.apply(&states, self.heads);
        }
        let mut mean = vec![0.0; self.width];
        for state in &states {
            add(&mut mean, state);
        }
        let size = dot(&mean, &mean).sqrt();
        if size > 0.0 {
            for value in &mut mean {
                *value /= size;
            }
        }
        mean
    }
}

impl Layer {
    fn new(config: Config, weights: &Weights, at: usize) -> Result<Self, WeightsError> {
        let (width, inner) = (config.hidden_size, config.intermediate_size);
        let name = |part: &str| format!("encoder.layer.{at}.{part}");
        Ok(Self {
            query: linear(weights, &name("attention.self.query"), width, width)?,
            key: linear(weights, &name("attention.self.key"), width, width)?,
            value: linear(weights, &name("attention.self.value"), width, width)?,
            joined: linear(weights, &name("attention.output.dense"), width, width)?,
            joined_norm: norm(weights, &name("attention.output.LayerNorm"), config)?,
            wide: linear(weights, &name("intermediate.dense"), width, inner)?,
            narrow: linear(weights, &name("output.dense"), inner, width)?,
            narrow_norm: norm(weights, &name("output.LayerNorm"), config)?,
        })
    }

    fn apply(&self, states: &[Vec<f32>], heads: usize) -> Vec<Vec<f32>> {
        let each = |layer: &Linear| states.iter().map(|state| layer.apply(state)).collect::<Vec<_>>();
        let (queries, keys, values) = (each(&self.query), each(&self.key), each(&self.value));
        let seen = queries.iter().map(|query| attend(query, &keys, &values, heads));
        let after = |(state, seen): (&Vec<f32>, Vec<f32>)| {
            let mut joined = self.joined.apply(&seen);
            add(&mut joined, state);
            self.joined_norm.apply(&mut joined);
            let wide: Vec<f32> = self.wide.apply(&joined).into_iter().map(gate).collect();
            let mut narrow = self.narrow.apply(&wide);
            add(&mut narrow, &joined);
            self.narrow_norm.apply(&mut narrow);
            narrow
        };
        states.iter().zip(seen).map(after).collect()
    }
}

/// What one piece sees of all others, head by head.
fn attend(query: &[f32], keys: &[Vec<f32>], values: &[Vec<f32>], heads: usize) -> Vec<f32> {
    let size = query.len() / heads;
    let mut seen = vec![0.0; query.len()];
    for part in (0..heads).map(|head| head * size..(head + 1) * size) {
        let scale = length(&query[part.clone()]).sqrt();
        let mut weights: Vec<f32> =
            keys.iter().map(|key| dot(&query[part.clone()], &key[part.clone()]) / scale).collect();
        shares(&mut weights);
        for (weight, value) in weights.iter().zip(values) {
            for (sum, value) in seen[part.clone()].iter_mut().zip(&value[part.clone()]) {
                *sum += weight * value;
            }
        }
    }
    seen
}

fn add(sum: &mut [f32], other: &[f32]) {
    for (sum, other) in sum.iter_mut().zip(other) {
        *sum += other;
    }
}

fn linear(weights: &Weights, name: &str, from: usize, to: usize) -> Result<Linear, WeightsError> {
    let weight = weights.take(&format!("{name}.weight"), from * to)?;
    Ok(Linear { weight, bias: weights.take(&format!("{name}.bias"), to)? })
}

fn norm(weights: &Weights, name: &str, config: Config) -> Result<Norm, WeightsError> {
    let weight = weights.take(&format!("{name}.weight"), config.hidden_size)?;
    let bias = weights.take(&format!("{name}.bias"), config.hidden_size)?;
    Ok(Norm { weight, bias, epsilon: config.layer_norm_eps })
}
