//! The little arithmetic that is needed, on rows of numbers.

/// The sum of the products.
pub(super) fn dot(one: &[f32], other: &[f32]) -> f32 {
    // Eight sums side by side, so that the compiler can use wide registers.
    let mut sums = [0.0_f32; 8];
    let (ones, others) = (one.chunks_exact(8), other.chunks_exact(8));
    let rest: f32 = ones.remainder().iter().zip(others.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in ones.zip(others) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum::<f32>() + rest
}

/// A layer that weighs: each output is a row of weights times the input, and a bias.
pub(super) struct Linear {
    pub weight: Vec<f32>,
    pub bias: Vec<f32>,
}

impl Linear {
    pub(super) fn apply(&self, input: &[f32]) -> Vec<f32> {
        let rows = self.weight.chunks_exact(input.len().max(1));
        rows.zip(&self.bias).map(|(row, bias)| dot(row, input) + bias).collect()
    }
}

/// Brings a row to mean nought and spread one, then weighs it.
pub(super) struct Norm {
    pub weight: Vec<f32>,
    pub bias: Vec<f32>,
    pub epsilon: f32,
}

impl Norm {
    pub(super) fn apply(&self, row: &mut [f32]) {
        let count = length(row);
        let mean = row.iter().sum::<f32>() / count;
        let spread = row.iter().map(|value| (value - mean).powi(2)).sum::<f32>() / count;
        let scale = 1.0 / (spread + self.epsilon).sqrt();
        for (value, (weight, bias)) in row.iter_mut().zip(self.weight.iter().zip(&self.bias)) {
            *value = (*value - mean) * scale * weight + bias;
        }
    }
}

/// How many numbers a row has, as one of them.
pub(super) fn length(row: &[f32]) -> f32 {
    u16::try_from(row.len()).map_or(f32::MAX, f32::from)
}

/// Shares that add up to one, the greater the value the greater the share.
pub(super) fn shares(values: &mut [f32]) {
    let most = values.iter().copied().fold(f32::MIN, f32::max);
    for value in values.iter_mut() {
        *value = (*value - most).exp();
    }
    let total: f32 = values.iter().sum();
    for value in values.iter_mut() {
        *value /= total;
    }
}

/// The gate of these models: half of the value, times one plus the error function of it.
pub(super) fn gate(value: f32) -> f32 {
    0.5 * value * (1.0 + error_function(value * std::f32::consts::FRAC_1_SQRT_2))
}

/// To seven digits, by the polynomial of Abramowitz and Stegun (7.1.26).
fn error_function(value: f32) -> f32 {
    let part = 1.0 / (1.0 + 0.327_591_1 * value.abs());
    let factors = [1.061_405_4, -1.453_152, 1.421_413_7, -0.284_496_74, 0.254_829_6];
    let polynomial = factors.iter().fold(0.0_f32, |sum, factor| sum * part + factor) * part;
    let positive = 1.0 - polynomial * (-value * value).exp();
    if value < 0.0 { -positive } else { positive }
}
