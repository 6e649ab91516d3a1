//! How long bots seem to think, so that the time reveals nothing about their thoughts.

use roundtable_bots::Level;
use roundtable_core::Rng;

use crate::config::Config;

/// The range of times that bots seem to think, in milliseconds.
///
/// The bot gives its answer after a delay that is drawn before anything is computed. If the answer is not ready by then
/// (because the machine is slow, or many bots wait for a thread), the bot gives it a whole number of steps later. So
/// the time reveals how many steps were needed, and nothing finer.
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

    /// When to give an answer that was due at one time and ready at another.
    #[must_use]
    pub fn given_at(self, due_at: i64, ready_at: i64) -> i64 {
        let step = i64::try_from(self.min).unwrap_or(i64::MAX);
        let late = ready_at.saturating_sub(due_at);
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
    fn a_late_answer_tells_only_how_many_steps_it_took() {
        for ready in [-5000, 0, 10_000] {
            assert_eq!(PACE.given_at(10_000, ready), 10_000, "in time");
        }
        for (ready, given) in [(10_001, 10_600), (10_600, 10_600), (10_601, 11_200), (13_000, 13_000)] {
            assert_eq!(PACE.given_at(10_000, ready), given);
        }
        let quick = Pace { min: 0, max: 5 };
        assert_eq!(quick.given_at(10_000, 12_345), 10_000, "at once");
    }
}
