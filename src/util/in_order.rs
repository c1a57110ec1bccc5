//! An ordered parallel map: work by several threads, with results in the order of the items.

use crate::util::threads::{DEEP_STACK, panic_message, spawn_all};
use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The most items per thread that work may run ahead of the first awaited result.
const AHEAD: usize = 16;

/// The queue that threads take their items from.
struct Feed<I> {
    items: I,
    taken: usize,
    /// A permit for each item that may still be taken.
    permits: Receiver<()>,
}

impl<I: Iterator> Feed<I> {
    fn take(&mut self) -> Option<(usize, I::Item)> {
        self.permits.recv().ok()?;
        let item = self.items.next()?;
        self.taken += 1;
        Some((self.taken - 1, item))
    }
}

/// Does `work` on every item in up to `jobs` threads and passes the results to `emit` in the order
/// of the items.
///
/// Each result is passed on as soon as all earlier ones are. If the system gives no threads, the
/// caller does the work. Where `work` panics, `lost` converts the message to a result. Returns the
/// number of threads used.
///
/// # Errors
///
/// The first error of `emit`, which stops the work.
pub fn in_order<T, R: Send>(
    items: impl Iterator<Item = T> + Send,
    jobs: NonZeroUsize,
    work: impl Fn(T) -> R + Sync,
    lost: impl Fn(&str) -> R + Sync,
    mut emit: impl FnMut(R) -> io::Result<()>,
) -> io::Result<usize> {
    let attempt = |item: T| {
        let result = catch_unwind(AssertUnwindSafe(|| work(item)));
        result.unwrap_or_else(|panic| lost(panic_message(&*panic)))
    };
    if jobs == NonZeroUsize::MIN {
        // Another thread would take more memory.
        items.map(attempt).try_for_each(emit)?;
        return Ok(1);
    }
    let (permit, permits) = mpsc::channel();
    let allow = |count: usize| (0..count).for_each(|_| _ = permit.send(()));
    allow(AHEAD * jobs.get());
    let feed = Mutex::new(Feed {
        items,
        taken: 0,
        permits,
    });
    let (done, results) = mpsc::channel();
    let given = thread::scope(|scope| {
        let given = spawn_all(jobs.get(), scope, Some(DEEP_STACK), || {
            let (done, feed, attempt) = (done.clone(), &feed, &attempt);
            move || {
                let next = || feed.lock().ok()?.take();
                while let Some((number, item)) = next() {
                    if done.send((number, attempt(item))).is_err() {
                        break;
                    }
                }
            }
        });
        let Ok(given) = given else {
            return io::Result::Ok(0);
        };
        drop(done);
        let mut waiting = BTreeMap::new();
        let mut emitted = 0;
        let permit = permit;
        for (number, result) in results {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&emitted) {
                emit(result)?;
                emitted += 1;
                // Without a receiver the work is done.
                _ = permit.send(());
            }
        }
        Ok(given)
    })?;
    if given == 0 {
        let feed = feed.into_inner().unwrap_or_else(PoisonError::into_inner);
        feed.items.map(attempt).try_for_each(emit)?;
    }
    Ok(given.max(1))
}

/// Maps items in order, with as many threads as [`in_order`] uses. `done` receives the number of
/// finished results, 0 at first.
///
/// # Panics
///
/// If `work` does.
pub fn map_in_order<T: Send, R: Send>(
    items: Vec<T>,
    jobs: NonZeroUsize,
    work: impl Fn(T) -> R + Sync,
    mut done: impl FnMut(usize),
) -> Vec<R> {
    let mut found = Vec::with_capacity(items.len());
    done(0);
    let work = |item| Ok(work(item));
    let lost = |why: &str| Err(io::Error::other(why));
    let ended = in_order(items.into_iter(), jobs, work, lost, |result| {
        found.push(result?);
        done(found.len());
        Ok(())
    });
    match ended {
        Ok(_) => found,
        Err(why) => panic!("{why}"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    fn jobs(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).unwrap()
    }

    #[test]
    fn results_come_in_order_and_not_too_far_ahead() {
        for count in [1, 2, 7] {
            let begun = AtomicUsize::new(0);
            let mut found = Vec::new();
            let work = |item: usize| {
                begun.fetch_add(1, Ordering::Relaxed);
                let turn = (item * 7919) % 5;
                thread::sleep(Duration::from_micros(turn as u64 * 100));
                item
            };
            let emit = |item| {
                found.push(item);
                assert!(begun.load(Ordering::Relaxed) <= found.len() + AHEAD * count);
                Ok(())
            };
            in_order(0..500, jobs(count), work, |_| 0, emit).unwrap();
            assert!(found.iter().copied().eq(0..500));
        }
    }

    #[test]
    fn the_threads_that_are_given_do_all_of_the_work() {
        for given in 0..4 {
            let mut found = Vec::new();
            crate::util::threads::faults::give(Some(given));
            let emit = |item| {
                found.push(item);
                Ok(())
            };
            let done = in_order(0..100, jobs(3), |item| item, |_| 0, emit);
            crate::util::threads::faults::give(None);
            // Without threads the caller does it.
            assert_eq!(done.ok(), Some(given.clamp(1, 3) as usize));
            assert!(found.into_iter().eq(0..100));
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let begun = AtomicUsize::new(0);
        let work = |_| begun.fetch_add(1, Ordering::Relaxed);
        let mut left = 10;
        let emit = |_| {
            left -= 1;
            if left > 0 {
                Ok(())
            } else {
                Err(io::ErrorKind::BrokenPipe.into())
            }
        };
        let ended = in_order(0.., jobs(2), work, |_| 0, emit);
        assert_eq!(ended.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
        assert!(begun.load(Ordering::Relaxed) <= 11 + 2 * AHEAD);
    }

    #[test]
    fn a_panic_costs_one_result() {
        let work = |item: i32| {
            assert!(item != 3, "three");
            item.to_string()
        };
        let mut found = Vec::new();
        let emit = |text| {
            found.push(text);
            Ok(())
        };
        in_order(1..=4, jobs(2), work, |why| format!("lost: {why}"), emit).unwrap();
        assert_eq!(found, ["1", "2", "lost: three", "4"]);
    }

    #[test]
    #[should_panic(expected = "a hundred")]
    fn a_panic_goes_on_where_all_results_are_wanted() {
        let work = |item: usize| assert!(item != 100, "a hundred");
        map_in_order((0..1000).collect(), jobs(2), work, |_| {});
    }
}
