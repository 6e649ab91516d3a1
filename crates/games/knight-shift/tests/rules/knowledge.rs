//! An eye sees no more than it is told: the view can be rebuilt from the events alone.

use knight_shift::{CardSeen, CardsSeen, Deck, Event, Item, KnightShift, Move, View};
use roundtable_core::{Dice, Eye, Game as _, GameDeck as _, NoOptions, Rng, Seat, Told};

/// The table as a listener remembers it.
struct Memory {
    eye: Eye,
    players: usize,
    head: Seat,
    /// By Knight: each card, whether it lies face-up, and who put it there.
    equipment: Vec<Vec<(CardSeen, bool, Option<Seat>)>>,
    claims: Vec<Option<usize>>,
    discards: Vec<Item>,
    hand: Vec<Item>,
    sizes: Vec<usize>,
    pile: usize,
    totals: Vec<i32>,
    rounds: usize,
}

impl Memory {
    fn new(eye: Eye, players: usize) -> Self {
        Self {
            eye,
            players,
            head: Seat::new(0),
            equipment: Vec::new(),
            claims: Vec::new(),
            discards: Vec::new(),
            hand: Vec::new(),
            sizes: Vec::new(),
            pile: 0,
            totals: vec![0; players],
            rounds: 0,
        }
    }

    fn hear(&mut self, event: &Event) {
        match event {
            Event::RoundBegan { head, seeds, .. } => {
                self.head = *head;
                let seed = |&item: &Item| vec![(CardSeen::Known { item }, true, None)];
                self.equipment = seeds.iter().map(seed).collect();
                self.claims = vec![None; self.players];
                self.discards.clear();
                self.sizes = vec![4; self.players];
                self.pile = 6 * self.players;
            }
            Event::Hand { seat, items } => {
                assert!(self.eye.sees_for(*seat), "a hand is told to its holder");
                self.hand.clone_from(items);
            }
            Event::Drew { seat, card } => {
                self.pile -= 1;
                self.sizes[seat.index()] += 1;
                match card {
                    CardSeen::Known { item } => self.hand.push(*item),
                    CardSeen::Hidden => assert!(!self.eye.sees_for(*seat)),
                }
            }
            Event::Played {
                seat,
                knight,
                card,
                face_up,
            } => {
                self.equipment[knight.index()].push((*card, *face_up, Some(*seat)));
                if let CardSeen::Known { item } = card {
                    self.lose(*seat, *item);
                }
                self.sizes[seat.index()] -= 1;
            }
            Event::Peeked { knight, card, .. } => {
                if let (CardSeen::Known { .. }, Some(top)) = (card, self.equipment[knight.index()].last_mut()) {
                    top.0 = *card;
                }
            }
            Event::Claimed { seat, knight, discard } => {
                self.claims[seat.index()] = Some(knight.index());
                if let Some(item) = discard {
                    self.discards.push(*item);
                    self.lose(*seat, *item);
                    self.sizes[seat.index()] -= 1;
                }
            }
            Event::HandsPassed => self.sizes.rotate_right(1),
            Event::Scored { sheets, totals, .. } => {
                assert_eq!(sheets.len(), self.players);
                self.totals.clone_from(totals);
                self.rounds += 1;
            }
            Event::Passed { .. } | Event::Revealed { .. } | Event::Over { .. } => {}
        }
    }

    fn lose(&mut self, seat: Seat, item: Item) {
        if self.eye.seat() == Some(seat) {
            let place = self.hand.iter().position(|&other| other == item).unwrap();
            self.hand.remove(place);
        }
    }

    fn is(&mut self, view: &View) {
        self.hand.sort_unstable();
        assert_eq!(view.head, self.head);
        for (knight, remembered) in view.knights.iter().zip(&self.equipment) {
            let seen: Vec<_> = knight
                .equipment
                .iter()
                .map(|laid| (laid.card, laid.face_up, laid.by))
                .collect();
            assert_eq!(seen, *remembered, "Knight {} for {}", knight.knight, self.eye);
        }
        for (squire, &size) in view.squires.iter().zip(&self.sizes) {
            let expected = if self.eye.sees_for(squire.seat) {
                CardsSeen::Known {
                    items: self.hand.clone(),
                }
            } else {
                CardsSeen::Hidden { count: size }
            };
            assert_eq!(squire.hand, expected);
            assert_eq!(
                squire.knight.map(|knight| knight.index()),
                self.claims[squire.seat.index()]
            );
            assert_eq!(squire.total, self.totals[squire.seat.index()]);
        }
        assert_eq!(view.draw_pile, CardsSeen::Hidden { count: self.pile });
        assert_eq!(
            view.discards.iter().map(|discard| discard.item).collect::<Vec<_>>(),
            self.discards
        );
        assert_eq!(view.rounds.len(), self.rounds);
    }
}

#[test]
fn a_view_holds_what_the_events_told_and_nothing_else() {
    let deck = Deck::standard();
    for (players, seed) in (2..=6).flat_map(|players| (0..6).map(move |seed| (players, seed))) {
        let mut rng = Rng::new(seed);
        let mut journal: Vec<Told<Event>> = Vec::new();
        let mut position = KnightShift::new(players, NoOptions, &deck, Dice::from_seed(seed), &mut journal).unwrap();
        let mut memories: Vec<Memory> = Eye::limited(players).map(|eye| Memory::new(eye, players)).collect();
        let mut moves = Vec::new();
        while let Some(seat) = position.to_act().first() {
            for memory in &mut memories {
                let eye = memory.eye;
                journal
                    .iter()
                    .filter_map(|told| told.to(eye))
                    .for_each(|event| memory.hear(event));
                memory.is(&position.view(eye));
            }
            journal.clear();
            position.legal_moves(seat, &mut moves);
            // Fewer claims than in random play, so that rounds are long.
            let plays: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|mv| !matches!(mv, Move::Claim { .. }))
                .collect();
            let mv = if plays.is_empty() || rng.below(10) == 0 {
                rng.pick(&moves)
            } else {
                rng.pick(&plays)
            };
            position.play(seat, mv, &mut journal);
        }
    }
}

#[test]
fn the_rule_page_has_every_rule_and_ruling() {
    let rules = KnightShift::INFO.rules;
    let numbers = (0..=19).map(|n| format!("**KS-R{n}"));
    let numbers = numbers.chain((1..=2).map(|n| format!("**KS-D{n}")));
    for number in numbers.chain((1..=5).map(|n| format!("**KS-P{n}"))) {
        let found = rules.match_indices(&number).any(|(at, _)| {
            let next = rules[at + number.len()..].chars().next();
            next.is_some_and(|next| !next.is_ascii_digit())
        });
        assert!(found, "{number}");
    }
}
