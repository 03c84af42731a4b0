//! How often a window is renewed while text flows.
//!
//! Each answer costs its window a layout and a drawing of all that scrolls, which is most of what a
//! stream costs. Text that can be followed is renewed every second frame, which reads as smoothly as
//! every frame; text that runs past faster than anybody reads, half as often. Nobody looks at more
//! than one such text at a time: where several run past, they share what two of them would cost and
//! a little, or four would take all of a small machine.

use std::time::Duration;
use tokio::time::Instant;

/// The least time between two answers while text flows: two frames, with the way to the window.
pub(crate) const BEAT: Duration = Duration::from_millis(32);
/// The same while it runs past: four frames.
pub(crate) const LONG_BEAT: Duration = Duration::from_millis(64);
/// What one more window in which text runs past adds to the beat of all of them.
pub(crate) const SHARE: Duration = Duration::from_millis(24);
/// The longest beat: what is not renewed eight times a second seems to stand.
const LONGEST_BEAT: Duration = Duration::from_millis(128);
/// A window that was told nothing for so long shows nothing that runs past.
const RECENT: Duration = Duration::from_millis(500);
/// Text a second, in bytes, above which nobody follows it: some 400 words. People read four or
/// five, and agents that think aloud quickly write a hundred.
const RUNS_PAST: u64 = 2_000;

/// The answers of one window.
#[derive(Debug, Default)]
pub(crate) struct Beat {
    last: Option<Instant>,
    /// How much had been said in its conversation when it was last told of it.
    told: Option<(Instant, u64)>,
    runs_past: bool,
}

impl Beat {
    /// It was answered.
    pub(crate) fn answered(&mut self) {
        self.last = Some(Instant::now());
    }

    /// The answer tells what its conversation said; so much, in bytes, had been said by then.
    pub(crate) fn told(&mut self, said: u64) {
        let now = Instant::now();
        self.runs_past = self.told.is_some_and(|(at, before)| {
            let since = now.saturating_duration_since(at).as_millis();
            u128::from(said.saturating_sub(before)) * 1000 > u128::from(RUNS_PAST) * since
        });
        self.told = Some((now, said));
    }

    /// It shows another conversation.
    pub(crate) fn turned(&mut self) {
        self.told = None;
        self.runs_past = false;
    }

    /// Whether text runs past in it now.
    pub(crate) fn runs_past(&self) -> bool {
        self.runs_past && self.told.is_some_and(|(at, _)| at.elapsed() < RECENT)
    }

    /// How long it is left alone from now on, unless something must not wait. `running` is in how
    /// many windows text runs past.
    pub(crate) fn rest(&self, running: u32) -> Option<Duration> {
        let beat = if self.runs_past {
            (SHARE * running).clamp(LONG_BEAT, LONGEST_BEAT)
        } else {
            BEAT
        };
        let since = Instant::now().saturating_duration_since(self.last?);
        beat.checked_sub(since).filter(|rest| !rest.is_zero())
    }
}
