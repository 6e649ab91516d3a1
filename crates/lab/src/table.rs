//! One game with bots on its seats.

use roundtable_bots::{Bot, BotSpec, Searchable};
use roundtable_core::{AnyMatch as _, DiceSource, Match, Outcome, Seat};

use crate::{Experiment, LabError, Run};

/// Deals a game.
pub(crate) fn deal<G: Searchable>(experiment: &Experiment<G>, deal: u64) -> Result<Match<G>, LabError> {
    let dice = DiceSource::Seed(experiment.deal_seed(deal));
    Ok(Match::deal(experiment.setting.clone(), dice)?)
}

/// Lets the bots play to the end; `None` if the run is stopped first. `turn` counts how often the deal has been played
/// before. `watch` sees every choice before it is made.
pub(crate) fn play<G: Searchable>(
    game: &mut Match<G>,
    experiment: &Experiment<G>,
    (deal, turn): (u64, u64),
    seated: &[&BotSpec],
    claims: bool,
    run: &Run<'_>,
    mut watch: impl FnMut(&Match<G>, Seat, G::Move),
) -> Result<Option<Outcome>, LabError> {
    let seeds = (0..seated.len()).map(|seat| experiment.bot_seed(deal, turn, seat));
    let mut bots: Vec<Box<dyn Bot<G>>> = seated.iter().zip(seeds).map(|(spec, seed)| spec.bot(seed)).collect();
    while let Some(seat) = game.to_act().first() {
        if run.stopped() {
            return Ok(None);
        }
        let bot = &mut bots[seat.index()];
        if claims && let Some(claim) = bot.claim(&game.seat(seat)) {
            Match::claim(game, seat, claim)?;
        }
        let mv = bot.choose(&game.seat(seat));
        if let Some(trouble) = bot.trouble() {
            (run.report)(trouble);
        }
        watch(game, seat, mv);
        Match::play(game, seat, mv).map_err(|why| LabError::Bot {
            bot: seated[seat.index()].to_string(),
            seed: experiment.deal_seed(deal),
            why: why.to_string(),
        })?;
    }
    Ok(game.outcome())
}

/// The bot of each seat; the last one named takes all remaining seats.
pub(crate) fn seated(bots: &[BotSpec], players: usize) -> Result<Vec<&BotSpec>, LabError> {
    if bots.len() > players {
        return Err(LabError::Design(format!(
            "{} bots cannot sit on {players} seats",
            bots.len()
        )));
    }
    let last = bots
        .last()
        .ok_or_else(|| LabError::Design("no bot is named".to_owned()))?;
    Ok((0..players).map(|seat| bots.get(seat).unwrap_or(last)).collect())
}
