//! `ratings`: made again from the results of the games.

use std::io::Write;

use roundtable_server::rebuild_ratings;
use roundtable_server::store::Place;

use crate::Failure;
use crate::args::{RatingsArgs, RatingsCommand};
use crate::serve::load;

pub(crate) fn ratings(args: RatingsArgs, output: &mut dyn Write) -> Result<(), Failure> {
    let (serve, keep) = match args.command {
        RatingsCommand::Rebuild(serve) => (serve, true),
        RatingsCommand::Check(serve) => (serve, false),
    };
    let config = load(serve)?;
    let place = if config.store.is_empty() {
        Place::File(config.database())
    } else {
        Place::Database(config.store.clone())
    };
    let runtime = tokio::runtime::Runtime::new()?;
    let made = runtime.block_on(rebuild_ratings(&place, keep)).map_err(Failure::said)?;
    writeln!(
        output,
        "{} ratings from {} games that count, of {} that are over  {}",
        made.ratings, made.counted, made.games, made.after
    )?;
    if made.filled > 0 {
        writeln!(output, "{} results of older games were filled in", made.filled)?;
    }
    if made.before == made.after {
        writeln!(output, "they are as they were")?;
    } else if keep {
        writeln!(output, "they were different before")?;
    } else {
        let message =
            "the stored ratings are not what the games say; make them again with `roundtable ratings rebuild`";
        return Err(Failure::said(message));
    }
    Ok(())
}
