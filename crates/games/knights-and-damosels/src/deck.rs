//! What is printed on the event cards and the Service cards, and the victory conditions, from a deck file (KD-R2,
//! KD-R4, KD-R5, KD-R27a).

use roundtable_core::deck::{Problems, Spanned};
use roundtable_core::{Game as _, GameDeck};
use serde::Deserialize;

use crate::calls::SERVICES;
use crate::cards::{CHIVALRIES, Chivalry, ChivalrySet, EVENTS, EventCard, EventKind, Kind};
use crate::state::KnightsAndDamosels;

/// The most worship that a victory can take (KD-P1).
pub const MOST_WORSHIP: u16 = 200;

/// How many numbers of players have goals.
const TABLES: usize = 4;

/// What the Service cards in the box call for (KD-R27a).
const BOX_SERVICES: [[Chivalry; 3]; SERVICES] = [
    [Chivalry::Armor, Chivalry::Loyalty, Chivalry::Farmer],
    [Chivalry::Horse, Chivalry::Honor, Chivalry::Forester],
    [Chivalry::Sword, Chivalry::Valor, Chivalry::Fisher],
];

/// The fewest players.
const FEWEST: usize = 3;

/// What is printed on an event card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EventPrint {
    /// Its kind.
    pub kind: EventKind,
    /// The chivalries that can be offered, or are struck.
    pub listed: ChivalrySet,
    /// The chivalry that earns 1 more.
    pub bonus: Option<Chivalry>,
}

impl EventPrint {
    /// The listed chivalries that are placed face-up or face-down.
    #[must_use]
    pub fn placed(&self) -> ChivalrySet {
        match self.kind {
            EventKind::War => self.listed.within(ChivalrySet::of(Kind::Arms)),
            EventKind::Quest => self.listed.within(ChivalrySet::of(Kind::Virtue)),
            EventKind::Prosperity => ChivalrySet::NONE,
            EventKind::Disaster => self.listed,
        }
    }
}

/// What each victory takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Goals {
    /// Cards of the damosel with one knight.
    pub given: u8,
    /// Cards of the knight.
    pub earned: u8,
    /// Worship.
    pub worship: u16,
}

/// The cards of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    /// The events, by [`EventCard`].
    pub events: [EventPrint; EVENTS],
    /// The goals with 3, 4, 5 and 6 players.
    pub goals: [Goals; TABLES],
    /// What each Service card calls for.
    pub services: [ChivalrySet; SERVICES],
}

impl Deck {
    /// What each victory takes with this many players.
    pub(crate) fn goals_for(&self, players: usize) -> Goals {
        self.goals[players.saturating_sub(FEWEST).min(TABLES - 1)]
    }
}

/// The shape of a deck file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    game: Spanned<String>,
    goals: GoalsFile,
    event: Events,
    /// Deck files older than the option `service` have none: then the cards are those in the box.
    service: Option<ServiceFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ServiceFile {
    cards: Spanned<Vec<Spanned<Vec<Spanned<Chivalry>>>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GoalsFile {
    given: Spanned<Vec<Spanned<u16>>>,
    earned: Spanned<Vec<Spanned<u16>>>,
    worship: Spanned<Vec<Spanned<u16>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Events {
    badon: Printed,
    carlion: Printed,
    rome: Printed,
    grail: Printed,
    beast: Printed,
    isoud: Printed,
    excalibur: Printed,
    marriage: Printed,
    table: Printed,
    adultery: Printed,
    merlin: Printed,
    mordred: Printed,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Printed {
    kind: EventKind,
    listed: Spanned<Vec<Spanned<Chivalry>>>,
    bonus: Option<Spanned<Chivalry>>,
}

impl GameDeck for Deck {
    const DEFAULT: &'static str = include_str!("../deck.toml");
    type File = File;

    fn build(file: File, problems: &mut Problems<'_>) -> Option<Self> {
        problems.expect_game(&file.game, KnightsAndDamosels::INFO.slug);
        let cards = CHIVALRIES as u16;
        let given = read_goals("given", &file.goals.given, cards, problems);
        let earned = read_goals("earned", &file.goals.earned, cards, problems);
        let worship = read_goals("worship", &file.goals.worship, MOST_WORSHIP, problems);
        let goals = std::array::from_fn(|i| Goals {
            given: given[i] as u8,
            earned: earned[i] as u8,
            worship: worship[i],
        });
        let Events {
            badon,
            carlion,
            rome,
            grail,
            beast,
            isoud,
            excalibur,
            marriage,
            table,
            adultery,
            merlin,
            mordred,
        } = &file.event;
        let written = [
            badon, carlion, rome, grail, beast, isoud, excalibur, marriage, table, adultery, merlin, mordred,
        ];
        let events = std::array::from_fn(|i| read_event(EventCard::ALL[i], written[i], problems));
        let services = match &file.service {
            Some(written) => read_services(&written.cards, problems),
            None => BOX_SERVICES.map(|cards| cards.into_iter().collect()),
        };
        Some(Self {
            events,
            goals,
            services,
        })
    }
}

fn read_goals(
    name: &str,
    written: &Spanned<Vec<Spanned<u16>>>,
    most: u16,
    problems: &mut Problems<'_>,
) -> [u16; TABLES] {
    let list = written.get_ref();
    if list.len() != TABLES {
        problems.at(
            written,
            &format!("goals.{name}"),
            format_args!("there is one number each for 3, 4, 5 and 6 players, not {}", list.len()),
        );
    }
    let mut goals = [1; TABLES];
    for (i, (goal, number)) in goals.iter_mut().zip(list).enumerate() {
        *goal = *number.get_ref();
        if !(1..=most).contains(goal) {
            problems.at(
                number,
                &format!("goals.{name}[{i}]"),
                format_args!("this goal is from 1 to {most}, not {goal}"),
            );
        }
    }
    goals
}

fn read_services(
    written: &Spanned<Vec<Spanned<Vec<Spanned<Chivalry>>>>>,
    problems: &mut Problems<'_>,
) -> [ChivalrySet; SERVICES] {
    let list = written.get_ref();
    if list.len() != SERVICES {
        problems.at(
            written,
            "service.cards",
            format_args!("there are {SERVICES} Service cards, not {}", list.len()),
        );
    }
    let mut services = [ChivalrySet::NONE; SERVICES];
    for (i, (calls, card)) in services.iter_mut().zip(list).enumerate() {
        for (j, chivalry) in card.get_ref().iter().enumerate() {
            let face = *chivalry.get_ref();
            if calls.contains(face) {
                let field = format!("service.cards[{i}][{j}]");
                problems.at(chivalry, &field, format_args!("{face} is called for twice"));
            }
            calls.insert(face);
        }
        if calls.is_empty() {
            let field = format!("service.cards[{i}]");
            problems.at(card, &field, "a Service card calls for at least one chivalry");
        }
    }
    services
}

fn read_event(card: EventCard, written: &Printed, problems: &mut Problems<'_>) -> EventPrint {
    let mut listed = ChivalrySet::NONE;
    for (i, chivalry) in written.listed.get_ref().iter().enumerate() {
        let field = || format!("event.{card}.listed[{i}]");
        let face = *chivalry.get_ref();
        if listed.contains(face) {
            problems.at(chivalry, &field(), format_args!("{face} is listed twice"));
        }
        let foreign = match written.kind {
            EventKind::War => face.kind() == Kind::Virtue,
            EventKind::Quest => face.kind() == Kind::Arms,
            EventKind::Prosperity => false,
            EventKind::Disaster => listed.iter().any(|other| other.kind() != face.kind()),
        };
        if foreign {
            let rule = match written.kind {
                EventKind::War => "a war lists Arms and Vassalage",
                EventKind::Quest => "a quest lists Virtue and Vassalage",
                EventKind::Prosperity | EventKind::Disaster => "a disaster lists cards of one kind",
            };
            problems.at(chivalry, &field(), format_args!("{rule}, so not {face} (KD-P1)"));
        }
        listed.insert(face);
    }
    if listed.is_empty() {
        let field = format!("event.{card}.listed");
        problems.at(&written.listed, &field, "an event lists at least one chivalry");
    }
    if let Some(bonus) = &written.bonus {
        let (field, face) = (format!("event.{card}.bonus"), *bonus.get_ref());
        if written.kind == EventKind::Disaster {
            problems.at(bonus, &field, "a disaster has no bonus");
        } else if !listed.contains(face) {
            problems.at(
                bonus,
                &field,
                format_args!("the bonus is for a listed chivalry, not for {face}"),
            );
        }
    }
    EventPrint {
        kind: written.kind,
        listed,
        bonus: written.bonus.as_ref().map(|bonus| *bonus.get_ref()),
    }
}
