//! `games` and `rules`.

use std::io::Write;

use roundtable_catalog::GameId;
use roundtable_core::Listing;

use crate::Failure;
use crate::args::{Games, Rules};

pub(crate) fn list(args: &Games, output: &mut dyn Write) -> Result<(), Failure> {
    let listings: Vec<Listing> = GameId::all().iter().copied().map(GameId::listing).collect();
    if args.json {
        let text = serde_json::to_string_pretty(&listings).map_err(std::io::Error::from)?;
        writeln!(output, "{text}")?;
        return Ok(());
    }
    for game in listings {
        let players = if game.min_players == game.max_players {
            game.min_players.to_string()
        } else {
            format!("{}-{}", game.min_players, game.max_players)
        };
        writeln!(output, "{:<22} {} ({players} players)", game.slug, game.name)?;
        writeln!(output, "{:<22} {}", "", game.summary)?;
        for option in game.options {
            writeln!(output, "{:<22} --option {}=true: {}", "", option.name, option.summary)?;
        }
    }
    Ok(())
}

pub(crate) fn rules(args: &Rules, output: &mut dyn Write) -> Result<(), Failure> {
    Ok(output.write_all(args.game.info().rules.as_bytes())?)
}
