//! Puts load on a Roundtable server over real sockets and reports what it can bear.

mod crew;
mod floor;
mod size;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Parser, Subcommand};
use roundtable_load::faults::Faults;
use roundtable_load::siege::Siege;
use roundtable_load::{Nats, Oops, Postgres, Process, Serve, load};
use tokio::runtime::{Builder, Runtime};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Measures a Roundtable server. Without --server it starts its own, on a free port with a fresh database.
#[derive(Parser, Debug)]
#[command(
    name = "roundtable-load",
    after_help = "Examples:\n  cargo build --release && cargo run --release -p roundtable-load -- moves\n  cargo run \
        --release -p roundtable-load -- memory\n  cargo run --release -p roundtable-load -- start\n  cargo \
        run --release -p roundtable-load -- siege --seconds 60"
)]
struct Cli {
    /// The `roundtable` program to start [default: beside this one]
    #[arg(long, global = true)]
    program: Option<PathBuf>,
    /// The directory of the database [default: a temporary one]
    #[arg(long, global = true)]
    data: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Scripted players at many tables: acknowledged moves per second, and how long an acknowledgement takes
    Moves {
        /// A running server, or several nodes
        #[arg(long, value_delimiter = ',')]
        server: Vec<SocketAddr>,
        /// How many nodes to start; several share a PostgreSQL server and a NATS server that are started for this
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=16))]
        nodes: u32,
        /// Connect the players of a table to different nodes
        #[arg(long)]
        apart: bool,
        /// Simultaneous tables
        #[arg(long, default_value_t = 500)]
        tables: usize,
        /// How long to measure
        #[arg(long, default_value_t = 10)]
        seconds: u64,
        /// The slug of a game, or `mix` for all in turn
        #[arg(long, default_value = "mix")]
        game: String,
        /// Moves per second at all tables together, with players who think in between [default: as many as possible]
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        rate: Option<u32>,
        /// Store in a PostgreSQL server that is started for this, with its data on the disk of temporary files
        #[arg(long)]
        postgres: bool,
        /// Do not measure sockets and commits alone
        #[arg(long)]
        no_floor: bool,
    },
    /// Every abuse we know of at once, beside ordinary tables that must not notice
    Siege {
        /// Ordinary tables
        #[arg(long, default_value_t = 50)]
        tables: usize,
        /// How long, in seconds
        #[arg(long, default_value_t = 600)]
        seconds: u64,
    },
    /// Several nodes, their database and their bus are killed, frozen, cut off and replaced while people play: no
    /// acknowledged move may be lost, and nobody may be shown anything that is not stored
    Faults {
        /// How many faults
        #[arg(long, default_value_t = 100)]
        faults: usize,
        /// Simultaneous tables
        #[arg(long, default_value_t = 24)]
        tables: usize,
        /// Chooses who is hit, and the moves
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Where to keep the histories and the logs of the nodes
        #[arg(long)]
        keep: Option<PathBuf>,
    },
    /// Memory of an idle table and of an idle connection
    Memory {
        /// How many of each
        #[arg(long, default_value_t = 2000)]
        count: usize,
    },
    /// Time from the start to the first served page, with many stored tables
    Start {
        /// How many
        #[arg(long, default_value_t = 10_000)]
        tables: usize,
    },
}

fn main() -> Result<(), Oops> {
    let cli = Cli::parse();
    let program = match cli.program {
        Some(program) => program,
        None => std::env::current_exe()?.with_file_name("roundtable"),
    };
    match cli.command {
        Command::Moves {
            server,
            nodes,
            apart,
            tables,
            seconds,
            game,
            rate,
            postgres,
            no_floor,
        } => {
            let own = match &server[..] {
                [] => Some(Own::start(&program, cli.data.as_deref(), nodes, postgres || nodes > 1)?),
                _ => None,
            };
            let servers = own.as_ref().map_or(server, Own::addresses);
            let cpu = || {
                let [servers, postgres, nats] = own.as_ref().map_or([0.0; 3], Own::cpu);
                [servers, roundtable_load::cpu("self"), postgres, nats]
            };
            // One thread is enough for the players and leaves the others to the server.
            let one_thread = Builder::new_current_thread().enable_all().build()?;
            println!("load of the machine before: {}", load());
            let plan = crew::Plan {
                servers,
                apart,
                tables,
                seconds,
                game,
                rate,
            };
            let report = one_thread.block_on(crew::measure(&plan, cpu))?;
            report.print(tables);
            drop((own, one_thread));
            if !no_floor {
                Runtime::new()?.block_on(floor::print(report.per_second(), cli.data.as_deref()))?;
            }
            Ok(())
        }
        Command::Faults {
            faults,
            tables,
            seed,
            keep,
        } => {
            if let Some(done) = roundtable_load::faults::elsewhere(std::env::args_os().skip(1))? {
                return done;
            }
            let plan = Faults {
                program,
                tables,
                faults,
                seed,
                keep,
                durable: true,
            };
            let outcome = Runtime::new()?.block_on(plan.run())?;
            print!("{outcome}");
            outcome.verdict()
        }
        Command::Siege { tables, seconds } => Runtime::new()?.block_on(besiege(&program, tables, seconds)),
        Command::Memory { count } => Runtime::new()?.block_on(size::memory(&program, count)),
        Command::Start { tables } => Runtime::new()?.block_on(size::start(&program, tables)),
    }
}

/// Servers of our own, and what they share.
struct Own {
    servers: Vec<Process>,
    postgres: Option<Postgres>,
    nats: Option<Nats>,
}

impl Own {
    fn start(program: &Path, data: Option<&Path>, nodes: u32, shared: bool) -> Result<Self, Oops> {
        let postgres = shared.then(|| Postgres::start_with(&[])).transpose()?;
        let nats = (nodes > 1).then(Nats::start).transpose()?;
        let mut serve = Serve::unlimited(program).with(&["--unload-after", "5"]);
        if let Some(postgres) = &postgres {
            serve.environment.push(("ROUNDTABLE_STORE", postgres.database()?));
        }
        if let Some(nats) = &nats {
            serve = serve.with(&["--bus", &nats.address(), "--bus-credentials", &nats.credentials()]);
        }
        let mut servers = Vec::new();
        for number in 0..nodes {
            serve.data = data.map(|data| {
                if nodes > 1 {
                    data.join(number.to_string())
                } else {
                    data.to_owned()
                }
            });
            servers.push(serve.start()?);
        }
        Ok(Self {
            servers,
            postgres,
            nats,
        })
    }

    fn addresses(&self) -> Vec<SocketAddr> {
        self.servers.iter().map(|server| server.address).collect()
    }

    /// Processor time of the servers, of their database, and of their bus.
    fn cpu(&self) -> [f64; 3] {
        [
            self.servers.iter().map(Process::cpu).sum(),
            self.postgres.as_ref().map_or(0.0, Postgres::cpu),
            self.nats.as_ref().map_or(0.0, Nats::cpu),
        ]
    }
}

/// What ordinary tables may expect while the server is besieged.
const ACKNOWLEDGED: Duration = Duration::from_millis(100);

/// The most that a siege of ten minutes may add to the server's memory, and to its data.
const MEMORY: u64 = 256 << 10;
const DATA: u64 = 256 << 20;

async fn besiege(program: &Path, tables: usize, seconds: u64) -> Result<(), Oops> {
    let scratch = roundtable_load::Scratch::new("siege")?;
    let server = Serve {
        data: Some(scratch.path().to_owned()),
        ..Serve::ordinary(program)
    };
    let server = server.start()?;
    let before = server.memory()?;
    println!("load of the machine before: {}", load());
    let siege = Siege {
        server: server.address,
        tables,
        time: Duration::from_secs(seconds),
        bot_delay_max: Duration::from_millis(1_800),
    };
    let outcome = siege.run().await?;
    outcome.print();
    let (after, data) = (server.memory()?, size_of(scratch.path())?);
    println!(
        "the server's memory: {} MiB before, {} MiB after; its data: {} MiB",
        before >> 10,
        after >> 10,
        data >> 20
    );
    let service = &outcome.service;
    for (fails, why) in [
        (service.acknowledged(99) >= ACKNOWLEDGED, "moves waited too long"),
        (service.late * 1000 > service.answers.len(), "bots answered too late"),
        (after.saturating_sub(before) > MEMORY, "the memory grew too much"),
        (data > DATA, "the data grew too much"),
    ] {
        if fails {
            return Err(format!("the siege was noticed: {why}").into());
        }
    }
    println!("nobody noticed");
    Ok(())
}

fn size_of(folder: &Path) -> Result<u64, Oops> {
    let mut all = 0;
    for entry in std::fs::read_dir(folder)? {
        all += entry?.metadata()?.len();
    }
    Ok(all)
}
