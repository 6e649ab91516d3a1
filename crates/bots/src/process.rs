//! A program that is told lines of JSON and answers with lines of JSON.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use roundtable_core::json;
use serde::Serialize;
use serde_json::Value;

/// The longest answer that is read, in bytes.
const LONGEST_ANSWER: u64 = 1 << 20;

/// How many lines may wait for the program to read them, or for us: a program that asks and does not read fills no
/// memory.
const WAITING: usize = 64;

/// A running program, with a thread each for its input and output, so that a program that does not read or does not
/// write blocks nobody.
pub struct Process {
    child: Child,
    questions: SyncSender<String>,
    answers: Receiver<String>,
}

impl Process {
    /// Starts a program, named with its arguments.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub fn start(program: &str) -> Result<Self, String> {
        let mut words = program.split_whitespace();
        let name = words.next().ok_or("there is no program to start")?;
        let mut child = Command::new(name)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("it cannot be started: {error}"))?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("it has no input or output".to_owned());
        };
        let (questions, to_ask) = sync_channel::<String>(WAITING);
        let (to_answer, answers) = sync_channel(WAITING);
        std::thread::spawn(move || {
            for line in to_ask {
                if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        std::thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            let mut line = Vec::new();
            loop {
                line.clear();
                match stdout.by_ref().take(LONGEST_ANSWER).read_until(b'\n', &mut line) {
                    Ok(1..) if line.ends_with(b"\n") => {}
                    Ok(_) | Err(_) => return,
                }
                if to_answer.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    return;
                }
            }
        });
        Ok(Self {
            child,
            questions,
            answers,
        })
    }

    /// Writes a line to it.
    pub fn tell(&self, message: &impl Serialize) {
        // If the thread has ended, or the program does not read, the answer will be missing, and that is reported.
        let _ = self.questions.try_send(json::to_string(message));
    }

    /// The next line, if it comes before the deadline of a decision for which the program had this long.
    ///
    /// # Errors
    /// What it did instead.
    pub fn answer(&self, deadline: Instant, budget: Duration) -> Result<Value, String> {
        let late = || format!("it did not answer within {} seconds", budget.as_secs_f32());
        let left = deadline.checked_duration_since(Instant::now()).ok_or_else(late)?;
        let line = self.answers.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => late(),
            RecvTimeoutError::Disconnected => "it ended, or wrote a line without end".to_owned(),
        })?;
        serde_json::from_str(&line).map_err(|error| {
            let start: String = line.trim_end().chars().take(60).collect();
            format!("it answered `{start}`, which is no JSON: {error}")
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // An honest program ends when its input does, but nobody waits for one that does not.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
