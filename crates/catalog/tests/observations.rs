//! What programs that learn are shown: every game, every number of players, every set of options.

use std::collections::BTreeSet;

use roundtable_catalog::{GameId, with_game};
use roundtable_core::observe::{Block, Field, Layout, Observe, Pen, Row};
use roundtable_core::{Dice, Eye, Game, GameMove as _, Rng, Seat, Setting, Silent, options};

/// A pen that notes what a row would have to cut, and which fields are ever more than zeros.
#[derive(Default)]
struct Critic {
    field: Option<Field>,
    number: usize,
    moved: Vec<bool>,
    cut: Vec<String>,
}

impl Pen for Critic {
    fn begin(&mut self, field: Field) {
        self.number += usize::from(self.field.is_some());
        self.moved.resize(self.moved.len().max(self.number + 1), false);
        self.field = Some(field);
    }

    fn set(&mut self, place: usize, value: i32) {
        let field = self.field.expect("a field has begun");
        if place >= field.len || !(field.least..=field.most).contains(&value) {
            self.cut.push(format!("{} {place}: {value}", field.name));
        }
        self.moved[self.number] |= value != 0;
    }
}

fn row<G: Observe, T: roundtable_core::observe::Cell>(position: &G, seat: Seat, len: usize) -> Vec<T> {
    let mut cells = vec![T::default(); len];
    position.observe(seat, &mut Row::new(&mut cells));
    cells
}

fn mask<G: Game>(position: &G, seat: Seat, moves: &mut Vec<G::Move>) -> Vec<Option<u32>> {
    position.legal_moves(seat, moves);
    moves.iter().map(|mv| mv.number(position.players())).collect()
}

/// Plays random games and looks at every seat's row. Returns the fields that were ever more than zeros.
fn look<G: Observe>(players: usize, options: G::Options, games: u64) -> Vec<bool> {
    let setting = Setting::<G>::standard(players, options);
    let mut rng = Rng::new(players as u64);
    let (mut moves, mut others) = (Vec::new(), Vec::new());
    let mut critic = Critic::default();
    for seed in 0..games {
        let mut position = setting.deal(Dice::from_seed(seed), &mut Silent).expect("a game");
        let layout = Layout::of(&position);
        let len = layout.len();
        loop {
            for seat in Seat::all(players) {
                (critic.field, critic.number) = (None, 0);
                position.observe(seat, &mut critic);
                assert_eq!(critic.cut, [""; 0], "{} with {players}", layout.name);
            }
            if rng.below(4) == 0 {
                assert_eq!(Layout::of(&position), layout, "the same fields in every position");
                let seat = Seat::new(rng.below(players as u32) as usize);
                let mut twin = position.clone();
                twin.resample(Eye::Seat(seat), &mut rng);
                let rows = [&position, &twin].map(|position| row::<G, i8>(position, seat, len));
                let fine = [&position, &twin].map(|position| {
                    row::<G, f32>(position, seat, len)
                        .into_iter()
                        .map(f32::to_bits)
                        .collect::<Vec<_>>()
                });
                if rows[0] != rows[1] {
                    let differs = layout.names().into_iter().zip(rows[0].iter().zip(&rows[1]));
                    let differs: Vec<_> = differs.filter(|(_, (one, other))| one != other).collect();
                    panic!(
                        "{} with {players} tells seat {seat} what it cannot know: {differs:?}",
                        layout.name
                    );
                }
                assert_eq!(fine[0], fine[1]);
                assert_eq!(mask(&position, seat, &mut moves), mask(&twin, seat, &mut others));
            }
            let Some(seat) = position.to_act().first() else { break };
            position.legal_moves(seat, &mut moves);
            position.play(seat, rng.pick(&moves), &mut Silent);
        }
    }
    critic.moved
}

fn all<G: Observe>() {
    let mut useless: Option<Vec<(&str, &str)>> = None;
    // A game with few settings is played more often in each.
    let settings = (G::INFO.max_players + 1 - G::INFO.min_players) * options::every_set::<G::Options>().count();
    let games = 60_u64.div_ceil(settings as u64);
    for players in G::INFO.min_players..=G::INFO.max_players {
        for options in options::every_set::<G::Options>() {
            let moved = look::<G>(players, options, games);
            let position = Setting::<G>::standard(players, options).deal(Dice::from_seed(1), &mut Silent);
            let layout = Layout::of(&position.expect("a game"));
            let name = |block: &Block| (block.part, block.field.name);
            let said: BTreeSet<_> = layout
                .blocks
                .iter()
                .zip(moved)
                .filter(|(_, moved)| *moved)
                .map(|(block, _)| name(block))
                .collect();
            let still: Vec<_> = layout
                .blocks
                .iter()
                .map(name)
                .filter(|name| !said.contains(name))
                .collect();
            useless = Some(match useless {
                None => still,
                Some(known) => known.into_iter().filter(|name| still.contains(name)).collect(),
            });
        }
    }
    assert_eq!(
        useless.unwrap_or_default(),
        [("", ""); 0],
        "{}: fields that say nothing",
        G::INFO.name
    );
}

#[test]
fn rows_keep_to_their_layout_and_tell_a_seat_only_what_it_may_know() {
    for game in GameId::HOUSE {
        with_game!(game, G => all::<G>());
    }
}

#[test]
fn a_game_without_a_layout_of_its_own_is_shown_as_a_hashed_view() {
    all::<high_card::HighCard>();
    let deal =
        |seed| Setting::<high_card::HighCard>::standard(3, Default::default()).deal(Dice::from_seed(seed), &mut Silent);
    let [one, other] = [1, 2].map(|seed| deal(seed).expect("a game"));
    let seat = Seat::new(0);
    assert_eq!(Layout::of(&one).name, "high-card/0");
    assert_ne!(
        row::<_, i8>(&one, seat, 512),
        row::<_, i8>(&other, seat, 512),
        "other cards, other numbers"
    );
}
