//! Lessons: tables where the moves are given. The learner makes those of one seat, the others make themselves.

use roundtable_catalog::GameId;
use roundtable_core::{AnyMatch, AnyMove, GameInfo, Lesson, Played, Seat};
use roundtable_protocol::{Code, LessonInfo, LessonSaying, PersonId, Refusal};

use super::room::{Room, Step};
use super::state::{SeatState, TableState};
use super::{Pace, Tell};
use crate::clock::now_ms;
use crate::secret::table_id;
use crate::store::{NewTable, Status};

/// The level of the bots that play on after a lesson.
const LEVEL: &str = "squire";

/// The lesson of a game.
///
/// # Errors
/// [`Code::NoLesson`].
pub(crate) fn lesson_of(game: GameId) -> Result<Lesson, Refusal> {
    let none = || Refusal::new(Code::NoLesson, format!("there is no lesson of {}", game.info().name));
    // A test reads every lesson, so one that cannot be read is a broken build.
    Lesson::of(game.info()).ok().flatten().ok_or_else(none)
}

/// What the lesson of a game says. Its moves stay here.
pub(crate) fn lesson_info(game: GameId) -> Result<LessonInfo, Refusal> {
    let lesson = lesson_of(game)?;
    let sayings = lesson.sayings().map(|(ply, saying)| LessonSaying { ply, saying });
    Ok(LessonInfo {
        sayings: sayings.collect(),
        moves: lesson.moves().count(),
        end: lesson.end.clone(),
    })
}

/// A new lesson for this person. It begins at once, is private and has no time limits.
///
/// # Errors
/// [`Code::NoLesson`], or why the game cannot be dealt.
pub(crate) fn teach(host: &PersonId, game: GameId, pace: Pace) -> Result<(NewTable, TableState), Refusal> {
    let lesson = lesson_of(game)?;
    let seats = Seat::all(lesson.players).map(|seat| {
        if seat == lesson.seat {
            SeatState::person(host.clone(), None)
        } else {
            SeatState::Bot(LEVEL.to_owned())
        }
    });
    let state = TableState::lesson(host, lesson.setup(game.info()), lesson.seed, seats.collect(), now_ms())?;
    let id = table_id()?;
    let mut room = Room::load(id.clone(), state.fresh()?, pace)?;
    room.running()?;
    let mut step = room.step();
    room.set_clocks(&mut step);
    Ok((state.new_table(id, room.clocks)?, state))
}

/// The moves of a table's lesson. None are left if these stored moves are not its first ones: the lesson has been
/// rewritten since, and the game is played on freely.
pub(super) fn script(state: &TableState, info: &GameInfo, played: &[Played]) -> Vec<Played> {
    // Other tables have no script to read.
    let Some(seed) = state.lesson else { return Vec::new() };
    let lesson = Lesson::of(info).ok().flatten();
    let lesson = lesson.filter(|lesson| lesson.seed == seed && lesson.players == state.setup.players);
    let moves: Vec<Played> = lesson.iter().flat_map(Lesson::moves).cloned().collect();
    if moves.starts_with(played) { moves } else { Vec::new() }
}

impl Room {
    /// The next move of the lesson, while it lasts.
    #[must_use]
    pub fn scripted(&self) -> Option<&Played> {
        self.script.get(self.game.as_ref()?.ply())
    }

    /// The number of the lesson's next move, if this seat makes it.
    #[must_use]
    pub fn given(&self, seat: Seat) -> Option<u32> {
        let next = self.scripted().filter(|next| next.seat == seat)?;
        let mut legal = self.game.as_ref()?.legal(seat).into_iter();
        legal.find(|mv| mv.notation == next.notation).map(|mv| mv.number)
    }

    /// Refuses a legal move that is not the lesson's next one.
    pub(super) fn follow(&self, seat: Seat, mv: AnyMove<'_>) -> Result<(), Refusal> {
        let (Some(next), Some(game)) = (self.scripted(), &self.game) else {
            return Ok(());
        };
        // The move may be given in three forms: making it on a copy tells which one it is.
        let mut copy: Box<dyn AnyMatch> = game.fork();
        copy.make(seat, mv)?;
        if copy.last_move().as_ref() == Some(next) {
            return Ok(());
        }
        Err(Refusal::new(
            Code::InLesson,
            "That is allowed, but the lesson goes on with another move: the one that is marked.",
        ))
    }

    /// Hints would name other moves than the lesson.
    pub(super) fn no_lesson(&self) -> Result<(), Refusal> {
        match self.scripted() {
            Some(_) => Err(Refusal::new(Code::InLesson, "the lesson says what to do")),
            None => Ok(()),
        }
    }

    /// The learner leaves: nobody else needs the table.
    pub(super) fn end_lesson(&mut self) -> Result<Step, Refusal> {
        self.state.status = Status::Closed;
        self.game = None;
        self.chain = None;
        let mut step = self.changed(Tell::Sync)?;
        self.set_clocks(&mut step);
        Ok(step)
    }
}
