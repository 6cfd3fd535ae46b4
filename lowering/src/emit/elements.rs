//! Emits elements that an index names which is a value: vectors in rows, and moves from and to where an address points.
//!
//! Rules:
//!
//! - The elements of an indexed vector are rows of one variable: a row has an element for each lane of the half, from a register
//!   on, or one element if the vector is uniform. Copies fill it, most of which the layout coalesces. A vector of which the block has
//!   read an element already is there.
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

use super::leaf::Leaves;
use super::media::wide;
use super::value_loc::{ALL_ELEMENTS, ValueLoc, nth};
use super::{Emitter, data_type};

/// The lanes of which an execution mask of four lanes or more is named.
const LANES_OF_MASK: u8 = 4;

/// What the rows of a vector are, and how they are pointed to.
#[derive(Clone, Copy)]
struct RowsOf {
    /// The type of the elements.
    ty: DataType,
    /// Whether a row is one element for all lanes.
    is_single: bool,
    /// Whether one address serves all lanes.
    has_one_address: bool,
    /// Whether the address of a lane is that of its own element, instead of the row's first.
    by_lane: bool,
}

/// A write of a half's elements to rows.
struct RowWrite {
    exec: Exec,
    /// The address of the row, or of the row of each lane.
    at: AddressElement,
    /// The rows.
    row: Var,
    /// The elements.
    src: Src,
}

impl Emitter<'_> {
    /// The element of `vector` that `index` names.
    pub(super) fn element(&mut self, inst: texture::InstId, vector: Value, index: Value) {
        let Some(result) = self.kernel.result(inst) else { return };
        let ty = data_type(self.kernel.ty(vector).scalar);
        let is_single = self.is_uniform(vector);
        let rows = self.rows_of(vector, is_single);
        for (exec, var, half) in self.define(result) {
            let row = rows[if is_single { 0 } else { half as usize }];
            let lanes = if is_single { 1 } else { self.half_lanes };
            self.move_indirect(row, lanes, index, half, ty, exec, var);
        }
    }

    /// Moves the elements of `row` that `index` names to `var`, `lanes` being the elements of a row of the vector: one for
    /// each lane or one for all.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn move_indirect(
        &mut self,
        row: Var,
        lanes: u32,
        index: Value,
        half: u32,
        ty: DataType,
        exec: Exec,
        var: Var,
    ) {
        let has_one_address = self.is_uniform(index);
        let is_single = lanes == 1;
        let rows = RowsOf { ty, is_single, has_one_address, by_lane: !has_one_address && !is_single };
        let (at, offset) = self.address(index, half, row, rows, exec);
        self.push(Inst::AddressAdd(AddressAdd { dst: at, ..offset }));
        let region = match (has_one_address, lanes) {
            (false, _) => IndirectRegion::EachRow { width: 1, horizontal: 0 },
            (true, 1) => IndirectRegion::One(Region::SCALAR),
            (true, _) => IndirectRegion::One(Region { vertical: 8, width: 8, horizontal: 1 }),
        };
        let from = self.indirect(at, ty, row, is_single);
        self.push(Inst::IndirectMove(IndirectMove {
            saturate: false,
            exec,
            predicate: None,
            dst: MoveDst::Direct(Dst::whole(var)),
            src: MoveSrc::Indirect(from, region, Modifier::None),
        }));
    }

    /// The vector in which the element that `index` names is `element`.
    pub(super) fn insert(&mut self, inst: texture::InstId, vector: Value, index: Value, element: Value) {
        let Some(result) = self.kernel.result(inst) else { return };
        let scalar = self.kernel.ty(vector).scalar;
        let (ty, is_single) = (data_type(scalar), self.is_uniform(result));
        let halves = if is_single { 1 } else { self.halves };
        let count = self.kernel.ty(vector).lanes;
        let rows = self.declare_rows_of(ty, count, is_single);
        let mut first = None;
        for number in 0..count {
            for half in 0..halves {
                let meaning = Meaning::Value { value: result, element: number, half: half as u8 };
                let row = self.declare_element(rows[half as usize], ty, number, is_single, meaning);
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
        let has_one_address = self.is_uniform(index);
        let writes: SmallVec<[RowWrite; 2]> = (0..halves)
            .map(|half| {
                let exec = if is_single { Exec::SCALAR } else { self.half(half) };
                let mut src = self.bits_source(element, 0, half, ty);
                if matches!(src, Src::Immediate { .. }) {
                    let meaning = self.meaning(element, 0, half);
                    let number = self.single(ty, meaning);
                    self.mov(Exec::SCALAR, number, wide(src));
                    src = Src::scalar(number);
                }
                let row = rows[half as usize];
                let rows = RowsOf { ty, is_single, has_one_address, by_lane: false };
                let (at, offset) = self.address(index, half, row, rows, exec);
                self.push(Inst::AddressAdd(AddressAdd { dst: at, ..offset }));
                RowWrite { exec, at, row, src }
            })
            .collect();
        match has_one_address {
            true => writes.iter().for_each(|write| self.write_row(write, ty, is_single)),
            false => self.write_rows_by_lane(&writes, ty),
        }
        let key = (0..count).map(|number| (result, number)).collect();
        self.indexed.vectors.insert((key, is_single), rows);
    }

    /// Writes the row to which the only address of `write` points.
    fn write_row(&mut self, write: &RowWrite, ty: DataType, is_single: bool) {
        let RowWrite { exec, at, row, src } = *write;
        let to = self.indirect(at, ty, row, is_single);
        self.push(Inst::IndirectMove(IndirectMove {
            saturate: false,
            exec,
            predicate: None,
            dst: MoveDst::Indirect(to, 1),
            src: MoveSrc::Direct(src),
        }));
    }

    /// Writes the element of each lane to the row to which its own address points. A destination has one address: each move
    /// is of a lane, the only one of four that its predicate enables.
    fn write_rows_by_lane(&mut self, writes: &[RowWrite], ty: DataType) {
        let all = Exec::all(self.simd_lanes(), 0);
        for lane in 0..LANES_OF_MASK {
            let pred = self.temporary_predicate(all);
            let every_fourth = u64::from(u32::MAX / ((1 << LANES_OF_MASK) - 1)) << lane;
            self.push(Inst::SetPredicate { exec: all, dst: pred, src: Src::immediate(DataType::Ud, every_fourth) });
            for RowWrite { exec, at, row, src } in writes {
                for first in (0..exec.lanes).step_by(LANES_OF_MASK.into()) {
                    let element = first + lane;
                    let src = match *src {
                        Src::Register { var, offset, region, modifier } => {
                            let offset = offset + (region.element(element.into()) * ty.bytes()) as u16;
                            Src::Register { var, offset, region: Region::SCALAR, modifier }
                        }
                        other => other,
                    };
                    let own = AddressElement { element: at.element + element, ..*at };
                    let to = self.indirect(own, ty, *row, false);
                    let to = Indirect { offset: (u32::from(first) * ty.bytes()) as i16, ..to };
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
    }

    /// The variables of the rows of a vector, one a half, filled by copies.
    fn rows_of(&mut self, vector: Value, is_single: bool) -> SmallVec<[Var; 2]> {
        let scalar = self.kernel.ty(vector).scalar;
        let (ty, count) = (data_type(scalar), self.kernel.ty(vector).lanes);
        let key = self.key_of(vector, is_single);
        if let Some(known) = self.indexed.vectors.get(&key).or_else(|| self.indexed.before_loops.get(&key)) {
            return known.clone();
        }
        let rows = self.declare_rows_of(ty, count, is_single);
        for number in 0..count {
            self.copy_to_rows(vector, number, ty, is_single, &rows);
        }
        self.indexed.vectors.insert(key, rows.clone());
        rows
    }

    /// Copies the results of `inst`, or the numbers that its block ends with, to the rows of vectors that loops read.
    pub(super) fn copy_before_loops(&mut self, inst: texture::InstId) {
        let Some(elements) = self.indexed.wanted.remove(&inst) else { return };
        if !self.kernel.insts[inst].is_terminator() {
            self.origin = Origin::Broadcast;
        }
        for (vector, number) in elements {
            let is_single = self.is_uniform(vector);
            let (key, ty) = (self.key_of(vector, is_single), data_type(self.kernel.ty(vector).scalar));
            let rows = match self.indexed.before_loops.get(&key) {
                Some(known) => known.clone(),
                None => {
                    let rows = self.declare_rows_of(ty, self.kernel.ty(vector).lanes, is_single);
                    self.indexed.before_loops.insert(key, rows.clone());
                    rows
                }
            };
            self.copy_to_rows(vector, number, ty, is_single, &rows);
        }
    }

    /// Copies an element of `vector` to its row in each of `rows`.
    fn copy_to_rows(&mut self, vector: Value, number: u8, ty: DataType, is_single: bool, rows: &[Var]) {
        for half in 0..rows.len() as u32 {
            let exec = if is_single { Exec::SCALAR } else { self.half(half) };
            let meaning = self.meaning(vector, number, half);
            let row = self.declare_element(rows[half as usize], ty, number, is_single, meaning);
            let src = wide(self.bits_source(vector, number, half, ty));
            let is_broadcast = !is_single && !matches!(src, Src::Register { region: Region::CONTIGUOUS, .. });
            match is_broadcast {
                true => self.mov_as(Origin::Broadcast, exec, row, src),
                false => self.mov(exec, row, src),
            }
        }
    }

    /// What the rows of a vector are known by.
    fn key_of(&self, vector: Value, is_single: bool) -> (Leaves, bool) {
        ((0..self.kernel.ty(vector).lanes).map(|number| self.leaf(vector, number)).collect(), is_single)
    }

    /// What an address in rows points to.
    fn indirect(&self, at: AddressElement, ty: DataType, rows: Var, is_single: bool) -> Indirect {
        let row = if is_single { 0 } else { self.row_elements(ty, is_single) * ty.bytes() };
        Indirect { at, offset: 0, ty, of: Some(rows).into(), row: row as u16 }
    }

    /// The elements of a row, and of what follows them up to the next row.
    fn row_elements(&self, ty: DataType, is_single: bool) -> u32 {
        if is_single { 1 } else { self.out.grf().round_up(self.half_lanes * ty.bytes()) / ty.bytes() }
    }

    /// Declares the variables of `count` rows.
    fn declare_rows_of(&mut self, ty: DataType, count: u8, is_single: bool) -> SmallVec<[Var; 2]> {
        let halves = if is_single { 1 } else { self.halves };
        let elements = u32::from(count) * self.row_elements(ty, is_single);
        let decl = VarDecl { ty, elements: elements as u16, align: Align::Grf, storage: Storage::Own };
        (0..halves).map(|_| self.push_var(decl, Meaning::Temporary)).collect()
    }

    /// Declares the row of an element.
    fn declare_element(&mut self, of: Var, ty: DataType, number: u8, is_single: bool, meaning: Meaning) -> Var {
        let lanes = if is_single { 1 } else { self.half_lanes };
        let offset = u32::from(number) * self.row_elements(ty, is_single) * ty.bytes();
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

    /// A new address into `row`, and the instruction that takes it, but for where it is kept.
    fn address(&mut self, index: Value, half: u32, row: Var, rows: RowsOf, exec: Exec) -> (AddressElement, AddressAdd) {
        let RowsOf { ty, is_single, has_one_address, by_lane } = rows;
        let shift = (self.row_elements(ty, is_single) * ty.bytes()).trailing_zeros();
        let half = if has_one_address { 0 } else { half };
        let exec = if has_one_address { Exec::SCALAR } else { exec };
        let key = (index, half, shift, by_lane);
        let offset = match self.indexed.offsets.get(&key) {
            Some(known) => *known,
            None => {
                let var = self.declare(DataType::D, exec.lanes.into(), Storage::Own, Meaning::Temporary);
                let src = self.source(index, 0, half, DataType::D);
                self.alu(AluOp::Shl, exec, Dst::whole(var), &[src, Src::immediate(DataType::D, shift.into())]);
                if by_lane {
                    let bytes = self.lane_bytes(ty.bytes().trailing_zeros());
                    self.alu(AluOp::Add, exec, Dst::whole(var), &[Src::lanes(var), Src::lanes(bytes)]);
                }
                self.indexed.offsets.insert(key, var);
                var
            }
        };
        let words = self.alias(offset, DataType::Uw);
        let region = if has_one_address { Region::SCALAR } else { Region::strided(2) };
        let src = Src::Register { var: words, offset: 0, region, modifier: Modifier::None };
        let address = self.out.addresses.push(exec.lanes.into());
        let dst = AddressElement { address, element: 0 };
        (dst, AddressAdd { exec, dst, base: Raw::whole(row), src })
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
