//! Compares what clients saw and did with what is stored.

use std::collections::{BTreeMap, HashMap};

use super::history::{ClientHistory, History, Note, Stored, TableHistory};

/// How many things of each kind were checked: a checker that saw nothing has proved nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct Checked {
    /// Tables with moves.
    pub tables: usize,
    /// Acknowledged moves.
    pub acknowledged: usize,
    /// Moves that were stored, though nobody was told that they were.
    pub unacknowledged: usize,
    /// How often a client was shown a game.
    pub shown: usize,
    /// How often a client was told an event.
    pub told: usize,
    /// Acknowledged lines of chat.
    pub said: usize,
}

/// Checks histories.
///
/// # Errors
/// Everything that must not be, as sentences.
pub fn check(history: &History, stored: &Stored) -> Result<Checked, Vec<String>> {
    let (mut checked, mut wrong) = (Checked::default(), Vec::new());
    let nothing = BTreeMap::new();
    for table in &history.tables {
        let moves = stored.moves.get(&table.table).unwrap_or(&nothing);
        checked.tables += usize::from(!moves.is_empty());
        let mut complain = |what: String| wrong.push(format!("table {}: {what}", table.table));
        if let Some((place, _)) = moves.keys().enumerate().find(|(place, ply)| place != *ply) {
            complain(format!("move {place} is missing"));
        }
        for client in &table.clients {
            answers(client, moves, &mut checked, &mut complain);
            shown(client, moves, &mut checked, &mut complain);
            told(client, &mut checked, &mut complain);
        }
        once(table, moves, &mut checked, &mut complain);
        let lines = stored.chat.get(&table.table).map_or(&[][..], Vec::as_slice);
        chat(table, lines, &mut checked, &mut complain);
    }
    if wrong.is_empty() { Ok(checked) } else { Err(wrong) }
}

type Moves = BTreeMap<usize, (String, i32)>;

/// Whose history this is.
fn who(client: &ClientHistory) -> String {
    client
        .seat
        .map_or_else(|| "a spectator".to_owned(), |seat| format!("seat {seat}"))
}

/// What was acknowledged is stored in its place.
fn answers(client: &ClientHistory, moves: &Moves, checked: &mut Checked, complain: &mut impl FnMut(String)) {
    let mut sent = HashMap::new();
    for note in &client.notes {
        match note {
            Note::Sent { request, line } => drop(sent.insert(request, line)),
            Note::Done { request, ply } => {
                let Some(line) = sent.get(request) else { continue };
                let at = ply.checked_sub(1).and_then(|place| moves.get(&place));
                checked.acknowledged += 1;
                if at.is_none_or(|(stored, _)| stored != *line) {
                    let stored = at.map_or("nothing", |(stored, _)| stored);
                    complain(format!(
                        "`{line}` was acknowledged as move {ply}, where {stored} is stored"
                    ));
                }
            }
            _ => {}
        }
    }
}

/// What was shown is stored, with the same moves before it.
fn shown(client: &ClientHistory, moves: &Moves, checked: &mut Checked, complain: &mut impl FnMut(String)) {
    for note in &client.notes {
        let Note::Shown { ply, seal } = note else { continue };
        let Some(last) = ply.checked_sub(1) else { continue };
        checked.shown += 1;
        match moves.get(&last) {
            None => complain(format!("{} was shown move {ply}, which is not stored", who(client))),
            Some((_, stored)) if stored != seal => {
                complain(format!(
                    "{} was shown another game than is stored, up to move {ply}",
                    who(client)
                ));
            }
            Some(_) => {}
        }
    }
}

/// What a client was told once is what it is told ever after.
fn told(client: &ClientHistory, checked: &mut Checked, complain: &mut impl FnMut(String)) {
    let mut known: HashMap<u64, u64> = HashMap::new();
    for note in &client.notes {
        let (Note::Told(events) | Note::All(events)) = note else {
            continue;
        };
        for &(number, digest) in events {
            checked.told += 1;
            if *known.entry(number).or_insert(digest) != digest {
                complain(format!("{} was told event {number} in two ways", who(client)));
            }
        }
        if matches!(note, Note::All(_)) && events.len() != known.len() {
            let (all, left) = (known.len(), events.len());
            complain(format!("{} was told {all} events, and {left} are left", who(client)));
        }
    }
}

/// Every stored move was sent by its player, in this order, each at most once; what was refused is not stored.
fn once(table: &TableHistory, moves: &Moves, checked: &mut Checked, complain: &mut impl FnMut(String)) {
    for client in &table.clients {
        let Some(seat) = client.seat else { continue };
        let mut sent: Vec<(&str, Fate)> = Vec::new();
        let mut requests = HashMap::new();
        for note in &client.notes {
            match note {
                Note::Sent { request, line } => {
                    requests.insert(request, sent.len());
                    sent.push((line, Fate::Unknown));
                }
                Note::Done { request, ply } => {
                    if let Some(&at) = requests.get(request) {
                        sent[at].1 = Fate::Done(*ply);
                    }
                }
                // Whoever was told that nobody knows does not know.
                Note::Refused { request, code } if code != "unknown_outcome" => {
                    if let Some(&at) = requests.get(request) {
                        sent[at].1 = Fate::Refused;
                    }
                }
                _ => {}
            }
        }
        let mut left = sent.iter();
        let own = format!("{seat} ");
        for (place, (line, _)) in moves.iter().filter(|(_, (line, _))| line.starts_with(&own)) {
            let is_done = sent.iter().any(|(_, fate)| *fate == Fate::Done(place + 1));
            let fits = |(known, fate): &&(&str, Fate)| match fate {
                Fate::Done(ply) => *ply == place + 1,
                Fate::Unknown => !is_done && known == line,
                Fate::Refused => false,
            };
            if !left.any(|sent| fits(&sent)) {
                return complain(format!(
                    "`{line}` is stored as move {}, and was not sent, or not that often",
                    place + 1
                ));
            }
            checked.unacknowledged += usize::from(!is_done);
        }
    }
}

#[derive(PartialEq, Eq)]
enum Fate {
    Unknown,
    Refused,
    Done(usize),
}

/// Acknowledged lines are stored once, others at most once, and nobody heard any that is not.
fn chat(table: &TableHistory, lines: &[String], checked: &mut Checked, complain: &mut impl FnMut(String)) {
    let times = |text: &str| lines.iter().filter(|line| *line == text).count();
    for client in &table.clients {
        for note in &client.notes {
            match note {
                Note::Said { request, text } => {
                    let done = |note: &Note| matches!(note, Note::Done { request: of, .. } if of == request);
                    let done = client.notes.iter().any(done);
                    checked.said += usize::from(done);
                    let times = times(text);
                    if times > 1 || done && times == 0 {
                        complain(format!("`{text}` was said once, and is stored {times} times"));
                    }
                }
                Note::Heard(heard) => {
                    for text in heard.iter().filter(|text| times(text) == 0) {
                        complain(format!("{} heard `{text}`, which is not stored", who(client)));
                    }
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A short game as it should be: one move was stored without an answer, one was refused.
    fn good() -> (History, Stored) {
        let sent = |request, line: &str| Note::Sent {
            request,
            line: line.to_owned(),
        };
        let shown = |ply, seal| Note::Shown { ply, seal };
        let ann = vec![
            shown(0, 9),
            Note::All(vec![(0, 70)]),
            sent(1, "0 a"),
            shown(1, 11),
            Note::Told(vec![(1, 71)]),
            Note::Done { request: 1, ply: 1 },
            sent(2, "0 c"),
            // The connection is lost, and the client comes again.
            shown(3, 13),
            Note::All(vec![(0, 70), (1, 71), (3, 73)]),
            sent(3, "0 c"),
            Note::Refused {
                request: 3,
                code: "stale_decision".to_owned(),
            },
            Note::Said {
                request: 4,
                text: "hello".to_owned(),
            },
            Note::Done { request: 4, ply: 3 },
            Note::All(vec![(0, 70), (1, 71), (3, 73)]),
        ];
        let ben = vec![
            shown(1, 11),
            sent(1, "1 b"),
            Note::Done { request: 1, ply: 2 },
            shown(2, 12),
            Note::Heard(vec!["hello".to_owned()]),
        ];
        let client = |seat, notes| ClientHistory { seat, notes };
        let history = History {
            tables: vec![TableHistory {
                table: "t".to_owned(),
                clients: vec![client(Some(0), ann), client(Some(1), ben)],
            }],
        };
        let moves = [(0, ("0 a", 11)), (1, ("1 b", 12)), (2, ("0 c", 13))];
        let moves = moves.map(|(ply, (line, seal))| (ply, (line.to_owned(), seal)));
        let stored = Stored {
            moves: HashMap::from([("t".to_owned(), BTreeMap::from(moves))]),
            chat: HashMap::from([("t".to_owned(), vec!["hello".to_owned()])]),
        };
        (history, stored)
    }

    /// What the checker says when something is broken in this way.
    fn broken(how: impl FnOnce(&mut History, &mut Stored)) -> Vec<String> {
        let (mut history, mut stored) = good();
        how(&mut history, &mut stored);
        check(&history, &stored).unwrap_err()
    }

    fn moves(stored: &mut Stored) -> &mut BTreeMap<usize, (String, i32)> {
        stored.moves.get_mut("t").unwrap()
    }

    fn ann(history: &mut History) -> &mut Vec<Note> {
        &mut history.tables[0].clients[0].notes
    }

    #[test]
    fn what_is_as_it_should_be_passes_and_was_looked_at() {
        let (history, stored) = good();
        let checked = check(&history, &stored).unwrap();
        assert_eq!(
            (checked.tables, checked.acknowledged, checked.unacknowledged),
            (1, 2, 1)
        );
        assert_eq!((checked.shown, checked.told, checked.said), (4, 8, 1));
    }

    #[test]
    fn a_lost_acknowledged_move_is_noticed() {
        let said = broken(|_, stored| {
            moves(stored).remove(&2);
            moves(stored).remove(&1);
        });
        assert!(
            said.iter().any(|what| what.contains("`1 b` was acknowledged")),
            "{said:?}"
        );
        let said = broken(|_, stored| drop(moves(stored).insert(1, ("1 other".to_owned(), 12))));
        assert!(
            said.iter().any(|what| what.contains("where 1 other is stored")),
            "{said:?}"
        );
    }

    #[test]
    fn a_gap_is_noticed() {
        let said = broken(|_, stored| drop(moves(stored).remove(&0)));
        assert!(said.iter().any(|what| what.contains("move 0 is missing")), "{said:?}");
    }

    #[test]
    fn a_move_that_was_played_twice_is_noticed() {
        let said = broken(|_, stored| drop(moves(stored).insert(3, ("0 c".to_owned(), 14))));
        assert!(said.iter().any(|what| what.contains("not that often")), "{said:?}");
    }

    #[test]
    fn a_refused_move_that_is_stored_is_noticed() {
        let said = broken(|history, _| {
            let refused = Note::Refused {
                request: 2,
                code: "stale_decision".to_owned(),
            };
            ann(history).insert(7, refused);
        });
        assert!(said.iter().any(|what| what.contains("was not sent")), "{said:?}");
    }

    #[test]
    fn what_was_shown_and_is_not_stored_is_noticed() {
        let said = broken(|history, _| ann(history).push(Note::Shown { ply: 4, seal: 14 }));
        assert!(said.iter().any(|what| what.contains("which is not stored")), "{said:?}");
        let said = broken(|history, _| ann(history).push(Note::Shown { ply: 2, seal: 99 }));
        assert!(said.iter().any(|what| what.contains("another game")), "{said:?}");
    }

    #[test]
    fn events_that_change_or_vanish_are_noticed() {
        let said = broken(|history, _| ann(history).push(Note::Told(vec![(1, 99)])));
        assert!(said.iter().any(|what| what.contains("in two ways")), "{said:?}");
        let said = broken(|history, _| ann(history).push(Note::All(vec![(0, 70), (1, 71)])));
        assert!(said.iter().any(|what| what.contains("2 are left")), "{said:?}");
    }

    #[test]
    fn chat_that_is_lost_doubled_or_never_stored_is_noticed() {
        let chat = |stored: &mut Stored, lines: &[&str]| {
            let lines = lines.iter().map(|&line| line.to_owned()).collect();
            stored.chat.insert("t".to_owned(), lines);
        };
        for (lines, wrong) in [
            (&[][..], "stored 0 times"),
            (&["hello", "hello"], "stored 2 times"),
            (&["other"], "which is not stored"),
        ] {
            let said = broken(|_, stored| chat(stored, lines));
            assert!(said.iter().any(|what| what.contains(wrong)), "{wrong}: {said:?}");
        }
    }
}
