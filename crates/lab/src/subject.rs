//! What the laboratory asks of a game beyond the contract: what to look at. The answers are in `subjects`, one file per
//! game.

use roundtable_bots::Searchable;
use roundtable_core::{Game, Seat};
use serde::Serialize;

/// A game that the laboratory can study.
pub trait Subject: Searchable {
    /// The kinds of things to note, in the order in which a report shows them. Without any, a report tells of outcomes,
    /// lengths and seats.
    const GROUPS: &'static [&'static Group] = &[];

    /// Notes what was held, played and reached in a finished game.
    fn watch(_seen: &Seen<'_, Self>, _notes: &mut Notes) {}
}

/// A finished game with nothing hidden.
pub struct Seen<'a, G: Game> {
    /// The first position.
    pub start: &'a G::View,
    /// Everything that happened, in order.
    pub events: &'a [&'a G::Event],
    /// The last position.
    pub end: &'a G::View,
    /// The number of players.
    pub players: usize,
}

impl<G: Game> Seen<'_, G> {
    /// The seats.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        Seat::all(self.players)
    }
}

/// How something comes to a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// By chance: whatever goes along with it is caused by it.
    Dealt,
    /// By play: winners may hold it because they are winning, so it is a trace and not a proof.
    Played,
}

/// Things of one kind: the Knights, the Chest cards, the events.
#[derive(PartialEq, Eq, Debug, Serialize)]
pub struct Group {
    /// What the group is called.
    pub name: &'static str,
    /// How its members come to a player.
    pub origin: Origin,
    /// The unit of points, in a group whose members bring some.
    pub points: Option<&'static str>,
    /// Whether its members are meant to be worth the same, so that one that stands out deserves a look.
    pub alike: bool,
}

/// One thing that was seen.
#[derive(Clone, PartialEq, Debug)]
pub struct Note {
    /// Its group.
    pub group: &'static Group,
    /// Its name.
    pub name: String,
    /// Whose it is; `None` if it belongs to the whole table.
    pub seat: Option<Seat>,
    /// How much of it there was.
    pub amount: f64,
    /// What it brought.
    pub points: f64,
}

/// What was seen in a game.
#[derive(Default, Debug)]
pub struct Notes(pub Vec<Note>);

impl Notes {
    /// A seat had it once more.
    pub fn had(&mut self, group: &'static Group, name: impl Into<String>, seat: Seat) {
        self.much(group, name, seat, 1.0);
    }

    /// A seat had this much of it.
    pub fn much(&mut self, group: &'static Group, name: impl Into<String>, seat: Seat, amount: f64) {
        self.0.push(Note {
            group,
            name: name.into(),
            seat: Some(seat),
            amount,
            points: 0.0,
        });
    }

    /// A seat had it once more, and it brought this many points.
    pub fn brought(&mut self, group: &'static Group, name: impl Into<String>, seat: Seat, points: f64) {
        self.0.push(Note {
            group,
            name: name.into(),
            seat: Some(seat),
            amount: 1.0,
            points,
        });
    }

    /// It happened once more at the table.
    pub fn happened(&mut self, group: &'static Group, name: impl Into<String>) {
        self.0.push(Note {
            group,
            name: name.into(),
            seat: None,
            amount: 1.0,
            points: 0.0,
        });
    }
}
