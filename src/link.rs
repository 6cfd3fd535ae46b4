//! Puts the machine code of a kernel in place of a kernel's in a program that Intel's OpenCL compiler made.
//!
//! Such a program is an ELF file that a driver loads: a "zebin", as
//! `ocloc compile -file k.cl -device tgllp -internal_options -ze-allow-zebin` writes it for SKL, ICLLP, TGLLP and DG2.
//! Everything but the kernel's code and what depends on it stays as it is, byte for byte: the sizes of the section and
//! of its symbols, and in `.ze_info` the number of registers and barriers and the scratch memory.
//!
//! The arguments are compared before: where the kernel finds each, with where the loader puts it; which entries of the
//! tables its messages use, with those that the loader fills; and where the kernel's source is there, what each is for.
//!
//! # Example
//!
//! ```no_run
//! use texvisa::link::{MachineCode, Zebin};
//!
//! let bytes = std::fs::read("program.bin")?;
//! let program = Zebin::read(&bytes)?;
//! // The program's own code again.
//! let code = MachineCode::of_bytes(program.code("blur")?.to_vec());
//! assert_eq!(program.with_code("blur", &code)?, bytes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arguments;
mod code;
mod elf;
mod error;
mod finalizer;
mod platforms;
mod relocations;
mod ze_info;
mod zebin;

pub use code::{MachineCode, ThreadNeeds};
pub use error::{ArgumentMismatch, LinkError};
pub use relocations::{AddressPart, Relocation};
pub use zebin::Zebin;

use texvisa_ir::texture::Module;
use texvisa_ir::visa::{Attribute, AttributeOwner, AttributeValue, Inst, StateKind, VisaKernel, asm};

use crate::Compiled;
use finalizer::VisaForm;
use ze_info::KernelInfo;

/// vISA in one of its forms, as it was read.
#[derive(Clone, Copy, Debug)]
pub enum Visa<'a> {
    /// Text.
    Text(&'a str),
    /// The binary form.
    Binary(&'a [u8]),
}

/// Makes machine code of a kernel, for the place of a program's kernel, with Intel's finalizer. `kernel` is what `visa`
/// says.
///
/// # Errors
///
/// There is no kernel of that name in the program, or the given one does not fit its place: another width, inputs that
/// the loader does not pass, entries of tables that it does not fill. Those of the finalizer.
pub fn finalize(
    program: &Zebin<'_>,
    name: &str,
    kernel: &VisaKernel,
    visa: Visa<'_>,
) -> Result<MachineCode, LinkError> {
    let (_, info) = program.info(name)?;
    if kernel.simd_stated && kernel.simd.lanes() != info.simd_size {
        let (given, allowed) = (kernel.simd.lanes(), info.simd_size);
        return Err(LinkError::Width { kernel: name.to_owned(), given, allowed });
    }
    if kernel.main_function().is_empty() {
        return Err(LinkError::NoMainFunction);
    }
    let mismatches = arguments::compare(kernel, info);
    if !mismatches.is_empty() {
        return Err(LinkError::Arguments(mismatches));
    }
    let kept = keep_together(kernel);
    let (bytes, form) = match visa {
        _ if let Some(text) = &kept => (text.as_bytes(), VisaForm::Text),
        Visa::Text(text) => (text.as_bytes(), VisaForm::Text),
        Visa::Binary(bytes) => (bytes, VisaForm::Binary),
    };
    let made = finalizer::finalize(bytes, form, program.target(), info.grf_count.value)?;
    let relocations = relocations::find(&made.listing, &made.code, kernel.symbols.values())?;
    let has_barrier = kernel.insts.iter().any(|inst| matches!(inst, Inst::Barrier));
    let scratch_bytes = finalizer::scratch_bytes(private_bytes(kernel, info), made.spilled);
    let needs = ThreadNeeds { grf_count: made.grf_count, barrier_count: has_barrier.into(), scratch_bytes };
    Ok(MachineCode { bytes: made.code, relocations: Some(relocations), needs: Some(needs) })
}

/// The text of a kernel that takes addresses of constant memory, whose variables are marked as outputs. The finalizer
/// then leaves both halves of an address in one pair of dwords; otherwise it may move one of them elsewhere, and nothing
/// tells which is which. `None` for other kernels.
fn keep_together(kernel: &VisaKernel) -> Option<String> {
    if kernel.symbols.is_empty() {
        return None;
    }
    let mut kept = kernel.clone();
    for inst in &kernel.insts {
        let Inst::SymbolAddress { dst, .. } = inst else { continue };
        let owner = AttributeOwner::Var(kernel.backing(dst.var).0);
        let is_output = |attribute: &&Attribute| &*attribute.name == "Output";
        if kept.attributes.of(owner).iter().find(is_output).is_none() {
            kept.attributes.push(Attribute { owner, name: "Output".into(), value: AttributeValue::Flag });
        }
    }
    let mut text = String::new();
    asm::write(&kept, &mut text);
    Some(text)
}

/// Bytes of scratch memory that are the program's own: what the kernel says or, where it says nothing and uses some, what
/// the program has now.
fn private_bytes(kernel: &VisaKernel, info: &KernelInfo) -> u32 {
    let of_kernel = kernel.attributes.of(AttributeOwner::Kernel).iter();
    let said = of_kernel.filter(|attribute| &*attribute.name == "SpillMemOffset").find_map(|attribute| {
        if let AttributeValue::Number(bytes) = attribute.value { u32::try_from(bytes).ok() } else { None }
    });
    match said {
        Some(bytes) => bytes,
        None if kernel.states.values().any(|kind| *kind == StateKind::Scratch) => info.needs().scratch_bytes,
        None => 0,
    }
}

/// Compares the arguments of a kernel that was compiled from `module` with those of a program's kernel: where each is,
/// and what it is for.
///
/// # Errors
///
/// There is no kernel of that name in the program, or it has another width; inputs that the loader does not pass or
/// that are something else, entries of tables that it does not fill.
pub fn compare_arguments(
    program: &Zebin<'_>,
    name: &str,
    module: &Module,
    compiled: &Compiled,
) -> Result<(), LinkError> {
    let kernel = &compiled.lowered.kernel;
    let (_, info) = program.info(name)?;
    if kernel.simd.lanes() != info.simd_size {
        let (given, allowed) = (kernel.simd.lanes(), info.simd_size);
        return Err(LinkError::Width { kernel: name.to_owned(), given, allowed });
    }
    let mut mismatches = arguments::compare(kernel, info);
    mismatches.extend(arguments::compare_roles(module, compiled, info));
    if mismatches.is_empty() { Ok(()) } else { Err(LinkError::Arguments(mismatches)) }
}

/// Makes machine code of a kernel that was compiled from `module`, as [`finalize`] does, and compares first what its
/// arguments are for.
///
/// # Errors
///
/// Those of [`finalize`], and arguments that are something else in the program.
pub fn finalize_compiled(
    program: &Zebin<'_>,
    name: &str,
    module: &Module,
    compiled: &Compiled,
) -> Result<MachineCode, LinkError> {
    compare_arguments(program, name, module, compiled)?;
    finalize(program, name, &compiled.lowered.kernel, Visa::Text(&compiled.visaasm()))
}
