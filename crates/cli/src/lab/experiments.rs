//! `lab sim`, `lab arena` and `lab balance`.

use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::Path;

use roundtable_catalog::with_game;
use roundtable_core::{Game, Record};
use roundtable_lab::{
    Arena, ArenaPlan, Balance, BalancePlan, DeckFile, Experiment, Sim, SimPlan, Subject, arena, balance, sim,
};
use serde::Serialize;

use super::watch::{check_finished, watched};
use crate::lab_args::{self, ArenaArgs, BalanceArgs, SimArgs};
use crate::{Failure, files};

pub(super) fn run_sim(args: &SimArgs, output: &mut dyn Write) -> Result<(), Failure> {
    let result = with_game!(args.experiment.wanted.game, G => simulated::<G>(args))?;
    print(&result, args.experiment.json, output)
}

fn simulated<G: Subject>(args: &SimArgs) -> Result<Sim, Failure> {
    let experiment = experiment::<G>(&args.experiment)?;
    if let Some(folder) = &args.records {
        fs::create_dir_all(folder)
            .map_err(|error| Failure::said(format!("cannot make {}: {error}", folder.display())))?;
    }
    let keep = |game: u64, record: &Record| keep_record(args.records.as_deref(), game, record);
    let plan = SimPlan {
        bots: &args.bots,
        games: args.games,
        claims: !args.experiment.no_claims,
        keep: args.records.is_some().then_some(&keep),
    };
    watched(args.experiment.jobs, args.games, |run| {
        Ok(sim(&experiment, &plan, run)?)
    })
}

/// Writes the record of a game into the folder.
fn keep_record(folder: Option<&Path>, game: u64, record: &Record) -> Result<(), String> {
    let Some(folder) = folder else { return Ok(()) };
    let path = folder.join(format!("{}-{game:06}.json", record.setup.game));
    fs::write(&path, record.to_text()).map_err(|error| format!("{}: {error}", path.display()))
}

pub(super) fn run_arena(args: &ArenaArgs, output: &mut dyn Write) -> Result<(), Failure> {
    let result = with_game!(args.experiment.wanted.game, G => compared::<G>(args))?;
    print(&result, args.experiment.json, output)
}

fn compared<G: Subject>(args: &ArenaArgs) -> Result<Arena, Failure> {
    let experiment = experiment::<G>(&args.experiment)?;
    let plan = ArenaPlan {
        bots: &args.bots,
        games: args.games,
        field: args.field,
        claims: !args.experiment.no_claims,
    };
    watched(args.experiment.jobs, args.games, |run| {
        Ok(arena(&experiment, &plan, run)?)
    })
}

pub(super) fn run_balance(args: &BalanceArgs, output: &mut dyn Write) -> Result<(), Failure> {
    let result = with_game!(args.experiment.wanted.game, G => taken_apart::<G>(args))?;
    if let Some(path) = &args.report {
        files::write(path, &result.html())?;
    }
    print(&result, args.experiment.json, output)
}

fn taken_apart<G: Subject>(args: &BalanceArgs) -> Result<Balance, Failure> {
    let experiment = experiment::<G>(&args.experiment)?;
    let against = match &args.against {
        Some(path) if path.as_os_str() == "standard" => Some(experiment.with_deck(None)?),
        Some(path) => Some(experiment.with_deck(Some(deck_file(path)?))?),
        None => None,
    };
    let plan = BalancePlan {
        bots: &args.bots,
        games: args.games,
        claims: !args.experiment.no_claims,
    };
    watched(args.experiment.jobs, args.games, |run| {
        Ok(balance(&experiment, against.as_ref(), &plan, run)?)
    })
}

/// The experiment described by the arguments.
fn experiment<G: Game>(args: &lab_args::Experiment) -> Result<Experiment<G>, Failure> {
    let deck = args.wanted.deck.as_deref().map(deck_file).transpose()?;
    Ok(Experiment::new(&args.wanted.setup(), deck, args.seed)?)
}

/// The deck in a file, named after the file.
fn deck_file(path: &Path) -> Result<DeckFile, Failure> {
    let name = path.file_name().map_or_else(
        || path.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    );
    let text = files::read(path)?;
    Ok(DeckFile { name, text })
}

/// Prints a result; the exit code tells if it is incomplete.
fn print(result: &(impl Display + Serialize), json: bool, output: &mut dyn Write) -> Result<(), Failure> {
    if json {
        let text = serde_json::to_string_pretty(result).map_err(std::io::Error::from)?;
        writeln!(output, "{text}")?;
    } else {
        write!(output, "{result}")?;
    }
    check_finished()
}
