//! `lab sim`, `lab arena` and `lab balance`.

use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::Path;

use roundtable_catalog::{Playable, Visitor};
use roundtable_core::Record;
use roundtable_lab::{ArenaPlan, BalancePlan, NamedDeck, Setting, SimPlan, arena, balance, sim};
use serde::Serialize;
use serde_json::Value;

use super::watch::{check_finished, watched};
use crate::lab_args::{ArenaArgs, BalanceArgs, Experiment, SimArgs};
use crate::{Failure, files};

pub(super) fn run_sim(args: &SimArgs, output: &mut dyn Write) -> Result<(), Failure> {
    struct Do<'a>(&'a SimArgs, &'a mut dyn Write);
    impl Visitor for Do<'_> {
        type Out = Result<(), Failure>;
        fn visit<G: Playable>(self) -> Self::Out {
            let Self(args, output) = self;
            let setting = setting::<G>(&args.experiment)?;
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
            let result = watched(args.experiment.jobs, args.games, |run| Ok(sim(&setting, &plan, run)?))?;
            print(&result, args.experiment.json, output)
        }
    }
    args.experiment.game.visit(Do(args, output))
}

/// Writes the record of a game into the folder.
fn keep_record(folder: Option<&Path>, game: u64, record: &Record) -> Result<(), String> {
    let Some(folder) = folder else { return Ok(()) };
    let path = folder.join(format!("{}-{game:06}.json", record.game));
    fs::write(&path, record.to_text()).map_err(|error| format!("{}: {error}", path.display()))
}

pub(super) fn run_arena(args: &ArenaArgs, output: &mut dyn Write) -> Result<(), Failure> {
    struct Do<'a>(&'a ArenaArgs, &'a mut dyn Write);
    impl Visitor for Do<'_> {
        type Out = Result<(), Failure>;
        fn visit<G: Playable>(self) -> Self::Out {
            let Self(args, output) = self;
            let setting = setting::<G>(&args.experiment)?;
            let plan = ArenaPlan {
                bots: &args.bots,
                games: args.games,
                field: args.field,
                claims: !args.experiment.no_claims,
            };
            let result = watched(args.experiment.jobs, args.games, |run| Ok(arena(&setting, &plan, run)?))?;
            print(&result, args.experiment.json, output)
        }
    }
    args.experiment.game.visit(Do(args, output))
}

pub(super) fn run_balance(args: &BalanceArgs, output: &mut dyn Write) -> Result<(), Failure> {
    struct Do<'a>(&'a BalanceArgs, &'a mut dyn Write);
    impl Visitor for Do<'_> {
        type Out = Result<(), Failure>;
        fn visit<G: Playable>(self) -> Self::Out {
            let Self(args, output) = self;
            let setting = setting::<G>(&args.experiment)?;
            let against = match &args.against {
                Some(path) if path.as_os_str() == "standard" => Some(NamedDeck::standard()),
                Some(path) => Some(deck_of(path)?),
                None => None,
            };
            let plan = BalancePlan {
                bots: &args.bots,
                games: args.games,
                claims: !args.experiment.no_claims,
            };
            let result = watched(args.experiment.jobs, args.games, |run| {
                Ok(balance(&setting, against, &plan, run)?)
            })?;
            if let Some(path) = &args.report {
                files::write(path, &result.html())?;
            }
            print(&result, args.experiment.json, output)
        }
    }
    args.experiment.game.visit(Do(args, output))
}

/// The setting that the arguments name.
fn setting<G: Playable>(args: &Experiment) -> Result<Setting<G>, Failure> {
    let options = args.options.iter().map(|(name, on)| (name.clone(), Value::Bool(*on)));
    let deck = match &args.deck {
        Some(path) => deck_of(path)?,
        None => NamedDeck::standard(),
    };
    let players = args.players.unwrap_or(G::INFO.min_players);
    Ok(Setting::new(players, &options.collect(), deck, args.seed)?)
}

/// The deck of a file, called by the file's name.
fn deck_of<G: Playable>(path: &Path) -> Result<NamedDeck<G>, Failure> {
    let name = path.file_name().map_or_else(
        || path.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    );
    Ok(NamedDeck::parse(&name, files::read(path)?)?)
}

/// Prints a result, and says by the exit code if it is only a part.
fn print(result: &(impl Display + Serialize), json: bool, output: &mut dyn Write) -> Result<(), Failure> {
    if json {
        let text = serde_json::to_string_pretty(result).map_err(std::io::Error::from)?;
        writeln!(output, "{text}")?;
    } else {
        write!(output, "{result}")?;
    }
    check_finished()
}
