//! How long bots seem to think, so that the time reveals nothing about their thoughts.

use roundtable_bots::Level;
use roundtable_core::Rng;

use crate::config::Config;

/// The range of times that bots seem to think, in milliseconds.
///
/// The bot gives its answer after a delay that is drawn before anything is computed. If it began to think so late that
/// an answer could not be ready by then (because many bots wait for a thread), the bot gives it a whole number of steps
/// later, each as long as its level usually thinks. That depends on when it *began*, not on when it was done: a forced
/// move takes as long as a hard one. Only a bot that thinks longer than usual, on a slow machine, takes another step.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// The shortest time; also the step.
    pub min: u64,
    /// The longest time.
    pub max: u64,
}

impl From<&Config> for Pace {
    fn from(config: &Config) -> Self {
        Self {
            min: config.bot_delay_min,
            max: config.bot_delay_max,
        }
    }
}

impl Pace {
    /// How long a bot of this level seems to think: a random draw that depends on nothing else.
    pub fn draw(self, level: Level, rng: &mut Rng) -> i64 {
        let least = self.min.saturating_mul(level.pace());
        let span = u32::try_from(self.max.saturating_sub(self.min).saturating_add(1)).unwrap_or(u32::MAX);
        i64::try_from(least.saturating_add(u64::from(rng.below(span)))).unwrap_or(i64::MAX)
    }

    /// When a bot of this level gives an answer that was due at one time, and which it worked on from one time to
    /// another.
    #[must_use]
    pub fn given_at(self, level: Level, due_at: i64, (began_at, ready_at): (i64, i64)) -> i64 {
        let step = i64::try_from(self.min.saturating_mul(level.pace())).unwrap_or(i64::MAX);
        // Whoever began at once is in time, even after the shortest delay.
        let usual = step - step.min(i64::try_from(self.min / 2).unwrap_or(0));
        let late = ready_at.max(began_at.saturating_add(usual)).saturating_sub(due_at);
        if late <= 0 || step == 0 {
            return due_at;
        }
        let steps = late.saturating_add(step - 1) / step;
        due_at.saturating_add(steps.saturating_mul(step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace { min: 600, max: 1800 };

    #[test]
    fn every_level_has_its_times() {
        let mut rng = Rng::new(1);
        for (level, least, most) in [
            (Level::Page, 600, 1800),
            (Level::Squire, 600, 1800),
            (Level::Knight, 600, 1800),
            (Level::Champion, 2400, 3600),
        ] {
            let drawn: Vec<i64> = (0..5000).map(|_| PACE.draw(level, &mut rng)).collect();
            assert!(drawn.iter().all(|time| (least..=most).contains(time)), "{level}");
            // The whole range is used.
            assert!(drawn.iter().any(|time| *time < least + 20) && drawn.iter().any(|time| *time > most - 20));
        }
        let quick = Pace { min: 0, max: 0 };
        assert_eq!(quick.draw(Level::Champion, &mut rng), 0);
    }

    #[test]
    fn a_late_answer_tells_only_how_many_steps_late_it_was_begun() {
        let given = |began, ready| PACE.given_at(Level::Squire, 10_000, (began, ready));
        for began in [-5000, 0, 9_700] {
            assert_eq!(given(began, began + 1), 10_000, "in time");
        }
        for (began, answered) in [(9_701, 10_600), (10_300, 10_600), (10_301, 11_200), (12_700, 13_000)] {
            // A forced move is ready at once, a hard one after a while.
            for ready in [began, began + 299] {
                assert_eq!(given(began, ready), answered);
            }
        }
        assert_eq!(given(9_000, 11_000), 11_200, "it thought longer than usual");
        let champion = |began, ready| PACE.given_at(Level::Champion, 10_000, (began, ready));
        assert_eq!(champion(7_900, 9_999), 10_000);
        assert_eq!(
            [champion(7_901, 7_901), champion(9_999, 12_300)],
            [12_400; 2],
            "coarse steps"
        );
        let quick = Pace { min: 0, max: 5 };
        assert_eq!(quick.given_at(Level::Page, 10_000, (12_345, 12_345)), 10_000, "at once");
    }
}
