//! NK-R1 and NK-R2: options and the deal.

use never_bring_a_knife::{Card, Counts, Deck, Event, NeverBringAKnife, Options, Role};
use roundtable_core::{Dice, Eye, Game, GameDeck, Silent};

use crate::{FOUR, Given, SEVEN, Table, counts, scene, seat};

fn game(players: usize, easy: bool, hard: bool, seed: u64) -> NeverBringAKnife {
    let options = Options { easy, hard };
    NeverBringAKnife::new(players, options, &Deck::standard(), Dice::from_seed(seed), &mut Silent).expect("a game")
}

/// All cards of the deck in a fresh game.
fn in_deck(game: &NeverBringAKnife) -> Counts {
    let view = game.view(Eye::All);
    let hands = view.players.iter().flat_map(|player| match player.hand {
        never_bring_a_knife::CardsSeen::Known { cards } => cards.cards(),
        never_bring_a_knife::CardsSeen::Hidden { .. } => panic!("hidden"),
    });
    hands.chain(view.deck.order.expect("open")).collect()
}

#[test]
fn book_roles_by_number_of_players() {
    for (players, team) in [(4, 3), (5, 3), (6, 4), (7, 4), (8, 5)] {
        let view = game(players, false, false, 3).view(Eye::All);
        let mut roles: Vec<Role> = view
            .players
            .iter()
            .filter_map(|player| player.role.known.role())
            .collect();
        roles.extend(view.boss.known.role());
        roles.extend(view.undealt);
        assert_eq!(
            view.undealt.is_some(),
            players % 2 == 0,
            "one is left over at even tables"
        );
        assert_eq!(roles.iter().filter(|&&role| role == Role::Cop).count(), team);
        assert_eq!(roles.len(), 2 * team);
    }
}

#[test]
fn book_intel_by_number_of_players_and_nk_r1_easy() {
    for (players, intel) in [(4, 0), (5, 0), (6, 1), (7, 2), (8, 2)] {
        for hard in [false, true] {
            assert_eq!(in_deck(&game(players, false, hard, 1)).intel, intel, "{players}");
            assert_eq!(in_deck(&game(players, true, hard, 1)).intel, 2, "{players}, easy");
        }
    }
}

#[test]
fn book_hit_and_mole_wait_in_the_discard_pile() {
    for players in 4..=8 {
        let game = game(players, false, false, 5);
        assert_eq!(game.view(Eye::Table).discard, counts("hit mole"));
        let cards = in_deck(&game);
        assert_eq!((cards.hit, cards.mole), (0, 0));
        assert_eq!((cards.gun, cards.armor, cards.money, cards.crime), (23, 12, 17, 6));
    }
}

#[test]
fn nk_r1_hard_nobody_sees_a_neighbour_at_the_start() {
    let plain = Table::stacks(&FOUR, &[]);
    assert_eq!(plain.knows(0, "1"), "Criminal Neighbour");
    assert_eq!(plain.knows(3, "0"), "Cop Neighbour");
    assert_eq!(plain.knows(0, "3"), "-");
    let hard = Table::new(&Given { hard: true, ..FOUR }, &["gun gun gun gun"; 4]);
    assert_eq!(hard.knows(0, "0"), "Cop Own");
    assert_eq!(hard.knows(0, "1"), "-");
}

#[test]
fn nk_r2_roles_go_to_the_seats_then_the_boss_then_the_one_over() {
    let view = Table::new(&FOUR, &["gun gun gun gun"; 4]).view();
    let roles: Vec<_> = view.players.iter().map(|player| player.role.known.role()).collect();
    assert_eq!(
        roles,
        [
            Some(Role::Cop),
            Some(Role::Criminal),
            Some(Role::Cop),
            Some(Role::Criminal)
        ]
    );
    assert_eq!(view.boss.known.role(), Some(Role::Cop));
    assert_eq!(view.undealt, Some(Role::Criminal));
}

#[test]
fn nk_r2_the_first_dealer_is_drawn_and_the_deal_passes_left() {
    let dealers: std::collections::BTreeSet<usize> = (0..60)
        .map(|seed| game(5, false, false, seed).view(Eye::Table).dealer.index())
        .collect();
    assert_eq!(dealers.len(), 5);
    let table = Table::stacks(&FOUR, &[]);
    assert_eq!(
        (table.view().round, table.view().dealer),
        (2, seat(0)),
        "a new round after a round without a fall"
    );
    assert_eq!(table.game.to_act().first(), Some(seat(1)));
}

#[test]
fn nk_r2_cards_are_dealt_one_at_a_time_from_the_dealers_left() {
    let hands = [
        "gun gun gun gun",
        "armor armor armor armor",
        "money money money money",
        "crime crime crime crime",
    ];
    let table = Table::new(&FOUR, &hands);
    for (i, hand) in hands.iter().enumerate() {
        assert_eq!(table.hand(i), counts(hand));
    }
}

#[test]
fn nk_r2_the_discards_are_shuffled_only_when_a_card_is_due() {
    // Exactly enough cards: no shuffle, and the deck is empty.
    let given = Given {
        in_deck: Some(16),
        ..FOUR
    };
    let table = Table::new(&given, &["gun armor money gun"; 4]);
    assert_eq!((table.view().deck.left, table.view().deck.before_shuffle), (0, 0));
    assert!(
        !table
            .told(Eye::Table)
            .iter()
            .any(|event| matches!(event, Event::Shuffled { .. }))
    );
    // One card short: the last one comes from the new deck.
    let given = Given {
        in_deck: Some(15),
        ..FOUR
    };
    let table = Table::new(&given, &["gun armor money gun"; 4]);
    assert_eq!(
        (table.view().deck.left, table.view().deck.before_shuffle),
        (60 - 16, 15)
    );
    assert_eq!(table.view().discard, Counts::default());
    for i in 0..3 {
        assert_eq!(table.hand(i), counts("gun armor money gun"));
    }
    assert_eq!(table.hand(3).total(), 4);
}

#[test]
fn nk_p3_a_shuffle_in_the_middle_shows_what_came_before_and_after() {
    let given = Given {
        in_deck: Some(6),
        ..FOUR
    };
    let table = Table::new(&given, &["gun armor money gun"; 4]);
    let dealt: Vec<(usize, usize)> = table
        .told(Eye::Seat(seat(0)))
        .into_iter()
        .filter_map(|event| match event {
            Event::Dealt { seat, cards } => Some((seat.index(), cards.count())),
            Event::Shuffled { cards } => Some((9, cards)),
            _ => None,
        })
        .collect();
    assert_eq!(
        dealt,
        [(0, 2), (1, 2), (2, 1), (3, 1), (9, 54), (0, 2), (1, 2), (2, 3), (3, 3)]
    );
}

#[test]
fn book_the_first_shuffle_brings_hit_and_mole() {
    let given = Given {
        in_deck: Some(16),
        ..SEVEN
    };
    let table = Table::new(&given, &["gun gun armor gun"; 4].map(|hand| hand).repeat(2)[..7]);
    let order = table.view().deck.order.expect("open");
    let hands = (0..7).map(|i| table.hand(i));
    let all: Counts = order.into_iter().chain(hands.flat_map(Counts::cards)).collect();
    assert_eq!((all.of(Card::Hit), all.of(Card::Mole)), (1, 1));
}

#[test]
fn a_scene_that_cannot_be_is_refused() {
    let good = scene(&FOUR, &["gun gun gun gun"; 4]);
    let tries = |change: &dyn Fn(&mut never_bring_a_knife::Scene)| {
        let mut bad = good.clone();
        change(&mut bad);
        NeverBringAKnife::from_scene(&bad, Options::default(), &Deck::standard(), &mut Silent).is_err()
    };
    assert!(!tries(&|_| {}));
    assert!(tries(&|scene| scene.roles[1] = Role::Cop));
    assert!(tries(&|scene| scene.dealer = seat(4)));
    assert!(tries(&|scene| scene.hit = Some(seat(0))));
    assert!(tries(&|scene| scene.banks[0] = 1));
    assert!(tries(&|scene| scene.wounds[0] = 3));
    assert!(tries(&|scene| scene.rounds = 60));
    assert!(tries(&|scene| scene.wounds.truncate(3)));
    assert!(tries(&|scene| scene.deck.truncate(20)));
}
