//! Compiled kernels with their origins.

use texvisa_emulator::symbolic::{self, Mismatch, SymbolicSummary};
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{self, Module};
use texvisa_ir::visa::VisaKernel;
use texvisa_ir::visa::origin::Origins;

/// A compiled kernel.
#[derive(Clone)]
pub struct Compiled {
    pub module: Module,
    pub texture: texture::Kernel,
    pub kernel: VisaKernel,
    pub origins: Origins,
}

impl Compiled {
    /// The first kernel of `module`, or why it cannot be lowered.
    pub fn new(module: Module, target: Target, simd: SimdWidth) -> Result<Compiled, String> {
        Compiled::with_registers(module, target, simd, None)
    }

    /// The same, ordered for so many registers, and with values computed again for fewer; or as what is spilled in that order is.
    pub fn with_registers(
        module: Module,
        target: Target,
        simd: SimdWidth,
        registers: Option<(u32, bool)>,
    ) -> Result<Compiled, String> {
        let id = module.kernels.keys().next().expect("a kernel");
        let options = texvisa_lowering::LoweringOptions::default();
        let lowered = texvisa_lowering::lower(&module, module.kernels[id].clone(), target, simd, &options);
        let lowered = lowered.and_then(|lowered| match registers {
            Some((registers, is_spilled)) => {
                let orders = lowered.orders(&module, registers)?;
                let (lowered, _) = lowered.relieve(&module, &orders, is_spilled)?;
                Ok(lowered.rematerialize(&module, registers)?.unwrap_or(lowered))
            }
            None => Ok(lowered),
        });
        let mut lowered =
            lowered.map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))?;
        let liveness = texvisa_regalloc::Liveness::new(&lowered.kernel).map_err(|error| error.to_string())?;
        texvisa_regalloc::coalesce(&mut lowered.kernel, &liveness);
        if let Some((registers, _)) = registers {
            texvisa_regalloc::coalesce_crowded(&mut lowered.kernel, &liveness, registers);
        }
        texvisa_lowering::shorten_branches(
            &mut lowered.kernel,
            &mut lowered.origins,
            texvisa_lowering::SkippedEdges::WithCopies,
        );
        Ok(Compiled { module, texture: lowered.texture, kernel: lowered.kernel, origins: lowered.origins })
    }

    /// A kernel in text.
    pub fn of_text(text: &str, target: Target, simd: SimdWidth) -> Compiled {
        let module = texture::parse(text).unwrap_or_else(|errors| panic!("{errors:?}"));
        Compiled::new(module, target, simd).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The same, which the check must accept.
    pub fn checked(text: &str, target: Target, simd: SimdWidth) -> Compiled {
        let compiled = Compiled::of_text(text, target, simd);
        compiled.check().unwrap_or_else(|found| panic!("{}", found[0]));
        compiled
    }

    /// The mismatches after `change`, a line each.
    pub fn mismatches_after(mut self, change: impl FnOnce(&mut Compiled)) -> String {
        change(&mut self);
        match self.check() {
            Ok(summary) => panic!("not seen: {summary:?}"),
            Err(found) => found.iter().map(|found| format!("{found}\n")).collect(),
        }
    }

    /// Holds that the check refuses it after a change; `what` names the change.
    pub fn assert_refused(&self, what: &str, change: &dyn Fn(&mut Compiled)) {
        let mut broken = self.clone();
        change(&mut broken);
        assert!(broken.check().is_err(), "{what}");
    }

    pub fn check(&self) -> Result<SymbolicSummary, Vec<Mismatch>> {
        symbolic::check(&self.module, &self.texture, &self.kernel, &self.origins)
    }
}
