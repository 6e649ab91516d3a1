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
    let slug = deck::game_of(&name, &text)?;
    let game: GameId = slug
        .parse()
        .map_err(|error: UnknownGame| Failure::said(format!("{name}: {error}")))?;
    game.check_deck(&name, &text)?;
    Ok(game)
}
