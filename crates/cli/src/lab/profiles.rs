//! `lab review`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use roundtable_core::Record;
use roundtable_lab::{LabError, ProfilePlan, profile};
use roundtable_review::Ask;

use super::watch::{check_finished, watched};
use crate::lab_args::ReviewArgs;
use crate::{Failure, files, review};

pub(super) fn run_review(args: &ReviewArgs, output: &mut dyn Write) -> Result<(), Failure> {
    let records = records(&args.folder)?;
    let plan = ProfilePlan {
        ask: Ask {
            seat: review::seat(args.seat)?,
            level: args.level,
            quality: args.quality,
            open: false,
            seed: args.seed,
        },
        decisions: args.decisions.map(|count| count as usize),
        bots: args.bots.clone(),
    };
    let read = |number: u64| {
        let path = &records[number as usize];
        let wrong = |why: String| LabError::Record(format!("{}: {why}", path.display()));
        let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        Record::parse(&text).map_err(|refusal| wrong(refusal.message))
    };
    let games = records.len() as u64;
    let found = watched(args.jobs, games, |run| Ok(profile(games, &read, &plan, run)?))?;
    if let Some(path) = &args.plot {
        let [only] = &found[..] else {
            let message = "the folder has several games or numbers of players: make a plot of one of them";
            return Err(Failure::said(message));
        };
        files::write(path, &only.plot())?;
    }
    if args.json {
        let text = serde_json::to_string_pretty(&found).map_err(std::io::Error::from)?;
        writeln!(output, "{text}")?;
    } else {
        for profile in &found {
            writeln!(output, "{profile}")?;
        }
    }
    check_finished()
}

/// The records in a folder, in the order of their names.
fn records(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let cannot = |error: std::io::Error| Failure::said(format!("cannot read {}: {error}", folder.display()));
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.extension().is_some_and(|end| end == "json") {
            found.push(path);
        }
    }
    if found.is_empty() {
        return Err(Failure::said(format!(
            "there are no records (*.json) in {}; `lab sim --records DIR` writes some",
            folder.display()
        )));
    }
    found.sort();
    Ok(found)
}
