//! What placing cards face-up or face-down is worth on average, if the others toss a coin for theirs.

/// In how many ways `chosen` of `all` cards can lie face-up.
fn ways(all: usize, chosen: usize) -> f64 {
    (0..chosen).map(|i| (all - i) as f64 / (i + 1) as f64).product()
}

/// The average of a value over the number of the others' cards that lie face-up.
fn average(theirs: usize, value: impl Fn(usize) -> f64) -> f64 {
    let sum: f64 = (0..=theirs).map(|up| ways(theirs, up) * value(up)).sum();
    sum / f64::powi(2.0, theirs as i32)
}

/// The value of a disaster, in worship and cards lost: `mine` own cards, `up` of them face-up, and `theirs` cards of
/// others.
pub(crate) fn disaster_value(mine: usize, up: usize, theirs: usize, worship: u16, card: f64) -> f64 {
    average(theirs, |their_up| {
        let (ups, downs) = (up + their_up, mine - up + theirs - their_up);
        let (lost, paying, their_lost) = match ups.cmp(&downs) {
            std::cmp::Ordering::Greater => (up, mine - up, their_up),
            std::cmp::Ordering::Less => (mine - up, up, theirs - their_up),
            std::cmp::Ordering::Equal => (0, 0, 0),
        };
        let paid = (2 * paying).min(usize::from(worship));
        0.2 * card * their_lost as f64 - card * lost as f64 - paid as f64
    })
}

/// The value of a war or quest: `mine` own shared cards, `up` of them face-up, `theirs` of others, and own offered
/// Vassalage.
pub(crate) fn service_value(mine: usize, up: usize, theirs: usize, vassals: usize) -> f64 {
    let all = mine + theirs;
    let share = 6.0 / all.max(1) as f64;
    average(theirs, |their_up| {
        let ups = up + their_up;
        let downs = all - ups;
        let change = if downs == 0 {
            0.0
        } else if ups == 0 {
            -((mine + vassals) as f64)
        } else if downs == 2 {
            2.0 * up as f64 - (mine - up) as f64
        } else {
            ups as f64 * (mine - up) as f64 - up as f64
        };
        share * mine as f64 + change
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alone_in_a_disaster_an_even_split_costs_nothing() {
        assert_eq!(disaster_value(2, 1, 0, 9, 3.0), 0.0);
        assert_eq!(disaster_value(2, 2, 0, 9, 3.0), -6.0);
        assert_eq!(disaster_value(3, 1, 0, 1, 3.0), -7.0);
    }

    #[test]
    fn one_card_against_one_betrays() {
        // Both face-up: 3 each. One face-down takes 1 from the other. Both face-down: each loses 1.
        assert_eq!(service_value(1, 1, 1, 0), 2.5);
        assert_eq!(service_value(1, 0, 1, 0), 3.0);
        assert_eq!(service_value(1, 0, 0, 2), 3.0);
    }
}
