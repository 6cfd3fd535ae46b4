//! Translation validation: checks that emitted vISA refines the texture IR that it was compiled from.
//!
//! 1. [`visa::verify`](texvisa_ir::visa::verify()): the vISA keeps to the rules of its platform. A kernel that breaks
//!    one is not checked further.
//! 2. The symbolic check ([`emulator::symbolic`](texvisa_emulator::symbolic)) follows each value to the slot of the
//!    message that it is sent in.
//! 3. The text and the binary are read again, and must be one kernel ([`output`]).
//! 4. Differential execution ([`emulator::refine`](texvisa_emulator::refine)) runs both sides on random inputs.
//!
//! Neither the second nor the last shows anything of the texture unit itself. `docs/checks.md` says what each of them shows and
//! does not.
//!
//! # Example
//!
//! ```
//! use texvisa::check::{self, check};
//! use texvisa::ir::target::{SimdWidth, Target};
//!
//! let module = texvisa::ir::texture::parse("surface t0: 2d f32 @ table 0
//! surface b0: raw @ table 1
//! kernel @red(%x: i32, %y: i32) {
//! ^entry:
//!   %texel = load t0 [u: %x, v: %y, lod: 0] -> f32x4
//!   %red = extract f32x4 %texel, 0
//!   store_raw b0 [x: %x], f32 %red
//!   return
//! }")?;
//! let id = module.kernel("red").ok_or("no kernel")?;
//! let compiled = texvisa::compile(&module, id, Target::Tgllp, SimdWidth::Simd16, &texvisa::LoweringOptions::default())?;
//! let report = check(&module, id, &compiled, &check::TrialOptions::default())?;
//! assert_eq!(report.symbolic.messages, 1);
//! assert!(report.execution.compared_bytes > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use texvisa_emulator::refine::{self, RefineError, refine, refine_foreign};
use texvisa_emulator::symbolic;
use texvisa_ir::texture::{KernelId, Module};
use texvisa_ir::visa::abi::ArgumentLayout;
use texvisa_ir::visa::{self, VisaKernel, verify::VisaError};
use texvisa_lowering::Lowered;

use crate::compile::{Compiled, joined};
use crate::output::{self, OutputError};
use crate::spill::{SpillFailure, SpilledForm};

pub use texvisa_emulator::refine::TrialOptions;

/// The counts of a check that found nothing wrong. Differential execution may have compared nothing: see
/// [`refine::Summary::nothing_compared`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Of the symbolic check.
    pub symbolic: symbolic::SymbolicSummary,
    /// Of differential execution.
    pub execution: refine::Summary,
}

/// A difference, or why the program cannot be checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The vISA breaks rules of its platform: all of them.
    #[error("the emitted kernel breaks rules of vISA, a defect of texvisa to report with the source: {}", joined(.0))]
    Invalid(Vec<VisaError>),
    /// The symbolic check found mismatches: all of them.
    #[error("the emitted kernel does not refine its source, a defect of texvisa to report with the source: {}", joined(.0))]
    Symbolic(Vec<symbolic::Mismatch>),
    /// What spilling made of the kernel is wrong.
    #[error(transparent)]
    Spilled(#[from] SpillFailure),
    /// The text or the binary is not the kernel that was checked.
    #[error("the emitted kernel is written wrongly, a defect of texvisa to report with the source: {0}")]
    Output(#[from] OutputError),
    /// Differential execution found a difference, or could not be carried out.
    #[error(transparent)]
    Execution(#[from] RefineError),
}

/// Checks `compiled` against kernel `id` of `module`, which it was compiled from. Where its registers do not hold it, it is executed
/// with spill code as well.
///
/// # Errors
///
/// See [`CheckError`].
pub fn check(module: &Module, id: KernelId, compiled: &Compiled, options: &TrialOptions) -> Result<Report, CheckError> {
    let symbolic = check_symbolically(module, compiled)?;
    output::check_text(compiled, &compiled.visaasm())?;
    let execution = execute(module, id, compiled, options)?;
    if compiled.spill.is_some() {
        match compiled.spilled() {
            Ok(spilled) => drop(execute_spilled(module, id, &spilled, options)?),
            // Then there is no list of registers.
            Err(SpillFailure::Unfit { .. }) => {}
            Err(wrong) => return Err(wrong.into()),
        }
    }
    Ok(Report { symbolic, execution })
}

/// The part of [`check()`] that executes nothing: the rules of vISA and the symbolic check.
///
/// # Errors
///
/// [`CheckError::Invalid`] and [`CheckError::Symbolic`].
pub fn check_symbolically(module: &Module, compiled: &Compiled) -> Result<symbolic::SymbolicSummary, CheckError> {
    check_lowered(module, &compiled.lowered)
}

/// The same of what lowering alone has made.
pub(crate) fn check_lowered(module: &Module, lowered: &Lowered) -> Result<symbolic::SymbolicSummary, CheckError> {
    keeps_to_rules(lowered)?;
    check_messages(module, lowered)
}

fn keeps_to_rules(lowered: &Lowered) -> Result<(), CheckError> {
    let errors = visa::verify(&lowered.kernel);
    if errors.is_empty() { Ok(()) } else { Err(CheckError::Invalid(errors)) }
}

fn check_messages(module: &Module, lowered: &Lowered) -> Result<symbolic::SymbolicSummary, CheckError> {
    symbolic::check(module, &lowered.texture, &lowered.kernel, &lowered.origins).map_err(CheckError::Symbolic)
}

/// Instructions of the smallest kernel for which [`symbolically_checked`] uses a second CPU thread: waking one takes as
/// long as checking hundreds.
const WORTH_A_THREAD: usize = 2_000;

/// The result of `make`, such as the program's text, if [`check_symbolically`] finds nothing wrong.
///
/// For a large kernel `make` runs during the symbolic check, on another core if one is free, and its result is dropped if
/// the check fails: `make` must not depend on the check. It does not run if the program breaks rules of vISA.
///
/// # Errors
///
/// Those of [`check_symbolically`].
pub fn symbolically_checked<T: Send>(
    module: &Module,
    compiled: &Compiled,
    make: impl FnOnce() -> T + Send,
) -> Result<T, CheckError> {
    keeps_to_rules(&compiled.lowered)?;
    if compiled.lowered.kernel.insts.len() < WORTH_A_THREAD {
        return check_messages(module, &compiled.lowered).map(|_| make());
    }
    let (checked, made) = rayon::join(|| check_messages(module, &compiled.lowered), make);
    checked.map(|_| made)
}

/// The part of [`check()`] that executes both sides; [`check_symbolically`] must have found nothing wrong.
///
/// # Errors
///
/// A difference, or why the program cannot be executed.
pub fn execute(
    module: &Module,
    id: KernelId,
    compiled: &Compiled,
    options: &TrialOptions,
) -> Result<refine::Summary, RefineError> {
    refine(module, id, &compiled.lowered.kernel, &compiled.registers, options)
}

/// The same of what spilling made of the kernel.
///
/// # Errors
///
/// A difference, or why the program cannot be executed.
pub fn execute_spilled(
    module: &Module,
    id: KernelId,
    spilled: &SpilledForm,
    options: &TrialOptions,
) -> Result<refine::Summary, RefineError> {
    refine(module, id, &spilled.kernel, &spilled.registers, options)
}

/// Checks vISA that another compiler made of kernel `id` of `module`, by executing both sides. Its arguments are where
/// `arguments` says: [`Zebin::argument_layout`](crate::link::Zebin::argument_layout) finds that out.
///
/// # Errors
///
/// A difference, or why the program cannot be executed.
pub fn execute_foreign(
    module: &Module,
    id: KernelId,
    kernel: &VisaKernel,
    arguments: ArgumentLayout,
    options: &TrialOptions,
) -> Result<refine::Summary, RefineError> {
    refine_foreign(module, id, kernel, arguments, options)
}

#[cfg(test)]
mod faults;

#[cfg(test)]
mod tests {
    use texvisa_ir::target::{SimdWidth, Target};
    use texvisa_ir::texture::parse;
    use texvisa_ir::visa::Inst;
    use texvisa_ir::visa::verify::VisaErrorKind;

    use super::*;
    use crate::compile;

    /// A kernel of `count` loads and its source.
    fn loads(count: usize) -> (Module, Compiled) {
        let mut text = "surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
kernel @loads(%x: i32, %y: i32) {
^entry:
"
        .to_owned();
        for load in 0..count {
            text += &format!("  %texel{load} = load t0 [u: %x, v: %y, lod: 0] -> f32x4\n");
            text += &format!("  %red{load} = extract f32x4 %texel{load}, 0\n");
            text += &format!("  store_raw b0 [x: %x], f32 %red{load}\n");
        }
        let module = parse(&(text + "  return\n}")).expect("the text is valid");
        let id = module.kernel("loads").expect("it has that kernel");
        let options = texvisa_lowering::LoweringOptions::default();
        let compiled = compile(&module, id, Target::Tgllp, SimdWidth::Simd16, &options).expect("it compiles");
        (module, compiled)
    }

    #[test]
    fn the_result_is_dropped_if_the_symbolic_check_fails() {
        for count in [1, WORTH_A_THREAD] {
            let (module, mut compiled) = loads(count);
            assert_eq!(compiled.lowered.kernel.insts.len() < WORTH_A_THREAD, count == 1);
            let text = symbolically_checked(&module, &compiled, || compiled.visaasm()).expect("it is right");
            assert_eq!(text, compiled.visaasm());
            // The last message is sent with its coordinates exchanged.
            compiled.lowered.kernel.raws.reverse();
            let wrong = symbolically_checked(&module, &compiled, || ());
            assert!(matches!(wrong, Err(CheckError::Symbolic(_))), "{wrong:?}");
            compiled.lowered.kernel.insts.iter_mut().for_each(ask_for_residency);
            let broken = symbolically_checked(&module, &compiled, || panic!("it breaks rules"));
            assert!(matches!(broken, Err(CheckError::Invalid(_))), "{broken:?}");
        }
    }

    /// Asks for residency, which makes the response longer by a register.
    fn ask_for_residency(inst: &mut Inst) {
        if let Inst::Sampler(message) = inst {
            message.residency = true;
        }
    }

    /// Neither of the other checks notices a response that is longer than its variable.
    #[test]
    fn a_program_that_breaks_rules_of_visa_is_not_executed() {
        let text = "surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
kernel @red(%x: i32, %y: i32) {
^entry:
  %texel = load t0 [u: %x, v: %y, lod: 0] -> f32x4
  %red = extract f32x4 %texel, 0
  %to = shl i32 %x, 2
  store_raw b0 [x: %to], f32 %red
  return
}";
        let module = parse(text).expect("the text is valid");
        let id = module.kernel("red").expect("it has that kernel");
        let options = texvisa_lowering::LoweringOptions::default();
        let mut compiled = compile(&module, id, Target::Tgllp, SimdWidth::Simd16, &options).expect("it compiles");
        assert!(check(&module, id, &compiled, &TrialOptions::default()).is_ok());
        compiled.lowered.kernel.insts.iter_mut().for_each(ask_for_residency);
        let error = check(&module, id, &compiled, &TrialOptions::default()).expect_err("the mask has no room");
        let CheckError::Invalid(errors) = error else { panic!("{error}") };
        let violations: Vec<_> = errors.into_iter().map(|error| error.kind).collect();
        assert_eq!(violations, [VisaErrorKind::ResponseBytes { given: 64, needed: 96 }]);
    }
}
