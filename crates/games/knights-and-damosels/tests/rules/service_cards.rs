//! The house option `service` (KD-R27, KD-R27a).

use knights_and_damosels::{Deck, Event, EventCard, KnightsAndDamosels, Options, Stage};
use roundtable_core::{Audit as _, Dice, Eye, Game as _, GameDeck as _, Rng, Silent};

use crate::{Table, scene, seat};

const SERVICE: Options = Options {
    camlann: false,
    service: true,
};

/// A scene in the service phase with the Service card of this number beside the event.
fn called(number: u8, event: &str, rows: &[&str], worship: &[u16]) -> Table {
    let mut scene = scene(event, rows, worship, Stage::Service);
    scene.deal.services.sort_by_key(|&card| card != number);
    Table::with(&scene, SERVICE)
}

/// A four-player game from dice.
fn begun(seed: u64, options: Options) -> KnightsAndDamosels {
    let deck = Deck::standard();
    KnightsAndDamosels::new(4, options, &deck, Dice::from_seed(seed), &mut Silent).expect("a game")
}

/// Plays at random to the end and collects what a spectator is told.
fn heard(mut game: KnightsAndDamosels, seed: u64) -> Vec<Event> {
    let (mut rng, mut moves, mut heard) = (Rng::new(seed), Vec::new(), Vec::new());
    while let Some(by) = game.to_act().first() {
        game.legal_moves(by, &mut moves);
        let mut journal: Vec<roundtable_core::Told<Event>> = Vec::new();
        game.play(by, rng.pick(&moves), &mut journal);
        heard.extend(journal.iter().filter_map(|told| told.to(Eye::Table).cloned()));
    }
    heard
}

#[test]
fn kd_r27_service_cards_are_not_used_without_the_option() {
    let game = begun(3, Options::default());
    assert_eq!(game.view(Eye::All).service, None);
    assert_eq!(game.census().len(), 54 + 12);
    let told = heard(game, 3);
    assert!(
        !told
            .iter()
            .any(|event| matches!(event, Event::ServiceTurned { .. } | Event::ServiceShuffled))
    );
}

#[test]
fn kd_r27a_three_cards_with_three_chivalries_each() {
    let deck = Deck::standard();
    let written = deck
        .services
        .map(|calls| calls.iter().map(|card| card.word()).collect::<Vec<_>>().join(" "));
    assert_eq!(
        written,
        ["armor loyalty farmer", "horse honor forester", "sword valor fisher"]
    );
    assert_eq!(begun(3, SERVICE).census().len(), 54 + 12 + 3);
}

#[test]
fn kd_r27a_a_deck_file_without_service_cards_has_those_of_the_box() {
    let standard = Deck::DEFAULT;
    let (without, _) = standard
        .split_once("# The three Service cards")
        .expect("the last table");
    let deck = roundtable_core::deck::parse::<Deck>("deck.toml", without).expect("a deck");
    assert_eq!(deck, Deck::standard());
    for (cards, problem) in [
        (r#"[["horse"], ["sword"]]"#, "3 Service cards, not 2"),
        (r#"[["horse"], ["sword"], []]"#, "at least one chivalry"),
        (
            r#"[["horse", "horse"], ["sword"], ["armor"]]"#,
            "horse is called for twice",
        ),
    ] {
        let text = format!("{without}\n[service]\ncards = {cards}\n");
        let error = roundtable_core::deck::parse::<Deck>("deck.toml", &text).expect_err("no deck");
        assert!(error.to_string().contains(problem), "{error}");
    }
}

#[test]
fn kd_r27a_a_card_is_turned_over_beside_a_war_and_a_quest_alone() {
    for event in EventCard::ALL {
        let table = Table::with(&scene(event.word(), &["", "", ""], &[1; 3], Stage::Gifts), SERVICE);
        let service = table.view().service.expect("the option is on");
        let kind = table.view().event.expect("a revealed event").kind.to_string();
        let turned = matches!(kind.as_str(), "war" | "quest");
        assert_eq!(service.card.is_some(), turned, "{event}");
        assert_eq!(service.left, if turned { 2 } else { 3 }, "{event}");
    }
}

#[test]
fn kd_r27a_everybody_is_told_and_sees_it() {
    let mut table = Table::with(&scene("rome", &["", "", ""], &[1; 3], Stage::Round), SERVICE);
    let discard = |table: &Table, by: usize| {
        let options = table.moves(by);
        let kept: Vec<&str> = options.split(", ").filter(|option| !option.ends_with("rome")).collect();
        format!("{by} {}", kept[0])
    };
    let (arthur, merlin) = (table.view().arthur.index(), table.view().merlin.index());
    let line = discard(&table, arthur);
    table.play(&line);
    let line = discard(&table, merlin);
    table.play(&line);
    let turned = table.news.iter().find_map(|event| match event {
        Event::ServiceTurned { number, calls } => Some((*number, *calls)),
        _ => None,
    });
    let (number, calls) = turned.expect("Rome is a war");
    assert_eq!(number, 1, "the top card");
    for eye in Eye::limited(3) {
        let service = table.game.view(eye).service.expect("the option is on");
        let card = service.card.expect("it lies there");
        assert_eq!((card.number, card.calls), (number, calls));
        assert_eq!((service.turned.as_slice(), service.order), ([1].as_slice(), None));
    }
}

#[test]
fn kd_r27a_a_called_card_earns_one_more_on_top_of_the_bonus() {
    // Card 2 calls for horse, honor and forester; Rome has its bonus for the horse. Three Arms get 2 each.
    let mut table = called(
        2,
        "rome",
        &["guenever horse", "elaine sword", "elaine armor, elaine forester"],
        &[0; 3],
    );
    table.play("0 offer horse; 2 offer armor; 1 offer sword; 2 offer forester");
    table.play("0 face horse; 1 face sword; 2 face armor");
    assert_eq!(table.worship(), [2 + 1 + 1, 2, 2 + 1 + 1]);
}

#[test]
fn kd_r27a_it_comes_before_the_modifications() {
    // All face-down takes 1 from every card, the called ones too.
    let mut table = called(
        2,
        "badon",
        &["guenever horse", "elaine sword, elaine forester", "elaine farmer"],
        &[0; 3],
    );
    table.play("0 offer horse; 2 offer farmer; 1 offer sword; 1 offer forester");
    table.play("0 face none; 1 face none");
    assert_eq!(table.worship(), [3 + 1 - 1, 3 - 1 + (1 + 1 - 1), 0]);
}

#[test]
fn kd_r27a_a_chivalry_that_the_event_does_not_list_earns_nothing() {
    // Card 1 also calls for loyalty, which no war lists: it cannot be offered.
    let table = called(1, "carlion", &["guenever loyalty", "elaine sword", ""], &[0; 3]);
    assert_eq!(table.asked(), "1: offer sword");
}

#[test]
fn kd_r27a_a_prosperity_earns_what_it_always_does() {
    let mut table = called(2, "excalibur", &["guenever horse", "elaine honor", ""], &[0; 3]);
    table.play("0 offer horse; 1 offer honor");
    assert_eq!(table.worship(), [1, 1, 0]);
}

#[test]
fn kd_r27a_three_wars_or_quests_turn_all_three_over_and_then_they_are_shuffled() {
    let mut shuffles = 0;
    for seed in 0..20 {
        let mut since = Vec::new();
        for event in heard(begun(seed, SERVICE), seed) {
            match event {
                Event::ServiceShuffled => {
                    assert_eq!(since.len(), 3, "none was left");
                    since.clear();
                    shuffles += 1;
                }
                Event::ServiceTurned { number, .. } => {
                    assert!(!since.contains(&number), "each card once");
                    since.push(number);
                }
                _ => {}
            }
        }
    }
    assert!(shuffles >= 5, "{shuffles}");
}

#[test]
fn kd_r27a_every_first_order_comes_up() {
    let mut orders = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let service = begun(seed, SERVICE).view(Eye::All).service.expect("the option is on");
        orders.insert(service.order.expect("for the open eye").to_vec());
    }
    assert_eq!(orders.len(), 6);
}

#[test]
fn kd_r27a_samples_put_the_pile_in_any_order() {
    let table = called(3, "grail", &["guenever honor", "", ""], &[1; 3]);
    let mut rng = Rng::new(1);
    let mut tops = [0; 4];
    for _ in 0..2_000 {
        let mut sample = table.game.clone();
        sample.resample(Eye::Seat(seat(1)), &mut rng);
        let service = sample.view(Eye::All).service.expect("the option is on");
        assert_eq!(service.turned.as_slice(), [3]);
        tops[usize::from(service.order.expect("for the open eye")[0])] += 1;
    }
    assert!(
        tops[1] + tops[2] == 2_000 && (850..1_150).contains(&tops[1]),
        "{tops:?}"
    );
}

#[test]
fn kd_r27a_the_same_dice_deal_the_same_houses_and_events_with_and_without_it() {
    for seed in 0..10 {
        let [plain, service] = [Options::default(), SERVICE].map(|options| begun(seed, options).view(Eye::All));
        assert_eq!((plain.players, plain.merlin), (service.players, service.merlin));
        assert_eq!(
            (plain.event_pile, plain.event_hand),
            (service.event_pile, service.event_hand)
        );
    }
}

#[test]
fn kd_r27a_camlann_is_fought_with_it_too() {
    let both = Options {
        camlann: true,
        service: true,
    };
    let told = heard(begun(5, both), 5);
    assert!(told.iter().any(|event| matches!(event, Event::ServiceTurned { .. })));
    assert!(told.iter().any(|event| matches!(event, Event::CamlannBegan)));
}
