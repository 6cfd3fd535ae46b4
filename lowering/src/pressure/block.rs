//! A block as it is given, and what is live in it in an order of its instructions.

use std::cell::OnceCell;

use cranelift_entity::{EntitySet, SecondaryMap};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use texvisa_ir::texture::{Block, InstId, Kernel, Value};

use super::effect::{Effect, Effects};
use super::live::LiveValues;

/// How many of the instructions that may come next are compared; of the others those at the end of the block come first.
/// Above the multiplications of a convolution there are the texels of its weights, which become free with the last of them.
pub const WINDOW: usize = 64;

/// A block, whose instructions are known by their places in it.
pub struct GivenBlock<'a> {
    pub kernel: &'a Kernel,
    pub live: &'a LiveValues,
    pub block: Block,
    pub insts: &'a [InstId],
    /// The values with registers that each instruction reads, each once.
    pub reads: Vec<SmallVec<[Value; 4]>>,
    needs: OnceCell<Vec<SmallVec<[u32; 4]>>>,
}

/// Tables by value, which a block fills and clears: a kernel of many blocks makes them once.
#[derive(Default)]
pub struct Tables {
    /// How many readers of a value do not stand yet, and the instructions of the block that read it.
    pub readers: SecondaryMap<Value, u32>,
    pub read_by: SecondaryMap<Value, SmallVec<[u32; 4]>>,
    /// Which plan was made last: no two have the same number.
    pub plan: u32,
    /// The last plan that read a value, and how many instructions of that do.
    pub plan_reads: SecondaryMap<Value, (u32, u32)>,
}

impl Tables {
    /// Forgets what `given` filled in.
    pub fn clear(&mut self, given: &GivenBlock<'_>) {
        for value in given.reads.iter().flatten().copied().chain(given.live.behind(given.block).iter()) {
            self.readers[value] = 0;
            self.read_by[value].clear();
        }
    }
}

impl<'a> GivenBlock<'a> {
    pub fn new(kernel: &'a Kernel, live: &'a LiveValues, block: Block) -> GivenBlock<'a> {
        let insts = &kernel.blocks[block].insts;
        let reads = insts.iter().map(|inst| {
            let mut reads: SmallVec<[Value; 4]> = SmallVec::new();
            live.for_each_read(kernel, *inst, |value| {
                if !reads.contains(&value) {
                    reads.push(value);
                }
            });
            reads
        });
        GivenBlock { kernel, live, block, insts, reads: reads.collect(), needs: OnceCell::new() }
    }

    pub fn order(&self) -> Vec<u32> {
        (0..self.insts.len() as u32).collect()
    }

    /// How many bytes of registers more than `limit` are live at the instructions in this order, added up.
    pub fn excess(&self, order: &[u32], limit: u32) -> u64 {
        let mut now = Now::new(self);
        order.iter().rev().map(|place| u64::from(now.step(*place).saturating_sub(limit))).sum()
    }

    /// For each instruction those that have to come before it.
    pub fn needs(&self, effects: &Effects) -> &[SmallVec<[u32; 4]>] {
        self.needs.get_or_init(|| self.find_needs(effects))
    }

    fn find_needs(&self, effects: &Effects) -> Vec<SmallVec<[u32; 4]>> {
        let mut defined: FxHashMap<Value, u32> = FxHashMap::default();
        // By place: the last instruction that needs it.
        let mut needed_by = vec![NOT_HERE; self.insts.len()];
        let (mut last_write, mut last_order) = (NOT_HERE, NOT_HERE);
        // Those that read since the last write, and those that only read since what orders.
        let mut reads: Vec<u32> = Vec::new();
        let mut read_onlys: Vec<u32> = Vec::new();
        let needs = (0..).zip(self.insts).map(|(place, inst)| {
            let mut needs: SmallVec<[u32; 4]> = SmallVec::new();
            let mut add = |needed: u32| {
                if let Some(by) = needed_by.get_mut(needed as usize)
                    && std::mem::replace(by, place) != place
                {
                    needs.push(needed);
                }
            };
            self.kernel.for_each_use(*inst, |value| {
                if let Some(place) = defined.get(&value) {
                    add(*place);
                }
            });
            match effects.of(self.kernel, *inst) {
                Effect::None => {}
                Effect::ReadOnly => {
                    add(last_order);
                    read_onlys.push(place);
                }
                Effect::Read => {
                    add(last_write);
                    reads.push(place);
                }
                effect @ (Effect::Write | Effect::Order) => {
                    add(last_write);
                    reads.drain(..).for_each(&mut add);
                    last_write = place;
                    if effect == Effect::Order {
                        read_onlys.drain(..).for_each(&mut add);
                        last_order = place;
                    }
                }
            }
            self.kernel.results(*inst).for_each(|result| {
                defined.insert(result, place);
            });
            needs
        });
        needs.collect()
    }
}

/// By how much an instruction changes what is live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The bytes of registers, without those that booleans count for where flag registers do not hold them all.
    bytes: i64,
    /// How many booleans.
    flags: i32,
}

/// What is live at a point of a walk from the end of a block to its beginning.
pub struct Now<'a> {
    given: &'a GivenBlock<'a>,
    values: EntitySet<Value>,
    bytes: u32,
    /// The booleans.
    pub flags: u32,
}

impl<'a> Now<'a> {
    pub fn new(given: &'a GivenBlock<'a>) -> Now<'a> {
        let values = given.live.behind(given.block).clone();
        let bytes = values.iter().map(|value| given.live.bytes[value]).sum();
        let flags = values.iter().filter(|value| given.live.is_flag(*value)).count() as u32;
        Now { given, values, bytes, flags }
    }

    /// Puts an instruction before the others; returns the bytes that are live at it.
    pub fn step(&mut self, place: u32) -> u32 {
        self.step_with(place, |_| {})
    }

    /// The same, with `begin` called for each value that becomes live.
    pub fn step_with(&mut self, place: u32, mut begin: impl FnMut(Value)) -> u32 {
        let GivenBlock { kernel, live, .. } = self.given;
        let mut during = self.bytes + live.spilled_flags(self.flags);
        for result in kernel.results(self.given.insts[place as usize]) {
            if self.values.remove(result) {
                self.bytes -= live.bytes[result];
                self.flags -= u32::from(live.is_flag(result));
            } else {
                // It is written all the same.
                during += live.bytes[result];
            }
        }
        for value in &self.given.reads[place as usize] {
            if self.values.insert(*value) {
                self.bytes += live.bytes[*value];
                self.flags += u32::from(live.is_flag(*value));
                begin(*value);
            }
        }
        during.max(self.bytes + live.spilled_flags(self.flags))
    }

    /// What is live before an instruction, less what is live behind it. `readers` says in how many parts what becomes live counts.
    pub fn change(&self, place: u32, readers: &SecondaryMap<Value, u32>) -> Change {
        let GivenBlock { kernel, live, .. } = self.given;
        let mut change = Change { bytes: 0, flags: 0 };
        for result in kernel.results(self.given.insts[place as usize]).filter(|result| self.values.contains(*result)) {
            change.bytes -= i64::from(live.bytes[result]);
            change.flags -= i32::from(live.is_flag(result));
        }
        for value in self.given.reads[place as usize].iter().filter(|value| !self.values.contains(**value)) {
            change.bytes += i64::from(live.bytes[*value]) / i64::from(readers[*value].max(1));
            change.flags += i32::from(live.is_flag(*value));
        }
        change
    }

    /// How many more bytes are live after that change.
    pub fn cost(&self, change: Change) -> i64 {
        let spilled = |flags| i64::from(self.given.live.spilled_flags(flags));
        match change.flags {
            0 => change.bytes,
            more => change.bytes + spilled(self.flags.saturating_add_signed(more)) - spilled(self.flags),
        }
    }
}

/// No place in the block.
const NOT_HERE: u32 = u32::MAX;
