//! A simple player: weighs every move by what the Knights are worth, as far as it can know, one turn ahead.

use roundtable_catalog::games::knight_shift::{Claimed, Equipment, Item, Knight, KnightShift, Move, score};
use roundtable_core::{Game as _, Rng, Seat, SeatHandle};

use crate::Squire;
use crate::abilities::Rollouts;

/// How many different Items there are.
const FACES: usize = Item::ALL.len();

const KNIGHTS: usize = KnightShift::MAX_KNIGHTS;

/// How many samples of the real position are examined.
const SAMPLES: usize = 8;

/// The same in a rollout, where many squires think, each only for a moment.
const GUESSES: usize = 2;

/// The assumed chance that a Squire without a Knight claims one in a turn.
const CLAIM_RATE: f64 = 0.5;

/// What the hope of further good Items is worth to a Squire who waits.
const PATIENCE: f64 = 0.5;

impl Squire for KnightShift {
    fn squire(seat: &SeatHandle<'_, Self>, rng: &mut Rng) -> Self::Move {
        choose(seat, rng)
    }
}

/// Chooses a move from what the seat may know.
///
/// A Squire with a Knight gives the others what hurts them most. A Squire without one weighs the best Knight as it is
/// now against the best Knight after one more Item, which somebody else may claim in the meantime.
///
/// # Panics
/// If the seat is not to act.
#[must_use]
fn choose(handle: &SeatHandle<'_, KnightShift>, rng: &mut Rng) -> Move {
    let mut moves = Vec::new();
    handle.legal_moves(&mut moves);
    if let [only] = moves[..] {
        return only;
    }
    let mut sample = handle.sample(rng);
    let guesses: [Guess; SAMPLES] = std::array::from_fn(|place| {
        if place > 0 {
            sample = handle.sample(rng);
        }
        Guess::new(&sample, sample.equipped(), rng)
    });
    Thoughts::new(&sample, handle.seat(), &guesses).best(&moves)
}

impl Rollouts for KnightShift {
    fn squire_on(&self, seat: Seat, moves: &[Move], (): &(), rng: &mut Rng) -> Move {
        choose_quickly(self, seat, moves, rng)
    }
}

/// The same in a position that is already a sample: it guesses what the seat has not seen there, and is faster.
fn choose_quickly(sample: &KnightShift, seat: Seat, moves: &[Move], rng: &mut Rng) -> Move {
    let guesses: [Guess; GUESSES] = std::array::from_fn(|_| {
        let equipment = sample.guess_equipment(seat, rng);
        Guess::new(sample, equipment, rng)
    });
    Thoughts::new(sample, seat, &guesses).best(moves)
}

/// One guess at what is hidden.
struct Guess {
    equipment: [Equipment; KNIGHTS],
    /// The unclaimed Knights, in the order in which the Squires without one are expected to claim them.
    order: [usize; KNIGHTS],
    count: usize,
}

impl Guess {
    fn new(position: &KnightShift, equipment: [Equipment; KNIGHTS], rng: &mut Rng) -> Self {
        let (mut order, mut count) = ([0; KNIGHTS], 0);
        for knight in position.unclaimed_knights() {
            order[count] = knight.index();
            count += 1;
        }
        rng.shuffle(&mut order[..count]);
        Self {
            equipment,
            order,
            count,
        }
    }
}

/// How a Squire sees the table.
struct Thoughts<'a> {
    /// A position with the Knights and claims of the real one, and with this seat's hand.
    position: &'a KnightShift,
    seat: Seat,
    knights: [Knight; KNIGHTS],
    claims: [Option<usize>; KNIGHTS],
    guesses: &'a [Guess],
    /// What claiming each Knight now would be worth.
    worth: [f64; KNIGHTS],
    /// The same with one more Item played on it, for each Item in the hand.
    improved: [[f64; FACES]; KNIGHTS],
}

impl<'a> Thoughts<'a> {
    fn new(position: &'a KnightShift, seat: Seat, guesses: &'a [Guess]) -> Self {
        let mut all = Knight::all(position.players());
        let first = all.next().expect("there are Knights");
        let mut thoughts = Self {
            position,
            seat,
            knights: std::array::from_fn(|place| if place == 0 { first } else { all.next().unwrap_or(first) }),
            claims: [None; KNIGHTS],
            guesses,
            worth: [f64::NEG_INFINITY; KNIGHTS],
            improved: [[f64::NEG_INFINITY; FACES]; KNIGHTS],
        };
        for other in Seat::all(position.players()) {
            thoughts.claims[other.index()] = position.claimed(other).map(Knight::index);
        }
        thoughts.weigh();
        thoughts
    }

    fn unclaimed(&self) -> impl Iterator<Item = usize> + Clone {
        let guess = &self.guesses[0];
        guess.order[..guess.count].iter().copied()
    }

    /// Works out what every Knight is worth now and after each possible play.
    fn weigh(&mut self) {
        let own = self.claims[self.seat.index()];
        for knight in self.position.unclaimed_knights().map(Knight::index) {
            let mine = own.unwrap_or(knight);
            self.worth[knight] = self.standing(mine, None);
            let mut last = None;
            for item in self.position.items_of(self.seat) {
                if last.replace(item) != Some(item) {
                    self.improved[knight][item as usize] = self.standing(mine, Some((item, knight)));
                }
            }
        }
    }

    /// How far ahead of the others this seat would be on average if it had that Knight and the round ended now.
    fn standing(&self, mine: usize, played: Option<(Item, usize)>) -> f64 {
        let players = self.position.players();
        let ahead = self.guesses.iter().map(|guess| {
            let mut left = guess.order[..guess.count].iter().filter(|&&knight| knight != mine);
            let claimed: [Claimed<'_>; KNIGHTS] = std::array::from_fn(|seat| {
                let knight = if seat >= players || seat == self.seat.index() {
                    mine
                } else {
                    // There is one more Knight than there are players.
                    self.claims[seat].or_else(|| left.next().copied()).unwrap_or(mine)
                };
                let mut equipment = guess.equipment[knight];
                if let Some((item, _)) = played.filter(|&(_, target)| target == knight) {
                    equipment[item as usize] += 1;
                }
                Claimed {
                    card: self.position.knight_card(self.knights[knight]),
                    equipment,
                }
            });
            let sheets = score(self.position.deck(), &claimed[..players]);
            let own = sheets[self.seat.index()].total;
            let all: i32 = sheets.iter().map(|sheet| sheet.total).sum();
            f64::from(own) - f64::from(all - own) / (players - 1) as f64
        });
        ahead.sum::<f64>() / self.guesses.len() as f64
    }

    /// The move with the highest value; the last of several.
    fn best(&self, moves: &[Move]) -> Move {
        let mut best = (f64::NEG_INFINITY, moves[0]);
        for &mv in moves {
            let value = self.value(mv);
            if value >= best.0 {
                best = (value, mv);
            }
        }
        best.1
    }

    fn value(&self, mv: Move) -> f64 {
        match mv {
            Move::Play { item, knight } | Move::Show { item, knight } => {
                let improved = self.improved[knight.index()][item as usize];
                if self.claims[self.seat.index()].is_some() {
                    improved
                } else {
                    self.hope(knight.index(), improved)
                }
            }
            // A peek tells less than keeping an Item face-down is worth.
            Move::Peek { .. } => f64::NEG_INFINITY,
            Move::Claim { knight, discard } => {
                // Between equal claims, discard what would please some other Knight most.
                let pleases = discard.map_or(0.0, |item| {
                    let others = self.unclaimed().filter(|&other| other != knight.index());
                    let gains = others.map(|other| self.improved[other][item as usize] - self.worth[other]);
                    gains.fold(f64::NEG_INFINITY, f64::max).clamp(-50.0, 50.0)
                });
                self.worth[knight.index()] + pleases / 1000.0
            }
        }
    }

    /// What to hope for next turn if this Knight is improved: the best Knight if it is still there, or else the second
    /// best.
    fn hope(&self, improved: usize, worth: f64) -> f64 {
        let (mut best, mut second) = (worth, f64::NEG_INFINITY);
        for knight in self.unclaimed().filter(|&knight| knight != improved) {
            let other = self.worth[knight];
            second = second.max(other.min(best));
            best = best.max(other);
        }
        let players = self.position.players();
        let rivals = self.claims[..players].iter().filter(|claim| claim.is_none()).count() as i32 - 1;
        let stays = (1.0 - CLAIM_RATE / self.unclaimed().count() as f64).powi(rivals);
        stays * best + (1.0 - stays) * second + PATIENCE
    }
}
