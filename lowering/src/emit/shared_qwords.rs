//! Which qwords messages of several blocks share, and which are loaded as qwords.
//!
//! Rules:
//!
//! - A pointer that each lane loads to access memory by it is one qword a lane (svm_gather.8.1), where it would be two channels and then
//!   moved. Intel's compiler loads it so: GPGPU_MicroBenchmark_Suite's `Process`, which follows pointers, has 312 instructions at
//!   SIMD32 there, and 1,062 with channels.
//! - One block defines both halves, and makes the qwords. Behind it the halves are read in the qwords, which so take the
//!   registers of the halves and no more.
//! - Only instructions that read any region may read a half there, and edges. At 16 lanes such a region is read in two
//!   instructions, and a copy on an edge that reads it coalesces with nothing. The qwords are shared where that costs less
//!   than it takes to move the halves in each block.

use cranelift_entity::SecondaryMap;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use texvisa_ir::texture::{
    Aligned, Block, InstData, InstId, Kernel, MemoryAccess, MemoryOp, MemorySpace, Op, Results, Role, Scalar, Value,
    ValueDef,
};
use texvisa_ir::visa::{Exec, Raw, Var};

use super::leaf::leaf;
use crate::analyses::Analyses;
use crate::parts::part_of;

/// The low and the high half of a qword: a value and its element, seen through vectors.
pub(super) type Dwords = [(Value, u8); 2];

/// The qwords that messages share.
#[derive(Default)]
pub(super) struct SharedQwords {
    /// Those that messages of several blocks share.
    pub of_blocks: FxHashSet<Dwords>,
    /// By the block that makes them, and whether something but messages reads a half of them behind it.
    pub made_in: FxHashMap<Block, SmallVec<[(Dwords, bool); 4]>>,
    /// Vectors of two dwords that are loaded as qwords.
    pub loaded: FxHashSet<Value>,
    /// The variables of those that have been made, by the half of the lanes, too.
    pub made: FxHashMap<(Dwords, u32), Var>,
    /// What the current block has made for its own messages, by the half of the lanes and the execution size, and how many
    /// instructions had been emitted where the last message read it.
    pub in_block: FxHashMap<(Dwords, u32, Exec), (Raw, usize)>,
    /// Where registers are too few.
    last_reads: Option<LastReads>,
}

impl SharedQwords {
    /// Of a kernel, of which one half of the lanes has so many `registers` of dwords. It is `crowded` where there are too few
    /// registers.
    pub(super) fn new(kernel: &Kernel, analyses: &Analyses, registers: u32, crowded: bool) -> SharedQwords {
        let mut shared = SharedQwords::default();
        if kernel.memories.values().any(|op| op.kind.space == MemorySpace::Pointer) {
            for address in addresses_to_share(kernel, analyses, registers) {
                let Address { halves, home, reads, on_edges, is_loaded, .. } = address;
                shared.of_blocks.insert(halves);
                if is_loaded {
                    shared.loaded.insert(halves[0].0);
                } else {
                    shared.made_in.entry(home).or_default().push((halves, reads + on_edges > 0));
                }
            }
            shared.last_reads = crowded.then(|| LastReads::new(kernel, analyses));
        }
        shared
    }

    /// Whether both halves are read behind `inst`, other than as the address of a message; false where registers are enough.
    pub(super) fn are_read_behind(&self, inst: InstId, halves: Dwords) -> bool {
        self.last_reads.as_ref().is_some_and(|reads| halves.iter().all(|half| reads.is_behind(inst, *half)))
    }

    /// Begins a block.
    pub(super) fn begin_block(&mut self) {
        self.in_block.clear();
    }
}

/// Where the halves of addresses are read last, other than as addresses of messages.
struct LastReads {
    /// The numbers of instructions in program order.
    numbers: SecondaryMap<InstId, u32>,
    /// By a half.
    last: FxHashMap<(Value, u8), u32>,
}

impl LastReads {
    fn new(kernel: &Kernel, analyses: &Analyses) -> LastReads {
        let mut reads = LastReads { numbers: SecondaryMap::new(), last: FxHashMap::default() };
        for op in kernel.memories.values() {
            reads.last.extend(halves_of(kernel, op).into_iter().flatten().map(|half| (half, 0)));
        }
        let insts = analyses.flow.order.iter().flat_map(|block| &kernel.blocks[*block].insts);
        for (number, inst) in (1..).zip(insts) {
            reads.numbers[*inst] = number;
            let mut read = |value: Value| {
                for element in 0..kernel.ty(value).lanes {
                    reads.last.entry(leaf(kernel, value, element)).and_modify(|last| *last = number);
                }
            };
            match &kernel.insts[*inst] {
                // What reads these reads what they are made of.
                InstData::Vector { .. } | InstData::Extract { .. } | InstData::Plain { op: Op::Bitcast, .. } => {}
                InstData::Memory(id) if halves_of(kernel, &kernel.memories[*id]).is_some() => {
                    kernel.memories[*id].values.iter().for_each(|value| read(*value));
                }
                _ => kernel.for_each_use(*inst, read),
            }
        }
        reads
    }

    fn is_behind(&self, inst: InstId, half: (Value, u8)) -> bool {
        self.last.get(&half).is_some_and(|last| *last > self.numbers[inst])
    }
}

/// The halves of the address of an operation by pointer.
pub(super) fn halves_of(kernel: &Kernel, op: &MemoryOp) -> Option<Dwords> {
    let is_by_pointer = op.kind.space == MemorySpace::Pointer;
    let [low, high] = [Role::Low, Role::High].map(|role| op.address(role).filter(|_| is_by_pointer));
    Some([leaf(kernel, low?, 0), leaf(kernel, high?, 0)])
}

/// Whether an operation on dwords reads them wherever they are.
fn reads_any_region(op: Op) -> bool {
    matches!(
        op,
        Op::Add | Op::Sub | Op::AddThree | Op::AddCarry | Op::SubBorrow | Op::And | Op::Or | Op::Xor | Op::Select
    ) || op.results() == Results::Bool
}

/// An address whose halves one block defines, each for each lane.
struct Address {
    halves: Dwords,
    home: Block,
    /// The block of the last message so far, and how many blocks have one.
    last: Block,
    blocks: u32,
    /// How many instructions read a half behind its home, or anywhere if it is loaded, and how many edges do.
    reads: u32,
    on_edges: u32,
    is_shared: bool,
    /// Whether one message loads both halves.
    is_loaded: bool,
}

/// Whether one message loads the halves of a qword, and nothing else.
fn are_loaded(kernel: &Kernel, [low, high]: Dwords) -> bool {
    let (vector, loaded) = (low.0, kernel.values[low.0].def);
    let is_qword = |op: &MemoryOp| {
        op.kind.space == MemorySpace::Pointer
            && op.kind.access == MemoryAccess::Load
            && op.aligned == Aligned::Qword
            && kernel.ty(vector).lanes == 2
    };
    let is_load = |inst: InstId| matches!(kernel.insts[inst], InstData::Memory(id) if is_qword(&kernel.memories[id]));
    high == (vector, 1) && low.1 == 0 && matches!(loaded, ValueDef::Result(inst, _) if is_load(inst))
}

/// The addresses that messages of several blocks share, or that are loaded, in program order.
fn addresses_to_share(kernel: &Kernel, analyses: &Analyses, registers: u32) -> Vec<Address> {
    let (mut addresses, with_half) = addresses_of_messages(kernel, analyses);
    addresses.iter_mut().for_each(|address| address.is_shared = address.blocks > 1 || address.is_loaded);
    if !addresses.iter().any(|address| address.is_shared) {
        return Vec::new();
    }
    let mut add_read = |value: Value, block: Block, read: Read| {
        for element in 0..kernel.ty(value).lanes {
            for number in with_half.get(&leaf(kernel, value, element)).into_iter().flatten() {
                let address = &mut addresses[*number];
                match read {
                    Read::Message(halves) if halves == address.halves => {}
                    Read::Edge => address.on_edges += 1,
                    Read::InPlace => address.is_shared = false,
                    _ if address.home == block && !address.is_loaded => {}
                    Read::AnyRegion => address.reads += 1,
                    Read::Message(_) | Read::Other => address.is_shared = false,
                }
            }
        }
    };
    for block in &analyses.flow.order {
        for inst in &kernel.blocks[*block].insts {
            let read = match &kernel.insts[*inst] {
                // What reads these reads what they are made of.
                InstData::Vector { .. } | InstData::Extract { .. } | InstData::Plain { op: Op::Bitcast, .. } => {
                    continue;
                }
                InstData::Memory(id) => {
                    let op = &kernel.memories[*id];
                    let read = halves_of(kernel, op).map_or(Read::Other, Read::Message);
                    op.address.iter().for_each(|(_, value)| add_read(*value, *block, read));
                    op.values.iter().for_each(|value| add_read(*value, *block, Read::Other));
                    continue;
                }
                InstData::Plain { op: Op::Trunc, args: [arg, ..] } => {
                    add_read(truncated(kernel, *inst, *arg), *block, Read::Other);
                    continue;
                }
                // Any block may read what it is the negative of.
                InstData::Plain { op: Op::FNeg | Op::FAbs, .. } => Read::InPlace,
                InstData::Plain { op, .. } if reads_any_region(*op) => Read::AnyRegion,
                InstData::Jump(_) | InstData::Branch { .. } => Read::Edge,
                _ => Read::Other,
            };
            kernel.for_each_use(*inst, |value| add_read(value, *block, read));
        }
    }
    addresses.retain(|address| {
        let moves = 2 * registers * (address.blocks - u32::from(!address.is_loaded));
        address.is_shared && moves > address.reads * (registers - 1) + address.on_edges * registers
    });
    addresses
}

/// What a truncation of `arg` reads: what another block has shifted, for some.
fn truncated(kernel: &Kernel, inst: InstId, arg: Value) -> Value {
    match kernel.result(inst).map(|result| kernel.ty(result).scalar) {
        Some(to @ (Scalar::I8 | Scalar::I16)) => part_of(kernel, arg, to).0,
        _ => arg,
    }
}

/// What reads a value.
#[derive(Clone, Copy)]
enum Read {
    /// A message, in its address, which has these halves.
    Message(Dwords),
    /// An instruction that reads any region.
    AnyRegion,
    /// An edge.
    Edge,
    /// An instruction that may emit no code: its readers read the value, wherever they are.
    InPlace,
    /// Another instruction.
    Other,
}

/// By a half: the numbers of the addresses that have it.
type NumbersByHalf = FxHashMap<(Value, u8), SmallVec<[usize; 1]>>;

/// The addresses of messages, and by each half the numbers of those that have it.
fn addresses_of_messages(kernel: &Kernel, analyses: &Analyses) -> (Vec<Address>, NumbersByHalf) {
    let (mut addresses, mut numbers): (Vec<Address>, FxHashMap<Dwords, usize>) = Default::default();
    let mut with_half = NumbersByHalf::default();
    let mut defined: FxHashMap<InstId, Block> = FxHashMap::default();
    for block in &analyses.flow.order {
        for inst in &kernel.blocks[*block].insts {
            defined.insert(*inst, *block);
            let InstData::Memory(id) = kernel.insts[*inst] else { continue };
            let Some(halves) = halves_of(kernel, &kernel.memories[id]) else { continue };
            if let Some(address) = numbers.get(&halves).and_then(|number| addresses.get_mut(*number)) {
                address.blocks += u32::from(address.last != *block);
                address.last = *block;
                continue;
            }
            let is_loaded = are_loaded(kernel, halves);
            let home = |(value, _): (Value, u8)| match kernel.values[value].def {
                ValueDef::Result(inst, _) if is_loaded || kernel.ty(value).is_scalar() => defined.get(&inst).copied(),
                _ => None,
            };
            let is_uniform = halves.iter().any(|(value, _)| analyses.uniformity.is_uniform(*value));
            let [Some(low), Some(high)] = halves.map(home) else { continue };
            if low == high && halves[0] != halves[1] && !is_uniform {
                halves.iter().for_each(|half| with_half.entry(*half).or_default().push(addresses.len()));
                numbers.insert(halves, addresses.len());
                addresses.push(Address {
                    halves,
                    home: low,
                    last: *block,
                    blocks: 1,
                    reads: 0,
                    on_edges: 0,
                    is_shared: false,
                    is_loaded,
                });
            }
        }
    }
    (addresses, with_half)
}
