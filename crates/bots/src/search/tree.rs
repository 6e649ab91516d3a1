//! The trees of a search: nodes, what was tried in them, and what follows, in three arenas.
//!
//! A node is everything one seat can tell apart since the root: its own choices and what it was told of the others'. What was tried in
//! a node is counted by move and seat; where one goes from a node depends on what is heard next. The two are apart, because a choice that is
//! hidden from the owner of the tree is counted but leads nowhere new.

use roundtable_core::Seat;

/// A place in the arena of nodes.
pub(super) type NodeId = u32;

/// A place in the arena of actions.
pub(super) type ActionId = u32;

/// The end of a list.
pub(super) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    first_action: ActionId,
    first_child: u32,
}

#[derive(Clone, Copy, Debug)]
struct Child {
    key: u64,
    node: NodeId,
    next: u32,
}

/// What is known of a move in a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Action {
    /// The number of the move and the seat that makes it.
    code: u32,
    next: ActionId,
    /// How often it was tried.
    pub visits: u32,
    /// How likely it seemed before it was tried.
    pub prior: f32,
    /// The sum of what it brought the seat that made it.
    pub total: f64,
    /// The same squared, for the standard error.
    pub squares: f64,
    /// For sealed choices: how much better this would have been so far than what was chosen, not below 0.
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
}

const fn code(seat: Seat, number: u32) -> u32 {
    number << 3 | seat.index() as u32
}

impl Forest {
    /// Fells everything, and keeps the room.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.children.clear();
        self.actions.clear();
    }

    /// Plants a tree.
    pub(super) fn plant(&mut self) -> NodeId {
        self.nodes.push(Node {
            first_action: NONE,
            first_child: NONE,
        });
        self.nodes.len() as NodeId - 1
    }

    pub(super) fn action(&self, id: ActionId) -> &Action {
        &self.actions[id as usize]
    }

    pub(super) fn action_mut(&mut self, id: ActionId) -> &mut Action {
        &mut self.actions[id as usize]
    }

    /// How many actions there are: a measure of its size.
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

    pub(super) fn add_action(&mut self, node: NodeId, seat: Seat, number: u32, prior: f32) -> ActionId {
        let id = self.actions.len() as ActionId;
        let first = &mut self.nodes[node as usize].first_action;
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

    /// Where one gets from a node by hearing this, if anybody has been there.
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

    /// Where one gets from a node by hearing this.
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

    /// Keeps the part that grows from a node and fells the rest; returns where that node is now. Lists come out in the same order.
    pub(super) fn keep(&mut self, node: NodeId) -> NodeId {
        let old = std::mem::take(self);
        let root = self.plant();
        let mut open = vec![(node, root)];
        while let Some((from, to)) = open.pop() {
            let mut next = old.nodes[from as usize].first_action;
            let mut last = NONE;
            while next != NONE {
                let action = old.actions[next as usize];
                let id = self.actions.len() as ActionId;
                self.actions.push(Action { next: NONE, ..action });
                match last {
                    NONE => self.nodes[to as usize].first_action = id,
                    last => self.actions[last as usize].next = id,
                }
                last = id;
                next = action.next;
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
        assert_eq!((forest.nodes.len(), forest.actions.len()), (2, 4));
        assert_eq!(forest.find(kept, 8), None);
    }
}
