//! NK-R13: table talk.

use never_bring_a_knife::{Claim, NeverBringAKnife, Place, Role};
use roundtable_core::{AnyMatch, DiceSource, Eye, Game as _, Match, Record, Rng, Setup};
use serde_json::json;

use crate::seat;

fn start() -> Match<NeverBringAKnife> {
    Match::new(&Setup::standard(&NeverBringAKnife::INFO, 5), None, DiceSource::Seed(7)).expect("a game")
}

/// A game with something said before every move.
fn talkative() -> Match<NeverBringAKnife> {
    let mut game = start();
    let mut rng = Rng::new(1);
    for ply in 0..40 {
        let Some(by) = game.to_act().first() else { break };
        let speaker = seat(ply % 5);
        let role = if ply % 2 == 0 { Role::Cop } else { Role::Criminal };
        let claim = Claim::Role {
            at: Place::Seat(seat(ply % 3)),
            role,
        };
        game.claim(speaker, claim).expect("a claim");
        let mut legal = Vec::new();
        game.seat(by).legal_moves(&mut legal);
        let mv = rng.pick(&legal);
        game.play(by, mv).expect("a move");
    }
    game
}

#[test]
fn nk_r13_claims_are_read_from_json_and_written_as_sentences() {
    let mut game = start();
    let said = [
        (json!({"type": "own", "role": "cop"}), "I am a Cop."),
        (
            json!({"type": "role", "at": 2, "role": "criminal"}),
            "Seat 2 is a Criminal.",
        ),
        (
            json!({"type": "role", "at": "boss", "role": "cop"}),
            "The boss is a Cop.",
        ),
        (
            json!({"type": "played", "card": "gun", "target": 4}),
            "I played the card Gun on Seat 4.",
        ),
    ];
    for (claim, text) in &said {
        AnyMatch::claim(&mut game, seat(3), claim).expect("a claim");
        let last = game.claims().pop().expect("it was heard");
        assert_eq!(
            (&last.claim, last.text.as_str(), last.seat, last.ply),
            (claim, *text, seat(3), 0)
        );
    }
    let refused = |game: &mut Match<NeverBringAKnife>, by: usize, claim| {
        AnyMatch::claim(game, seat(by), &claim).unwrap_err().code
    };
    assert_eq!(refused(&mut game, 5, json!({"type": "own", "role": "cop"})), "bad_seat");
    assert_eq!(
        refused(&mut game, 0, json!({"type": "role", "at": 5, "role": "cop"})),
        "bad_claim"
    );
    assert_eq!(refused(&mut game, 0, json!({"type": "threat"})), "bad_claim");
    assert_eq!(game.claims().len(), 4);
    for eye in [Eye::Seat(seat(1)), Eye::Table] {
        let heard = &AnyMatch::view(&game, eye)["claims"];
        assert_eq!(heard.as_array().map(Vec::len), Some(4), "everybody hears what is said");
    }
}

#[test]
fn nk_r13_claims_change_nothing_in_the_game() {
    let talked = talkative();
    let mut silent = start();
    for line in &talked.record().moves {
        silent
            .play(line.seat, line.notation.parse().expect("a move"))
            .expect("legal without the talk");
    }
    for eye in Eye::limited(5).chain([Eye::All]) {
        let mut view = talked.view(eye);
        let claims = view.as_object_mut().and_then(|fields| fields.remove("claims"));
        assert!(claims.is_some());
        assert_eq!(view, silent.view(eye), "what was said is all the difference");
        assert_eq!(talked.events(eye, 0), silent.events(eye, 0));
    }
    assert_eq!(talked.record().moves, silent.record().moves);
}

#[test]
fn nk_r13_claims_are_stored_in_their_place_and_come_back() {
    let talked = talkative();
    let record = talked.record();
    assert_eq!(record.talk.len(), talked.ply());
    assert!(record.talk.iter().enumerate().all(|(i, said)| said.ply == i));
    let read = Record::parse(&record.to_text()).expect("a record");
    let again = Match::<NeverBringAKnife>::replay(&read).expect("a replay");
    assert_eq!(again.claims(), talked.claims());
    assert_eq!(again.record(), record);
    let mut displaced = record.clone();
    displaced.talk[0].ply = 999;
    displaced.digest = None;
    assert_eq!(
        Match::<NeverBringAKnife>::replay(&displaced).unwrap_err().code,
        "bad_replay"
    );
    assert!(
        !start().record().to_text().contains("talk"),
        "a record without talk does not mention it"
    );
}
