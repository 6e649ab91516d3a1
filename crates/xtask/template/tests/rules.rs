//! One test for every rule, named after it, in the notation of the game.

use high_card::HighCard;
use roundtable_core::{DiceSource, Game as _, GameInfo, Match, Seat, Setup};

const INFO: GameInfo = HighCard::INFO;

fn game(players: usize) -> Match<HighCard> {
    Match::new(&Setup::standard(&INFO, players), None, DiceSource::Seed(1)).expect("a game")
}

/// HC-R1: three cards each, and seat 0 leads.
#[test]
fn r1_everybody_is_dealt_three_cards() {
    for players in INFO.min_players..=INFO.max_players {
        let game = game(players);
        let view = game.seat(Seat::new(0)).view();
        assert_eq!(view.turn, Some(Seat::new(0)));
        assert!(view.players.iter().all(|player| player.cards == 3));
        let known = view.players.iter().filter(|player| player.hand.is_some()).count();
        assert_eq!(known, 1, "nobody sees the cards of others");
    }
}
