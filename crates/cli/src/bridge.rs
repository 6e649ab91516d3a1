//! `bot-bridge`: a program that plays in the terminal plays on a server, in the name of whoever's API token it has.

mod game;
mod line;

use std::collections::HashMap;
use std::io::Write;
use std::time::Duration;

use roundtable_bots::{BUDGET, BotSpec};
use roundtable_catalog::GameId;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

use crate::Failure;
use crate::args::BotBridge;
use crate::stop::stop_signal;
use game::{Answer, Game};
use line::Line;

/// The stream says something at least every fifteen seconds; after this long a silence it is lost.
const SILENCE: Duration = Duration::from_secs(45);

/// How long to wait before coming again: twice as long each time, up to the longest.
const SHORTEST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(60);

/// How often a command is sent that does not arrive.
const TRIES: usize = 5;

/// The longest line that is read, in bytes.
const LINE: usize = 16 << 20;

pub(crate) fn run(args: &BotBridge, output: &mut dyn Write) -> Result<(), Failure> {
    let token = token(args)?;
    let BotSpec::Exec { program, seconds } = &args.bot else {
        return Err(Failure::said(
            "name a program to put online, such as exec:./my-bot; a server has the levels of the house itself",
        ));
    };
    // Whoever reads the certificates of servers uses the same crypto as the server itself.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder()
        .user_agent(concat!("roundtable/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(Duration::from_secs(10))
        .build()
        .map_err(|error| Failure::said(error.to_string()))?;
    let (answers, inbox) = mpsc::channel(64);
    let bridge = Bridge {
        client,
        server: args.server.trim_end_matches('/').to_owned(),
        token,
        program: program.clone(),
        budget: seconds.map_or(BUDGET, Duration::from_secs_f32),
        games: args.game.clone(),
        most: args.games,
        playing: HashMap::new(),
        answers,
    };
    tokio::runtime::Runtime::new()?.block_on(async {
        let stop = stop_signal()?;
        tokio::select! {
            done = bridge.stay(inbox, output) => done,
            // Programs that run end with their games here; the server waits for them as for anybody.
            () = stop => Ok(()),
        }
    })
}

/// The API token, which is never on the command line, where others could see it.
fn token(args: &BotBridge) -> Result<String, Failure> {
    let text = match &args.token_file {
        Some(file) => std::fs::read_to_string(file)
            .map_err(|error| Failure::said(format!("the token file {}: {error}", file.display())))?,
        None => std::env::var("ROUNDTABLE_TOKEN").map_err(|_| {
            Failure::said("there is no API token: name a file with --token-file, or set ROUNDTABLE_TOKEN")
        })?,
    };
    Ok(text.trim().to_owned())
}

/// Why a stream ended.
enum End {
    /// It makes no sense to come again.
    Never(String),
    /// It was lost.
    Lost(String),
}

struct Bridge {
    client: reqwest::Client,
    server: String,
    token: String,
    program: String,
    budget: Duration,
    /// The games that it plays; all if there are none.
    games: Vec<GameId>,
    /// How many games it plays at the same time.
    most: usize,
    playing: HashMap<String, Game>,
    answers: mpsc::Sender<Answer>,
}

impl Bridge {
    /// Follows the stream, again and again.
    async fn stay(mut self, mut inbox: mpsc::Receiver<Answer>, output: &mut dyn Write) -> Result<(), Failure> {
        let mut wait = SHORTEST;
        loop {
            let begun = Instant::now();
            match self.follow(&mut inbox, output).await? {
                End::Never(why) => return Err(Failure::said(why)),
                End::Lost(why) => {
                    if begun.elapsed() > LONGEST {
                        wait = SHORTEST;
                    }
                    writeln!(output, "{why}; it comes again in {} seconds", wait.as_secs())?;
                    output.flush()?;
                }
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(LONGEST);
        }
    }

    /// Follows the stream until it ends.
    async fn follow(&mut self, inbox: &mut mpsc::Receiver<Answer>, output: &mut dyn Write) -> Result<End, Failure> {
        let opened = timeout(SILENCE, self.request(reqwest::Method::GET, "/api/stream").send()).await;
        let mut stream = match opened {
            Ok(Ok(stream)) => stream,
            Ok(Err(error)) => return Ok(End::Lost(because(&error))),
            Err(_) => return Ok(End::Lost("the server does not answer".to_owned())),
        };
        let status = stream.status().as_u16();
        if status != 200 {
            let why = said(stream).await;
            return Ok(match status {
                401 | 403 | 404 => End::Never(why),
                _ => End::Lost(why),
            });
        }
        let mut read = Vec::new();
        loop {
            tokio::select! {
                chunk = timeout(SILENCE, stream.chunk()) => {
                    match chunk {
                        Ok(Ok(Some(chunk))) => read.extend_from_slice(&chunk),
                        Ok(Ok(None)) => return Ok(End::Lost("the stream ended".to_owned())),
                        Ok(Err(error)) => return Ok(End::Lost(because(&error))),
                        Err(_) => return Ok(End::Lost("the server fell silent".to_owned())),
                    }
                    while let Some(end) = read.iter().position(|&byte| byte == b'\n') {
                        let line: Vec<u8> = read.drain(..=end).collect();
                        self.hear(&line, output).await?;
                    }
                    if read.len() > LINE {
                        return Ok(End::Never("the server sent a line without end".to_owned()));
                    }
                }
                Some(answer) = inbox.recv() => self.answer(answer, output).await?,
            }
            output.flush()?;
        }
    }

    async fn hear(&mut self, line: &[u8], output: &mut dyn Write) -> Result<(), Failure> {
        // A later server may say what this program does not know.
        let Ok(line) = serde_json::from_slice::<Line>(line) else {
            return Ok(());
        };
        match line {
            Line::Hello { me, tables } => {
                writeln!(output, "{} is here as {}", self.program, me.name)?;
                if !me.bot {
                    writeln!(
                        output,
                        "note: {} is no bot account yet; make it one on its page",
                        me.name
                    )?;
                }
                self.playing.retain(|table, _| tables.contains(table));
            }
            Line::Challenge { table } => {
                let name = if self.wants(&table.game) { "accept" } else { "decline" };
                writeln!(output, "{}: {name} a game of {}", table.id, table.game)?;
                if name == "accept" && self.command(&table.id, name, json!({}), output).await? {
                    self.expect(&table);
                } else if name == "decline" {
                    self.command(&table.id, name, json!({}), output).await?;
                }
            }
            Line::Start {
                table,
                seat: Some(seat),
            } => {
                self.expect(&table);
                if let Some(game) = self.playing.get_mut(&table.id) {
                    writeln!(output, "{}: seat {seat} in {}", table.id, table.game)?;
                    game.sit(seat);
                }
            }
            Line::Turn {
                table, game, events, ..
            } => {
                if let Some(playing) = self.playing.get_mut(&table) {
                    playing.ask(game, events);
                }
            }
            Line::Over { table, outcome } => {
                self.playing.remove(&table);
                writeln!(output, "{table}: over, winners {}", outcome["winners"])?;
            }
            Line::Gone { table } => drop(self.playing.remove(&table)),
            Line::Bye { message } => writeln!(output, "{message}")?,
            Line::Start { seat: None, .. } | Line::Table {} | Line::Chat {} | Line::Claim {} | Line::Alive {} => {}
        }
        Ok(())
    }

    /// Whether it plays this game now.
    fn wants(&self, slug: &str) -> bool {
        let known = slug.parse::<GameId>().ok();
        let chosen = known.is_some_and(|game| self.games.is_empty() || self.games.contains(&game));
        chosen && self.playing.len() < self.most
    }

    /// A game of this program, which begins now or later.
    fn expect(&mut self, table: &line::Table) {
        let Ok(id) = table.game.parse::<GameId>() else { return };
        let (program, budget, answers) = (self.program.clone(), self.budget, self.answers.clone());
        self.playing
            .entry(table.id.clone())
            .or_insert_with(|| Game::new(id, table, (program, budget), answers));
    }

    /// Sends what a program has answered.
    async fn answer(&mut self, answer: Answer, output: &mut dyn Write) -> Result<(), Failure> {
        let Answer {
            table,
            decision,
            chosen,
        } = answer;
        let refused = match chosen {
            Ok(mv) => {
                !self
                    .command(&table, "play", json!({"decision": decision, "move": mv}), output)
                    .await?
            }
            Err(why) => {
                writeln!(output, "{table}: {why}")?;
                true
            }
        };
        if refused && self.playing.remove(&table).is_some() {
            writeln!(
                output,
                "{table}: the program gives this game up, and a bot of the house plays on"
            )?;
            self.command(&table, "resign", json!({}), output).await?;
        }
        Ok(())
    }

    /// Sends a command to a table. Whether it was done, or came too late to matter.
    async fn command(&self, table: &str, name: &str, body: Value, output: &mut dyn Write) -> Result<bool, Failure> {
        let path = format!("/api/tables/{table}/{name}");
        let mut why = String::new();
        for attempt in 0..TRIES {
            if attempt > 0 {
                tokio::time::sleep(SHORTEST * attempt as u32).await;
            }
            let request = self.request(reqwest::Method::POST, &path).timeout(SILENCE);
            let request = request
                .header("content-type", "application/json")
                .body(body.to_string());
            why = match request.send().await {
                Ok(answer) if answer.status().is_success() => return Ok(true),
                Ok(answer) => {
                    let status = answer.status().as_u16();
                    let (code, message) = refusal(answer).await;
                    match (status, code.as_str()) {
                        // Whatever it was meant for has happened.
                        (_, "stale_decision" | "game_over") => return Ok(true),
                        (429 | 500.., _) => message,
                        _ => {
                            writeln!(output, "{table}: {name} was refused: {message}")?;
                            return Ok(false);
                        }
                    }
                }
                Err(error) => because(&error),
            };
        }
        writeln!(output, "{table}: {name} did not arrive: {why}")?;
        // The stream asks again when the server is back.
        Ok(true)
    }

    fn request(&self, method: reqwest::Method, path: &str) -> reqwest::RequestBuilder {
        let request = self.client.request(method, format!("{}{path}", self.server));
        request.bearer_auth(&self.token)
    }
}

/// What went wrong on the way, without the address.
fn because(error: &reqwest::Error) -> String {
    let mut why = String::from("the server cannot be reached");
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        why = format!("the server cannot be reached: {error}");
        source = error.source();
    }
    why
}

/// The code and the sentence of a refusal.
async fn refusal(answer: reqwest::Response) -> (String, String) {
    let status = answer.status();
    let text = answer.text().await.unwrap_or_default();
    let json: Value = serde_json::from_str(&text).unwrap_or_default();
    let field = |name: &str| json["error"][name].as_str().map(str::to_owned);
    (
        field("code").unwrap_or_default(),
        field("message").unwrap_or_else(|| format!("the server answered {status}")),
    )
}

async fn said(answer: reqwest::Response) -> String {
    refusal(answer).await.1
}
