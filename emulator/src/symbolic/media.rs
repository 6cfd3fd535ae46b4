//! Media blocks: which part of the block each message moves, and the rows in its registers.
//!
//! A block may be cut to several messages. Where a message stands in it is read off its own place, which is that of the
//! operation and a number; the messages of an operation must move every element of the block once.

use texvisa_ir::texture::{Inst, InstData, MediaField, Role, TextureOp, Value};
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{Alu, AluOp, Exec, MediaBlock, MediaModifier, Raw, Src};

use super::Checker;
use super::claims::Target;
use super::content::{Content, Scope, What};
use super::facts::Leaf;

/// The rows of the largest vector.
const ROWS: usize = 8;

/// What the messages so far have moved of one block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    inst: Inst,
    /// By row: the lanes whose element was moved.
    rows: [u32; ROWS],
}

/// The part of a block that a message moves, in lanes and rows.
#[derive(Clone, Copy, Debug)]
struct Part {
    lane: u32,
    lanes: u32,
    row: u32,
}

/// As many ones as there are lanes.
const fn ones(lanes: u32) -> u32 {
    if lanes >= 32 { u32::MAX } else { (1 << lanes) - 1 }
}

impl Checker<'_> {
    #[inline(never)]
    pub(super) fn media(&mut self, block: &MediaBlock) {
        self.summary.messages += 1;
        if !block.store {
            self.runs.spoil(block.data.var, u32::from(block.data.offset), block.bytes());
        }
        let op = self.source.and_then(|inst| match &self.facts.kernel.insts[inst] {
            InstData::Texture(id) => Some((inst, &self.facts.kernel.textures[*id])),
            _ => None,
        });
        let value = op.and_then(|(inst, op)| op.data.or(self.facts.kernel.result(inst)));
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
        let [x, y] = [(Role::X, block.x), (Role::Y, block.y)].map(|(role, src)| self.further(op, role, src));
        let (Some(x), Some(y)) = (x, y) else { return };
        let bytes = self.facts.kernel.ty(value).scalar.bytes();
        let width = u32::from(block.width);
        if x % bytes != 0 || width % bytes != 0 {
            return self.wrong(|| format!("elements of {bytes} bytes"), || format!("{width} bytes from {x} on"));
        }
        let part = Part { lane: x / bytes, lanes: width / bytes, row: y };
        if !self.is_new(inst, op, value, part, block) {
            return;
        }
        let rows = self.facts.kernel.ty(value).lanes;
        let needed = ones(op.columns(self.kernel.simd.lanes()));
        if let Some(moved) = self.moved
            && moved.rows[..usize::from(rows)].iter().all(|lanes| lanes & needed == needed)
            && !self.responses.serve(inst, self.all_lanes)
        {
            self.wrong(|| "a block once".to_owned(), || "it again".to_owned());
        }
        if block.store { self.block_written(block, value, part) } else { self.block_read(block, op, value, part) }
    }

    /// How far a place is from that of the operation, as a number.
    fn further(&mut self, op: &TextureOp, role: Role, src: Src) -> Option<u32> {
        let found = self.read(&src, Exec::SCALAR);
        let leaf = op.param(role).map(|value| self.facts.leaf(value, 0));
        let by = match (leaf, found.what) {
            (Some(Leaf::Value { value, element }), What::Sum { value: base, element: of, addend })
                if (value, element) == (base, of) =>
            {
                Some(addend)
            }
            (Some(Leaf::Constant(base)), What::Constant(number)) => {
                Some((number.get() as u32).wrapping_sub(base as u32))
            }
            (Some(Leaf::Undefined), What::Constant(number)) => Some(number.get() as u32),
            (Some(leaf), _) if leaf.is(found) => Some(0),
            _ => None,
        };
        let by = by.filter(|_| found.scope == Scope::Everywhere);
        if by.is_none() {
            let expected = op.param(role).map_or("nothing".to_owned(), |value| self.describe_value(value, 0));
            let found = self.describe(found);
            self.wrong(|| format!("{} = {expected}, the same in all lanes, or further on", role.name()), || found);
        }
        by
    }

    /// Notes what a message moves; whether it is a part of the block and none that was moved before. Elements that
    /// lanes do not have, beyond the operation's columns, are read or not, and never written.
    fn is_new(&mut self, inst: Inst, op: &TextureOp, value: Value, part: Part, block: &MediaBlock) -> bool {
        let columns = op.columns(self.kernel.simd.lanes());
        let rows = u32::from(self.facts.kernel.ty(value).lanes);
        let end = part.row.saturating_add(block.height.into());
        let is_inside =
            part.lane < columns && end <= rows && (part.lane.saturating_add(part.lanes) <= columns || !block.store);
        let mut moved = self.moved.filter(|moved| moved.inst == inst).unwrap_or(Moved { inst, rows: [0; ROWS] });
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
            let Part { lane, lanes, row } = part;
            self.wrong(
                || format!("a part of a block of {columns} by {rows}, moved once"),
                || format!("{lanes} columns from {lane} on and rows {row} to {end}"),
            );
        }
        is_new
    }

    /// Says what the rows in registers are now.
    fn block_read(&mut self, block: &MediaBlock, op: &TextureOp, result: Value, part: Part) {
        let bytes = self.facts.kernel.ty(result).scalar.bytes();
        if self.kernel.vars.get(block.data.var).is_none_or(|decl| decl.ty.bytes() != bytes) {
            return self.wrong(|| format!("rows of elements of {bytes} bytes"), || "others".to_owned());
        }
        let pitch = block.shape().pitch();
        // Behind the last column there is nothing that a lane has: what is there is as good as anything.
        let is_last = part.lane + part.lanes >= op.columns(self.kernel.simd.lanes());
        let count = if is_last { pitch / bytes } else { part.lanes };
        for row in 0..u32::from(block.height) {
            let what = What::Value { value: result, element: (part.row + row) as u8 };
            let scope = Scope::Lanes { first: part.lane as u8 };
            let at = u32::from(block.data.offset) + row * pitch;
            self.runs.write(block.data.var, at, count, Content { what, scope, bytes: bytes as u8 });
            self.summary.channels += 1;
        }
    }

    fn block_written(&mut self, block: &MediaBlock, data: Value, part: Part) {
        let bytes = self.facts.kernel.ty(data).scalar.bytes();
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

    /// A part of a media block that is no message: a copy of a row, a place further on, or a number for lanes that have
    /// no element.
    #[inline(never)]
    pub(super) fn block_alu(&mut self, alu: &Alu, dst: &Target<'_>, inst: Inst, op: &TextureOp) {
        let [first, second, _] = alu.srcs;
        match alu.op {
            AluOp::Mov if self.fills_nothing(alu, dst, inst, op) => {
                if let Meaning::Value { value, element, .. } = *dst.claim {
                    // As the copies to the lanes that have one.
                    let scope = Scope::Copied { first: alu.exec.first };
                    self.put(alu, dst, What::Value { value, element }, scope);
                }
            }
            AluOp::Add if alu.predicate.is_none() && !alu.saturate => {
                let [base, by] = [self.read(&first, alu.exec), self.read(&second, alu.exec)];
                let what = match (base.what, by.what) {
                    (What::Value { value, element }, What::Constant(by)) if base.scope == Scope::Everywhere => {
                        What::Sum { value, element, addend: by.get() as u32 }
                    }
                    _ => What::Unknown,
                };
                let scope = if alu.exec.nomask { Scope::Everywhere } else { Scope::Spread { first: alu.exec.first } };
                self.put(alu, dst, what, scope);
            }
            _ => self.copy(alu, dst),
        }
    }

    /// Whether a number is given to lanes that the block has no element for.
    fn fills_nothing(&self, alu: &Alu, dst: &Target<'_>, inst: Inst, op: &TextureOp) -> bool {
        let is_result = |value| self.facts.definition(value) == Some(inst);
        matches!(alu.srcs[0], Src::Immediate { .. })
            && matches!(*dst.claim, Meaning::Value { value, .. } if is_result(value))
            && u32::from(alu.exec.first) >= op.columns(self.kernel.simd.lanes())
            && alu.predicate.is_none()
    }
}
