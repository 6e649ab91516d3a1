//! Which moves are legal, and why the others are not.

use std::ops::RangeInclusive;

use roundtable_core::{Illegal, Seat, Seats};

use crate::deck::Kind;
use crate::moves::{Column, Move, PushCount, PushDirection};
use crate::road::{Direction, Inn, START_ROW, inns, push_line, reaches_castle};
use crate::state::{KnightAtTheInn, Phase};

impl KnightAtTheInn {
    pub(crate) fn seats_to_act(&self) -> Seats {
        match self.phase {
            Phase::First { .. } | Phase::Draw { .. } | Phase::Move { .. } => Seats::one(self.turn),
            Phase::Over(_) => Seats::NONE,
        }
    }

    pub(crate) fn list_moves(&self, seat: Seat, out: &mut Vec<Move>) {
        out.clear();
        if seat != self.turn {
            return;
        }
        match self.phase {
            Phase::First { .. } | Phase::Draw { must: true } => self.list_places(out),
            Phase::Draw { must: false } => {
                self.list_places(out);
                out.push(Move::Keep);
            }
            Phase::Move { drawn: None } => self.list_walks(None, out),
            Phase::Move { drawn: Some(inn) } => {
                self.list_walks(Some(inn), out);
                out.push(Move::Rest);
            }
            Phase::Over(_) => {}
        }
    }

    fn list_places(&self, out: &mut Vec<Move>) {
        out.extend(inns(self.places_for_top(self.turn)).map(|inn| Move::Place {
            column: Column::of(inn),
        }));
    }

    /// The moves of KI-R6: steps, ways home, pushes.
    fn list_walks(&self, drawn: Option<Inn>, out: &mut Vec<Move>) {
        let kings = self.list_steps(self.movable(drawn), out);
        for from in inns(kings) {
            for direction in PushDirection::ALL {
                out.extend(self.pushes(from, direction, drawn).map(|count| Move::Push {
                    from,
                    direction,
                    count: PushCount::new(count),
                }));
            }
        }
    }

    /// Whether the player to move can move anything before a draw.
    pub(crate) fn can_walk(&self) -> bool {
        inns(self.movable(None)).any(|from| {
            let kind = self.stack(from).top_kind();
            let mut pushes = PushDirection::ALL
                .into_iter()
                .map(|direction| self.pushes(from, direction, None));
            self.steps(from) != 0
                || reaches_castle(self.turn, from, self.print.arrows(kind))
                || kind == Kind::King && pushes.any(|counts| !counts.is_empty())
        })
    }

    /// How many tokens the King on `from` can push in this direction (KI-R9): a range, empty if none.
    fn pushes(&self, from: Inn, direction: PushDirection, drawn: Option<Inn>) -> RangeInclusive<u32> {
        #[expect(clippy::reversed_empty_ranges, reason = "that is how an empty range is written")]
        const NONE: RangeInclusive<u32> = 1..=0;
        let seat = self.turn;
        let Some((target, beyond)) = push_line(seat, from, direction) else {
            return NONE;
        };
        if drawn == Some(target) || !self.print.double.has(direction.get()) {
            return NONE;
        }
        let king = u32::from(self.print.value(Kind::King));
        let room = u32::from(self.stack(target).free);
        let room_beyond = u32::from(self.stack(beyond).free);
        let (mut least, mut most, mut moved) = (0, 0, 0);
        for token in self.stack(target).top_down() {
            moved += u32::from(self.print.value(token.kind));
            if token.kind == Kind::King && token.seat != seat || moved > room_beyond {
                break;
            }
            most += 1;
            if room + moved < king {
                least = most;
            }
        }
        // Pushing `least` tokens still leaves too little room for the King.
        least + 1..=most
    }

    pub(crate) fn check_move(&self, seat: Seat, mv: Move) -> Result<(), Illegal> {
        Illegal::unless_to_act(self.seats_to_act(), seat, "KI-R4")?;
        match (self.phase, mv) {
            (Phase::First { .. } | Phase::Draw { .. }, Move::Place { column }) => self.check_place(column),
            (Phase::First { .. }, Move::Keep) => Err(Illegal::new(
                "must_place",
                "KI-R3",
                "In the first turn both tokens are placed.",
            )),
            (Phase::First { .. }, _) => Err(Illegal::new(
                "first_turn",
                "KI-R3",
                "In the first turn tokens are placed and none is moved.",
            )),
            (Phase::Draw { must: false }, Move::Keep) => Ok(()),
            (Phase::Draw { must: true }, Move::Keep) => Err(Illegal::new(
                "must_draw",
                "KI-R5",
                "You must draw: you have one or no token in your start row, or none that can move.",
            )),
            (Phase::Draw { .. }, _) => Err(Illegal::new(
                "draw_first",
                "KI-R4",
                "First decide whether you draw: place the token or keep it.",
            )),
            (Phase::Move { .. }, Move::Place { .. } | Move::Keep) => Err(Illegal::new(
                "draw_over",
                "KI-R4",
                "The draw step is over: now move a token.",
            )),
            (Phase::Move { drawn: Some(_) }, Move::Rest) => Ok(()),
            (Phase::Move { drawn: None }, Move::Rest) => Err(Illegal::new(
                "must_move",
                "KI-R6",
                "You drew nothing, so you must move a token.",
            )),
            (Phase::Move { drawn }, Move::Move { from, direction }) => self.check_step(from, direction, drawn),
            (Phase::Move { drawn }, Move::Home { from }) => self.check_home(from, drawn),
            (Phase::Move { drawn }, Move::Push { from, direction, count }) => {
                self.check_push(from, direction, count.get(), drawn)
            }
            (Phase::Over(_), _) => unreachable!("nobody is to act when the game is over"),
        }
    }

    fn check_place(&self, column: Column) -> Result<(), Illegal> {
        let row = inns(START_ROW[self.turn.index()]).nth(column.index());
        if row.is_some_and(|inn| self.places_for_top(self.turn) & inn.bit() != 0) {
            Ok(())
        } else {
            let rule = if matches!(self.phase, Phase::First { .. }) {
                "KI-R3"
            } else {
                "KI-R5"
            };
            Err(Illegal::new(
                "no_room",
                rule,
                "That inn has not enough free rooms for the token.",
            ))
        }
    }

    /// The kind of token that would move, if it may.
    fn check_mover(&self, from: Inn, drawn: Option<Inn>) -> Result<Kind, Illegal> {
        let Some(top) = self.stack(from).top() else {
            return Err(Illegal::new("empty_inn", "KI-R6", format!("Nobody stays at {from}.")));
        };
        if top.seat != self.turn {
            return Err(Illegal::new(
                "not_yours",
                "KI-R6",
                format!("The token on top of {from} is not yours; covered tokens cannot move."),
            ));
        }
        if drawn == Some(from) {
            return Err(Illegal::new(
                "just_placed",
                "KI-R6",
                "A token cannot move in the turn in which it was placed.",
            ));
        }
        Ok(top.kind)
    }

    fn check_step(&self, from: Inn, direction: Direction, drawn: Option<Inn>) -> Result<(), Illegal> {
        let kind = self.check_mover(from, drawn)?;
        if !self.print.arrows(kind).has(direction) {
            return Err(Illegal::new(
                "no_arrow",
                "KI-D2",
                format!("The {kind} has no arrow {direction}."),
            ));
        }
        let Some(to) = direction.step(self.turn, from) else {
            return Err(
                if reaches_castle(self.turn, from, self.print.arrows(kind)) && direction.is_forward() {
                    Illegal::new(
                        "use_home",
                        "KI-R6",
                        format!("That way lies the castle: write `home {from}`."),
                    )
                } else {
                    Illegal::new("off_road", "KI-R1", "There is no inn that way.")
                },
            );
        };
        if self.room_for(kind) & to.bit() == 0 {
            let (free, value) = (self.stack(to).free, self.print.value(kind));
            return Err(Illegal::new(
                "no_room",
                "KI-R6",
                format!("{to} has {free} free rooms, the {kind} needs {value}."),
            ));
        }
        Ok(())
    }

    fn check_home(&self, from: Inn, drawn: Option<Inn>) -> Result<(), Illegal> {
        let kind = self.check_mover(from, drawn)?;
        if reaches_castle(self.turn, from, self.print.arrows(kind)) {
            Ok(())
        } else {
            Err(Illegal::new(
                "not_at_castle",
                "KI-R1",
                "Only from the last row, by an arrow with a forward part, a token goes home.",
            ))
        }
    }

    fn check_push(&self, from: Inn, direction: PushDirection, count: u32, drawn: Option<Inn>) -> Result<(), Illegal> {
        let illegal = |code, message: String| Err(Illegal::new(code, "KI-R9", message));
        let kind = self.check_mover(from, drawn)?;
        if kind != Kind::King {
            return illegal("not_king", format!("Only a King can push, not the {kind}."));
        }
        if !self.print.double.has(direction.get()) {
            return illegal("no_arrow", format!("The King has no double arrow {}.", direction.get()));
        }
        let Some((target, beyond)) = push_line(self.turn, from, direction) else {
            return illegal("off_road", "There is no inn to push the tokens to.".to_owned());
        };
        if drawn == Some(target) {
            return illegal(
                "just_placed",
                "The token placed this turn, and what is under it, cannot be pushed.".to_owned(),
            );
        }
        let stack = self.stack(target);
        if count > u32::from(stack.height()) {
            return illegal(
                "too_few_tokens",
                format!("{target} holds {} tokens, not {count}.", stack.height()),
            );
        }
        let pushed = || stack.top_down().take(count as usize);
        if pushed().any(|token| token.kind == Kind::King && token.seat != self.turn) {
            return illegal(
                "royal",
                "The other King cannot be pushed, nor anything under it.".to_owned(),
            );
        }
        let moved: u32 = pushed().map(|token| u32::from(self.print.value(token.kind))).sum();
        if moved > u32::from(self.stack(beyond).free) {
            return illegal(
                "no_room",
                format!("{beyond} has not enough free rooms for the pushed tokens."),
            );
        }
        if u32::from(stack.free) + moved < u32::from(self.print.value(Kind::King)) {
            return illegal(
                "king_no_room",
                format!("After that push {target} would still have no room for the King."),
            );
        }
        Ok(())
    }
}
