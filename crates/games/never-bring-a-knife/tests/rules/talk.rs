//! NK-R13: table talk.

use never_bring_a_knife::{Claim, NeverBringAKnife, Place, Role, squire, squire_claim};
use roundtable_core::text::Page;
use roundtable_core::{AnyMatch, Claimed, Dice, Eye, Game, GameDeck, Match, Record, Rng, SeatHandle, Setup};
use serde_json::json;

use crate::seat;

fn start() -> Match<NeverBringAKnife> {
    Match::new(Setup::standard(5, 7)).expect("a game")
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
        let mv = squire(&game.seat(by), &mut rng);
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
}

#[test]
fn nk_r13_claims_change_nothing_in_the_game() {
    let talked = talkative();
    let mut silent = start();
    for line in &talked.record().moves {
        let (by, mv) = line.split_once(' ').expect("a move");
        silent
            .play(seat(by.parse().expect("a seat")), mv.parse().expect("a move"))
            .expect("legal without the talk");
    }
    for eye in Eye::limited(5).chain([Eye::All]) {
        assert_eq!(talked.view(eye), silent.view(eye));
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

#[test]
fn nk_r13_a_squire_names_an_enemy_once_and_never_a_friend_it_has_seen() {
    let mut named = 0;
    for seed in 0..40 {
        let mut journal = Vec::new();
        let deck = never_bring_a_knife::Deck::standard();
        let game =
            NeverBringAKnife::new(6, Default::default(), &deck, Dice::from_seed(seed), &mut journal).expect("a game");
        let own = seat(0);
        let handle = SeatHandle::new(&game, &journal, own);
        let view = game.view(Eye::Seat(own));
        let enemy = view.players[0].role.known.role() != view.players[1].role.known.role();
        let claim = squire_claim(&handle);
        assert_eq!(claim.is_some(), enemy, "only the left neighbour is known");
        if let Some(claim) = claim {
            named += 1;
            assert!(Page::plain(&claim).starts_with("Seat 1 is a "));
            let talk = [Claimed {
                ply: 0,
                seat: own,
                claim,
            }];
            assert_eq!(squire_claim(&handle.hearing(&talk)), None);
        }
    }
    assert!(named > 5);
}
