//! `texvisa lit`.

use std::time::Duration;

use texvisa_lit::{Choice, Feature, Suite};

use crate::diagnostic::{Failure, Problem};
use crate::tool_arguments::LitArguments;

/// Runs the tests of a folder with this tool.
pub fn run(arguments: &LitArguments) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::input(format!("this tool cannot be run again: {error}"));
    let absolute = |path: &std::path::Path| {
        path.canonicalize().map_err(|error| Failure::input(format!("{}: {error}", path.display())))
    };
    // Commands run in folders of their own.
    let folder = absolute(&arguments.folder)?;
    let plugin = arguments.plugin.as_deref().map(absolute).transpose()?;
    let mut suite = Suite::new(folder, std::env::current_exe().map_err(failed)?)
        .feature(Feature::Llvm, cfg!(feature = "llvm-any"))
        .plugin(plugin.as_deref())
        .time_limit(Duration::from_secs(arguments.time_limit))
        .updating(arguments.update, "`texvisa lit --update` updates them");
    for define in &arguments.defines {
        let (name, value) = define
            .split_once('=')
            .ok_or_else(|| Failure::Usage(vec![Problem::new(format!("--define {define}: expected NAME=VALUE"))]))?;
        suite = suite.substitution(name, value);
    }
    let choice = Choice {
        filter: arguments.filter.clone(),
        threads: arguments.jobs.map(usize::from),
        is_listing: arguments.list,
    };
    match suite.run(&choice) {
        Ok(true) => Ok(()),
        Ok(false) => match &arguments.filter {
            Some(filter) => Err(Failure::input(format!("a test failed, or no test has `{filter}` in its path"))),
            None => Err(Failure::input("a test failed")),
        },
        Err(error) => Err(Failure::input(error)),
    }
}
