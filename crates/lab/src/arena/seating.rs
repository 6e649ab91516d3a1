//! Who sits where: the games in which one deal is played.

use crate::LabError;

/// If a deal has no more seatings than this, all are played; otherwise only rotations are.
const FEW: usize = 24;

/// The most games on one deal when groups of entrants take turns.
const MOST: usize = 240;

/// The seatings of one deal for `entrants` on `players` seats; each lists the entrant of every seat.
///
/// - `field`: the first entrant alone against the others, on each seat in turn.
/// - Entrants up to the number of seats: all seatings in which the entrants' numbers of seats differ by at most one; if
///   that is too many, the entrants in order round the table, starting with each of them and rotated through all seats.
/// - More entrants than seats: every group of `players` entrants, rotated through all seats.
///
/// # Errors
/// If there is nothing to compare, or too much.
pub(crate) fn seatings(entrants: usize, players: usize, field: bool) -> Result<Vec<Vec<usize>>, LabError> {
    if entrants < 2 {
        return Err(LabError::Design(
            "an arena compares bots: name at least two with --bots A,B".to_owned(),
        ));
    }
    let mut all = Vec::new();
    if field {
        for own in 0..players {
            let others = (0..players - 1).map(|other| 1 + other % (entrants - 1));
            let mut seats: Vec<usize> = others.collect();
            seats.insert(own, 0);
            all.push(seats);
        }
    } else if entrants <= players {
        all = even(entrants, players).unwrap_or_else(|| {
            let starts = (0..entrants).map(|start| (0..players).map(|seat| (start + seat) % entrants).collect());
            starts.flat_map(|seats: Vec<usize>| rotations(&seats)).collect()
        });
    } else {
        for group in groups(entrants, players) {
            all.extend(rotations(&group));
            if all.len() > MOST {
                let message = format!("{entrants} bots on {players} seats are too many groups: name fewer");
                return Err(LabError::Design(message));
            }
        }
    }
    all.sort();
    all.dedup();
    Ok(all)
}

/// The ordered pairs of entrants: one plays the first side, the other the second.
///
/// # Errors
/// If there is nothing to compare, or too much.
pub(crate) fn pairings(entrants: usize) -> Result<Vec<Vec<usize>>, LabError> {
    // Sides are like the seats of a game for two, so too many entrants are refused here as well.
    seatings(entrants, 2, false)?;
    let ordered = (0..entrants).flat_map(|a| (0..entrants).map(move |b| vec![a, b]));
    Ok(ordered.filter(|pair| pair[0] != pair[1]).collect())
}

/// A seating rotated through all seats.
fn rotations(seats: &[usize]) -> Vec<Vec<usize>> {
    let turned = |by: usize| {
        let mut seats = seats.to_vec();
        seats.rotate_right(by);
        seats
    };
    (0..seats.len()).map(turned).collect()
}

/// All seatings in which the entrants' numbers of seats differ by at most one; `None` if there are more than `FEW`.
fn even(entrants: usize, players: usize) -> Option<Vec<Vec<usize>>> {
    let (least, more) = (players / entrants, players % entrants);
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..players {
        let mut longer = Vec::new();
        for seats in &all {
            for entrant in 0..entrants {
                let mut seats = seats.clone();
                seats.push(entrant);
                let count = |entrant| seats.iter().filter(|&&other| other == entrant).count();
                let above = (0..entrants).filter(|&other| count(other) > least).count();
                if count(entrant) <= least + usize::from(more > 0) && above <= more {
                    longer.push(seats);
                }
            }
        }
        // The number of prefixes only grows, except near the end, so this many cannot end as few.
        if longer.len() > 8 * FEW {
            return None;
        }
        all = longer;
    }
    (all.len() <= FEW).then_some(all)
}

/// Every group of `size` entrants, in order.
fn groups(entrants: usize, size: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for entrant in 0..entrants {
        let with: Vec<Vec<usize>> = all
            .iter()
            .filter(|group| group.len() < size)
            .map(|group| group.iter().copied().chain([entrant]).collect())
            .collect();
        all.extend(with);
    }
    all.retain(|group| group.len() == size);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(seatings: &[Vec<usize>], entrant: usize, seat: usize) -> usize {
        seatings.iter().filter(|seats| seats[seat] == entrant).count()
    }

    #[test]
    fn every_entrant_sits_on_every_seat_equally_often() {
        for players in 2..=8 {
            for entrants in 2..=5 {
                let all = seatings(entrants, players, false).expect("a design");
                let first = count(&all, 0, 0);
                for entrant in 0..entrants {
                    for seat in 0..players {
                        assert_eq!(count(&all, entrant, seat), first, "{entrants} on {players}");
                    }
                }
            }
        }
    }

    #[test]
    fn few_seatings_are_all_played() {
        assert_eq!(seatings(2, 2, false).expect("a design"), [[0, 1], [1, 0]]);
        assert_eq!(seatings(2, 4, false).expect("a design").len(), 6);
        assert_eq!(seatings(2, 3, false).expect("a design").len(), 6, "AAB and ABB");
        assert_eq!(seatings(4, 4, false).expect("a design").len(), 24);
        assert_eq!(
            seatings(2, 8, false).expect("a design").len(),
            2,
            "rotations of ABABABAB"
        );
        assert_eq!(
            seatings(4, 2, false).expect("a design").len(),
            12,
            "six pairs, both ways"
        );
    }

    #[test]
    fn one_against_the_field_sits_on_every_seat_once() {
        let all = seatings(2, 4, true).expect("a design");
        assert_eq!(all, [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]]);
        assert_eq!(seatings(3, 3, true).expect("a design").len(), 3);
    }

    #[test]
    fn nothing_to_compare_is_refused() {
        assert!(seatings(1, 4, false).is_err() && pairings(1).is_err());
        assert!(seatings(30, 4, false).is_err());
        assert_eq!(pairings(2).expect("a design"), [[0, 1], [1, 0]]);
    }
}
