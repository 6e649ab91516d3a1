//! The squires of Never Bring a Knife play in teams, so they are measured as teams.

use roundtable_bots::Squire as _;
use roundtable_bots::games::never_bring_a_knife::squire_without_beliefs;
use roundtable_catalog::games::never_bring_a_knife::{Deck, Move, NeverBringAKnife, Options, Role};
use roundtable_core::text::Page;
use roundtable_core::{Claimed, Dice, Eye, Game, GameDeck, Rng, Seat, SeatHandle, Seats};

fn squire(handle: &SeatHandle<'_, NeverBringAKnife>, rng: &mut Rng) -> Move {
    NeverBringAKnife::squire(handle, rng)
}

fn random(handle: &SeatHandle<'_, NeverBringAKnife>, rng: &mut Rng) -> Move {
    let mut moves = Vec::new();
    handle.legal_moves(&mut moves);
    rng.pick(&moves)
}

type Bot = fn(&SeatHandle<'_, NeverBringAKnife>, &mut Rng) -> Move;

/// The share of games that the squires win. They sit where one role was dealt, Cops and Criminals in turn. A game is
/// won if more than half of them are on the winning side at its end, and half won if exactly half are: the Mole can
/// part them.
fn victories(players: usize, options: Options, deals: u64, bot: Bot, rival: Bot) -> f64 {
    let deck = Deck::standard();
    let (mut rng, mut won) = (Rng::new(3), 0.0);
    for seed in 0..deals {
        let mut journal = Vec::new();
        let mut game =
            NeverBringAKnife::new(players, options, &deck, Dice::from_seed(seed), &mut journal).expect("a game");
        let team = if seed % 2 == 0 { Role::Cop } else { Role::Criminal };
        let view = game.view(Eye::All);
        let of_team = |seat: &Seat| view.players[seat.index()].role.known.role() == Some(team);
        let squires: Seats = Seat::all(players).filter(of_team).collect();
        while let Some(seat) = game.to_act().first() {
            let choose = if squires.contains(seat) { bot } else { rival };
            let mv = choose(&SeatHandle::new(&game, &journal, seat), &mut rng);
            assert_eq!(game.check(seat, mv), Ok(()));
            game.play(seat, mv, &mut journal);
        }
        let winners = game.outcome().expect("the game is over").winners();
        let winning = squires.iter().filter(|&seat| winners.contains(seat)).count();
        won += match (2 * winning).cmp(&squires.len()) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        };
    }
    won / deals as f64
}

#[test]
fn a_team_of_squires_beats_a_random_team_in_three_games_of_four() {
    for players in 4..=8 {
        for hard in [false, true] {
            let share = victories(players, Options { easy: false, hard }, 80, squire, random);
            assert!(share > 0.75, "{players} players, hard {hard}: {share}");
        }
    }
}

#[test]
fn beliefs_beat_eyes_alone() {
    for players in 4..=8 {
        let share = victories(players, Options::default(), 150, squire, squire_without_beliefs);
        assert!(share > 0.6, "{players} players: {share}");
    }
}

#[test]
fn a_squire_names_an_enemy_once_and_never_a_friend_it_has_seen() {
    let mut named = 0;
    for seed in 0..40 {
        let mut journal = Vec::new();
        let deck = Deck::standard();
        let game =
            NeverBringAKnife::new(6, Default::default(), &deck, Dice::from_seed(seed), &mut journal).expect("a game");
        let own = Seat::new(0);
        let handle = SeatHandle::new(&game, &journal, own);
        let view = game.view(Eye::Seat(own));
        let enemy = view.players[0].role.known.role() != view.players[1].role.known.role();
        let claim = NeverBringAKnife::squire_claim(&handle);
        assert_eq!(claim.is_some(), enemy, "only the left neighbour is known");
        if let Some(claim) = claim {
            named += 1;
            assert!(Page::plain(&claim).starts_with("Seat 1 is a "));
            let talk = [Claimed {
                ply: 0,
                seat: own,
                claim,
            }];
            assert_eq!(NeverBringAKnife::squire_claim(&handle.hearing(&talk)), None);
        }
    }
    assert!(named > 5);
}
