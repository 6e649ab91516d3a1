//! What a player may know, and samples of the rest compared with enumeration.

use std::collections::BTreeMap;

use knights_and_damosels::{
    Damosel, DamoselSeen, EventCard, EventSeen, EventsSeen, KnightsAndDamosels, Move, Stage, View,
};
use roundtable_core::{Eye, Game as _, Rng};

use crate::{Table, scene, seat};

type Behind = Vec<Damosel>;

fn behind(view: &View) -> Behind {
    let damosel = |card: &knights_and_damosels::ShownSeen| match card.damosel {
        DamoselSeen::Known { damosel } => damosel,
        DamoselSeen::Hidden => panic!("the open eye sees every damosel"),
    };
    view.display.iter().map(damosel).collect()
}

/// Every way in which damosels can be behind the display: each giver behind one card, and one unused damosel.
fn every_way(table: &Table, givers: &[Damosel], allowed: impl Fn(&Behind) -> bool) -> Vec<Behind> {
    let view = table.view();
    let pile = |damosel: Damosel| {
        let player = view
            .players
            .iter()
            .find(|player| player.damosel == damosel)
            .map(|player| player.pile);
        player.or_else(|| {
            view.unused
                .iter()
                .find(|unused| unused.damosel == damosel)
                .map(|unused| unused.pile)
        })
    };
    let mut ways = vec![Behind::new()];
    for card in &view.display {
        let mut longer = Vec::new();
        for way in ways {
            for damosel in Damosel::ALL {
                let unused = |damosel: &Damosel| view.unused.iter().any(|unused| unused.damosel == *damosel);
                let used = way.contains(&damosel) || unused(&damosel) && way.iter().any(unused);
                let gave = givers.contains(&damosel) || unused(&damosel);
                if gave && !used && pile(damosel).is_some_and(|pile| pile.contains(card.chivalry)) {
                    let mut next = way.clone();
                    next.push(damosel);
                    longer.push(next);
                }
            }
        }
        ways = longer;
    }
    ways.retain(allowed);
    ways.sort();
    ways
}

/// Every one of these ways comes up, no other does, and all are equally frequent.
fn assert_even(table: &Table, eye: Eye, ways: &[Behind]) {
    assert!(ways.len() > 1, "something to draw");
    let samples = 1_000 * ways.len();
    let mut rng = Rng::new(9);
    let mut seen: BTreeMap<Behind, usize> = BTreeMap::new();
    for _ in 0..samples {
        let mut sample = table.game.clone();
        sample.resample(eye, &mut rng);
        *seen.entry(behind(&sample.view(Eye::All))).or_default() += 1;
    }
    assert_eq!(seen.keys().cloned().collect::<Vec<_>>(), ways, "for {eye:?}");
    // 1,000 expected, standard deviation below 32.
    assert!(seen.values().all(|count| (840..=1160).contains(count)), "{seen:?}");
    // The computed chances agree, in a sample too.
    let mut sample = table.game.clone();
    sample.resample(eye, &mut rng);
    for game in [&table.game, &sample] {
        let chances = game.chances_behind(eye);
        for (number, chances) in chances[..ways[0].len()].iter().enumerate() {
            for (player, chance) in table.view().players.iter().zip(chances) {
                let so = ways.iter().filter(|way| way[number] == player.damosel).count();
                let expected = so as f64 / ways.len() as f64;
                assert!((chance - expected).abs() < 1e-9, "{number}: {chances:?}");
            }
        }
    }
}

use Damosel::{Elaine, Guenever, Isoud, Morgan, Nimue, Viviane};

const FOUR: [Damosel; 4] = [Elaine, Guenever, Isoud, Morgan];

/// Elaine no longer has a horse, nor Nimue a sword, so that the piles are evidence.
const ROWS: [&str; 4] = ["nimue sword, guenever farmer", "elaine horse", "", ""];
const DISPLAY: &str = "guenever horse, isoud sword, elaine honor, viviane horse, morgan valor";

#[test]
fn kd_r8_samples_of_a_fresh_display() {
    let table = Table::display(&ROWS, &[1; 4], DISPLAY);
    assert_even(&table, Eye::Table, &every_way(&table, &FOUR, |_| true));
    let own = |way: &Behind| way[1] == Isoud;
    assert_even(&table, Eye::Seat(seat(2)), &every_way(&table, &FOUR, own));
}

#[test]
fn kd_r8_merlin_has_nothing_to_guess() {
    let table = Table::display(&ROWS, &[1; 4], DISPLAY);
    for eye in [Eye::Seat(seat(0)), Eye::All] {
        let mut sample = table.game.clone();
        sample.resample(eye, &mut Rng::new(4));
        assert_eq!(
            behind(&sample.view(Eye::All)),
            [Guenever, Isoud, Elaine, Viviane, Morgan]
        );
    }
}

#[test]
fn kd_p7_nobody_selects_or_challenges_for_a_card_of_the_own_damosel() {
    let mut table = Table::display(&ROWS, &[1; 4], DISPLAY);
    table.play("1 select 4; 2 challenge 1 valor; 2 high; 1 high");
    let possible = |way: &Behind| way[4] != Guenever && way[4] != Isoud;
    assert_even(&table, Eye::Table, &every_way(&table, &FOUR, possible));
    let own = |way: &Behind| possible(way) && way[0] == Guenever;
    assert_even(&table, Eye::Seat(seat(1)), &every_way(&table, &FOUR, own));
}

#[test]
fn kd_p7_whoever_passes_could_select_nothing() {
    // Of what is left, seat 2 lacks only the armor, and passes: the armor is Isoud's.
    let rows = ["", "", "elaine sword, morgan honor", "", ""];
    let display = "elaine horse, isoud armor, guenever sword, morgan sword, nimue honor, viviane sword";
    let mut table = Table::display(&rows, &[1; 5], display);
    table.play("1 select 0; 2 pass");
    let five = [Elaine, Guenever, Isoud, Morgan, Nimue];
    let possible = |way: &Behind| way[1] == Isoud && way[0] != Guenever;
    assert_even(&table, Eye::Table, &every_way(&table, &five, possible));
}

#[test]
fn kd_p7_being_asked_tells_that_an_only_card_is_not_the_own() {
    // Seat 2 cannot challenge and lacks only the armor: since seat 2 is asked, it is not Isoud's.
    let rows = ["", "", "guenever sword, morgan honor", "", ""];
    let display = "elaine sword, guenever armor, isoud sword, morgan sword, nimue honor, viviane sword";
    let mut table = Table::display(&rows, &[1, 1, 0, 1, 1], display);
    table.play("1 select 0");
    assert_eq!(table.asked(), "2: select 1");
    let five = [Elaine, Guenever, Isoud, Morgan, Nimue];
    let possible = |way: &Behind| way[1] != Isoud && way[0] != Guenever;
    assert_even(&table, Eye::Table, &every_way(&table, &five, possible));
}

#[test]
fn kd_p7_a_sample_of_selected_cards_moves_them_between_piles() {
    let mut table = Table::display(&ROWS, &[1; 4], DISPLAY);
    table.play("1 select 1; 2 select 0");
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let mut sample = table.game.clone();
        sample.resample(Eye::Table, &mut rng);
        assert_eq!(roundtable_core::Audit::audit(&sample), Ok(()));
        let view = sample.view(Eye::All);
        let selected = view.players[1]
            .row
            .iter()
            .find(|card| card.chivalry.word() == "sword")
            .expect("the sword");
        assert_eq!(selected.damosel, view.display[1].damosel);
        let before = |game: &KnightsAndDamosels| game.view(Eye::Table).players[0].pile;
        assert_eq!(before(&sample), before(&table.game), "what piles held is public");
    }
}

#[test]
fn kd_r6_samples_of_events() {
    let mut table = Table::from(&scene("badon", &["", "", "", ""], &[1; 4], Stage::Round));
    table.play("1 discard badon");
    let mut rng = Rng::new(5);
    let (mut merlins, mut spectators) = (BTreeMap::<EventCard, usize>::new(), BTreeMap::<EventCard, usize>::new());
    for _ in 0..5_000 {
        let mut sample = table.game.clone();
        sample.resample(Eye::Seat(seat(0)), &mut rng);
        let view = sample.view(Eye::All);
        let kept = [EventCard::Carlion, EventCard::Rome].into_iter().collect();
        assert_eq!(
            view.event_hand,
            Some(EventsSeen::Known { events: kept }),
            "Merlin knows these two"
        );
        *merlins.entry(view.event_pile.order.expect("the pile")[0]).or_default() += 1;
        let mut sample = table.game.clone();
        sample.resample(Eye::Table, &mut rng);
        *spectators
            .entry(sample.view(Eye::All).event_pile.order.expect("the pile")[0])
            .or_default() += 1;
        let mut sample = table.game.clone();
        sample.resample(Eye::Seat(seat(1)), &mut rng);
        let view = sample.view(Eye::Seat(seat(1)));
        assert_eq!(view, table.game.view(Eye::Seat(seat(1))));
    }
    assert_eq!(
        (merlins.len(), spectators.len()),
        (10, 12),
        "ten and twelve events may be on top"
    );
    assert!(merlins.values().all(|count| (390..=610).contains(count)), "{merlins:?}");
    assert!(
        spectators.values().all(|count| (310..=520).contains(count)),
        "{spectators:?}"
    );
    table.play("0 discard rome");
    let mut discards = BTreeMap::new();
    for _ in 0..3_000 {
        let mut sample = table.game.clone();
        sample.resample(Eye::Seat(seat(0)), &mut rng);
        let past = sample.view(Eye::All).past_events[0];
        assert_eq!(past.merlin_discard, EventSeen::Known { event: EventCard::Rome });
        *discards.entry(format!("{:?}", past.arthur_discard)).or_insert(0) += 1;
    }
    assert_eq!(discards.len(), 10, "all but the two that Merlin has seen");
}

#[test]
fn kd_p7_sealed_choices_may_be_anything_allowed() {
    let mut table = Table::from(&scene(
        "excalibur",
        &["", "elaine horse", "", ""],
        &[1; 4],
        Stage::Gifts,
    ));
    table.play("0 give sword; 1 give valor");
    let mut rng = Rng::new(6);
    let mut seen = BTreeMap::new();
    for _ in 0..4_000 {
        let mut sample = table.game.clone();
        sample.resample(Eye::Seat(seat(1)), &mut rng);
        let sealed = sample.view(Eye::All).sealed;
        assert_eq!(
            sealed[1].choice.map(|mv| mv.to_string()).as_deref(),
            Some("give valor"),
            "one's own is known"
        );
        let Some(Move::Give { chivalry }) = sealed[0].choice else {
            panic!("a gift");
        };
        *seen.entry(chivalry).or_insert(0) += 1;
    }
    assert_eq!(seen.len(), 8, "Elaine has no horse");
    assert!(seen.values().all(|count| (390..=610).contains(count)), "{seen:?}");
}

#[test]
fn kd_p7_a_sample_for_the_open_eye_changes_the_dice_alone() {
    use roundtable_core::Audit as _;
    let table = Table::display(&ROWS, &[1; 4], DISPLAY);
    let mut sample = table.game.clone();
    sample.resample(Eye::All, &mut Rng::new(1));
    assert_eq!(sample.view(Eye::All), table.game.view(Eye::All));
    assert_ne!(sample.dice(), table.game.dice());
}
