//! A simple player: weighs every move by what the Knights are worth for all it can know, one turn ahead.

use knight_shift::{
    CardSeen, CardsSeen, Claimed, Equipment, Item, Knight, KnightCard, KnightSeen, KnightShift, Move, View, score,
};
use roundtable_core::{Eye, Game as _, Rng, Seat, SeatHandle};

/// How many different Items there are.
const FACES: usize = Item::ALL.len();

/// How many positions that might be the real one are looked at.
const SAMPLES: usize = 8;

/// How likely a Squire without a Knight is taken to claim one in a turn.
const CLAIM_RATE: f64 = 0.5;

/// What the hope of further good Items is worth to a Squire who waits.
const PATIENCE: f64 = 0.5;

/// Chooses a move by what the seat may know.
///
/// A Squire with a Knight gives the others what hurts them most. A Squire without one weighs the best Knight as it is now
/// against the best Knight after one more Item, which somebody else may claim in the meantime.
///
/// # Panics
/// If the seat is not to act.
#[must_use]
pub(super) fn choose(handle: &SeatHandle<'_, KnightShift>, rng: &mut Rng) -> Move {
    let mut moves = Vec::new();
    handle.legal_moves(&mut moves);
    if let [only] = moves[..] {
        return only;
    }
    let thoughts = Thoughts::new(handle, rng);
    let value = |mv: &Move| thoughts.value(*mv);
    let best = moves.iter().max_by(|a, b| value(a).total_cmp(&value(b)));
    *best.expect("a seat that is to act has a legal move")
}

/// What a Squire makes of the table.
struct Thoughts {
    seat: Seat,
    knights: Vec<KnightCard>,
    claims: Vec<Option<usize>>,
    /// The Knights that can still be claimed.
    unclaimed: Vec<usize>,
    /// Positions that might be the real one.
    guesses: Vec<Guess>,
    /// What claiming each Knight now would be worth.
    worth: Vec<f64>,
    /// The same if one Item more were played on it, for each Item in the hand.
    improved: Vec<[f64; FACES]>,
}

/// A position that might be the real one.
struct Guess {
    position: KnightShift,
    equipment: Vec<Equipment>,
    /// The unclaimed Knights in the order in which the Squires without one are taken to claim them.
    order: Vec<usize>,
}

impl Thoughts {
    fn new(handle: &SeatHandle<'_, KnightShift>, rng: &mut Rng) -> Self {
        let view = handle.view();
        let knights = view.knights.iter().map(|knight| KnightCard {
            name: String::new(),
            title: String::new(),
            likes: knight.print.likes.iter().copied().collect(),
            bonus: knight.print.bonus,
            dislikes: knight.print.dislikes.iter().copied().collect(),
        });
        let unclaimed: Vec<usize> = (0..view.knights.len())
            .filter(|&knight| view.knights[knight].claimed_by.is_none())
            .collect();
        let guess = |_| {
            let position = handle.sample(rng);
            let mut order = unclaimed.clone();
            rng.shuffle(&mut order);
            Guess {
                equipment: equipment(&position.view(Eye::All)),
                position,
                order,
            }
        };
        let guesses = (0..SAMPLES).map(guess).collect();
        let mut thoughts = Self {
            seat: handle.seat(),
            knights: knights.collect(),
            claims: view
                .squires
                .iter()
                .map(|squire| squire.knight.map(Knight::index))
                .collect(),
            unclaimed,
            guesses,
            worth: vec![f64::NEG_INFINITY; view.knights.len()],
            improved: vec![[f64::NEG_INFINITY; FACES]; view.knights.len()],
        };
        thoughts.weigh(&view);
        thoughts
    }

    /// Finds out what every Knight is worth now and after each play that is possible.
    fn weigh(&mut self, view: &View) {
        let own = self.claims[self.seat.index()];
        let mut hand = match &view.squires[self.seat.index()].hand {
            CardsSeen::Known { items } => items.clone(),
            CardsSeen::Hidden { .. } => Vec::new(),
        };
        hand.dedup();
        for knight in self.unclaimed.clone() {
            let mine = own.unwrap_or(knight);
            self.worth[knight] = self.standing(mine, None);
            for &item in &hand {
                self.improved[knight][item as usize] = self.standing(mine, Some((item, knight)));
            }
        }
    }

    /// How far this seat would be ahead of the others on average if it had that Knight and the round ended now.
    fn standing(&self, mine: usize, played: Option<(Item, usize)>) -> f64 {
        let ahead = self.guesses.iter().map(|guess| {
            let mut left = guess.order.iter().filter(|&&knight| knight != mine);
            let claimed: Vec<Claimed<'_>> = Seat::all(self.claims.len())
                .filter_map(|seat| {
                    let knight = if seat == self.seat {
                        mine
                    } else {
                        self.claims[seat.index()].or_else(|| left.next().copied())?
                    };
                    let mut equipment = guess.equipment[knight];
                    if let Some((item, _)) = played.filter(|&(_, target)| target == knight) {
                        equipment[item as usize] += 1;
                    }
                    Some(Claimed {
                        card: &self.knights[knight],
                        equipment,
                    })
                })
                .collect();
            let sheets = score(guess.position.deck(), &claimed);
            let own = sheets[self.seat.index()].total;
            let all: i32 = sheets.iter().map(|sheet| sheet.total).sum();
            f64::from(own) - f64::from(all - own) / (claimed.len() - 1) as f64
        });
        ahead.sum::<f64>() / self.guesses.len() as f64
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
            // What a peek tells is worth less than keeping an Item face-down.
            Move::Peek { .. } => f64::NEG_INFINITY,
            Move::Claim { knight, discard } => {
                // Among equal claims the discard takes away what would please some other Knight most.
                let pleases = discard.map_or(0.0, |item| {
                    let others = self.unclaimed.iter().filter(|&&other| other != knight.index());
                    let gains = others.map(|&other| self.improved[other][item as usize] - self.worth[other]);
                    gains.fold(f64::NEG_INFINITY, f64::max).clamp(-50.0, 50.0)
                });
                self.worth[knight.index()] + pleases / 1000.0
            }
        }
    }

    /// What is to be hoped for next turn if this Knight is improved: the best one if it is still there, or else the second best.
    fn hope(&self, improved: usize, worth: f64) -> f64 {
        let (mut best, mut second) = (worth, f64::NEG_INFINITY);
        for &knight in self.unclaimed.iter().filter(|&&knight| knight != improved) {
            let other = self.worth[knight];
            second = second.max(other.min(best));
            best = best.max(other);
        }
        let rivals = self.claims.iter().filter(|claim| claim.is_none()).count() as i32 - 1;
        let stays = (1.0 - CLAIM_RATE / self.unclaimed.len() as f64).powi(rivals);
        stays * best + (1.0 - stays) * second + PATIENCE
    }
}

/// What lies under every Knight, from a view that shows everything.
fn equipment(view: &View) -> Vec<Equipment> {
    let count = |knight: &KnightSeen| {
        let mut equipment = [0; FACES];
        for laid in &knight.equipment {
            match laid.card {
                CardSeen::Known { item } => equipment[item as usize] += 1,
                CardSeen::Hidden => {}
            }
        }
        equipment
    };
    view.knights.iter().map(count).collect()
}
