//! Elements that an index names which is a value: vectors in rows, addresses of them, and moves from and to these.
//!
//! A row is one element, or an element for each lane of a half. The address of an element is computed in steps, each of which
//! reads what the step before it has made: the index times the bytes of a row, and the bytes of the lanes before.
//!
//! At an index that differs between lanes an insertion moves the element of each lane alone, by a predicate that enables it.

use std::collections::HashMap;

use texvisa_ir::Bits;
use texvisa_ir::texture::{InstData, InstId, Op, Value};
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{
    AddressAdd, AddressElement, Alu, AluOp, Dst, Exec, Indirect, IndirectMove, IndirectRegion, Modifier, MoveDst,
    MoveSrc, Region, Src, Storage, Var, VectorType,
};

use super::checker::Checker;
use super::origins::Destination;
use super::register_contents::RootByte;
use super::source_index::Leaf;
use super::state::TakenAddress;
use super::symbolic_value::{Scope, SymbolicValue, Term, ones};

/// The rows of a vector.
struct ElementLayout {
    /// The elements from the start of one row to the start of the next.
    elements: u32,
    /// The bytes of an element.
    size: u32,
}

/// What the addresses of an operand are those of.
#[derive(Clone, Copy)]
enum Addresses {
    /// One address: of the first lane's element, where all lanes follow in a region.
    One(Region),
    /// An address for each `width` lanes: of the first one's element.
    EachLanes { width: u8 },
    /// An address for each lane: of the first element of the row.
    EachRowsFirst,
}

impl Addresses {
    fn of(region: IndirectRegion) -> Addresses {
        match region {
            IndirectRegion::One(region) => Addresses::One(region),
            IndirectRegion::EachRow { width, .. } => Addresses::EachLanes { width },
        }
    }
}

impl Checker<'_> {
    /// An arithmetic instruction of such an operation: a step of an offset, or a copy to a row.
    #[inline(never)]
    pub(super) fn indexed(&mut self, alu: &Alu, dst: &Destination<'_>, inst: InstId) {
        let kernel = self.source_index.kernel;
        let (vector, index) = match kernel.insts[inst] {
            InstData::Element { vector, index } | InstData::Insert { vector, index, .. } => (vector, index),
            _ => return,
        };
        if let (AluOp::Mov, Meaning::Value { value, element, .. }) = (alu.op, *dst.claim)
            && kernel.result(inst) == Some(value)
        {
            return self.copy_row(alu, dst, inst, vector, element);
        }
        let [a, b, _] = &alu.srcs;
        let number = |src: &Src| match src {
            Src::Immediate { bits, .. } => Some(bits.get()),
            _ => None,
        };
        let in_lanes = Scope::Lanes { first: 0 };
        let shared = if alu.exec == Exec::SCALAR { Scope::Uniform } else { Scope::Lanes { first: alu.exec.first } };
        let found = (alu.op != AluOp::Mov).then(|| self.read(a, alu.exec));
        let lane_bytes = found.filter(|found| found.scope == in_lanes && alu.exec.nomask).and_then(shift_of_lanes);
        let step = match (alu.op, number(b), found) {
            (AluOp::Mov, ..) if matches!(a, Src::Vector { ty: VectorType::Uv, bits: 0x7654_3210 }) => {
                let is_first = alu.exec == Exec::all(8, 0) && alu.dst.offset == 0;
                is_first.then_some((Term::LaneBytes { shift: 0 }, in_lanes))
            }
            (AluOp::Mov, ..) => return self.copy(alu, dst),
            (AluOp::Add, Some(8), _) if lane_bytes == Some(0) => {
                let is_second = alu.exec == Exec::all(8, 0) && u32::from(alu.dst.offset) == 8 * dst.bytes;
                is_second.then_some((Term::LaneBytes { shift: 0 }, Scope::Lanes { first: 8 }))
            }
            (AluOp::Shl, Some(by), _) if lane_bytes == Some(0) => Some((Term::LaneBytes { shift: by as u8 }, in_lanes)),
            (AluOp::Shl, Some(by), _) => self.offset_of(a, by, alu.exec, index, inst).map(|term| (term, shared)),
            (AluOp::Add, None, Some(found)) if found.scope.serves(alu.exec) => {
                let bytes = self.read(b, Exec { nomask: true, first: 0, ..alu.exec });
                let size = kernel.ty(vector).scalar.bytes();
                match found.term {
                    Term::Offset { value, element, shift, by_lane: 0 }
                        if bytes.scope == in_lanes && shift_of_lanes(bytes).is_some_and(|shift| 1 << shift == size) =>
                    {
                        Some((Term::Offset { value, element, shift, by_lane: size as u8 }, shared))
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        let right = step.is_some() && alu.predicate.is_none() && !alu.saturate && alu.dst.stride == 1;
        if !right {
            self.wrong(|| "a step of the address of an element".to_owned(), || alu.op.name().to_owned());
        }
        let (term, scope) = step.filter(|_| right).unwrap_or((Term::Unknown, Scope::Uniform));
        self.put(alu, dst, term, scope);
    }

    /// What `src`, which is to be `index`, shifted left by `by` is: the bytes before what the index names.
    pub(super) fn offset_of(&self, src: &Src, by: u64, exec: Exec, index: Value, inst: InstId) -> Option<Term> {
        self.is_operand(src, exec, index, Modifier::None, inst).then(|| match self.source_index.leaf(index, 0) {
            Leaf::Constant(number) => Term::constant(number.checked_shl(by as u32).unwrap_or(0) & ones(4)),
            Leaf::Undefined => Term::Unknown,
            Leaf::Value { value, element } => Term::Offset { value, element, shift: by as u8, by_lane: 0 },
        })
    }

    /// A copy of an element into its row of the vector that an insertion yields.
    fn copy_row(&mut self, alu: &Alu, dst: &Destination<'_>, inst: InstId, vector: Value, element: u8) {
        self.summary.copies += 1;
        let src = &alu.srcs[0];
        let found = self.copied(src, alu.exec, dst.decl.ty);
        let leaf = self.source_index.leaf(vector, element);
        let is_whole = alu.dst.offset == 0 && u32::from(alu.exec.lanes) == u32::from(dst.decl.elements);
        let is_element = leaf == Leaf::Undefined || leaf.is(found) && self.read(src, alu.exec).scope.serves(alu.exec);
        let term = match alu.predicate.is_none() && !alu.saturate && alu.dst.stride == 1 && is_whole && is_element {
            true => Term::Intermediate(inst),
            false => {
                let found = self.describe(found);
                let expected = self.describe_value(vector, element);
                self.wrong(|| format!("a copy of {expected}"), || found);
                Term::Unknown
            }
        };
        let content = SymbolicValue { term, scope: scope_of(alu.exec), bytes: dst.bytes as u8 };
        self.registers.write_at(dst.place, u32::from(alu.exec.lanes) * dst.bytes, content);
        let is_new = |(var, _): &(_, u8)| match *self.claim(*var) {
            Meaning::Value { value, .. } => self.source_index.definition(value) == Some(inst),
            _ => false,
        };
        let mut rows = self.copied_rows.clone();
        rows.retain(is_new);
        rows.push((dst.var, element));
        self.copied_rows = rows;
    }

    /// Takes an address: of a variable, and the low word of an offset for each lane.
    pub(super) fn take_address(&mut self, add: &AddressAdd) {
        let offset = match add.src {
            Src::Register { var, offset: 0, region, modifier: Modifier::None } => {
                let region = match (add.exec.lanes, region) {
                    (1, Region::SCALAR) => Some(Region::SCALAR),
                    (2.., region) if region == Region::strided(2) => Some(Region::CONTIGUOUS),
                    _ => None,
                };
                let var = self.kernel.unaliased(var);
                region.map(|region| {
                    self.read(&Src::Register { var, offset: 0, region, modifier: Modifier::None }, add.exec)
                })
            }
            _ => None,
        };
        let is_first = add.dst.element == 0;
        match (offset, self.pointers.get_mut(add.dst.address.as_u32() as usize)) {
            (Some(offset), Some(pointer)) if is_first => {
                *pointer = Some(TakenAddress { block: self.basic_block, base: add.base, exec: add.exec, offset });
            }
            _ => self.wrong(|| "the low words of offsets".to_owned(), || "another address".to_owned()),
        }
    }

    /// A move from or to where an address points.
    pub(super) fn indirect_move(&mut self, inst: &IndirectMove) {
        let kernel = self.source_index.kernel;
        let source = self.source.map(|source| (source, &kernel.insts[source]));
        let is_plain = inst.predicate.is_none() && !inst.saturate;
        self.summary.operands += 1;
        let right = match (source, inst.dst, inst.src) {
            (
                Some((source, InstData::Element { vector, index })),
                MoveDst::Direct(dst),
                MoveSrc::Indirect(from, region, Modifier::None),
            ) if is_plain => {
                let rows = self.rows(&from, Addresses::of(region), inst.exec, *vector, *index);
                let right = rows.is_some_and(|rows| {
                    (0..kernel.ty(*vector).lanes).all(|element| {
                        let found = self.row(&from, &rows, element, inst.exec);
                        let is_it = |found: SymbolicValue| {
                            let is_shared = rows.elements > 1 || found.scope == Scope::Uniform;
                            self.is(found, *vector, element, inst.exec)
                                && (is_shared || self.source_index.leaf(*vector, element) == Leaf::Undefined)
                        };
                        is_it(found) || self.rows_elsewhere(&from, &rows, element, inst.exec).into_iter().any(is_it)
                    })
                });
                self.put_moved(source, dst, inst.exec, right);
                right && dst.stride == 1
            }
            (
                Some((source, InstData::Plain { op: Op::Shuffle, args: [value, lane, _] })),
                MoveDst::Direct(dst),
                MoveSrc::Indirect(from, region, Modifier::None),
            ) if is_plain => {
                let right = self.points_at_lane(&from, region, inst.exec, *value, *lane);
                self.put_moved(source, dst, inst.exec, right);
                right && dst.stride == 1
            }
            (
                Some((source, InstData::Insert { vector, index, element: inserted })),
                MoveDst::Indirect(to, 1),
                MoveSrc::Direct(src),
            ) if is_plain => {
                let region = match inst.exec.lanes {
                    1 => Region::SCALAR,
                    _ => Region::CONTIGUOUS,
                };
                let rows = self.rows(&to, Addresses::One(region), inst.exec, *vector, *index);
                let rows = rows.filter(|rows| {
                    self.are_copies(&to, rows, inst.exec, source, *vector)
                        && self.is_operand(&src, inst.exec, *inserted, Modifier::None, source)
                });
                rows.is_some_and(|rows| self.insert(source, &to, &rows, inst.exec, *vector))
            }
            (Some((source, InstData::Insert { .. })), MoveDst::Indirect(to, 1), MoveSrc::Direct(src))
                if !inst.saturate =>
            {
                self.insert_lane(source, &to, src, inst)
            }
            _ => false,
        };
        if !right {
            self.wrong(|| "a move of the element that the index names".to_owned(), || "another move".to_owned());
        }
    }

    /// Writes the result of `inst`, which was moved from where an address points.
    fn put_moved(&mut self, inst: InstId, dst: Dst, exec: Exec, right: bool) {
        let destination = self.destination(dst.var);
        if let (Some(value), Some(destination)) = (self.source_index.kernel.result(inst), &destination) {
            let term = if right { Term::Value { value, element: 0 } } else { Term::Unknown };
            let content = SymbolicValue { term, scope: scope_of(exec), bytes: destination.bytes as u8 };
            self.write(destination, dst.offset.into(), exec.lanes.into(), content);
        }
    }

    /// A move of the element of one lane to where its own address points; whether it is one. The last lane of a half makes its
    /// rows those of the result.
    fn insert_lane(&mut self, source: InstId, to: &Indirect, src: Src, inst: &IndirectMove) -> bool {
        let InstData::Insert { vector, index, element } = self.source_index.kernel.insts[source] else { return false };
        let lanes = inst.predicate.and_then(|predicate| self.enabled_lanes(predicate, inst.exec)).unwrap_or(0);
        let lane = lanes.trailing_zeros();
        let first = lane / self.half_lanes * self.half_lanes;
        if lanes.count_ones() != 1 || inst.exec.nomask || u32::from(inst.exec.first) < first {
            return false;
        }
        let (half, own, size) = (Exec::masked(self.half_lanes, first), lane - first, to.ty.bytes());
        // The first of these lanes has its element so far behind the first of the half.
        let offset = (u32::from(inst.exec.first) - first) * size;
        let is_own = (u32::from(to.at.element), i64::from(to.offset)) == (own, offset.into());
        let at = AddressElement { element: 0, ..to.at };
        let to = Indirect { at, offset: 0, ..*to };
        let is_element = || match src {
            Src::Register { var, offset, region: Region::SCALAR, modifier } => [0, 1, 2, 4].into_iter().any(|stride| {
                let region = if stride == 0 { Region::SCALAR } else { Region::strided(stride) };
                let first = u32::from(offset).checked_sub(region.element(own) * size);
                first.is_some_and(|first| {
                    let src = Src::Register { var, offset: first as u16, region, modifier };
                    self.is_operand(&src, half, element, Modifier::None, source)
                })
            }),
            _ => false,
        };
        let rows = self
            .rows(&to, Addresses::EachRowsFirst, half, vector, index)
            .filter(|rows| is_own && self.are_copies(&to, rows, half, source, vector) && is_element());
        let (Some(rows), Some(root)) = (rows, to.of.expand()) else { return false };
        self.inserted_lanes.retain(|(inst, ..)| *inst == source);
        let known = self.inserted_lanes.iter().position(|(_, of, _)| *of == root);
        let known = known.unwrap_or_else(|| {
            self.inserted_lanes.push((source, root, 0));
            self.inserted_lanes.len() - 1
        });
        let inserted = &mut self.inserted_lanes[known].2;
        *inserted |= lanes;
        *inserted != half.lane_mask() || self.insert(source, &to, &rows, half, vector)
    }

    /// Whether the rows into which `to` points hold for the lanes of `exec` what the insertion `inst` has copied of `vector`.
    fn are_copies(&self, to: &Indirect, rows: &ElementLayout, exec: Exec, inst: InstId, vector: Value) -> bool {
        (0..self.source_index.kernel.ty(vector).lanes).all(|element| {
            let found = self.row(to, rows, element, exec);
            found.term == Term::Intermediate(inst) && found.scope == scope_of(exec)
        })
    }

    /// Gives the rows of an insertion the elements of its result; whether each of them is one, and was copied once: what lanes have
    /// moved another copy would overwrite.
    fn insert(&mut self, inst: InstId, to: &Indirect, layout: &ElementLayout, exec: Exec, vector: Value) -> bool {
        let (Some(value), Some(root)) = (self.source_index.kernel.result(inst), to.of.expand()) else { return false };
        let half = u32::from(exec.first) / self.half_lanes;
        let rows = std::mem::take(&mut self.copied_rows);
        let mut found = 0;
        for (var, element) in &rows {
            let Some(destination) = self.destination(*var) else { continue };
            let is_own = matches!(*destination.claim, Meaning::Value { half: own, .. } if u32::from(own) == half);
            let start = u32::from(*element) * layout.elements * layout.size;
            let decl = &self.kernel.vars[root];
            if is_own && destination.place == self.registers.root_byte(root, decl, start) {
                let term = Term::Value { value, element: *element };
                let content = SymbolicValue { term, scope: scope_of(exec), bytes: destination.bytes as u8 };
                self.write(&destination, 0, exec.lanes.into(), content);
                found += 1;
            }
        }
        self.copied_rows = rows;
        found == self.source_index.kernel.ty(vector).lanes
    }

    /// The rows into which an operand points, if its address is that of the element that `index` names.
    fn rows(
        &self,
        operand: &Indirect,
        addresses: Addresses,
        exec: Exec,
        vector: Value,
        index: Value,
    ) -> Option<ElementLayout> {
        let (ty, size) = (self.source_index.kernel.ty(vector), operand.ty.bytes());
        let pointer = self.pointer_of(operand, ty.scalar.bytes())?;
        let decl = &self.kernel.vars[pointer.base.var];
        let elements = u32::from(decl.elements) / u32::from(ty.lanes);
        let is_there = elements * u32::from(ty.lanes) == u32::from(decl.elements)
            && (elements == 1 || elements >= self.half_lanes && elements.is_power_of_two())
            && u32::from(operand.row) == if elements == 1 { 0 } else { elements * size };
        let step = u32::from(elements > 1);
        let is_in_place = match addresses {
            Addresses::One(region) => {
                let mut lanes = 0..u32::from(exec.lanes);
                pointer.exec == Exec::SCALAR && lanes.all(|lane| region.element(lane) == lane * step)
            }
            Addresses::EachLanes { width } => width == 1 && pointer.exec == exec,
            Addresses::EachRowsFirst => elements > 1 && pointer.exec == exec,
        };
        let by_lane = if elements > 1 && matches!(addresses, Addresses::EachLanes { .. }) { size } else { 0 };
        let is_offset = self.has_offset(&pointer, index, (elements * size).trailing_zeros(), by_lane);
        (is_there && is_in_place && is_offset).then_some(ElementLayout { elements, size })
    }

    /// The address of an operand that this block took of the variable that it is said to point into, whose elements have `size`
    /// bytes.
    pub(super) fn pointer_of(&self, operand: &Indirect, size: u32) -> Option<TakenAddress> {
        let pointer = (*self.pointers.get(operand.at.address.as_u32() as usize)?)?;
        let decl = self.kernel.vars.get(pointer.base.var)?;
        let is_there = pointer.block == self.basic_block
            && operand.of.expand() == Some(pointer.base.var)
            && (operand.at.element, operand.offset, pointer.base.offset) == (0, 0, 0)
            && (decl.ty.bytes(), operand.ty.bytes()) == (size, size);
        is_there.then_some(pointer)
    }

    /// Whether an address adds `index` shifted left, and the lanes before times `by_lane` bytes.
    pub(super) fn has_offset(&self, pointer: &TakenAddress, index: Value, shift: u32, by_lane: u32) -> bool {
        let offset = pointer.offset;
        match self.source_index.leaf(index, 0) {
            Leaf::Undefined => true,
            Leaf::Constant(number) => {
                by_lane == 0
                    && offset.term == Term::Constant(Bits::new(number.checked_shl(shift).unwrap_or(0) & ones(4)))
            }
            Leaf::Value { value, element } => {
                offset.term == Term::Offset { value, element, shift: shift as u8, by_lane: by_lane as u8 }
                    && (offset.scope == Scope::Uniform || by_lane_scope(offset.scope, pointer.exec))
            }
        }
    }

    /// What a row holds for the lanes of `exec` of which this basic block has written nothing: what each variable there
    /// claims.
    fn rows_elsewhere(&self, operand: &Indirect, rows: &ElementLayout, element: u8, exec: Exec) -> Vec<SymbolicValue> {
        let Some((var, decl)) = operand.of.expand().and_then(|var| Some((var, self.kernel.vars.get(var)?))) else {
            return Vec::new();
        };
        let count = if rows.elements == 1 { 1 } else { exec.lanes.into() };
        let place = self.registers.root_byte(var, decl, u32::from(element) * rows.elements * rows.size);
        if self.registers.find(place, count * rows.size).is_some() {
            return Vec::new();
        }
        let all = self.claimed_rows.get_or_init(|| {
            let mut all: HashMap<RootByte, Vec<Var>> = HashMap::default();
            for (var, decl) in self.kernel.vars.iter() {
                let claims = matches!(self.claim(var), Meaning::Value { .. } | Meaning::Constant { .. });
                if claims && matches!(decl.storage, Storage::Subregister { .. }) {
                    all.entry(self.registers.root_byte(var, decl, 0)).or_default().push(var);
                }
            }
            all
        });
        let there = all.get(&place).into_iter().flatten();
        there.map(|var| self.elements(*var, &self.kernel.vars[*var], 0, count)).collect()
    }

    /// What a row holds for the lanes of `exec`.
    fn row(&self, operand: &Indirect, rows: &ElementLayout, element: u8, exec: Exec) -> SymbolicValue {
        let Some((var, decl)) = operand.of.expand().and_then(|var| Some((var, self.kernel.vars.get(var)?))) else {
            return SymbolicValue::UNKNOWN;
        };
        let count = if rows.elements == 1 { 1 } else { exec.lanes.into() };
        self.elements(var, decl, u32::from(element) * rows.elements * rows.size, count)
    }
}

fn by_lane_scope(scope: Scope, exec: Exec) -> bool {
    exec.lanes > 1 && scope.serves(exec)
}

/// The scope of what `exec` writes.
fn scope_of(exec: Exec) -> Scope {
    if exec.nomask { Scope::Uniform } else { Scope::Lanes { first: exec.first } }
}

fn shift_of_lanes(found: SymbolicValue) -> Option<u8> {
    match found.term {
        Term::LaneBytes { shift } => Some(shift),
        _ => None,
    }
}
