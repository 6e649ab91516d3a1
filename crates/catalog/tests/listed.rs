//! A program with games of its own. A process has one list of games, so this is one test.

use high_card::HighCard;
use roundtable_catalog::games::shock::Shock;
use roundtable_catalog::{Entry, GameId, ListError, deal, list, replay};
use roundtable_core::{Code, DiceSource, Game as _, Setup};

#[test]
fn a_program_lists_its_games_once_and_they_are_the_only_ones() {
    assert_eq!(GameId::all(), GameId::HOUSE, "without a list they are the house's");
    assert_eq!(list(Vec::new()), Err(ListError::Empty));
    let twice = list(vec![Entry::of::<Shock>(), Entry::of::<Shock>()]);
    assert_eq!(twice, Err(ListError::Twice("shock")));
    assert_eq!(GameId::all(), GameId::HOUSE, "a bad list changes nothing");

    let games = vec![Entry::of::<HighCard>().with("what bots know"), Entry::of::<Shock>()];
    assert_eq!(list(games), Ok(()));
    assert_eq!(list(vec![Entry::of::<Shock>()]), Err(ListError::Late));
    let own = GameId::of_type::<HighCard>();
    assert_eq!(GameId::all(), [own, GameId::Shock]);
    assert_eq!(
        (own.faculty::<&str>(), own.faculty::<u8>()),
        (Some(&"what bots know"), None)
    );
    assert_eq!(GameId::Shock.faculty::<&str>(), None);

    assert_eq!("high-card".parse(), Ok(own));
    let table = deal(&Setup::standard(&HighCard::INFO, 3), None, DiceSource::Seed(1)).expect("a game");
    assert_eq!(GameId::of(&*table), Ok(own));
    let restored = replay(&table.record()).expect("a record of the game");
    assert_eq!(restored.info().slug, "high-card");

    let unlisted = deal(&GameId::KnightShift.setup(2), None, DiceSource::Seed(1));
    let refusal = unlisted.map(drop).expect_err("it is not on the list");
    assert_eq!(refusal.code, Code::UnknownGame);
    assert!(refusal.message.contains("high-card, shock"), "{}", refusal.message);
}
