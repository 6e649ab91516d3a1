//! Samples that a program holds by handles: how a bot in another language searches.
//!
//! Honest by construction: nothing here has the real position. A sample is drawn by a [`SeatHandle`], which gives
//! nothing else away, and every other request works on samples.

use std::collections::BTreeMap;

use roundtable_core::{AnyMatch, AnyMove, Eye, Game, Raw, Rng, Seat, SeatHandle, Silent, Told, WrittenMove, json};
use roundtable_protocol::referee::Result as Outcome;
use roundtable_protocol::samples::{Handle, MOST_GAMES, MOST_SAMPLES, Request, seat_of};
use roundtable_protocol::{Code, Refusal};

use crate::any::of;
use crate::{Level, Searchable};

/// The samples of a match of any game, for the referee.
pub trait AnySamples: Send {
    /// Answers a request; `game` is the match that samples are drawn from.
    ///
    /// # Errors
    /// Why it is refused; nothing changes.
    fn answer(&mut self, game: &dyn AnyMatch, request: Request) -> Result<Outcome<'_>, Refusal>;

    /// Frees all samples: the game goes on, and they no longer agree with it.
    fn clear(&mut self);
}

impl<G: Searchable> AnySamples for Samples<G> {
    fn answer(&mut self, game: &dyn AnyMatch, request: Request) -> Result<Outcome<'_>, Refusal> {
        self.reply(request, |seat| {
            let seat = seat_of(seat, game.players(), game.to_act())?;
            Ok(of::<G>(game)?.seat(seat))
        })
    }

    fn clear(&mut self) {
        self.held.clear();
    }
}

/// The samples that one program holds.
pub(crate) struct Samples<G: Game> {
    held: BTreeMap<Handle, Sample<G>>,
    /// The handle of the next sample. Handles are not used again, so an old one cannot mean another sample.
    next: Handle,
    rng: Rng,
    /// A buffer for the part of an answer that is written in the game's own types.
    part: String,
}

#[derive(Clone)]
struct Sample<G> {
    /// Who drew it.
    seat: Seat,
    position: G,
}

impl<G: Searchable> Samples<G> {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            held: BTreeMap::new(),
            next: 0,
            rng: Rng::new(seed),
            part: String::new(),
        }
    }

    /// Answers a request. `handle` finds the handle of the seat that a sample is drawn for.
    pub(crate) fn reply<'a>(
        &mut self,
        request: Request,
        handle: impl FnOnce(Option<u64>) -> Result<SeatHandle<'a, G>, Refusal>,
    ) -> Result<Outcome<'_>, Refusal> {
        self.part.clear();
        match request {
            Request::Sample { seat, seed } => {
                let drawn_by = handle(seat)?;
                self.has_room()?;
                if let Some(seed) = seed {
                    self.rng = Rng::new(seed);
                }
                let position = drawn_by.sample(&mut self.rng);
                let seat = drawn_by.seat();
                Ok(self.hold(Sample { seat, position }))
            }
            Request::Fork { handle } => {
                let copy = self.sample(handle)?.clone();
                self.has_room()?;
                Ok(self.hold(copy))
            }
            Request::Legal { handle, seat } => {
                let position = &self.sample(handle)?.position;
                let players = position.players();
                let seat = seat_of(seat, players, position.to_act())?;
                let mut moves = Vec::new();
                position.legal_moves(seat, &mut moves);
                let moves: Vec<_> = moves.into_iter().map(|mv| WrittenMove::new(mv, players)).collect();
                json::write(&moves, &mut self.part);
                let moves = Raw(&self.part);
                Ok(Outcome::Legal { seat, moves })
            }
            Request::View { handle, eye } => {
                let position = &self.sample(handle)?.position;
                let view = position.view(eye.at(position.players())?);
                json::write(&view, &mut self.part);
                Ok(Outcome::View { view: Raw(&self.part) })
            }
            Request::Step { handle, seat, mv } => {
                let sample = self.held.get_mut(&handle).ok_or_else(|| missing(handle, self.next))?;
                let players = sample.position.players();
                let seat = seat_of(seat, players, sample.position.to_act())?;
                let mv = AnyMove::from(&mv).read::<G>(players)?;
                sample
                    .position
                    .check(seat, mv)
                    .map_err(roundtable_core::Refusal::from)?;
                let mut told: Vec<Told<G::Event>> = Vec::new();
                sample.position.play(seat, mv, &mut told);
                let eye = Eye::Seat(sample.seat);
                let events: Vec<_> = told.iter().map(|told| told.to(eye)).collect();
                json::write(&events, &mut self.part);
                Ok(Outcome::Stepped {
                    events: Raw(&self.part),
                    to_act: sample.position.to_act(),
                    outcome: sample.position.outcome(),
                })
            }
            Request::Rollout { handle, games, by } => {
                let level = level(by.as_deref())?;
                if !(1..=MOST_GAMES).contains(&games) {
                    return Err(Refusal::new(
                        Code::BadRequest,
                        format!("`games` goes from 1 to {MOST_GAMES}; ask again for more"),
                    ));
                }
                let position = self.sample(handle)?.position.clone();
                let shares = self.roll_out(&position, games, level);
                Ok(Outcome::Rolled { games, shares })
            }
            Request::Free { handle } => {
                self.held.remove(&handle).ok_or_else(|| missing(handle, self.next))?;
                let room = MOST_SAMPLES - self.held.len();
                Ok(Outcome::Freed { room })
            }
        }
    }

    fn sample(&self, handle: Handle) -> Result<&Sample<G>, Refusal> {
        self.held.get(&handle).ok_or_else(|| missing(handle, self.next))
    }

    fn has_room(&self) -> Result<(), Refusal> {
        if self.held.len() < MOST_SAMPLES {
            return Ok(());
        }
        Err(Refusal::new(
            Code::TooMany,
            format!("you hold {MOST_SAMPLES} samples, and no more are kept: `free` those you have done with"),
        ))
    }

    fn hold(&mut self, sample: Sample<G>) -> Outcome<'_> {
        let handle = self.next;
        self.next += 1;
        let answer = Outcome::Sampled {
            handle,
            to_act: sample.position.to_act(),
            outcome: sample.position.outcome(),
        };
        self.held.insert(handle, sample);
        answer
    }

    /// What each seat gets on average when bots of a level play on.
    fn roll_out(&mut self, from: &G, games: u32, level: Level) -> Vec<f32> {
        let mut sum = vec![0.0; from.players()];
        let mut bot = level.bot::<G>(self.rng.next_u64());
        for _ in 0..games {
            let mut position = from.clone();
            while let Some(seat) = position.to_act().first() {
                let mv = bot.choose(&SeatHandle::new(&position, &[], seat));
                position.play(seat, mv, &mut Silent);
            }
            for (sum, share) in sum.iter_mut().zip(position.shares()) {
                *sum += share;
            }
        }
        sum.into_iter().map(|sum| sum / games as f32).collect()
    }
}

fn missing(handle: Handle, next: Handle) -> Refusal {
    let message = if handle < next {
        format!("the sample {handle} is gone: it was freed, or the game has gone on since; draw another with `sample`")
    } else {
        format!("there is no sample {handle} yet: `sample` and `fork` give handles")
    };
    Refusal::new(Code::BadHandle, message)
}

/// The level that plays a rollout. A search in every move would take too long.
fn level(name: Option<&str>) -> Result<Level, Refusal> {
    let bad = |message| Refusal::new(Code::BadLevel, message);
    let level: Level = name.map_or(Ok(Level::Page), |name| name.parse().map_err(bad))?;
    if level.searches() {
        return Err(bad(format!(
            "a {level} searches, which takes too long: rollouts are by page or squire"
        )));
    }
    Ok(level)
}

#[cfg(test)]
mod tests {
    use roundtable_catalog::{GameId, with_game};
    use roundtable_core::{DiceSource, Match};
    use roundtable_protocol::referee::Answer;
    use serde_json::{Value, json};

    use super::*;

    fn ask<G: Searchable>(samples: &mut Samples<G>, seat: SeatHandle<'_, G>, request: &Value) -> Value {
        let request = serde_json::from_value(request.clone()).expect("a request");
        let answer = json::to_string(&Answer::from(samples.reply(request, |_| Ok(seat))));
        serde_json::from_str(&answer).expect("an answer is JSON")
    }

    fn some_way_in<G: Searchable>(moves: usize) -> Match<G> {
        let setup = roundtable_core::Setup::standard(&G::INFO, G::INFO.max_players);
        let mut game = Match::<G>::new(&setup, None, DiceSource::Seed(11)).expect("a game");
        let mut bot = Level::Page.bot::<G>(4);
        for _ in 0..moves {
            let Some(seat) = game.to_act().first() else {
                break;
            };
            let mv = bot.choose(&game.seat(seat));
            game.play(seat, mv).expect("a legal move");
        }
        game
    }

    /// Whatever the seat cannot know may differ: all answers stay the same to the last byte.
    fn tells_nothing<G: Searchable>() {
        let game = some_way_in::<G>(12);
        for seat in Seat::all(G::INFO.max_players) {
            let real = game.seat(seat);
            let other = real.sample(&mut Rng::new(99));
            let other = SeatHandle::new(&other, &[], seat);
            let (mut of_real, mut of_other) = (Samples::<G>::new(3), Samples::<G>::new(3));
            let first = real
                .sample(&mut Rng::new(3))
                .to_act()
                .first()
                .expect("somebody")
                .index();
            for request in [
                json!({"cmd": "sample"}),
                json!({"cmd": "view", "handle": 0, "eye": "all"}),
                json!({"cmd": "legal", "handle": 0, "seat": first}),
                json!({"cmd": "fork", "handle": 0}),
                json!({"cmd": "rollout", "handle": 1, "games": 2}),
                json!({"cmd": "view", "handle": 1, "eye": first}),
            ] {
                let answer = ask(&mut of_real, real, &request);
                assert_eq!(answer["ok"], true, "{request}: {answer}");
                assert_eq!(
                    answer,
                    ask(&mut of_other, other, &request),
                    "{} to seat {seat}",
                    G::INFO.name
                );
            }
        }
    }

    #[test]
    fn no_answer_depends_on_what_the_seat_cannot_know() {
        for game in GameId::HOUSE {
            with_game!(game, G => tells_nothing::<G>());
        }
    }

    #[test]
    fn samples_are_bounded_and_handles_never_mean_another() {
        use roundtable_catalog::games::shock::Shock;
        let game = some_way_in::<Shock>(3);
        let seat = game.seat(Seat::new(0));
        let mut samples = Samples::<Shock>::new(1);
        for handle in 0..MOST_SAMPLES {
            let answer = ask(&mut samples, seat, &json!({"cmd": "sample"}));
            assert_eq!(answer["handle"], handle);
        }
        for request in [json!({"cmd": "sample"}), json!({"cmd": "fork", "handle": 7})] {
            let answer = ask(&mut samples, seat, &request);
            assert_eq!(answer["error"]["code"], "too_many", "{answer}");
        }
        assert_eq!(ask(&mut samples, seat, &json!({"cmd": "free", "handle": 7}))["room"], 1);
        assert_eq!(
            ask(&mut samples, seat, &json!({"cmd": "fork", "handle": 8}))["handle"],
            MOST_SAMPLES
        );
        for request in [
            json!({"cmd": "free", "handle": 7}),
            json!({"cmd": "legal", "handle": 7}),
            json!({"cmd": "step", "handle": 9999, "move": 0}),
        ] {
            let answer = ask(&mut samples, seat, &request);
            assert_eq!(answer["error"]["code"], "bad_handle", "{answer}");
        }
        samples.clear();
        let answer = ask(&mut samples, seat, &json!({"cmd": "rollout", "handle": 8}));
        assert_eq!(answer["error"]["code"], "bad_handle", "{answer}");
    }

    #[test]
    fn a_fork_has_the_same_future_and_a_step_changes_only_one() {
        for game in GameId::HOUSE {
            with_game!(game, G => {
                let game = some_way_in::<G>(6);
                let mut samples = Samples::<G>::new(8);
                let mut of = |request: Value| ask(&mut samples, game.seat(Seat::new(0)), &request);
                let mut state = of(json!({"cmd": "sample"}));
                of(json!({"cmd": "fork", "handle": 0}));
                let before = of(json!({"cmd": "view", "handle": 0, "eye": "all"}));
                let mut steps = Vec::new();
                while let Some(seat) = state["to_act"].get(0).filter(|_| steps.len() < 40).cloned() {
                    let legal = of(json!({"cmd": "legal", "handle": 1, "seat": seat}));
                    let mv = legal["moves"][0]["notation"].clone();
                    state = of(json!({"cmd": "step", "handle": 1, "seat": seat, "move": mv}));
                    assert_eq!(state["ok"], true, "{state}");
                    steps.push((seat, mv));
                }
                assert_eq!(before, of(json!({"cmd": "view", "handle": 0, "eye": "all"})));
                for (seat, mv) in steps {
                    of(json!({"cmd": "step", "handle": 0, "seat": seat, "move": mv}));
                }
                let ends = [0, 1].map(|handle| of(json!({"cmd": "view", "handle": handle, "eye": "all"})));
                assert_eq!(ends[0], ends[1]);
                assert_ne!(before, ends[0]);
            });
        }
    }
}
