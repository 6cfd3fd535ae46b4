//! Checks that emitted vISA does what its source says.
//!
//! First that it keeps to the rules of vISA ([`visa::verify`](texvisa_ir::visa::verify())), without which nothing is
//! known of it. Then two halves, each with its limits: see [`emulator::symbolic`](texvisa_emulator::symbolic), which
//! proves what every message is sent with, and [`emulator::refine`](texvisa_emulator::refine), which executes both
//! sides. Neither says anything of the texture unit itself.

use texvisa_emulator::refine::{self, RefineError, refine};
use texvisa_emulator::symbolic;
use texvisa_ir::texture::{KernelId, Module};
use texvisa_ir::visa::{self, verify::VerifyError};

use crate::compile::Compiled;

pub use texvisa_emulator::refine::Options;

/// What a check that found nothing wrong has seen. Execution may have compared nothing: see
/// [`refine::Summary::shortcoming`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// By following each value to the message that it is sent with.
    pub symbolic: symbolic::Summary,
    /// By execution on random and boundary inputs.
    pub execution: refine::Summary,
}

/// A difference, or a program that cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The vISA breaks rules: every place.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Invalid(Vec<VerifyError>),
    /// A message is sent with something else than its operation says, or this cannot be seen: every such place.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Symbolic(Vec<symbolic::Mismatch>),
    /// Execution found a difference, or could not be carried out.
    #[error(transparent)]
    Execution(#[from] RefineError),
}

/// Checks `compiled` against kernel `id` of `module`, which it was compiled from.
///
/// # Errors
///
/// See [`CheckError`].
pub fn check(module: &Module, id: KernelId, compiled: &Compiled, options: &Options) -> Result<Report, CheckError> {
    let symbolic = prove(module, compiled)?;
    let execution = execute(module, id, compiled, options)?;
    Ok(Report { symbolic, execution })
}

/// The half of [`check()`] that executes nothing.
///
/// # Errors
///
/// [`CheckError::Invalid`] and [`CheckError::Symbolic`].
pub fn prove(module: &Module, compiled: &Compiled) -> Result<symbolic::Summary, CheckError> {
    keeps_to_rules(compiled)?;
    prove_messages(module, compiled)
}

fn keeps_to_rules(compiled: &Compiled) -> Result<(), CheckError> {
    let errors = visa::verify(&compiled.lowered.kernel);
    if errors.is_empty() { Ok(()) } else { Err(CheckError::Invalid(errors)) }
}

fn prove_messages(module: &Module, compiled: &Compiled) -> Result<symbolic::Summary, CheckError> {
    let lowered = &compiled.lowered;
    symbolic::check(module, &lowered.texture, &lowered.kernel, &lowered.origins).map_err(CheckError::Symbolic)
}

/// Instructions of the smallest kernel that is worth a second thread: waking one takes as long as proving hundreds.
const WORTH_A_THREAD: usize = 2_000;

/// What `make` makes of a program that [`prove`] finds nothing wrong with, such as its text. Of a large kernel it is made
/// while the messages are proved, on another core where one is free, and dropped if they are wrong: `make` must not
/// depend on what is proved. A program that breaks rules of vISA is given to nothing.
///
/// # Errors
///
/// Those of [`prove`].
pub fn proved<T: Send>(module: &Module, compiled: &Compiled, make: impl FnOnce() -> T + Send) -> Result<T, CheckError> {
    keeps_to_rules(compiled)?;
    if compiled.lowered.kernel.insts.len() < WORTH_A_THREAD {
        return prove_messages(module, compiled).map(|_| make());
    }
    let (proof, made) = rayon::join(|| prove_messages(module, compiled), make);
    proof.map(|_| made)
}

/// The half of [`check()`] that executes both sides; [`prove`] has to have found nothing wrong.
///
/// # Errors
///
/// A difference, or why they cannot be executed.
pub fn execute(
    module: &Module,
    id: KernelId,
    compiled: &Compiled,
    options: &Options,
) -> Result<refine::Summary, RefineError> {
    refine(module, id, &compiled.lowered.kernel, &compiled.registers, options)
}

#[cfg(test)]
mod tests {
    use texvisa_ir::target::{SimdWidth, Target};
    use texvisa_ir::texture::parse;
    use texvisa_ir::visa::Inst;
    use texvisa_ir::visa::verify::Fault;

    use super::*;
    use crate::compile;

    /// A kernel of so many loads, with what it was compiled from.
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
        let module = parse(&(text + "  return\n}")).expect("the program is right");
        let id = module.kernel("loads").expect("it has that kernel");
        let options = texvisa_lowering::Options::default();
        let compiled = compile(&module, id, Target::Tgllp, SimdWidth::Simd16, &options).expect("it compiles");
        (module, compiled)
    }

    #[test]
    fn what_is_made_of_a_program_is_had_of_one_that_is_right() {
        for count in [1, WORTH_A_THREAD] {
            let (module, mut compiled) = loads(count);
            assert_eq!(compiled.lowered.kernel.insts.len() < WORTH_A_THREAD, count == 1);
            let text = proved(&module, &compiled, || compiled.visaasm()).expect("it is right");
            assert_eq!(text, compiled.visaasm());
            // The last message is sent with its coordinates exchanged.
            compiled.lowered.kernel.raws.reverse();
            let wrong = proved(&module, &compiled, || ());
            assert!(matches!(wrong, Err(CheckError::Symbolic(_))), "{wrong:?}");
            compiled.lowered.kernel.insts.iter_mut().for_each(ask_for_residency);
            let broken = proved(&module, &compiled, || panic!("it breaks rules"));
            assert!(matches!(broken, Err(CheckError::Invalid(_))), "{broken:?}");
        }
    }

    /// A message's response is longer by a register then.
    fn ask_for_residency(inst: &mut Inst) {
        if let Inst::Sampler(message) = inst {
            message.residency = true;
        }
    }

    /// A response longer than its variable is no difference to its source, and both engines would go on.
    #[test]
    fn what_breaks_rules_of_visa_is_not_executed() {
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
        let module = parse(text).expect("the program is right");
        let id = module.kernel("red").expect("it has that kernel");
        let options = texvisa_lowering::Options::default();
        let mut compiled = compile(&module, id, Target::Tgllp, SimdWidth::Simd16, &options).expect("it compiles");
        assert!(check(&module, id, &compiled, &Options::default()).is_ok());
        compiled.lowered.kernel.insts.iter_mut().for_each(ask_for_residency);
        let error = check(&module, id, &compiled, &Options::default()).expect_err("the mask has no room");
        let CheckError::Invalid(errors) = error else { panic!("{error}") };
        let faults: Vec<_> = errors.into_iter().map(|error| error.fault).collect();
        assert_eq!(faults, [Fault::ResponseBytes { given: 64, needed: 96 }]);
    }
}
