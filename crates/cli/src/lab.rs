//! `lab`.

mod examples;
mod experiments;
mod profiles;
mod watch;

use std::io::Write;
use std::time::Duration;

use roundtable_bots::Searchable;
use roundtable_catalog::GameId;
use roundtable_core::{SetupError, options};
use roundtable_lab::{SearchSpeed, Speed, search_speed, speed};
use serde_json::json;

use crate::Failure;
use crate::house::commands;
use crate::lab_args::{Lab, LabCommand};

pub(crate) fn run(args: &Lab, output: &mut dyn Write) -> Result<(), Failure> {
    match &args.command {
        LabCommand::Sim(args) => experiments::run_sim(args, output),
        LabCommand::Arena(args) => experiments::run_arena(args, output),
        LabCommand::Balance(args) => experiments::run_balance(args, output),
        LabCommand::Merge(args) => experiments::run_merge(args, output),
        LabCommand::Review(args) => profiles::run_review(args, output),
        &LabCommand::Speed {
            game,
            seconds,
            seed,
            json,
        } => run_speed(game, seconds, seed, json, output),
    }
}

fn run_speed(game: Option<GameId>, seconds: f64, seed: u64, json: bool, output: &mut dyn Write) -> Result<(), Failure> {
    let games = game.map_or_else(|| GameId::all().to_vec(), |game| vec![game]);
    let time = Duration::from_secs_f64(seconds);
    let (mut all, mut searches) = (Vec::new(), Vec::new());
    for game in games {
        let (measured, searched) = commands(game)?.speed(seed, time)?;
        if !json {
            for speed in &measured {
                write_line(speed, output)?;
            }
            for speed in &searched {
                write_search(speed, output)?;
            }
        }
        all.extend(measured);
        searches.extend(searched);
    }
    if json {
        let text = serde_json::to_string_pretty(&json!({ "speeds": all, "searches": searches }))
            .map_err(std::io::Error::from)?;
        writeln!(output, "{text}")?;
    }
    Ok(())
}

fn write_line(speed: &Speed, output: &mut dyn Write) -> Result<(), Failure> {
    let on: Vec<&str> = speed
        .options
        .iter()
        .filter(|(_, on)| **on == json!(true))
        .map(|(name, _)| name.as_str())
        .collect();
    writeln!(
        output,
        "{:<22} {} players {:<12} {:>7.2} million moves/s {:>10.0} games/s",
        speed.game,
        speed.players,
        on.join(" "),
        speed.moves_per_second / 1e6,
        speed.games_per_second
    )?;
    Ok(output.flush()?)
}

fn write_search(speed: &SearchSpeed, output: &mut dyn Write) -> Result<(), Failure> {
    writeln!(
        output,
        "{:<22} {} players {:<12} {:>7.2} million decisions/s {:>7.0} simulations/s ({} rollouts)",
        speed.game,
        speed.players,
        format!("search {}", speed.stage),
        speed.decisions_per_second / 1e6,
        speed.simulations_per_second,
        speed.rollouts
    )?;
    Ok(output.flush()?)
}

/// How fast a game is played, and how fast it is searched.
pub(crate) type Speeds = (Vec<Speed>, Vec<SearchSpeed>);

/// Measures a game with every number of players and every set of options, and its search with the fewest and the most
/// players.
pub(crate) fn measure<G: Searchable>(seed: u64, time: Duration) -> Result<Speeds, Failure> {
    let said = |error: SetupError| Failure::said(error.to_string());
    let mut speeds = Vec::new();
    for players in G::INFO.min_players..=G::INFO.max_players {
        for switches in options::every_set::<G::Options>() {
            speeds.push(speed::<G>(players, switches, seed, time).map_err(said)?);
        }
    }
    let mut searches = Vec::new();
    let mut tables = vec![G::INFO.min_players, G::INFO.max_players];
    tables.dedup();
    for players in tables {
        searches.extend(search_speed::<G>(players, seed, time / 2).map_err(said)?);
    }
    Ok((speeds, searches))
}
