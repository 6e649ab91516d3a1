//! Chooses hidden cards that agree with what an eye has seen.
//!
//! The evidence comes down to disjoint groups of places: *among these places lie at least these cards*. All
//! arrangements that agree must be equally likely. Laying down the required cards and dealing the rest at random would
//! not do: an arrangement in which the rest holds more copies of a required card would come up once for every way to
//! choose which of the equal cards is the required one. So the first method deals like that but keeps a deal with a
//! chance of only one in that number of ways. The second counts the arrangements exactly; it is there for decks so
//! lopsided that the first is rejected again and again. Both give every arrangement the same chance, so it does not
//! matter which one succeeds.

use arrayvec::ArrayVec;
use roundtable_core::Rng;

use crate::deck::MOST_ITEMS;
use crate::items::{FACES, Item, Items};
use crate::lineage::MOST_SPANS;

/// How often the first method is tried. With ordinary decks a handful is enough.
const TRIES: u32 = 200;

/// Places that are known to hold at least certain cards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// The cards known to lie there.
    pub required: Items,
    /// How many other cards lie there, no matter which.
    pub others: usize,
}

/// What lies in each group.
type Filled = ArrayVec<Items, MOST_SPANS>;

/// Cards to be drawn at random.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    items: [Item; MOST_ITEMS],
    len: usize,
}

impl Pool {
    /// A pool with this many cards of each face.
    pub(crate) fn new(counts: &[u8; FACES]) -> Self {
        let mut pool = Self {
            items: [Item::Axe; MOST_ITEMS],
            len: 0,
        };
        for (item, &count) in Item::ALL.into_iter().zip(counts) {
            let end = pool.len + usize::from(count);
            pool.items[pool.len..end].fill(item);
            pool.len = end;
        }
        pool
    }

    pub(crate) fn draw(&mut self, rng: &mut Rng) -> Item {
        let place = rng.below(self.len as u32) as usize;
        self.len -= 1;
        self.items.swap(place, self.len);
        self.items[self.len]
    }

    /// Removes a card with this face.
    pub(crate) fn take(&mut self, item: Item) {
        if let Some(place) = self.items().iter().position(|&other| other == item) {
            self.len -= 1;
            self.items.swap(place, self.len);
        }
    }

    pub(crate) fn items(&self) -> &[Item] {
        &self.items[..self.len]
    }

    fn count(&self, item: Item) -> usize {
        self.items().iter().filter(|&&other| other == item).count()
    }
}

/// What lies in each group: the required cards, and others drawn from the pool, which no longer holds the required
/// ones.
pub(crate) fn fill(groups: &[Group], pool: &mut Pool, rng: &mut Rng) -> Filled {
    let mut filled = Filled::new();
    for _ in 0..TRIES {
        if try_deal(groups, pool, &mut filled, rng) {
            return filled;
        }
    }
    count_and_choose(groups, pool, rng)
}

/// Deals the others at random and keeps the deal with a chance of one in the number of ways to choose the required
/// cards among their equals.
fn try_deal(groups: &[Group], pool: &mut Pool, filled: &mut Filled, rng: &mut Rng) -> bool {
    let all = pool.len;
    filled.clear();
    for group in groups {
        let mut items = group.required;
        for _ in 0..group.others {
            let item = pool.draw(rng);
            items.add(item);
            // With one more equal card, the ways grow from C(n - 1, m) to C(n, m), by the factor n / (n - m).
            let (n, m) = (items.count(item), group.required.count(item));
            if m > 0 && rng.below(n) >= n - m {
                pool.len = all;
                return false;
            }
        }
        filled.push(items);
    }
    true
}

/// The exact method. Decides, face by face and group by group, how many others of that face the group gets; each number
/// is weighted by how many arrangements have it.
fn count_and_choose(groups: &[Group], pool: &mut Pool, rng: &mut Rng) -> Filled {
    let mut filled: Filled = groups.iter().map(|group| group.required).collect();
    let open: Vec<usize> = (0..groups.len()).filter(|&group| groups[group].others > 0).collect();
    if open.is_empty() {
        return filled;
    }
    let table = Table::new(groups, &open, pool);
    let (mut used, mut left) = (0, table.states - 1);
    for step in 0..table.steps() {
        let (item, group) = (table.faces[step / open.len()].0, open[step % open.len()]);
        let mut lot = rng.fine_lot() * table.ways(step, used, left);
        let mut number = 0;
        for (more, ways) in table.choices(step, used, left) {
            if ways > 0.0 {
                number = more;
                lot -= ways;
                if lot < 0.0 {
                    break;
                }
            }
        }
        for _ in 0..number {
            filled[group].add(item);
            pool.take(item);
        }
        (used, left) = table.after(step, used, left, number);
    }
    filled
}

/// For every step (a face and a group), every number of cards of that face used so far, and every combination of places
/// left in the groups: how many arrangements there are from there on, up to a factor that is the same for all.
struct Table {
    /// The faces in the pool, and how many cards of each.
    faces: Vec<(Item, usize)>,
    /// For each group: its required cards, its places for others, and the weight of one place in the index of a
    /// combination.
    groups: Vec<(Items, usize, usize)>,
    /// How many combinations of places left exist.
    states: usize,
    /// The total number of others, plus one.
    width: usize,
    /// Indexed by step, used and left; the last step is the end.
    ways: Vec<f64>,
}

impl Table {
    fn new(groups: &[Group], open: &[usize], pool: &Pool) -> Self {
        let faces = Item::ALL.into_iter().map(|item| (item, pool.count(item)));
        let mut table = Self {
            faces: faces.filter(|&(_, count)| count > 0).collect(),
            groups: Vec::with_capacity(open.len()),
            states: 1,
            width: 1,
            ways: Vec::new(),
        };
        for &group in open {
            let Group { required, others } = groups[group];
            table.groups.push((required, others, table.states));
            table.states *= others + 1;
            table.width += others;
        }
        let steps = table.steps();
        table.ways = vec![0.0; (steps + 1) * table.width * table.states];
        // At the end no place may be left over.
        let end = table.place(steps, 0, 0);
        table.ways[end] = 1.0;
        for step in (0..steps).rev() {
            for used in 0..table.width {
                for left in 0..table.states {
                    let ways = table.choices(step, used, left).map(|(_, ways)| ways).sum();
                    let place = table.place(step, used, left);
                    table.ways[place] = ways;
                }
            }
        }
        table
    }

    fn steps(&self) -> usize {
        self.faces.len() * self.groups.len()
    }

    fn place(&self, step: usize, used: usize, left: usize) -> usize {
        (step * self.width + used) * self.states + left
    }

    fn ways(&self, step: usize, used: usize, left: usize) -> f64 {
        self.ways[self.place(step, used, left)]
    }

    /// How many cards of the step's face its group can get, with the number of ways for each.
    fn choices(&self, step: usize, used: usize, left: usize) -> impl Iterator<Item = (usize, f64)> {
        let (face, count) = self.faces[step / self.groups.len()];
        let (required, others, weight) = self.groups[step % self.groups.len()];
        let room = left / weight % (others + 1);
        let mut factor = 1.0;
        (0..=room.min(count.saturating_sub(used))).map(move |number| {
            if number > 0 {
                // One more of the cards left, and one more that equals those already in the group.
                factor *= (count - used - number + 1) as f64 / (required.count(face) as usize + number) as f64;
            }
            let (used, left) = self.after(step, used, left, number);
            (number, factor * self.ways(step + 1, used, left))
        })
    }

    /// Where a choice leads: after the last group of a face, the count of used cards restarts.
    fn after(&self, step: usize, used: usize, left: usize, number: usize) -> (usize, usize) {
        let group = step % self.groups.len();
        let used = if group + 1 == self.groups.len() {
            0
        } else {
            used + number
        };
        (used, left - number * self.groups[group].2)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    const A: Item = Item::Axe;
    const B: Item = Item::Bow;
    const C: Item = Item::Booze;

    fn bag(items: &[Item]) -> Items {
        items.iter().copied().collect()
    }

    fn pool(cards: &[Item]) -> Pool {
        let mut counts = [0; FACES];
        cards.iter().for_each(|&card| counts[card as usize] += 1);
        Pool::new(&counts)
    }

    /// Every arrangement of the cards in the places (the groups' first, then free ones) that agrees, as the bags of the
    /// groups; each is counted once.
    fn enumerate(groups: &[Group], cards: &[Item]) -> BTreeMap<Vec<Vec<Item>>, f64> {
        fn arrange(cards: &mut Vec<Item>, laid: &mut Vec<Item>, visit: &mut impl FnMut(&[Item])) {
            if cards.is_empty() {
                visit(laid);
                return;
            }
            let mut tried = Vec::new();
            for i in 0..cards.len() {
                if !tried.contains(&cards[i]) {
                    tried.push(cards[i]);
                    let card = cards.remove(i);
                    laid.push(card);
                    arrange(cards, laid, visit);
                    laid.pop();
                    cards.insert(i, card);
                }
            }
        }
        let (mut found, mut all) = (BTreeMap::new(), 0.0);
        arrange(&mut cards.to_vec(), &mut Vec::new(), &mut |laid| {
            let mut at = 0;
            let mut bags = Vec::new();
            for group in groups {
                let size = group.required.len() + group.others;
                let content = bag(&laid[at..at + size]);
                at += size;
                if !group.required.without(content).is_empty() {
                    return;
                }
                bags.push(content.iter().collect::<Vec<_>>());
            }
            *found.entry(bags).or_insert(0.0) += 1.0;
            all += 1.0;
        });
        found.values_mut().for_each(|number| *number /= all);
        found
    }

    fn compare(groups: &[Group], cards: &[Item], method: impl Fn(&[Group], &mut Pool, &mut Rng) -> Option<Filled>) {
        let expected = enumerate(groups, cards);
        let mut pool = pool(cards);
        groups
            .iter()
            .for_each(|group| group.required.iter().for_each(|item| pool.take(item)));
        let (mut rng, mut seen, mut all) = (Rng::new(3), BTreeMap::new(), 0.0);
        for _ in 0..20_000 {
            if let Some(filled) = method(groups, &mut pool.clone(), &mut rng) {
                let bags: Vec<Vec<Item>> = filled.iter().map(|items| items.iter().collect()).collect();
                *seen.entry(bags).or_insert(0.0) += 1.0;
                all += 1.0;
            }
        }
        assert!(all > 2_000.0, "the first method is accepted often enough: {all}");
        for (bags, number) in &seen {
            let chance = expected.get(bags).copied().unwrap_or(0.0);
            let error = (chance * (1.0 - chance) / all).sqrt();
            assert!(
                (number / all - chance).abs() < 5.0 * error,
                "{bags:?}: {} for {chance}",
                number / all
            );
        }
        let missed: f64 = expected
            .iter()
            .filter(|(bags, _)| !seen.contains_key(*bags))
            .map(|(_, chance)| chance)
            .sum();
        assert!(missed < 0.005, "{missed}");
    }

    fn compare_both(groups: &[(&[Item], usize)], cards: &[Item]) {
        let groups: Vec<Group> = groups
            .iter()
            .map(|&(required, others)| Group {
                required: bag(required),
                others,
            })
            .collect();
        compare(&groups, cards, |groups, pool, rng| {
            let mut filled = Filled::new();
            try_deal(groups, pool, &mut filled, rng).then_some(filled)
        });
        compare(&groups, cards, |groups, pool, rng| {
            Some(count_and_choose(groups, pool, rng))
        });
        compare(&groups, cards, |groups, pool, rng| Some(fill(groups, pool, rng)));
    }

    #[test]
    fn one_group_with_room_for_more_of_the_same() {
        compare_both(&[(&[A], 2)], &[A, A, A, B, B, C]);
    }

    #[test]
    fn groups_compete_for_the_same_cards() {
        compare_both(&[(&[A], 1), (&[A, B], 2)], &[A, A, A, A, B, B, C, C]);
    }

    #[test]
    fn a_full_group_is_no_choice() {
        compare_both(&[(&[A, B], 0), (&[C], 1)], &[A, A, B, C, C, B]);
    }

    #[test]
    fn nothing_required_nothing_weighed() {
        compare_both(&[(&[], 2), (&[B, B], 1)], &[A, A, B, B, B, C, C]);
    }

    #[test]
    fn a_lopsided_deck_is_counted_exactly() {
        // So many equal cards that the first method is nearly always rejected.
        let groups: Vec<Group> = (0..4)
            .map(|_| Group {
                required: bag(&[A, A, A, A]),
                others: 4,
            })
            .collect();
        let pool = pool(&[[A; 40].as_slice(), &[B]].concat());
        let mut rng = Rng::new(1);
        let mut with_b = 0;
        for _ in 0..400 {
            let filled = fill(&groups, &mut pool.clone(), &mut rng);
            assert!(filled.iter().all(|items| items.len() == 8 && items.count(A) >= 7));
            with_b += filled.iter().filter(|items| items.contains(B)).count();
        }
        // The one Bow is equally likely to lie in any of the 4 * 8 places of the groups or of the 25 others.
        let expected = 400.0 * 32.0 / 57.0;
        assert!(
            (f64::from(with_b as u32) - expected).abs() < 5.0 * 9.9,
            "{with_b} for {expected}"
        );
    }
}
