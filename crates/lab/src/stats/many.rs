//! Many comparisons at once.

/// Benjamini and Hochberg's adjustment: for each p value, the smallest false discovery rate at which it would count as
/// a discovery. Of everything called a discovery at 5 %, at most one in twenty is expected to be chance.
#[must_use]
pub fn false_discovery(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[b].total_cmp(&p_values[a]));
    let count = p_values.len() as f64;
    let mut adjusted = vec![1.0; p_values.len()];
    let mut lowest = 1.0_f64;
    for (from_last, &i) in order.iter().enumerate() {
        let place = count - from_last as f64;
        lowest = lowest.min(p_values[i] * count / place);
        adjusted[i] = lowest;
    }
    adjusted
}
