//! `review`.

use std::io::{self, IsTerminal as _, Write};

use roundtable_catalog::GameId;
use roundtable_core::{Record, Seat};
use roundtable_review::{Ask, page, review as reviewed, text};

use crate::args::Review;
use crate::{Failure, files};

pub(crate) fn review(args: &Review, output: &mut dyn Write) -> Result<(), Failure> {
    let record = Record::parse(&files::read(&args.record)?)?;
    let ask = Ask {
        seat: seat(args.seat)?,
        level: args.level,
        quality: args.quality,
        open: args.open,
        seed: args.seed,
    };
    let screen = io::stderr().is_terminal();
    let mut progress = |done: usize, all: usize| {
        if screen {
            let ends = if done == all { "\r\x1b[K" } else { "" };
            eprint!("\r{} % looked at{ends}", 100 * done / all.max(1));
        }
        true
    };
    let reviewed = reviewed(record, ask, &mut progress)?.ok_or(Failure::Interrupted)?;
    if let Some(file) = &args.html {
        let game: GameId = reviewed.game.parse().map_err(roundtable_core::Refusal::from)?;
        files::write(file, &page(&reviewed, game.info().name))?;
    }
    if args.json {
        let json = serde_json::to_string(&reviewed).map_err(|error| Failure::said(error.to_string()))?;
        writeln!(output, "{json}")?;
    } else {
        write!(output, "{}", text(&reviewed))?;
    }
    Ok(())
}

/// The seat with this number.
pub(crate) fn seat(index: Option<usize>) -> Result<Option<Seat>, Failure> {
    let no_seat = |index: usize| Failure::said(format!("there is no seat {index}"));
    let seat = index.map(|index| Seat::try_new(index).ok_or_else(|| no_seat(index)));
    seat.transpose()
}
