//! Results of finished games, ratings, and what is known about a person.

use roundtable_core::{Seat, Setup};
use serde::{Deserialize, Serialize};

use crate::{Me, Note, PersonId, SeatKind, SessionInfo, StandIn, TableId};

/// Why a finished game changes no rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Unrated {
    /// It was a lesson.
    Lesson,
    /// It went on from another game.
    Continued,
    /// It was played with a deck of its own.
    OwnDeck,
    /// Its players could ask for hints.
    Hints,
    /// The table was not made for it, so nobody agreed by sitting down.
    NotAgreed,
    /// A bot played for somebody.
    Abandoned,
    /// Somebody at the table had not claimed a name.
    Guest,
    /// Everybody was the same level of bots, or on the same side.
    Alone,
}

impl Unrated {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Lesson,
        Self::Continued,
        Self::OwnDeck,
        Self::Hints,
        Self::NotAgreed,
        Self::Abandoned,
        Self::Guest,
        Self::Alone,
    ];

    /// Its name, as it is stored and sent.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lesson => "lesson",
            Self::Continued => "continued",
            Self::OwnDeck => "own_deck",
            Self::Hints => "hints",
            Self::NotAgreed => "not_agreed",
            Self::Abandoned => "abandoned",
            Self::Guest => "guest",
            Self::Alone => "alone",
        }
    }
}

/// `GET /api/people/NAME/games`: a page of somebody's finished games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GamesPlayed {
    /// The games, the latest first.
    pub games: Vec<FinishedGame>,
    /// Where the next page begins: `before` in the next request. Missing if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A finished game with its results.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FinishedGame {
    /// Its table.
    pub table: TableId,
    /// Which game, under which rules, for how many players and with which switches.
    #[serde(flatten)]
    pub setup: Setup,
    /// Whether everybody may see that it was played.
    pub public: bool,
    /// When it ended, in milliseconds since 1970.
    pub finished_at: i64,
    /// Whether it changed ratings.
    pub rated: bool,
    /// Why not, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unrated: Option<Unrated>,
    /// Where the person in question sat.
    pub seat: Seat,
    /// What the seats got, from seat 0.
    pub seats: Vec<SeatResult>,
}

/// What a seat got in a finished game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatResult {
    /// What sat there.
    pub kind: SeatKind,
    /// The bot's level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// The person; missing if the account is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// The person's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether a program plays under this name; missing if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// Whether the name is claimed, so that it has a profile.
    pub claimed: bool,
    /// The side at the end: the seat's own number, or 0 and 1 in a game of teams.
    pub side: usize,
    /// Its place, from 1; equals share a place.
    pub place: usize,
    /// Its share of the victory: 1 for whoever won alone, and for each member of the only side that won.
    pub share: f64,
    /// Its score.
    pub score: i32,
    /// Whether, and why, a bot played for the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub absent: Option<StandIn>,
    /// The person's rating after the game, if it changed ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
}

/// A rating with its 95 % interval, in points: 400 points are odds of ten to one.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingInfo {
    /// The rating.
    pub points: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Whether too little is known for it to be compared.
    pub provisional: bool,
    /// How many games it is made of.
    pub games: usize,
}

/// `GET /api/people/NAME`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Profile {
    /// Who.
    pub id: PersonId,
    /// The claimed name.
    pub name: String,
    /// Whether a program plays under this name.
    pub bot: bool,
    /// Whether only the name is shown to others.
    pub private: bool,
    /// What is known, one entry for each game that was played; missing if it is private and somebody else's. Private
    /// games count only for oneself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<GameStatistics>>,
    /// Notes that the person shares, the latest first; missing like `games`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moments: Option<Vec<Moment>>,
}

/// How somebody did in a game. Lessons and games that went on from another do not count.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameStatistics {
    /// The slug of the game.
    pub game: String,
    /// The rating; missing if no game has counted yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingInfo>,
    /// How many games were finished.
    pub finished: usize,
    /// How many of them a bot had to play for the person.
    pub abandoned: usize,
    /// The sum of the shares of victory, where the person played alone: an abandoned game counts as lost.
    pub won: f64,
    /// How many games in a row were won, up to the latest.
    pub streak: usize,
    /// How many at most.
    pub best_streak: usize,
    /// How it went against each level of bots.
    pub against: Vec<Against>,
    /// The result without luck, over one's reviewed games; only for oneself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_luck: Option<WithoutLuck>,
}

/// How somebody did in the games with a level of bots on another side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Against {
    /// The level.
    pub level: String,
    /// How many games.
    pub games: usize,
    /// The sum of the shares of victory.
    pub won: f64,
}

/// The mean share of victory without luck, as reviews estimate it, with its 95 % interval.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WithoutLuck {
    /// Over how many reviewed games.
    pub games: usize,
    /// The mean share of victory in them.
    pub share: f64,
    /// The same without luck.
    pub adjusted: f64,
    /// The lower end of its interval; missing with fewer than two games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// The upper end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
}

/// A shared note on a moment of a finished game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Moment {
    /// The table.
    pub table: TableId,
    /// The slug of its game.
    pub game: String,
    /// After how many moves.
    pub ply: usize,
    /// What the note says.
    pub text: String,
    /// When it was written, in milliseconds since 1970.
    pub at: i64,
}

/// `PATCH /api/me/profile`
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangeProfile {
    /// Whether others are shown the name and nothing else.
    pub private: bool,
}

/// The head of `GET /api/me/export`. The file goes on with `games`: each with its result, one's own notes, and its
/// record.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExportHead {
    /// The format: `roundtable-export/1`.
    pub format: String,
    /// When it was made, in milliseconds since 1970.
    pub at: i64,
    /// The person.
    pub me: Me,
    /// What is shown of the person, as the person sees it.
    pub profile: Profile,
    /// Where the person is signed in.
    pub sessions: Vec<SessionInfo>,
}

/// A game in an export.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExportedGame {
    /// The game and its result.
    pub result: FinishedGame,
    /// One's own notes on it.
    pub notes: Vec<Note>,
    /// Its record, as `GET /api/tables/ID/record`; null if it cannot be had.
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    pub record: Option<roundtable_core::Record>,
}
