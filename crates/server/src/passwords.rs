//! Passwords: how they are hashed and checked, and who waits for it.
//!
//! A hash takes a good part of a second of a core on purpose, so few are computed at the same time, and few people
//! wait. Those on a device that has signed in before go first: a flood of guesses cannot keep them out.

use roundtable_protocol::{Code, Refusal};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Argon2, PasswordHash};
use tokio::sync::oneshot;

/// The shortest password, in characters.
const SHORT: usize = 8;

/// The longest password, in bytes: more would only cost time.
const LONG: usize = 256;

/// How many passwords are hashed at the same time: each takes 19 MiB and about 40 ms.
const HASHING: usize = 2;

/// How many people may wait, on devices that are known and on others. The last one waits for about a second.
const WAITING: [usize; 2] = [64, 32];

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asker {
    /// Somebody signed in, or on a device that has signed in as this person before.
    Known,
    /// Anybody else.
    Stranger,
}

/// Hashes and checks passwords, a few at a time, off the threads that serve sockets.
#[derive(Clone)]
pub struct Passwords {
    queue: Arc<Queue>,
}

#[derive(Default)]
struct Line {
    working: usize,
    waiting: [VecDeque<oneshot::Sender<Turn>>; 2],
}

#[derive(Default)]
struct Queue(Mutex<Line>);

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Line> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to compute. Whoever is done gives it to the next in line.
struct Turn(Option<Arc<Queue>>);

impl Drop for Turn {
    fn drop(&mut self) {
        let Some(queue) = self.0.take() else { return };
        let mut line = queue.lock();
        while let Some(next) = line.waiting.iter_mut().find_map(VecDeque::pop_front) {
            match next.send(Turn(Some(Arc::clone(&queue)))) {
                Ok(()) => return,
                // This one has gone away: the turn is for the one after.
                Err(mut turn) => drop(turn.0.take()),
            }
        }
        line.working -= 1;
    }
}

impl Passwords {
    /// A hasher with the recommended cost of argon2id.
    #[must_use]
    pub fn new() -> Self {
        Self { queue: Arc::default() }
    }

    async fn turn(&self, asker: Asker) -> Result<Turn, Refusal> {
        let busy = || {
            Refusal::new(
                Code::Busy,
                "many people are signing in at the moment; try again in some seconds",
            )
        };
        let receiver = {
            let mut line = self.queue.lock();
            if line.working < HASHING {
                line.working += 1;
                return Ok(Turn(Some(Arc::clone(&self.queue))));
            }
            let class = usize::from(asker == Asker::Stranger);
            // Those who have gone away meanwhile hold nobody up.
            line.waiting[class].retain(|waiting| !waiting.is_closed());
            if line.waiting[class].len() >= WAITING[class] {
                return Err(busy());
            }
            let (sender, receiver) = oneshot::channel();
            line.waiting[class].push_back(sender);
            receiver
        };
        receiver.await.map_err(|_| busy())
    }

    async fn away<T: Send + 'static>(
        &self,
        asker: Asker,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let turn = self.turn(asker).await?;
        let work = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(turn);
            result
        });
        work.await
            .map_err(|_| Refusal::new(Code::Busy, "this did not work; try again in a moment"))
    }

    /// The hash of a new password, with its own salt.
    ///
    /// # Errors
    /// `bad_password` if it is too short or too long, or `busy`.
    pub async fn hash(&self, password: String) -> Result<String, Refusal> {
        if password.chars().count() < SHORT || password.len() > LONG {
            return Err(Refusal::new(
                Code::BadPassword,
                format!("a password has at least {SHORT} characters and at most {LONG} bytes"),
            ));
        }
        let hash = move || {
            Argon2::default()
                .hash_password(password.as_bytes())
                .map(|hash| hash.to_string())
        };
        self.away(Asker::Known, hash)
            .await?
            .map_err(|_| Refusal::new(Code::NoRandomness, "the machine has no random numbers"))
    }

    /// Whether the password is right. Without a hash to compare with, or with a password that is too long for any, the
    /// check takes as long and fails.
    ///
    /// # Errors
    /// `busy`.
    pub async fn check(&self, asker: Asker, password: String, hash: Option<String>) -> Result<bool, Refusal> {
        let (password, hash) = if password.len() > LONG {
            (String::new(), None)
        } else {
            (password, hash)
        };
        let check = move || match hash {
            Some(hash) => PasswordHash::new(&hash)
                .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()),
            None => {
                let _ = Argon2::default().hash_password(password.as_bytes());
                false
            }
        };
        self.away(asker, check).await
    }
}

impl Default for Passwords {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Asker::{Known, Stranger};

    #[tokio::test]
    async fn passwords_are_salted_and_checked() {
        let passwords = Passwords::new();
        let check = |password: &str, hash: Option<&String>| {
            let (password, hash) = (password.to_owned(), hash.cloned());
            async { passwords.check(Stranger, password, hash).await.unwrap() }
        };
        let hash = passwords.hash("correct horse".to_owned()).await.unwrap();
        assert!(hash.starts_with("$argon2id$") && !hash.contains("horse"));
        assert_ne!(hash, passwords.hash("correct horse".to_owned()).await.unwrap());
        assert!(check("correct horse", Some(&hash)).await);
        assert!(!check("correct hrose", Some(&hash)).await);
        assert!(!check(&"correct horse".repeat(1000), Some(&hash)).await);
        assert!(!check("anything", None).await);
        assert_eq!(
            passwords.hash("short".to_owned()).await.unwrap_err().code,
            "bad_password"
        );
    }

    #[tokio::test]
    async fn known_devices_go_first_and_the_line_is_short() {
        let passwords = Passwords::new();
        let working = [
            passwords.turn(Stranger).await.unwrap(),
            passwords.turn(Stranger).await.unwrap(),
        ];
        let wait = |asker| {
            let passwords = passwords.clone();
            tokio::spawn(async move { passwords.turn(asker).await })
        };
        let strangers: Vec<_> = (0..WAITING[1]).map(|_| wait(Stranger)).collect();
        tokio::task::yield_now().await;
        assert_eq!(passwords.turn(Stranger).await.err().unwrap().code, "busy");
        let known = wait(Known);
        tokio::task::yield_now().await;
        // Whoever goes away loses the place, and nobody waits for them.
        strangers[0].abort();
        tokio::task::yield_now().await;
        let [first, second] = working;
        drop(first);
        let known = known.await.unwrap().unwrap();
        assert!(strangers.iter().skip(1).all(|waiting| !waiting.is_finished()));
        drop((known, second));
        for waiting in strangers.into_iter().skip(1) {
            drop(waiting.await.unwrap().unwrap());
        }
        assert_eq!(passwords.queue.lock().working, 0);
    }
}
