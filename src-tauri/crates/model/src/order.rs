//! Sorting without the code of a sort for each thing that is sorted: it would be five
//! kilobytes of the program every time. For lists that are not sorted often.

use std::cmp::Ordering;

/// Sorts as `slice::sort_by` does: stably.
pub fn sort_by<T>(all: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let places = in_order(all.len(), &|a, b| match (all.get(a), all.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    arrange(places, &mut |a, b| all.swap(a, b));
}

/// Sorts as `slice::sort_by_key` does: stably.
pub fn sort_by_key<T, K: Ord>(all: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(all, |a, b| key(a).cmp(&key(b)));
}

/// The places of a list's entries, in the order they belong in.
fn in_order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|a, b| compare(*a, *b));
    places
}

/// Moves what is at `places[n]` to `n`, one ring of moves after the other.
fn arrange(mut places: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for first in 0..places.len() {
        let mut at = first;
        loop {
            let from = std::mem::replace(&mut places[at], at);
            if from == first || from == at {
                break;
            }
            swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{sort_by, sort_by_key};

    #[test]
    fn it_sorts_as_the_standard_library_does_and_keeps_the_order_of_equals() {
        // A sequence without a pattern, from a fixed start.
        let mut last = 7_u32;
        for length in 0..200_u32 {
            let all: Vec<(u32, u32)> = (0..length)
                .map(|place| {
                    last = last.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    ((last >> 16) % 23, place)
                })
                .collect();
            let mut expected = all.clone();
            expected.sort_by_key(|(key, _)| *key);
            let mut ours = all.clone();
            sort_by_key(&mut ours, |(key, _)| *key);
            assert_eq!(ours, expected, "{length}");
            expected.sort_by_key(|(key, _)| std::cmp::Reverse(*key));
            sort_by(&mut ours, |a, b| b.0.cmp(&a.0));
            assert_eq!(ours, expected, "{length}, downwards");
        }
    }
}
