//! Media blocks: which part of the block each message moves, and the rows in registers.
//!
//! A block may be split into several messages. The position of a message in the block is the distance of its
//! coordinates from the operation's, which must be a constant. The messages of an operation must move every element of
//! the block once.

use texvisa_ir::texture::{InstData, InstId, MediaField, Role, TextureOp, Value};
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{Alu, AluOp, Exec, MediaBlock, MediaModifier, Raw, Src};

use super::checker::Checker;
use super::origins::Destination;
use super::source_index::Leaf;
use super::state::{BlockPart, MovedElements, ROWS};
use super::symbolic_value::{Scope, SymbolicValue, Term};

/// A mask of `lanes` lanes.
const fn ones(lanes: u32) -> u32 {
    if lanes >= 32 { u32::MAX } else { (1 << lanes) - 1 }
}

impl Checker<'_> {
    #[inline(never)]
    pub(super) fn media(&mut self, block: &MediaBlock) {
        self.summary.messages += 1;
        if !block.store {
            let filled = block.shape().response_bytes(self.kernel.grf());
            self.registers.forget_bytes(block.data.var, u32::from(block.data.offset), filled);
        }
        let op = self.source.and_then(|inst| match &self.source_index.kernel.insts[inst] {
            InstData::Texture(id) => Some((inst, &self.source_index.kernel.textures[*id])),
            _ => None,
        });
        let value = op.and_then(|(inst, op)| op.data.or(self.source_index.kernel.result(inst)));
        let Some(((inst, op), value)) =
            op.zip(value).filter(|((_, op), _)| op.kind.is_media() && op.data.is_some() == block.store)
        else {
            return self.wrong(|| "no such message".to_owned(), || "a media block".to_owned());
        };
        self.surface(op.surface, block.surface);
        let modifier = match op.field {
            MediaField::Frame => MediaModifier::None,
            MediaField::Top => MediaModifier::Top,
            MediaField::Bottom => MediaModifier::Bottom,
        };
        if (block.modifier, block.plane) != (modifier, op.plane) {
            self.wrong(
                || format!("{} of plane {}", modifier.name(), op.plane),
                || format!("{} of plane {}", block.modifier.name(), block.plane),
            );
        }
        self.summary.slots += 2;
        let [x, y] = [(Role::X, block.x), (Role::Y, block.y)].map(|(role, src)| self.distance(op, role, src));
        let (Some(x), Some(y)) = (x, y) else { return };
        let bytes = self.source_index.kernel.ty(value).scalar.bytes();
        let width = u32::from(block.width);
        if x % bytes != 0 || width % bytes != 0 {
            return self.wrong(|| format!("elements of {bytes} bytes"), || format!("{width} bytes from {x} on"));
        }
        let part = BlockPart { lane: x / bytes, lanes: width / bytes, row: y };
        if !self.is_new(inst, op, value, part, block) {
            return;
        }
        let rows = self.source_index.kernel.ty(value).lanes;
        let needed = ones(op.columns(self.kernel.simd.lanes()));
        if let Some(moved) = self.moved
            && moved.rows[..usize::from(rows)].iter().all(|lanes| lanes & needed == needed)
            && !self.responses.serve(inst, self.all_lanes)
        {
            self.wrong(|| "each element moved once".to_owned(), || "an element moved again".to_owned());
        }
        if block.store { self.block_written(block, value, part) } else { self.block_read(block, op, value, part) }
    }

    /// The distance of a message's coordinate from the operation's.
    fn distance(&mut self, op: &TextureOp, role: Role, src: Src) -> Option<u32> {
        let found = self.read(&src, Exec::SCALAR);
        let leaf = op.param(role).map(|value| self.source_index.leaf(value, 0));
        let by = match (leaf, found.term) {
            (Some(Leaf::Value { value, element }), Term::Sum { value: base, element: of, addend })
                if (value, element) == (base, of) =>
            {
                Some(addend)
            }
            (Some(Leaf::Constant(base)), Term::Constant(number)) => {
                Some((number.get() as u32).wrapping_sub(base as u32))
            }
            (Some(Leaf::Undefined), Term::Constant(number)) => Some(number.get() as u32),
            (Some(leaf), _) if leaf.is(found) => Some(0),
            _ => None,
        };
        let by = by.filter(|_| found.scope == Scope::Uniform);
        if by.is_none() {
            let expected = op.param(role).map_or("nothing".to_owned(), |value| self.describe_value(value, 0));
            let found = self.describe(found);
            self.wrong(|| format!("{} = {expected}, uniform, plus a constant", role.name()), || found);
        }
        by
    }

    /// Adds the part that a message moves. Returns whether it is within the block and was not moved before. Elements
    /// beyond the columns of the operation, which no lane has, may be read and are never written.
    fn is_new(&mut self, inst: InstId, op: &TextureOp, value: Value, part: BlockPart, block: &MediaBlock) -> bool {
        let columns = op.columns(self.kernel.simd.lanes());
        let rows = u32::from(self.source_index.kernel.ty(value).lanes);
        let end = part.row.saturating_add(block.height.into());
        let is_inside =
            part.lane < columns && end <= rows && (part.lane.saturating_add(part.lanes) <= columns || !block.store);
        let mut moved =
            self.moved.filter(|moved| moved.inst == inst).unwrap_or(MovedElements { inst, rows: [0; ROWS] });
        let mut is_new = is_inside;
        if is_inside {
            let lanes = ones(part.lanes.min(32)) << part.lane;
            for row in &mut moved.rows[part.row as usize..end as usize] {
                is_new &= *row & lanes == 0;
                *row |= lanes;
            }
        }
        self.moved = Some(moved);
        if !is_new {
            let BlockPart { lane, lanes, row } = part;
            self.wrong(
                || format!("a part of a block of {columns} by {rows}, moved once"),
                || format!("{lanes} columns from {lane} on and rows {row} to {end}"),
            );
        }
        is_new
    }

    /// Writes the rows that a message returns.
    fn block_read(&mut self, block: &MediaBlock, op: &TextureOp, result: Value, part: BlockPart) {
        let bytes = self.source_index.kernel.ty(result).scalar.bytes();
        if self.kernel.vars.get(block.data.var).is_none_or(|decl| decl.ty.bytes() != bytes) {
            return self.wrong(|| format!("rows of elements of {bytes} bytes"), || "others".to_owned());
        }
        let pitch = block.shape().pitch();
        // Beyond the last column no lane has an element, so anything may be there.
        let is_last = part.lane + part.lanes >= op.columns(self.kernel.simd.lanes());
        let count = if is_last { pitch / bytes } else { part.lanes };
        for row in 0..u32::from(block.height) {
            let term = Term::Value { value: result, element: (part.row + row) as u8 };
            let scope = Scope::Lanes { first: part.lane as u8 };
            let at = u32::from(block.data.offset) + row * pitch;
            self.registers.write(block.data.var, at, count, SymbolicValue { term, scope, bytes: bytes as u8 });
            self.summary.channels += 1;
        }
    }

    fn block_written(&mut self, block: &MediaBlock, data: Value, part: BlockPart) {
        let bytes = self.source_index.kernel.ty(data).scalar.bytes();
        let exec = Exec::masked(part.lanes, part.lane);
        for row in 0..u32::from(block.height) {
            let offset = u32::from(block.data.offset) + row * block.shape().pitch();
            let raw = Raw { offset: offset as u16, ..block.data };
            let found = self.read_raw(raw, part.lanes, bytes);
            self.summary.slots += 1;
            let element = (part.row + row) as u8;
            if !self.is(found, data, element, exec) {
                let expected = self.describe_value(data, element);
                let found = self.describe(found);
                self.wrong(|| format!("{expected} in row {row} for lanes from {}", part.lane), || found);
            }
        }
    }

    /// An instruction of a media block that is no message: a copy of a row, the coordinate of a split message, or a
    /// constant for lanes without an element.
    #[inline(never)]
    pub(super) fn block_alu(&mut self, alu: &Alu, dst: &Destination<'_>, inst: InstId, op: &TextureOp) {
        let [first, second, _] = alu.srcs;
        match alu.op {
            AluOp::Mov if self.writes_lanes_without_element(alu, dst, inst, op) => {
                if let Meaning::Value { value, element, .. } = *dst.claim {
                    // With the scope of the copies to the lanes that have an element.
                    let scope = Scope::Copied { first: alu.exec.first };
                    self.put(alu, dst, Term::Value { value, element }, scope);
                }
            }
            AluOp::Add if alu.predicate.is_none() && !alu.saturate => {
                let [base, by] = [self.read(&first, alu.exec), self.read(&second, alu.exec)];
                let term = match (base.term, by.term) {
                    (Term::Value { value, element }, Term::Constant(by)) if base.scope == Scope::Uniform => {
                        Term::Sum { value, element, addend: by.get() as u32 }
                    }
                    _ => Term::Unknown,
                };
                let scope = if alu.exec.nomask { Scope::Uniform } else { Scope::Broadcast { first: alu.exec.first } };
                self.put(alu, dst, term, scope);
            }
            _ => self.copy(alu, dst),
        }
    }

    /// Whether an instruction writes a constant for lanes for which the block has no element.
    fn writes_lanes_without_element(&self, alu: &Alu, dst: &Destination<'_>, inst: InstId, op: &TextureOp) -> bool {
        let is_result = |value| self.source_index.definition(value) == Some(inst);
        matches!(alu.srcs[0], Src::Immediate { .. })
            && matches!(*dst.claim, Meaning::Value { value, .. } if is_result(value))
            && u32::from(alu.exec.first) >= op.columns(self.kernel.simd.lanes())
            && alu.predicate.is_none()
    }
}
