//! Instructions of a kernel, resolved once, and what each does to one hardware thread.

use std::collections::BTreeSet;

use texvisa_ir::paths::FastPath;
use texvisa_ir::visa::{AluOp, BranchKind, DataType, Exec, Inst, PredicateOp, VisaKernel};

use super::engine::Engine;
use super::error::{Fault, Trap};
use super::extended_alu::{self, ExtendedArithmetic};
use super::float_mode::FloatMode;
use super::operand::{Destination, Guard, OperandLayout, Source};
use super::thread::{Thread, bits, masked, set_predicate};
use super::vector_alu::VectorCode;
use super::{alu, atomic, data_port, indirect, media, message, scratch};
use crate::float::Rounding;

/// An instruction, resolved. Those that are rare and large are elsewhere, so that those of a loop stay in the cache.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// Nothing: a label, a fence, or float controls, which are known when what follows is resolved.
    Nothing,
    /// `count` instructions of the vectorised ALU, from number `first` on.
    Vector {
        first: usize,
        count: usize,
    },
    Alu(Box<alu::Arithmetic>),
    Extended(Box<ExtendedArithmetic>),
    AddressAdd(Box<indirect::PointerAdd>),
    IndirectMove(Box<indirect::IndirectCopy>),
    Compare {
        exec: Exec,
        dst: usize,
        comparison: Box<alu::Comparison>,
    },
    Predicate {
        op: PredicateOp,
        exec: Exec,
        dst: usize,
        srcs: [usize; 2],
    },
    SetPredicate {
        exec: Exec,
        dst: usize,
        src: Box<Source>,
    },
    MovePredicate {
        dst: Destination,
        src: usize,
        /// Which bits of the predicate are moved.
        lanes: u32,
    },
    /// Sets a state variable to a table entry that is known.
    SetEntry {
        state: usize,
        entry: u32,
    },
    SetState {
        state: usize,
        value: Box<Source>,
    },
    /// Writes the address of a symbol.
    SymbolAddress {
        dst: Destination,
        symbol: Box<str>,
    },
    Message(Box<message::ResolvedMessage>),
    DataPort(Box<data_port::Access>),
    Atomic(Box<atomic::ResolvedAtomic>),
    Media(Box<media::Access>),
    Scratch(Box<scratch::Move>),
    Barrier,
    Branch {
        kind: BranchKind,
        exec: Exec,
        guard: Option<Guard>,
        target: usize,
    },
    Return,
}

/// The bits of a word, as which a predicate of fewer lanes is moved, and which may all be set.
const WORD: u32 = 16;

/// Resolves an instruction, and appends what the vectorised ALU executes to `code`.
pub(super) fn resolve(
    layout: &OperandLayout<'_>,
    labels: &[Option<usize>],
    inst: &Inst,
    mode: &mut FloatMode,
    code: &mut VectorCode,
) -> Result<Step, Fault> {
    let extended = |inst| Step::Extended(Box::new(inst));
    let vector = |inst| Step::Vector { first: code.push(inst), count: 1 };
    Ok(match inst {
        Inst::Label(_) | Inst::Branch { .. } | Inst::Return if mode.rounding() != Rounding::Nearest => {
            return Err(Fault::NotEmulated("a rounding mode across branches"));
        }
        // Accesses are in order here.
        Inst::Label(_) | Inst::Fence(_) => Step::Nothing,
        Inst::Barrier => Step::Barrier,
        Inst::FloatControls { toggles, bits } => {
            mode.set(*bits, *toggles);
            Step::Nothing
        }
        Inst::Alu(alu) if alu.op == AluOp::Madw => extended(extended_alu::resolve_wide(layout, alu)?),
        Inst::Alu(alu) if layout.kernel.is_undefined(alu) => Step::Nothing,
        Inst::Alu(alu) => {
            let inst = alu::resolve(layout, alu, *mode)?;
            // The text leaves a copy of what is there out, and so does a run: one that is wrongly left out shows.
            if layout.kernel.is_identity_copy(alu) || layout.is_null(alu.dst.var) {
                return Ok(Step::Nothing);
            }
            inst.vector().filter(|_| FastPath::VectorAlu.is_on()).map_or_else(|| Step::Alu(Box::new(inst)), vector)
        }
        Inst::Compare { relation, exec, dst, srcs } => {
            layout.exec(*exec)?;
            let srcs = [layout.source(srcs[0], *exec)?, layout.source(srcs[1], *exec)?];
            let comparison = alu::resolve_comparison(*relation, srcs, *mode)?;
            let (exec, dst) = (*exec, layout.pred(*dst, *exec)?);
            let each = || Step::Compare { exec, dst, comparison: Box::new(comparison) };
            comparison.vector(exec, dst).filter(|_| FastPath::VectorAlu.is_on()).map_or_else(each, vector)
        }
        Inst::Predicate { op, exec, dst, srcs } => {
            layout.exec(*exec)?;
            let srcs = [layout.pred(srcs[0], *exec)?, layout.pred(srcs[1], *exec)?];
            Step::Predicate { op: *op, exec: *exec, dst: layout.pred(*dst, *exec)?, srcs }
        }
        Inst::SetPredicate { exec, dst, src } => {
            // A predicate has at least a word.
            layout.exec_within(*exec, WORD)?;
            let src = layout.source(*src, *exec)?;
            if src.ty.is_float() || src.ty.is_signed() {
                return Err(Fault::Types("setp takes UB, UW or UD (SETP, Src0)"));
            }
            Step::SetPredicate { exec: *exec, dst: layout.pred(*dst, *exec)?, src: Box::new(src) }
        }
        Inst::MovePredicate { dst, src } => {
            let dst = layout.destination(*dst, Exec::SCALAR)?;
            if !matches!(dst.ty, DataType::Ub | DataType::Uw | DataType::Ud) {
                return Err(Fault::Types("a predicate is moved to UB, UW or UD (MOV, Notes)"));
            }
            let pred = layout.pred(*src, Exec::SCALAR)?;
            // Of a predicate with fewer, the bits above its own are undefined (MOV, Notes): what was there before.
            let (src, lanes) = (pred, bits(u32::from(layout.kernel.preds[*src]).max(WORD)));
            Step::MovePredicate { dst, src, lanes }
        }
        Inst::SetState { state, value } => {
            let value = layout.source(*value, Exec::SCALAR)?;
            if value.ty.is_float() {
                return Err(Fault::Types("movs takes UD (MOVS, Notes)"));
            }
            let state = layout.state(*state)?;
            match value.number() {
                Some(entry) => Step::SetEntry { state, entry: entry as u32 },
                None => Step::SetState { state, value: Box::new(value) },
            }
        }
        Inst::SymbolAddress { dst, symbol } => {
            let name = layout.kernel.symbols.get(*symbol).ok_or(Fault::Unknown { what: "symbol" })?;
            let dst = layout.destination(*dst, Exec::SCALAR)?;
            if dst.ty != DataType::Uq {
                return Err(Fault::Types("faddr takes UQ (FADDR, Dst)"));
            }
            Step::SymbolAddress { dst, symbol: name.as_str().into() }
        }
        Inst::Sampler(message) => Step::Message(Box::new(message::resolve(layout, message)?)),
        Inst::DataPort(port) => Step::DataPort(Box::new(data_port::resolve(layout, port)?)),
        Inst::CompareInto { relation, exec, dst, srcs } => {
            extended(extended_alu::resolve_compare(layout, *relation, *exec, *dst, *srcs, *mode)?)
        }
        Inst::BitFunction(function) => extended(extended_alu::resolve_function(layout, function)?),
        Inst::Carry(carry) => extended(extended_alu::resolve_carry(layout, carry)?),
        Inst::AddressAdd(add) => Step::AddressAdd(Box::new(indirect::resolve_add(layout, add)?)),
        Inst::IndirectMove(inst) => Step::IndirectMove(Box::new(indirect::resolve_move(layout, inst)?)),
        Inst::Atomic(operation) => Step::Atomic(Box::new(atomic::resolve(layout, operation)?)),
        Inst::Media(block) => Step::Media(Box::new(media::resolve(layout, block)?)),
        Inst::Scratch(block) => Step::Scratch(Box::new(scratch::resolve(layout, block)?)),
        Inst::Branch { kind, exec, predicate, target } => {
            layout.exec(*exec)?;
            let target = labels.get(target.as_u32() as usize).copied().flatten();
            Step::Branch {
                kind: *kind,
                exec: *exec,
                guard: layout.guard(*predicate, *exec)?,
                target: target.ok_or(Fault::Unknown { what: "label" })?,
            }
        }
        Inst::Return => Step::Return,
    })
}

impl Step {
    /// Executes an instruction that changes no program counter.
    pub fn execute(
        &self,
        engine: &mut Engine<'_, '_>,
        thread: &mut Thread,
        file: &mut [u8],
        index: usize,
    ) -> Result<(), Trap> {
        let active = thread.lanes.active;
        match self {
            Step::Alu(inst) => {
                // A select takes its predicate to choose, not to leave lanes out.
                let chosen = inst.guard.map_or(u32::MAX, |guard| guard.lanes(&thread.predicates, inst.exec));
                let selects = inst.op == AluOp::Sel;
                let mask = masked(inst.exec, active) & if selects { u32::MAX } else { chosen };
                inst.execute(file, mask, chosen, &mut thread.fill);
            }
            Step::Extended(inst) => inst.execute(file, thread.enabled(inst.exec, inst.guard)),
            Step::AddressAdd(add) => add.execute(thread, file, masked(add.exec, active)),
            Step::IndirectMove(inst) => {
                let enabled = thread.enabled(inst.exec, inst.guard);
                inst.execute(thread, file, enabled);
            }
            Step::Compare { exec, dst, comparison } => {
                let mask = masked(*exec, active);
                let values = comparison.holding_lanes(file, exec.lanes.into());
                set_predicate(&mut thread.predicates[*dst], *exec, mask, values);
            }
            Step::Predicate { op, exec, dst, srcs } => {
                let [a, b] = srcs.map(|src| thread.predicates[src] >> exec.first);
                let values = match op {
                    PredicateOp::And => a & b,
                    PredicateOp::Or => a | b,
                    PredicateOp::Xor => a ^ b,
                    PredicateOp::Not => !a,
                };
                set_predicate(&mut thread.predicates[*dst], *exec, masked(*exec, active), values);
            }
            Step::SetPredicate { exec, dst, src } => {
                // A source that is the same for all lanes gives lane i its bit i, whatever the mask (SETP, Semantics).
                if src.is_scalar() {
                    let all = bits(u32::from(exec.lanes));
                    set_predicate(&mut thread.predicates[*dst], *exec, all, src.bits(file, 0) as u32);
                } else {
                    let mask = masked(*exec, active);
                    let lanes = 0..u32::from(exec.lanes);
                    let values =
                        lanes.fold(0, |values, lane| values | (src.bits(file, lane as usize) as u32 & 1) << lane);
                    set_predicate(&mut thread.predicates[*dst], *exec, mask, values);
                }
            }
            Step::MovePredicate { dst, src, lanes } => {
                let bits = (thread.predicates[*src] & lanes).to_le_bytes();
                let place = file.get_mut(dst.address..).and_then(|place| place.get_mut(..dst.ty.bytes() as usize));
                if let Some(place) = place {
                    place.copy_from_slice(&bits[..place.len()]);
                }
            }
            Step::SetEntry { state, entry } => thread.states[*state] = Some(*entry),
            Step::SetState { state, value } => thread.states[*state] = Some(value.bits(file, 0) as u32),
            Step::SymbolAddress { dst, symbol } => {
                let Some(address) = engine.memory.environment().constant_address(symbol) else {
                    return Err(Trap::NoSymbol { name: symbol.to_string() });
                };
                if let Some(place) = file.get_mut(dst.address..).and_then(|place| place.first_chunk_mut()) {
                    *place = address.to_le_bytes();
                }
            }
            Step::Message(message) => message.execute(engine, thread, file, index)?,
            Step::DataPort(access) => {
                let enabled = thread.enabled(access.exec, access.guard);
                access.execute(engine, thread, file, enabled)?;
            }
            Step::Atomic(operation) => {
                let enabled = thread.enabled(operation.exec, operation.guard);
                operation.execute(engine, thread, file, enabled)?;
            }
            Step::Media(access) => access.execute(engine, thread, file)?,
            Step::Scratch(moved) => moved.execute(thread, file),
            Step::Nothing | Step::Vector { .. } | Step::Barrier | Step::Branch { .. } | Step::Return => {}
        }
        Ok(())
    }
}

/// Whether the kernel reads none of the table entries that it writes; false where the entries are not known.
pub(super) fn reads_nothing_it_writes(kernel: &VisaKernel, steps: &[Step]) -> bool {
    // By state variable: every entry that it ever has.
    let mut entries: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); kernel.states.len()];
    let mut starts = vec![false; steps.len() + 1];
    for (index, step) in steps.iter().enumerate() {
        match step {
            Step::SetEntry { state, entry } => drop(entries[*state].insert(*entry)),
            Step::SetState { .. } => return false,
            // Lanes continue at the target, or are pending behind the branch.
            Step::Branch { target, .. } => (starts[*target], starts[index + 1]) = (true, true),
            _ => {}
        }
    }
    // What each has where it was set before, with no branch and no target of one between.
    let mut known: Vec<Option<u32>> = vec![None; entries.len()];
    let (mut read, mut written): (BTreeSet<u32>, BTreeSet<u32>) = Default::default();
    for (step, starts) in steps.iter().zip(starts) {
        if starts {
            known.fill(None);
        }
        let (state, into) = match step {
            Step::SetEntry { state, entry } => {
                known[*state] = Some(*entry);
                continue;
            }
            Step::Message(message) => (message.surface, &mut read),
            Step::DataPort(access) => match access.state() {
                Some(state) => (state, if access.reads() { &mut read } else { &mut written }),
                // A pointer may lead anywhere.
                None if access.is_by_pointer() => return false,
                None => continue,
            },
            Step::Atomic(operation) => match operation.state() {
                Some(state) => {
                    match known[state] {
                        Some(entry) => drop(read.insert(entry)),
                        None => read.extend(&entries[state]),
                    }
                    (state, &mut written)
                }
                None if operation.is_by_pointer() => return false,
                None => continue,
            },
            Step::Media(access) => (access.state(), if access.reads() { &mut read } else { &mut written }),
            _ => continue,
        };
        match known[state] {
            Some(entry) => drop(into.insert(entry)),
            None => into.extend(&entries[state]),
        }
    }
    read.is_disjoint(&written)
}
