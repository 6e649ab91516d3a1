//! The trees of a search: nodes, actions tried in them, and children, in three arenas.
//!
//! A node is everything one seat can tell apart since the root: its own choices and what it was told of the others'.
//! The actions of a node are counted by move and seat; its children are found by what is heard next. The two are
//! separate because a choice hidden from the tree's owner is counted but leads nowhere new.

use roundtable_core::Seat;

use super::impression::Passers;

/// An index into the arena of nodes.
pub(super) type NodeId = u32;

/// An index into the arena of actions.
pub(super) type ActionId = u32;

/// The end of a list.
pub(super) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    first_action: ActionId,
    first_child: u32,
    /// Where this node's shelf begins, if it has one, and whose actions are on it.
    shelf: u32,
    shelf_seat: Seat,
}

#[derive(Clone, Copy, Debug)]
struct Child {
    key: u64,
    node: NodeId,
    next: u32,
}

/// What is known about a move in a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Action {
    /// The number of the move and the seat that makes it, packed.
    code: u32,
    next: ActionId,
    /// How often it was tried.
    pub visits: u32,
    /// How likely it seemed before it was tried.
    pub prior: f32,
    /// The sum of what it brought the seat that made it.
    pub total: f64,
    /// The sum of the squares, for the standard error.
    pub squares: f64,
    /// For sealed choices: how much better this move would have been so far than what was chosen, never below 0.
    pub regret: f32,
    /// For sealed choices: the sum of the odds with which it was chosen.
    pub mixed: f32,
}

impl Action {
    /// What it brings on average.
    pub(super) fn mean(&self) -> f32 {
        (self.total / f64::from(self.visits.max(1))) as f32
    }

    /// The number of the move.
    pub(super) const fn number(&self) -> u32 {
        self.code >> 3
    }
}

/// Every tree of one search.
#[derive(Clone, Debug, Default)]
pub(super) struct Forest {
    nodes: Vec<Node>,
    children: Vec<Child>,
    actions: Vec<Action>,
    /// For nodes with very many actions: an index of them by move number. It follows from the rest, so `keep` drops it.
    shelves: Vec<ActionId>,
    /// The length of a shelf: one entry for each move number.
    shelf_length: usize,
    /// Who passed each node since the last reset; nodes beyond the end have no entry.
    passers: Vec<Passers>,
}

/// Lists at least this long get a shelf.
const LONG: usize = 24;

/// Once all shelves together are this long, no more are added.
const MOST_SHELVES: usize = 4_000_000;

const fn code(seat: Seat, number: u32) -> u32 {
    number << 3 | seat.index() as u32
}

impl Forest {
    /// Clears everything, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.children.clear();
        self.actions.clear();
        self.shelves.clear();
        self.passers.clear();
    }

    /// Sets how many move numbers there are.
    pub(super) fn expect(&mut self, numbers: usize) {
        self.shelf_length = numbers;
    }

    /// Plants a tree.
    pub(super) fn plant(&mut self) -> NodeId {
        self.nodes.push(Node {
            first_action: NONE,
            first_child: NONE,
            shelf: NONE,
            shelf_seat: Seat::new(0),
        });
        self.nodes.len() as NodeId - 1
    }

    /// Resets the counts of who passed.
    pub(super) fn forget_passers(&mut self) {
        self.passers.clear();
    }

    /// Counts a simulation that passes a node.
    pub(super) fn pass(&mut self, node: NodeId, squires: u32) {
        if self.passers.len() <= node as usize {
            self.passers.resize(self.nodes.len(), Passers::default());
        }
        self.passers[node as usize].count(squires);
    }

    /// Who passed a node.
    pub(super) fn passers(&self, node: NodeId) -> Passers {
        self.passers.get(node as usize).copied().unwrap_or_default()
    }

    pub(super) fn action(&self, id: ActionId) -> &Action {
        &self.actions[id as usize]
    }

    pub(super) fn action_mut(&mut self, id: ActionId) -> &mut Action {
        &mut self.actions[id as usize]
    }

    /// How many actions and nodes there are.
    pub(super) fn size(&self) -> usize {
        self.actions.len() + self.nodes.len()
    }

    /// The actions of a seat in a node.
    pub(super) fn actions(&self, node: NodeId, seat: Seat) -> impl Iterator<Item = ActionId> {
        let mut next = self.nodes[node as usize].first_action;
        std::iter::from_fn(move || {
            while next != NONE {
                let id = next;
                let action = &self.actions[id as usize];
                next = action.next;
                if action.code & 7 == seat.index() as u32 {
                    return Some(id);
                }
            }
            None
        })
    }

    /// The first of the actions added last to a node, if those are exactly one consecutive action for each of these
    /// moves of the seat: most nodes know only one list of moves.
    pub(super) fn row(
        &self,
        node: NodeId,
        seat: Seat,
        numbers: impl ExactSizeIterator<Item = u32>,
    ) -> Option<ActionId> {
        let last = self.nodes[node as usize].first_action;
        if last == NONE {
            return None;
        }
        let start = (last + 1).checked_sub(numbers.len() as u32)?;
        let row = &self.actions[start as usize..=last as usize];
        let mut alike = row.iter().zip(numbers);
        // Each but the first links to the one before it in the arena, so they belong to the same node.
        let listed = row.windows(2).zip(start..).all(|(pair, id)| pair[1].next == id);
        (listed && alike.all(|(action, number)| action.code == code(seat, number))).then_some(start)
    }

    /// The actions of a seat in a node, by move number, if they are on a shelf.
    pub(super) fn shelf(&self, node: NodeId, seat: Seat) -> Option<&[ActionId]> {
        let node = &self.nodes[node as usize];
        let start = node.shelf as usize;
        (node.shelf != NONE && node.shelf_seat == seat).then(|| &self.shelves[start..start + self.shelf_length])
    }

    /// Puts the actions of a seat on a shelf, if a list of this length is worth it.
    pub(super) fn tidy(&mut self, node: NodeId, seat: Seat, length: usize) {
        let start = self.shelves.len();
        if length < LONG || self.nodes[node as usize].shelf != NONE || start >= MOST_SHELVES {
            return;
        }
        self.shelves.resize(start + self.shelf_length, NONE);
        let mut next = self.nodes[node as usize].first_action;
        while next != NONE {
            let action = &self.actions[next as usize];
            if action.code & 7 == seat.index() as u32 {
                self.shelves[start + action.number() as usize] = next;
            }
            next = action.next;
        }
        let node = &mut self.nodes[node as usize];
        (node.shelf, node.shelf_seat) = (start as u32, seat);
    }

    pub(super) fn add_action(&mut self, node: NodeId, seat: Seat, number: u32, prior: f32) -> ActionId {
        let id = self.actions.len() as ActionId;
        let node = &mut self.nodes[node as usize];
        if node.shelf != NONE && node.shelf_seat == seat {
            self.shelves[node.shelf as usize + number as usize] = id;
        }
        let first = &mut node.first_action;
        self.actions.push(Action {
            code: code(seat, number),
            next: *first,
            visits: 0,
            prior,
            total: 0.0,
            squares: 0.0,
            regret: 0.0,
            mixed: 0.0,
        });
        *first = id;
        id
    }

    /// The node reached from this one by hearing this, if there is one yet.
    pub(super) fn find(&self, node: NodeId, key: u64) -> Option<NodeId> {
        let mut next = self.nodes[node as usize].first_child;
        while next != NONE {
            let child = &self.children[next as usize];
            if child.key == key {
                return Some(child.node);
            }
            next = child.next;
        }
        None
    }

    /// The node reached from this one by hearing this.
    pub(super) fn follow(&mut self, node: NodeId, key: u64) -> NodeId {
        if let Some(found) = self.find(node, key) {
            return found;
        }
        let planted = self.plant();
        let first = &mut self.nodes[node as usize].first_child;
        let child = self.children.len() as u32;
        self.children.push(Child {
            key,
            node: planted,
            next: *first,
        });
        *first = child;
        planted
    }

    /// Keeps the subtree below a node and drops the rest; returns the node's new index. Lists keep their order.
    pub(super) fn keep(&mut self, node: NodeId) -> NodeId {
        let old = std::mem::take(self);
        self.shelf_length = old.shelf_length;
        let root = self.plant();
        let (mut open, mut listed) = (vec![(node, root)], Vec::new());
        while let Some((from, to)) = open.pop() {
            if let Some(&passers) = old.passers.get(from as usize) {
                self.passers.resize(self.nodes.len(), Passers::default());
                self.passers[to as usize] = passers;
            }
            // In the order in which they were added, so that a row stays a row.
            listed.clear();
            let mut next = old.nodes[from as usize].first_action;
            while next != NONE {
                listed.push(next);
                next = old.actions[next as usize].next;
            }
            for &id in listed.iter().rev() {
                let first = &mut self.nodes[to as usize].first_action;
                self.actions.push(Action {
                    next: *first,
                    ..old.actions[id as usize]
                });
                *first = self.actions.len() as ActionId - 1;
            }
            let mut next = old.nodes[from as usize].first_child;
            let mut last = NONE;
            while next != NONE {
                let child = old.children[next as usize];
                let planted = self.plant();
                let id = self.children.len() as u32;
                self.children.push(Child {
                    key: child.key,
                    node: planted,
                    next: NONE,
                });
                match last {
                    NONE => self.nodes[to as usize].first_child = id,
                    last => self.children[last as usize].next = id,
                }
                last = id;
                open.push((child.node, planted));
                next = child.next;
            }
        }
        root
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_shelves_know_what_the_list_knows() {
        let (one, two) = (Seat::new(1), Seat::new(2));
        let mut forest = Forest::default();
        forest.expect(100);
        let node = forest.plant();
        for number in [5, 7, 9] {
            forest.add_action(node, one, number, 1.0);
        }
        assert_eq!(forest.row(node, one, [5, 7, 9].into_iter()), Some(0));
        // Other moves, fewer, more, or another seat's do not match the row.
        assert_eq!(forest.row(node, one, [5, 9, 7].into_iter()), None);
        assert_eq!(forest.row(node, one, [5, 7, 9, 11].into_iter()), None);
        assert_eq!(forest.row(node, two, [5, 7, 9].into_iter()), None);
        let (other, mut last) = (forest.plant(), 0);
        for number in 0..LONG as u32 {
            last = forest.add_action(other, two, number, 1.0);
        }
        assert_eq!(forest.row(other, two, [LONG as u32 - 1].into_iter()), Some(last));
        forest.add_action(other, one, 3, 1.0);
        assert_eq!(forest.shelf(other, two), None);
        forest.tidy(other, two, LONG);
        let added = forest.add_action(other, two, 99, 1.0);
        let shelf = forest.shelf(other, two).expect("it is long");
        assert_eq!((shelf[LONG - 1], shelf[99], shelf[98]), (last, added, NONE));
        assert_eq!(forest.shelf(other, one), None);
    }

    #[test]
    fn what_is_kept_is_as_it_was() {
        let (one, two) = (Seat::new(1), Seat::new(2));
        let mut forest = Forest::default();
        let root = forest.plant();
        let child = forest.follow(root, 7);
        let other = forest.follow(root, 8);
        assert_eq!(forest.follow(root, 7), child);
        let grandchild = forest.follow(child, 9);
        for (number, seat) in [(3, one), (4, two), (5, one)] {
            let id = forest.add_action(child, seat, number, 0.5);
            forest.action_mut(id).visits = number;
        }
        forest.add_action(grandchild, two, 6, 1.0);
        forest.pass(grandchild, 1);
        let passers = forest.passers(grandchild);
        assert!(!passers.is_empty());
        forest.add_action(other, two, 1, 1.0);
        let numbers = |forest: &Forest, node, seat| -> Vec<(u32, u32)> {
            let actions = forest.actions(node, seat).map(|id| forest.action(id));
            actions.map(|action| (action.number(), action.visits)).collect()
        };
        let before = numbers(&forest, child, one);
        assert_eq!(before, [(5, 5), (3, 3)]);
        let kept = forest.keep(child);
        assert_eq!(numbers(&forest, kept, one), before);
        assert_eq!(numbers(&forest, kept, two), [(4, 4)]);
        let below = forest.find(kept, 9).expect("it was there");
        assert_eq!(numbers(&forest, below, two), [(6, 0)]);
        assert_eq!(forest.passers(below), passers);
        assert!(forest.passers(kept).is_empty());
        assert_eq!((forest.nodes.len(), forest.actions.len()), (2, 4));
        assert_eq!(forest.find(kept, 8), None);
    }
}
