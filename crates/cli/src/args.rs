//! The arguments of the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use roundtable_bots::{BotSpec, Level};
use roundtable_catalog::GameId;
use roundtable_core::{Eye, Setup};
use roundtable_review::Quality;
#[cfg(feature = "serve")]
use roundtable_server::Settings;

#[cfg(feature = "lab")]
use crate::lab_args::Lab;

/// A table for hidden-information games: play them, replay them, take them apart.
#[derive(Parser, Debug)]
#[command(
    name = "roundtable",
    version,
    propagate_version = true,
    arg_required_else_help = true
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Serve the games on the network
    #[cfg(feature = "serve")]
    #[command(after_help = SERVE_HELP)]
    Serve(Serve),
    /// Copy a server's database, even while the server is running
    #[cfg(feature = "serve")]
    #[command(after_help = "Example:\n  roundtable backup --data roundtable-data roundtable-2026-11-16.sqlite")]
    Backup(Backup),
    /// Read everything a server has stored, and say what is damaged
    #[cfg(feature = "serve")]
    #[command(
        after_help = "It only reads, so a server may be running.\n\nExample:\n  roundtable check --data \
                            roundtable-data"
    )]
    Check(Serve),
    /// Delete what a server no longer needs, and make its database as small as it can be
    #[cfg(feature = "serve")]
    #[command(
        after_help = "The server must be stopped; a running one deletes the same, little by little.\n\nExample:\n  \
                            roundtable gc --data roundtable-data"
    )]
    Gc(Serve),
    /// Move a site from one database to another
    #[cfg(feature = "serve")]
    Store(StoreArgs),
    /// Make all ratings again, or check that they are what the games say
    #[cfg(feature = "serve")]
    Ratings(RatingsArgs),
    /// Look at the nodes that share a database
    #[cfg(feature = "serve")]
    Cluster(ClusterArgs),
    /// Check settings
    #[cfg(feature = "serve")]
    Config(ConfigArgs),
    /// Put a program online: it plays on a server, in the name of whoever's API token it has
    #[cfg(feature = "bridge")]
    #[command(after_help = BRIDGE_HELP)]
    BotBridge(BotBridge),
    /// Play in the terminal, against bots or with friends at the same keyboard
    #[command(after_help = PLAY_HELP)]
    Play(Play),
    /// List the games
    #[command(after_help = "Examples:\n  roundtable games\n  roundtable games --json")]
    Games(Games),
    /// Print the rules of a game, with the number of every ruling
    #[command(after_help = "Example:\n  roundtable rules knight-at-the-inn | less")]
    Rules(Rules),
    /// Print a recorded game move by move
    #[command(after_help = REPLAY_HELP)]
    Replay(Replay),
    /// Say how good each decision of a finished game was, given what the player knew
    #[command(after_help = REVIEW_HELP)]
    Review(Review),
    /// Replay a record and check that everything in it is in order
    #[command(after_help = VERIFY_HELP)]
    Verify(Verify),
    /// Drive and inspect any game with JSON lines on standard input and output (see docs/PROTOCOL.md)
    #[command(after_help = REFEREE_HELP)]
    Referee,
    /// Check or print a deck file
    Deck(Deck),
    /// Simulate, compare and measure
    #[cfg(feature = "lab")]
    Lab(Lab),
    /// Print a script that completes this command in a shell
    #[command(after_help = COMPLETIONS_HELP)]
    Completions(Completions),
    /// Print the man page, or write those of all commands into a folder
    #[command(after_help = "Examples:\n  roundtable man | man -l -\n  roundtable man ~/.local/share/man/man1")]
    Man(Man),
}

#[cfg(feature = "serve")]
const SERVE_HELP: &str = "Every setting can also be given as an environment variable, or in a TOML file named with \
    --config, under its name with
underscores; flags come before the environment, the environment before the file. See docs/HOSTING.md.

Examples:
  roundtable serve
  roundtable serve --bind 127.0.0.1:9000 --data /var/lib/roundtable
  roundtable serve --config roundtable.toml";

#[cfg(feature = "serve")]
const STORE_HELP: &str =
    "No server may use either of them. A place can also be written as `file:NAME`, where NAME is a file with the
address in it, so that no password is on the command line.

Examples:
  roundtable store copy roundtable-data postgres://roundtable@db.example/site
  roundtable store copy file:/etc/roundtable/store /var/lib/roundtable";

#[cfg(feature = "bridge")]
const BRIDGE_HELP: &str =
    "Make a token with the scopes `read` and `play` on the page of the account, and keep it in a \
    file that only you can read.
The program speaks the protocol of docs/BOTS.md, without samples. If it fails, the game is given up and a bot of the
house plays on.

Examples:
  roundtable bot-bridge --server https://cards.example --token-file token exec:./my-bot
  roundtable bot-bridge --server http://127.0.0.1:8080 --game shock --games 2 \"exec:seconds=2:python3 my_bot.py\"";

/// `bot-bridge`
#[cfg(feature = "bridge")]
#[derive(Args, Debug)]
pub struct BotBridge {
    /// The address of the server
    #[arg(long, value_name = "URL")]
    pub server: String,
    /// A file with the API token; by default it is in the environment, as ROUNDTABLE_TOKEN
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// A game that the program plays; all if left out
    #[arg(long)]
    pub game: Vec<GameId>,
    /// How many games it plays at the same time; further challenges are declined
    #[arg(long, default_value_t = 4)]
    pub games: usize,
    /// The program, such as exec:./my-bot
    pub bot: BotSpec,
}

const PLAY_HELP: &str = "Examples:
  roundtable play knight-at-the-inn
  roundtable play knight-at-the-inn --humans 2          two at one keyboard, a screen between them
  roundtable play shock --players 4 --bots knight,squire,champion
  roundtable play knight-shift --bots \"exec:python3 my_bot.py\"
  roundtable play knight-at-the-inn --seed 7 --record game.json";

const REPLAY_HELP: &str = "Examples:
  roundtable replay game.json
  roundtable replay game.json --eye 0        as seat 0 saw it
  roundtable replay game.json --eye table    as a spectator saw it";

const REVIEW_HELP: &str =
    "The result less the fair share is the luck of the deal, plus the luck on the way, less what \
    the decisions lost.
docs/REVIEW.md explains the figures.

Examples:
  roundtable review game.json
  roundtable review game.json --seat 0 --quality fine
  roundtable review game.json --json > review.json
  roundtable review game.json --html review.html";

const VERIFY_HELP: &str = "Examples:
  roundtable verify game.json
  roundtable verify game.json --receipt receipt.json    with what your own browser kept of the game";

const REFEREE_HELP: &str = r#"Example:
  echo '{"cmd":"new","game":"knight-at-the-inn","players":2,"seed":7}' | roundtable referee"#;

const COMPLETIONS_HELP: &str = "Examples:
  roundtable completions bash > ~/.local/share/bash-completion/completions/roundtable
  roundtable completions fish > ~/.config/fish/completions/roundtable.fish
  roundtable completions zsh > /usr/local/share/zsh/site-functions/_roundtable";

/// `completions`
#[derive(Args, Debug)]
pub struct Completions {
    /// Which shell
    pub shell: clap_complete::Shell,
}

/// `man`
#[derive(Args, Debug)]
pub struct Man {
    /// The folder to write into, a file for each command
    pub folder: Option<PathBuf>,
}

/// `serve`
#[cfg(feature = "serve")]
#[derive(Args, Debug)]
pub struct Serve {
    /// A TOML file with settings
    #[arg(long, value_name = "FILE", env = "ROUNDTABLE_CONFIG")]
    pub config: Option<PathBuf>,
    /// The settings.
    #[command(flatten)]
    pub settings: Settings,
}

/// `backup`
#[cfg(feature = "serve")]
#[derive(Args, Debug)]
pub struct Backup {
    /// The file to write; it must not exist yet
    pub file: PathBuf,
    /// Where the settings are.
    #[command(flatten)]
    pub serve: Serve,
}

/// `store`
#[cfg(feature = "serve")]
#[derive(Args, Debug)]
pub struct StoreArgs {
    /// What to do with it.
    #[command(subcommand)]
    pub command: StoreCommand,
}

/// What can be done with stores.
#[cfg(feature = "serve")]
#[derive(Subcommand, Debug)]
pub enum StoreCommand {
    /// Copy a whole site from SQLite to PostgreSQL or back, and compare every row
    #[command(after_help = STORE_HELP)]
    Copy {
        /// Where it is: a directory, a SQLite file, or the address of a PostgreSQL database
        from: String,
        /// Where it goes, which must be empty
        to: String,
    },
}

/// `ratings`
#[cfg(feature = "serve")]
#[derive(Args, Debug)]
pub struct RatingsArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: RatingsCommand,
}

/// What can be done with ratings.
#[cfg(feature = "serve")]
#[derive(Subcommand, Debug)]
pub enum RatingsCommand {
    /// Make all ratings again from the results of the games, and fill in results of older games
    #[command(
        after_help = "The server must be stopped.\n\nExample:\n  roundtable ratings rebuild --data roundtable-data"
    )]
    Rebuild(Serve),
    /// Make them again and compare; nothing is changed
    #[command(
        after_help = "The server must be stopped.\n\nExample:\n  roundtable ratings check --data roundtable-data"
    )]
    Check(Serve),
}

/// `cluster`
#[cfg(feature = "serve")]
#[derive(Args, Debug)]
pub struct ClusterArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: ClusterCommand,
}

/// What can be done with nodes that share a database.
#[cfg(feature = "serve")]
#[derive(Subcommand, Debug)]
pub enum ClusterCommand {
    /// Say which nodes are there, how long their leases last and how many tables they serve
    #[command(
        after_help = "It fails if no node has a lease.\n\nExamples:\n  roundtable cluster status --store-file \
                            /etc/roundtable/store\n  roundtable cluster status --config roundtable.toml --json"
    )]
    Status {
        /// Print JSON
        #[arg(long)]
        json: bool,
        /// Where the settings are.
        #[command(flatten)]
        serve: Box<Serve>,
    },
}

/// `config`
#[cfg(feature = "serve")]
#[derive(Args, Debug)]
pub struct ConfigArgs {
    /// What to do with them.
    #[command(subcommand)]
    pub command: ConfigCommand,
}

/// What can be done with settings.
#[cfg(feature = "serve")]
#[derive(Subcommand, Debug)]
pub enum ConfigCommand {
    /// Report what is wrong with the settings, or print those in force
    #[command(after_help = "Example:\n  roundtable config check --config roundtable.toml")]
    Check(Serve),
}

/// What to play at the keyboard.
#[derive(Args, Debug)]
pub struct Wanted {
    /// Which game, and how
    #[command(flatten)]
    pub variant: Variant,
    /// How many play [default: the fewest the game allows]
    #[arg(long)]
    pub players: Option<usize>,
}

impl Wanted {
    /// The set-up asked for.
    #[must_use]
    pub fn setup(&self) -> Setup {
        self.variant.setup(self.players)
    }
}

/// Which game to play and with what, at the keyboard and in experiments.
#[derive(Args, Debug)]
pub struct Variant {
    /// Which game
    pub game: GameId,
    /// Turn an option of the game on: NAME=true
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = option)]
    pub options: Vec<(String, bool)>,
    /// Play with the cards of this deck file
    #[arg(long, value_name = "FILE")]
    pub deck: Option<PathBuf>,
}

impl Variant {
    /// The set-up for this many players, or for the fewest that the game allows.
    #[must_use]
    pub fn setup(&self, players: Option<usize>) -> Setup {
        let options = self.options.iter().map(|(name, on)| (name.clone(), (*on).into()));
        Setup {
            options: options.collect(),
            ..self.game.setup(players.unwrap_or(self.game.info().min_players))
        }
    }
}

/// The help text for bots.
fn bots_help() -> String {
    let levels = Level::ALL.map(Level::name).join(", ");
    format!(
        "The bots on the other seats: {levels} or exec:PROGRAM (see docs/BOTS.md); the last one serves for all the rest"
    )
}

/// `play`
#[derive(Args, Debug)]
pub struct Play {
    /// What is played
    #[command(flatten)]
    pub wanted: Wanted,
    /// How many of the players sit at this keyboard, on the first seats
    #[arg(long, default_value_t = 1)]
    pub humans: usize,
    /// The bots on the other seats; the last one serves for all the rest
    #[arg(long, value_delimiter = ',', default_value = "page", help = bots_help())]
    pub bots: Vec<BotSpec>,
    /// Threads per decision for a bot that searches
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    pub jobs: u8,
    /// The names of the people, in the order of their seats
    #[arg(long, value_delimiter = ',')]
    pub names: Vec<String>,
    /// The same seed deals the same game [default: a new one]
    #[arg(long)]
    pub seed: Option<u64>,
    /// Write the record of the game to this file when it ends or is abandoned
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

/// `games`
#[derive(Args, Debug)]
pub struct Games {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `rules`
#[derive(Args, Debug)]
pub struct Rules {
    /// Which game
    pub game: GameId,
}

/// `replay`
#[derive(Args, Debug)]
pub struct Replay {
    /// The record
    pub record: PathBuf,
    /// Whose view to show: a seat's number, `table` or `all`
    #[arg(long, default_value = "all")]
    pub eye: Eye,
}

/// `review`
#[derive(Args, Debug)]
pub struct Review {
    /// The record of a finished game
    pub record: PathBuf,
    /// Only this seat
    #[arg(long)]
    pub seat: Option<usize>,
    /// The level that everybody is taken to play on with after a move
    #[arg(long, default_value_t = Level::Champion)]
    pub level: Level,
    /// How closely to look: `coarse`, `standard` or `fine`
    #[arg(long, default_value_t = Quality::Standard)]
    pub quality: Quality,
    /// Work out the chances with open cards, too: a second line, which no player could have known
    #[arg(long)]
    pub open: bool,
    /// What the simulations are drawn with
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Write the review as a page that needs no other file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// `verify`
#[derive(Args, Debug)]
pub struct Verify {
    /// The record
    pub record: PathBuf,
    /// The commitment that was shown before the first card
    #[arg(long, value_name = "SHA-256")]
    pub commitment: Option<String>,
    /// The receipt that your browser kept of the game
    #[arg(long, value_name = "FILE")]
    pub receipt: Option<PathBuf>,
    /// The public key of the server that signed the record
    #[arg(long, value_name = "PUBLIC")]
    pub key: Option<String>,
}

/// `deck`
#[derive(Args, Debug)]
pub struct Deck {
    /// What to do with it.
    #[command(subcommand)]
    pub command: DeckCommand,
}

/// What can be done with decks.
#[derive(Subcommand, Debug)]
pub enum DeckCommand {
    /// Report everything that is wrong with a deck file
    #[command(after_help = "Example:\n  roundtable deck check my-inns.toml")]
    Check {
        /// The file
        file: PathBuf,
    },
    /// Print the deck file that a game comes with, to edit and use with --deck
    #[command(after_help = "Example:\n  roundtable deck show knight-at-the-inn > my-inns.toml")]
    Show {
        /// Which game
        game: GameId,
    },
}

pub(crate) fn option(text: &str) -> Result<(String, bool), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "true"));
    let on = value
        .parse()
        .map_err(|_| format!("`{value}` is neither true nor false"))?;
    Ok((name.to_owned(), on))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn options_are_read() {
        assert_eq!(option("easy=true"), Ok(("easy".to_owned(), true)));
        assert_eq!(option("easy"), Ok(("easy".to_owned(), true)));
        assert!(option("easy=yes").is_err());
    }
}
