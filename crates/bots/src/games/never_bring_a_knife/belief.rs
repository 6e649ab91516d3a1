//! How likely a player finds each deal of the roles, from what it has seen and from who did what to whom.
//!
//! There are at most 252 deals, so all are weighed. A deal that contradicts a role card the player has seen has no
//! weight. The others are weighed by every friendly or hostile act ([`Acts`]) and by what the player's own team claims.

use roundtable_catalog::games::never_bring_a_knife::{Claim, MOST_ROLES, NeverBringAKnife, Place, Role, View};
use roundtable_core::{Eye, Game as _, MAX_SEATS, Rng, Seat, SeatHandle};

use super::acts::{Acts, Reading};
use super::squire;
use crate::abilities::Beliefs;
use crate::search::Judge;

/// How much a claim says if it comes from one's own team; from the other team it says nothing. So claiming much makes
/// nobody a likelier friend, but claiming the impossible makes a likelier enemy. At 0.25 claims were worth nothing to a
/// team, and at 1 less than at 2.
const CLAIM: f64 = 2.0;

/// What a player of Never Bring a Knife thinks of every role card.
#[derive(Clone, Debug)]
pub struct Belief {
    own: Role,
    at_seat: [usize; MAX_SEATS],
    boss: usize,
    /// How likely each role card is to be a Cop.
    cop: [f64; MOST_ROLES],
    /// The deals that agree with what was seen, with a bit for each card that is a Cop, and their cumulative
    /// probability.
    deals: Vec<(u16, f64)>,
}

/// What all players may think, as far as one of them can know: for each seat, how much every deal of the roles weighs
/// by what the others did in the open, if the seat is a Criminal and if it is a Cop. The role cards that the seat has
/// seen decide which deals are left.
#[derive(Clone, Debug)]
pub struct Minds {
    own: Belief,
    weights: Vec<Vec<(u16, [f64; 2])>>,
}

impl Minds {
    /// The player reads the others' acts by `reading`; the others are assumed to read plainly.
    fn by(handle: &SeatHandle<'_, NeverBringAKnife>, view: &View, reading: &Reading) -> Self {
        let own = Belief::new(handle, view, Some(reading));
        let mut acts = Acts::new(view.players.len(), &Reading::PLAIN);
        for event in handle.events(0).flatten() {
            acts.hear(None, event);
        }
        let heard = own.heard(handle);
        let count = 2 * usize::from(view.team);
        let deals = || (0_u32..1 << count).filter(|deal| deal.count_ones() == u32::from(view.team));
        let weights = Seat::all(view.players.len()).map(|seat| {
            let card = own.card(Place::Seat(seat));
            let weigh = |deal: u32| {
                let others = (0..count).filter(|&by| by != card);
                let acted: f64 = others.map(|by| acts.speak(by, deal, count)).product();
                let said = |team: Role| claims_speak(&heard, deal, card, team);
                (deal as u16, [Role::Criminal, Role::Cop].map(|team| acted * said(team)))
            };
            deals().map(weigh).collect()
        });
        Self {
            weights: weights.collect(),
            own,
        }
    }

    /// What the player itself thinks.
    pub(crate) const fn own(&self) -> &Belief {
        &self.own
    }

    /// What a seat would think in a sample, given its role and the role cards it has seen there.
    pub(crate) fn of(&self, seat: Seat, sample: &NeverBringAKnife) -> Belief {
        let own = sample.role_at(Place::Seat(seat));
        let (seen, cops) = sample.roles_seen_by(seat);
        let mut cop = [0.0; MOST_ROLES];
        let mut total = 0.0;
        for &(deal, weights) in &self.weights[seat.index()] {
            if (deal ^ cops) & seen != 0 {
                continue;
            }
            let weight = weights[usize::from(own == Role::Cop)];
            total += weight;
            let mut left = deal;
            while left != 0 {
                cop[left.trailing_zeros() as usize] += weight;
                left &= left - 1;
            }
        }
        cop.iter_mut().for_each(|cop| *cop /= total);
        Belief {
            own,
            at_seat: std::array::from_fn(|at| sample.role_card_at(Place::Seat(Seat::new(at)))),
            boss: sample.role_card_at(Place::Boss),
            cop,
            deals: Vec::new(),
        }
    }
}

/// What a card shows in a deal.
pub(super) const fn role(deal: u32, card: usize) -> Role {
    if deal >> card & 1 == 1 {
        Role::Cop
    } else {
        Role::Criminal
    }
}

/// How much the claims of one's own team speak for a deal. The own card's claims are no news.
fn claims_speak(heard: &[(usize, usize, Role)], deal: u32, own: usize, team: Role) -> f64 {
    let mut said = 0.0;
    for &(_, about, claimed) in heard.iter().filter(|(by, ..)| *by != own && role(deal, *by) == team) {
        said += if role(deal, about) == claimed { CLAIM } else { -CLAIM };
        said -= CLAIM.cosh().ln();
    }
    said.exp()
}

impl Belief {
    /// What follows from the cards a player has seen and, with a `reading`, from the acts and claims it was told of.
    pub(crate) fn new(handle: &SeatHandle<'_, NeverBringAKnife>, view: &View, reading: Option<&Reading>) -> Self {
        let players = view.players.len();
        let mut acted = Acts::new(players, reading.unwrap_or(&Reading::PLAIN));
        if reading.is_some() {
            for event in handle.events(0).flatten() {
                acted.hear(Some(handle.seat()), event);
            }
        }
        let mut belief = Self {
            own: Role::Cop,
            at_seat: acted.at_seat,
            boss: acted.boss,
            cop: [0.0; MOST_ROLES],
            deals: Vec::new(),
        };
        let mut known = [None; MOST_ROLES];
        for player in &view.players {
            known[belief.card(Place::Seat(player.seat))] = player.role.known.role();
        }
        known[belief.boss] = view.boss.known.role();
        belief.own = known[belief.card(Place::Seat(handle.seat()))].unwrap_or(Role::Cop);
        let own = belief.card(Place::Seat(handle.seat()));
        let heard = if reading.is_some() {
            belief.heard(handle)
        } else {
            Vec::new()
        };
        belief.weigh(view.team, &known, &acted, own, &heard);
        belief
    }

    /// The claims about roles: by whom, about which card, and the role. A claim is taken to be about the cards as they
    /// lie now.
    fn heard(&self, handle: &SeatHandle<'_, NeverBringAKnife>) -> Vec<(usize, usize, Role)> {
        let about_roles = handle.claims().iter().filter_map(|said| {
            let by = Place::Seat(said.seat);
            let (at, role) = match said.claim {
                Claim::Own { role } => (by, role),
                Claim::Role { at, role } => (at, role),
                Claim::Played { .. } => return None,
            };
            Some((self.card(by), self.card(at), role))
        });
        about_roles.collect()
    }

    /// Weighs all deals.
    fn weigh(
        &mut self,
        team: u8,
        known: &[Option<Role>; MOST_ROLES],
        acts: &Acts<'_>,
        own: usize,
        heard: &[(usize, usize, Role)],
    ) {
        let count = 2 * usize::from(team);
        let mut total = 0.0;
        for deal in (0_u32..1 << count).filter(|deal| deal.count_ones() == u32::from(team)) {
            if (0..count).any(|card| known[card].is_some_and(|known| known != role(deal, card))) {
                continue;
            }
            let acted: f64 = (0..count).map(|by| acts.speak(by, deal, count)).product();
            let weight = acted * claims_speak(heard, deal, own, role(deal, own));
            total += weight;
            self.deals.push((deal as u16, total));
            for card in (0..count).filter(|&card| role(deal, card) == Role::Cop) {
                self.cop[card] += weight;
            }
        }
        for cop in &mut self.cop {
            *cop /= total;
        }
        for (_, up_to) in &mut self.deals {
            *up_to /= total;
        }
    }

    /// A deal of the roles, drawn as likely as it is believed to be, with a bit for each card that is a Cop.
    pub(crate) fn deal(&self, rng: &mut Rng) -> u16 {
        let lot = f64::from(rng.lot());
        let place = self.deals.partition_point(|&(_, up_to)| up_to <= lot);
        self.deals[place.min(self.deals.len() - 1)].0
    }

    fn card(&self, place: Place) -> usize {
        match place {
            Place::Seat(seat) => self.at_seat[seat.index()],
            Place::Boss => self.boss,
        }
    }

    /// How surprised a player who reads like this is at everybody's real roles.
    #[must_use]
    pub fn surprise(handle: &SeatHandle<'_, NeverBringAKnife>, reading: &Reading, real: &NeverBringAKnife) -> f64 {
        let belief = Self::new(handle, &handle.view(), Some(reading));
        let (mut seats, mut cops) = (0_u16, 0_u16);
        for place in Seat::all(handle.players()).map(Place::Seat) {
            let card = real.role_card_at(place);
            seats |= 1 << card;
            cops |= u16::from(real.role_at(place) == Role::Cop) << card;
        }
        let (mut likely, mut before) = (0.0, 0.0);
        for &(deal, up_to) in &belief.deals {
            if deal & seats == cops {
                likely += up_to - before;
            }
            before = up_to;
        }
        -f64::ln(likely.max(1e-9))
    }

    /// The player's own role.
    pub(crate) const fn own(&self) -> Role {
        self.own
    }

    /// How likely the card at this place is to be of the player's own team.
    pub(crate) fn friend(&self, place: Place) -> f64 {
        let cop = self.cop[self.card(place)];
        match self.own {
            Role::Cop => cop,
            Role::Criminal => 1.0 - cop,
        }
    }
}

impl Beliefs<NeverBringAKnife> for Minds {
    fn new(seat: &SeatHandle<'_, NeverBringAKnife>, judge: Judge) -> Self {
        Self::by(seat, &seat.view(), reading(judge))
    }

    fn claim(seat: &SeatHandle<'_, NeverBringAKnife>, judge: Judge) -> Option<Claim> {
        squire::claim(seat, reading(judge))
    }

    fn draw(&self, seat: &SeatHandle<'_, NeverBringAKnife>, rng: &mut Rng) -> NeverBringAKnife {
        let mut sample = seat.sample(rng);
        sample.deal_roles_as(self.own().deal(rng));
        sample
    }

    fn vary(&self, sample: &mut NeverBringAKnife, rng: &mut Rng) {
        sample.resample(Eye::All, rng);
        sample.deal_roles_as(self.own().deal(rng));
    }
}

const fn reading(judge: Judge) -> &'static Reading {
    match judge {
        Judge::Quick => &Reading::PLAIN,
        Judge::Learnt => &Reading::LEARNT,
    }
}

#[cfg(test)]
mod tests {
    use roundtable_catalog::games::never_bring_a_knife::{Deck, Move};
    use roundtable_core::{Dice, Eye, Game as _, GameDeck as _};

    use super::*;

    /// Everybody is told what happens face-up, so one player can work out what each of the others thinks, given what
    /// they have seen.
    #[test]
    fn others_think_what_their_own_handle_would_tell_them() {
        for seed in 0..10 {
            let mut journal = Vec::new();
            let deck = Deck::standard();
            let mut game = NeverBringAKnife::new(6, Default::default(), &deck, Dice::from_seed(seed), &mut journal)
                .expect("a game for six");
            let (mut moves, mut rng) = (Vec::new(), Rng::new(seed));
            let mut acts = 0;
            loop {
                for teller in Seat::all(6) {
                    let handle = SeatHandle::new(&game, &journal, teller);
                    let minds = Minds::by(&handle, &handle.view(), &Reading::PLAIN);
                    for seat in Seat::all(6) {
                        let told = Belief::new(
                            &SeatHandle::new(&game, &journal, seat),
                            &game.view(Eye::Seat(seat)),
                            Some(&Reading::PLAIN),
                        );
                        let thought = minds.of(seat, &game);
                        for place in Seat::all(6).map(Place::Seat).chain([Place::Boss]) {
                            let (told, thought) = (told.friend(place), thought.friend(place));
                            assert!(
                                (told - thought).abs() < 1e-9,
                                "{seat:?} of {place:?}: {told}, {thought}"
                            );
                        }
                    }
                }
                let Some(seat) = game.to_act().first() else { break };
                game.legal_moves(seat, &mut moves);
                // The first card of a stack is always face-up.
                moves.retain(|mv| match *mv {
                    Move::Play { target, .. } => game.stack_size(target) == 0,
                    Move::Show { .. } => true,
                    _ => false,
                });
                if moves.is_empty() {
                    break;
                }
                game.play(seat, rng.pick(&moves), &mut journal);
                acts += 1;
            }
            assert!(acts > 0, "nobody could show a card");
        }
    }
}
