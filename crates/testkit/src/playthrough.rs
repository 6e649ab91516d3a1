//! Golden playthroughs: a whole game as readable text, stored beside the tests for comparison.

use std::fmt::Write as _;
use std::sync::Arc;

use roundtable_core::text::Page;
use roundtable_core::{AnyMatch as _, Audit, DiceSource, Eye, Match, Rng, Seat};

use crate::walk::Setting;

/// A whole random game from these dice: at every step the legal moves, the chosen move and what each eye was told, and
/// now and then the whole table as each eye sees it.
///
/// # Panics
/// If the game cannot be set up like this.
#[must_use]
pub fn playthrough<G: Audit>(setting: Setting<G::Options>, seed: u64) -> String {
    let standard = Arc::new(roundtable_core::Setting::standard(setting.players, setting.options));
    let mut game = Match::<G>::deal(standard, DiceSource::Seed(seed)).expect("the suite has checked the set-up");
    let mut rng = Rng::new(seed);
    let mut text = String::new();
    let mut told = 0;
    loop {
        told = tell(&game, told, &mut text);
        let acting: Vec<Seat> = game.to_act().iter().collect();
        if game.ply().is_multiple_of(20) || acting.is_empty() {
            for eye in Eye::limited(setting.players).chain([Eye::All]) {
                let mut page = Page::new(false);
                game.draw(eye, &mut page);
                let _ = write!(text, "\n=== eye {eye}\n{}", page.into_text());
            }
            text.push('\n');
        }
        let Some(&seat) = acting.get(rng.below(acting.len().max(1) as u32) as usize) else {
            break;
        };
        let mut legal = Vec::new();
        game.seat(seat).legal_moves(&mut legal);
        let chosen = rng.pick(&legal);
        let list: Vec<String> = legal.iter().map(ToString::to_string).collect();
        let _ = writeln!(
            text,
            "{:>3}. {seat} of {:?}: {} -> {chosen}",
            game.ply(),
            game.to_act(),
            list.join(" | ")
        );
        game.play(seat, chosen).expect("a listed move is legal");
    }
    let _ = writeln!(text, "{}", crate::print::json(&game.outcome()));
    text
}

/// Writes the events since then, for everybody and, where it differs, for each eye.
fn tell<G: Audit>(game: &Match<G>, since: usize, text: &mut String) -> usize {
    let players = game.players();
    for number in since..game.event_count() {
        let heard = |eye| {
            let mut page = Page::new(false);
            game.draw_event(number, eye, &mut page).then(|| page.into_text())
        };
        let all = heard(Eye::All);
        let _ = writeln!(text, "     * {}", all.as_deref().unwrap_or("-"));
        for eye in Eye::limited(players) {
            let own = heard(eye);
            if own != all {
                let _ = writeln!(text, "       {eye}: {}", own.as_deref().unwrap_or("-"));
            }
        }
    }
    game.event_count()
}
