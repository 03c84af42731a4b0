//! An agent that ends by itself again and again (F056): each new start waits longer, and after five
//! ends within ten minutes there is none until the user says so.

use model::view::StartAgain;
use std::collections::VecDeque;
use std::time::Duration;
use tokio::time::Instant;

/// How long ends count.
const WINDOW: Duration = Duration::from_secs(10 * 60);
/// How many ends within it are too many.
const TOO_MANY: usize = 5;
/// How long a start waits after the first end, the second, and so on.
const BACK_OFF: [Duration; TOO_MANY - 1] = [
    Duration::ZERO,
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
];

/// The ends nobody wanted, of one conversation's agents.
#[derive(Debug, Default)]
pub(crate) struct Crashes(VecDeque<Instant>);

/// Whether a start may be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Permit {
    Now,
    From(Instant),
    /// Ended so often.
    No(usize),
}

impl Crashes {
    /// An agent ended by itself just now.
    pub(crate) fn add(&mut self) {
        self.0.push_back(Instant::now());
        if self.0.len() > TOO_MANY {
            self.0.pop_front();
        }
    }

    /// The user wants a start whatever happened.
    pub(crate) fn forget(&mut self) {
        self.0.clear();
    }

    /// Whether a start may be made.
    pub(crate) fn permit(&self) -> Permit {
        let now = Instant::now();
        let counted = self.0.iter().filter(|at| now.duration_since(**at) < WINDOW);
        let count = counted.count();
        let Some(last) = self.0.back().filter(|_| count > 0) else {
            return Permit::Now;
        };
        let Some(wait) = BACK_OFF.get(count - 1) else {
            return Permit::No(count);
        };
        let from = *last + *wait;
        if from <= now {
            Permit::Now
        } else {
            Permit::From(from)
        }
    }

    /// The same for people.
    pub(crate) fn view(&self) -> StartAgain {
        match self.permit() {
            Permit::Now => StartAgain::Now,
            Permit::From(at) => {
                let left = at.saturating_duration_since(Instant::now());
                StartAgain::After {
                    ms: u64::try_from(left.as_millis()).unwrap_or(u64::MAX),
                }
            }
            Permit::No(crashes) => StartAgain::Stopped {
                crashes: u32::try_from(crashes).unwrap_or(u32::MAX),
            },
        }
    }
}

/// What is said where no start is made any more.
pub(crate) fn refusal(crashes: usize) -> String {
    let minutes = WINDOW.as_secs() / 60;
    format!(
        "The agent ended by itself {crashes} times in {minutes} minutes, so Parley does not start it again. Look at what it wrote last and mend the cause; “Restart” tries again."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn pass(seconds: u64) {
        tokio::time::advance(Duration::from_secs(seconds)).await;
    }

    #[tokio::test(start_paused = true)]
    async fn f056_starts_wait_longer_and_stop_at_five_in_ten_minutes() {
        let mut crashes = Crashes::default();
        assert_eq!(crashes.permit(), Permit::Now);
        let mut waits = Vec::new();
        for _ in 0..4 {
            crashes.add();
            let now = Instant::now();
            let wait = match crashes.permit() {
                Permit::Now => Duration::ZERO,
                Permit::From(at) => at - now,
                Permit::No(_) => Duration::MAX,
            };
            waits.push(wait.as_secs());
            if !wait.is_zero() {
                tokio::time::advance(wait - Duration::from_millis(1)).await;
                assert_eq!(crashes.permit(), Permit::From(now + wait));
                tokio::time::advance(Duration::from_millis(1)).await;
            }
            assert_eq!(crashes.permit(), Permit::Now);
        }
        assert_eq!(waits, [0, 1, 2, 4]);
        crashes.add();
        assert_eq!(crashes.permit(), Permit::No(5));
        assert_eq!(crashes.view(), StartAgain::Stopped { crashes: 5 });
        crashes.forget();
        assert_eq!(crashes.view(), StartAgain::Now);
    }

    #[tokio::test(start_paused = true)]
    async fn f056_what_is_ten_minutes_old_counts_no_more() {
        let mut crashes = Crashes::default();
        for _ in 0..4 {
            crashes.add();
            pass(10).await;
        }
        // The first of them is 599 s old, the last 569 s.
        pass(559).await;
        crashes.add();
        assert_eq!(crashes.permit(), Permit::No(5));
        pass(1).await;
        assert_eq!(
            crashes.permit(),
            Permit::From(Instant::now() + Duration::from_secs(3))
        );
        pass(30).await;
        assert_eq!(crashes.permit(), Permit::Now, "only the last one counts");
        crashes.add();
        assert_eq!(
            crashes.permit(),
            Permit::From(Instant::now() + Duration::from_secs(1))
        );
    }
}
