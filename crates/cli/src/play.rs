//! `play`: a game in the terminal, line by line.

use std::path::PathBuf;

use roundtable_bots::{Bot, BotSpec, Searchable, hints};
use roundtable_core::text::Page;
use roundtable_core::{AnyMatch, DiceSource, Eye, Match, Seat, WrittenMove};
use serde_json::Value;

use crate::args::Play;
use crate::replay::{describe, say, tell};
use crate::{Console, Failure, files};

const HELP: &str = "  Type the number of a move, or the move itself as it is written in the list.
  ?        this help            log      everything that has happened so far
  view     the table again      rules    the rules of the game
  why MOVE why a move is not allowed
  hint     the best three moves, as a champion sees them
  quit     leave the game (with --record FILE it is kept)
";

pub(crate) fn run<G: Searchable>(args: Play, console: &mut Console<'_>) -> Result<(), Failure> {
    let deck = args.wanted.variant.deck.as_deref().map(files::read).transpose()?;
    let seed = match args.seed {
        Some(seed) => seed,
        None => new_seed()?,
    };
    let (setup, dice) = (args.wanted.setup(), DiceSource::Seed(seed));
    let table = Table {
        humans: args.humans,
        bots: args.bots,
        jobs: args.jobs.into(),
        names: args.names,
        seed,
        record: args.record,
    };
    sit(Match::<G>::new(&setup, deck, dice)?, &table, console)
}

/// A seed from the operating system, short enough for any JSON reader.
fn new_seed() -> Result<u64, Failure> {
    getrandom::u64()
        .map(|seed| seed >> 11)
        .map_err(|error| Failure::said(format!("no random number to be had ({error}): give one with --seed")))
}

struct Table {
    humans: usize,
    bots: Vec<BotSpec>,
    jobs: usize,
    names: Vec<String>,
    seed: u64,
    record: Option<PathBuf>,
}

/// Seats everybody and plays to the end.
fn sit<G: Searchable>(game: Match<G>, table: &Table, console: &mut Console<'_>) -> Result<(), Failure> {
    let players = game.players();
    if table.humans > players {
        return Err(Failure::said(format!(
            "{} people cannot sit on {players} seats",
            table.humans
        )));
    }
    let bots = Seat::all(players).skip(table.humans).enumerate().map(|(i, seat)| {
        let spec = table.bots.get(i).or(table.bots.last()).cloned().unwrap_or_default();
        let bot = spec
            .clone()
            .with_jobs(table.jobs)
            .bot(table.seed.wrapping_add(seat.index() as u64));
        (seat, spec, bot)
    });
    let mut page = Page::new(console.colour);
    for seat in Seat::all(table.humans) {
        let name = match table.names.get(seat.index()) {
            Some(name) => name.clone(),
            None if table.humans == 1 => "Player".to_owned(),
            None => format!("Player {}", seat.index() + 1),
        };
        page = page.with_name(seat, &name);
    }
    let mut seats: Vec<Option<Box<dyn Bot<G>>>> = (0..players).map(|_| None).collect();
    for (seat, spec, bot) in bots {
        page = page.with_name(seat, &format!("{spec} {seat}"));
        seats[seat.index()] = Some(bot);
    }
    let mut session = Session {
        game,
        seats,
        page,
        told: vec![0; players],
        heard: vec![0; players],
        at_keyboard: None,
        console,
    };
    let result = session.play(table);
    if let Some(path) = &table.record {
        files::write(path, &session.game.record().to_text())?;
        writeln!(session.console.output, "The record is in {}.", path.display())?;
    }
    result
}

struct Session<'a, 'b, G: Searchable> {
    game: Match<G>,
    /// The bot of each seat; `None` where a person sits.
    seats: Vec<Option<Box<dyn Bot<G>>>>,
    page: Page,
    /// How many events each seat has been told.
    told: Vec<usize>,
    /// How many claims each seat has heard.
    heard: Vec<usize>,
    /// Whose turn at the keyboard it was last.
    at_keyboard: Option<Seat>,
    console: &'a mut Console<'b>,
}

/// What a person decided.
enum Decision {
    Move(WrittenMove),
    Leave,
}

impl<G: Searchable> Session<'_, '_, G> {
    fn play(&mut self, table: &Table) -> Result<(), Failure> {
        let info = self.game.info();
        writeln!(
            self.console.output,
            "{} (seed {}). Type ? for help.\n",
            info.name, table.seed
        )?;
        while let Some(seat) = self.game.to_act().first() {
            match &mut self.seats[seat.index()] {
                Some(bot) => {
                    if let Some(claim) = bot.claim(&self.game.seat(seat)) {
                        Match::claim(&mut self.game, seat, claim)?;
                    }
                    let mv = bot.choose(&self.game.seat(seat));
                    if let Some(trouble) = bot.trouble() {
                        writeln!(self.console.output, "*** {trouble}\n")?;
                    }
                    self.game
                        .play(seat, mv)
                        .map_err(|illegal| Failure::said(format!("a bot chose wrongly: {illegal}")))?;
                }
                None => {
                    self.sit_down(seat)?;
                    self.show(seat)?;
                    match self.ask(seat)? {
                        Decision::Move(mv) => AnyMatch::play(&mut self.game, seat, &mv.json)?,
                        Decision::Leave => {
                            writeln!(
                                self.console.output,
                                "You leave the game after {} moves.",
                                self.game.ply()
                            )?;
                            return Ok(());
                        }
                    }
                }
            }
        }
        self.finish()
    }

    /// Between two people at one keyboard, hides what the last one saw until the next one is there.
    fn sit_down(&mut self, seat: Seat) -> Result<(), Failure> {
        let people = self.seats.iter().filter(|bot| bot.is_none()).count();
        if people > 1 && self.at_keyboard != Some(seat) {
            self.clear()?;
            write!(
                self.console.output,
                "--- {}, it is your turn. Press Enter when nobody else looks. ",
                self.page.name(seat)
            )?;
            self.read_line()?;
            self.clear()?;
        }
        self.at_keyboard = Some(seat);
        Ok(())
    }

    fn clear(&mut self) -> Result<(), Failure> {
        if self.console.screen {
            // Clear the scrollback too, or the last player's view could be read by scrolling.
            write!(self.console.output, "\x1b[2J\x1b[3J\x1b[H")?;
        } else {
            writeln!(self.console.output, "{}", "\n".repeat(3))?;
        }
        Ok(())
    }

    /// Tells a seat what is new and draws the table as it sees it.
    fn show(&mut self, seat: Seat) -> Result<(), Failure> {
        let eye = Eye::Seat(seat);
        self.told[seat.index()] = tell(&self.game, eye, self.told[seat.index()], &mut self.page);
        let talk = self.game.claims();
        for said in talk.iter().skip(self.heard[seat.index()]) {
            say(said, &mut self.page);
        }
        self.heard[seat.index()] = talk.len();
        self.page.line();
        self.game.draw(eye, &mut self.page);
        self.flush_page()
    }

    fn flush_page(&mut self) -> Result<(), Failure> {
        Ok(self.console.output.write_all(self.page.take().as_bytes())?)
    }

    fn ask(&mut self, seat: Seat) -> Result<Decision, Failure> {
        let legal = self.game.legal(seat);
        self.list(&legal)?;
        loop {
            write!(self.console.output, "{}> ", self.page.name(seat))?;
            let Some(line) = self.read_line()? else {
                writeln!(self.console.output)?;
                return Ok(Decision::Leave);
            };
            match line.trim() {
                "" => {}
                "?" | "help" => write!(self.console.output, "{HELP}")?,
                "quit" | "q" | "exit" => return Ok(Decision::Leave),
                "view" => {
                    self.game.draw(Eye::Seat(seat), &mut self.page);
                    self.flush_page()?;
                    self.list(&legal)?;
                }
                "log" => {
                    tell(&self.game, Eye::Seat(seat), 0, &mut self.page);
                    self.flush_page()?;
                }
                "hint" => self.hint(seat)?,
                "rules" => writeln!(self.console.output, "{}", self.game.info().rules)?,
                choice => match chosen(&legal, choice) {
                    Some(mv) => return Ok(Decision::Move(mv.clone())),
                    None => {
                        let wanted = choice.strip_prefix("why ").unwrap_or(choice);
                        self.explain(seat, wanted, legal.len())?;
                    }
                },
            }
        }
    }

    /// Shows what a champion would do.
    fn hint(&mut self, seat: Seat) -> Result<(), Failure> {
        write!(self.console.output, "Thinking ...")?;
        self.console.output.flush()?;
        // The seed comes from nothing secret, so a hint reveals only what the seat may know.
        let hints = hints(&self.game.seat(seat), self.game.ply() as u64);
        writeln!(self.console.output)?;
        if hints.is_empty() {
            writeln!(self.console.output, "It makes no difference here.")?;
        }
        for (place, hint) in hints.iter().enumerate() {
            let often = hint.odds.map_or(String::new(), |odds| {
                format!(", play it {:.0} % of the time", 100.0 * odds)
            });
            let points = |share: f64| 100.0 * share;
            let compared = match (place, hint.as_good) {
                (0, _) => format!("wins {:.1} % (± {:.1})", points(hint.share), points(hint.error)),
                (_, true) => "is as good".to_owned(),
                (_, false) => format!(
                    "is {:.1} points behind (± {:.1})",
                    points(hint.behind),
                    points(hint.behind_error)
                ),
            };
            writeln!(
                self.console.output,
                "  {:<18} {compared}{often}. {}",
                hint.notation, hint.reason
            )?;
        }
        Ok(())
    }

    /// Explains why what was typed is not among the moves.
    fn explain(&mut self, seat: Seat, wanted: &str, count: usize) -> Result<(), Failure> {
        if wanted.bytes().all(|byte| byte.is_ascii_digit()) {
            writeln!(self.console.output, "The moves are numbered from 1 to {count}.")?;
            return Ok(());
        }
        match self.game.check(seat, &Value::String(wanted.to_owned())) {
            Ok(()) => writeln!(self.console.output, "`{wanted}` is allowed.")?,
            Err(refusal) => writeln!(self.console.output, "{refusal}")?,
        }
        Ok(())
    }

    /// Lists the legal moves with their numbers, in columns.
    fn list(&mut self, legal: &[WrittenMove]) -> Result<(), Failure> {
        let entries: Vec<String> = legal
            .iter()
            .enumerate()
            .map(|(i, mv)| format!("{:>3}) {}", i + 1, mv.notation))
            .collect();
        let width = entries.iter().map(String::len).max().unwrap_or(0) + 2;
        let columns = (80 / width.max(1)).max(1);
        for row in entries.chunks(columns) {
            let line: String = row.iter().map(|entry| format!("{entry:<width$}")).collect();
            writeln!(self.console.output, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// Shows the end as the only person sees it, or, with several people, as the table does: what the rules never show
    /// stays hidden.
    fn finish(&mut self) -> Result<(), Failure> {
        let mut people = Seat::all(self.seats.len()).filter(|seat| self.seats[seat.index()].is_none());
        let (eye, told) = match (people.next(), people.next()) {
            (Some(only), None) => (Eye::Seat(only), self.told[only.index()]),
            (_, _) => (Eye::Table, self.told.iter().copied().min().unwrap_or(0)),
        };
        tell(&self.game, eye, told, &mut self.page);
        self.page.line();
        self.game.draw(eye, &mut self.page);
        self.flush_page()?;
        if let Some(outcome) = self.game.outcome() {
            write!(self.console.output, "\n{}", describe(&outcome, &self.page))?;
        }
        Ok(())
    }

    /// A line that was typed; `None` at the end of the input.
    fn read_line(&mut self) -> Result<Option<String>, Failure> {
        self.console.output.flush()?;
        let mut line = Vec::new();
        let read = self.console.input.read_until(b'\n', &mut line)?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }
}

/// The move that was typed, by its number in the list or in notation.
fn chosen<'a>(legal: &'a [WrittenMove], typed: &str) -> Option<&'a WrittenMove> {
    match typed.parse::<usize>() {
        Ok(number) => number.checked_sub(1).and_then(|i| legal.get(i)),
        Err(_) => legal.iter().find(|mv| mv.notation == typed),
    }
}
