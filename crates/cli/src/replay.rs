//! `replay`.

use roundtable_catalog as catalog;
use roundtable_core::text::{COLUMNS, Page, wrapped};
use roundtable_core::{AnyMatch, Eye, Outcome, Record, Seat, WrittenClaim};

use crate::args::Replay;
use crate::{Console, Failure, files};

pub(crate) fn replay(args: &Replay, console: &mut Console<'_>) -> Result<(), Failure> {
    let record = Record::parse(&files::read(&args.record)?)?;
    // Replay it all first, so that nothing is shown of a record that is not in order.
    let whole = catalog::replay(&record)?;
    if args.eye.seat().is_some_and(|seat| seat.index() >= whole.players()) {
        let last = whole.players() - 1;
        return Err(Failure::said(format!(
            "there is no seat {}: they go from 0 to {last}",
            args.eye
        )));
    }
    let mut page = Page::new(console.colour);
    writeln!(
        console.output,
        "{}, {} players, {} moves, eye: {}\n",
        whole.info().name,
        whole.players(),
        whole.ply(),
        args.eye
    )?;
    if let Some(start) = &record.start {
        writeln!(
            console.output,
            "Goes on from an earlier game after {} moves, with what seat {} knew there; all else was dealt anew.\n",
            start.record.moves.len(),
            start.seat
        )?;
    }
    let mut cursor = catalog::begin(&record)?;
    let mut told = 0;
    loop {
        let game = cursor.game();
        let ply = game.ply();
        told = tell(game, args.eye, told, &mut page);
        for said in game.claims().iter().filter(|said| said.ply == ply) {
            say(said, &mut page);
        }
        // Only the player and a viewer who sees everything may know the move itself.
        if let Some(next) = record.moves.get(ply)
            && args.eye.sees_for(next.seat)
        {
            page.put(format_args!("{ply:>4}. {}: {}", next.seat, next.notation))
                .line();
        }
        console.output.write_all(page.take().as_bytes())?;
        if !cursor.forward()? {
            break;
        }
    }
    page.line();
    whole.draw(args.eye, &mut page);
    console.output.write_all(page.take().as_bytes())?;
    if let Some(outcome) = whole.outcome() {
        write!(console.output, "\n{}", describe(&outcome, &page))?;
    }
    Ok(())
}

/// Writes what somebody said.
pub(crate) fn say(said: &WrittenClaim, page: &mut Page) {
    page.put("  ")
        .seat(said.seat)
        .put(format_args!(" says: {}", said.text))
        .line();
}

/// Writes what the eye was told since; returns how many events there are now.
pub(crate) fn tell(game: &dyn AnyMatch, eye: Eye, since: usize, page: &mut Page) -> usize {
    for number in since..game.event_count() {
        let before = page.take();
        let told = game.draw_event(number, eye, page);
        let event = page.take();
        page.put(before);
        if told {
            page.put(wrapped(event.split(' '), COLUMNS, "  ", "    ")).line();
        }
    }
    game.event_count()
}

/// The end of a game in a few lines.
pub(crate) fn describe(outcome: &Outcome, page: &Page) -> String {
    let winners: Vec<String> = outcome.winners().iter().map(|seat| page.name(seat)).collect();
    let verb = if winners.len() == 1 {
        "wins"
    } else {
        "share the victory"
    };
    let mut text = format!("{} {verb}.\n{}\n", winners.join(" and "), outcome.reason().text);
    let mut places: Vec<(u8, Seat, i32)> = (0..)
        .zip(outcome.ranks().iter().zip(outcome.scores()))
        .map(|(i, (&rank, &score))| (rank, Seat::new(i), score))
        .collect();
    places.sort_unstable();
    for (rank, seat, score) in places {
        text += &format!("  {rank}. {}: {score}\n", page.name(seat));
    }
    text
}
