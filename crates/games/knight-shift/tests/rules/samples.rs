//! Samples of the hidden cards: compared with enumeration on small decks, and everywhere with the ruling's equation of
//! hands.

use std::collections::BTreeMap;

use knight_shift::{CardSeen, CardsSeen, Deck, Event, Item, KnightShift, Move, View};
use roundtable_core::{Audit as _, Dice, Eye, Game as _, GameDeck as _, NoOptions, Rng, Seat, Silent, Told};
use roundtable_testkit::play_line;

use crate::{Table, changed, read};

/// A deck of 67 cards that are nearly all alike, so that there are few enough arrangements to count.
fn small_deck(horses: u8, booze: u8) -> Deck {
    let mut text = String::new();
    let mut table = "";
    for line in changed(&[]).lines() {
        if line.starts_with('[') {
            table = line;
        }
        let count = match table {
            "[item.armor]" => 67 - horses - booze,
            "[item.horse]" => horses,
            "[item.booze]" => booze,
            _ => 0,
        };
        let line = match line.split(' ').next() {
            Some("count") => format!("count = {count}"),
            Some(name @ ("twos" | "threes" | "fours")) => format!("{name} = 0"),
            Some("likes") => "likes = [\"armor\"]".to_owned(),
            Some("dislikes") => "dislikes = []".to_owned(),
            _ => line.to_owned(),
        };
        text += &line;
        text.push('\n');
    }
    read(&text)
}

/// How many Horses and how much Booze lie in a place.
type Rare = (usize, usize);

fn rare(items: impl Iterator<Item = Item>) -> Rare {
    items.fold((0, 0), |(horses, booze), item| {
        (
            horses + usize::from(item == Item::Horse),
            booze + usize::from(item == Item::Booze),
        )
    })
}

fn known(cards: &CardsSeen) -> impl Iterator<Item = Item> {
    match cards {
        CardsSeen::Known { items } => items.iter().copied(),
        CardsSeen::Hidden { .. } => panic!("everybody's eye sees all cards"),
    }
}

fn face(card: CardSeen) -> Item {
    match card {
        CardSeen::Known { item } => item,
        CardSeen::Hidden => panic!("everybody's eye sees all cards"),
    }
}

fn choose(n: usize, k: usize) -> f64 {
    (0..k).map(|i| (n as f64 - i as f64) / (i as f64 + 1.0)).product()
}

/// Every way the evidence allows to spread the rare cards over places of these sizes, with its chance: all arrangements
/// of the cards are equally likely.
fn enumerate(sizes: &[usize], cards: Rare, allowed: &impl Fn(&[Rare]) -> bool) -> BTreeMap<Vec<Rare>, f64> {
    fn spread(
        sizes: &[usize],
        left: Rare,
        ways: f64,
        laid: &mut Vec<Rare>,
        allowed: &impl Fn(&[Rare]) -> bool,
        found: &mut BTreeMap<Vec<Rare>, f64>,
    ) {
        let Some((&size, rest)) = sizes.split_first() else {
            if left == (0, 0) && allowed(laid) {
                found.insert(laid.clone(), ways);
            }
            return;
        };
        for horses in 0..=left.0.min(size) {
            for booze in 0..=left.1.min(size - horses) {
                laid.push((horses, booze));
                let ways = ways * choose(size, horses) * choose(size - horses, booze);
                spread(rest, (left.0 - horses, left.1 - booze), ways, laid, allowed, found);
                laid.pop();
            }
        }
    }
    let mut found = BTreeMap::new();
    spread(sizes, cards, 1.0, &mut Vec::new(), allowed, &mut found);
    let all: f64 = found.values().sum();
    found.values_mut().for_each(|ways| *ways /= all);
    found
}

/// Compares samples with the enumeration: the rare cards of all places jointly, except outcomes too rare to judge.
fn compare(
    position: &KnightShift,
    eye: Eye,
    places: &dyn Fn(&View) -> Vec<Rare>,
    sizes: &[usize],
    allowed: impl Fn(&[Rare]) -> bool,
) {
    let truth = places(&position.view(Eye::All));
    let cards = truth.iter().fold((0, 0), |sum, rare| (sum.0 + rare.0, sum.1 + rare.1));
    let expected = enumerate(sizes, cards, &allowed);
    assert!(
        expected.contains_key(&truth),
        "the truth is among what the evidence allows"
    );
    let (mut rng, mut seen) = (Rng::new(8), BTreeMap::new());
    const SAMPLES: usize = 40_000;
    for _ in 0..SAMPLES {
        let mut sample = position.clone();
        sample.resample(eye, &mut rng);
        sample.audit().unwrap();
        *seen.entry(places(&sample.view(Eye::All))).or_insert(0) += 1;
    }
    let n = SAMPLES as f64;
    let mut checked = 0;
    for (laid, &chance) in &expected {
        let number = f64::from(seen.get(laid).copied().unwrap_or(0));
        if chance * n > 8.0 {
            let error = (n * chance * (1.0 - chance)).sqrt();
            assert!(
                (number - n * chance).abs() < 5.0 * error,
                "{laid:?}: {number} for {}",
                n * chance
            );
            checked += 1;
        }
    }
    assert!(checked > 5, "only {checked} arrangements could be compared");
    assert!(
        seen.keys().all(|laid| expected.contains_key(laid)),
        "nothing that the evidence excludes"
    );
}

/// Three Squires; the hand that seat 0 was dealt has come back after three laps.
///
/// | lap | holds the hand | drew | played |
/// |---|---|---|---|
/// | 0 | seat 0, who passes on Horse, Booze and two Armor | | |
/// | 1 | seat 1 | Horse | Horse, on Knight 1 |
/// | 2 | seat 2 | Armor | Booze, on Knight 1 |
/// | 3 | seat 0, who sees Horse and three Armor | | |
///
/// So one of the two plays was Booze; the other can be anything. All other plays are Armor.
fn come_back() -> KnightShift {
    let mut position = Table {
        head: 0,
        knights: &[1, 2, 3, 4],
        seeds: "armor armor armor armor",
        hands: &[
            "horse booze armor armor",
            "armor armor armor armor",
            "armor armor armor armor",
        ],
        pile: "armor armor armor armor horse armor armor armor armor",
    }
    .set_up(&small_deck(3, 2), &mut Silent);
    play_line(
        &mut position,
        &[
            "play armor 0",
            "play armor 2",
            "play armor 3",
            "play armor 0",
            "play horse 1",
            "play armor 3",
            "play armor 0",
            "play armor 2",
            "play booze 1",
        ],
    );
    position
}

/// The hidden places of `come_back` for seat 0: the two plays of the hand that came back; the play of the hand that
/// seat 0 passed on in lap 1, and that hand (now seat 2's); the hand passed on in lap 2 (now seat 1's); the three plays
/// from hands that seat 0 had not seen before; the draw pile; what is set aside.
fn places(view: &View) -> Vec<Rare> {
    let laid = |knight: usize, place: usize| face(view.knights[knight].equipment[place].card);
    vec![
        rare([laid(1, 1)].into_iter()),
        rare([laid(1, 2)].into_iter()),
        rare([laid(2, 2)].into_iter().chain(known(&view.squires[2].hand))),
        rare(known(&view.squires[1].hand)),
        rare([laid(2, 1), laid(3, 1), laid(3, 2)].into_iter()),
        rare(known(&view.draw_pile)),
        rare(known(&view.aside)),
    ]
}

const SIZES: [usize; 7] = [1, 1, 5, 4, 3, 8, 33];

#[test]
fn ks_p5_a_hand_that_came_back_proves_what_was_played_from_it() {
    let allowed = |laid: &[Rare]| {
        let booze_played = laid[0].1 + laid[1].1 >= 1;
        // Four Armor were passed on in lap 1; one card was drawn to them. Four Armor in lap 2, and nothing since.
        let one_drawn = laid[2].0 + laid[2].1 <= 1;
        booze_played && one_drawn && laid[3] == (0, 0)
    };
    compare(&come_back(), Eye::Seat(Seat::new(0)), &places, &SIZES, allowed);
}

#[test]
fn ks_p5_a_peek_settles_one_place_and_frees_the_other() {
    let mut position = come_back();
    // The top Item of Knight 1 is the Booze that had to be in one of the two places.
    play_line(&mut position, &["peek 1"]);
    let allowed = |laid: &[Rare]| laid[1] == (0, 1) && laid[2].0 + laid[2].1 <= 1 && laid[3] == (0, 0);
    compare(&position, Eye::Seat(Seat::new(0)), &places, &SIZES, allowed);
}

#[test]
fn ks_p5_a_spectator_knows_no_hand_and_nothing_is_excluded() {
    let spectator = |view: &View| {
        let mut all = places(view);
        // What seat 0 also knows: its own hand and its own plays.
        all.push(rare(known(&view.squires[0].hand)));
        all.push(rare(view.knights[0].equipment[1..].iter().map(|laid| face(laid.card))));
        all
    };
    let mut sizes = SIZES.to_vec();
    sizes.extend([5, 3]);
    compare(&come_back(), Eye::Table, &spectator, &sizes, |_| true);
}

#[test]
fn ks_p5_two_squires_read_each_others_play_from_the_hand_they_get_back() {
    // Seat 0 passes on Horse, Booze, Armor, Armor; seat 1 draws Armor and plays the Horse; the hand comes back without
    // it.
    let mut position = Table {
        head: 0,
        knights: &[1, 2, 3],
        seeds: "armor armor armor",
        hands: &["horse booze armor armor", "armor armor armor armor"],
        pile: "armor armor armor armor armor armor",
    }
    .set_up(&small_deck(2, 2), &mut Silent);
    play_line(
        &mut position,
        &["play armor 0", "play armor 1", "play armor 0", "play horse 2"],
    );
    let mut rng = Rng::new(1);
    for _ in 0..500 {
        let mut sample = position.clone();
        sample.resample(Eye::Seat(Seat::new(0)), &mut rng);
        let view = sample.view(Eye::All);
        assert_eq!(face(view.knights[2].equipment[1].card), Item::Horse);
    }
    let places = |view: &View| {
        vec![
            rare(known(&view.squires[1].hand)),
            rare([face(view.knights[1].equipment[1].card)].into_iter()),
            rare(known(&view.draw_pile)),
            rare(known(&view.aside)),
        ]
    };
    // Seat 0 saw seat 1's hand in lap 1, four Armor, and nothing has been drawn to it yet.
    compare(&position, Eye::Seat(Seat::new(0)), &places, &[4, 1, 7, 44], |laid| {
        laid[0] == (0, 0)
    });
}

/// Where an Item went: to a Knight's place, or to the discard pile.
#[derive(Clone, Copy)]
enum Fate {
    Laid(usize, usize),
    Discarded(Item),
}

/// Everything one seat has seen of the hands, gathered from what it was told: an independent version of the ruling's
/// equation.
struct Witness {
    players: usize,
    own: Seat,
    lap: usize,
    hand: Vec<Item>,
    /// For each lap, the seat's hand when it arrived and when it was passed on.
    looks: Vec<(Vec<Item>, Vec<Item>)>,
    /// Each play of the round: lap, seat, and where the Item went.
    plays: Vec<(usize, Seat, Fate)>,
    laid: Vec<usize>,
    draws: Vec<(usize, Seat)>,
}

impl Witness {
    fn new(players: usize, own: Seat) -> Self {
        Self {
            players,
            own,
            lap: 0,
            hand: Vec::new(),
            looks: Vec::new(),
            plays: Vec::new(),
            laid: Vec::new(),
            draws: Vec::new(),
        }
    }

    fn hear(&mut self, event: &Event) {
        match event {
            Event::RoundBegan { .. } => {
                *self = Self {
                    laid: vec![1; self.players + 1],
                    ..Self::new(self.players, self.own)
                };
            }
            Event::Hand { items, .. } => {
                self.looks.push((items.clone(), Vec::new()));
                self.hand.clone_from(items);
            }
            Event::HandsPassed => {
                self.looks[self.lap].1.clone_from(&self.hand);
                self.lap += 1;
            }
            Event::Drew { seat, card } => {
                self.draws.push((self.lap, *seat));
                if let (CardSeen::Known { item }, true) = (card, *seat == self.own) {
                    self.hand.push(*item);
                }
            }
            Event::Played { seat, knight, card, .. } => {
                let knight = knight.index();
                self.plays
                    .push((self.lap, *seat, Fate::Laid(knight, self.laid[knight])));
                self.laid[knight] += 1;
                if *seat == self.own {
                    self.lose(face(*card));
                }
            }
            Event::Claimed { seat, discard, .. } => {
                if let Some(item) = discard {
                    self.plays.push((self.lap, *seat, Fate::Discarded(*item)));
                    if *seat == self.own {
                        self.lose(*item);
                    }
                }
            }
            Event::Peeked { .. }
            | Event::Passed { .. }
            | Event::Revealed { .. }
            | Event::Scored { .. }
            | Event::Over { .. } => {}
        }
    }

    fn lose(&mut self, item: Item) {
        let place = self.hand.iter().position(|&other| other == item).unwrap();
        self.hand.remove(place);
    }

    /// Which hand a seat has in a lap, identified by the seat that was dealt it.
    fn hand_of(&self, seat: Seat, lap: usize) -> usize {
        (seat.index() + 10 * self.players - lap) % self.players
    }

    /// Asserts that the sample agrees with every look at every hand.
    fn agrees(&self, sample: &View) {
        for hand in 0..self.players {
            let mine = |lap: &usize| self.hand_of(self.own, *lap) == hand;
            let laps: Vec<usize> = (0..=self.lap.min(9)).filter(mine).collect();
            for (i, &lap) in laps.iter().enumerate() {
                if lap == self.lap {
                    continue;
                }
                let until = laps.get(i + 1).copied();
                let since = |at: usize| at > lap && until.is_none_or(|until| at < until);
                let played = self
                    .plays
                    .iter()
                    .filter(|&&(at, seat, _)| since(at) && self.hand_of(seat, at) == hand);
                let mut afterwards: Vec<Item> = played
                    .map(|&(_, _, place)| match place {
                        Fate::Laid(knight, place) => face(sample.knights[knight].equipment[place].card),
                        Fate::Discarded(item) => item,
                    })
                    .collect();
                match until {
                    Some(until) => afterwards.extend(&self.looks[until].0),
                    None => {
                        let holder = (hand + self.lap) % self.players;
                        afterwards.extend(known(&sample.squires[holder].hand));
                    }
                }
                let drawn = self
                    .draws
                    .iter()
                    .filter(|&&(at, seat)| since(at) && self.hand_of(seat, at) == hand)
                    .count();
                let before = &self.looks[lap].1;
                assert_eq!(before.len() + drawn, afterwards.len());
                for item in before {
                    let place = afterwards.iter().position(|other| other == item);
                    let place = place.unwrap_or_else(|| panic!("{item} of lap {lap} is gone from hand {hand}"));
                    afterwards.remove(place);
                }
            }
        }
    }
}

/// Plays random games (claims are rare, so that hands come back) and checks samples against the witness after every
/// move.
fn witness_games(deck: &Deck, players: usize, games: u64) {
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut journal: Vec<Told<Event>> = Vec::new();
        let mut position = KnightShift::new(players, NoOptions, deck, Dice::from_seed(seed), &mut journal).unwrap();
        let mut witnesses: Vec<Witness> = Seat::all(players).map(|own| Witness::new(players, own)).collect();
        let mut moves = Vec::new();
        while let Some(seat) = position.to_act().first() {
            for witness in &mut witnesses {
                let eye = Eye::Seat(witness.own);
                let told = journal.iter().filter_map(|told| told.to(eye));
                told.for_each(|event| witness.hear(event));
            }
            journal.clear();
            let witness = &witnesses[rng.below(players as u32) as usize];
            witness.agrees(&position.view(Eye::All));
            let mut sample = position.clone();
            sample.resample(Eye::Seat(witness.own), &mut rng);
            sample.audit().unwrap();
            witness.agrees(&sample.view(Eye::All));
            assert_eq!(
                sample.view(Eye::Seat(witness.own)),
                position.view(Eye::Seat(witness.own))
            );
            // A sample is a whole position: it can be sampled for another eye, and again for the first.
            sample.resample(Eye::Table, &mut rng);
            sample.resample(Eye::Seat(seat), &mut rng);
            sample.audit().unwrap();

            position.legal_moves(seat, &mut moves);
            let plays: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|mv| !matches!(mv, Move::Claim { .. }))
                .collect();
            let mv = if plays.is_empty() || rng.below(12) == 0 {
                rng.pick(&moves)
            } else {
                rng.pick(&plays)
            };
            position.play(seat, mv, &mut journal);
        }
    }
}

#[test]
fn ks_p5_samples_agree_with_every_hand_that_was_seen() {
    for players in 2..=6 {
        witness_games(&read(&changed(&[])), players, 6);
    }
}

#[test]
fn ks_p5_samples_agree_with_lopsided_decks_too() {
    // So many equal cards that the arrangements must be counted.
    for players in [2, 3, 6] {
        witness_games(&small_deck(6, 4), players, 1);
    }
}

#[test]
fn ks_p5_everybodys_eye_gets_only_new_dice() {
    let position = come_back();
    let mut sample = position.clone();
    sample.resample(Eye::All, &mut Rng::new(5));
    assert_eq!(sample.view(Eye::All), position.view(Eye::All));
    assert_ne!(sample.dice(), position.dice());
}

#[test]
fn a_quick_guess_keeps_what_the_seat_has_seen_and_how_much_lies_there() {
    let mut rng = Rng::new(3);
    let mut differs = 0;
    for seed in 0..30 {
        let deck = Deck::standard();
        let mut game = KnightShift::new(3, NoOptions, &deck, Dice::from_seed(seed), &mut Silent).expect("a game");
        let mut moves = Vec::new();
        for _ in 0..20 {
            let Some(turn) = game.to_act().first() else { break };
            for seat in Seat::all(3) {
                let guess = game.guess_equipment(seat, &mut rng);
                differs += usize::from(guess != game.equipped());
                let view = game.view(Eye::Seat(seat));
                for (knight, guessed) in view.knights.iter().zip(guess) {
                    let all: usize = guessed.iter().map(|&count| usize::from(count)).sum();
                    assert_eq!(all, knight.equipment.len());
                    for item in Item::ALL {
                        let seen = CardSeen::Known { item };
                        let seen = knight.equipment.iter().filter(|laid| laid.card == seen).count();
                        assert!(usize::from(guessed[item as usize]) >= seen, "{item:?} was seen");
                    }
                }
            }
            game.legal_moves(turn, &mut moves);
            let mv = rng.pick(&moves);
            game.play(turn, mv, &mut Silent);
        }
    }
    assert!(differs > 100, "the rest is guessed");
}
