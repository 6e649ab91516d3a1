//! The long run behind docs/REVIEW.md: bots of every level play, and their games are reviewed.

use std::path::Path;

use crate::{cargo, run, target};

/// The tables: a game and how many play, the smallest and the largest.
const TABLES: [(&str, &[usize]); 5] = [
    ("knight-shift", &[2, 6]),
    ("shock", &[3, 5]),
    ("never-bring-a-knife", &[4, 8]),
    ("knight-at-the-inn", &[2]),
    ("knights-and-damosels", &[3, 6]),
];

/// The levels, and the part of the games that each plays: games of better players take longer.
const LEVELS: [(&str, u64); 4] = [("page", 1), ("squire", 1), ("knight", 10), ("champion", 200)];

/// Plays `games` games of each level at each table and reviews a decision of each seat, closely. The results go to
/// `study` in the folder of builds: what was found as JSON, and predicted chances against what was won as a picture.
pub(crate) fn study(games: u64) -> Result<(), String> {
    cargo(&["build", "--release", "--package", "roundtable"], &[])?;
    let (binary, folder) = (target()?.join("release/roundtable"), target()?.join("study"));
    for (game, tables) in TABLES {
        for players in tables {
            for (level, part) in LEVELS {
                let name = format!("{game}-{players}-{level}");
                one(&binary, &folder, &name, (game, *players, level, (games / part).max(2)))?;
            }
        }
    }
    eprintln!("\nThe results are in {}.", folder.display());
    Ok(())
}

fn one(
    binary: &Path,
    folder: &Path,
    name: &str,
    (game, players, level, games): (&str, usize, &str, u64),
) -> Result<(), String> {
    let records = folder.join(name);
    let plot = folder.join(format!("{name}.svg"));
    let command = || std::process::Command::new(binary);
    let (players, games, records) = (players.to_string(), games.to_string(), records.to_string_lossy());
    run(
        "roundtable",
        command(),
        &[
            "lab",
            "sim",
            game,
            "--players",
            &players,
            "--games",
            &games,
            "--bots",
            level,
            "--records",
            &records,
        ],
        &[],
    )?;
    let mut review = command();
    let found = folder.join(format!("{name}.json"));
    let file = std::fs::File::create(&found).map_err(|error| format!("{}: {error}", found.display()))?;
    review.stdout(file);
    let plot = plot.to_string_lossy();
    let args = [
        "lab",
        "review",
        &records,
        "--quality",
        "standard",
        "--decisions",
        "1",
        "--json",
        "--plot",
        &plot,
    ];
    run("roundtable", review, &args, &[])
}
