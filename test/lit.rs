//! The lit tests below `test/lit`: see `test/lit/readme.tex`.

use std::path::Path;
use std::process::ExitCode;

use texvisa_test::lit::{Feature, Suite};

fn main() -> ExitCode {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/test/lit");
    Suite::new(Path::new(root), Path::new(env!("CARGO_BIN_EXE_texvisa")))
        .feature(Feature::Llvm, cfg!(feature = "llvm"))
        .run()
}
