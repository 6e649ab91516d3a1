//! One game with bots on its seats.

use roundtable_bots::{Bot, BotSpec, Insight};
use roundtable_core::{
    AnyMatch as _, Claimed, Dice, Eye, Game, Match, Outcome, Record, Refusal, Seat, SeatHandle, Told,
};

use crate::{LabError, Run, Setting};

/// A game being played by bots, with everything that happened in it. The laboratory is a referee and may see all of it; a bot still
/// gets a seat's handle.
pub(crate) struct Table<G: Game> {
    pub(crate) position: G,
    pub(crate) journal: Vec<Told<G::Event>>,
    talk: Vec<Claimed<G::Claim>>,
    moves: Vec<(Seat, G::Move)>,
}

impl<G: Insight> Table<G> {
    /// Deals.
    pub(crate) fn deal(setting: &Setting<G>, deal: u64) -> Result<Self, LabError> {
        let mut journal = Vec::new();
        let dice = Dice::from_seed(setting.deal_seed(deal));
        let position = G::new(
            setting.players,
            setting.options,
            &setting.deck.cards,
            dice,
            &mut journal,
        )?;
        Ok(Self {
            position,
            journal,
            talk: Vec::new(),
            moves: Vec::new(),
        })
    }

    /// Lets the bots play to the end; nothing if it is stopped before. `turn` counts how often the deal has been played before.
    pub(crate) fn play(
        &mut self,
        setting: &Setting<G>,
        (deal, turn): (u64, u64),
        seated: &[&BotSpec],
        claims: bool,
        run: &Run<'_>,
    ) -> Result<Option<Outcome>, LabError> {
        let seeds = (0..seated.len()).map(|seat| setting.bot_seed(deal, turn, seat));
        let mut bots: Vec<Box<dyn Bot<G>>> = seated.iter().zip(seeds).map(|(spec, seed)| spec.bot(seed)).collect();
        while let Some(seat) = self.position.to_act().first() {
            if run.stopped() {
                return Ok(None);
            }
            let bot = &mut bots[seat.index()];
            if claims && let Some(claim) = bot.claim(&self.seat(seat)) {
                let ply = self.moves.len();
                self.talk.push(Claimed { ply, seat, claim });
            }
            let mv = bot.choose(&self.seat(seat));
            if let Some(trouble) = bot.trouble() {
                (run.report)(trouble);
            }
            self.position.check(seat, mv).map_err(|why| LabError::Bot {
                bot: seated[seat.index()].to_string(),
                seed: setting.deal_seed(deal),
                why: why.to_string(),
            })?;
            self.position.play(seat, mv, &mut self.journal);
            self.moves.push((seat, mv));
        }
        Ok(self.position.outcome())
    }

    fn seat(&self, seat: Seat) -> SeatHandle<'_, G> {
        SeatHandle::new(&self.position, &self.journal, seat).hearing(&self.talk)
    }

    /// How many moves were made.
    pub(crate) fn length(&self) -> u64 {
        self.moves.len() as u64
    }

    /// Everything that happened.
    pub(crate) fn events(&self) -> impl Iterator<Item = &G::Event> {
        self.journal.iter().filter_map(|told| told.to(Eye::All))
    }

    /// The record, made by playing the game once more through the gate that every match goes through.
    pub(crate) fn record(&self, setting: &Setting<G>, deal: u64) -> Result<Record, LabError> {
        let refused = |refusal: Refusal| LabError::Record(refusal.to_string());
        let mut game = Match::<G>::new(setting.setup(deal)).map_err(refused)?;
        let mut talk = self.talk.iter().peekable();
        for (ply, &(seat, mv)) in self.moves.iter().enumerate() {
            while let Some(said) = talk.next_if(|said| said.ply <= ply) {
                game.claim(said.seat, said.claim.clone()).map_err(refused)?;
            }
            let illegal = |why: roundtable_core::Illegal| LabError::Record(why.to_string());
            Match::play(&mut game, seat, mv).map_err(illegal)?;
        }
        Ok(game.record())
    }
}

/// The bot of each seat; the last one named serves for all the rest.
pub(crate) fn seated(bots: &[BotSpec], players: usize) -> Result<Vec<&BotSpec>, LabError> {
    if bots.len() > players {
        return Err(LabError::Design(format!(
            "{} bots cannot sit on {players} seats",
            bots.len()
        )));
    }
    let last = bots
        .last()
        .ok_or_else(|| LabError::Design("no bot is named".to_owned()))?;
    Ok((0..players).map(|seat| bots.get(seat).unwrap_or(last)).collect())
}
