//! Rebuilds blocks instruction by instruction, for passes that insert instructions.

use texvisa_ir::source::Location;
use texvisa_ir::texture::{Block, InstData, InstId, Kernel, Op, Type, Value};

/// A block that is being rebuilt; new instructions are appended to it.
pub struct Inserter<'a> {
    /// The kernel.
    pub kernel: &'a mut Kernel,
    insts: Vec<InstId>,
    location: Location,
}

impl Inserter<'_> {
    /// Appends a new plain operation; `ty` is the type of its result.
    pub fn op(&mut self, op: Op, args: &[Value], ty: Type) -> Value {
        self.append(plain(op, args), ty)
    }

    /// Appends a new instruction with one result of type `ty`.
    pub fn append(&mut self, data: InstData, ty: Type) -> Value {
        let inst = self.kernel.push_inst(data);
        self.kernel.set_location(inst, self.location);
        self.insts.push(inst);
        self.kernel.push_result(inst, ty)
    }

    /// Appends a new instruction without results.
    pub fn append_without_result(&mut self, data: InstData) {
        let inst = self.kernel.push_inst(data);
        self.kernel.set_location(inst, self.location);
        self.insts.push(inst);
    }

    /// Removes the last new instruction, whose result nothing reads yet, and gives the old `inst` its operation.
    pub fn replace_with_last(&mut self, inst: InstId) {
        if let Some(last) = self.insts.pop() {
            self.kernel.insts[inst] = self.kernel.insts[last].clone();
        }
    }

    /// Appends an old instruction.
    pub fn keep(&mut self, inst: InstId) {
        self.insts.push(inst);
    }
}

/// A plain operation on `args`.
pub fn plain(op: Op, args: &[Value]) -> InstData {
    let mut operands = [Value::from_u32(0); 3];
    operands[..args.len()].copy_from_slice(args);
    InstData::Plain { op, args: operands }
}

/// Rebuilds every block: `visit` is called with each instruction and may keep it.
pub fn rebuild(kernel: &mut Kernel, visit: impl FnMut(&mut Inserter<'_>, InstId)) {
    rebuild_blocks(kernel, &kernel.layout.clone(), visit);
}

/// Rebuilds these blocks, in this order.
pub fn rebuild_blocks(kernel: &mut Kernel, blocks: &[Block], mut visit: impl FnMut(&mut Inserter<'_>, InstId)) {
    for block in blocks {
        let old = std::mem::take(&mut kernel.blocks[*block].insts);
        let mut inserter = Inserter { insts: Vec::with_capacity(old.len()), location: Location::UNKNOWN, kernel };
        for inst in old {
            inserter.location = inserter.kernel.location(inst);
            visit(&mut inserter, inst);
        }
        let insts = inserter.insts;
        kernel.blocks[*block].insts = insts;
    }
}
