//! The instructions that decide which messages the texture calls of a kernel become, for those who ask for these alone.
//!
//! A message depends on what the operands of its call are, whether lanes differ in them, and which elements of its result are read. So
//! these are imported: the texture calls, the branches, all that either is computed from, and what takes results of texture calls apart.
//! Of the others, those that come to something read what they read of texture calls, and are left out besides.
//!
//! What the lanes agree on may have its message sent once or in each lane, by what else reads the result: a kernel is imported whole
//! unless each of its texture calls is given something that surely differs between lanes.

use inkwell::basic_block::BasicBlock;
use inkwell::llvm_sys::LLVMOpcode;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::llvm::{TyKind, Val};
use crate::texture_table::{GENISA_PREFIX, is_texture_intrinsic};
use crate::without_effect::is_without_effect;

/// Which instructions of a function are imported.
#[derive(Debug)]
pub(crate) struct Slice<'c> {
    /// Where each instruction is in `uses`.
    numbers: FxHashMap<Val<'c>, u32>,
    uses: Vec<SliceUse>,
    arguments: ReadArguments<'c>,
}

/// The arguments that are read, and which elements of each: bit 0 is the first, and the last bit all that have none.
type ReadArguments<'c> = FxHashMap<Val<'c>, u32>;

/// What an instruction is for.
#[derive(Clone, Copy, Debug, Default)]
struct SliceUse {
    /// It is imported.
    is_wanted: bool,
    /// It is a texture call, or is computed from what one returned.
    is_of_texture: bool,
    /// It does something, or what does reads it.
    is_live: bool,
}

/// An instruction, and what of it is asked often.
struct Listed<'c> {
    value: Val<'c>,
    opcode: Option<LLVMOpcode>,
    is_terminator: bool,
    callee: Option<CalleeUse>,
    /// The places of its operands in the list, or [`NOT_LISTED`].
    operands: std::ops::Range<u32>,
}

/// What is known of a function by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CalleeUse {
    Texture,
    /// An intrinsic of LLVM's, which does something only if something reads its result.
    Pure,
    Other,
}

const NOT_LISTED: u32 = u32::MAX;

/// The instructions of a function, each with its operands.
struct List<'c> {
    listed: Vec<Listed<'c>>,
    operands: Vec<(Val<'c>, u32)>,
    numbers: FxHashMap<Val<'c>, u32>,
    uses: Vec<SliceUse>,
}

impl<'c> Slice<'c> {
    /// That of the blocks `order`, where definitions come before uses but for phis; nothing where the kernel is to be imported whole.
    /// The arguments `divergent` differ between lanes.
    pub(crate) fn new(order: &[BasicBlock<'c>], divergent: &[Val<'c>]) -> Option<Slice<'c>> {
        let mut list = List::new(order);
        list.mark_live();
        let mut arguments = ReadArguments::default();
        list.mark_wanted(&mut arguments);
        if !list.differ_between_lanes(divergent) {
            return None;
        }
        Some(Slice { numbers: list.numbers, uses: list.uses, arguments })
    }

    fn use_of(&self, value: Val<'c>) -> Option<SliceUse> {
        self.numbers.get(&value).map(|number| self.uses[*number as usize])
    }

    /// Whether an instruction or an argument is to be imported.
    pub(crate) fn wants(&self, value: Val<'c>) -> bool {
        self.use_of(value).map_or_else(|| self.arguments.contains_key(&value), |known| known.is_wanted)
    }

    /// Whether element `index` of an argument that is a vector is read.
    pub(crate) fn reads_element(&self, argument: Val<'c>, index: u8) -> bool {
        self.arguments.get(&argument).is_some_and(|read| read >> u32::from(index).min(31) & 1 == 1)
    }

    /// Whether an instruction that is left out comes to something.
    pub(crate) fn is_live(&self, value: Val<'c>) -> bool {
        self.use_of(value).is_some_and(|known| known.is_live)
    }

    /// Whether it counts who reads `value`.
    pub(crate) fn is_of_texture(&self, value: Val<'c>) -> bool {
        self.use_of(value).is_some_and(|known| known.is_wanted && known.is_of_texture)
    }
}

impl<'c> List<'c> {
    fn new(order: &[BasicBlock<'c>]) -> List<'c> {
        // Most kernels are small.
        let (mut listed, mut operands) = (Vec::with_capacity(128), Vec::with_capacity(256));
        let mut numbers = FxHashMap::with_capacity_and_hasher(128, FxBuildHasher);
        let mut callees = FxHashMap::default();
        for instruction in order.iter().flat_map(|block| block.get_instructions()) {
            let value = Val::from(instruction);
            numbers.insert(value, listed.len() as u32);
            let opcode = value.opcode();
            let callee = if opcode == Some(LLVMOpcode::LLVMCall) { value.callee() } else { None };
            let returns = || !matches!(value.ty().kind(), TyKind::Void);
            let callee =
                callee.map(|callee| *callees.entry(callee).or_insert_with(|| CalleeUse::of(&callee.name(), returns())));
            let first = operands.len() as u32;
            operands.extend(value.operands().map(|operand| (operand, NOT_LISTED)));
            let is_terminator = instruction.is_terminator();
            listed.push(Listed { value, opcode, is_terminator, callee, operands: first..operands.len() as u32 });
        }
        for (operand, number) in &mut operands {
            *number = numbers.get(operand).copied().unwrap_or(NOT_LISTED);
        }
        let uses = vec![SliceUse::default(); listed.len()];
        List { listed, operands, numbers, uses }
    }

    fn operands(&self, number: u32) -> &[(Val<'c>, u32)] {
        let operands = &self.listed[number as usize].operands;
        &self.operands[operands.start as usize..operands.end as usize]
    }

    /// The numbers of the instructions of which that is true.
    fn those(&self, is_one: impl Fn(&Listed<'c>) -> bool) -> Vec<u32> {
        (0..).zip(&self.listed).filter(|(_, listed)| is_one(listed)).map(|(number, _)| number).collect()
    }

    fn mark_live(&mut self) {
        let mut pending = self.those(Listed::has_effect);
        while let Some(number) = pending.pop() {
            if !std::mem::replace(&mut self.uses[number as usize].is_live, true) {
                let read = self.operands(number).iter().map(|(_, operand)| *operand);
                pending.extend(read.filter(|operand| *operand != NOT_LISTED));
            }
        }
    }

    fn mark_wanted(&mut self, arguments: &mut ReadArguments<'c>) {
        let mut pending = self.those(|listed| listed.callee == Some(CalleeUse::Texture));
        pending.iter().for_each(|number| self.uses[*number as usize].is_of_texture = true);
        pending.extend(self.those(|listed| listed.is_terminator));
        // Until what takes results apart has brought nothing more.
        loop {
            let mut changed = !pending.is_empty();
            while let Some(number) = pending.pop() {
                if !std::mem::replace(&mut self.uses[number as usize].is_wanted, true) {
                    for (operand, place) in self.operands(number) {
                        if *place != NOT_LISTED {
                            pending.push(*place);
                        } else if operand.is_argument() {
                            *arguments.entry(*operand).or_default() |= self.listed[number as usize].elements_read();
                        }
                    }
                }
            }
            for number in 0..self.listed.len() as u32 {
                let SliceUse { is_wanted, is_of_texture, is_live } = self.uses[number as usize];
                let makes_texture = |(operand, place): &(Val<'c>, u32)| {
                    let is_texture = *place != NOT_LISTED && self.uses[*place as usize].is_of_texture;
                    is_texture && (is_wanted || has_elements(*operand))
                };
                if !is_of_texture && is_live && self.operands(number).iter().any(makes_texture) {
                    self.uses[number as usize].is_of_texture = true;
                    pending.push(number);
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Whether each texture call has an operand that surely differs between lanes.
    fn differ_between_lanes(&self, divergent: &[Val<'c>]) -> bool {
        let mut differs = vec![false; self.listed.len()];
        for (number, listed) in self.listed.iter().enumerate() {
            if !self.uses[number].is_wanted || listed.callee == Some(CalleeUse::Other) {
                continue;
            }
            differs[number] = self.operands(number as u32).iter().any(|(operand, place)| match *place {
                NOT_LISTED => divergent.contains(operand),
                place => differs[place as usize],
            });
            if listed.callee == Some(CalleeUse::Texture) && !differs[number] {
                return false;
            }
        }
        true
    }
}

impl Listed<'_> {
    /// Which elements it reads of a vector that it reads.
    fn elements_read(&self) -> u32 {
        let index =
            (self.opcode == Some(LLVMOpcode::LLVMExtractElement)).then(|| self.value.operand(1)?.int()).flatten();
        index.map_or(u32::MAX, |index| 1 << index.min(31))
    }

    /// Whether it does something even if nothing reads its result.
    fn has_effect(&self) -> bool {
        use LLVMOpcode::{LLVMAtomicCmpXchg, LLVMAtomicRMW, LLVMCall, LLVMFence, LLVMStore};
        match self.opcode {
            Some(LLVMCall) => !matches!(self.callee, Some(CalleeUse::Pure | CalleeUse::Texture)),
            Some(LLVMStore | LLVMFence | LLVMAtomicRMW | LLVMAtomicCmpXchg) => true,
            _ => self.is_terminator,
        }
    }
}

impl CalleeUse {
    fn of(name: &str, returns: bool) -> CalleeUse {
        let intrinsic = name.strip_prefix("llvm.");
        match name.starts_with(GENISA_PREFIX) {
            true if is_texture_intrinsic(name) => CalleeUse::Texture,
            false if intrinsic.is_some_and(|intrinsic| returns || is_without_effect(intrinsic)) => CalleeUse::Pure,
            _ => CalleeUse::Other,
        }
    }
}

/// Whether a value has elements that may be read one by one.
fn has_elements(value: Val<'_>) -> bool {
    matches!(value.ty().kind(), TyKind::Vector(..) | TyKind::Array(..) | TyKind::Struct(_))
}
