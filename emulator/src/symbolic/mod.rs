//! The symbolic check: follows each value of the source to the slot of the message that it is sent in.
//!
//! Lowering attaches an origin to each variable and each instruction ([`Origins`]): which value a variable holds, and
//! which instruction of the source an instruction is part of. [`check()`] treats these as claims. It walks the vISA
//! kernel once, keeps a symbolic value for all bytes of the register file, and compares each message with the
//! operation that it is claimed to carry out, by the emulator's own message table ([`decode`](mod@crate::decode)).
//! Nothing is executed, and no solver is asked.
//!
//! # What it shows
//!
//! For a kernel without a mismatch, by the documents of 3D_LOAD, 3D_SAMPLE, 3D_SAMPLE4, INFO, MEDIA_LD, MEDIA_ST and
//! the scaled and typed accesses:
//!
//! - Each reachable texture and memory operation has all of its messages and no others, in its block. What writes memory or
//!   orders accesses stands in the order of the source among all messages, and what is for one half of the lanes among the
//!   instructions for that half. Both halves of an instruction have the same float controls. Its messages serve each lane once; or one message, outside the execution mask, serves all lanes if
//!   all its sources are uniform.
//! - Each slot of a message holds the operation's value for that role, for the message's lanes and in the right width,
//!   through copies, vectors, bit casts, halves and loops. Where the message also reads inactive lanes (implicit LOD),
//!   the slot holds the value for every lane that has computed it. A trimmed parameter is zero or undefined in the
//!   operation. A parameter that the operation lacks is sent as zero.
//! - Surface, sampler, channels, texel offsets, gathered channel, comparison, source of the LOD, and residency are the
//!   operation's. Channels come back where their uses read them, in the type of these uses.
//! - The messages of a media block move each of its elements once, from or to the operation's position, plane and
//!   field. A media write sends the operation's value, row by row.
//! - Addresses and data of buffer, local and typed accesses are the operation's, channel by channel. So are the address,
//!   the function and the sources of an atomic operation. Where each lane reads one of the dwords that all lanes load, every
//!   step to its address reads what the step before it has made.
//! - Where an index names an element, the address is that of the variable whose rows are the vector's elements, with the index
//!   times the bytes of a row.
//! - Each barrier and fence of the source is one instruction, the platform's, in the order of the source.
//! - A variable is written only with what its origin claims. On every edge each parameter of the target block is
//!   written for all lanes, always in the same variable, and no assignment reads a parameter that the edge has already
//!   overwritten.
//! - Arithmetic, comparisons and conversions read the operands of the operation that they are claimed to be part of; in
//!   its order, if one instruction carries it out. A uniform value is computed from uniform values only.
//! - Arguments are where the interface passes them.
//!
//! # What it does not show
//!
//! - What arithmetic computes. An `add` that is claimed to be an `fmul` passes if its operands are right.
//! - Where branches lead, and which successor a condition selects. Therefore it does not show either that a uniform
//!   value stays uniform after lanes have diverged.
//! - That a variable keeps its bytes from one basic block to another: `texvisa_regalloc::check` shows this, except for
//!   predicates, for the bytes that a partial def does not write, and for a variable whose aliases name other bytes of
//!   it. Within a basic block, overwritten bytes are noticed here too.
//! - That the texture IR is valid, and what the texture unit returns.
//!
//! [`refine`](mod@crate::refine) checks the first two by execution, for the inputs of its trials.
//!
//! # Example
//!
//! ```
//! use texvisa_emulator::symbolic;
//! use texvisa_ir::target::{SimdWidth, Target};
//! use texvisa_lowering::{LoweringOptions, lower};
//!
//! let module = texvisa_ir::texture::parse("surface t0: 2d f32 @ table 0
//! surface b0: raw @ table 1
//! kernel @red(%x: i32, %y: i32) {
//! ^entry:
//!   %texel = load t0 [u: %x, v: %y, lod: 0] -> f32x4
//!   %red = extract f32x4 %texel, 0
//!   store_raw b0 [x: %x], f32 %red
//!   return
//! }")?;
//! let id = module.kernel("red").ok_or("no kernel")?;
//! let kernel = module.kernels[id].clone();
//! let mut lowered = lower(&module, kernel, Target::Tgllp, SimdWidth::Simd16, &LoweringOptions::default()).expect("it can be lowered");
//! let summary = symbolic::check(&module, &lowered.texture, &lowered.kernel, &lowered.origins).expect("it is right");
//! assert_eq!((summary.messages, summary.slots), (1, 2));
//! // The parameters of both messages in the wrong order.
//! lowered.kernel.raws.reverse();
//! assert!(symbolic::check(&module, &lowered.texture, &lowered.kernel, &lowered.origins).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod across_lanes;
mod arithmetic;
mod ballot;
mod carries;
mod checker;
mod data_port;
mod edges;
mod indexed;
mod media;
mod message;
mod mismatch;
mod origins;
mod parts;
mod predicates;
mod qwords;
mod register_contents;
mod shuffle;
mod source_index;
mod spread;
mod state;
mod symbolic_value;

use texvisa_ir::texture::{self, Block, InstData, Module, SyncKind};
use texvisa_ir::visa::origin::{Origin, Origins};
use texvisa_ir::visa::{Alu, Exec, Fence, Inst, LabelKind, MemoryEffect, VisaKernel};

use checker::Checker;

pub use checker::SymbolicSummary;
pub use mismatch::Mismatch;

/// The bits of control register 0 that keep denormals: 6 of doubles, 7 of floats, 10 of half floats (Skylake PRM, volume
/// 2d, Control Register).
const DENORMALS: u32 = 0x4c0;

/// Checks that `kernel` carries out `texture`, a kernel of `module` after the texture passes. See [the module](self)
/// for what this shows.
///
/// # Errors
///
/// Every mismatch; at most 64.
pub fn check(
    module: &Module,
    texture: &texture::Kernel,
    kernel: &VisaKernel,
    origins: &Origins,
) -> Result<SymbolicSummary, Vec<Mismatch>> {
    let mut checker = Checker::new(module, texture, kernel, origins);
    if origins.insts.len() == kernel.insts.len() {
        checker.inputs();
        for (index, (inst, origin)) in kernel.insts.iter().zip(&origins.insts).enumerate() {
            checker.index = index;
            checker.step(inst, *origin);
        }
        checker.close_edge();
        checker.qwords_are_alone();
        checker.check_complete();
    } else {
        checker.mismatches.add(
            None,
            None,
            || "an origin for each instruction".to_owned(),
            || format!("{} for {}", origins.insts.len(), kernel.insts.len()),
        );
    }
    if checker.mismatches.list.is_empty() { Ok(checker.summary) } else { Err(checker.mismatches.list) }
}

impl Checker<'_> {
    /// Checks one instruction.
    fn step(&mut self, inst: &Inst, origin: Origin) {
        self.enter(inst, origin);
        self.repeats_edge(inst);
        match inst {
            Inst::Label(_) | Inst::Branch { .. } | Inst::Return => {
                self.close_edge();
                self.block_insts = 0..0;
                self.source = None;
                self.is_entry &=
                    matches!(inst, Inst::Label(label) if self.kernel.labels[*label] == LabelKind::Function);
                self.begin_basic_block();
            }
            Inst::FloatControls { toggles: false, bits } => self.controls |= bits,
            Inst::FloatControls { toggles: true, bits } => self.changed_controls ^= bits,
            Inst::Alu(alu) => {
                self.keeps_denormals(alu);
                self.alu(alu, origin);
            }
            Inst::Compare { exec, dst, srcs, .. } => self.compare(*exec, *dst, srcs, origin),
            Inst::Predicate { op, exec, dst, srcs } => self.logic(*op, *exec, *dst, *srcs),
            Inst::SetPredicate { exec, dst, src } => self.set_predicate(*exec, *dst, *src),
            Inst::MovePredicate { dst, src } => self.move_predicate(*dst, *src),
            Inst::SetState { state, value } => {
                let entry = Some(self.read(value, Exec::SCALAR));
                if let Some(place) = self.states.get_mut(state.as_u32() as usize) {
                    *place = (self.basic_block, entry);
                }
            }
            Inst::SymbolAddress { dst, symbol } => self.constant_address(*dst, *symbol),
            Inst::Sampler(message) => self.message(message),
            Inst::DataPort(port) => self.access(port),
            Inst::Atomic(atomic) => self.atomic(atomic),
            Inst::Media(block) => self.media(block),
            Inst::AddressAdd(add) => self.take_address(add),
            Inst::IndirectMove(inst) => self.indirect_move(inst),
            Inst::BitFunction(function) => self.bit_function(function, origin),
            Inst::CompareInto { relation, exec, dst, srcs } => self.compare_to_mask(*relation, *exec, *dst, srcs),
            // Lowering emits none of these. What spills is checked as it was before: the register check shows that spill code
            // changes nothing.
            Inst::Scratch(_) | Inst::Carry(_) => {
                self.wrong(
                    || "an instruction that lowering emits".to_owned(),
                    || "one that it does not emit".to_owned(),
                );
            }
            Inst::Barrier => self.sync(None),
            Inst::Fence(fence) => self.sync(Some(*fence)),
        }
    }

    /// Float arithmetic keeps denormals, as that of texture IR does.
    fn keeps_denormals(&mut self, alu: &Alu) {
        let missing = DENORMALS & !self.controls;
        if missing == 0 || !self.kernel.vars.get(alu.dst.var).is_some_and(|decl| decl.ty.is_float()) {
            return;
        }
        // Once is enough.
        self.controls |= DENORMALS;
        self.wrong(
            || format!("bits {DENORMALS:#x} of control register 0 set before, which keep denormals"),
            || format!("{missing:#x} of them not set"),
        );
    }

    /// Enters the part of the source that the origin names.
    fn enter(&mut self, inst: &Inst, origin: Origin) {
        match origin {
            Origin::Inst(source) => self.enter_inst(source, inst),
            Origin::Frame | Origin::Broadcast => {
                self.source = None;
                self.close_edge();
            }
            Origin::Edge(block, successor) => {
                self.source = None;
                self.open_edge(block, successor);
            }
        }
    }

    /// Enters an instruction of the source.
    fn enter_inst(&mut self, source: texture::InstId, inst: &Inst) {
        self.close_edge();
        self.source = Some(source);
        let number = self.source_index.number(source);
        if !self.block_insts.contains(&number) {
            let Some((block, numbers)) = self.source_index.block_of(number) else {
                return self.wrong(|| "a reachable instruction".to_owned(), || "an unreachable one".to_owned());
            };
            self.block_insts = numbers;
            (self.last, self.last_access, self.last_write) = ([0; 2], 0, 0);
            if std::mem::replace(&mut self.entered[block.as_u32() as usize], true) {
                self.wrong(
                    || "all instructions of a block together".to_owned(),
                    || "more of them elsewhere".to_owned(),
                );
            }
        }
        if self.is_behind_a_later(number, inst) {
            self.wrong(
                || "instructions in the order of the source".to_owned(),
                || "this instruction after a later one".to_owned(),
            );
        }
    }

    /// Whether an instruction, of the source's instruction of that number, stands behind one of a later instruction that it must stand
    /// before: of the same half of the lanes, or one of both that accesses memory. Notes it.
    fn is_behind_a_later(&mut self, number: u32, inst: &Inst) -> bool {
        let half = self.kernel.simd.exec_lanes(self.kernel.target);
        let is_upper = inst.exec().is_some_and(|exec| u32::from(exec.first) >= half);
        let last = std::mem::replace(&mut self.last[usize::from(is_upper)], number);
        if number != last {
            self.begins_with_controls(number, is_upper);
        }
        let Some(effect) = inst.memory_effect() else { return number < last };
        let reads = effect == MemoryEffect::Reads;
        let other = if reads { self.last_write } else { self.last_access };
        self.last_access = self.last_access.max(number);
        if !reads {
            self.last_write = self.last_write.max(number);
        }
        number < last.max(other)
    }

    /// Checks that an instruction of the source begins for the upper half of the lanes with the float controls that it began with for
    /// the lower one.
    fn begins_with_controls(&mut self, number: u32, is_upper: bool) {
        let now = self.changed_controls;
        if is_upper {
            let lower = self.controls_of.get(&number).copied().unwrap_or(0);
            if lower != now {
                self.wrong(
                    || format!("bits {lower:#x} of control register 0 changed, as for the lower half"),
                    || format!("{now:#x}"),
                );
            }
        } else if now != 0 {
            self.controls_of.insert(number, now);
        }
    }

    /// A barrier or a fence. Its operation has one instruction, for all lanes, and a fence is the platform's.
    fn sync(&mut self, fence: Option<Fence>) {
        let kind = self.source.and_then(|inst| match self.source_index.kernel.insts[inst] {
            InstData::Sync(kind) => Some((inst, kind)),
            _ => None,
        });
        let platform = self.kernel.target.platform();
        match kind {
            Some((inst, kind)) if Fence::of(kind, platform) == fence => {
                if !self.responses.sync(inst) {
                    self.wrong(|| format!("one `{}`", kind.name()), || "another".to_owned());
                }
            }
            kind => {
                let expected = || kind.map_or("nothing", |(_, kind)| kind.name()).to_owned();
                self.wrong(expected, || fence.map_or("barrier", Fence::name).to_owned());
            }
        }
    }

    /// After the walk: checks that each operation has all its messages, and each edge its copies.
    fn check_complete(&mut self) {
        let texture = self.source_index.kernel;
        let blocks: Vec<Block> = self.source_index.blocks().collect();
        let waits_for_none = texture.fits_one_thread(self.kernel.simd.lanes());
        for block in blocks {
            for inst in &texture.blocks[block].insts {
                if waits_for_none && matches!(texture.insts[*inst], InstData::Sync(SyncKind::Barrier)) {
                    continue;
                }
                if matches!(texture.insts[*inst], InstData::Texture(_) | InstData::Memory(_) | InstData::Sync(_)) {
                    let (all, served) = (self.all_lanes, self.responses.take_served(*inst));
                    if served & all != all {
                        let expected = || format!("messages for lanes {all:#x}");
                        self.mismatches.add(None, Some(*inst), expected, || format!("messages for {served:#x}"));
                    }
                }
            }
            self.edges_are_written(block);
        }
    }
}
