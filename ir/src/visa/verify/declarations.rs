//! Variables, predicates and arguments, as they are declared.

use smallvec::SmallVec;

use super::{Verifier, VisaError, VisaErrorKind};
use crate::visa::asm::write_var;
use crate::visa::entities::Var;
use crate::visa::kernel::{Storage, VarInput};

impl Verifier<'_> {
    /// Checks what is declared. Returns whether every variable has a backing variable.
    pub(super) fn declarations(&mut self) -> bool {
        let kernel = self.kernel;
        let (target, simd) = (kernel.target, kernel.simd);
        self.require(!kernel.simd_stated || simd.is_legal(target), || VisaErrorKind::KernelWidth { target, simd });
        if !self.aliases() {
            return false;
        }
        for (pred, bits) in &kernel.preds {
            if !(bits.is_power_of_two() && *bits <= 32) {
                let text = kernel.names.pred(pred).map_or_else(|| format!("P{}", pred.as_u32() + 1), str::to_owned);
                let violation = VisaErrorKind::PredicateElements { given: *bits };
                self.errors.push(VisaError { inst: None, text, kind: violation });
            }
        }
        self.inputs();
        true
    }

    #[cold]
    fn declaration_error(&mut self, var: Var, violation: VisaErrorKind) {
        let mut text = String::new();
        write_var(self.kernel, var, &mut text);
        self.errors.push(VisaError { inst: None, text, kind: violation });
    }

    fn aliases(&mut self) -> bool {
        let kernel = self.kernel;
        for (var, decl) in &kernel.vars {
            let (of, offset) = match decl.storage {
                Storage::Own | Storage::Predefined(_) => continue,
                Storage::R0 => {
                    let bytes = kernel.grf_bytes();
                    if decl.bytes() > bytes {
                        let violation = VisaErrorKind::AliasOutside { start: 0, end: decl.bytes(), bytes };
                        self.declaration_error(var, violation);
                    }
                    continue;
                }
                Storage::Subregister { of, offset } => (of, u32::from(offset)),
                Storage::Alias { of } => (of, 0),
            };
            let bytes = kernel.vars[of].bytes();
            let end = offset + decl.bytes();
            if end > bytes {
                self.declaration_error(var, VisaErrorKind::AliasOutside { start: offset, end, bytes });
            }
            // No way through different variables is longer than there are variables.
            let mut root = of;
            let mut steps = 0;
            while let Storage::Subregister { of, .. } | Storage::Alias { of } = kernel.vars[root].storage {
                root = of;
                steps += 1;
                if steps > kernel.vars.len() {
                    self.declaration_error(var, VisaErrorKind::AliasCircle);
                    return false;
                }
            }
        }
        true
    }

    fn inputs(&mut self) {
        let kernel = self.kernel;
        let file = self.platform.grf_bytes * self.platform.grf_count;
        let mut sorted: SmallVec<[VarInput; 32]> = SmallVec::from_slice(&kernel.inputs);
        sorted.sort_unstable_by_key(|input| input.offset);
        let mut last: Option<VarInput> = None;
        for input in sorted {
            let start = u32::from(input.offset);
            let end = start + u32::from(input.bytes);
            let align = kernel.vars[input.var].align.bytes(self.platform.grf_bytes);
            if end > file {
                self.declaration_error(input.var, VisaErrorKind::InputOutside { start, end, bytes: file });
            }
            if !start.is_multiple_of(align) {
                self.declaration_error(input.var, VisaErrorKind::InputAlignment { offset: start, align });
            }
            match last {
                Some(last) if start < u32::from(last.offset) + u32::from(last.bytes) => {
                    let mut other = String::new();
                    write_var(kernel, last.var, &mut other);
                    self.declaration_error(input.var, VisaErrorKind::InputOverlap { other });
                }
                _ => {}
            }
            last = Some(input);
        }
    }
}
