//! The experiments as users meet them, on the real games with few deals.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use roundtable_bots::{BotSpec, Level, Searchable};
use roundtable_catalog::games::knight_at_the_inn::KnightAtTheInn;
use roundtable_catalog::games::knight_shift::{self, KnightShift};
use roundtable_catalog::games::knights_and_damosels::KnightsAndDamosels;
use roundtable_catalog::games::never_bring_a_knife::NeverBringAKnife;
use roundtable_catalog::games::shock::Shock;
use roundtable_core::{AnyMatch as _, Game as _, GameDeck as _, Match, Record, Setup};
use roundtable_lab::{
    Arena, ArenaPlan, BalanceReport, Balancing, DeckFile, Experiment, Kind, Order, Profile, ProfilePlan, Report, Run,
    Sim, SimPlan, Subject, arena, play, profile, report, sim,
};
use roundtable_review::{Ask, Quality};

static GO: AtomicBool = AtomicBool::new(false);

fn on(jobs: usize) -> Run<'static> {
    Run {
        jobs,
        stop: &GO,
        advance: &|_| {},
        report: &drop,
    }
}

const SQUIRE: BotSpec = BotSpec::Level(Level::Squire);
const PAGE: BotSpec = BotSpec::Level(Level::Page);

fn experiment<G: Searchable>(players: usize) -> Experiment<G> {
    Experiment::new(&Setup::standard(&G::INFO, players), None, 5).expect("a game")
}

fn simulated<G: Searchable>(players: usize, bots: &[BotSpec], games: u64, jobs: usize) -> Sim {
    let plan = SimPlan {
        bots,
        games,
        claims: true,
        keep: None,
    };
    sim(&experiment::<G>(players), &plan, &on(jobs)).expect("a simulation")
}

#[test]
fn a_simulation_is_the_same_on_any_number_of_threads() {
    let bots = [SQUIRE, PAGE];
    let one = simulated::<Shock>(4, &bots, 60, 1);
    assert_eq!(one, simulated::<Shock>(4, &bots, 60, 2));
    assert_eq!(one.games, 60);
    let random = simulated::<NeverBringAKnife>(5, &[PAGE], 1000, 1);
    assert_eq!(random, simulated::<NeverBringAKnife>(5, &[PAGE], 1000, 3));
}

/// The fast path plays exactly the games that random bots play at a table, and the games kept are the games counted.
fn random_games_are_those_of_random_bots<G: Searchable>(players: usize) {
    let experiment = experiment::<G>(players);
    let records = Mutex::new(Vec::new());
    let keep = |game: u64, record: &Record| {
        records.lock().expect("no panic").push((game, record.clone()));
        Ok(())
    };
    let plan = SimPlan {
        bots: &[PAGE],
        games: 40,
        claims: true,
        keep: Some(&keep),
    };
    let slow = sim(&experiment, &plan, &on(2)).expect("a simulation");
    let fast = sim(&experiment, &SimPlan { keep: None, ..plan }, &on(2)).expect("a simulation");
    assert_eq!(slow, fast);
    let records = records.into_inner().expect("no panic");
    assert_eq!(records.len(), 40);
    let replayed = records
        .iter()
        .map(|(_, record)| Match::<G>::replay(record).expect("a whole record"));
    let first_seat = replayed.map(|game| f64::from(game.outcome().expect("an end").scores()[0]));
    assert!((first_seat.sum::<f64>() / 40.0 - slow.seats[0].score.value).abs() < 1e-9);
}

#[test]
fn the_fast_way_is_the_same_game_in_all_five() {
    random_games_are_those_of_random_bots::<KnightShift>(3);
    random_games_are_those_of_random_bots::<Shock>(4);
    random_games_are_those_of_random_bots::<NeverBringAKnife>(6);
    random_games_are_those_of_random_bots::<KnightAtTheInn>(2);
    random_games_are_those_of_random_bots::<KnightsAndDamosels>(4);
}

#[test]
fn shares_add_up_and_lie_in_their_intervals() {
    let sim = simulated::<KnightShift>(4, &[PAGE], 3000, 2);
    let sum: f64 = sim.seats.iter().map(|seat| seat.win_share.value).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    assert!(
        sim.seats
            .iter()
            .all(|seat| seat.win_share.contains(seat.win_share.value))
    );
    assert!(sim.shared.value > 0.0, "some victories are shared");
    let won: f64 = sim.seats.iter().map(|seat| seat.won.value).sum();
    assert!(won > 1.0, "shared victories count for each");
    let rates: f64 = sim.endings.iter().map(|ending| ending.rate.value).sum();
    assert!((rates - 1.0).abs() < 1e-9);
    assert!(sim.length.min <= sim.length.median && sim.length.median <= sim.length.max);
}

fn compared<G: Subject>(players: usize, bots: &[BotSpec], games: u64, field: bool, jobs: usize) -> Arena {
    let plan = ArenaPlan {
        bots,
        games,
        field,
        adjust: false,
        claims: true,
    };
    arena(&experiment::<G>(players), &plan, &on(jobs)).expect("an arena")
}

fn squire_is_better<G: Subject>(players: usize, games: u64) {
    let arena = compared::<G>(players, &[SQUIRE, PAGE], games, false, 2);
    let [squire, page] = &arena.entrants[..] else {
        panic!("two entrants")
    };
    let fair = arena.design.fair_share;
    assert!(squire.win_share.low > fair && page.win_share.high < fair, "{arena}");
    assert!(squire.rank.high < page.rank.low, "{arena}");
    assert!(squire.rating.low > page.rating.high, "{arena}");
    assert_eq!(arena.games, arena.deals * arena.design.games_per_deal);
}

#[test]
fn a_squire_is_better_than_a_page_in_all_five() {
    squire_is_better::<KnightShift>(2, 40);
    squire_is_better::<Shock>(4, 120);
    squire_is_better::<NeverBringAKnife>(6, 60);
    squire_is_better::<KnightAtTheInn>(2, 60);
    squire_is_better::<KnightsAndDamosels>(3, 60);
}

#[test]
fn bots_of_one_kind_are_equal() {
    let arena = compared::<Shock>(3, &[SQUIRE, SQUIRE], 600, false, 2);
    for entrant in &arena.entrants {
        assert!(entrant.win_share.contains(1.0 / 3.0), "{arena}");
        assert!(entrant.rating.contains(1500.0) && entrant.rank.contains(2.0), "{arena}");
        assert!(
            entrant.win_share.high - entrant.win_share.low > 0.001,
            "games of one deal differ"
        );
    }
    let teams = compared::<NeverBringAKnife>(5, &[SQUIRE, SQUIRE], 400, false, 2);
    assert!(teams.design.teams && teams.design.games_per_deal == 2);
    assert!(
        teams.entrants.iter().all(|entrant| entrant.win_share.contains(0.5)),
        "{teams}"
    );
}

#[test]
fn one_against_the_field_and_the_same_on_any_number_of_threads() {
    let one = compared::<Shock>(4, &[SQUIRE, PAGE], 40, true, 1);
    assert_eq!(one, compared::<Shock>(4, &[SQUIRE, PAGE], 40, true, 2));
    assert_eq!((one.deals, one.games), (10, 40));
    let all: f64 = one.entrants[0].win_share.value + 3.0 * one.entrants[1].win_share.value;
    assert!((all - 1.0).abs() < 1e-9, "one seat of four against three");
    let above = one.entrants[0].above[1].expect("they met");
    assert!(above.low > 0.5, "{one}");
}

/// An order for a balance report with squires: this deck, and perhaps another to compare it with.
fn order<G: Subject>(players: usize, games: u64, decks: Vec<Option<DeckFile>>) -> Order {
    let balancing = Balancing {
        players: vec![players],
        sweep: None,
        tension: 3,
        skill: 0,
        pace: 10.0,
    };
    let setup = Setup::standard(&G::INFO, players);
    Order {
        decks,
        ..Order::new(&G::INFO, setup, 5, games, &[SQUIRE], Kind::Balance(balancing))
    }
}

fn reported<G: Subject>(order: &Order, jobs: usize) -> BalanceReport {
    let part = play::<G>(order, 0..order.games, None, &on(jobs)).expect("games");
    match report::<G>(part, None, &on(jobs)).expect("a report") {
        Report::Balance(report) => report,
        other => panic!("{other}"),
    }
}

fn taken_apart<G: Subject>(players: usize, games: u64, decks: Vec<Option<DeckFile>>) -> BalanceReport {
    reported::<G>(&order::<G>(players, games, decks), 2)
}

/// The standard Knights, one of them worth far more than the others.
fn with_a_monster() -> Option<DeckFile> {
    let text = knight_shift::Deck::DEFAULT.replacen("bonus = 5", "bonus = 50", 1);
    let name = "monster.toml".to_owned();
    Some(DeckFile { name, text })
}

#[test]
fn a_knight_that_is_worth_too_much_is_found() {
    let broken = taken_apart::<KnightShift>(2, 900, vec![with_a_monster()]);
    let knights = broken.tables[0]
        .groups
        .iter()
        .find(|group| group.group.name == "Knight claimed")
        .expect("Knights");
    let best = &knights.things[0];
    assert_eq!(best.name, "Dame Oda", "{broken}");
    let above = best.points_above.as_ref().expect("points");
    assert!(above.stands_out() && above.here.low > 1.0, "{above:?}");
    assert!(
        broken.tables[0]
            .findings
            .iter()
            .any(|finding| finding.contains("Dame Oda")),
        "{broken}"
    );
}

#[test]
fn the_difference_between_two_decks_is_paired() {
    let change = taken_apart::<KnightShift>(2, 150, vec![with_a_monster(), None]);
    let difference = change.tables[0].score.difference.expect("two decks");
    assert!(difference.low > 0.0, "more bonus, more points: {change}");
    assert!(change.summary.starts_with("Scores rise by "), "{change}");
    assert_eq!(change.changes, ["Knight Dame Oda: bonus 5 -> 50"]);
    let same = taken_apart::<KnightShift>(2, 20, vec![None, None]);
    let nothing = same.tables[0].score.difference.expect("two decks");
    assert_eq!(
        (nothing.value, nothing.low, nothing.high),
        (0.0, 0.0, 0.0),
        "the same deck on the same deals"
    );
    assert!(
        same.summary.starts_with("No difference found in scores (under 0.0)"),
        "{same}"
    );
    assert!(same.to_string().contains("Nothing differs between the decks"), "{same}");
}

fn is_whole<G: Subject>(players: usize, games: u64) {
    let report = taken_apart::<G>(players, games, vec![None]);
    let table = &report.tables[0];
    assert_eq!(table.games, games);
    assert!(table.groups.len() >= 4, "{report}");
    let page = report.html();
    assert!(
        !page.contains("http:") && !page.contains("https:") && !page.contains("<script") && !page.contains("<link")
    );
    assert!(page.contains("<svg") && page.contains("prefers-color-scheme: dark"));
    assert!(!page.contains("NaN") && !report.to_string().contains("NaN"), "{report}");
    let groups = G::GROUPS
        .iter()
        .filter(|group| table.groups.iter().any(|seen| seen.group == **group));
    assert!(
        groups.count() + 1 >= G::GROUPS.len(),
        "all that can be seen without options is seen"
    );
}

#[test]
fn every_game_is_taken_apart() {
    is_whole::<KnightShift>(3, 30);
    is_whole::<Shock>(4, 60);
    is_whole::<NeverBringAKnife>(6, 60);
    is_whole::<KnightAtTheInn>(2, 60);
    is_whole::<KnightsAndDamosels>(4, 40);
}

#[test]
fn a_report_is_the_same_on_any_number_of_threads() {
    let order = order::<Shock>(3, 40, vec![None]);
    assert_eq!(reported::<Shock>(&order, 1), reported::<Shock>(&order, 2));
}

#[test]
fn what_was_dealt_by_chance_does_what_it_should() {
    // Chance decides who goes first at the inn, and every household wins half of the games.
    let report = taken_apart::<KnightAtTheInn>(2, 400, vec![None]).tables.remove(0);
    let wins: f64 = report.seats.iter().map(|seat| seat.win_share.here.value).sum();
    assert!((wins - 1.0).abs() < 1e-9);
    let first = &report.groups[0]
        .things
        .iter()
        .find(|thing| thing.name == "Goes first")
        .expect("the first player");
    assert!((first.per_game.here.value - 1.0).abs() < 1e-9, "one in every game");
    let [with, without] = [&first.with, &first.without].map(|share| share.expect("both happen").value);
    assert!((with + without - 1.0).abs() < 1e-9);
    let worth = first.worth.as_ref().expect("enough games").here.value;
    assert!(
        (worth - (with - without)).abs() < 1e-9,
        "the slope over yes and no is the difference"
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    let nobody = ArenaPlan {
        bots: &[SQUIRE],
        games: 10,
        field: false,
        adjust: false,
        claims: true,
    };
    let error = arena(&experiment::<Shock>(3), &nobody, &on(1)).unwrap_err().to_string();
    assert!(error.contains("at least two"), "{error}");
    let crowd = SimPlan {
        bots: &[PAGE, PAGE, PAGE, PAGE],
        games: 1,
        claims: true,
        keep: None,
    };
    let error = sim(&experiment::<Shock>(3), &crowd, &on(1)).unwrap_err().to_string();
    assert!(error.contains("4 bots cannot sit on 3 seats"), "{error}");
    let error = Experiment::<Shock>::new(&Setup::standard(&Shock::INFO, 9), None, 1)
        .unwrap_err()
        .to_string();
    assert!(error.contains("3 to 5 players"), "{error}");
}

/// Bots that differ in nothing, compared again and again: of 95 % intervals, one in twenty misses the truth.
#[test]
fn equal_bots_raise_few_false_alarms_without_the_luck_of_the_dice() {
    let plan = ArenaPlan {
        bots: &[PAGE, PAGE],
        games: 24,
        field: true,
        adjust: true,
        claims: true,
    };
    let (mut alarms, mut wider) = (0, 0);
    for seed in 0..30 {
        let setup = Setup::standard(&Shock::INFO, 3);
        let experiment = Experiment::<Shock>::new(&setup, None, 1_000 + seed).expect("an experiment");
        let arena = arena(&experiment, &plan, &on(2)).expect("an arena");
        let fair = arena.design.fair_share;
        let adjusted = arena.entrants[0].adjusted.expect("it was asked for");
        alarms += u32::from(!adjusted.win_share.contains(fair));
        wider += u32::from(adjusted.factor < 1.0);
    }
    assert!(alarms <= 6, "{alarms} of 30 intervals miss a fair share");
    assert!(
        wider < 30,
        "{wider} of 40 intervals are wider than without the adjustment"
    );
}

#[test]
fn reviewed_games_add_up_to_a_profile() {
    let record = |number: u64| {
        let experiment = experiment::<KnightAtTheInn>(2);
        let setup = Setup::standard(&KnightAtTheInn::INFO, 2);
        let dice = roundtable_core::DiceSource::Seed(experiment.deal_seed(number));
        let mut game = Match::<KnightAtTheInn>::new(&setup, None, dice)?;
        let mut bots = [0, 1].map(|seat| SQUIRE.bot::<KnightAtTheInn>(number << 1 | seat));
        while let Some(seat) = game.to_act().first() {
            let mv = bots[seat.index()].choose(&game.seat(seat));
            game.play(seat, mv).expect("a legal move");
        }
        Ok(game.record())
    };
    let ask = Ask {
        quality: Quality::Coarse,
        ..Ask::default()
    };
    let whole = ProfilePlan {
        ask: ask.clone(),
        decisions: None,
        bots: Vec::new(),
    };
    let found = profile(3, &record, &whole, &on(2)).expect("a profile");
    assert_eq!(
        found,
        profile(3, &record, &whole, &on(1)).expect("a profile"),
        "on any number of threads"
    );
    let [found] = &found[..] else {
        panic!("one kind of game")
    };
    assert_eq!((found.games, found.players, found.rows.len()), (3, 2, 3));
    for row in &found.rows {
        let sum = row.fair + row.deal.value + row.luck.value - row.loss.value;
        assert!((row.result.value - sum).abs() < 1e-6, "{row:?}");
        assert!(
            (row.adjusted.value - (row.fair - row.loss.value)).abs() < 1e-6,
            "{row:?}"
        );
    }
    let all = &found.rows[0];
    assert!(
        (all.result.value - 50.0).abs() < 1e-6 && all.loss.value > 0.0,
        "{all:?}"
    );
    let few = ProfilePlan {
        ask,
        decisions: Some(3),
        bots: vec![BotSpec::Level(Level::Page), BotSpec::Level(Level::Squire)],
    };
    let some = profile(3, &record, &few, &on(2)).expect("a profile");
    let looked = |profile: &Profile| profile.calibration.iter().map(|decile| decile.decisions).sum::<u64>();
    assert_eq!(looked(&some[0]), 3 * 2 * 3);
    assert!(looked(found) > looked(&some[0]));
    // The same decisions, asked of others: whoever goes home blindly loses more.
    let [page, squire] = &some[0].bots[..] else {
        panic!("two bots were asked")
    };
    let more = page.more.expect("there is a next one");
    assert!((page.loss.value - squire.loss.value - more.value).abs() < 1e-6 && squire.more.is_none());
    assert!(more.value > 0.0, "pages lose more: {more:?}");
    assert!(found.bots.is_empty());
    assert!(found.plot().starts_with("<svg"));
}
