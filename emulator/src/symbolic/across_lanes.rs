//! Operations across lanes: reductions and prefixes.
//!
//! A variable gets the identity, the active lanes write the operand over it, and instructions for all lanes combine its
//! elements. Of SIMD32 a reduction combines the lanes of the upper half with those of the lower one first, for the active
//! lanes.

use texvisa_ir::texture::{self, CombinedLanes, Op, Value};
use texvisa_ir::visa::{Alu, AluOp, Exec, Modifier, Region, Src};

use super::checker::Checker;
use super::origins::Destination;
use super::symbolic_value::{Scope, SymbolicValue, Term, ones};

impl Checker<'_> {
    /// An instruction of an operation across lanes. It fills a variable with the identity, writes the operand over it for
    /// the lanes that are active, or combines elements.
    #[inline(never)]
    pub(super) fn across_lanes(
        &mut self,
        alu: &Alu,
        dst: &Destination<'_>,
        source: texture::InstId,
        op: Op,
        args: &[Value],
        claim: Option<Value>,
    ) {
        let Some((combined_lanes, combine)) = op.across_lanes() else { return };
        let srcs = &alu.srcs[..alu.op.sources()];
        let identity = combine.identity(self.source_index.kernel.ty(args[0]).scalar);
        let (lanes, offset) = (u32::from(alu.exec.lanes), u32::from(alu.dst.offset));
        let (right, term) = match (alu.op, srcs, claim) {
            (AluOp::Mov, [Src::Immediate { bits, .. }], None) if alu.exec.nomask => {
                (bits.get() & ones(dst.bytes) == identity, Term::constant(identity))
            }
            (AluOp::Mov, [src], None) if !alu.exec.nomask => {
                let filled = self.elements(dst.var, dst.decl, offset, lanes).term == Term::constant(identity);
                // The variable ends with an element for each lane of the thread, or has those of a half alone.
                let behind = u32::from(dst.decl.elements) - offset / dst.bytes;
                let is_half = combined_lanes == CombinedLanes::All && alu.exec.first == 0 && offset == 0;
                let is_lower = is_half && behind == lanes && lanes < self.kernel.simd.lanes();
                let in_place = is_lower || behind + u32::from(alu.exec.first) == self.kernel.simd.lanes();
                let is_arg = self.is_operand(src, alu.exec, args[0], Modifier::None, source);
                let lower = Term::Operand { inst: source, operand: 0 };
                (filled && in_place && is_arg, if is_lower { lower } else { Term::Intermediate(source) })
            }
            // The lanes of the upper half are combined with those of the lower one.
            (_, [own, src], None) if !alu.exec.nomask && combined_lanes == CombinedLanes::All => {
                let lower = Term::Operand { inst: source, operand: 0 };
                let is_own = matches!(own, Src::Register { var, offset: 0, region: Region::CONTIGUOUS, modifier: Modifier::None } if *var == alu.dst.var);
                let has_lower = self.elements(dst.var, dst.decl, 0, lanes).term == lower;
                let in_place = offset == 0 && u32::from(alu.exec.first) + lanes == self.kernel.simd.lanes();
                let is_arg = self.is_operand(src, alu.exec, args[0], Modifier::None, source);
                (is_own && has_lower && in_place && is_arg, Term::Intermediate(source))
            }
            (_, srcs, _) => {
                let combined = srcs.iter().all(|src| self.has_combined_lanes(src, alu.exec, source, identity));
                let term = claim.map_or(Term::Intermediate(source), |value| Term::Value { value, element: 0 });
                let in_place = self.reads_lanes_in_place(alu, srcs, combined_lanes);
                (combined && in_place && (alu.exec.nomask || claim.is_some()), term)
            }
        };
        if !right || alu.predicate.is_some() || alu.saturate {
            self.wrong_operands(args, srcs, alu.exec);
        }
        // The elements of a prefix are those of the lanes, behind what is before the first of them.
        let before = u32::from(dst.decl.elements).checked_sub(self.kernel.simd.lanes());
        let lane_at = |offset: u32| before.and_then(|before| (offset / dst.bytes).checked_sub(before));
        let is_prefix = combined_lanes != CombinedLanes::All && matches!(term, Term::Intermediate(_));
        let scope_at = |offset: u32| match lane_at(offset) {
            _ if claim.is_some() && !alu.exec.nomask => Scope::Lanes { first: alu.exec.first },
            Some(first) if is_prefix => Scope::Lanes { first: first as u8 },
            _ => Scope::Uniform,
        };
        if alu.dst.stride > 1 && lanes > 1 {
            // A step in place, whose elements are apart.
            for lane in 0..lanes {
                let offset = offset + lane * u32::from(alu.dst.stride) * dst.bytes;
                let content = SymbolicValue { term, scope: scope_at(offset), bytes: dst.bytes as u8 };
                self.write(dst, offset, 1, content);
            }
            return;
        }
        self.put(alu, dst, term, scope_at(offset));
    }

    /// Whether an instruction of an operation across lanes reads the elements that it is for: the halves of what is left to
    /// reduce; of a scan, those of its lanes and as many before them, or the last of the blocks before theirs, or the results
    /// of its lanes.
    fn reads_lanes_in_place(&self, alu: &Alu, srcs: &[Src], combined: CombinedLanes) -> bool {
        let first = |src: &Src| match *src {
            Src::Register { var, offset, .. } => Some(u32::from(offset) / self.kernel.vars[var].ty.bytes()),
            Src::Immediate { .. } | Src::Vector { .. } => None,
        };
        let own = u32::from(alu.dst.offset) / self.kernel.vars[alu.dst.var].ty.bytes();
        let is_in_place = |src: &Src| matches!(src, Src::Register { var, .. } if *var == alu.dst.var);
        match (srcs, combined) {
            ([a, b], CombinedLanes::All) => {
                // The last two are read by all lanes.
                let is_last = matches!(b, Src::Register { region: Region::SCALAR, .. });
                first(a) == Some(0) && first(b) == Some(if is_last { 1 } else { alu.exec.lanes.into() })
            }
            ([a, b], _) if is_in_place(a) && is_in_place(b) => self.joins_blocks(alu, a, b),
            ([a, b], _) => {
                let distance = first(b).and_then(|b| own.checked_sub(b));
                first(a) == Some(own) && distance.is_some_and(u32::is_power_of_two)
            }
            ([result], _) => {
                let before = u32::from(combined == CombinedLanes::BeforeOwn);
                let elements = match result {
                    Src::Register { var, .. } => u32::from(self.kernel.vars[*var].elements),
                    Src::Immediate { .. } | Src::Vector { .. } => 0,
                };
                let lanes = elements.checked_sub(self.kernel.simd.lanes());
                lanes.is_some_and(|lanes| first(result) == (lanes + u32::from(alu.exec.first)).checked_sub(before))
            }
            _ => false,
        }
    }

    /// Whether an instruction combines, in place, each of its lanes with the last one of the block before its own, all blocks
    /// having as many lanes, a power of two.
    fn joins_blocks(&self, alu: &Alu, own: &Src, last: &Src) -> bool {
        let decl = &self.kernel.vars[alu.dst.var];
        let (bytes, before) = (decl.ty.bytes(), u32::from(decl.elements).checked_sub(self.kernel.simd.lanes()));
        let element = |src: &Src, lane: u32| match *src {
            Src::Register { offset, region, .. } => {
                (u32::from(offset) / bytes + region.element(lane)).checked_sub(before?)
            }
            Src::Immediate { .. } | Src::Vector { .. } => None,
        };
        (0..alu.exec.lanes.into()).all(|lane| {
            let dst = u32::from(alu.dst.offset) / bytes + lane * u32::from(alu.dst.stride);
            let (Some(own), Some(last), Some(dst)) =
                (element(own, lane), element(last, lane), before.and_then(|before| dst.checked_sub(before)))
            else {
                return false;
            };
            let ends_block = |bits: u32| own >> bits & 1 == 1 && (own >> bits << bits) - 1 == last;
            own == dst && (0..u32::BITS).any(ends_block)
        })
    }

    /// Whether every element of a source is a result of an operation across lanes or, before the first lane, the
    /// identity.
    fn has_combined_lanes(&self, src: &Src, exec: Exec, source: texture::InstId, identity: u64) -> bool {
        let Src::Register { var, offset, region, modifier: Modifier::None } = *src else { return false };
        let Some(decl) = self.kernel.vars.get(var) else { return false };
        let (bytes, lanes) = (decl.ty.bytes(), self.kernel.simd.lanes());
        (0..exec.lanes.into()).all(|lane| {
            let element = u32::from(offset) / bytes + region.element(lane);
            let before_first = element + lanes < u32::from(decl.elements);
            let wanted = if before_first { Term::constant(identity) } else { Term::Intermediate(source) };
            self.elements(var, decl, element * bytes, 1).term == wanted
        })
    }
}
