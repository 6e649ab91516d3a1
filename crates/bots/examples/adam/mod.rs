//! The Adam optimiser, shared by the examples that fit weights.

/// A weight, and what Adam remembers of its gradient.
#[derive(Clone, Copy, Default)]
pub(crate) struct Weight {
    pub(crate) value: f32,
    /// The gradient summed since the last step.
    pub(crate) slope: f32,
    pub(crate) mean: f32,
    pub(crate) square: f32,
}

/// Moves all weights against their gradients. `number` is the step's number, from 1; `decay` draws each weight towards
/// 0.
pub(crate) fn step(weights: &mut [Weight], number: i32, rate: f32, decay: f32) {
    let (fade_mean, fade_square) = (1.0 - 0.9_f32.powi(number), 1.0 - 0.999_f32.powi(number));
    for weight in weights {
        let slope = weight.slope + decay * weight.value;
        weight.mean = 0.9 * weight.mean + 0.1 * slope;
        weight.square = 0.999 * weight.square + 0.001 * slope * slope;
        weight.value -= rate * (weight.mean / fade_mean) / ((weight.square / fade_square).sqrt() + 1e-8);
        weight.slope = 0.0;
    }
}
