//! Ratings for games of any number of players: the Plackett-Luce model, fitted by MM, with a bootstrap over deals.
//!
//! Every entrant has a strength, and a ranking comes about place by place: each entrant not yet placed comes next with
//! a probability proportional to its strength. With two players this is Bradley and Terry's model, and so Elo's. Ties
//! count as all their orders in equal parts. Strengths are shown on Elo's scale: 400 points are ten to one.
//!
//! Every entrant gets one extra drawn game against an imaginary player of average strength, so that one who never lost
//! gets a high rating rather than an infinite one.

use std::collections::HashMap;

use roundtable_core::Rng;

use crate::stats::Figure;

/// How many bootstrap samples of the deals the intervals use.
const REPEATS: usize = 500;

/// The middle of the scale.
const MIDDLE: f64 = 1500.0;

/// The observed rankings, deal by deal.
pub(crate) struct Ladder {
    entrants: usize,
    known: HashMap<Vec<(u8, usize)>, usize>,
    patterns: Vec<Pattern>,
    /// For each deal, the patterns of its games.
    deals: Vec<Vec<usize>>,
}

/// What one ranking says: how often each entrant was chosen, and out of which sets.
struct Pattern {
    chosen: Vec<f64>,
    sets: Vec<(f64, Vec<f64>)>,
}

impl Ladder {
    pub(crate) fn new(entrants: usize) -> Self {
        Self {
            entrants,
            known: HashMap::new(),
            patterns: Vec::new(),
            deals: Vec::new(),
        }
    }

    /// Begins a new deal.
    pub(crate) fn deal(&mut self) {
        self.deals.push(Vec::new());
    }

    /// Adds a game to the last deal: ranks (best first, ties shared) and entrants.
    pub(crate) fn game(&mut self, mut ranking: Vec<(u8, usize)>) {
        ranking.sort_unstable();
        let next = self.patterns.len();
        let id = *self.known.entry(ranking.clone()).or_insert(next);
        if id == next {
            self.patterns.push(Pattern::new(&ranking, self.entrants));
        }
        if let Some(deal) = self.deals.last_mut() {
            deal.push(id);
        }
    }

    /// The rating of each entrant, with its interval.
    pub(crate) fn ratings(&self, seed: u64) -> Vec<Figure> {
        let count = |deals: &mut dyn Iterator<Item = usize>| {
            let mut counts = vec![0.0; self.patterns.len()];
            for deal in deals {
                self.deals[deal].iter().for_each(|&id| counts[id] += 1.0);
            }
            counts
        };
        let even = vec![1.0; self.entrants];
        let strengths = self.fit(&count(&mut (0..self.deals.len())), &even);
        let mut rng = Rng::new(seed);
        let mut drawn: Vec<Vec<f64>> = vec![Vec::with_capacity(REPEATS); self.entrants];
        if self.deals.len() > 1 {
            for _ in 0..REPEATS {
                let mut again = (0..self.deals.len()).map(|_| rng.below(self.deals.len() as u32) as usize);
                let strengths = self.fit(&count(&mut again), &strengths);
                for (all, rating) in drawn.iter_mut().zip(on_scale(&strengths)) {
                    all.push(rating);
                }
            }
        }
        let with_interval = |(value, all): (f64, &mut Vec<f64>)| {
            all.sort_by(f64::total_cmp);
            let at = |share: f64| {
                all.get((share * (all.len().max(1) - 1) as f64).round() as usize)
                    .copied()
            };
            Figure {
                value,
                low: at(0.025).unwrap_or(f64::NEG_INFINITY),
                high: at(0.975).unwrap_or(f64::INFINITY),
            }
        };
        on_scale(&strengths)
            .into_iter()
            .zip(&mut drawn)
            .map(with_interval)
            .collect()
    }

    /// The strengths that make the rankings most likely, given how often each was seen.
    fn fit(&self, counts: &[f64], start: &[f64]) -> Vec<f64> {
        let mut strengths = start.to_vec();
        for _ in 0..1000 {
            // The drawn game against the imaginary player, whose strength is 1.
            let mut chosen = vec![0.5; self.entrants];
            let mut chances: Vec<f64> = strengths.iter().map(|strength| 1.0 / (strength + 1.0)).collect();
            for (pattern, &count) in self.patterns.iter().zip(counts).filter(|(_, count)| **count > 0.0) {
                for (total, own) in chosen.iter_mut().zip(&pattern.chosen) {
                    *total += count * own;
                }
                for (weight, set) in &pattern.sets {
                    let sum: f64 = set.iter().zip(&strengths).map(|(many, strength)| many * strength).sum();
                    for (chance, many) in chances.iter_mut().zip(set) {
                        *chance += count * weight * many / sum;
                    }
                }
            }
            let next: Vec<f64> = chosen
                .iter()
                .zip(&chances)
                .map(|(chosen, chance)| chosen / chance)
                .collect();
            let change = next
                .iter()
                .zip(&strengths)
                .map(|(a, b)| (a / b).ln().abs())
                .fold(0.0, f64::max);
            strengths = next;
            if change < 1e-7 {
                break;
            }
        }
        strengths
    }
}

impl Pattern {
    fn new(ranking: &[(u8, usize)], entrants: usize) -> Self {
        let mut pattern = Self {
            chosen: vec![0.0; entrants],
            sets: Vec::new(),
        };
        let of = |members: &[(u8, usize)]| {
            let mut counts = vec![0.0; entrants];
            members.iter().for_each(|&(_, entrant)| counts[entrant] += 1.0);
            counts
        };
        let mut start = 0;
        for tied in ranking.chunk_by(|a, b| a.0 == b.0) {
            let below = of(&ranking[start + tied.len()..]);
            start += tied.len();
            for subset in 1_u32..1 << tied.len() {
                let left: Vec<(u8, usize)> = (0..tied.len())
                    .filter(|i| subset >> i & 1 == 1)
                    .map(|i| tied[i])
                    .collect();
                // One entrant alone is no choice.
                if left.len() + ranking.len() - start < 2 {
                    continue;
                }
                // This share of all orders of the tied passes through this set, and each member of it is next equally
                // often.
                let weight = 1.0 / choose(tied.len(), left.len());
                for &(_, entrant) in &left {
                    pattern.chosen[entrant] += weight / left.len() as f64;
                }
                let set = of(&left).iter().zip(&below).map(|(a, b)| a + b).collect();
                pattern.sets.push((weight, set));
            }
        }
        pattern
    }
}

fn choose(n: usize, k: usize) -> f64 {
    (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product()
}

/// On Elo's scale, with the mean of all in the middle.
fn on_scale(strengths: &[f64]) -> Vec<f64> {
    let logs: Vec<f64> = strengths.iter().map(|strength| 400.0 * strength.log10()).collect();
    let mean = logs.iter().sum::<f64>() / logs.len() as f64;
    logs.iter().map(|log| MIDDLE + log - mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(ladder: &Ladder) -> f64 {
        let ratings = ladder.ratings(1);
        ratings[0].value - ratings[1].value
    }

    #[test]
    fn three_wins_of_four_are_191_points() {
        let mut ladder = Ladder::new(2);
        for deal in 0..4000 {
            ladder.deal();
            let first_wins = deal % 4 != 0;
            ladder.game(vec![(1, usize::from(!first_wins)), (2, usize::from(first_wins))]);
        }
        // 400 log10(3), less a trace of the drawn games.
        assert!((difference(&ladder) - 190.85).abs() < 0.5, "{}", difference(&ladder));
        let own = ladder.ratings(1)[0];
        assert!(own.low > 1580.0 && own.high < 1611.0 && own.contains(1595.4), "{own:?}");
    }

    #[test]
    fn a_draw_is_half_a_win() {
        let mut ladder = Ladder::new(2);
        for _ in 0..1000 {
            ladder.deal();
            ladder.game(vec![(1, 0), (2, 1)]);
            ladder.game(vec![(1, 0), (1, 1)]);
        }
        assert!((difference(&ladder) - 190.85).abs() < 0.5, "{}", difference(&ladder));
    }

    #[test]
    fn strengths_are_found_again_at_a_table_of_four() {
        let strengths = [4.0, 2.0, 1.0, 1.0];
        let (mut rng, mut ladder) = (Rng::new(2), Ladder::new(4));
        for _ in 0..4000 {
            ladder.deal();
            let mut left: Vec<usize> = (0..4).collect();
            let mut ranking = Vec::new();
            for rank in 1..=4 {
                let sum: f64 = left.iter().map(|&i| strengths[i]).sum();
                let mut point = f64::from(rng.below(1 << 30)) / f64::from(1 << 30) * sum;
                let place = left.iter().position(|&i| {
                    point -= strengths[i];
                    point < 0.0
                });
                ranking.push((rank, left.remove(place.unwrap_or(0))));
            }
            ladder.game(ranking);
        }
        let ratings = ladder.ratings(3);
        let truth = on_scale(&strengths);
        for (found, truth) in ratings.iter().zip(truth) {
            assert!(
                found.contains(truth) && found.high - found.low < 40.0,
                "{found:?}, not {truth}"
            );
        }
    }

    #[test]
    fn who_never_loses_has_a_high_rating_with_an_end() {
        let mut ladder = Ladder::new(2);
        for _ in 0..100 {
            ladder.deal();
            ladder.game(vec![(1, 0), (2, 1)]);
        }
        assert!(
            (400.0..4000.0).contains(&difference(&ladder)),
            "{}",
            difference(&ladder)
        );
    }

    #[test]
    fn one_deal_has_no_interval() {
        let mut ladder = Ladder::new(2);
        ladder.deal();
        ladder.game(vec![(1, 0), (2, 1)]);
        assert!(ladder.ratings(1)[0].low.is_infinite());
    }
}
