//! A first hand that teaches: a scripted stretch of a game on a fixed deal, with what to say before each move.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{DiceSource, FORMAT, GameInfo, Played, Record, Seat, Setup};

/// A lesson, from the `lesson.toml` of a game. It is data: nothing of it is known to the rules.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// How many play.
    pub players: usize,
    /// The switches that are on.
    #[serde(default)]
    options: BTreeMap<String, bool>,
    /// The seed of the deal.
    pub seed: u64,
    /// Where the learner sits.
    pub seat: Seat,
    /// The steps, in order.
    #[serde(rename = "step")]
    pub steps: Vec<Step>,
    /// What is said at the end.
    pub end: Saying,
}

/// A step of a lesson: something is said, and then moves are made.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    #[serde(default)]
    title: Option<String>,
    say: String,
    #[serde(default)]
    spot: Option<String>,
    /// The moves that follow. A move of the learner is the first one: nothing is said between the others.
    #[serde(default)]
    pub moves: Vec<Played>,
}

/// Something that is said in a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Saying {
    /// Its heading.
    #[serde(default)]
    pub title: Option<String>,
    /// The text.
    pub say: String,
    /// The place on the board that it is about, as the page names places.
    #[serde(default)]
    pub spot: Option<String>,
}

impl Lesson {
    /// The lesson of a game, if it has one.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn of(info: &GameInfo) -> Result<Option<Self>, String> {
        let Some(text) = info.lesson else { return Ok(None) };
        toml::from_str(text).map(Some).map_err(|error| error.to_string())
    }

    /// The set-up of the game.
    #[must_use]
    pub fn setup(&self, info: &GameInfo) -> Setup {
        Setup {
            options: self
                .options
                .iter()
                .map(|(name, on)| (name.clone(), (*on).into()))
                .collect(),
            ..Setup::standard(info, self.players)
        }
    }

    /// All moves, in order.
    pub fn moves(&self) -> impl Iterator<Item = &Played> {
        self.steps.iter().flat_map(|step| &step.moves)
    }

    /// What is said, each with the number of moves made before it.
    pub fn sayings(&self) -> impl Iterator<Item = (usize, Saying)> {
        self.steps.iter().scan(0, |ply, step| {
            let at = *ply;
            *ply += step.moves.len();
            let (title, say, spot) = (step.title.clone(), step.say.clone(), step.spot.clone());
            Some((at, Saying { title, say, spot }))
        })
    }

    /// The whole lesson as a game.
    #[must_use]
    pub fn record(&self, info: &GameInfo) -> Record {
        Record {
            format: FORMAT.to_owned(),
            setup: self.setup(info),
            deck: None,
            dice: DiceSource::Seed(self.seed),
            start: None,
            moves: self.moves().cloned().collect(),
            talk: Vec::new(),
            chain: None,
            digest: None,
            signature: None,
        }
    }
}
