//! How likely every deal of the roles is for a player, by what was seen and by who did what to whom.
//!
//! There are at most 252 deals, so all are weighed. A deal that disagrees with a role card the player has seen has no weight. In
//! the others every friendly or hostile act speaks: a Gun from one player on another for two teams, Armor for one. But somebody may
//! act without rhyme or reason, so each player's acts together are weighed against that: who is not consistent is not believed.
//! Acts are noted by role *card*, since a card may go to the centre (NK-R7).

use never_bring_a_knife::{Card, CardSeen, Claim, Event, MOST_ROLES, NeverBringAKnife, Place, Role, View};
use roundtable_core::{MAX_SEATS, Rng, Seat, SeatHandle};

/// How much an act says.
const TRUST: f64 = 0.6;

/// How likely somebody is to act at random.
const RANDOM: f64 = 0.5;

/// An act that costs Money says more than a card that had to be played somewhere.
const PAID: f64 = 2.0;

/// How much a claim says if it comes from the own team; from the other team it says nothing. So who claims much is not the likelier a friend
/// for it, but who claims what cannot be is the likelier an enemy. With 0.25 in its place claims were worth nothing to a team, with 1 less.
const CLAIM: f64 = 2.0;

/// How friendly it is to give somebody this card.
const fn kindness(card: Card) -> f64 {
    match card {
        Card::Gun => -1.0,
        Card::Armor => 1.0,
        Card::Money => 0.5,
        Card::Crime => -0.5,
        Card::Intel => 0.5,
        Card::Hit => 0.3,
        Card::Mole => 0.0,
    }
}

/// What a player of Never Bring a Knife thinks of every role card.
#[derive(Clone, Debug)]
pub struct Belief {
    own: Role,
    at_seat: [usize; MAX_SEATS],
    boss: usize,
    /// How likely each role card is a Cop.
    cop: [f64; MOST_ROLES],
    /// The deals that agree with what was seen, a bit for each card that is a Cop, and how likely it is one of those up to here.
    deals: Vec<(u16, f64)>,
}

/// What all players may think, for all that one of them can know: for each seat how much every deal of the roles weighs by what the others did
/// in the open, if the seat is a Criminal and if it is a Cop. Which of the deals are left depends on the role cards that the seat has seen.
#[derive(Clone, Debug)]
pub struct Minds {
    own: Belief,
    weights: Vec<Vec<(u16, [f64; 2])>>,
}

impl Minds {
    pub(crate) fn new(handle: &SeatHandle<'_, NeverBringAKnife>, view: &View) -> Self {
        let own = Belief::new(handle, view, true);
        let mut acts = Acts::new(view.players.len());
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

    /// What the player thinks whose minds these are.
    pub(crate) const fn own(&self) -> &Belief {
        &self.own
    }

    /// What a seat would think in a sample: it has the role and has seen the role cards that it has there.
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
const fn role(deal: u32, card: usize) -> Role {
    if deal >> card & 1 == 1 {
        Role::Cop
    } else {
        Role::Criminal
    }
}

/// How much the claims of the own team speak for a deal. What the own card says itself is no news.
fn claims_speak(heard: &[(usize, usize, Role)], deal: u32, own: usize, team: Role) -> f64 {
    let mut said = 0.0;
    for &(_, about, claimed) in heard.iter().filter(|(by, ..)| *by != own && role(deal, *by) == team) {
        said += if role(deal, about) == claimed { CLAIM } else { -CLAIM };
        said -= CLAIM.cosh().ln();
    }
    said.exp()
}

impl Belief {
    /// What follows from the cards a player has seen and, with `acts`, from what the player was told of who did what.
    pub(crate) fn new(handle: &SeatHandle<'_, NeverBringAKnife>, view: &View, acts: bool) -> Self {
        let players = view.players.len();
        let mut acted = Acts::new(players);
        if acts {
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
        let heard: Vec<(usize, usize, Role)> = if acts { belief.heard(handle) } else { Vec::new() };
        belief.weigh(view.team, &known, &acted, own, &heard);
        belief
    }

    /// What was said about roles: by whom, about which card, what. A claim is taken to be about the cards as they lie now.
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

    /// Goes through all deals.
    fn weigh(
        &mut self,
        team: u8,
        known: &[Option<Role>; MOST_ROLES],
        acts: &Acts,
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

    /// A deal of the roles, as likely as it is believed to be: a bit for each card that is a Cop.
    pub(crate) fn deal(&self, rng: &mut Rng) -> u16 {
        let lot = f64::from(rng.below(1 << 24)) / f64::from(1 << 24);
        let place = self.deals.partition_point(|&(_, up_to)| up_to <= lot);
        self.deals[place.min(self.deals.len() - 1)].0
    }

    fn card(&self, place: Place) -> usize {
        match place {
            Place::Seat(seat) => self.at_seat[seat.index()],
            Place::Boss => self.boss,
        }
    }

    /// The role that the player has.
    pub(crate) const fn own(&self) -> Role {
        self.own
    }

    /// How likely the card at this place is of the player's own team.
    pub(crate) fn friend(&self, place: Place) -> f64 {
        let cop = self.cop[self.card(place)];
        match self.own {
            Role::Cop => cop,
            Role::Criminal => 1.0 - cop,
        }
    }
}

/// Who was how friendly to whom, by role card.
struct Acts {
    at_seat: [usize; MAX_SEATS],
    boss: usize,
    kindness: [[f64; MOST_ROLES]; MOST_ROLES],
    /// For each card what its owner's acts would come to without a reason: the logarithm of the average over both answers.
    surprise: [f64; MOST_ROLES],
    /// For each stack who else laid a card face-down there.
    hidden: [Vec<Seat>; MAX_SEATS],
    /// For each stack how friendly the cards are that the player has seen in it, and how many they are.
    seen: [(f64, usize); MAX_SEATS],
}

impl Acts {
    fn new(players: usize) -> Self {
        Self {
            at_seat: std::array::from_fn(|seat| seat),
            boss: players,
            kindness: [[0.0; MOST_ROLES]; MOST_ROLES],
            surprise: [0.0; MOST_ROLES],
            hidden: Default::default(),
            seen: [(0.0, 0); MAX_SEATS],
        }
    }

    fn act(&mut self, by: Seat, to: Seat, value: f64) {
        if by != to {
            let by = self.at_seat[by.index()];
            self.kindness[by][self.at_seat[to.index()]] += value;
            self.surprise[by] += (TRUST * value).cosh().ln();
        }
    }

    /// How much the acts of a card's owner speak for a deal.
    fn speak(&self, by: usize, deal: u32, count: usize) -> f64 {
        let mut speaks = -self.surprise[by];
        for (to, value) in self.kindness[by].iter().enumerate().take(count) {
            let together = role(deal, by) == role(deal, to);
            speaks += if together { TRUST * value } else { -TRUST * value };
        }
        RANDOM + (1.0 - RANDOM) * speaks.exp()
    }

    /// Notes an event as a player hears it, who knows its own acts; or, for nobody, as the table does.
    fn hear(&mut self, own: Option<Seat>, event: &Event) {
        match *event {
            Event::RoundBegan { .. } => {
                self.hidden = Default::default();
                self.seen = [(0.0, 0); MAX_SEATS];
            }
            Event::Played {
                seat,
                target,
                card: CardSeen::Known { card },
                face_up,
            } if face_up || own.is_some() => {
                let seen = &mut self.seen[target.index()];
                *seen = (seen.0 + kindness(card), seen.1 + 1);
                if own != Some(seat) {
                    self.act(seat, target, kindness(card));
                }
            }
            Event::Played { seat, target, .. } => self.hidden[target.index()].push(seat),
            Event::Revealed { seat: target, cards } => {
                // Nobody knows who laid which: everybody who laid one is thought to have laid the average.
                let all: f64 = cards.cards().map(kindness).sum();
                let (seen, count) = self.seen[target.index()];
                let unseen = cards.total() - count;
                for by in std::mem::take(&mut self.hidden[target.index()]) {
                    self.act(by, target, (all - seen) / unseen.max(1) as f64);
                }
            }
            Event::Swapped { seat, .. } => std::mem::swap(&mut self.at_seat[seat.index()], &mut self.boss),
            Event::HitUsed { seat, target, .. } => self.act(seat, target, -PAID),
            Event::Healed { seat, target, .. } => self.act(seat, target, PAID),
            Event::Looked { .. }
            | Event::Dealt { .. }
            | Event::Shuffled { .. }
            | Event::Wounded { .. }
            | Event::Robbed { .. }
            | Event::Declined { .. }
            | Event::HitBanked { .. }
            | Event::Banked { .. }
            | Event::Spent { .. }
            | Event::Finished { .. }
            | Event::Over { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use never_bring_a_knife::Move;
    use roundtable_core::{Dice, Eye, Game as _, GameDeck as _};

    use super::*;

    /// What happens face-up is told to everybody, so one player can think what each of the others thinks, given what they have seen.
    #[test]
    fn others_think_what_their_own_handle_would_tell_them() {
        for seed in 0..10 {
            let mut journal = Vec::new();
            let deck = never_bring_a_knife::Deck::standard();
            let mut game = NeverBringAKnife::new(6, Default::default(), &deck, Dice::from_seed(seed), &mut journal)
                .expect("a game for six");
            let (mut moves, mut rng) = (Vec::new(), Rng::new(seed));
            let mut acts = 0;
            loop {
                for teller in Seat::all(6) {
                    let handle = SeatHandle::new(&game, &journal, teller);
                    let minds = Minds::new(&handle, &handle.view());
                    for seat in Seat::all(6) {
                        let told = Belief::new(
                            &SeatHandle::new(&game, &journal, seat),
                            &game.view(Eye::Seat(seat)),
                            true,
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
                // The first card of a stack is face-up anyway.
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
