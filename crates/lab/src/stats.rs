//! Statistics: figures with 95 % intervals.
//!
//! Everything reported is an [`Estimate`]: a value with its *influence*, which says how much each independent unit (a
//! game, or a deal played several times) pulled the value. The spread of the influences is the standard error, so
//! clustered games need no formula of their own, and two estimates from the same deals are paired by subtracting unit
//! by unit.

use serde::{Deserialize, Serialize};

mod many;
mod quantile;

pub use many::false_discovery;
pub use quantile::{p_value, student};

/// The 97.5 % quantile of the normal distribution.
pub const Z: f64 = 1.959_963_984_540_054;

/// A value and its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Figure {
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Figure {
    /// Whether the interval contains this value.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// Wilson's interval for a share `p` of `n` trials, `z` standard errors to each side. With an effective `n` it also
/// serves for shares that do not count only yes and no.
#[must_use]
pub fn wilson(p: f64, n: f64, z: f64) -> Figure {
    if n <= 0.0 {
        return Figure {
            value: p,
            low: 0.0,
            high: 1.0,
        };
    }
    let weight = 1.0 / (1.0 + z * z / n);
    let centre = weight * (p + z * z / (2.0 * n));
    let half = weight * z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).max(0.0).sqrt();
    Figure {
        value: p,
        low: (centre - half).max(0.0),
        high: (centre + half).min(1.0),
    }
}

/// The interval of a share whose units count for anything from 0 to 1, such as shared victories: Wilson's, with the
/// number of yes-or-no trials that would have the same standard error. If every unit is 0 or 1, it is exactly Wilson's.
#[must_use]
pub fn share(p: f64, standard_error: f64, units: f64, z: f64) -> Figure {
    let spread = p * (1.0 - p);
    let effective = if standard_error > 0.0 && spread > 0.0 {
        spread / (standard_error * standard_error)
    } else {
        // All units agree, which says no more than this many trials that agree.
        units
    };
    wilson(p, effective, z)
}

/// A value, and how much each independent unit pulled it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    influence: Vec<f64>,
}

impl Estimate {
    /// The mean of the units.
    #[must_use]
    pub fn mean(units: &[f64]) -> Self {
        let n = units.len().max(1) as f64;
        let value = units.iter().sum::<f64>() / n;
        Self {
            value,
            influence: units.iter().map(|unit| (unit - value) / n).collect(),
        }
    }

    /// The sum of one thing over the sum of another, each given by unit; `None` if the second adds up to 0.
    #[must_use]
    pub fn ratio(above: &[f64], below: &[f64]) -> Option<Self> {
        let total = below.iter().sum::<f64>();
        if total == 0.0 {
            return None;
        }
        let value = above.iter().sum::<f64>() / total;
        let pull = |(above, below): (&f64, &f64)| (above - value * below) / total;
        Some(Self {
            value,
            influence: above.iter().zip(below).map(pull).collect(),
        })
    }

    /// The slope of the line through the points `(x, y)`: how much `y` grows when `x` grows by 1. If `x` is 0 or 1,
    /// that is the difference of two means. Points come in groups of `group`, and each group is one unit. `None` if `x`
    /// never varies.
    #[must_use]
    pub fn slope(x: &[f64], y: &[f64], group: usize) -> Option<Self> {
        let n = x.len() as f64;
        let (mean_x, mean_y) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
        let products = x.iter().zip(y).map(|(x, y)| (x - mean_x) * (y - mean_y));
        let spread = x.iter().map(|x| (x - mean_x).powi(2)).sum::<f64>();
        if x.is_empty() || spread <= f64::EPSILON * n {
            return None;
        }
        let value = products.sum::<f64>() / spread;
        let pull = |(x, y): (&f64, &f64)| (x - mean_x) * (y - mean_y - value * (x - mean_x)) / spread;
        let group = group.max(1);
        let groups = x.chunks(group).zip(y.chunks(group));
        Some(Self {
            value,
            influence: groups.map(|(x, y)| x.iter().zip(y).map(pull).sum()).collect(),
        })
    }

    /// This estimate less the other. The units must be the same, in the same order.
    ///
    /// # Panics
    /// If the numbers of units differ.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        assert_eq!(self.influence.len(), other.influence.len(), "paired units");
        Self {
            value: self.value - other.value,
            influence: self
                .influence
                .iter()
                .zip(&other.influence)
                .map(|(a, b)| a - b)
                .collect(),
        }
    }

    /// How many independent units it rests on.
    #[must_use]
    pub fn units(&self) -> usize {
        self.influence.len()
    }

    /// How far the value typically is from the truth.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        let units = self.influence.len() as f64;
        if units < 2.0 {
            return f64::INFINITY;
        }
        let sum: f64 = self.influence.iter().map(|pull| pull * pull).sum();
        (sum * units / (units - 1.0)).sqrt()
    }

    /// The value with a Student's t interval.
    #[must_use]
    pub fn figure(&self) -> Figure {
        let half = match self.standard_error() {
            0.0 => 0.0,
            error => error * student(self.units()),
        };
        Figure {
            value: self.value,
            low: self.value - half,
            high: self.value + half,
        }
    }

    /// The value with the interval of a share, see [`share`]; `trials` is the number of trials to assume if all agree.
    #[must_use]
    pub fn share(&self, trials: f64) -> Figure {
        share(self.value, self.standard_error(), trials, student(self.units()))
    }

    /// The probability of a value at least this far from `truth` by chance, if that were the truth.
    #[must_use]
    pub fn p_value(&self, truth: f64) -> f64 {
        p_value(self.value - truth, self.standard_error())
    }
}

/// Sums for the mean and spread of whole numbers. They are exact, so the order of addition makes no difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sums {
    count: u64,
    sum: i64,
    squares: i128,
}

impl Sums {
    /// Adds a number.
    pub fn add(&mut self, number: i64) {
        self.count += 1;
        self.sum += number;
        self.squares += i128::from(number) * i128::from(number);
    }

    /// Adds everything in the other.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }

    /// The mean squared distance from the mean.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let count = i128::from(self.count.max(1));
        let scaled = self.squares * count - i128::from(self.sum) * i128::from(self.sum);
        scaled as f64 / (count * count) as f64
    }

    /// The sample standard deviation.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        let count = self.count as f64;
        if self.count < 2 {
            0.0
        } else {
            (self.variance() * count / (count - 1.0)).sqrt()
        }
    }

    /// The mean with a Student's t interval.
    #[must_use]
    pub fn figure(&self) -> Figure {
        let half = match self.count {
            0 | 1 => f64::INFINITY,
            _ => self.deviation() / (self.count as f64).sqrt() * student(self.count as usize),
        };
        let half = if half.is_nan() { 0.0 } else { half };
        Figure {
            value: self.mean(),
            low: self.mean() - half,
            high: self.mean() + half,
        }
    }

    /// The mean as a share of `whole`, see [`share`].
    #[must_use]
    pub fn share(&self, whole: f64) -> Figure {
        let count = self.count as f64;
        let error = self.variance().sqrt() / whole / count.sqrt();
        share(self.mean() / whole, error, count, Z)
    }
}

#[cfg(test)]
mod tests;
