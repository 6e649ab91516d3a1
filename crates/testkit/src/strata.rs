//! Collects situations of every kind from random games, a few of each, all equally likely to be kept.

use std::collections::{BTreeMap, VecDeque};

use roundtable_core::{Audit, Eye, Rng, Seat, Told};

use crate::kinds::{Happening, Kind};

/// For how many moves a situation counts as soon after another.
const SOON: usize = 6;

/// One move of one random game, as one eye knows it. Replaying the game leads to it again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Situation {
    /// The place of the setting in the list.
    pub setting: usize,
    /// The seed of the game.
    pub seed: u64,
    /// How many moves were made before.
    pub ply: usize,
    /// Whose knowledge it is about.
    pub eye: Eye,
}

impl Situation {
    /// A generator of its own, so that what is found in it depends on nothing else.
    pub(crate) fn rng(self) -> Rng {
        let eye = self.eye.seat().map_or(0, |seat| seat.index() as u64 + 1);
        Rng::new(self.seed ^ (self.ply as u64) << 24 ^ (self.setting as u64) << 48 ^ eye << 60)
    }
}

/// The situations of one kind.
#[derive(Default, Debug)]
pub(crate) struct Stratum {
    /// How many there were.
    pub occurred: u64,
    /// Those that were kept.
    pub kept: Vec<Situation>,
}

/// The situations of one setting, by kind.
pub(crate) struct Strata {
    setting: usize,
    name: String,
    /// How many situations of each kind to keep.
    room: usize,
    rng: Rng,
    strata: BTreeMap<Kind, Stratum>,
    /// What has happened in the moves before, the latest last.
    before: VecDeque<Vec<String>>,
}

impl Strata {
    pub(crate) fn new(setting: usize, name: String, room: usize) -> Self {
        Self {
            setting,
            name,
            room,
            rng: Rng::new(setting as u64),
            strata: BTreeMap::new(),
            before: VecDeque::new(),
        }
    }

    /// Notes a move of the game with this seed.
    pub(crate) fn note<G: Audit>(
        &mut self,
        (seed, ply): (u64, usize),
        (seat, mv): (Seat, G::Move),
        players: usize,
        journal: &[Told<G::Event>],
    ) {
        if ply == 0 {
            self.before.clear();
        }
        let setting = self.setting;
        let situation = |eye| Situation {
            setting,
            seed,
            ply,
            eye,
        };
        let happening = Happening::new(seat, &mv, journal);
        for eye in Eye::limited(players) {
            for kind in happening.kinds(eye) {
                self.keep(kind, situation(eye));
            }
        }
        // These kinds are as common as moves, so one eye is enough.
        let eyes: Vec<Eye> = Eye::limited(players).collect();
        let situation = situation(self.rng.pick(&eyes));
        let mut earlier: Vec<String> = self.before.iter().flatten().cloned().collect();
        earlier.sort_unstable();
        earlier.dedup();
        for name in earlier {
            self.keep(Kind::After(name), situation);
        }
        self.keep(Kind::Setting(self.name.clone()), situation);
        self.before.push_back(happening.names().map(str::to_owned).collect());
        if self.before.len() > SOON {
            self.before.pop_front();
        }
    }

    fn keep(&mut self, kind: Kind, situation: Situation) {
        let stratum = self.strata.entry(kind).or_default();
        stratum.occurred += 1;
        if stratum.kept.len() < self.room {
            stratum.kept.push(situation);
        } else {
            let occurred = u32::try_from(stratum.occurred).unwrap_or(u32::MAX);
            let place = self.rng.below(occurred) as usize;
            if let Some(kept) = stratum.kept.get_mut(place) {
                *kept = situation;
            }
        }
    }

    /// The situations of all settings by kind. Those of different settings take turns, so that the first few of a kind
    /// come from as many settings as possible.
    pub(crate) fn merged(every: Vec<Self>, rng: &mut Rng) -> BTreeMap<Kind, Stratum> {
        let mut merged: BTreeMap<Kind, Vec<Stratum>> = BTreeMap::new();
        for strata in every {
            for (kind, stratum) in strata.strata {
                merged.entry(kind).or_default().push(stratum);
            }
        }
        let mut take_turns = |mut of_settings: Vec<Stratum>| {
            rng.shuffle(&mut of_settings);
            of_settings
                .iter_mut()
                .for_each(|stratum| rng.shuffle(&mut stratum.kept));
            let longest = of_settings.iter().map(|stratum| stratum.kept.len()).max().unwrap_or(0);
            let turn = |turn| of_settings.iter().filter_map(move |stratum| stratum.kept.get(turn));
            Stratum {
                occurred: of_settings.iter().map(|stratum| stratum.occurred).sum(),
                kept: (0..longest).flat_map(turn).copied().collect(),
            }
        };
        merged
            .into_iter()
            .map(|(kind, of_settings)| (kind, take_turns(of_settings)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(setting: usize, games: u64) -> Strata {
        let mut strata = Strata::new(setting, String::new(), 10);
        for seed in 0..games {
            let situation = Situation {
                setting,
                seed,
                ply: 0,
                eye: Eye::Table,
            };
            strata.keep(Kind::After("deal".to_owned()), situation);
        }
        strata
    }

    #[test]
    fn early_and_late_situations_are_equally_likely_to_be_kept() {
        let mut late = 0;
        for setting in 0..200 {
            let strata = noted(setting, 100);
            let stratum = &strata.strata[&Kind::After("deal".to_owned())];
            assert_eq!((stratum.occurred, stratum.kept.len()), (100, 10));
            late += stratum.kept.iter().filter(|situation| situation.seed >= 50).count();
        }
        // 1,000 expected, standard deviation 21.
        assert!(
            (890..1_110).contains(&late),
            "{late} of 2,000 kept are of the later half"
        );
    }

    #[test]
    fn settings_take_turns() {
        let every = vec![noted(0, 100), noted(1, 3), noted(2, 100)];
        let merged = Strata::merged(every, &mut Rng::new(1));
        let stratum = &merged[&Kind::After("deal".to_owned())];
        assert_eq!((stratum.occurred, stratum.kept.len()), (203, 23));
        for turn in stratum.kept[..9].chunks(3) {
            let mut settings: Vec<usize> = turn.iter().map(|situation| situation.setting).collect();
            settings.sort_unstable();
            assert_eq!(settings, [0, 1, 2]);
        }
    }
}
