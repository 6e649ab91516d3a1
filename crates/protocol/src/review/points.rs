//! Chances to win, in points.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};

use serde::{Deserialize, Serialize};

/// A chance to win, or a difference of two, in points: 100 are a whole victory. It is kept in thousandths, so sums are
/// exact: what a review adds up, it adds up to the last digit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "f64"))]
#[serde(from = "f64", into = "f64")]
pub struct Points(i64);

impl Points {
    /// None.
    pub const ZERO: Self = Self(0);

    /// A share of a victory, from 0 to 1.
    #[must_use]
    pub fn of_share(share: f64) -> Self {
        Self((share * 100_000.0).round() as i64)
    }

    /// The standard error of the sum of independent numbers, from theirs.
    #[must_use]
    pub fn error_of(errors: impl IntoIterator<Item = Self>) -> Self {
        let squares = errors.into_iter().map(|error| error.number().powi(2));
        squares.sum::<f64>().sqrt().into()
    }

    /// As a number: 100 for a whole victory.
    #[must_use]
    pub fn number(self) -> f64 {
        self.0 as f64 / 1000.0
    }
}

impl From<f64> for Points {
    fn from(points: f64) -> Self {
        Self((points * 1000.0).round() as i64)
    }
}

impl From<Points> for f64 {
    fn from(points: Points) -> Self {
        points.number()
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Points {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Points {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ZERO, Add::add)
    }
}

/// With one digit, or as many as the format asks for.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(1);
        // No "-0.0".
        let number = if self.0.abs() < 5 * 10_i64.pow(2_u32.saturating_sub(digits as u32)) {
            0.0
        } else {
            self.number()
        };
        if f.sign_plus() && number != 0.0 {
            write!(f, "{number:+.digits$}")
        } else {
            write!(f, "{number:.digits$}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_and_read_to_the_last_digit() {
        for thousandths in [0, 1, -1, 33_333, 99_999, 100_000, -12_345] {
            let points = Points(thousandths);
            let text = serde_json::to_string(&points).expect("a number");
            assert_eq!(
                serde_json::from_str::<Points>(&text).expect("a number"),
                points,
                "{text}"
            );
        }
        assert_eq!(Points::of_share(1.0 / 3.0), Points(33_333));
        assert_eq!(
            format!("{} {:+} {:+}", Points(33_333), Points(2_500), Points(-10)),
            "33.3 +2.5 0.0"
        );
    }
}
