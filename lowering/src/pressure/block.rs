//! A block as it is given, and what is live in it in an order of its instructions.

use std::cell::OnceCell;

use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl, packed_option::PackedOption};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use texvisa_ir::texture::{Block, InstId, Kernel, Value};

use super::effect::{Effect, Effects, Memory};
use super::live::LiveValues;

/// How many of the instructions that may come next are compared; of the others those at the end of the block come first.
/// Above the multiplications of a convolution there are the texels of its weights, which become free with the last of them.
pub const WINDOW: usize = 64;

/// A value with registers that instructions of a block read or compute, by its number there. Numbers are in the order of the
/// values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LocalValue(u32);
entity_impl!(LocalValue, "local");

/// What the order of a block has to know of a value.
#[derive(Clone, Copy)]
pub struct LocalData {
    /// The bytes of its registers.
    pub bytes: u32,
    /// Whether it is a boolean with a bit for each lane.
    pub is_flag: bool,
    /// Whether it is live behind the block.
    pub is_behind: bool,
}

/// A block, whose instructions are known by their places in it.
pub struct GivenBlock<'a> {
    pub kernel: &'a Kernel,
    pub live: &'a LiveValues,
    pub insts: &'a [InstId],
    pub values: PrimaryMap<LocalValue, LocalData>,
    /// The values that each instruction reads, each once.
    pub reads: Vec<SmallVec<[LocalValue; 4]>>,
    /// The values that each instruction computes.
    pub results: Vec<SmallVec<[LocalValue; 4]>>,
    /// The bytes of registers that are live behind the block, and the booleans.
    pub behind: (u32, u32),
    dependences: OnceCell<Dependences>,
    read_by: OnceCell<SecondaryMap<LocalValue, SmallVec<[u32; 4]>>>,
}

/// Which instructions of a block have to come before which.
pub struct Dependences {
    /// For each instruction those that have to come before it.
    pub needs: Vec<SmallVec<[u32; 4]>>,
    /// For each instruction those that have to follow it.
    pub needed_by: Vec<SmallVec<[u32; 4]>>,
}

/// The numbers of values in a block, a table by value that each block fills and clears: a kernel of many blocks makes it once.
#[derive(Default)]
pub struct Numbers(SecondaryMap<Value, PackedOption<LocalValue>>);

impl<'a> GivenBlock<'a> {
    /// `block` with the instructions `insts` in it.
    pub fn new(
        kernel: &'a Kernel,
        live: &'a LiveValues,
        block: Block,
        insts: &'a [InstId],
        Numbers(numbers): &mut Numbers,
    ) -> GivenBlock<'a> {
        let computed = |inst: &InstId| kernel.results(*inst).filter(|result| live.bytes[*result] > 0);
        let mut named: Vec<Value> = Vec::new();
        for inst in insts {
            for value in live.reads(*inst).iter().copied().chain(computed(inst)) {
                if numbers[value].is_none() {
                    numbers[value] = LocalValue(0).into();
                    named.push(value);
                }
            }
        }
        named.sort_unstable();
        let behind = live.behind(block);
        let mut values: PrimaryMap<LocalValue, LocalData> = PrimaryMap::with_capacity(named.len());
        for value in &named {
            let (bytes, is_flag) = (live.bytes[*value], live.is_flag(*value));
            let data = LocalData { bytes, is_flag, is_behind: behind.contains(*value) };
            numbers[*value] = values.push(data).into();
        }
        let number = |value: Value| numbers[value].expand();
        let reads = insts.iter().map(|inst| {
            let mut reads: SmallVec<[LocalValue; 4]> = SmallVec::new();
            for value in live.reads(*inst).iter().filter_map(|value| number(*value)) {
                if !reads.contains(&value) {
                    reads.push(value);
                }
            }
            reads
        });
        let reads = reads.collect();
        let results = insts.iter().map(|inst| computed(inst).filter_map(number).collect()).collect();
        named.iter().for_each(|value| numbers[*value] = None.into());
        let behind = behind
            .iter()
            .fold((0, 0), |(bytes, flags), value| (bytes + live.bytes[value], flags + u32::from(live.is_flag(value))));
        let (dependences, read_by) = (OnceCell::new(), OnceCell::new());
        GivenBlock { kernel, live, insts, values, reads, results, behind, dependences, read_by }
    }

    pub fn order(&self) -> Vec<u32> {
        (0..self.insts.len() as u32).collect()
    }

    /// How many bytes of registers more than `limit` are live at the instructions in this order, added up.
    pub fn excess(&self, order: &[u32], limit: u32) -> u64 {
        let mut now = Now::new(self);
        order.iter().rev().map(|place| u64::from(now.step(*place).saturating_sub(limit))).sum()
    }

    /// The instructions that read each value.
    pub fn read_by(&self) -> &SecondaryMap<LocalValue, SmallVec<[u32; 4]>> {
        self.read_by.get_or_init(|| {
            let mut read_by: SecondaryMap<LocalValue, SmallVec<[u32; 4]>> =
                SecondaryMap::with_capacity(self.values.len());
            for (place, reads) in (0..).zip(&self.reads) {
                reads.iter().for_each(|value| read_by[*value].push(place));
            }
            read_by
        })
    }

    /// Which instructions have to come before which.
    pub fn dependences(&self, effects: &Effects) -> &Dependences {
        self.dependences.get_or_init(|| {
            let needs = self.find_needs(effects);
            let mut needed_by: Vec<SmallVec<[u32; 4]>> = vec![SmallVec::new(); needs.len()];
            for (place, needs) in (0..).zip(&needs) {
                needs.iter().for_each(|needed| needed_by[*needed as usize].push(place));
            }
            Dependences { needs, needed_by }
        })
    }

    /// Whether the instruction at `place` emits no code of its own.
    pub fn is_view(&self, place: u32) -> bool {
        self.live.is_view(self.kernel, self.insts[place as usize])
    }

    fn find_needs(&self, effects: &Effects) -> Vec<SmallVec<[u32; 4]>> {
        let mut defined: FxHashMap<Value, u32> = FxHashMap::default();
        // By place: the last instruction that needs it.
        let mut needed_by = vec![NOT_HERE; self.insts.len()];
        let mut memories: [MemoryUses; Memory::COUNT] = Default::default();
        let mut last_order = NOT_HERE;
        // Those that only read since what orders.
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
            let effect = effects.of(self.kernel, *inst);
            for memory in &mut memories[effect.memories()] {
                add(memory.last_write);
                if effect.writes() {
                    memory.reads.drain(..).for_each(&mut add);
                    memory.last_write = place;
                } else {
                    memory.reads.push(place);
                }
            }
            match effect {
                Effect::ReadOnly => {
                    add(last_order);
                    read_onlys.push(place);
                }
                Effect::Order => {
                    read_onlys.drain(..).for_each(&mut add);
                    last_order = place;
                }
                _ => {}
            }
            self.kernel.results(*inst).for_each(|result| {
                defined.insert(result, place);
            });
            needs
        });
        needs.collect()
    }
}

/// The instructions of a block that use a memory.
struct MemoryUses {
    /// The last that writes it.
    last_write: u32,
    /// Those that have read it since.
    reads: Vec<u32>,
}

impl Default for MemoryUses {
    fn default() -> MemoryUses {
        MemoryUses { last_write: NOT_HERE, reads: Vec::new() }
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
    is_live: PrimaryMap<LocalValue, bool>,
    bytes: u32,
    /// The booleans.
    pub flags: u32,
}

impl<'a> Now<'a> {
    pub fn new(given: &'a GivenBlock<'a>) -> Now<'a> {
        let (bytes, flags) = given.behind;
        Now { given, is_live: given.values.values().map(|value| value.is_behind).collect(), bytes, flags }
    }

    /// Puts an instruction before the others; returns the bytes that are live at it.
    pub fn step(&mut self, place: u32) -> u32 {
        self.step_with(place, |_| {})
    }

    /// The same, with `begin` called for each value that becomes live.
    pub fn step_with(&mut self, place: u32, mut begin: impl FnMut(LocalValue)) -> u32 {
        let GivenBlock { live, values, reads, results, .. } = self.given;
        let mut during = self.bytes + live.spilled_flags(self.flags);
        for result in &results[place as usize] {
            let LocalData { bytes, is_flag, .. } = values[*result];
            if std::mem::take(&mut self.is_live[*result]) {
                self.bytes -= bytes;
                self.flags -= u32::from(is_flag);
            } else {
                // It is written all the same.
                during += bytes;
            }
        }
        for value in &reads[place as usize] {
            if !std::mem::replace(&mut self.is_live[*value], true) {
                let LocalData { bytes, is_flag, .. } = values[*value];
                self.bytes += bytes;
                self.flags += u32::from(is_flag);
                begin(*value);
            }
        }
        during.max(self.bytes + live.spilled_flags(self.flags))
    }

    /// What is live before an instruction, less what is live behind it. `parts` says in how many parts what becomes live counts.
    pub fn change(&self, place: u32, parts: impl Fn(LocalValue) -> u32) -> Change {
        let GivenBlock { values, reads, results, .. } = self.given;
        let mut change = Change { bytes: 0, flags: 0 };
        for result in results[place as usize].iter().filter(|result| self.is_live[**result]) {
            let LocalData { bytes, is_flag, .. } = values[*result];
            change.bytes -= i64::from(bytes);
            change.flags -= i32::from(is_flag);
        }
        for value in reads[place as usize].iter().filter(|value| !self.is_live[**value]) {
            let LocalData { bytes, is_flag, .. } = values[*value];
            change.bytes += i64::from(bytes) / i64::from(parts(*value));
            change.flags += i32::from(is_flag);
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

#[cfg(test)]
mod tests {
    use texvisa_ir::target::{SimdWidth, Target};

    use super::*;
    use crate::analyses::Analyses;
    use crate::reads::Reads;

    /// Which of the accesses of `body` have to come before which, by their places among these.
    fn order(body: &str) -> Vec<Vec<usize>> {
        let text = format!(
            "surface b0: raw @ table 0\nkernel @k(%x: i32, %v: i32) scratch 64 {{\n^entry:\n  {body}\n  return\n}}\n"
        );
        let module = texvisa_ir::texture::parse(&text).unwrap_or_else(|errors| panic!("{errors:?}"));
        let kernel = module.kernels.values().next().expect("a kernel");
        let analyses = Analyses::new(kernel, Target::Tgllp, SimdWidth::Simd16, false).expect("no loops");
        let live = LiveValues::new(kernel, &analyses, &Reads::of_all(kernel), Target::Tgllp, SimdWidth::Simd16);
        let (block, mut numbers) = (kernel.layout[0], Numbers::default());
        let given = GivenBlock::new(kernel, &live, block, &kernel.blocks[block].insts, &mut numbers);
        let needs = given.find_needs(&Effects::new(&module, kernel));
        needs.iter().map(|needs| needs.iter().map(|place| *place as usize).collect()).collect()
    }

    #[test]
    fn accesses_of_one_memory_keep_their_order() {
        for (load, store) in
            [("load_raw b0", "store_raw b0"), ("load_local", "store_local"), ("load_scratch", "store_scratch")]
        {
            let body = format!("{store} [x: %x], i32 %v\n  %a = {load} [x: %x] -> i32\n  {store} [x: %x], i32 %v");
            assert_eq!(order(&body)[..3], [vec![], vec![0], vec![0, 1]], "{body}");
        }
    }

    #[test]
    fn accesses_of_different_memories_pass_each_other() {
        let stores = "store_raw b0 [x: %x], i32 %v\n  store_local [x: %x], i32 %v\n  store_scratch [x: %x], i32 %v";
        assert!(order(stores)[..3].iter().all(Vec::is_empty));
    }

    #[test]
    fn barriers_and_atomic_operations_keep_their_place_among_all() {
        for between in ["barrier", "%old = atomic_add_local [x: %x], i32 %v -> i32"] {
            let body = format!("%a = load_raw b0 [x: %x] -> i32\n  {between}\n  store_scratch [x: %x], i32 %v");
            assert_eq!(order(&body)[..3], [vec![], vec![0], vec![1]], "{between}");
        }
    }
}
