//! Playing the games of a balance run.

use std::ops::Range;

use roundtable_bots::BotSpec;
use roundtable_core::{AnyMatch as _, Eye, Match, Record, Seat};

use super::choices::{Counter, Kinds};
use super::curve::curve;
use super::rows::{Row, Rows, pair};
use crate::subject::{Notes, Seen, Subject};
use crate::table::{self, seated};
use crate::{Experiment, LabError, Run};

/// How games are played, whatever the deck.
pub(super) struct Play<'a> {
    pub(super) bots: &'a [BotSpec],
    pub(super) claims: bool,
    /// Of the deals below this number the chances are followed.
    pub(super) tension: u64,
}

impl Play<'_> {
    /// Plays these deals with every deck.
    pub(super) fn deals<G: Subject>(
        &self,
        decks: &[Experiment<G>],
        deals: Range<u64>,
        run: &Run<'_>,
    ) -> Result<Vec<Rows>, LabError> {
        let kinds = Kinds::of_game::<G>(decks.first().map_or(0, Experiment::players));
        let trays = run.each(
            deals,
            1,
            || vec![Rows::default(); decks.len()],
            |tray, deal| {
                for (rows, experiment) in tray.iter_mut().zip(decks) {
                    if !self.game(rows, experiment, deal, &kinds, run)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            },
        )?;
        let mut by_deck: Vec<Vec<Rows>> = decks.iter().map(|_| Vec::new()).collect();
        for tray in trays {
            by_deck.iter_mut().zip(tray).for_each(|(all, rows)| all.push(rows));
        }
        let mut joined: Vec<Rows> = by_deck.into_iter().map(Rows::join).collect();
        pair(&mut joined);
        Ok(joined)
    }

    /// Plays a game and keeps what matters of it; returns whether it was finished.
    fn game<G: Subject>(
        &self,
        rows: &mut Rows,
        experiment: &Experiment<G>,
        deal: u64,
        kinds: &Kinds,
        run: &Run<'_>,
    ) -> Result<bool, LabError> {
        let bots = seated(self.bots, experiment.players())?;
        let mut game = table::deal(experiment, deal)?;
        let start = game.look(Eye::All);
        let mut counter = Counter::<G>::new(kinds);
        let (mut moves, mut branching) = (Vec::new(), Vec::new());
        let watch = |game: &Match<G>, seat: Seat, mv: G::Move| {
            branching.push(counter.see(game, seat, mv) as u32);
            moves.push((seat, mv));
        };
        let outcome = table::play(&mut game, experiment, (deal, 0), &bots, self.claims, run, watch)?;
        let Some(outcome) = outcome else { return Ok(false) };
        let events: Vec<&G::Event> = game.heard_by(Eye::All).collect();
        let end = game.look(Eye::All);
        let mut notes = Notes::default();
        G::watch(
            &Seen {
                start: &start,
                events: &events,
                end: &end,
                players: experiment.players(),
            },
            &mut notes,
        );
        let mut row = Row::new(deal, &outcome, moves.len() as u64);
        row.choices = counter.finish();
        if deal < self.tension {
            row.curve = Some(curve(experiment, deal, &bots, &moves)?);
        }
        rows.add::<G>(row, notes);
        for legal in branching {
            *rows.branching.entry(legal).or_default() += 1;
        }
        Ok(true)
    }

    /// Plays a deal again for its record; `None` if the run is stopped, or the game is not the one in the row (which
    /// bots that are programs may cause).
    pub(super) fn again<G: Subject>(
        &self,
        experiment: &Experiment<G>,
        row: &Row,
        run: &Run<'_>,
    ) -> Result<Option<Record>, LabError> {
        let bots = seated(self.bots, experiment.players())?;
        let mut game = table::deal(experiment, row.deal)?;
        let place = (row.deal, 0);
        let outcome = table::play(&mut game, experiment, place, &bots, self.claims, run, |_, _, _| ())?;
        let same = |scores: &[i32]| scores == row.scores && game.ply() as u64 == row.length;
        Ok(outcome.filter(|outcome| same(outcome.scores())).map(|_| game.record()))
    }
}
