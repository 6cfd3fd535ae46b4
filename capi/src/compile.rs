//! Compiles a kernel that is in memory.

use compiler::ir::source::Location;
use compiler::ir::target::{SimdWidth, Target};
use compiler::ir::texture::{Module, VerifyError, verify};
use compiler::ir::visa::isa::Version;
use compiler::ir::visa::message::CodeNumbering;
use compiler::{CompileError, Compiled, LoweringOptions, compile};

use crate::result::{OwnedDiagnostic, Refusal, TexvisaResult, terminated};
use crate::types::{
    TEXVISA_BUG, TEXVISA_INVALID, TEXVISA_LLVM_IR, TEXVISA_REMARK, TEXVISA_SYNTAX, TEXVISA_TEXTURE_IR,
    TEXVISA_UNSUPPORTED,
};

/// What to compile, and how.
pub struct Order<'a> {
    pub source: &'a [u8],
    pub input: u32,
    pub kernel: Option<&'a str>,
    pub target: Option<&'a str>,
    pub lanes: u32,
    pub check: bool,
}

/// Compiles a kernel.
///
/// # Errors
///
/// Everything that is wrong with the source or the order.
pub fn run(order: &Order<'_>) -> Result<TexvisaResult, Refusal> {
    compiled(&read(order)?, order)
}

/// Compiles a kernel of a module.
///
/// # Errors
///
/// Everything that is wrong with the order, or what cannot be lowered.
pub fn compiled(module: &Module, order: &Order<'_>) -> Result<TexvisaResult, Refusal> {
    let target = target_of(order.target)?;
    let simd = width_of(order.lanes)?;
    let known: Vec<&str> = module.kernels.values().map(|kernel| kernel.name.as_str()).collect();
    let name = match (order.kernel, &known[..]) {
        (Some(name), _) => name,
        (None, [only]) => only,
        (None, _) => {
            let count = known.len();
            return Err(Refusal::misuse(format!("the source has {count} kernels; name one of {}", known.join(", "))));
        }
    };
    let id = module.kernel(name).ok_or_else(|| {
        Refusal::misuse(format!("the source has no kernel `{name}`; expected one of {}", known.join(", ")))
    })?;
    let compiled =
        compile(module, id, target, simd, &LoweringOptions::default()).map_err(|error| of_compiling(&error))?;
    if order.check {
        check(module, &compiled)?;
    }
    let mut diagnostics = Vec::new();
    if let Some(spill) = &compiled.spill {
        diagnostics.push(OwnedDiagnostic::new(TEXVISA_REMARK, Location::UNKNOWN, &spill.to_string()));
    }
    let binary = compiled
        .isa(Version::V4_1, CodeNumbering::Finalizer)
        .map_err(|error| Refusal::of(TEXVISA_UNSUPPORTED, error.to_string()))?;
    let text = compiled.visaasm().into_bytes();
    Ok(TexvisaResult { diagnostics, text: terminated(text), binary: terminated(binary), plan: None })
}

/// The platform of that name.
///
/// # Errors
///
/// There is none.
pub fn target_of(name: Option<&str>) -> Result<Target, Refusal> {
    let name = name.ok_or_else(|| Refusal::misuse(format!("`target` is null; expected one of {}", Target::names())))?;
    name.parse::<Target>().map_err(|error| Refusal::misuse(error.to_string()))
}

/// The width of that many lanes.
///
/// # Errors
///
/// There is none.
pub fn width_of(lanes: u32) -> Result<SimdWidth, Refusal> {
    SimdWidth::from_lanes(lanes).ok_or_else(|| Refusal::misuse(format!("`lanes` is {lanes}; expected 8, 16 or 32")))
}

fn read(order: &Order<'_>) -> Result<Module, Refusal> {
    match order.input {
        TEXVISA_TEXTURE_IR => texture_ir(order.source),
        TEXVISA_LLVM_IR => llvm_ir(order.source),
        other => Err(Refusal::misuse(format!(
            "`input` is {other}; expected TEXVISA_TEXTURE_IR ({TEXVISA_TEXTURE_IR}) or TEXVISA_LLVM_IR ({TEXVISA_LLVM_IR})"
        ))),
    }
}

fn texture_ir(source: &[u8]) -> Result<Module, Refusal> {
    let text = std::str::from_utf8(source).map_err(|error| {
        Refusal::of(TEXVISA_SYNTAX, format!("byte {} of the source is not UTF-8; expected UTF-8", error.valid_up_to()))
    })?;
    let module = compiler::ir::texture::parse(text).map_err(|errors| {
        let diagnostics =
            errors.iter().map(|error| OwnedDiagnostic::new(TEXVISA_SYNTAX, error.location, &error.message));
        Refusal(diagnostics.collect())
    })?;
    let errors = verify(&module);
    if errors.is_empty() { Ok(module) } else { Err(invalid(&errors)) }
}

#[cfg(feature = "llvm")]
fn llvm_ir(source: &[u8]) -> Result<Module, Refusal> {
    use texvisa_llvm::ImportError;
    match texvisa_llvm::import_bytes("source", source) {
        Ok(import) => Ok(import.module),
        Err(ImportError::Unsupported(kernels)) => {
            let diagnostics = kernels.diagnostics.iter().map(|found| {
                let kind = if found.is_defect { TEXVISA_BUG } else { TEXVISA_UNSUPPORTED };
                OwnedDiagnostic::new(kind, found.location, &found.to_string())
            });
            Err(Refusal(diagnostics.collect()))
        }
        Err(error) => Err(Refusal::of(TEXVISA_SYNTAX, error.to_string())),
    }
}

#[cfg(not(feature = "llvm"))]
fn llvm_ir(_: &[u8]) -> Result<Module, Refusal> {
    Err(Refusal::misuse("texvisa was built without LLVM; build texvisa-capi with its feature `llvm`"))
}

/// What is wrong with a module.
pub fn invalid(errors: &[VerifyError]) -> Refusal {
    Refusal(errors.iter().map(|error| OwnedDiagnostic::new(TEXVISA_INVALID, error.location, &error.message)).collect())
}

fn of_compiling(error: &CompileError) -> Refusal {
    match error {
        CompileError::Invalid(errors) => invalid(errors),
        CompileError::Lower(errors) => {
            let diagnostics = errors
                .iter()
                .map(|error| OwnedDiagnostic::new(TEXVISA_UNSUPPORTED, error.location, &error.to_string()));
            Refusal(diagnostics.collect())
        }
        other => Refusal::of(TEXVISA_BUG, other.to_string()),
    }
}

#[cfg(feature = "check")]
fn check(module: &Module, compiled: &Compiled) -> Result<(), Refusal> {
    let checked = compiler::check::check_symbolically(module, compiled);
    checked.map(|_| ()).map_err(|error| Refusal::of(TEXVISA_BUG, error.to_string()))
}

#[cfg(not(feature = "check"))]
fn check(_: &Module, _: &Compiled) -> Result<(), Refusal> {
    Err(unchecked())
}

/// The refusal of a library that checks nothing.
#[cfg(not(feature = "check"))]
pub fn unchecked() -> Refusal {
    Refusal::misuse(
        "texvisa was built without its checks; build texvisa-capi with its feature `check`, or set `check` to 0",
    )
}

#[cfg(all(test, feature = "llvm"))]
#[expect(clippy::expect_used, clippy::panic, reason = "they say what is wrong")]
mod tests {
    use std::io::Write;
    use std::process::{Command, Stdio};

    use super::*;

    /// A load of the first texel of an image, as Intel's compiler calls it, whose red is stored.
    const LLVM: &str = "define spir_kernel void @k(i32 %x) {
  %r = call <4 x float> @llvm.genx.GenISA.ldptr(i32 %x, i32 %x, i32 0, i32 0, float addrspace(196608)* null, i32 0, i32 0, i32 0)
  %e = extractelement <4 x float> %r, i32 0
  %p = inttoptr i32 0 to float addrspace(131072)*
  store float %e, float addrspace(131072)* %p, align 4
  ret void
}
declare <4 x float> @llvm.genx.GenISA.ldptr(i32, i32, i32, i32, float addrspace(196608)*, i32, i32, i32)
";

    fn compiled(source: &[u8]) -> Result<String, Vec<(u32, String)>> {
        let target = Target::ALL.into_iter().find(|target| target.platform().has_sampler).map(Target::name);
        let order = Order { source, input: TEXVISA_LLVM_IR, kernel: None, target, lanes: 8, check: true };
        match run(&order) {
            Ok(result) => Ok(String::from_utf8_lossy(&result.text).into_owned()),
            Err(Refusal(diagnostics)) => Err(diagnostics
                .iter()
                .map(|found| (found.kind, found.message.to_string_lossy().into_owned()))
                .collect()),
        }
    }

    #[test]
    fn llvm_ir_in_memory_is_compiled() {
        let text = compiled(LLVM.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
        // Level zero: ld_lz.
        assert!(text.contains("load_lz.R ("), "{text}");
        let wrong = LLVM.replace("GenISA.ldptr", "GenISA.nothing");
        let errors = compiled(wrong.as_bytes()).expect_err("there is no such intrinsic");
        assert!(errors.iter().all(|(kind, _)| *kind == TEXVISA_UNSUPPORTED), "{errors:?}");
        let errors = compiled(b"define void").expect_err("the text ends early");
        assert_eq!(errors[0].0, TEXVISA_SYNTAX, "{errors:?}");
    }

    #[test]
    fn bitcode_in_memory_is_compiled() {
        let mut assembler = Command::new("llvm-as-14")
            .args(["-o", "-", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("llvm-as-14 comes with LLVM 14");
        assembler.stdin.take().expect("it is piped").write_all(LLVM.as_bytes()).expect("it reads");
        let bitcode = assembler.wait_with_output().expect("it ends").stdout;
        assert!(bitcode.starts_with(b"BC"), "llvm-as-14 writes bitcode");
        let text = compiled(&bitcode).unwrap_or_else(|errors| panic!("{errors:?}"));
        assert_eq!(text, compiled(LLVM.as_bytes()).unwrap_or_default());
    }
}
