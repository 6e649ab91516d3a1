//! `deck check` and `deck show`.

use std::io::Write;
use std::path::Path;

use roundtable_catalog::{GameId, UnknownGame};
use roundtable_core::deck;

use crate::args::{Deck, DeckCommand};
use crate::{Failure, files};

pub(crate) fn run(args: Deck, output: &mut dyn Write) -> Result<(), Failure> {
    match args.command {
        DeckCommand::Check { file } => {
            let game = check(&file)?;
            writeln!(output, "{}: a good deck for {}", file.display(), game.info().name)?;
            Ok(())
        }
        DeckCommand::Show { game } => Ok(output.write_all(game.deck().as_bytes())?),
    }
}

fn check(file: &Path) -> Result<GameId, Failure> {
    let text = files::read(file)?;
    let name = file.display().to_string();
    let Some(slug) = deck::game_of(&text) else {
        let words = "its first line should say for which game it is, such as game = \"knight-at-the-inn\"";
        // A file that is no TOML has its own error, with a line.
        return match GameId::ALL[0].check_deck(&name, &text) {
            Err(error) if error.0.iter().all(|problem| problem.field.is_empty()) => Err(error.into()),
            _ => Err(Failure::said(format!("{name}: {words}"))),
        };
    };
    let game: GameId = slug
        .parse()
        .map_err(|error: UnknownGame| Failure::said(format!("{name}: {error}")))?;
    game.check_deck(&name, &text)?;
    Ok(game)
}
