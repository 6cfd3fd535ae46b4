//! Sources, destinations and raw operands: their regions, and that they lie inside their variables.

use super::{Verifier, VisaErrorKind};
use crate::visa::asm::{names, write_var};
use crate::visa::entities::{Symbol, Var};
use crate::visa::inst::Inst;
use crate::visa::kernel::Storage;
use crate::visa::operand::{Dst, Raw, Src};
use crate::visa::predefined::Predefined;
use crate::visa::types::{DataType, Exec, Modifier, Region};

impl Verifier<'_> {
    fn var_name(&self, var: Var) -> String {
        let mut name = String::new();
        write_var(self.kernel, var, &mut name);
        name
    }

    /// A source of an instruction that works on `exec`: its region, and that it begins at an element.
    pub(super) fn source(&mut self, src: Src, exec: Exec) {
        let Src::Register { var, offset, region, .. } = src else { return };
        let legal = matches!(region.vertical, 0 | 1 | 2 | 4 | 8 | 16 | 32)
            && matches!(region.width, 1 | 2 | 4 | 8 | 16)
            && matches!(region.horizontal, 0 | 1 | 2 | 4);
        self.require(legal, || VisaErrorKind::Region { given: region });
        self.require(!legal || region.width <= exec.lanes, || VisaErrorKind::RegionWidth {
            given: region,
            lanes: exec.lanes,
        });
        self.element(offset, self.kernel.vars[var].ty.bytes());
    }

    /// A source that arithmetic modifiers may be on.
    pub(super) fn arithmetic_source(&mut self, src: Src, exec: Exec) {
        self.source(src, exec);
        if let Src::Register { modifier: Modifier::Not, .. } = src {
            self.error(VisaErrorKind::Modifier { given: Modifier::Not, allowed: "(-), (abs) or (-abs)" });
        }
    }

    pub(super) fn source_type(&self, src: Src) -> DataType {
        match src {
            Src::Register { var, .. } => self.kernel.vars[var].ty,
            Src::Immediate { ty, .. } => ty,
            Src::Vector { ty, .. } => ty.element(),
        }
    }

    /// A source of which all lanes read the same element.
    pub(super) fn scalar(&mut self, src: Src) {
        self.source(src, Exec::SCALAR);
        match src {
            Src::Register { region, .. } => {
                self.require(region == Region::SCALAR, || VisaErrorKind::NotScalar { given: region });
            }
            Src::Vector { ty, .. } => self.error(VisaErrorKind::NumberOfEachLane { ty }),
            Src::Immediate { .. } => {}
        }
    }

    pub(super) fn destination(&mut self, dst: Dst) {
        self.require(matches!(dst.stride, 1 | 2 | 4), || VisaErrorKind::Stride { given: dst.stride });
        self.element(dst.offset, self.kernel.vars[dst.var].ty.bytes());
    }

    /// Where the address of a symbol goes, and the symbol.
    pub(super) fn address(&mut self, dst: Dst, symbol: Symbol) {
        self.destination(dst);
        let ty = self.kernel.vars[dst.var].ty;
        self.require(ty == DataType::Uq, || VisaErrorKind::SymbolAddressType { given: ty });
        let name = &self.kernel.symbols[symbol];
        self.require(names::is_symbol(name), || VisaErrorKind::SymbolName { name: name.clone() });
    }

    fn element(&mut self, offset: u16, bytes: u32) {
        let whole = u32::from(offset).is_multiple_of(bytes);
        self.require(whole, || VisaErrorKind::ElementOffset { offset, bytes });
    }

    /// A raw operand: it begins at a register, wherever its variable may be put.
    pub(super) fn raw(&mut self, raw: Raw) {
        let kernel = self.kernel;
        let (root, start) = kernel.backing(raw.var);
        let offset = start + u32::from(raw.offset);
        let align = kernel.vars[root].align.bytes(self.platform.grf_bytes);
        let grf = self.platform.grf_bytes;
        if !offset.is_multiple_of(grf) || align < grf {
            let var = self.var_name(raw.var);
            self.error(VisaErrorKind::RawAlignment { var, offset, align, grf });
        }
    }

    /// What an instruction reads and writes lies inside the variables.
    pub(super) fn bounds(&mut self, inst: &Inst) {
        let kernel = self.kernel;
        kernel.for_each_access(inst, |access| self.inside(access.var, access.start, access.end));
    }

    /// Bytes `start` to `end` lie inside the variable; nothing has room for everything.
    pub(super) fn inside(&mut self, var: Var, start: u32, end: u32) {
        if self.kernel.vars[var].storage == Storage::Predefined(Predefined::Null) {
            return;
        }
        let bytes = self.kernel.vars[var].bytes();
        if end > bytes {
            let var = self.var_name(var);
            self.error(VisaErrorKind::Bounds { var, start, end, bytes });
        }
    }
}
