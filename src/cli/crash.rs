//! Keeps a panic of one kernel from ending the run.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::{Mutex, PoisonError};

thread_local! {
    /// How many calls of [`isolated`] this thread is in.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// What was panicked with and where, of panics that nothing has been reported of yet.
static PANICS: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());

/// Makes panics inside of [`isolated`], and on the threads that work for it, say nothing by themselves.
pub fn install() {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
        // What naga panics with is a diagnostic.
        #[cfg(feature = "naga")]
        if std::thread::current().name() == Some(texvisa_naga::READER_THREAD) {
            return;
        }
        // Threads of rayon's pool do nothing but the work of a call of `isolated`.
        if DEPTH.get() == 0 && rayon::current_thread_index().is_none() {
            return default(info);
        }
        let location = info.location().map_or_else(|| "an unknown location".to_owned(), ToString::to_string);
        if std::env::var_os("RUST_BACKTRACE").is_some() {
            default(info);
        }
        PANICS.lock().unwrap_or_else(PoisonError::into_inner).push((message(info.payload()), location));
    }));
}

/// The result of `work`.
///
/// # Errors
///
/// It panicked: what to say of it.
pub fn isolated<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    DEPTH.set(DEPTH.get() + 1);
    // What `work` was changing when it panicked is dropped with it.
    let result = catch_unwind(AssertUnwindSafe(work));
    DEPTH.set(DEPTH.get() - 1);
    result.map_err(|payload| {
        let message = message(&*payload);
        let mut panics = PANICS.lock().unwrap_or_else(PoisonError::into_inner);
        let found = panics.iter().position(|(other, _)| *other == message);
        let location = found.map_or_else(|| "an unknown location".to_owned(), |index| panics.swap_remove(index).1);
        defect(&format!("it panicked at {location}: {message}"))
    })
}

/// The sentence about a crash that `happened`.
pub fn defect(happened: &str) -> String {
    format!("texvisa crashed, a defect to report with the source: {happened}; the other kernels are compiled")
}

fn message(payload: &dyn Any) -> String {
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a value that is no text").to_owned()
}

#[cfg(test)]
mod tests {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};

    use super::{install, isolated};

    #[test]
    fn a_panic_costs_the_work_that_panics_and_says_where() {
        install();
        let results: Vec<Result<u32, String>> =
            (0..8).into_par_iter().map(|index| isolated(|| index_of_three(index))).collect();
        for (index, result) in (0..).zip(&results) {
            match result {
                Ok(value) => assert_eq!((*value, index == 3), (index, false)),
                Err(message) => {
                    assert_eq!(index, 3);
                    assert!(message.contains("src/cli/crash.rs:"), "{message}");
                    assert!(message.contains("three is one too many"), "{message}");
                }
            }
        }
        // A panic on another thread that works for this one.
        let both = isolated(|| rayon::join(|| 1, || index_of_three(3)));
        assert!(both.is_err_and(|message| message.contains("src/cli/crash.rs:")));
        assert_eq!(isolated(|| 7), Ok(7));
    }

    fn index_of_three(index: u32) -> u32 {
        assert!(index != 3, "three is one too many");
        index
    }
}
