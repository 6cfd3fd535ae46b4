//! Compares one kernel of Intel's vISA with its source.

use texvisa::check::{TrialOptions, execute_foreign};
use texvisa::emulator::refine::{FEW_BYTES, RefineError, Summary};
use texvisa::ir::target::Target;
use texvisa::ir::texture::{KernelId, Module};
use texvisa::ir::visa::asm;
use texvisa::link::Zebin;

use crate::contraction;

/// What came of comparing a kernel.
#[derive(Debug)]
pub enum Outcome {
    /// It does what its source does.
    Equal(Box<Summary>),
    /// It does not: the difference.
    Different(String),
    /// No difference was found, but so little was compared that this shows hardly anything: how much.
    TooLittle(String),
    /// Why the two cannot be compared.
    NotComparable(String),
}

/// The reason for which a kernel that differs in contraction alone is not comparable.
pub const CONTRACTION: &str = "contraction: equal once no sum takes in a product";

/// The share of the trials of a kernel that must be compared, in percent.
const TRIALS: u32 = 50;

/// How much was compared, if that is too little: of a kernel, less than half of the trials that were asked for, or less bytes
/// than [`FEW_BYTES`]. One that writes nothing has no bytes.
fn shortfall(summary: &Summary, options: &TrialOptions) -> Option<String> {
    let is_enough =
        summary.trials * 100 >= options.trials * TRIALS && (summary.compared_bytes >= FEW_BYTES || !summary.writes);
    let Summary { trials, compared_bytes, uncompared_bytes, .. } = summary;
    let of = options.trials;
    (!is_enough).then(|| {
        let causes: Vec<String> = summary.uncompared.iter().map(ToString::to_string).collect();
        let rest = if causes.is_empty() { String::new() } else { format!("; not compared: {}", causes.join("; ")) };
        format!(
            "{trials} of {of} trials and {compared_bytes} bytes were compared, {uncompared_bytes}; expected {TRIALS} % and {FEW_BYTES} bytes{rest}"
        )
    })
}

/// Executes `visa` and kernel `id` of `module`, and compares. `program` is the zebin that has the vISA's machine code: its
/// `.ze_info` says where the vISA finds its arguments. `llvm` is the text that
/// `module` is the import of, for which is asked where the two differ.
pub fn compare(
    program: &[u8],
    module: &Module,
    id: KernelId,
    visa: &str,
    target: Target,
    options: &TrialOptions,
    llvm: impl FnOnce() -> Option<String>,
) -> Outcome {
    let compared = || -> Result<Outcome, String> {
        let visa = asm::parse(visa, target).map_err(|errors| format!("vISA: {}", errors[0]))?;
        let zebin = Zebin::read(program).map_err(|error| error.to_string())?;
        let layout = zebin
            .argument_layout(&module.kernels[id].name, module, id, &visa)
            .map_err(|error| format!("arguments: {error}"))?;
        let name = &module.kernels[id].name;
        match execute_foreign(module, id, &visa, layout, options) {
            Ok(summary) => match summary.nothing_compared() {
                None => Ok(match shortfall(&summary, options) {
                    None => Outcome::Equal(Box::new(summary)),
                    Some(shortfall) => Outcome::TooLittle(shortfall),
                }),
                Some(nothing) => Err(nothing.to_string()),
            },
            Err(RefineError::Differs(_))
                if llvm().is_some_and(|llvm| contraction::is_all(&zebin, &llvm, name, &visa, options)) =>
            {
                Err(CONTRACTION.to_owned())
            }
            Err(RefineError::Differs(difference)) => Ok(Outcome::Different(difference.to_string())),
            Err(error) => Err(error.to_string()),
        }
    };
    compared().unwrap_or_else(Outcome::NotComparable)
}
