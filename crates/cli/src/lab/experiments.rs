//! `lab sim`, `lab arena`, `lab balance` and `lab merge`: each makes an order, plays it or a part of it, and reports.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use roundtable_catalog::{GameId, UnknownGame};
use roundtable_core::Record;
use roundtable_lab::{Balancing, DeckFile, Keep, KeepExample, Kind, LabError, Order, Part, Report, Varied, join, vary};

use super::examples::Examples;
use super::watch::{check_finished, watched};
use crate::house::{AnyCommands, commands};
use crate::lab_args::{self, ArenaArgs, BalanceArgs, MergeArgs, Players, SimArgs};
use crate::{Failure, files};

/// How many games a knight plays among squires, unless it is said.
const SKILL: u64 = 40;

pub(super) fn run_sim(args: &SimArgs, output: &mut dyn Write) -> Result<(), Failure> {
    let mut order = order(&args.experiment, args.players, args.games, &args.bots, Kind::Sim);
    order.decks = vec![deck(&args.experiment)?];
    if let Some(folder) = &args.records {
        fs::create_dir_all(folder)
            .map_err(|error| Failure::said(format!("cannot make {}: {error}", folder.display())))?;
    }
    let keep = |game: u64, record: &Record| keep_record(args.records.as_deref(), game, record);
    let keep: Option<&Keep<'_>> = if args.records.is_some() { Some(&keep) } else { None };
    let job = Job {
        order,
        args: &args.experiment,
        keep,
        report: None,
        records: None,
    };
    job.done(output)
}

/// Writes the record of a game into the folder.
fn keep_record(folder: Option<&Path>, game: u64, record: &Record) -> Result<(), String> {
    let Some(folder) = folder else { return Ok(()) };
    let path = folder.join(format!("{}-{game:06}.json", record.setup.game));
    fs::write(&path, record.to_text()).map_err(|error| format!("{}: {error}", path.display()))
}

pub(super) fn run_arena(args: &ArenaArgs, output: &mut dyn Write) -> Result<(), Failure> {
    let kind = Kind::Arena {
        field: args.field,
        adjust: args.adjust.is_some(),
    };
    let mut order = order(&args.experiment, args.players, args.games, &args.bots, kind);
    order.decks = vec![deck(&args.experiment)?];
    let job = Job {
        order,
        args: &args.experiment,
        keep: None,
        report: None,
        records: None,
    };
    job.done(output)
}

pub(super) fn run_balance(args: &BalanceArgs, output: &mut dyn Write) -> Result<(), Failure> {
    let game = args.experiment.variant.game;
    let (fewest, players) = match args.players {
        Some(Players::All) => (None, (game.info().min_players..=game.info().max_players).collect()),
        Some(Players::Exactly(players)) => (Some(players), vec![players]),
        None => (None, vec![game.info().min_players]),
    };
    let mut balancing = Balancing {
        players,
        sweep: None,
        tension: args.tension,
        skill: args.skill.unwrap_or(if args.vary.is_some() { 0 } else { SKILL }),
        pace: args.pace,
    };
    let mut decks = vec![deck(&args.experiment)?];
    match &args.against {
        Some(path) if path.as_os_str() == "standard" => decks.push(None),
        Some(path) => decks.push(Some(deck_file(path)?)),
        None => {}
    }
    if let Some(wanted) = &args.vary {
        let own = decks.swap_remove(0);
        let text = own.map_or_else(|| game.deck().to_owned(), |deck| deck.text);
        let varied = vary(&text, wanted)?;
        balancing.sweep = Some(Varied {
            path: wanted.split('=').next().unwrap_or_default().to_owned(),
            now: varied.iter().position(|variation| variation.now).unwrap_or(0),
        });
        let deck = |variation: roundtable_lab::Variation| DeckFile {
            name: variation.value,
            text: variation.text,
        };
        decks = varied.into_iter().map(deck).map(Some).collect();
    }
    let mut order = order(
        &args.experiment,
        fewest,
        args.games,
        &args.bots,
        Kind::Balance(balancing),
    );
    order.decks = decks;
    let job = Job {
        order,
        args: &args.experiment,
        keep: None,
        report: args.written.report.as_deref(),
        records: args.written.records.as_deref(),
    };
    job.done(output)
}

pub(super) fn run_merge(args: &MergeArgs, output: &mut dyn Write) -> Result<(), Failure> {
    let read = |path: &PathBuf| {
        let name = path.display().to_string();
        let part = Part::read(&name, &files::read(path)?)?;
        Ok((name, part))
    };
    let whole = join(args.parts.iter().map(read).collect::<Result<_, Failure>>()?)?;
    let game: GameId = whole
        .order
        .setup
        .game
        .parse()
        .map_err(|error: UnknownGame| Failure::said(error.to_string()))?;
    let place = (args.report.as_deref(), args.records.as_deref());
    reported(commands(game)?, whole, place, args.json, output)
}

/// An order, with the deck that the game comes with.
fn order(
    args: &lab_args::Experiment,
    players: Option<usize>,
    games: u64,
    bots: &[roundtable_bots::BotSpec],
    kind: Kind,
) -> Order {
    let setup = args.variant.setup(players);
    Order {
        claims: !args.no_claims,
        ..Order::new(args.variant.game.info(), setup, args.seed, games, bots, kind)
    }
}

fn deck(args: &lab_args::Experiment) -> Result<Option<DeckFile>, Failure> {
    args.variant.deck.as_deref().map(deck_file).transpose()
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

/// An order to carry out.
struct Job<'a> {
    order: Order,
    args: &'a lab_args::Experiment,
    keep: Option<&'a Keep<'a>>,
    report: Option<&'a Path>,
    records: Option<&'a Path>,
}

impl Job<'_> {
    /// Plays all games and reports, or plays a part of them and writes it.
    fn done(self, output: &mut dyn Write) -> Result<(), Failure> {
        let (game, games) = (commands(self.args.variant.game)?, self.order.games);
        let range = self.args.range.clone().unwrap_or(0..games);
        let part = watched(self.args.jobs, range.end.saturating_sub(range.start), |run| {
            Ok(game.experiment(&self.order, range, self.keep, run)?)
        })?;
        let Some(path) = &self.args.part else {
            return reported(game, part, (self.report, self.records), self.args.json, output);
        };
        // What was stopped is no part.
        check_finished()?;
        files::write_whole(path, &part.to_text()?)?;
        let range = &part.range;
        writeln!(
            output,
            "{}: games {}..{} of {games}",
            path.display(),
            range.start,
            range.end
        )?;
        Ok(())
    }
}

/// Prints what was found, and writes the page and the records if they are wanted. The exit code tells if it is
/// incomplete.
fn reported(
    game: &dyn AnyCommands,
    whole: Part,
    (page, records): (Option<&Path>, Option<&Path>),
    json: bool,
    output: &mut dyn Write,
) -> Result<(), Failure> {
    let has_examples = matches!(&whole.order.kind, Kind::Balance(Balancing { sweep: None, .. }));
    if records.is_some() && !has_examples {
        return Err(Failure::said(
            "only a balance report without --vary has examples: leave out --records",
        ));
    }
    let examples = records.map(|folder| Examples::new(folder, page)).transpose()?;
    let keep = |name: &str, record: &Record| match &examples {
        Some(examples) => examples.keep(name, record),
        None => Ok(String::new()),
    };
    let keep: Option<&KeepExample<'_>> = if examples.is_some() { Some(&keep) } else { None };
    let found = watched(None, 0, |run| Ok(game.report(whole, keep, run)?))?;
    if let Some(path) = page {
        let html = found.html().ok_or_else(|| {
            LabError::Design("only `lab balance` has a page with plots: leave out --report".to_owned())
        })?;
        files::write(path, &html)?;
    }
    print(&found, json, output)
}

fn print(found: &Report, json: bool, output: &mut dyn Write) -> Result<(), Failure> {
    if json {
        let text = serde_json::to_string_pretty(found).map_err(std::io::Error::from)?;
        writeln!(output, "{text}")?;
    } else {
        write!(output, "{found}")?;
    }
    check_finished()
}
