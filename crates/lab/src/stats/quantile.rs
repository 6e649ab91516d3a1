//! Quantiles and tail areas.

use super::Z;

/// How many standard errors a 95 % interval extends to each side with this many units: the 97.5 % quantile of Student's
/// t with one degree of freedom fewer.
#[must_use]
pub fn student(units: usize) -> f64 {
    let freedom = units.saturating_sub(1) as f64;
    match units {
        0 | 1 => f64::INFINITY,
        // The expansion below does not hold for these two; they have closed forms.
        2 => 12.706_204_736_174_7,
        3 => 4.302_652_729_749_46,
        _ => {
            let z2 = Z * Z;
            let terms = [
                (z2 + 1.0) / 4.0,
                (5.0 * z2 * z2 + 16.0 * z2 + 3.0) / 96.0,
                (3.0 * z2.powi(3) + 19.0 * z2 * z2 + 17.0 * z2 - 15.0) / 384.0,
                (79.0 * z2.powi(4) + 776.0 * z2.powi(3) + 1482.0 * z2 * z2 - 1920.0 * z2 - 945.0) / 92_160.0,
            ];
            let series = terms.iter().rev().fold(0.0, |sum, term| (sum + term) / freedom);
            Z * (1.0 + series)
        }
    }
}

/// The probability that a value with this standard error is by chance at least this far from 0, on either side.
#[must_use]
pub fn p_value(distance: f64, standard_error: f64) -> f64 {
    if standard_error.is_infinite() || (standard_error == 0.0 && distance == 0.0) {
        1.0
    } else if standard_error == 0.0 {
        0.0
    } else {
        libm::erfc((distance / standard_error).abs() / std::f64::consts::SQRT_2)
    }
}
