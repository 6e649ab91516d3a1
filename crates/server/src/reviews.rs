//! Reviews of finished games: worked out a little at a time on the bots' threads, behind players' moves and hints, and
//! kept by the digest of the record, so that the next look is instant.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use roundtable_core::Record;
use roundtable_protocol::review::{Review, ReviewNow, Working};
use roundtable_protocol::{Code, PersonId, Refusal};
use roundtable_review::{AnyPlan, Ask, Found, Quality, VERSION, plan};
use tokio::runtime::Handle;

use crate::bots::Kind;
use crate::clock::now_ms;
use crate::limits::Address;
use crate::shares::Owner;
use crate::site::Site;
use crate::store::{StoreError, StoredReview};

/// How many reviews of one person are worked out at the same time, and how many of all.
const OF_ONE: usize = 3;
const OF_ALL: usize = 64;

/// How long a review works before it lets others go first.
const SLICE: Duration = Duration::from_millis(40);

/// Reviews that are being worked out, by the digest of the record.
#[derive(Default)]
pub struct Reviews(Mutex<HashMap<String, Underway>>);

/// A review that is being worked out.
struct Underway {
    who: PersonId,
    working: Working,
}

impl Reviews {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Underway>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How far the review of this game is, if it is being worked out.
    #[must_use]
    pub fn working(&self, digest: &str) -> Option<Working> {
        self.lock().get(digest).map(|underway| underway.working)
    }

    /// Takes a place for a review. Returns false if it is being worked out already.
    fn begin(&self, digest: &str, who: &PersonId) -> Result<bool, Refusal> {
        let mut all = self.lock();
        if all.contains_key(digest) {
            return Ok(false);
        }
        if all.values().filter(|underway| underway.who == *who).count() >= OF_ONE {
            let message = format!("{OF_ONE} reviews are being worked out for you; wait for one of them");
            return Err(Refusal::new(Code::Busy, message));
        }
        if all.len() >= OF_ALL {
            let message = "many reviews are being worked out; try again in a minute";
            return Err(Refusal::new(Code::Busy, message));
        }
        let underway = Underway {
            who: who.clone(),
            working: Working {
                coarse: true,
                done: 0,
                all: 1,
            },
        };
        all.insert(digest.to_owned(), underway);
        Ok(true)
    }

    fn note(&self, digest: &str, working: Working) {
        if let Some(underway) = self.lock().get_mut(digest) {
            underway.working = working;
        }
    }

    fn end(&self, digest: &str) {
        self.lock().remove(digest);
    }
}

/// The review of a game as far as it is known.
///
/// # Errors
/// If the store cannot be read.
pub async fn look(site: &Site, digest: &str) -> Result<ReviewNow, StoreError> {
    // Asked before the store is: what ends in between is stored by then.
    let working = site.reviews.working(digest);
    let stored = site.store.review(digest.to_owned(), VERSION).await?;
    // What cannot be read is worked out again.
    let review = |stored: &StoredReview| serde_json::from_str::<Review>(&stored.review).ok();
    let coarse = stored.as_ref().is_some_and(|stored| stored.coarse);
    let review = stored.as_ref().and_then(review);
    Ok(ReviewNow {
        coarse: coarse && review.is_some(),
        review,
        working,
    })
}

/// Has a review worked out for somebody, unless it is known or underway.
///
/// # Errors
/// `busy` if too many are, `used_up`, or why the store failed.
pub async fn ask(
    site: &Arc<Site>,
    record: Record,
    digest: &str,
    (who, address): (&PersonId, Address),
) -> Result<ReviewNow, Refusal> {
    let now = look(site, digest).await?;
    if now.working.is_some() || (now.review.is_some() && !now.coarse) {
        return Ok(now);
    }
    if site.reviews.begin(digest, who)? {
        if let Err(refusal) = site.budgets.review(who, address) {
            site.reviews.end(digest);
            return Err(refusal);
        }
        let quality = if now.coarse { Quality::Standard } else { Quality::Coarse };
        let task = Task {
            site: Arc::clone(site),
            tasks: Handle::current(),
            digest: digest.to_owned(),
            record,
            owner: site.owner(who),
            quality,
            plan: None,
            found: Vec::new(),
        };
        task.submit();
    }
    Ok(ReviewNow {
        working: site.reviews.working(digest),
        ..now
    })
}

/// A review between two slices of work.
struct Task {
    site: Arc<Site>,
    tasks: Handle,
    digest: String,
    record: Record,
    owner: Owner,
    quality: Quality,
    plan: Option<Box<dyn AnyPlan>>,
    found: Vec<Found>,
}

impl Task {
    /// Puts the next slice into the queue.
    fn submit(self) {
        let (site, owner) = (Arc::clone(&self.site), self.owner.clone());
        site.bots.submit(Kind::Review, owner, Box::new(move || self.run()));
    }

    /// Works for a slice, and goes on later.
    fn run(mut self) {
        let (site, digest) = (Arc::clone(&self.site), self.digest.clone());
        // A record that breaks the review must not take anything down with it.
        let slice = catch_unwind(AssertUnwindSafe(|| self.slice()));
        match slice {
            Ok(Ok(None)) => self.submit(),
            Ok(Ok(Some(review))) => self.keep(&review),
            Ok(Err(refusal)) => {
                tracing::error!(%refusal, "a review is not possible");
                site.reviews.end(&digest);
            }
            Err(_) => {
                tracing::error!("a review broke down");
                site.reviews.end(&digest);
            }
        }
    }

    /// Works out some pieces. Returns the review if it is complete.
    fn slice(&mut self) -> Result<Option<Review>, Refusal> {
        let begun = Instant::now();
        if self.plan.is_none() {
            let ask = Ask {
                quality: self.quality,
                open: true,
                ..Ask::default()
            };
            self.plan = Some(plan(self.record.clone(), ask)?);
        }
        let Some(plan) = &self.plan else { return Ok(None) };
        let pieces = plan.pieces();
        while self.found.len() < pieces.len() {
            self.found.push(plan.look(pieces[self.found.len()])?);
            if begun.elapsed() >= SLICE {
                break;
            }
        }
        let working = Working {
            coarse: self.quality == Quality::Coarse,
            done: self.found.len(),
            all: pieces.len(),
        };
        self.site.reviews.note(&self.digest, working);
        Ok((working.done == working.all).then(|| plan.sum(std::mem::take(&mut self.found))))
    }

    /// Keeps a complete review, and goes on to the closer look after the first.
    fn keep(mut self, review: &Review) {
        let coarse = self.quality == Quality::Coarse;
        let Ok(written) = serde_json::to_string(review) else {
            return self.site.reviews.end(&self.digest);
        };
        let stored = StoredReview {
            coarse,
            review: written,
        };
        let (tasks, site) = (self.tasks.clone(), Arc::clone(&self.site));
        tasks.spawn(async move {
            let put = site.store.put_review(self.digest.clone(), VERSION, stored, now_ms());
            match put.await {
                Ok(()) if coarse => {
                    self.plan = None;
                    self.quality = Quality::Standard;
                    self.submit();
                }
                Ok(()) => {
                    site.metrics.reviews.inc();
                    site.reviews.end(&self.digest);
                }
                Err(error) => {
                    tracing::error!(%error, "a review could not be kept");
                    site.reviews.end(&self.digest);
                }
            }
        });
    }
}
