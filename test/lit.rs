//! The lit tests below `test/lit`: see `test/lit/readme.tex`.

use std::path::Path;
use std::process::ExitCode;

use texvisa_lit::{Feature, Suite};
use texvisa_test::{lit, plugin};

fn main() -> ExitCode {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/test/lit");
    let plugin = match plugin::find() {
        Ok(plugin) => plugin,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let suite = Suite::new(Path::new(root), Path::new(env!("CARGO_BIN_EXE_texvisa")))
        .feature(Feature::Llvm, cfg!(feature = "llvm"))
        .plugin(plugin.as_deref());
    lit::run(suite)
}
