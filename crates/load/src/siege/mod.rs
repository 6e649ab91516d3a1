//! A siege: every abuse we know of, all at once, beside ordinary tables that must not notice.

mod abuses;
mod ordinary;

use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::Oops;
pub use abuses::Toll;
pub use ordinary::Service;

/// How to besiege.
#[derive(Clone, Copy, Debug)]
pub struct Siege {
    /// The server, with its ordinary limits.
    pub server: SocketAddr,
    /// How many ordinary tables there are.
    pub tables: usize,
    /// How long it takes.
    pub time: Duration,
    /// The longest that a bot seems to think, as the server is set.
    pub bot_delay_max: Duration,
}

/// What came of it.
#[derive(Debug)]
pub struct Outcome {
    /// How the ordinary tables were served.
    pub service: Service,
    /// What became of the abuses.
    pub abuses: Vec<Toll>,
}

/// Everybody who plays has an address of their own, and so has every abuse: all of 127/8 is this machine.
fn address(kind: u8, number: usize) -> IpAddr {
    let [high, low] = u16::try_from(number % 60_000).unwrap_or_default().to_be_bytes();
    [127, kind, high, low.max(1)].into()
}

impl Siege {
    /// Lets the ordinary tables play, besieges them, and waits until the time is over.
    ///
    /// # Errors
    /// If an ordinary table could not be made, or was refused something.
    pub async fn run(&self) -> Result<Outcome, Oops> {
        let until = Instant::now() + self.time;
        let mut tables = JoinSet::new();
        for number in 0..self.tables {
            tables.spawn(ordinary::table(*self, number, until));
        }
        let mut besiegers = abuses::all(self.server, until);
        let mut service = Service::default();
        while let Some(served) = tables.join_next().await {
            service.add(served??);
        }
        service.sort();
        let mut tolls = Vec::new();
        while let Some(toll) = besiegers.join_next().await {
            tolls.push(toll?);
        }
        tolls.sort_by_key(|toll| toll.name);
        Ok(Outcome { service, abuses: tolls })
    }
}

impl Outcome {
    /// Prints everything for people.
    pub fn print(&self) {
        let Service { moves, answers, late } = &self.service;
        let ms = |times: &[Duration], percent| ordinary::percentile(times, percent).as_secs_f64() * 1000.0;
        println!(
            "ordinary tables: {} moves acknowledged after p50 {:.1} ms, p99 {:.1} ms, most {:.1} ms",
            moves.len(),
            ms(moves, 50),
            ms(moves, 99),
            ms(moves, 100)
        );
        println!(
            "their bots: {} answers after p50 {:.0} ms, p99 {:.0} ms, most {:.0} ms; {late} later than twice the \
             longest delay",
            answers.len(),
            ms(answers, 50),
            ms(answers, 99),
            ms(answers, 100)
        );
        for toll in &self.abuses {
            println!("{toll}");
        }
    }
}
