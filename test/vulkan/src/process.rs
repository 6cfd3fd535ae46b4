//! The environment in which a driver is looked for.
//!
//! Drivers read variables when they are loaded, and no variable can be set safely in a process that may have threads.
//! So the process is replaced by itself.

use std::path::Path;

/// Where distributions have the description of lavapipe.
const LAVAPIPE: [&str; 2] = ["/usr/share/vulkan/icd.d/lvp_icd.x86_64.json", "/usr/share/vulkan/icd.d/lvp_icd.json"];

/// What tells the loader to look at one driver only.
const DRIVERS: &str = "VK_DRIVER_FILES";
/// What older loaders call it.
const OLD_DRIVERS: &str = "VK_ICD_FILENAMES";

/// Starts this program again, with the same arguments, with these variables set and with lavapipe as the only driver
/// that Vulkan's loader sees, unless all that is so already or cannot be done: then it returns, and whoever looks for a
/// device finds out what there is. To be called first in `main`.
pub fn with_variables(variables: &[(&str, &str)]) {
    let mut wanted: Vec<(&str, &str)> = variables.to_vec();
    let is_free = |name| std::env::var_os(name).is_none();
    if let Some(lavapipe) = LAVAPIPE.into_iter().find(|path| Path::new(path).exists())
        && is_free(DRIVERS)
        && is_free(OLD_DRIVERS)
    {
        wanted.extend([(DRIVERS, lavapipe), (OLD_DRIVERS, lavapipe)]);
    }
    let is_set = |(name, value): &(&str, &str)| std::env::var_os(name).is_some_and(|found| found == *value);
    if wanted.iter().all(is_set) {
        return;
    }
    #[cfg(unix)]
    if let Ok(program) = std::env::current_exe() {
        use std::os::unix::process::CommandExt;
        // It only returns where it fails; then the process goes on as it is.
        let _ = std::process::Command::new(program).args(std::env::args_os().skip(1)).envs(wanted).exec();
    }
}
