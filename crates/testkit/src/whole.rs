//! Checks of whole games: set-up, determinism, records.

use std::sync::Arc;

use roundtable_core::{
    AnyMatch, Audit, Dice, DiceSource, Eye, Game, GameDeck, GameMove, MAX_SEATS, Match, Record, Seat, Silent, Told,
};

use crate::breach::{Breach, Check, holds};
use crate::print::{Print, told};
use crate::walk::{Setting, Walk};

pub(crate) fn setup<G: Game>() -> Result<(), Breach> {
    let deck = G::Deck::standard();
    for players in 0..=MAX_SEATS + 2 {
        let wanted = (G::INFO.min_players..=G::INFO.max_players).contains(&players);
        let result = G::new(players, G::Options::default(), &deck, Dice::from_seed(0), &mut Silent);
        holds!(
            Check::Setup,
            result.is_ok() == wanted,
            "for {players} players it answers {:?}",
            result.err()
        );
        if let Ok(position) = result {
            holds!(
                Check::Setup,
                position.players() == players,
                "at a table of {players} sit {}",
                position.players()
            );
        }
    }
    Ok(())
}

/// Plays a game, then the same again: once with a listener, once without, and with clones that go astray on the way.
pub(crate) fn determinism<G: Audit>(setting: Setting<G::Options>, seed: u64, longest: usize) -> Result<(), Breach> {
    let mut first: Vec<Told<G::Event>> = Vec::new();
    let mut walk = Walk::<G>::new(setting, seed, &mut first)?;
    let mut prints = vec![Print::of(&walk.position)];
    while let Some(next) = walk.pick()? {
        walk.play(next, &mut first);
        prints.push(Print::of(&walk.position));
        holds!(
            Check::Termination,
            prints.len() <= longest,
            "a random game does not end within {longest} moves"
        );
    }
    let mut again: Vec<Told<G::Event>> = Vec::new();
    let mut second = Walk::<G>::new(setting, seed, &mut again)?;
    let mut silent = Walk::<G>::new(setting, seed, &mut Silent)?;
    for (ply, &mv) in walk.moves.iter().enumerate() {
        let same = Print::of(&second.position) == prints[ply];
        holds!(
            Check::Determinism,
            same,
            "the same dice and moves lead elsewhere ({})",
            second.place()
        );
        holds!(
            Check::Determinism,
            Print::of(&silent.position) == prints[ply],
            "without a listener it goes elsewhere ({})",
            silent.place()
        );
        let mut astray = second.position.clone();
        let acting = astray.to_act();
        if let Some(seat) = acting.first() {
            let legal = crate::print::moves(&astray, seat);
            astray.play(seat, second.rng.pick(&legal), &mut Silent);
        }
        let same = Print::of(&second.position) == prints[ply];
        holds!(
            Check::Determinism,
            same,
            "playing on with a clone changes the original ({})",
            second.place()
        );
        second.play(mv, &mut again);
        silent.play(mv, &mut Silent);
    }
    let end = prints.last().is_some_and(|print| Print::of(&second.position) == *print);
    holds!(
        Check::Determinism,
        end,
        "the same dice and moves end elsewhere ({})",
        second.place()
    );
    let heard = |journal: &[Told<G::Event>]| told(journal, Eye::All);
    holds!(
        Check::Determinism,
        heard(&first) == heard(&again),
        "the same moves tell other events ({})",
        second.place()
    );
    Ok(())
}

/// Plays a game through the gate, with refused moves on the way, and replays its record.
pub(crate) fn records<G: Audit>(setting: Setting<G::Options>, seed: u64) -> Result<(), Breach> {
    let refused = |what: String| Breach::new(Check::Records, what);
    let mut walk = Walk::<G>::new(setting, seed, &mut Silent)?;
    let standard = Arc::new(roundtable_core::Setting::standard(setting.players, setting.options));
    let mut game = Match::<G>::deal(standard, DiceSource::Seed(seed))
        .map_err(|refusal| refused(format!("no match: {refusal}")))?;
    while let Some((seat, mv)) = walk.pick()? {
        let number = walk.rng.below(G::Move::count(setting.players));
        let wild = G::Move::from_number(number, setting.players);
        for other in Seat::all(setting.players) {
            if let Some(wild) = wild
                && walk.position.check(other, wild).is_err()
            {
                let before = (game.record(), game.event_count(), game.view(Eye::All));
                holds!(
                    Check::Untouched,
                    Match::play(&mut game, other, wild).is_err(),
                    "`{wild}` is refused and yet played"
                );
                let same = before == (game.record(), game.event_count(), game.view(Eye::All));
                holds!(
                    Check::Untouched,
                    same,
                    "the refusal of `{wild}` has changed the match ({})",
                    walk.place()
                );
            }
        }
        Match::play(&mut game, seat, mv).map_err(|illegal| {
            Breach::new(Check::Agreement, format!("listed `{mv}` is refused: {illegal}")).at(&walk.place())
        })?;
        walk.play((seat, mv), &mut Silent);
    }
    let record = game.record();
    let read = Record::parse(&record.to_text()).map_err(|refusal| refused(refusal.to_string()))?;
    holds!(Check::Records, read == record, "a record is not read back");
    let again = Match::<G>::replay(&read).map_err(|refusal| refused(format!("{refusal} ({})", walk.place())))?;
    for eye in Eye::limited(setting.players).chain([Eye::All]) {
        holds!(
            Check::Records,
            game.view(eye) == again.view(eye),
            "{eye:?} sees another end in the replay ({})",
            walk.place()
        );
        holds!(
            Check::Records,
            game.events(eye, 0) == again.events(eye, 0),
            "{eye:?} is told other things in the replay ({})",
            walk.place()
        );
    }
    holds!(
        Check::Records,
        again.record() == record,
        "the replay has another record ({})",
        walk.place()
    );
    Ok(())
}
