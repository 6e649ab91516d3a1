//! What is shown of a person's games: results, ratings, statistics, and for oneself the result without luck.

use std::collections::BTreeMap;

use roundtable_core::Seat;
use roundtable_protocol::review::{Points, Summary};
use roundtable_protocol::{
    FinishedGame, GameStatistics, PersonId, Profile, RatingInfo, SeatKind, SeatResult, WithoutLuck,
};
use roundtable_ratings::Rating;
use roundtable_review::VERSION;
use serde::Deserialize;

use crate::site::Site;
use crate::store::{Person, SEVERAL, StoreError, StoredGame, StoredProfile, StoredRating, StoredSeat};

/// How many reviewed games the result without luck looks at.
const REVIEWED: usize = 50;

/// How many standard errors the ends of a 95 % interval are from the middle.
const Z: f64 = 1.96;

/// What is shown of a person to this viewer.
pub(crate) async fn profile(site: &Site, person: Person, viewer: Option<&PersonId>) -> Result<Profile, StoreError> {
    let own = viewer == Some(&person.id);
    let stored = site.store.profile(person.id.clone(), viewer.cloned()).await?;
    let private = stored.hidden;
    if private && !own {
        return Ok(Profile {
            id: person.id,
            name: person.name,
            bot: person.bot,
            private,
            games: None,
            moments: None,
        });
    }
    let mut luck = BTreeMap::new();
    if own {
        let reviewed = site.store.reviewed(person.id.clone(), VERSION, REVIEWED).await?;
        luck = without_luck(&reviewed);
    }
    let moments = stored.moments.clone();
    Ok(Profile {
        id: person.id,
        name: person.name,
        bot: person.bot,
        private,
        games: Some(statistics(stored, &mut luck)),
        moments: Some(moments),
    })
}

fn statistics(mut stored: StoredProfile, luck: &mut BTreeMap<String, WithoutLuck>) -> Vec<GameStatistics> {
    let StoredProfile { games, ratings, .. } = &mut stored;
    // A rating from games among friends is shown to everybody, without the games.
    for game in ratings.keys() {
        games.entry(game.clone()).or_default();
    }
    let shown = |(game, own): (String, crate::store::StoredStatistics)| GameStatistics {
        rating: stored.ratings.get(&game).map(|rating| rated(*rating)),
        finished: own.finished,
        abandoned: own.abandoned,
        won: own.won,
        streak: own.streak,
        best_streak: own.best_streak,
        against: own.against,
        without_luck: luck.remove(&game),
        game,
    };
    stored.games.into_iter().map(shown).collect()
}

/// A rating as it is shown: in tenths of a point.
pub(crate) fn rated(stored: StoredRating) -> RatingInfo {
    let (low, high) = stored.rating.interval();
    RatingInfo {
        points: tenths(stored.rating.points()),
        low: tenths(low),
        high: tenths(high),
        provisional: stored.rating.is_provisional(),
        games: stored.games.try_into().unwrap_or_default(),
    }
}

fn tenths(points: f64) -> f64 {
    (points * 10.0).round() / 10.0
}

/// A finished game of this person, as it is shown.
pub(crate) fn game(stored: StoredGame, person: &PersonId) -> FinishedGame {
    let own = stored
        .seats
        .iter()
        .find(|seat| seat.outcome.person.as_ref() == Some(person));
    FinishedGame {
        seat: own.map_or(Seat::new(0), |seat| seat.outcome.seat),
        table: stored.table,
        setup: stored.played.setup,
        public: stored.played.public,
        finished_at: stored.played.at,
        rated: stored.played.seq.is_some() && stored.played.unrated.is_none(),
        unrated: stored.played.unrated,
        seats: stored.seats.into_iter().map(seat).collect(),
    }
}

fn seat(stored: StoredSeat) -> SeatResult {
    let StoredSeat {
        outcome, name, rating, ..
    } = stored;
    // Somebody without a name is gone.
    let (name, claimed) = name.unzip();
    SeatResult {
        kind: match outcome.level {
            Some(_) => SeatKind::Bot,
            None => SeatKind::Person,
        },
        level: outcome.level,
        person: outcome.person.filter(|_| name.is_some()),
        bot: name.as_ref().is_some_and(|name| name.bot),
        name: name.map(|name| name.text),
        claimed: claimed.unwrap_or(false),
        side: outcome.side,
        place: outcome.place.into(),
        share: f64::from(outcome.share) / f64::from(SEVERAL),
        score: outcome.score,
        absent: outcome.absent,
        rating: rating.map(|mean| tenths(Rating { mean, deviation: 0 }.points())),
    }
}

/// What is read of a review here.
#[derive(Deserialize)]
struct Sums {
    seats: Vec<SeatSums>,
}

#[derive(Deserialize)]
struct SeatSums {
    seat: Seat,
    result: Points,
    summary: Summary,
}

/// The mean result without luck in each game. Luck is zero on average, so what is left says more about the player.
fn without_luck(reviewed: &[(String, Seat, String)]) -> BTreeMap<String, WithoutLuck> {
    let mut games: BTreeMap<&str, Vec<(f64, f64)>> = BTreeMap::new();
    for (game, seat, review) in reviewed {
        // A review that cannot be read is worked out again when somebody looks at it.
        let sums = serde_json::from_str::<Sums>(review).ok();
        let own = sums.and_then(|sums| sums.seats.into_iter().find(|own| own.seat == *seat));
        if let Some(own) = own {
            let luck = own.summary.deal + own.summary.luck;
            let result = (own.result.number(), (own.result - luck).number());
            games.entry(game).or_default().push(result);
        }
    }
    let sum = |(game, results): (&str, Vec<(f64, f64)>)| {
        let count = results.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| results.iter().map(of).sum::<f64>() / count / 100.0;
        let (share, adjusted) = (mean(|result| result.0), mean(|result| result.1));
        let squares = results
            .iter()
            .map(|(_, own)| (own / 100.0 - adjusted).powi(2))
            .sum::<f64>();
        let half = (results.len() > 1).then(|| Z * (squares / (count - 1.0) / count).sqrt());
        let luck = WithoutLuck {
            games: results.len(),
            share,
            adjusted,
            low: half.map(|half| adjusted - half),
            high: half.map(|half| adjusted + half),
        };
        (game.to_owned(), luck)
    };
    games.into_iter().map(sum).collect()
}
