//! Ages to start from: some that agree with everything seen, found without looking at the real ones.
//!
//! Which of the seen cards are old is a flow problem. Old cards of every kind flow to the players: through the stack
//! that was turned up with them, or directly if they were laid face-up. Each kind has an upper bound (the number of old
//! ones) and a lower bound (there are only so many new ones for the rest), and so has each player, whose unseen places
//! can make up for only so many. Augmenting paths raise the flow to the lower bounds unit by unit. A flow exists, since
//! the real round is one, and so does a path whenever something is missing.

use crate::ages::{Ages, Cards};
use crate::cards::KINDS;
use crate::deck::{HAND, SEATS};
use crate::hidden::NOBODY;

/// The kinds, the stacks and the hands, in this order.
const NODES: usize = KINDS + 2 * SEATS;

const fn stack(group: u8) -> usize {
    KINDS + group as usize
}

const fn hand(i: usize) -> usize {
    KINDS + SEATS + i
}

struct Flow {
    /// How much more can flow from one node to another. What has flowed can flow back.
    room: [[u8; NODES]; NODES],
    /// For kinds and hands: how much has flowed, how much must at least, and how much may at most.
    flown: [u8; NODES],
    least: [u8; NODES],
    most: [u8; NODES],
}

impl Ages {
    /// Chooses the ages of all places, and who laid which card of a turned-up stack, from public knowledge.
    pub(super) fn begin_anew(&mut self) {
        let mut all = self.left;
        for (age, kind) in self.hands[..self.count].iter().flat_map(super::Hand::known) {
            all[age].add(kind);
        }
        let mut flow = Flow::new(self, all);
        if flow.fill() {
            self.follow(flow);
            self.left = all;
            for i in 0..self.count {
                let hand = self.hands[i];
                hand.known().for_each(|(age, kind)| self.left[age].take(kind));
            }
        }
    }

    /// Makes as many cards old as have flowed, the first ones possible.
    fn follow(&mut self, mut flow: Flow) {
        for i in 0..self.count {
            let mut player = self.hands[i];
            let mut unseen = player.old.count_ones() as u8 - flow.flown[hand(i)];
            player.old = 0;
            for place in 0..HAND {
                let is_old = if player.known >> place & 1 == 0 {
                    take(&mut unseen)
                } else {
                    let from = match player.groups[place] {
                        NOBODY => usize::from(player.kinds[place]),
                        group => stack(group),
                    };
                    take(&mut flow.room[hand(i)][from])
                };
                player.old |= u8::from(is_old) << place;
            }
            self.hands[i] = player;
        }
        for entry in 0..self.in_stacks.len() {
            let ((i, place), group) = self.in_stacks[entry];
            let is_old = self.is_old((i, place));
            let mut units = (0..KINDS).map(|kind| (kind, stack(group)));
            let kind = units.find(|&(kind, stack)| {
                let (from, to) = if is_old { (stack, kind) } else { (kind, stack) };
                take(&mut flow.room[from][to])
            });
            self.hands[i].kinds[place] = kind.map_or(0, |(kind, _)| kind as u8);
        }
    }
}

/// Takes one unit, if there is one.
const fn take(from: &mut u8) -> bool {
    let any = *from > 0;
    *from -= any as u8;
    any
}

impl Flow {
    /// The problem, before anything has flowed.
    fn new(ages: &Ages, all: [Cards; 2]) -> Self {
        let mut flow = Self {
            room: [[0; NODES]; NODES],
            flown: [0; NODES],
            least: [0; NODES],
            most: [0; NODES],
        };
        let mut seen = Cards::default();
        for (i, player) in ages.hands[..ages.count].iter().enumerate() {
            for place in (0..HAND).filter(|place| player.known >> place & 1 == 1) {
                let kind = player.kinds[place];
                seen.add(kind);
                match player.groups[place] {
                    NOBODY => flow.room[usize::from(kind)][hand(i)] += 1,
                    group => {
                        flow.room[usize::from(kind)][stack(group)] += 1;
                        flow.room[stack(group)][hand(i)] += 1;
                    }
                }
            }
            let (old, known) = (player.old.count_ones() as u8, player.known.count_ones() as u8);
            flow.least[hand(i)] = (old + known).saturating_sub(HAND as u8);
            flow.most[hand(i)] = old.min(known);
        }
        let [new, old] = all;
        for kind in 0..KINDS as u8 {
            flow.least[usize::from(kind)] = seen.of(kind).saturating_sub(new.of(kind));
            flow.most[usize::from(kind)] = seen.of(kind).min(old.of(kind));
        }
        flow
    }

    /// Raises the flow to all lower bounds.
    fn fill(&mut self) -> bool {
        let (kinds, hands) = (0..KINDS, hand(0)..NODES);
        kinds.chain(hands).all(|node| {
            let missing = self.least[node].saturating_sub(self.flown[node]);
            (0..missing).all(|_| self.augment(node))
        })
    }

    /// Sends one more unit from a kind, or to a hand; the other end is the first suitable node that a search finds.
    fn augment(&mut self, start: usize) -> bool {
        let is_kind = start < KINDS;
        let other_side = |node: usize| (node < KINDS) != is_kind;
        let is_end = |flow: &Self, node: usize| {
            let may_more = other_side(node) && flow.flown[node] < flow.most[node];
            may_more || !other_side(node) && node != start && flow.flown[node] > flow.least[node]
        };
        let mut before = [usize::MAX; NODES];
        let mut queue = [start; NODES];
        let (mut next, mut found) = (0, 1);
        before[start] = start;
        while next < found {
            let node = queue[next];
            next += 1;
            for neighbour in 0..NODES {
                let [from, to] = if is_kind { [node, neighbour] } else { [neighbour, node] };
                if self.room[from][to] == 0 || before[neighbour] != usize::MAX {
                    continue;
                }
                before[neighbour] = node;
                let is_stack = (KINDS..hand(0)).contains(&neighbour);
                if !is_stack && is_end(self, neighbour) {
                    self.shift(start, neighbour, &before);
                    return true;
                }
                queue[found] = neighbour;
                found += 1;
            }
        }
        false
    }

    /// Sends one unit along the path that was found.
    fn shift(&mut self, start: usize, end: usize, before: &[usize; NODES]) {
        let is_kind = start < KINDS;
        let mut node = end;
        while node != start {
            let [from, to] = if is_kind {
                [before[node], node]
            } else {
                [node, before[node]]
            };
            self.room[from][to] -= 1;
            self.room[to][from] += 1;
            node = before[node];
        }
        self.flown[start] += 1;
        if (end < KINDS) == is_kind {
            self.flown[end] -= 1;
        } else {
            self.flown[end] += 1;
        }
    }
}
