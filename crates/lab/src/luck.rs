//! How much chance favoured each side of a game that was played: a control variate for comparisons.
//!
//! Only chance counts, never what somebody chose. Wherever dice were drawn (the deal, and every move that led to
//! another shuffle or lot), the value of what came is compared with the mean value of what could have come instead,
//! with open cards. Given everything before, that difference is 0 on average *whoever plays*, so subtracting it changes
//! no expectation. It is only as useful as the value is good, and a bad value costs precision, never correctness.

use arrayvec::ArrayVec;
use roundtable_bots::{Guidance, Searchable, Settings, open_cards};
use roundtable_core::{Dice, Eye, MAX_SEATS, Rng, Seat, Silent};

use crate::{Experiment, LabError};

/// How often the value of what came is estimated.
const CAME: u32 = 160;

/// How many other outcomes of the dice it is compared with, and how often each is estimated.
const OTHERS: u32 = 48;
const OTHER: u32 = 4;

/// The luck of each side, in shares of a victory. A seat is a side of its own where there are no teams.
pub(crate) type Luck = [f64; MAX_SEATS];

/// The side of each seat.
type Sides = ArrayVec<usize, MAX_SEATS>;

/// How values are estimated. Changing this changes no expectation; it is frozen all the same, because what is published
/// about the precision rests on it.
fn settings<G: Searchable>() -> Settings {
    Settings {
        rollouts: Guidance::Knight,
        ..G::CHAMPION
    }
}

/// The luck of each side in a game with this deal and these moves. The sides are those of the deal, also where roles
/// change on the way.
pub(crate) fn luck<G: Searchable>(
    experiment: &Experiment<G>,
    deal: u64,
    moves: &[(Seat, G::Move)],
) -> Result<Luck, LabError> {
    let dice = Dice::from_seed(experiment.deal_seed(deal));
    let settings = settings::<G>();
    let mut position = experiment.setting.deal(dice.clone(), &mut Silent)?;
    let mut luck = [0.0; MAX_SEATS];
    // However often a deal is played, its luck is estimated alike, so it cancels where seats are exchanged.
    let mut rng = Rng::new(!experiment.deal_seed(deal));
    let mut others = Vec::with_capacity(OTHERS as usize);
    for _ in 0..OTHERS {
        others.push(experiment.setting.deal(Dice::from_rng(&mut rng), &mut Silent)?);
    }
    let dealt = |position: &G| -> Sides { Seat::all(position.players()).map(|seat| position.side(seat)).collect() };
    add(&mut luck, &settings, &position, &others, dealt, &mut rng);
    let sides = dealt(&position);
    for &(seat, mv) in moves {
        let before = position.clone();
        let ((), draws) = dice.listen(|| position.play(seat, mv, &mut Silent));
        if draws.is_empty() {
            continue;
        }
        others.clear();
        for _ in 0..OTHERS {
            let mut other = before.clone();
            other.resample(Eye::All, &mut rng);
            other.play(seat, mv, &mut Silent);
            others.push(other);
        }
        add(&mut luck, &settings, &position, &others, |_| sides.clone(), &mut rng);
    }
    Ok(luck)
}

/// Adds what the dice brought: the value of what came, less the mean value of what could have come.
fn add<G: Searchable>(
    luck: &mut Luck,
    settings: &Settings,
    came: &G,
    others: &[G],
    sides: impl Fn(&G) -> Sides,
    rng: &mut Rng,
) {
    let mut tally = |position: &G, times: u32, weight: f64| {
        let values = open_cards(settings, position, times, rng.next_u64());
        let sides = sides(position);
        for (&side, value) in sides.iter().zip(values) {
            let seats = sides.iter().filter(|&&other| other == side).count();
            luck[side] += weight * value.value / seats as f64;
        }
    };
    tally(came, CAME, 1.0);
    for other in others {
        tally(other, OTHER, -1.0 / others.len() as f64);
    }
}

#[cfg(test)]
mod tests {
    use roundtable_bots::Searchable;
    use roundtable_catalog::games::never_bring_a_knife::NeverBringAKnife;
    use roundtable_catalog::games::shock::Shock;
    use roundtable_core::Setup;

    use super::*;
    use crate::stats::Estimate;

    fn experiment<G: Searchable>(players: usize) -> Experiment<G> {
        Experiment::new(&Setup::standard(&G::INFO, players), None, 4).expect("an experiment")
    }

    /// Deals of which only the beginning is played, at random.
    fn lucks<G: Searchable>(players: usize, deals: u64, length: usize) -> Vec<Luck> {
        let experiment = experiment::<G>(players);
        let of_deal = |deal: u64| {
            let dice = Dice::from_seed(experiment.deal_seed(deal));
            let mut position = experiment.setting.deal(dice, &mut Silent).expect("a deal");
            let (mut rng, mut moves, mut made) = (Rng::new(deal), Vec::new(), Vec::new());
            while let Some(seat) = position.to_act().first().filter(|_| made.len() < length) {
                position.legal_moves(seat, &mut moves);
                let mv = rng.pick(&moves);
                position.play(seat, mv, &mut Silent);
                made.push((seat, mv));
            }
            luck(&experiment, deal, &made).expect("a game")
        };
        (0..deals).map(of_deal).collect()
    }

    #[test]
    fn luck_is_nothing_on_average_and_something_in_each_game() {
        let all = [
            ("a side", lucks::<NeverBringAKnife>(4, 300, 0)),
            ("a seat, over two rounds", lucks::<Shock>(3, 60, 60)),
        ];
        for (whose, lucks) in all {
            let first: Vec<f64> = lucks.iter().map(|luck| luck[0]).collect();
            let mean = Estimate::mean(&first);
            assert!(
                mean.value.abs() < 3.5 * mean.standard_error(),
                "{whose}: {}",
                mean.value
            );
            assert!(first.iter().any(|luck| luck.abs() > 0.05), "{whose}");
        }
    }

    #[test]
    fn the_luck_of_a_deal_is_the_same_however_it_is_played() {
        let experiment = experiment::<Shock>(3);
        assert_eq!(
            luck(&experiment, 7, &[]).expect("a deal"),
            luck(&experiment, 7, &[]).expect("a deal")
        );
        let sum: f64 = luck(&experiment, 7, &[]).expect("a deal").iter().sum();
        assert!(sum.abs() < 1e-4, "what one seat gains, others lose: {sum}");
    }
}
