//! The suite passes an honest game and catches every broken promise, each by the check made for it.

mod toy;

use roundtable_testkit::{Check, Ear, Kind, Suite};
use toy::{Fault, Toy};

const SUITE: Suite = Suite {
    seed: 1,
    quick_games: 60,
    thorough_games: 12,
    one_in: 1,
    evidence: 6,
    allowance: 0.0,
    longest: 500,
};

fn verdict<const F: u8>() -> Option<Check> {
    // Faults in the rare move are what an ordinary run of the suite must find.
    let rare = F >= Fault::LoudComparison.number();
    let suite = if rare { Suite::default() } else { SUITE };
    match suite.check::<Toy<F>>() {
        Ok(_) => None,
        Err(breach) => {
            println!("{breach}");
            Some(breach.check)
        }
    }
}

/// One test for each fault: the suite must name the right check.
macro_rules! bites {
    ($($name:ident: $fault:ident => $check:ident;)+) => {
        $(
            #[test]
            fn $name() {
                assert_eq!(verdict::<{ Fault::$fault.number() }>(), Some(Check::$check));
            }
        )+

        /// Every fault of the toy is in the list above.
        #[test]
        fn no_fault_is_forgotten() {
            let listed = [$(Fault::$fault),+];
            for number in 1..=Fault::BiasedAfterComparison.number() {
                assert!(listed.iter().any(|fault| fault.number() == number), "fault {number}");
            }
        }
    };
}

#[test]
fn an_honest_game_passes() {
    assert_eq!(verdict::<{ Fault::None.number() }>(), None);
}

/// The report knows every kind that can occur, however rare, and with how many samples it was judged.
#[test]
fn the_report_says_what_was_judged() {
    let report = SUITE.check::<Toy<{ Fault::None.number() }>>().expect("an honest game");
    let compared = |ear| Kind::Event {
        name: "compared".to_owned(),
        ear,
    };
    for kind in [
        compared(Ear::Apart),
        compared(Ear::Otherwise),
        Kind::After("compare".to_owned()),
    ] {
        let judged = report.kinds[&kind];
        let often = report.kinds[&Kind::After("seal".to_owned())];
        assert!(
            judged.situations > 0 && judged.samples >= 60 * judged.situations,
            "{kind}: {judged:?}"
        );
        assert!(judged.occurred * 10 < often.occurred, "{kind} is rare: {judged:?}");
    }
    assert!(report.kinds.contains_key(&Kind::Setting("3_players_long".to_owned())));
    assert!(
        report.to_string().contains("event compared, told to the eye in part"),
        "{report}"
    );
}

/// What was not judged is no reason to be content.
#[test]
fn a_kind_that_was_never_judged_is_a_breach() {
    let idle = Suite { evidence: 0, ..SUITE };
    let verdict = idle
        .check::<Toy<{ Fault::None.number() }>>()
        .map_err(|breach| breach.check);
    assert_eq!(verdict, Err(Check::Coverage));
    let few = Suite {
        quick_games: 1,
        ..SUITE
    };
    let verdict = few
        .check::<Toy<{ Fault::None.number() }>>()
        .expect_err("nobody compares in so few games");
    assert!(
        verdict.check == Check::Coverage && verdict.what.contains("`compare`"),
        "{verdict}"
    );
}

bites! {
    a_view_that_leaks: LeakingView => Leak;
    an_event_that_leaks: LeakingEvent => Samples;
    legal_moves_that_leak: LeakingMoves => Leak;
    a_refusal_that_leaks: LeakingRefusal => Leak;
    event_numbers_that_leak: LeakingNumbers => Leak;
    a_duplicated_move: DuplicatedMove => Moves;
    two_moves_with_one_result: TwinMoves => Moves;
    a_check_that_refuses_a_listed_move: StrictCheck => Agreement;
    a_check_that_allows_an_unlisted_move: LaxCheck => Agreement;
    a_card_that_vanishes: VanishingCard => Conservation;
    a_cache_that_is_wrong: WrongCache => Invariants;
    a_refusal_that_changes_the_position: TouchedByRefusal => Untouched;
    an_order_dependent_simultaneous_phase: OrderMatters => Order;
    a_seal_that_can_be_seen_through: OpenSeal => Seal;
    a_sample_that_forgets_evidence: ForgetfulSample => Samples;
    a_sample_that_peeks_at_the_truth: PeekingSample => Samples;
    a_sample_that_keeps_the_dice: StaleDice => Samples;
    a_sample_that_changes_what_the_eye_sees: SampleChangesOwn => Leak;
    a_sample_that_is_no_fair_deal: BiasedSample => Samples;
    a_sample_that_tells_the_truth_to_who_knows_the_seed: UnsortedSample => Seeds;
    a_sample_that_loses_a_card: SampleLosesCard => Samples;
    a_game_that_does_not_end: Endless => Termination;
    a_player_without_a_move: NoMoves => Actors;
    an_outcome_before_the_end: EarlyOutcome => Actors;
    a_game_with_a_hidden_global: HiddenGlobal => Determinism;
    a_clone_that_shares: SharedClone => Determinism;
    a_notation_that_is_not_read_back: BadNotation => Writing;
    a_number_used_twice: BadNumber => Writing;
    json_that_is_not_read_back: BadJson => Writing;
    json_with_a_field_too_many_that_is_read: LooseJson => Writing;
    an_outcome_for_too_few: ShortOutcome => Outcome;
    a_set_up_for_any_number_of_players: AnyPlayers => Setup;
    text_too_wide_for_a_terminal: WideText => Text;
    a_refusal_without_a_rule: NoRuleNumber => Refusals;
    a_rare_comparison_told_to_everybody: LoudComparison => Samples;
    a_rare_comparison_that_samples_forget: ForgottenComparison => Samples;
    a_rare_comparison_that_samples_of_samples_forget: ComparisonLostInSamples => Seeds;
    a_sample_that_is_biased_after_a_rare_comparison: BiasedAfterComparison => Samples;
}
