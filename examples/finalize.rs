//! Gives vISA to Intel's finalizer and says what it thinks of it: `finalize tgllp a.visaasm b.visaasm`.

use texvisa::ir::target::Target;
use texvisa_test::finalizer::{Finalizer, Options};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let target: Target = arguments.next().ok_or("the target is missing")?.parse()?;
    let Some(finalizer) = Finalizer::find() else {
        println!("left out: GenX_IR is not installed");
        return Ok(());
    };
    for file in arguments {
        let outcome = finalizer.finalize(&std::fs::read_to_string(&file)?, target, &Options::default())?;
        if !outcome.is_clean() {
            return Err(format!("{file}: {:?} {}", outcome.verdict, outcome.complaints.join("; ")).into());
        }
        println!("GenX_IR takes {file} for {target}");
    }
    Ok(())
}
