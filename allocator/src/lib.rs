//! The memory of the tool: what is linked with this asks mimalloc, libraries in C and C++ such as LLVM too.
//!
//! ```
//! #[global_allocator]
//! static ALLOCATOR: texvisa_allocator::MiMalloc = texvisa_allocator::MiMalloc;
//!
//! fn main() {
//!     texvisa_allocator::keep_memory();
//! }
//! ```

use std::ffi::{c_int, c_long};

pub use mimalloc::MiMalloc;

/// `mi_option_purge_delay` (mimalloc.h, `mi_option_t`): after how many milliseconds what is free goes back to the
/// system; a number below 0 for never. The bindings do not name it.
const PURGE_DELAY: c_int = 15;

/// From here on the allocator gives no memory back to the system before the process ends. For the start of `main`,
/// before other threads are started.
///
/// A stage of the compiler frees what the next one needs, and a kernel what the next kernel needs. For a kernel of a
/// million texture operations this is gigabytes, which otherwise the system takes back and clears in between.
#[allow(unsafe_code)]
pub fn keep_memory() {
    // SAFETY: The option is one that mimalloc has, which a test holds, and it may have any number. Setting it stores
    // that number and that it was set, both aligned words, of which a thread that frees memory at the same time
    // sees the old or the new value.
    unsafe { libmimalloc_sys::mi_option_set(PURGE_DELAY, -1 as c_long) };
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[allow(unsafe_code)]
    fn purge_delay() -> c_long {
        // SAFETY: The option is one that mimalloc has, and reading it changes nothing.
        unsafe { libmimalloc_sys::mi_option_get(PURGE_DELAY) }
    }

    /// mimalloc takes the same option from the environment, by name.
    #[test]
    fn the_option_is_the_delay_of_purges() {
        const NAME: &str = "MIMALLOC_PURGE_DELAY";
        if let Ok(delay) = std::env::var(NAME) {
            assert_eq!(purge_delay().to_string(), delay);
            keep_memory();
            assert_eq!(purge_delay(), -1);
            return;
        }
        let test = std::env::current_exe().expect("a test has a file");
        let status = Command::new(test).env(NAME, "4321").status().expect("a test can be run");
        assert!(status.success());
    }
}
