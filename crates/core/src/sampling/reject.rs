//! Exact rejection, with a bound.

/// So many attempts were in vain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{tries} attempts were in vain; of the last, {unmet}")]
pub struct GaveUp<W> {
    /// How many.
    pub tries: u32,
    /// What the last attempt did not meet.
    pub unmet: W,
}

/// Attempts something until it succeeds, at most `tries` times.
///
/// If attempts are independent and equally likely to give anything, then what succeeds is equally likely to be any of
/// those that can: rejection is exact, and only slow if little succeeds. The bound is for what never can. An attempt
/// that fails says what it did not meet.
///
/// # Errors
/// With what the last attempt did not meet.
///
/// # Panics
/// If `tries` is 0.
pub fn try_up_to<T, W>(tries: u32, mut attempt: impl FnMut() -> Result<T, W>) -> Result<T, GaveUp<W>> {
    assert!(tries > 0, "at least one attempt");
    let mut tried = 1;
    loop {
        match attempt() {
            Ok(success) => return Ok(success),
            Err(unmet) if tried == tries => return Err(GaveUp { tries, unmet }),
            Err(_) => tried += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn what_succeeds_is_equally_likely() {
        let mut rng = Rng::new(4);
        let mut seen = [0; 10];
        for _ in 0..9_000 {
            let number = try_up_to(1_000, || {
                let number = rng.below(10) as usize;
                if number < 4 { Err("too small") } else { Ok(number) }
            });
            seen[number.expect("most numbers are not too small")] += 1;
        }
        // 1,500 expected for each of six, standard deviation 35.
        assert!(
            seen[..4].iter().all(|&n| n == 0) && seen[4..].iter().all(|n| (1_340..1_660).contains(n)),
            "{seen:?}"
        );
    }

    #[test]
    fn what_cannot_succeed_is_given_up_with_a_reason() {
        let mut attempts = 0;
        let gave_up = try_up_to(5, || {
            attempts += 1;
            Err::<(), _>("nothing fits")
        });
        assert_eq!(
            (attempts, gave_up),
            (
                5,
                Err(GaveUp {
                    tries: 5,
                    unmet: "nothing fits"
                })
            )
        );
    }
}
