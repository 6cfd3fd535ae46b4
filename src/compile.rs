//! Compiles one kernel: lowering, layout, registers, and the checks that every program passes before it leaves.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{KernelId, Module, VerifyError, verify};
use texvisa_ir::visa::{RegisterMap, asm};
use texvisa_lowering::{LowerError, Lowered, Options, lower, shorten_branches};
use texvisa_regalloc::{AssignError, LayoutReport, Violation, assign, check, layout};

/// A compiled kernel.
#[derive(Debug)]
pub struct Compiled {
    /// The vISA with its layout, what it stands for, and the plans.
    pub lowered: Lowered,
    /// The registers of its variables.
    pub registers: Result<RegisterMap, AssignError>,
    /// What the layout did.
    pub layout: LayoutReport,
}

impl Compiled {
    /// The kernel as Intel's assembler reads it.
    pub fn visaasm(&self) -> String {
        let mut text = String::new();
        asm::write(&self.lowered.kernel, &mut text);
        text
    }
}

/// Why a kernel was not compiled.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// The module is not valid.
    #[error("the module is not valid")]
    Invalid(Vec<VerifyError>),
    /// Lowering refused it.
    #[error("the kernel cannot be lowered")]
    Lower(Vec<LowerError>),
    /// The layout or the registers are wrong: a defect of texvisa.
    #[error("the registers are wrong")]
    Registers(Vec<Violation>),
}

/// Compiles kernel `id` of `module`.
///
/// # Errors
///
/// See [`CompileError`].
pub fn compile(module: &Module, id: KernelId, target: Target, simd: SimdWidth, options: &Options) -> Result<Compiled, CompileError> {
    let errors = verify(module);
    if !errors.is_empty() {
        return Err(CompileError::Invalid(errors));
    }
    let mut lowered = lower(module, id, target, simd, options).map_err(CompileError::Lower)?;
    let layout = layout(&mut lowered.kernel).map_err(|_| CompileError::Registers(Vec::new()))?;
    shorten_branches(&mut lowered.kernel, &mut lowered.origins);
    let registers = assign(&lowered.kernel, target.platform().grf_count);
    if let Ok(registers) = &registers {
        if std::env::var("DBG").is_ok() { let mut t=String::new(); asm::write(&lowered.kernel,&mut t); eprintln!("{t}"); for (i,x) in lowered.kernel.insts.iter().enumerate(){ let mut t=String::new(); asm::write_inst(&lowered.kernel,x,&mut t); eprintln!("{i}: {t}"); } for v in lowered.kernel.vars.keys(){ eprintln!("{v} V{} {} {:?}", v.as_u32()+32, registers.address(&lowered.kernel,v), lowered.kernel.vars[v]); } }
        check(&lowered.kernel, registers).map_err(CompileError::Registers)?;
    } else {
        check(&lowered.kernel, &RegisterMap::unbounded(&lowered.kernel)).map_err(CompileError::Registers)?;
    }
    Ok(Compiled { lowered, registers, layout })
}
