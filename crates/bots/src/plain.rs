//! Bots for a game that nobody has taught them anything about. They need nothing but the contract.

use roundtable_core::{Game, Rng, Seat, SeatHandle, Silent, json};

use crate::abilities::shares;

/// How many samples the plain squire tries its moves on.
const SAMPLES: usize = 16;

/// The most moves it compares; of more, it looks at some at random.
const MOVES: usize = 24;

/// After how many moves a rollout ends without a verdict.
const LONGEST: usize = 300;

/// A squire for any game: one move ahead on samples, and then everybody plays at random.
pub(crate) fn squire<G: Game>(seat: &SeatHandle<'_, G>, rng: &mut Rng) -> G::Move {
    let (mut moves, mut scratch) = (Vec::new(), Vec::new());
    seat.legal_moves(&mut moves);
    if let [only] = moves[..] {
        return only;
    }
    rng.shuffle(&mut moves);
    moves.truncate(MOVES);
    let mut values = vec![0.0; moves.len()];
    for _ in 0..SAMPLES {
        // All moves are tried on the same sample and with the same luck, so that they differ by nothing else.
        let (sample, luck) = (seat.sample(rng), rng.next_u64());
        for (mv, value) in moves.iter().zip(&mut values) {
            let mut position = sample.clone();
            position.play(seat.seat(), *mv, &mut Silent);
            *value += rollout(position, seat.seat(), &mut Rng::new(luck), &mut scratch);
        }
    }
    let best = (1..moves.len()).fold(0, |best, other| if values[other] > values[best] { other } else { best });
    moves[best]
}

/// What a seat gets if everybody plays on at random.
fn rollout<G: Game>(mut position: G, seat: Seat, rng: &mut Rng, moves: &mut Vec<G::Move>) -> f32 {
    for _ in 0..LONGEST {
        let Some(acting) = position.to_act().first() else { break };
        position.legal_moves(acting, moves);
        position.play(acting, rng.pick(moves), &mut Silent);
    }
    shares(&position)[seat.index()]
}

/// A number for an event as it was told: every event that can be told apart counts as a choice.
pub(crate) fn choice(event: &impl serde::Serialize) -> u64 {
    // FNV-1a: choices must have the same numbers on every machine and with every compiler.
    let bytes = json::to_string(event).into_bytes();
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Gives a game all bots, none of which knows anything about it beyond the contract. Replace what it gives by
/// implementations of one's own, trait by trait, as the bots are taught.
#[macro_export]
macro_rules! plain {
    ($game:ty) => {
        impl $crate::Squire for $game {}

        impl $crate::Insight for $game {
            type Beliefs = ();
        }

        impl $crate::Rollouts for $game {
            fn squire_on(
                &self,
                _: $crate::contract::Seat,
                moves: &[Self::Move],
                _: &(),
                rng: &mut $crate::contract::Rng,
            ) -> Self::Move {
                // A plain squire plays rollouts itself, so those below a tree are played by chance.
                rng.pick(moves)
            }
        }

        impl $crate::Exact for $game {}

        impl $crate::Learnt for $game {}

        impl $crate::Sealed for $game {}
    };
}

#[cfg(test)]
mod tests {
    use high_card::HighCard;
    use roundtable_core::{AnyMatch as _, DiceSource, Game as _, Match, Seat, Setup};

    use crate::{BotSpec, Level};

    crate::plain!(HighCard);

    /// The share of victories of a bot of this level against two of another, on every seat in turn.
    fn share(level: Level, other: Level, games: u64) -> f32 {
        let mut won = 0.0;
        for seed in 0..games {
            let setup = Setup::standard(&HighCard::INFO, 3);
            let mut game: Match<HighCard> = Match::new(&setup, None, DiceSource::Seed(seed)).expect("a game");
            let own = (seed % 3) as usize;
            let mut bots: Vec<_> = (0..3)
                .map(|seat| BotSpec::Level(if seat == own { level } else { other }).bot::<HighCard>(seed))
                .collect();
            while let Some(seat) = game.to_act().first() {
                let mv = bots[seat.index()].choose(&game.seat(seat));
                game.play(seat, mv).expect("a legal move");
            }
            let winners = game.outcome().expect("it is over").winners();
            if winners.contains(Seat::new(own)) {
                won += 1.0 / winners.len() as f32;
            }
        }
        won / games as f32
    }

    #[test]
    fn bots_play_a_game_that_nobody_taught_them() {
        let squire = share(Level::Squire, Level::Page, 300);
        assert!(squire > 0.39, "fair is a third; the squire has {squire}");
        let knight = share(Level::Knight, Level::Page, 300);
        assert!(knight > 0.39, "fair is a third; the knight has {knight}");
    }

    #[test]
    fn events_that_can_be_told_apart_are_different_choices() {
        let [a, b] = ["{\"card\":1}", "{\"card\":2}"].map(|text| super::choice(&text));
        assert_ne!(a, b);
        // Golden: levels are the same on every machine.
        assert_eq!(super::choice(&"a"), 0xd427_2417_d7c7_7eea);
    }
}
