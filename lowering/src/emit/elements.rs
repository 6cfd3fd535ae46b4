//! Emits elements that an index names which is a value: vectors in rows, and moves from and to where an address points.
//!
//! Rules:
//!
//! - The elements of an indexed vector are rows of one variable: a row has an element for each lane of the half, or one
//!   element if the vector is uniform. Copies fill it, most of which the layout coalesces. A vector of which the block has
//!   read an element already is there, and what several blocks or loops read may be, too ([`early_rows`](super::early_rows)).
//! - An address is the index times the bytes of a row, plus the bytes of the lanes before where lanes have addresses of
//!   their own into rows of an element a lane. It is a dword of which `addr_add` reads the low word.
//! - An insertion copies the vector and writes the element into the copy, for the active lanes. At an index that differs
//!   between lanes it moves the element of each lane alone: a destination has one address (Operands, *Indirect Operands*).

use smallvec::SmallVec;
use texvisa_ir::texture::{self, Value};
use texvisa_ir::visa::origin::{Meaning, Origin};
use texvisa_ir::visa::{
    AddressAdd, AddressElement, Align, AluOp, DataType, Dst, Exec, Indirect, IndirectMove, IndirectRegion, Inst,
    Modifier, MoveDst, MoveSrc, Predicate, Raw, Region, Src, Storage, Var, VarDecl, VectorType,
};

use super::leaf::{Leaves, leaves};
use super::media::wide;
use super::value_loc::{ALL_ELEMENTS, ValueLoc, nth};
use super::{Emitter, data_type};
use crate::rewrite::row_bytes;

/// An execution mask begins at a multiple of so many lanes (vISA, Exec_size: M1 to M8).
const LANES_OF_MASK: u8 = 4;

/// How the elements of a vector are laid out in a variable.
#[derive(Clone, Copy)]
pub(super) struct RowLayout {
    /// The type of the elements.
    ty: DataType,
    /// Whether a row is one element for all lanes.
    is_single: bool,
    /// The elements from the start of one row to the start of the next.
    step: u32,
}

impl RowLayout {
    /// The elements of a variable, each of them for all lanes.
    pub(super) fn single(ty: DataType) -> RowLayout {
        RowLayout { ty, is_single: true, step: 1 }
    }

    fn step_bytes(self) -> u32 {
        self.step * self.ty.bytes()
    }

    /// What an address in rows points to.
    fn indirect(self, at: AddressElement, rows: Var) -> Indirect {
        let row = if self.is_single { 0 } else { self.step_bytes() };
        Indirect { at, offset: 0, ty: self.ty, of: Some(rows).into(), row: row as u16 }
    }
}

impl Emitter<'_> {
    /// The element of `vector` that `index` names.
    pub(super) fn element(&mut self, inst: texture::InstId, vector: Value, index: Value) {
        let Some(result) = self.kernel.result(inst) else { return };
        let layout = self.row_layout(vector);
        let rows = self.rows_of(vector);
        if self.indexed.wanted.first_readers.contains(&inst) {
            self.indexed.early.insert(self.key_of(vector), rows.clone());
        }
        for (exec, var, half) in self.define(result) {
            let row = rows[if layout.is_single { 0 } else { half as usize }];
            self.move_indirect(row, layout, index, half, exec, var);
        }
    }

    /// Moves the elements of `rows` that `index` names to `var`.
    pub(super) fn move_indirect(
        &mut self,
        rows: Var,
        layout: RowLayout,
        index: Value,
        half: u32,
        exec: Exec,
        var: Var,
    ) {
        let at = self.take_address(index, half, rows, layout, true, exec);
        let region = match (self.is_uniform(index), layout.is_single) {
            (false, _) => IndirectRegion::EachRow { width: 1, horizontal: 0 },
            (true, true) => IndirectRegion::One(Region::SCALAR),
            (true, false) => IndirectRegion::One(Region { vertical: 8, width: 8, horizontal: 1 }),
        };
        self.push(Inst::IndirectMove(IndirectMove {
            saturate: false,
            exec,
            predicate: None,
            dst: MoveDst::Direct(Dst::whole(var)),
            src: MoveSrc::Indirect(layout.indirect(at, rows), region, Modifier::None),
        }));
    }

    /// The vector in which the element that `index` names is `element`.
    pub(super) fn insert(&mut self, inst: texture::InstId, vector: Value, index: Value, element: Value) {
        let Some(result) = self.kernel.result(inst) else { return };
        let layout @ RowLayout { ty, is_single, .. } = self.row_layout(result);
        let halves = if is_single { 1 } else { self.halves };
        let count = self.kernel.ty(vector).lanes;
        let rows = self.declare_rows_of(result);
        let mut first = None;
        for number in 0..count {
            for half in 0..halves {
                let meaning = Meaning::Value { value: result, element: number, half: half as u8 };
                let row = self.declare_element(rows[half as usize], layout, number, meaning);
                first.get_or_insert(row);
            }
        }
        let Some(first) = first else { return };
        for number in 0..count {
            for half in 0..halves {
                let exec = if is_single { Exec::SCALAR } else { self.half(half) };
                let var = nth(first, u32::from(number) * halves + half);
                let src = wide(self.bits_source(vector, number, half, ty));
                self.mov(exec, var, src);
            }
        }
        self.locs[result] = match is_single {
            true => ValueLoc::Uniform { first, mask: ALL_ELEMENTS },
            false => ValueLoc::Divergent { first, mask: ALL_ELEMENTS },
        };
        // One half after the other: no rows of the other come between the address and what uses it.
        for half in 0..halves {
            let exec = if is_single { Exec::SCALAR } else { self.half(half) };
            let mut src = self.bits_source(element, 0, half, ty);
            if matches!(src, Src::Immediate { .. }) {
                let meaning = self.meaning(element, 0, half);
                let number = self.single(ty, meaning);
                self.mov(Exec::SCALAR, number, wide(src));
                src = Src::scalar(number);
            }
            let rows = rows[half as usize];
            let at = self.take_address(index, half, rows, layout, false, exec);
            match self.is_uniform(index) {
                true => self.push(Inst::IndirectMove(IndirectMove {
                    saturate: false,
                    exec,
                    predicate: None,
                    dst: MoveDst::Indirect(layout.indirect(at, rows), 1),
                    src: MoveSrc::Direct(src),
                })),
                false => self.write_lanes(exec, at, rows, layout, src),
            }
        }
        let key = (0..count).map(|number| Some((result, number))).collect();
        self.indexed.vectors.insert((key, is_single), rows);
    }

    /// Writes the element of each lane to the row to which its own address points. A destination has one address: each move
    /// is of a lane, the only one of four that its predicate enables.
    fn write_lanes(&mut self, exec: Exec, at: AddressElement, rows: Var, layout: RowLayout, src: Src) {
        let (bytes, all) = (layout.ty.bytes(), Exec { nomask: true, ..exec });
        for lane in 0..LANES_OF_MASK {
            let pred = self.temporary_predicate(all);
            let every_fourth = u64::from(u32::MAX / ((1 << LANES_OF_MASK) - 1)) << lane;
            self.push(Inst::SetPredicate { exec: all, dst: pred, src: Src::immediate(DataType::Ud, every_fourth) });
            for first in (0..exec.lanes).step_by(LANES_OF_MASK.into()) {
                let element = first + lane;
                let src = match src {
                    Src::Register { var, offset, region, modifier } => {
                        let offset = offset + (region.element(element.into()) * bytes) as u16;
                        Src::Register { var, offset, region: Region::SCALAR, modifier }
                    }
                    other => other,
                };
                let own = AddressElement { element: at.element + element, ..at };
                let to = Indirect { offset: (u32::from(first) * bytes) as i16, ..layout.indirect(own, rows) };
                self.push(Inst::IndirectMove(IndirectMove {
                    saturate: false,
                    exec: Exec::masked(LANES_OF_MASK.into(), u32::from(exec.first + first)),
                    predicate: Some(Predicate::of(pred, false)),
                    dst: MoveDst::Indirect(to, 1),
                    src: MoveSrc::Direct(src),
                }));
            }
        }
    }

    /// The variables of the rows of a vector, one a half, filled by copies.
    fn rows_of(&mut self, vector: Value) -> SmallVec<[Var; 2]> {
        let key = self.key_of(vector);
        if let Some(known) = self.indexed.vectors.get(&key).or_else(|| self.indexed.early.get(&key)) {
            return known.clone();
        }
        let rows = self.declare_rows_of(vector);
        for number in 0..self.kernel.ty(vector).lanes {
            self.copy_to_rows(vector, number, &rows);
        }
        self.indexed.vectors.insert(key, rows.clone());
        rows
    }

    /// Copies the results of `inst`, or what its block ends with, to the rows of vectors that later blocks read.
    pub(super) fn copy_to_early_rows(&mut self, inst: texture::InstId) {
        let Some(elements) = self.indexed.wanted.copies.remove(&inst) else { return };
        if !self.kernel.insts[inst].is_terminator() {
            self.origin = Origin::Broadcast;
        }
        for (vector, number) in elements {
            let key = self.key_of(vector);
            let rows = match self.indexed.early.get(&key) {
                Some(known) => known.clone(),
                None => {
                    let rows = self.declare_rows_of(vector);
                    self.indexed.early.insert(key, rows.clone());
                    rows
                }
            };
            self.copy_to_rows(vector, number, &rows);
        }
    }

    /// Copies an element of `vector` to its row in each of `rows`.
    fn copy_to_rows(&mut self, vector: Value, number: u8, rows: &[Var]) {
        let layout @ RowLayout { ty, is_single, .. } = self.row_layout(vector);
        for half in 0..rows.len() as u32 {
            let exec = if is_single { Exec::SCALAR } else { self.half(half) };
            let meaning = self.meaning(vector, number, half);
            let row = self.declare_element(rows[half as usize], layout, number, meaning);
            let src = wide(self.bits_source(vector, number, half, ty));
            let is_broadcast = !is_single && !matches!(src, Src::Register { region: Region::CONTIGUOUS, .. });
            match is_broadcast {
                true => self.mov_as(Origin::Broadcast, exec, row, src),
                false => self.mov(exec, row, src),
            }
        }
    }

    /// What the rows of a vector are known by.
    fn key_of(&self, vector: Value) -> (Leaves, bool) {
        (leaves(self.kernel, vector), self.is_uniform(vector))
    }

    /// How the elements of `vector` are laid out.
    fn row_layout(&self, vector: Value) -> RowLayout {
        let kind = self.kernel.ty(vector);
        let ty = data_type(kind.scalar);
        match self.is_uniform(vector) {
            true => RowLayout::single(ty),
            false => RowLayout { ty, is_single: false, step: row_bytes(self.half_lanes * ty.bytes()) / ty.bytes() },
        }
    }

    /// Declares the variables of the rows of `vector`.
    fn declare_rows_of(&mut self, vector: Value) -> SmallVec<[Var; 2]> {
        let RowLayout { ty, is_single, step } = self.row_layout(vector);
        let elements = u32::from(self.kernel.ty(vector).lanes) * step;
        let decl = VarDecl { ty, elements: elements as u16, align: Align::Grf, storage: Storage::Own };
        (0..if is_single { 1 } else { self.halves }).map(|_| self.push_var(decl, Meaning::Temporary)).collect()
    }

    /// Declares the row of an element.
    fn declare_element(&mut self, of: Var, layout: RowLayout, number: u8, meaning: Meaning) -> Var {
        let RowLayout { ty, is_single, .. } = layout;
        let lanes = if is_single { 1 } else { self.half_lanes };
        let offset = u32::from(number) * layout.step_bytes();
        let align = match ty.bytes() {
            _ if !is_single && offset.is_multiple_of(self.out.grf_bytes()) => Align::Grf,
            1 if is_single => Align::Byte,
            2 if is_single => Align::Word,
            8 => Align::Qword,
            _ => Align::Dword,
        };
        let storage = Storage::Subregister { of, offset: offset as u16 };
        self.push_var(VarDecl { ty, elements: lanes as u16, align, storage }, meaning)
    }

    /// Takes the address of what `index` names in `rows`: of the element of a lane, or the first element of its row.
    fn take_address(
        &mut self,
        index: Value,
        half: u32,
        rows: Var,
        layout: RowLayout,
        of_lane: bool,
        exec: Exec,
    ) -> AddressElement {
        let (ty, shift) = (layout.ty, layout.step_bytes().trailing_zeros());
        let (half, exec) = if self.is_uniform(index) { (0, Exec::SCALAR) } else { (half, exec) };
        let by_lane = of_lane && !self.is_uniform(index) && !layout.is_single;
        let offset = self.offset(index, half, shift, by_lane.then_some(ty), exec);
        let words = self.alias(offset, DataType::Uw);
        let region = if exec == Exec::SCALAR { Region::SCALAR } else { Region::strided(2) };
        let src = Src::Register { var: words, offset: 0, region, modifier: Modifier::None };
        let address = self.out.addresses.push(exec.lanes.into());
        let dst = AddressElement { address, element: 0 };
        self.push(Inst::AddressAdd(AddressAdd { exec, dst, base: Raw::whole(rows), src }));
        dst
    }

    /// `index` shifted left, and the bytes before each lane's element of that type.
    fn offset(&mut self, index: Value, half: u32, shift: u32, by_lane: Option<DataType>, exec: Exec) -> Var {
        let key = (index, half, shift, by_lane.map(DataType::bytes));
        if let Some(known) = self.indexed.offsets.get(&key) {
            return *known;
        }
        let var = self.declare(DataType::D, exec.lanes.into(), Storage::Own, Meaning::Temporary);
        let src = self.source(index, 0, half, DataType::D);
        self.alu(AluOp::Shl, exec, Dst::whole(var), &[src, Src::immediate(DataType::D, shift.into())]);
        if let Some(ty) = by_lane {
            let bytes = self.lane_bytes(ty.bytes().trailing_zeros());
            self.alu(AluOp::Add, exec, Dst::whole(var), &[Src::lanes(var), Src::lanes(bytes)]);
        }
        self.indexed.offsets.insert(key, var);
        var
    }

    /// The bytes of the lanes before each lane of a half, an element having 2 to the power of `shift`.
    fn lane_bytes(&mut self, shift: u32) -> Var {
        if let Some(known) = self.indexed.lane_bytes.get(&shift) {
            return *known;
        }
        let lanes = self.half_lanes;
        let var = self.declare(DataType::D, lanes, Storage::Own, Meaning::Temporary);
        let eight = Src::Vector { ty: VectorType::Uv, bits: 0x7654_3210 };
        self.alu(AluOp::Mov, Exec::all(8, 0), Dst::whole(var), &[eight]);
        if lanes > 8 {
            let dst = Dst { var, offset: (8 * DataType::D.bytes()) as u16, stride: 1 };
            let more = [Src::lanes(var), Src::immediate(DataType::D, 8)];
            self.alu(AluOp::Add, Exec::all(8, 0), dst, &more);
        }
        if shift > 0 {
            let srcs = [Src::lanes(var), Src::immediate(DataType::D, shift.into())];
            self.alu(AluOp::Shl, Exec::all(lanes, 0), Dst::whole(var), &srcs);
        }
        self.indexed.lane_bytes.insert(shift, var);
        var
    }
}
